#include "proof/functions.h"

#include "target/build/elf.h"
#include "target/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <sstream>

namespace braid::proof {

namespace fs = std::filesystem;

namespace {

// What was built with it stays current if it is the same.
void write_if_new(const fs::path &file, const std::string &text) {
  std::ifstream before(file, std::ios::binary);
  std::ostringstream known;
  known << before.rdbuf();
  if (before && known.str() == text)
    return;
  std::ofstream stream(file, std::ios::binary);
  if (!(stream << text).flush())
    throw target::Error("the file cannot be written", file.string(), "Is the disk full?");
}

// What the generated source begins with: how results become those of the test.
constexpr const char *FROM_LIBRARY = R"(
_Bool braid_take_call(const char *name, const char **position, uint64_t *value);

__attribute__((used, no_instrument_function)) void braid_give_result(uint64_t *results, const char *name, const char **position) {
  uint64_t value;
  if (braid_take_call(name, position, &value))
    results[0] = results[1] = value;
}
)";

constexpr const char *FROM_TABLE = R"(
/* The n-th call of a function returns its n-th value here, and later ones what they return. */
static const struct {
  const char *name;
  uint64_t value;
} calls[] = {
@CALLS@    {0, 0}};

__attribute__((used, no_instrument_function)) void braid_give_result(uint64_t *results, const char *name, const char **position) {
  size_t next = (size_t)*position;
  while (calls[next].name && strcmp(calls[next].name, name) != 0)
    next++;
  if (!calls[next].name)
    return;
  results[0] = results[1] = calls[next].value;
  *position = (const char *)(next + 1);
}
)";

constexpr const char *ERRORS = R"(
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define ALONE __attribute__((no_instrument_function, no_sanitize("address", "undefined")))

/* Sanitizers tell where that was. */
ALONE static void end_of_run(void) { raise(SIGABRT); }

static const char *const error_names[] = {@NAMES@0};
static uintptr_t error_addresses[64];
static size_t errors;

ALONE static int is_error_name(const char *name) {
  for (size_t i = 0; error_names[i]; i++)
    if (strcmp(error_names[i], name) == 0)
      return 1;
  return 0;
}

/* The program comes first. */
ALONE static int find_base(struct dl_phdr_info *object, size_t size, void *base) {
  (void)size;
  *(uintptr_t *)base = object->dlpi_addr;
  return 1;
}

/* Also those that only their own source file knows: in the program's table of symbols. */
ALONE __attribute__((constructor(101))) static void find_errors(void) {
  struct stat status;
  uintptr_t base = 0;
  int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  if (file < 0 || fstat(file, &status) != 0)
    return;
  const char *program = mmap(0, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (program == MAP_FAILED)
    return;
  dl_iterate_phdr(find_base, &base);
  const ElfW(Ehdr) *header = (const ElfW(Ehdr) *)program;
  const ElfW(Shdr) *sections = (const ElfW(Shdr) *)(program + header->e_shoff);
  for (size_t i = 0; i < header->e_shnum; i++) {
    if (sections[i].sh_type != SHT_SYMTAB)
      continue;
    const ElfW(Sym) *symbols = (const ElfW(Sym) *)(program + sections[i].sh_offset);
    const char *names = program + sections[sections[i].sh_link].sh_offset;
    for (size_t k = 0; k < sections[i].sh_size / sizeof *symbols; k++)
      if (ELF64_ST_TYPE(symbols[k].st_info) == STT_FUNC && symbols[k].st_value != 0 &&
          errors < sizeof error_addresses / sizeof *error_addresses && is_error_name(names + symbols[k].st_name))
        error_addresses[errors++] = base + symbols[k].st_value;
  }
  munmap((void *)program, (size_t)status.st_size);
}

/* At the beginning of each function of the program. */
ALONE void __cyg_profile_func_enter(void *function, void *caller) {
  (void)caller;
  for (size_t i = 0; i < errors; i++)
    if (error_addresses[i] == (uintptr_t)function)
      end_of_run();
}
ALONE void __cyg_profile_func_exit(void *function, void *caller) { (void)function, (void)caller; }
)";

// Registers stay as they are; sixteen words of the stack are passed on. The result may be an integer, a pointer or
// a number in floating point.
std::string input_function(const std::string &name) {
  constexpr unsigned WORDS = 16;
  std::string copies;
  for (unsigned word = 0; word < WORDS; word++)
    copies +=
        fmt::format("        \"  movq {}(%rbp), %r11\\n  movq %r11, {}(%rsp)\\n\"\n", 16 + 8 * word, 8 * word);
  return fmt::format(R"(
__asm__(".text\n"
        ".globl __wrap_{0}\n"
        ".type __wrap_{0}, @function\n"
        "__wrap_{0}:\n"
        "  .cfi_startproc\n"
        "  pushq %rbp\n"
        "  .cfi_def_cfa_offset 16\n"
        "  .cfi_offset %rbp, -16\n"
        "  movq %rsp, %rbp\n"
        "  .cfi_def_cfa_register %rbp\n"
        "  subq $160, %rsp\n"
{1}        "  callq __real_{0}@PLT\n"
        "  movq %rax, -16(%rbp)\n"
        "  movq %xmm0, -8(%rbp)\n"
        "  leaq -16(%rbp), %rdi\n"
        "  leaq 1f(%rip), %rsi\n"
        "  leaq 2f(%rip), %rdx\n"
        "  callq braid_give_result@PLT\n"
        "  movq -16(%rbp), %rax\n"
        "  movq -8(%rbp), %xmm0\n"
        "  leave\n"
        "  .cfi_def_cfa %rsp, 8\n"
        "  ret\n"
        "  .cfi_endproc\n"
        ".section .rodata\n"
        "1: .asciz \"{0}\"\n"
        ".data\n"
        ".balign 8\n"
        "2: .quad 0\n"
        ".text\n");
)",
                     name, copies);
}

std::string error_function(const std::string &name) {
  return fmt::format("\nALONE void __wrap_{}(void) {{ end_of_run(); }}\n", name);
}

std::string table_of(const target::Input &values) {
  std::string text;
  for (const target::Source &source : values.sources)
    if (source.kind == target::SourceKind::CALL) {
      uint64_t value = 0;
      for (size_t i = 0; i < std::min<size_t>(source.bytes.size(), 8); i++)
        value |= uint64_t(source.bytes[i]) << 8 * i;
      text += fmt::format("    {{\"{}\", {:#x}u}},\n", source.name, value);
    }
  return text;
}

} // namespace

std::string functions_source(const Functions &functions, const target::Input *values) {
  std::string text = "/* Functions whose results are input, and functions whose call is an error. */\n"
                     "#ifndef _GNU_SOURCE\n#define _GNU_SOURCE\n#endif\n#include <signal.h>\n#include "
                     "<stddef.h>\n#include <stdint.h>\n#include <string.h>\n";
  if (!functions.inputs.empty()) {
    std::string given = values == nullptr ? FROM_LIBRARY : FROM_TABLE;
    const std::string mark = "@CALLS@";
    if (values != nullptr)
      given.replace(given.find(mark), mark.size(), table_of(*values));
    text += given;
  }
  for (const std::string &name : functions.inputs)
    text += input_function(name);
  if (functions.errors.empty())
    return text;
  text += ERRORS;
  std::string names;
  for (const std::string &name : functions.errors)
    names += fmt::format("\"{}\", ", name);
  text.replace(text.find("@NAMES@"), std::string_view("@NAMES@").size(), names);
  for (const std::string &name : functions.errors)
    text += error_function(name);
  return text;
}

std::vector<std::string> compile_options(const Functions &functions) {
  if (functions.errors.empty()) // a call that is not one any more cannot be noticed (called_at_home)
    return functions.inputs.empty() ? std::vector<std::string>() : std::vector<std::string>{"-O0"};
  // Options of the user come later, and -O2 is one of them: it leaves the others alone.
  return {"-O0", "-fno-optimize-sibling-calls", "-finstrument-functions"};
}

std::vector<std::string> link_options(const Functions &functions) {
  std::vector<std::string> options;
  for (const std::vector<std::string> &names : {functions.inputs, functions.errors})
    for (const std::string &name : names)
      options.push_back("-Wl,--wrap=" + name);
  return options;
}

std::string called_at_home(const std::vector<fs::path> &objects, const std::vector<std::string> &inputs) {
  for (const fs::path &object : objects) {
    const target::ElfFile file(object);
    for (const std::string &name : inputs)
      if (file.calls_its_own(name))
        return name;
  }
  return {};
}

target::BuildRequest with_functions(target::BuildRequest request, const Functions &functions) {
  if (functions.empty())
    return request;
  const fs::path folder = fs::absolute(request.folder) / "functions";
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed)
    throw target::Error("the folder cannot be made: " + failed.message(), folder.string(),
                        "Choose another one (-o).");
  const fs::path source = folder / (request.variant + ".c"); // builds go on at the same time
  write_if_new(source, functions_source(functions, nullptr));
  request.more_sources.push_back(source);
  for (const std::vector<std::string> &options : {compile_options(functions), link_options(functions)})
    request.variant_options.insert(request.variant_options.end(), options.begin(), options.end());
  return request;
}

} // namespace braid::proof
