// SQLite can load extensions from shared libraries, and asks the C library for that. In a program without shared
// libraries the C library would need those of the system that it was built on, and the linker warns of it. Braid
// loads no extension, so what SQLite finds is this: there is none.
#include <dlfcn.h>

extern "C" {

void *dlopen(const char *, int) noexcept { return nullptr; }
void *dlsym(void *, const char *) noexcept { return nullptr; }
int dlclose(void *) noexcept { return -1; }
char *dlerror() noexcept {
  static char message[] = "braid loads no extensions";
  return message;
}
}
