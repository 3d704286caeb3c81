/* The interface of libFuzzer, as far as harnesses use it. */
#ifndef BRAID_RUNTIME_MODELS_FUZZER_H
#define BRAID_RUNTIME_MODELS_FUZZER_H

#include <stddef.h>
#include <stdint.h>

/* 0: accepted; -1: not for the collection. */
typedef int fuzzer_test(const uint8_t *data, size_t bytes);

int LLVMFuzzerRunDriver(int *argc, char ***argv, fuzzer_test *test);
/* A harness may have it or not. */
int LLVMFuzzerInitialize(int *argc, char ***argv) __attribute__((weak));

#endif
