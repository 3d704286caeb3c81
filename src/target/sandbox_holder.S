/* The program of sandbox_holder.c, as bytes. */
  .section .rodata
  .balign 16
  .globl braid_sandbox_holder, braid_sandbox_holder_end
braid_sandbox_holder:
  .incbin BRAID_SANDBOX_HOLDER
braid_sandbox_holder_end:
  .section .note.GNU-stack, "", @progbits
