/* A parser of records, as in many formats of text: "#2{name:12345,k:9}c". A record has a number of fields, the
 * fields are names and numbers, and at the end stands a letter for the sum of all digits. A name of more than
 * seven letters is copied whole if the record says that it has three fields or more: somebody thought of short
 * records only.
 *
 * finding: stack-buffer-overflow */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

struct field {
  char name[32];
  unsigned value;
};

static char text[64];
static const char *at = text;

static int take(char wanted) { return *at == wanted ? at++, 1 : 0; }

static int parse_field(struct field *field, unsigned *sum) {
  size_t length = 0;
  while (islower((unsigned char)*at) && length + 1 < sizeof field->name)
    field->name[length++] = *at++;
  field->name[length] = 0;
  if (length == 0 || !take(':') || !isdigit((unsigned char)*at))
    return 0;
  for (field->value = 0; isdigit((unsigned char)*at); at++) {
    field->value = field->value * 10 + (unsigned)(*at - '0');
    *sum += (unsigned)(*at - '0');
  }
  return 1;
}

static void print(const struct field *fields, unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    char column[8];
    size_t length = strlen(fields[i].name);
    if (count < 3 && length >= sizeof column)
      length = sizeof column - 1;
    for (size_t j = 0; j < length; j++)
      /* no room for long names in tables */
      column[j] = fields[i].name[j]; /* BAD */
    column[length < sizeof column ? length : sizeof column - 1] = 0;
    printf("%-8s%u\n", column, fields[i].value);
  }
}

int main(void) {
  struct field fields[4];
  unsigned count, sum = 0;
  if (!fgets(text, sizeof text, stdin) || !take('#') || *at < '1' || *at > '4')
    return 1;
  count = (unsigned)(*at++ - '0');
  if (!take('{'))
    return 1;
  for (unsigned i = 0; i < count; i++)
    if ((i > 0 && !take(',')) || !parse_field(&fields[i], &sum))
      return 1;
  if (!take('}') || *at != (char)('a' + sum % 26))
    return 1;
  print(fields, count);
  return 0;
}
