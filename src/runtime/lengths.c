/* Lengths that depend on input, of memory that a function is about to read or write. The run has one length;
 * another one may be more than what is left of the object, and that is what is asked here. */
#include "runtime/events.h"
#include "runtime/lock.h"
#include "runtime/nodes.h"
#include "runtime/objects.h"
#include "trace/checks.h"

/* SIZE_MAX if nothing is known of the object. */
static uint64_t room_at(const void *memory) {
  uint64_t address = (uint64_t)(uintptr_t)memory;
  braid_object object = braid_object_at(address);
  return object.bytes ? object.address + object.bytes - address : UINT64_MAX;
}

BRAID_COLD void __braid_length_within(const braid_site_desc *site, braid_label length, uint64_t value,
                                      const void *to, const void *from) {
  if (!length || !braid_enter())
    return;
  if (__braid_state->trace->checks >> BRAID_CHECK_LENGTH & 1) {
    uint64_t room = to ? room_at(to) : UINT64_MAX, other = from ? room_at(from) : UINT64_MAX;
    if (other < room)
      room = other;
    if (room != UINT64_MAX) {
      braid_term limit = braid_constant(64, room), bytes = {.label = length, .width = 64, .value = value};
      braid_term beyond = braid_binary(BRAID_OP_ULT, limit, bytes, 1, room < value);
      if (beyond.label || room < value)
        braid_event_quick(BRAID_EVENT_CHECK, room < value, BRAID_CHECK_LENGTH, site, beyond.label, 0);
    }
  }
  braid_leave();
}
