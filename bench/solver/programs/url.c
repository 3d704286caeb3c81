/* Takes an address apart: scheme, host, port, path. */
#include "input.h"

#include <ctype.h>
#include <string.h>

int main(void) {
  char text[22];
  read_text(text, sizeof text);
  char *rest = strstr(text, "://");
  if (rest == NULL)
    return 1;
  size_t scheme = (size_t)(rest - text);
  if (scheme == 0 || (strncmp(text, "http", scheme) != 0 && strncmp(text, "ftp", scheme) != 0))
    return 2;
  rest += 3;
  size_t host = 0;
  while (isalnum((unsigned char)rest[host]) || rest[host] == '.')
    host++;
  if (host == 0 || rest[host - 1] == '.')
    return 3;
  unsigned port = 80;
  rest += host;
  if (*rest == ':')
    for (port = 0, rest++; isdigit((unsigned char)*rest); rest++)
      port = port * 10 + (unsigned)(*rest - '0');
  if (port == 0 || port > 65535)
    return 4;
  if (*rest != 0 && *rest != '/')
    return 5;
  printf("port %u\n", port);
  return 0;
}
