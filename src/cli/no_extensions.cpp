// SQLite can load extensions from shared libraries. In a program without shared libraries the C library would need
// those of the system that it was built on, and the linker warns of it. Braid loads no extension, so where dlopen
// is called in it, the linker puts this instead (--wrap=dlopen): there is none.
extern "C" void *__wrap_dlopen(const char *,
                               int); // NOLINT(bugprone-reserved-identifier): the linker's name for it

extern "C" void *__wrap_dlopen(const char *, int) { return nullptr; }
