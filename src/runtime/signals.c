/* Signal handlers of the program. A signal can arrive between the moment a caller begins to lay out the labels of
 * its arguments and the moment the function has taken them; a handler that calls functions itself would use the
 * same place. So while a run is recorded, handlers are called through one of ours, which puts the labels in flight
 * aside and back. The program does not see it: whenever it asks for a handler, it gets its own.
 *
 * These models are not instrumented; nothing in them depends on input. */
#define _GNU_SOURCE
#include "runtime/core.h"

#include <signal.h>

typedef void simple_handler(int);
typedef void full_handler(int, siginfo_t *, void *);

/* The program's handlers, by signal. They lie in ordinary memory: a restart puts them back with the rest. */
static union program_handler {
  simple_handler *simple;
  full_handler *full;
} handlers[NSIG];

/* In a function of its own, so that the usual case needs little of what may be a small stack. */
__attribute__((noinline)) static void call_with_labels_aside(int number, siginfo_t *information, void *context,
                                                             bool full) {
  braid_thread *thread = &__braid_thread, aside = *thread;
  thread->arg_tag = thread->ret_tag = NULL;
  thread->holding_back = BRAID_HOLDING_NOTHING;
  if (full)
    handlers[number].full(number, information, context);
  else
    handlers[number].simple(number);
  uintptr_t stack_low = thread->stack_low;
  *thread = aside;
  thread->stack_low = stack_low < aside.stack_low ? stack_low : aside.stack_low;
}

/* Whether labels are on their way cannot be seen: the tag comes last, and goes first. */
static bool labels_in_flight(void) { return braid_is_active(); }

static void on_signal(int number) {
  const braid_site_desc *caller = __braid_thread.caller;
  if (labels_in_flight())
    call_with_labels_aside(number, NULL, NULL, false);
  else
    handlers[number].simple(number);
  __braid_thread.caller = caller;
}

static void on_full_signal(int number, siginfo_t *information, void *context) {
  const braid_site_desc *caller = __braid_thread.caller;
  if (labels_in_flight())
    call_with_labels_aside(number, information, context, true);
  else
    handlers[number].full(number, information, context);
  __braid_thread.caller = caller;
}

static bool is_function(simple_handler *handler) {
  return handler != SIG_DFL && handler != SIG_IGN && handler != SIG_ERR && handler != SIG_HOLD;
}

static bool is_signal(int number) { return number > 0 && number < NSIG; }

int __braid_model_sigaction(int number, const struct sigaction *action, struct sigaction *old);
simple_handler *__braid_model_signal(int number, simple_handler *handler);
simple_handler *__braid_model_bsd_signal(int number, simple_handler *handler);
simple_handler *__braid_model_ssignal(int number, simple_handler *handler);
simple_handler *__braid_model_sysv_signal(int number, simple_handler *handler);
simple_handler *__braid_model___sysv_signal(int number, simple_handler *handler);
simple_handler *__braid_model_sigset(int number, simple_handler *handler);

#define MODEL __attribute__((weak, visibility("default")))

MODEL int __braid_model_sigaction(int number, const struct sigaction *action, struct sigaction *old) {
  if (!braid_is_active() || !is_signal(number))
    return sigaction(number, action, old);
  union program_handler before = handlers[number];
  struct sigaction ours, previous;
  if (action) {
    ours = *action;
    if (is_function(action->sa_handler)) {
      if (action->sa_flags & SA_SIGINFO) {
        handlers[number].full = action->sa_sigaction;
        ours.sa_sigaction = on_full_signal;
      } else {
        handlers[number].simple = action->sa_handler;
        ours.sa_handler = on_signal;
      }
    }
  }
  int result = sigaction(number, action ? &ours : NULL, &previous);
  if (result != 0) {
    handlers[number] = before;
    return result;
  }
  if (old) {
    *old = previous;
    if (previous.sa_handler == on_signal)
      old->sa_handler = before.simple;
    else if (previous.sa_sigaction == on_full_signal)
      old->sa_sigaction = before.full;
    braid_written(old, sizeof *old);
  }
  return result;
}

/* The functions that set nothing but the handler; they differ in flags and in what they block. */
static simple_handler *set_handler(simple_handler *(*real)(int, simple_handler *), int number,
                                   simple_handler *handler) {
  if (!braid_is_active() || !is_signal(number))
    return real(number, handler);
  union program_handler before = handlers[number];
  if (is_function(handler))
    handlers[number].simple = handler;
  simple_handler *previous = real(number, is_function(handler) ? on_signal : handler);
  if (previous == SIG_ERR)
    handlers[number] = before;
  const union program_handler full = {.full = on_full_signal};
  return previous == on_signal || previous == full.simple ? before.simple : previous;
}

MODEL simple_handler *__braid_model_signal(int number, simple_handler *handler) {
  return set_handler(signal, number, handler);
}
MODEL simple_handler *__braid_model_bsd_signal(int number, simple_handler *handler) {
  return set_handler(signal, number, handler);
}
MODEL simple_handler *__braid_model_ssignal(int number, simple_handler *handler) {
  return set_handler(signal, number, handler);
}
MODEL simple_handler *__braid_model_sysv_signal(int number, simple_handler *handler) {
  return set_handler(sysv_signal, number, handler);
}
MODEL simple_handler *__braid_model___sysv_signal(int number, simple_handler *handler) {
  return set_handler(sysv_signal, number, handler);
}

extern simple_handler *real_sigset(int number, simple_handler *handler) __asm__("sigset");
MODEL simple_handler *__braid_model_sigset(int number, simple_handler *handler) {
  return set_handler(real_sigset, number, handler);
}
