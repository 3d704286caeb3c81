/* Labels across calls: the slow paths. A caller with a labelled argument comes here first; whether the
 * function called will receive labels is known from the number in front of its first instruction, so an
 * uninstrumented function never sees a tag, and the loss is recorded before the call (which may not return). */
#include "runtime/lock.h"

__thread braid_thread __braid_thread __attribute__((tls_model("initial-exec"))) = {.stack_low = UINTPTR_MAX};

static bool receives_labels(const void *function) {
  uint64_t magic;
  if ((uintptr_t)function < 4096)
    return false;
  __builtin_memcpy(&magic, (const char *)function - sizeof magic, sizeof magic);
  return magic == BRAID_FUNCTION_MAGIC;
}

BRAID_COLD void __braid_call(void *callee, const braid_site_desc *site, uint32_t slots) {
  braid_thread *thread = &__braid_thread;
  uint64_t any = thread->variadic_count;
  for (uint32_t i = 0; i < slots; i++)
    any |= thread->args[i];
  if (!any)
    return;
  if (receives_labels(callee)) {
    thread->arg_tag = callee;
    return;
  }
  if (!braid_enter())
    return;
  for (uint32_t i = 0; i < slots; i++)
    if (thread->args[i] && thread->args[i] < __braid_state->trace->node_count)
      braid_event_add(BRAID_EVENT_LOST, 0, BRAID_LOST_CALL, site, (uint32_t)thread->args[i], 0);
  for (uint32_t i = 0; i < thread->variadic_count; i++)
    braid_event_add(BRAID_EVENT_LOST, 0, BRAID_LOST_CALL, site, thread->variadic[i].label, 0);
  thread->variadic_count = 0;
  braid_leave();
}

BRAID_COLD void __braid_variadic(uint32_t offset, uint32_t bytes, braid_label label) {
  braid_thread *thread = &__braid_thread;
  if (label && thread->variadic_count < BRAID_VARIADIC_SLOTS)
    thread->variadic[thread->variadic_count++] = (braid_variadic){offset, bytes, label};
}

BRAID_COLD int __braid_returned(void *callee, void *tag) {
  const braid_thread *thread = &__braid_thread;
  return thread->tail_from == callee && thread->tail_to == tag;
}

/* The va_list of the x86-64 ABI. */
struct variable_arguments {
  uint32_t general_offset, float_offset;
  uint8_t *overflow, *registers;
};

#define REGISTER_AREA_BYTES 176u

BRAID_COLD uintptr_t __braid_va_start(void *list, const braid_variadic *entries, uint32_t count) {
  const struct variable_arguments *arguments = list;
  uintptr_t end = 0;
  if (!braid_enter())
    return 0;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t offset = entries[i].offset;
    uint8_t *at = offset < REGISTER_AREA_BYTES ? arguments->registers + offset
                                               : arguments->overflow + (offset - REGISTER_AREA_BYTES);
    braid_shadow_set(at, entries[i].bytes, entries[i].label, 0);
    if (offset >= REGISTER_AREA_BYTES && (uintptr_t)at + entries[i].bytes > end)
      end = (uintptr_t)at + entries[i].bytes;
  }
  braid_leave();
  return end;
}
