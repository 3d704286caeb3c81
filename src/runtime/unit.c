/* Linked into every executable and shared library: tells the runtime, before any constructor of this unit
 * runs, where the unit's table of sites is. The linker makes the two symbols from the section's name. */
#include "runtime/api.h"

__attribute__((weak, visibility("hidden"))) extern const braid_site_desc __start_braid_sites[];
__attribute__((weak, visibility("hidden"))) extern const braid_site_desc __stop_braid_sites[];

/* The C library gives constructors what main will get. */
static void register_unit(int argc, char **argv) {
  __braid_register_unit(__start_braid_sites, __stop_braid_sites, argc, argv);
}

/* Before every other constructor; the compiler's attribute does not allow a number this low. */
__attribute__((used,
               section(".init_array.00000"))) static void (*const register_this_unit)(int,
                                                                                      char **) = register_unit;
