"""Every way of linking: the program works, and there is one runtime in the process however it was put together."""

import os
import unittest

from support import BRANCH, CC, CLANG, LIB, MAIN, CompilerTest

# Says where the runtime's symbols are, as this unit sees them.
PLACES = """
extern unsigned char *__braid_coarse;
extern __thread char __braid_thread[];
extern int __braid_model_memcmp(const void *, const void *, unsigned long);
#define PLACES(function) void function(void **to) { \\
  to[0] = (void *)&__braid_coarse; to[1] = (void *)__braid_thread; to[2] = (void *)__braid_model_memcmp; }
"""
PLUGIN = PLACES + "PLACES(places)\nint branch(const int *p) { return *p > 3 ? *p * 5 : 1; }\n"
LOADER = """#include <dlfcn.h>
#ifndef COMPARED
#define COMPARED 3
#endif
#include <stdio.h>
int main(int argc, char **argv) {
  void *first[3] = {0, 0, 0};
#ifdef INSTRUMENTED
  own_places(first);
#endif
  for (int i = 1; i < argc; ++i) {
    void *library = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL);
    if (!library) { puts(dlerror()); return 1; }
    void *places[3];
    ((void (*)(void **))dlsym(library, "places"))(places);
    if (!first[0]) for (int j = 0; j < 3; ++j) first[j] = places[j];
    for (int j = 0; j < COMPARED; ++j)
      if (places[j] != first[j]) { printf("%s has symbol %d twice\\n", argv[i], j); return 1; }
    int x = 4;
    if (((int (*)(const int *))dlsym(library, "branch"))(&x) != 20) return 1;
  }
  puts("one runtime");
  return 0;
}
"""
VERSION_SCRIPT = "{ global: places; branch; local: *; };\n"


class Programs(CompilerTest):
    def setUp(self):
        super().setUp()
        self.write("m.c", MAIN)
        self.write("a.c", BRANCH)
        self.cc("-fPIC", "-O1", "-ffunction-sections", "-c", "m.c", "a.c")

    def check(self, *options):
        self.cc(*options, "m.o", "a.o", "-o", "m")
        self.assertEqual(self.run_ok("./m"), "20\n", options)

    def test_ways_of_linking(self):
        for options in ([], ["-pie"], ["-no-pie"], ["-static"], ["-static-pie"], ["-rdynamic"], ["-s"], ["-Wl,--gc-sections"],
                        ["-Wl,--as-needed"], ["-Wl,-z,now,-z,relro"], ["-Wl,--no-undefined"], ["-Wl,--fatal-warnings"],
                        ["-Wl,-Bstatic", "-Wl,-Bdynamic"], ["-Wl,--exclude-libs,ALL"],
                        ["-pthread"], ["-Wl,--build-id"],
                        ["-Wl,--icf=none", "-fuse-ld=lld"], ["-static", "-Wl,--gc-sections"]):
            self.check(*options)

    def test_other_linkers(self):
        for linker in ("lld", "gold", "bfd"):
            with self.subTest(linker):
                self.check(f"-fuse-ld={linker}")
                self.check(f"-fuse-ld={linker}", "-static")
                self.check(f"-fuse-ld={linker}", "-Wl,--gc-sections", "-Wl,--as-needed")

    def test_without_default_libraries(self):
        self.check("-nodefaultlibs", "-lc")
        self.check("-nolibc", "-lc")
        crt = [self.run_ok(CC, "-print-file-name=" + name).strip() for name in ("Scrt1.o", "crti.o", "crtbeginS.o",
                                                                            "crtendS.o", "crtn.o")]
        self.cc("-nostdlib", "-pie", *crt[:3], "m.o", "a.o", "-lc", "-lgcc", *crt[3:], "-o", "m")
        self.assertEqual(self.run_ok("./m"), "20\n")

    def test_own_start(self):
        self.write("start.c", "#include <stdlib.h>\nint branch(const int *p);\n"
                              "void _start(void) { int x = 4; exit(branch(&x) - 20); }\n")
        self.cc("-nostartfiles", "-fno-stack-protector", "start.c", "a.o", "-o", "start")
        self.assertIn(self.run_any("./start").returncode, (0,))

    def test_merged_objects(self):
        self.cc("-r", "m.o", "a.o", "-o", "both.o")
        self.cc("-nostdlib", "-no-pie", "-Wl,-r", "m.o", "a.o", "-o", "both2.o")
        self.assertNotIn(" T __braid_", self.symbols("both.o"))
        for name in ("both.o", "both2.o"):
            self.cc(name, "-o", "m")
            self.assertEqual(self.run_ok("./m"), "20\n")

    def test_archives(self):
        self.run_ok("ar", "crs", "liba.a", "a.o")
        self.cc("m.o", "-L.", "-la", "-o", "m")
        self.assertEqual(self.run_ok("./m"), "20\n")
        self.cc("-Wl,--start-group", "m.o", "liba.a", "-Wl,--end-group", "-o", "m")
        self.assertEqual(self.run_ok("./m"), "20\n")

    def test_only_libraries(self):
        self.run_ok("ar", "crs", "libm2.a", "m.o", "a.o")
        self.cc("-L.", "-lm2", "-o", "m")
        self.assertEqual(self.run_ok("./m"), "20\n")

    def test_plain_objects_mix(self):
        self.run_ok(CLANG, "-c", "a.c", "-o", "plain.o")
        self.cc("m.o", "plain.o", "-o", "m")
        self.assertEqual(self.run_ok("./m"), "20\n")

    def test_allocation(self):
        """The malloc family is ours in every program, unless the program has its own."""
        self.check()
        self.assertRegex(self.symbols("m"), r"[TW] malloc\n")
        self.write("own.c", "#include <stddef.h>\nint calls;\nstatic char pool[1 << 20]; static size_t used;\n"
                            "void *malloc(size_t n) { ++calls; void *p = pool + used; used += (n + 15) & ~15ul; return p; }\n"
                            "void free(void *p) { (void)p; }\n")
        self.cc("-O1", "-fno-builtin", "-c", "own.c")
        self.write("user.c", "#include <stdlib.h>\nextern int calls;\nint main(void) { free(malloc(5)); return !calls; }\n")
        self.cc("-fno-builtin", "user.c", "own.o", "-o", "user")
        self.run_ok("./user")
        self.cc("-shared", "-fPIC", "own.c", "-o", "libown.so")
        self.cc("-fno-builtin", "user.c", "-L.", "-lown", f"-Wl,-rpath,{self.folder}", "-o", "user")
        self.run_ok("./user")

    def test_harness_for_a_fuzzer(self):
        self.write("h.c", "#include <stddef.h>\n#include <stdint.h>\n"
                          "int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return size && *data == 'x' ? 0 : 0; }\n")
        for options in ([], ["-fsanitize=fuzzer"], ["-fsanitize=fuzzer-no-link"], ["-static"]):
            self.cc(*options, "h.c", "-o", "h")
            self.run_ok("./h", stdin="x")


class Freestanding(CompilerTest):
    def test_is_not_instrumented(self):
        self.write("a.c", BRANCH)
        self.cc("-ffreestanding", "-c", "a.c")
        self.assert_plain("a.o")
        self.cc("-mcmodel=kernel", "-mno-red-zone", "-fno-pic", "-c", "a.c")
        self.assert_plain("a.o")

    def test_program_without_c_library(self):
        self.write("s.c", "static long call(long n, long a) { long r; __asm__ volatile(\"syscall\" : \"=a\"(r) : \"a\"(n), \"D\"(a)"
                          " : \"rcx\", \"r11\", \"memory\"); return r; }\nvoid _start(void) { call(231, 5); }\n")
        self.cc("-ffreestanding", "-nostdlib", "-static", "-fno-stack-protector", "s.c", "-o", "s")
        self.assertEqual(self.run_any("./s").returncode, 5)
        self.assert_plain("s")

    def test_instrumented_without_c_library_still_links(self):
        self.write("s.c", BRANCH + "static long call(long n, long a) { long r; __asm__ volatile(\"syscall\" : \"=a\"(r) : \"a\"(n),"
                          " \"D\"(a) : \"rcx\", \"r11\", \"memory\"); return r; }\n"
                          "void _start(void) { int x = 4; call(231, branch(&x)); }\n")
        self.cc("-nostdlib", "-fno-stack-protector", "s.c", "-o", "s")
        self.assertEqual(self.run_any("./s").returncode, 20)


class Libraries(CompilerTest):
    def setUp(self):
        super().setUp()
        self.write("plugin.c", PLUGIN)
        self.write("loader.c", PLACES + "#ifdef INSTRUMENTED\nstatic PLACES(own_places)\n#endif\n" + LOADER)
        self.write("plugin.map", VERSION_SCRIPT)
        self.cc("-fPIC", "-O1", "-c", "plugin.c")

    WAYS = ([], ["-Wl,--version-script=plugin.map"], ["-Wl,-Bsymbolic"], ["-Wl,-Bsymbolic-functions"],
            ["-Wl,--exclude-libs,ALL"], ["-Wl,-z,defs"], ["-Wl,--as-needed"], ["-Wl,--gc-sections"], ["-nostdlib"],
            ["-Wl,-soname,plugin.so"], ["-fvisibility=hidden", "-Wl,--version-script=plugin.map", "-Wl,-z,defs"])

    def plugins(self, *options):
        names = []
        for number, way in enumerate(self.WAYS):
            name = f"./plugin{number}.so"
            self.cc("-shared", *options, *way, "plugin.o", "-o", name)
            names.append(name)
        return names

    def test_one_runtime_with_instrumented_program(self):
        names = self.plugins()
        # Models are in archives, which a builder may hide; they remember nothing, so twice is no harm.
        for options in ([], ["-no-pie"], ["-rdynamic"], ["-Wl,--gc-sections"], ["-fuse-ld=lld"], ["-fuse-ld=gold"],
                        ["-Wl,--exclude-libs,ALL", "-DCOMPARED=2"]):
            self.cc("-DINSTRUMENTED", "-O1", *options, "loader.c", "-o", "loader")
            self.assertEqual(self.run_ok("./loader", *names), "one runtime\n", options)

    def test_one_runtime_with_other_program(self):
        names = self.plugins()
        self.run_ok(CLANG, "loader.c", "-o", "loader")
        self.assertEqual(self.run_ok("./loader", *names), "one runtime\n")

    def test_libraries_by_other_linkers(self):
        self.cc("-DINSTRUMENTED", "loader.c", "-o", "loader")
        for linker in ("lld", "gold"):
            with self.subTest(linker):
                self.assertEqual(self.run_ok("./loader", *self.plugins(f"-fuse-ld={linker}")), "one runtime\n")

    def test_linked_at_build_time(self):
        self.cc("-shared", "plugin.o", "-Wl,--version-script=plugin.map", "-o", "libplugin.so")
        self.write("m.c", MAIN)
        self.cc("m.c", "-L.", "-lplugin", f"-Wl,-rpath,{self.folder}", "-o", "m")
        self.assertEqual(self.run_ok("./m"), "20\n")
        self.run_ok(CLANG, "m.c", "-L.", "-lplugin", f"-Wl,-rpath,{self.folder}", "-o", "plain")
        self.assertEqual(self.run_ok("./plain"), "20\n")

    def test_as_libtool_links_cxx_libraries(self):
        """Libtool asks with -v what the compiler links, and gives these objects itself, with -nostdlib."""
        crt = [self.run_ok(CC, "-print-file-name=" + name).strip() for name in ("crti.o", "crtbeginS.o", "crtendS.o", "crtn.o")]
        self.cc("-shared", "-nostdlib", *crt[:2], "plugin.o", "-lstdc++", "-lm", "-lc", "-lgcc_s", crt[2],
                os.path.join(LIB, "braid-unit.o"), crt[3], "-o", "libplugin.so")
        self.cc("-DINSTRUMENTED", "loader.c", "-o", "loader")
        self.assertEqual(self.run_ok("./loader", "./libplugin.so"), "one runtime\n")
        outcome = self.run_any(CC, "-shared", "-v", "plugin.o", "-o", "x.so")
        link = [line for line in outcome.stderr.splitlines() if " -shared" in line and "ld" in line.split()[0]][-1]
        objects = [word for word in link.split() if word.endswith(".o")]
        self.assertIn("braid-unit.o", {os.path.basename(word) for word in objects})


if __name__ == "__main__":
    unittest.main()
