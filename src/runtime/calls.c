/* Labels across calls: the slow paths. A caller with a labelled argument comes here first; whether the
 * function called will receive labels is known from the number in front of its first instruction, so an
 * uninstrumented function never sees a tag, and the loss is recorded before the call (which may not return). */
#include "runtime/lock.h"

__thread braid_thread __braid_thread __attribute__((tls_model("initial-exec"))) = {.stack_low = UINTPTR_MAX};

static uint64_t magic_of(const void *function) {
  uint64_t magic = 0;
  const char *at = (const char *)function - sizeof magic;
  if ((uintptr_t)function < 4096)
    return 0;
  if ((uintptr_t)function % 4096 >= sizeof magic)
    __builtin_memcpy(&magic, at, sizeof magic);
  else /* before code that the program made itself there may be nothing */
    braid_read_safely(&magic, at, sizeof magic);
  return magic;
}

static bool has_magic(const void *function) {
  uint64_t magic = magic_of(function);
  return magic == BRAID_FUNCTION_MAGIC || magic == BRAID_MODEL_MAGIC;
}

/* A model that is called by way of a pointer; compiled code notes the place only for calls by name. */
static void note_caller(const void *receiver, const braid_site_desc *site) {
  if (magic_of(receiver) == BRAID_MODEL_MAGIC && !site->in_model)
    __braid_thread.caller = site;
}

/* The address of a function in a library or chosen by the machine's abilities may be that of a step in one of the
 * linker's tables: [endbr64] [bnd] jmp *entry(%rip). */
static void *behind_step(void *function) {
  const uint8_t *code = function;
  if ((uintptr_t)function < 4096)
    return function;
  if (code[0] == 0xf3 && code[1] == 0x0f && code[2] == 0x1e && code[3] == 0xfa)
    code += 4;
  if (code[0] == 0xf2)
    code++;
  if (code[0] != 0xff || code[1] != 0x25)
    return function;
  int32_t distance;
  __builtin_memcpy(&distance, code + 2, sizeof distance);
  void *target;
  __builtin_memcpy(&target, code + 6 + distance, sizeof target);
  return target;
}

/* The instrumented function that a call of this address reaches, or null. */
static void *instrumented(void *function) {
  if (has_magic(function))
    return function;
  void *target = behind_step(function);
  return target != function && has_magic(target) ? target : NULL;
}

bool braid_receives_labels(void *function) { return instrumented(function) != NULL; }

bool braid_is_program_code(void *function) {
  const void *found = instrumented(function);
  return found && magic_of(found) == BRAID_FUNCTION_MAGIC;
}

static void lose(const braid_site_desc *site, uint32_t reason, braid_label label) {
  if (label)
    braid_event_add(BRAID_EVENT_LOST, 0, (uint16_t)reason, site, label, 0);
}

/* One label stands for all; the flag says that there are others. */
static void lose_memory(const braid_site_desc *site, uint32_t reason, const void *memory, uint64_t bytes) {
  braid_label label = braid_shadow_first(memory, bytes, 0);
  if (label && braid_is_news(site, label))
    braid_event_add(BRAID_EVENT_LOST, braid_shadow_first(memory, bytes, label) != 0, (uint16_t)reason, site, label,
                    0);
}

BRAID_COLD void __braid_call(void *callee, const braid_site_desc *site, uint32_t slots) {
  braid_thread *thread = &__braid_thread;
  uint64_t any = thread->variadic_count;
  for (uint32_t i = 0; i < slots; i++)
    any |= thread->args[i];
  if (!any)
    return;
  void *receiver = instrumented(callee);
  if (receiver) {
    thread->arg_tag = callee;
    thread->arg_alias = receiver;
    note_caller(receiver, site);
    return;
  }
  if (!braid_enter())
    return;
  for (uint32_t i = 0; i < slots; i++)
    if (thread->args[i] > UINT32_MAX) /* passed by value in memory: the address of a block with labels */
      lose_memory(site, BRAID_LOST_CALL, (const void *)thread->args[i], BRAID_SHOWN_BYTES);
    else
      lose(site, BRAID_LOST_CALL, (braid_label)thread->args[i]);
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
  if (thread->tail_from == callee && thread->tail_to == tag)
    return 1;
  if ((uintptr_t)callee != BRAID_TAG_SETJMP && instrumented(callee) == tag)
    return 1;
  if (tag != callee)
    __braid_unclaimed();
  return 0;
}

BRAID_COLD void __braid_unclaimed(void) {
  braid_thread *thread = &__braid_thread;
  bool told = thread->ret_site != NULL; /* without: made by the runtime for a caller that did not want it */
  thread->ret_tag = NULL;
  if (!told || !braid_enter())
    return;
  for (uint32_t i = 0; i < BRAID_RESULT_SLOTS; i++)
    if (thread->ret[i]) {
      lose(thread->ret_site, BRAID_LOST_RETURN, thread->ret[i]);
      break;
    }
  thread->ret_site = NULL;
  braid_leave();
}

BRAID_COLD void __braid_shown(const void *callee, const void *memory, uint64_t bytes, const braid_site_desc *site,
                              uint32_t reason) {
  const void *receiver = callee ? instrumented((void *)callee) : NULL;
  if (receiver)
    note_caller(receiver, site);
  if (receiver || !braid_enter())
    return;
  lose_memory(site, reason, memory, bytes);
  braid_leave();
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
