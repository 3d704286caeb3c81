/* Leaving a function a second time: the registers of a moment, to go on from it later. Like setjmp, but it
 * survives that the function has returned in between, because the memory of its stack frame is put back too
 * (snapshot.c); and it keeps the control words of floating-point arithmetic, which a program may change. */
#ifndef BRAID_RUNTIME_CONTEXT_H
#define BRAID_RUNTIME_CONTEXT_H

#include <stdint.h>

typedef struct braid_context {
  uint64_t rbx, rbp, r12, r13, r14, r15, rsp, rip;
  uint32_t vector_control; /* MXCSR */
  uint16_t float_control;  /* of the x87 unit */
} braid_context;

#define BRAID_CONTEXT_HIDDEN __attribute__((visibility("hidden")))

/* 0 now, 1 each time the context is resumed. */
BRAID_CONTEXT_HIDDEN __attribute__((returns_twice)) int braid_context_save(braid_context *context);
BRAID_CONTEXT_HIDDEN _Noreturn void braid_context_resume(const braid_context *context);
/* Calls `next`, which must not return, with the stack that ends at `top`. */
BRAID_CONTEXT_HIDDEN _Noreturn void braid_context_switch(void *top, void (*next)(void));

#endif
