/* Answers from outside that are not input (trace/answers.def). That one was given is noted with the flag of the
 * call, which lies in the trace and is cleared before each run: a byte for each place, however often it is passed.
 */
#include "runtime/core.h"
#include "runtime/model.h"

static void set_flag(const braid_site_desc *site) {
  if (site->way_count)
    site->flags->flags[site->first_way] = 1;
}

BRAID_COLD void __braid_asked(const braid_site_desc *site, void *callee, int32_t descriptor) {
  if (braid_is_program_code(callee) || (descriptor >= 0 && braid_source_of_descriptor(descriptor) >= 0))
    return;
  set_flag(site);
}

void braid_answered(void) {
  if (__braid_thread.caller)
    set_flag(__braid_thread.caller);
}
