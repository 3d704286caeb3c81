/* Input for the programs of the corpus: bytes, or numbers of 32 bits, from standard input. */
#ifndef INPUT_H
#define INPUT_H

#include <stdint.h>
#include <stdio.h>

static inline size_t read_bytes(unsigned char *bytes, size_t most) { return fread(bytes, 1, most, stdin); }

/* A text that ends in 0; most counts that, too. */
static inline size_t read_text(char *text, size_t most) {
  size_t size = fread(text, 1, most - 1, stdin);
  text[size] = 0;
  return size;
}

static inline size_t read_numbers(int32_t *numbers, size_t most) {
  return fread(numbers, sizeof *numbers, most, stdin);
}

#endif
