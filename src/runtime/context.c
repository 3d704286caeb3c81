/* See context.h. Offsets are those of the structure's members, in order. */
#include "runtime/context.h"

#include <stddef.h>

/* A naked function takes its arguments from the registers. */
#define UNUSED __attribute__((unused))

_Static_assert(offsetof(braid_context, rip) == 56 && offsetof(braid_context, vector_control) == 64 &&
                   offsetof(braid_context, float_control) == 68,
               "the offsets below");

__attribute__((naked, returns_twice)) int braid_context_save(braid_context *context UNUSED) {
  __asm__("movq %rbx, 0(%rdi)\n\t"
          "movq %rbp, 8(%rdi)\n\t"
          "movq %r12, 16(%rdi)\n\t"
          "movq %r13, 24(%rdi)\n\t"
          "movq %r14, 32(%rdi)\n\t"
          "movq %r15, 40(%rdi)\n\t"
          "leaq 8(%rsp), %rax\n\t" /* as it will be after the return */
          "movq %rax, 48(%rdi)\n\t"
          "movq (%rsp), %rax\n\t"
          "movq %rax, 56(%rdi)\n\t"
          "stmxcsr 64(%rdi)\n\t"
          "fnstcw 68(%rdi)\n\t"
          "xorl %eax, %eax\n\t"
          "ret");
}

__attribute__((naked)) _Noreturn void braid_context_resume(const braid_context *context UNUSED) {
  __asm__("movq 0(%rdi), %rbx\n\t"
          "movq 8(%rdi), %rbp\n\t"
          "movq 16(%rdi), %r12\n\t"
          "movq 24(%rdi), %r13\n\t"
          "movq 32(%rdi), %r14\n\t"
          "movq 40(%rdi), %r15\n\t"
          "movq 48(%rdi), %rsp\n\t"
          "fninit\n\t" /* the program may have left values on the x87 stack */
          "fldcw 68(%rdi)\n\t"
          "ldmxcsr 64(%rdi)\n\t"
          "cld\n\t"
          "movl $1, %eax\n\t"
          "jmp *56(%rdi)");
}

__attribute__((naked)) _Noreturn void braid_context_switch(void *top UNUSED, void (*next)(void) UNUSED) {
  __asm__("movq %rdi, %rsp\n\t"
          "andq $-16, %rsp\n\t"
          "xorl %ebp, %ebp\n\t"
          "call *%rsi\n\t"
          "ud2");
}
