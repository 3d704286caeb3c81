/* Models of the functions that cut a string into pieces. They write a zero byte behind the piece they return
 * and remember where to go on; what is a separator is one decision for each byte. */
#define _GNU_SOURCE
#include "runtime/model.h"
#include "runtime/models/text.h"

BRAID_MODEL_FILE;

static char *next_token(char *text, const char *separators, char **position) {
  if (!text)
    text = *position;
  text = BRAID_READ(text, 1);
  separators = BRAID_READ(separators, 1);
  text += braid_text_span(text, separators);
  if (*text == 0) {
    *position = text;
    return NULL;
  }
  char *end = text + braid_text_span_without(text, separators);
  if (*end == 0) {
    *position = end;
    return text;
  }
  *end = 0;
  *position = end + 1;
  return text;
}

BRAID_MODEL(char *, strtok_r, (char *text, const char *separators, char **position)) {
  return braid_is_active() ? next_token(text, separators, position) : strtok_r(text, separators, position);
}

BRAID_MODEL(char *, __strtok_r, (char *text, const char *separators, char **position)) {
  return braid_is_active() ? next_token(text, separators, position) : strtok_r(text, separators, position);
}

/* The position lies in the library where we cannot reach it, so this model keeps its own, and uses it also
 * while nothing is recorded: a program may fork between two calls. */
BRAID_MODEL(char *, strtok, (char *text, const char *separators)) {
  static char *position;
  return braid_is_active() ? next_token(text, separators, &position) : strtok_r(text, separators, &position);
}

BRAID_MODEL(char *, strsep, (char **position, const char *separators)) {
  if (!braid_is_active())
    return strsep(position, separators);
  char *text = *position;
  if (!text)
    return NULL;
  text = BRAID_READ(text, 1);
  char *end = text + braid_text_span_without(text, BRAID_READ(separators, 1));
  if (*end == 0) {
    *position = NULL;
    return text;
  }
  *end = 0;
  *position = end + 1;
  return text;
}
