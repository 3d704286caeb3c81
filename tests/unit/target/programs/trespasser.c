/* Does to its surroundings what its standard input says, a line for each deed, and prints how that went: the
 * answer that it was given, "ok", or the error's text. */
#include "runtime/api.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static const char *answer(int result) { return result < 0 ? strerror(errno) : "ok"; }

static const char *write_file(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file < 0)
    return strerror(errno);
  ssize_t written = write(file, text, strlen(text));
  close(file);
  return answer((int)written);
}

static const char *read_file(const char *path) {
  static char text[256];
  int file = open(path, O_RDONLY);
  if (file < 0)
    return strerror(errno);
  ssize_t bytes = read(file, text, sizeof text - 1);
  close(file);
  text[bytes < 0 ? 0 : bytes] = 0;
  return text;
}

/* In pieces that no limit for one file stops. */
static const char *fill(const char *folder) {
  static char block[1 << 20];
  memset(block, 'x', sizeof block);
  for (int number = 0; number < 64; number++) {
    char name[256];
    snprintf(name, sizeof name, "%s/filling.%d", folder, number);
    int file = open(name, O_WRONLY | O_CREAT, 0644);
    for (int i = 0; i < 32; i++)
      if (write(file, block, sizeof block) != sizeof block)
        return strerror(errno);
    close(file);
  }
  return "ok";
}

static const char *connect_to_port(const char *port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port))};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return answer(connect(socket(AF_INET, SOCK_STREAM, 0), (struct sockaddr *)&address, sizeof address));
}

/* A name that begins with @ is no file. */
static const char *connect_to_name(const char *name) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, name, sizeof address.sun_path - 1);
  socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(name));
  if (name[0] == '@')
    address.sun_path[0] = 0;
  return answer(connect(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&address, size));
}

/* A server and a client of its own. */
static const char *talk_to_itself(void) {
  struct sockaddr_in address = {.sin_family = AF_INET};
  socklen_t size = sizeof address;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int server = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(server, (struct sockaddr *)&address, size) < 0 || listen(server, 1) < 0 ||
      getsockname(server, (struct sockaddr *)&address, &size) < 0)
    return strerror(errno);
  return answer(connect(socket(AF_INET, SOCK_STREAM, 0), (struct sockaddr *)&address, size));
}

static const char *leave_daemon(void) {
  if (fork() == 0) {
    setsid();
    if (fork() == 0)
      sleep(1000);
    _exit(0);
  }
  return "ok";
}

static const char *do_deed(const char *deed, const char *what, const char *more) {
#define IS(name) (strcmp(deed, name) == 0)
  if (IS("write"))
    return write_file(what, more);
  if (IS("read"))
    return read_file(what);
  if (IS("remove"))
    return answer(unlink(what));
  if (IS("link"))
    return answer(symlink(what, more));
  if (IS("fill"))
    return fill(what);
  if (IS("port"))
    return connect_to_port(what);
  if (IS("name"))
    return connect_to_name(what);
  if (IS("itself"))
    return talk_to_itself();
  if (IS("kill"))
    return answer(kill(atoi(what), SIGKILL));
  if (IS("daemon"))
    return leave_daemon();
  if (IS("remount"))
    return answer(mount(NULL, what, NULL, MS_REMOUNT | MS_BIND, NULL));
  if (IS("unmount"))
    return answer(umount2(what, MNT_DETACH));
  return "no such deed";
}

int main(int argc, char **argv) {
  __braid_start(&argc, &argv, &environ);
  static char input[4096];
  size_t length = 0;
  for (ssize_t bytes; (bytes = read(0, input + length, sizeof input - 1 - length)) > 0;)
    length += (size_t)bytes;
  for (char *rest = NULL, *line = strtok_r(input, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
    char *words = NULL;
    const char *deed = strtok_r(line, " ", &words), *what = strtok_r(NULL, " ", &words),
               *more = strtok_r(NULL, " ", &words);
    dprintf(1, "%s\n", do_deed(deed, what ? what : "", more ? more : ""));
  }
  return 0;
}
