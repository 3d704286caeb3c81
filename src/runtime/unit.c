/* Linked into every executable and shared library: tells the runtime, before any constructor of this unit
 * runs, where the unit's tables are. The linker makes the symbols from the names of sections. */
#include "runtime/api.h"

__attribute__((weak, visibility("hidden"))) extern const braid_site_desc __start_braid_sites[];
__attribute__((weak, visibility("hidden"))) extern const braid_site_desc __stop_braid_sites[];
__attribute__((weak, visibility("hidden"))) extern braid_way_flags __start_braid_ways[];
__attribute__((weak, visibility("hidden"))) extern braid_way_flags __stop_braid_ways[];

__attribute__((weak, visibility("hidden"))) extern const braid_object_desc __start_braid_objects[];
__attribute__((weak, visibility("hidden"))) extern const braid_object_desc __stop_braid_objects[];

/* The C library gives constructors what main will get. */
static void register_unit(int argc, char **argv) {
  const braid_unit unit = {__start_braid_sites, __stop_braid_sites,    __start_braid_ways,
                           __stop_braid_ways,   __start_braid_objects, __stop_braid_objects};
  __braid_register_unit(&unit, argc, argv);
}

/* Before every other constructor; the compiler's attribute does not allow a number this low. */
__attribute__((used,
               section(".init_array.00000"))) static void (*const register_this_unit)(int,
                                                                                      char **) = register_unit;
