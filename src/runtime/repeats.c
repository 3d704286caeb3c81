/* Recognising an endless loop: a state that repeats.
 *
 * A program that computes, and does nothing else, does the same from the same state. So if its registers and its
 * memory are twice the same, with nothing in between that asks anybody (a system call, a clock, a random number),
 * it does not end. A process that has run for a while is taken instruction by instruction here, and whenever its
 * registers are those of a moment that was kept, the memory is compared too. The moment that is kept is a later
 * one after 16, 32, 64 ... instructions (Brent), so that a loop is found that begins later and has any number of
 * turns, as long as time allows: some hundred thousand instructions.
 *
 * What can change the state from outside must not be there: other threads, memory shared with others, handlers of
 * signals other than those of the program's own faults. Memory that was not written since the process was forked
 * cannot have changed; /proc/PID/pagemap tells which was. Memory that a sanitizer keeps about the program's own is
 * left out by whoever asks. What is written there depends on nothing but what the program does, so it is the same
 * after each turn but the first, and what is asked of it comes out the same after another turn. Three turns are
 * looked at.
 *
 * A loop that counts repeats nothing until its counter wraps. It is told by its time, as it always was.
 *
 * Compiled into the runtime's server and into that of builds with sanitizers; so no library is used. */
#include "runtime/repeats.h"

#include "runtime/system.h"

#include <elf.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>

#define PAGE 4096ul
#define MOST_PAGES 8192u        /* of memory that is compared */
#define MOST_ENTRIES (1u << 16) /* pages of one mapping */
#define MOST_TEXT (256u << 10)  /* of /proc/PID/maps */
#define MOST_WORK 150000u       /* instructions */
#define TURNS 3
#define WORK_OF_COMPARING 100u
#define CHECKED 4096u      /* instructions that are known to ask nobody */
#define STATE_BYTES 16384u /* of vector registers and the like */
#define FIRST_POWER 16u

/* Bits of /proc/self/pagemap. */
#define PRESENT (1ull << 63)
#define SWAPPED (1ull << 62)
#define ONLY_OURS (1ull << 56)

typedef struct moment {
  struct user_regs_struct registers;
  uint8_t state[STATE_BYTES];
  uint64_t state_bytes;
  char maps[MOST_TEXT];
  uint64_t maps_bytes;
  uint32_t page_count;
  uint64_t pages[MOST_PAGES]; /* addresses */
  uint8_t contents[MOST_PAGES * PAGE];
} moment;

typedef struct watch {
  int process;
  const braid_aside *asides;
  uint32_t aside_count;
  uintptr_t clock_begin, clock_end; /* the code by which the kernel tells the time */
  int signal;                       /* it was about to get this one */
  bool ended;
  uint64_t looked_at;     /* pages, at one moment */
  uint64_t differs;       /* where it was unlike the moment that is kept when it looked like it; 0: nowhere yet */
  uint64_t differs_value; /* there, at that moment */
  uintptr_t checked[CHECKED];
  uint64_t entries[MOST_ENTRIES];
  moment kept, now;
} watch;

/* --- what the system says of the process --- */

static int open_of(int process, const char *name) {
  char path[64] = "/proc/", digits[12];
  uint32_t length = 6, count = 0;
  for (; process; process /= 10)
    digits[count++] = (char)('0' + process % 10);
  while (count)
    path[length++] = digits[--count];
  path[length++] = '/';
  while (*name)
    path[length++] = *name++;
  path[length] = 0;
  return (int)BRAID_SYSTEM(openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
}

/* The whole file, with a zero behind it; 0 if it does not fit or cannot be read. */
static uint64_t read_file(int process, const char *name, char *text, uint64_t room) {
  int file = open_of(process, name);
  if (file < 0)
    return 0;
  uint64_t bytes = 0;
  long got;
  while (bytes + 1 < room && (got = BRAID_SYSTEM(read, file, text + bytes, room - 1 - bytes)) > 0)
    bytes += (uint64_t)got;
  BRAID_SYSTEM(close, file);
  text[bytes] = 0;
  return bytes + 1 < room ? bytes : 0;
}

static const char *hexadecimal(const char *at, uint64_t *value) {
  for (*value = 0;; at++)
    if (*at >= '0' && *at <= '9')
      *value = *value << 4 | (uint64_t)(*at - '0');
    else if (*at >= 'a' && *at <= 'f')
      *value = *value << 4 | (uint64_t)(*at - 'a' + 10);
    else
      return at;
}

static const char *find(const char *text, const char *word) {
  for (; *text; text++) {
    uint32_t same = 0;
    while (word[same] && text[same] == word[same])
      same++;
    if (!word[same])
      return text + same;
  }
  return NULL;
}

#define OWN_FAULTS                                                                                                \
  (1ull << (SIGILL - 1) | 1ull << (SIGTRAP - 1) | 1ull << (SIGABRT - 1) | 1ull << (SIGBUS - 1) |                  \
   1ull << (SIGFPE - 1) | 1ull << (SIGSEGV - 1) | 1ull << (SIGSYS - 1))

/* One thread, and nobody's signal makes it do something. */
static bool is_alone(watch *watch) {
  char *text = watch->now.maps;
  const char *threads, *caught;
  uint64_t thread_count, caught_signals;
  if (!read_file(watch->process, "status", text, sizeof watch->now.maps) ||
      !(threads = find(text, "\nThreads:\t")) || !(caught = find(text, "\nSigCgt:\t")))
    return false;
  hexadecimal(threads, &thread_count);
  hexadecimal(caught, &caught_signals);
  return thread_count == 1 && (caught_signals & ~OWN_FAULTS) == 0;
}

/* --- its memory --- */

typedef struct mapping {
  uint64_t begin, end;
  bool is_written, is_code, is_shared, is_clock;
} mapping;

/* begin-end rwxp offset device inode path; returns the next line. */
static const char *read_mapping(const char *line, mapping *mapping) {
  const char *at = hexadecimal(line, &mapping->begin);
  at = hexadecimal(at + 1, &mapping->end);
  mapping->is_written = at[2] == 'w';
  mapping->is_code = at[3] == 'x';
  mapping->is_shared = at[4] == 's';
  mapping->is_clock = false;
  for (; *at && *at != '\n'; at++)
    mapping->is_clock |= at[0] == '[' && at[1] == 'v'; /* [vdso], [vsyscall], and their data */
  return *at ? at + 1 : at;
}

/* The first range that is left out and reaches into this one. */
static const braid_aside *aside_within(const watch *watch, uint64_t begin, uint64_t end) {
  const braid_aside *first = NULL;
  for (uint32_t i = 0; i < watch->aside_count; i++) {
    const braid_aside *aside = &watch->asides[i];
    if (aside->end > begin && aside->begin < end && (!first || aside->begin < first->begin))
      first = aside;
  }
  return first;
}

static bool copy_pages(const watch *watch, uint64_t address, void *to, uint64_t pages) {
  const struct iovec there = {(void *)address, pages * PAGE}, here = {to, pages * PAGE};
  return BRAID_SYSTEM(process_vm_readv, watch->process, &here, 1, &there, 1, 0) == (long)(pages * PAGE);
}

#define MOST_PAGES_LOOKED_AT (1ull << 20) /* of all mappings */

/* What was written since the fork. */
static bool keep_range(watch *watch, int pagemap, uint64_t begin, uint64_t end, moment *moment) {
  const uint64_t pages = (end - begin) / PAGE;
  watch->looked_at += pages;
  if (watch->looked_at > MOST_PAGES_LOOKED_AT)
    return false;
  for (uint64_t first = 0; first < pages; first += MOST_ENTRIES) {
    const uint64_t count = pages - first < MOST_ENTRIES ? pages - first : MOST_ENTRIES;
    if (BRAID_SYSTEM(pread64, pagemap, watch->entries, count * 8, (begin / PAGE + first) * 8) != (long)(count * 8))
      return false;
    for (uint64_t i = 0; i < count; i++) {
      if (watch->entries[i] & SWAPPED)
        return false;
      if ((watch->entries[i] & (PRESENT | ONLY_OURS)) != (PRESENT | ONLY_OURS))
        continue;
      if (moment->page_count == MOST_PAGES)
        return false;
      moment->pages[moment->page_count++] = begin + (first + i) * PAGE;
    }
  }
  return true;
}

/* But for what is left out. The kernel makes one mapping of neighbours. */
static bool keep_mapping(watch *watch, int pagemap, const mapping *mapping, moment *moment) {
  for (uint64_t begin = mapping->begin; begin < mapping->end;) {
    const braid_aside *aside = aside_within(watch, begin, mapping->end);
    const uint64_t end = aside ? aside->begin : mapping->end;
    if (begin < end && (mapping->is_shared || mapping->is_code || !keep_range(watch, pagemap, begin, end, moment)))
      return false;
    begin = aside ? aside->end : end;
  }
  return true;
}

/* False if that cannot be compared with another moment. */
static bool keep_memory(watch *watch, moment *moment) {
  moment->page_count = 0;
  watch->looked_at = 0;
  moment->maps_bytes = read_file(watch->process, "maps", moment->maps, sizeof moment->maps);
  int pagemap = moment->maps_bytes ? open_of(watch->process, "pagemap") : -1;
  if (pagemap < 0)
    return false;
  bool good = true;
  for (const char *line = moment->maps; good && *line;) {
    mapping mapping;
    line = read_mapping(line, &mapping);
    if (mapping.is_written && !mapping.is_clock)
      good = keep_mapping(watch, pagemap, &mapping, moment);
  }
  BRAID_SYSTEM(close, pagemap);
  for (uint32_t i = 0, next; good && i < moment->page_count; i = next) {
    for (next = i + 1; next < moment->page_count && moment->pages[next] == moment->pages[next - 1] + PAGE;)
      next++;
    good = copy_pages(watch, moment->pages[i], moment->contents + i * PAGE, next - i);
  }
  return good;
}

static bool keep_state(const watch *watch, moment *moment) {
  struct iovec state = {moment->state, sizeof moment->state};
  if (BRAID_SYSTEM(ptrace, PTRACE_GETREGSET, watch->process, NT_X86_XSTATE, &state) < 0)
    return false;
  moment->state_bytes = state.iov_len;
  return true;
}

/* --- instruction by instruction --- */

/* Waits until the process stops, without taking from its parent that it has ended. True if it did nothing but the
 * instruction it was to do. */
static bool has_stopped(watch *watch) {
  siginfo_t how;
  how.si_code = 0;
  if (BRAID_SYSTEM(waitid, P_PID, watch->process, &how, WEXITED | WSTOPPED | WNOWAIT | __WALL, 0) < 0 ||
      (how.si_code != CLD_TRAPPED && how.si_code != CLD_STOPPED)) {
    watch->ended = true;
    return false;
  }
  if (how.si_status == SIGTRAP || how.si_status >> 8 == PTRACE_EVENT_STOP)
    return how.si_status == SIGTRAP || (how.si_status & 0xff) == SIGTRAP;
  watch->signal = how.si_status & 0x7f;
  return false;
}

/* Whether what stands here asks somebody: the kernel, a clock, the processor. */
static bool asks(const uint8_t *code) {
  uint32_t i = 0;
  while (i < 4 && (code[i] == 0x66 || code[i] == 0x67 || code[i] == 0xf2 || code[i] == 0xf3 || code[i] == 0xf0 ||
                   code[i] == 0x2e || code[i] == 0x36 || code[i] == 0x3e || code[i] == 0x26 || code[i] == 0x64 ||
                   code[i] == 0x65 || (code[i] & 0xf0) == 0x40))
    i++;
  if (code[i] == 0xcd || code[i] == 0xcc) /* int */
    return true;
  if (code[i] == 0xc7 && code[i + 1] == 0xf8) /* xbegin */
    return true;
  if (code[i] != 0x0f)
    return false;
  const uint8_t second = code[i + 1], third = code[i + 2];
  return second == 0x05 || second == 0x34 ||  /* syscall, sysenter */
         second == 0x31 || second == 0x33 ||  /* rdtsc, rdpmc */
         (second == 0x01 && third == 0xf9) || /* rdtscp */
         second == 0xa2 ||                    /* cpuid */
         (second == 0xc7 && third >= 0xf0);   /* rdrand, rdseed, rdpid */
}

static bool word_at(const watch *watch, uint64_t address, uint64_t *word) {
  return BRAID_SYSTEM(ptrace, PTRACE_PEEKDATA, watch->process, address, word) >= 0;
}

/* Whether the next instruction asks nobody. */
static bool is_own(watch *watch, uint64_t at) {
  uintptr_t *known = &watch->checked[(at * 0x9e3779b97f4a7c15u) >> 52];
  if (*known == at)
    return true;
  uint8_t code[8];
  if (at >= watch->clock_begin && at < watch->clock_end)
    return false;
  if (!word_at(watch, at, (uint64_t *)(void *)code) || asks(code))
    return false;
  *known = at;
  return true;
}

static bool step(watch *watch, struct user_regs_struct *registers) {
  return BRAID_SYSTEM(ptrace, PTRACE_SINGLESTEP, watch->process, 0, 0) >= 0 && has_stopped(watch) &&
         BRAID_SYSTEM(ptrace, PTRACE_GETREGS, watch->process, 0, registers) >= 0 && is_own(watch, registers->rip);
}

/* --- moments --- */

#define STEPPING (1ull << 8 | 1ull << 16) /* flags of whoever goes step by step */

static bool same_registers(const struct user_regs_struct *left, const struct user_regs_struct *right) {
  return left->rip == right->rip && left->rsp == right->rsp && left->rax == right->rax &&
         left->rbx == right->rbx && left->rcx == right->rcx && left->rdx == right->rdx &&
         left->rsi == right->rsi && left->rdi == right->rdi && left->rbp == right->rbp && left->r8 == right->r8 &&
         left->r9 == right->r9 && left->r10 == right->r10 && left->r11 == right->r11 && left->r12 == right->r12 &&
         left->r13 == right->r13 && left->r14 == right->r14 && left->r15 == right->r15 &&
         left->fs_base == right->fs_base && left->gs_base == right->gs_base &&
         ((left->eflags ^ right->eflags) & ~STEPPING) == 0;
}

/* The word there, if its page is one that is kept. */
static bool kept_word(const moment *moment, uint64_t address, uint64_t *word) {
  for (uint32_t i = 0; i < moment->page_count; i++)
    if (moment->pages[i] == (address & ~(PAGE - 1))) {
      __builtin_memcpy(word, moment->contents + i * PAGE + address % PAGE, sizeof *word);
      return true;
    }
  return false;
}

static bool keep(watch *watch, const struct user_regs_struct *registers) {
  watch->kept.registers = *registers;
  if (!keep_state(watch, &watch->kept) || !keep_memory(watch, &watch->kept))
    return false;
  if (watch->differs && !kept_word(&watch->kept, watch->differs, &watch->differs_value))
    watch->differs = 0;
  return true;
}

static bool same_bytes(const void *left, const void *right, uint64_t bytes) {
  return __builtin_memcmp(left, right, bytes) == 0;
}

/* Remembers a place where they differ, which is looked at first the next time. */
static bool same_contents(watch *watch) {
  const moment *kept = &watch->kept, *now = &watch->now;
  if (kept->page_count != now->page_count || !same_bytes(kept->pages, now->pages, kept->page_count * 8ull))
    return false;
  for (uint64_t i = 0; i < kept->page_count * PAGE; i += 8) {
    if (same_bytes(kept->contents + i, now->contents + i, 8))
      continue;
    watch->differs = kept->pages[i / PAGE] + i % PAGE;
    __builtin_memcpy(&watch->differs_value, kept->contents + i, 8);
    return false;
  }
  return true;
}

/* Its registers are the same. */
static bool is_kept_moment(watch *watch) {
  uint64_t word;
  if (watch->differs && (!word_at(watch, watch->differs, &word) || word != watch->differs_value))
    return false;
  const moment *kept = &watch->kept, *now = &watch->now;
  return keep_state(watch, &watch->now) && now->state_bytes == kept->state_bytes &&
         same_bytes(now->state, kept->state, kept->state_bytes) && keep_memory(watch, &watch->now) &&
         now->maps_bytes == kept->maps_bytes && same_bytes(now->maps, kept->maps, kept->maps_bytes) &&
         same_contents(watch);
}

/* Limited by work and not by time, so that it comes out the same on a busy machine. */
static bool goes_round(watch *watch) {
  struct user_regs_struct registers;
  uint32_t power = FIRST_POWER, since = 0, turns = 0;
  if (BRAID_SYSTEM(ptrace, PTRACE_GETREGS, watch->process, 0, &registers) < 0 ||
      (long)registers.orig_rax >= 0 /* within a system call */ || !is_own(watch, registers.rip) ||
      !step(watch, &registers) || !keep(watch, &registers))
    return false;
  for (uint32_t work = 0; work < MOST_WORK; work++) {
    if (!step(watch, &registers))
      return false;
    if (same_registers(&registers, &watch->kept.registers)) {
      work += WORK_OF_COMPARING;
      if (is_kept_moment(watch) && ++turns == TURNS)
        return true;
    }
    if (++since == power && turns == 0) {
      power *= 2;
      since = 0;
      if (!keep(watch, &registers))
        return false;
    }
  }
  return false;
}

static void find_clock(watch *watch) {
  if (!read_file(watch->process, "maps", watch->now.maps, sizeof watch->now.maps))
    return;
  for (const char *line = watch->now.maps; *line;) {
    mapping mapping;
    line = read_mapping(line, &mapping);
    if (mapping.is_clock && mapping.is_code && !watch->clock_begin) {
      watch->clock_begin = mapping.begin;
      watch->clock_end = mapping.end;
    }
  }
}

/* On one processor: the kernel writes into the thread's memory on which it is. */
static bool look(watch *watch, int signal) {
  uint64_t everywhere[16] = {0}, one[16] = {0};
  unsigned processor = 0;
  BRAID_SYSTEM(getcpu, &processor, 0, 0);
  const long bytes = BRAID_SYSTEM(sched_getaffinity, watch->process, sizeof everywhere, everywhere);
  one[processor / 64 % 16] = 1ull << processor % 64;
  BRAID_SYSTEM(sched_setaffinity, watch->process, sizeof one, one);
  find_clock(watch);
  const bool found = watch->clock_end && is_alone(watch) && goes_round(watch);
  if (bytes > 0)
    BRAID_SYSTEM(sched_setaffinity, watch->process, bytes, everywhere);
  if (found)
    watch->signal = signal;
  return found;
}

bool braid_repeats(int process, int signal, const braid_aside *asides, uint32_t aside_count) {
  long memory = BRAID_SYSTEM(mmap, 0, sizeof(watch), PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory < 0)
    return false;
  watch *watched = (watch *)memory;
  watched->process = process;
  watched->asides = asides;
  watched->aside_count = aside_count;
  bool found = false;
  if (BRAID_SYSTEM(ptrace, PTRACE_SEIZE, process, 0, 0) >= 0) {
    if (BRAID_SYSTEM(ptrace, PTRACE_INTERRUPT, process, 0, 0) >= 0 && has_stopped(watched))
      found = look(watched, signal);
    if (!watched->ended)
      BRAID_SYSTEM(ptrace, PTRACE_DETACH, process, 0, watched->signal);
  }
  BRAID_SYSTEM(munmap, memory, sizeof(watch));
  return found;
}
