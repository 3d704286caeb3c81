/* What the models of memory and text share.
 *
 * Bytes move the way the real function moves them, and labels follow with braid_copy_labels; what a model adds
 * is the decisions. A function that stops at the first zero byte decides, for each byte that depends on input,
 * whether it is zero: looking at the bytes one at a time in instrumented code records exactly that. So the
 * memory after a call is always the work of the real function, and a length found here is always its length. */
#ifndef BRAID_RUNTIME_MODELS_TEXT_H
#define BRAID_RUNTIME_MODELS_TEXT_H

#include "runtime/model.h"
#include "runtime/models/decide.h"

#include <string.h>

/* A pointer that depends on input is made concrete once, on entry, instead of once for each byte behind it. */
#define BRAID_READ(pointer, bytes) ((__typeof__(pointer))braid_concrete_address(pointer, bytes, false))
#define BRAID_WRITE(pointer, bytes) ((__typeof__(pointer))braid_concrete_address(pointer, bytes, true))

/* strlen, with a decision for each symbolic byte. */
static inline size_t braid_text_length(const char *text) {
  size_t length = strlen(text);
  if (!braid_any_symbolic(text, length + 1))
    return length;
  size_t i = 0;
  while (text[i])
    i++;
  return i;
}

/* strnlen, likewise. */
static inline size_t braid_text_length_within(const char *text, size_t limit) {
  size_t length = strnlen(text, limit);
  if (!braid_any_symbolic(text, length < limit ? length + 1 : limit))
    return length;
  size_t i = 0;
  while (i < limit && text[i])
    i++;
  return i;
}

/* Whether a character is in a set: one condition, however many characters the set has. */
static inline bool braid_text_member(char character, const char *set, size_t count) {
  bool member = false;
  for (size_t i = 0; i < count; i++)
    member |= character == set[i];
  return member;
}

/* strspn, with a decision for each symbolic byte. */
static inline size_t braid_text_span(const char *text, const char *set) {
  size_t span = strspn(text, set);
  if (!braid_any_symbolic(text, span + 1) && !braid_any_symbolic(set, strlen(set) + 1))
    return span;
  size_t count = braid_text_length(set), i = 0;
  while (braid_text_member(text[i], set, count))
    i++;
  return i;
}

/* strcspn, likewise. */
static inline size_t braid_text_span_without(const char *text, const char *set) {
  size_t span = strcspn(text, set);
  if (!braid_any_symbolic(text, span + 1) && !braid_any_symbolic(set, strlen(set) + 1))
    return span;
  size_t count = braid_text_length(set), i = 0;
  while (!(braid_text_member(text[i], set, count) | (text[i] == 0)))
    i++;
  return i;
}

/* The result of a comparison. Which negative or positive number it is differs between versions of the real
 * function for different processors, and is mostly the difference of the two bytes: then it is that expression.
 * Otherwise it is a constant of its sign. (The real memcmp looks at the numbers, which decides nothing.) */
static inline int braid_compared(int difference, int real) {
  if (memcmp(&difference, &real, sizeof real) == 0)
    return difference;
  BRAID_DECIDE(difference < 0);
  return real;
}

/* A real function has used these bytes in a way that no model follows: record what is lost. */
static inline void braid_bytes_lost(const void *bytes, size_t count) {
  const unsigned char *at = (const unsigned char *)bytes;
  if (!braid_any_symbolic(bytes, count))
    return;
  for (size_t i = 0; i < count; i++)
    braid_concrete(at[i], BRAID_LOST_MODEL);
}

static inline void braid_text_lost(const char *text) {
  if (text)
    braid_bytes_lost(text, strlen(text) + 1);
}

#endif
