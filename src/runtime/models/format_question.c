/* Formats that are input. A program that prints what it was given as a format does what the input says: it reads
 * from the stack, and with %n it writes to memory. Whether that can be is a question about the text of the format:
 * that it is "%s%s%s%n", as many %s as there is room for. A run of that reads where nothing is, or writes where
 * nobody may, and that is what proves it. */
#include "runtime/models/format.h"
#include "trace/checks.h"

BRAID_MODEL_FILE;

/* Behind so many nothing new is to be expected. */
#define LONGEST 64

/* For characters of either size. One condition for all of them: no decisions. */
#define ASK(format, length)                                                                                       \
  size_t first = 0, count = 0;                                                                                    \
  if (!braid_any_symbolic(format, (length) * sizeof *(format)))                                                   \
    return;                                                                                                       \
  while (!braid_any_symbolic((format) + first, sizeof *(format)))                                                 \
    first++;                                                                                                      \
  while (first + count < (length) && count < LONGEST &&                                                           \
         braid_any_symbolic((format) + first + count, sizeof *(format)))                                          \
    count++;                                                                                                      \
  count &= ~(size_t)1;                                                                                            \
  if (count < 2)                                                                                                  \
    return;                                                                                                       \
  bool wrong = true;                                                                                              \
  for (size_t i = 0; i < count; i += 2) {                                                                         \
    wrong &= (format)[first + i] == '%';                                                                          \
    wrong &= (format)[first + i + 1] == (i + 2 == count ? 'n' : 's');                                             \
  }                                                                                                               \
  __braid_mark_check(wrong, BRAID_CHECK_FORMAT)

void format_ask(const char *format) {
  if (!braid_is_active())
    return;
  const size_t length = strlen(format);
  ASK(format, length);
}

void format_ask_wide(const wchar_t *format) {
  if (!braid_is_active())
    return;
  const size_t length = wcslen(format);
  ASK(format, length);
}
