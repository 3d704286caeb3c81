// What a library function has written carries no label any more, also where the value is the same as before.
//
// Each function is called once to see what it writes. Then the same bytes are made to depend on input, it is called
// again, and looking at what it wrote is no decision of the program. What it did not write is.
// INPUT: PATTERN 64
// FLAGS: -D_GNU_SOURCE -lm -pthread -Wno-deprecated-declarations
// RESTARTS
#include "check.h"
#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <mntent.h>
#include <netdb.h>
#include <pthread.h>
#include <pwd.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/uio.h>

static unsigned char zero; // depends on input

// Makes the bytes depend on input, at their values.
static void depend(void *memory, size_t bytes) {
  for (size_t i = 0; i < bytes; i++)
    ((unsigned char *)memory)[i] ^= zero;
}

static unsigned char first[4096], second[4096];

#define SAME(bytes) CHECK(memcmp(first, second, bytes) == 0)

// `call` writes into `to`.
#define WRITES(bytes, call)                                                                                       \
  do {                                                                                                            \
    void *to = first;                                                                                             \
    call;                                                                                                         \
    memcpy(second, first, sizeof second);                                                                         \
    depend(second, bytes);                                                                                        \
    to = second;                                                                                                  \
    call;                                                                                                         \
    SAME(bytes);                                                                                                  \
  } while (0)

static void signals(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  WRITES(sizeof set, sigprocmask(SIG_BLOCK, NULL, to));                    // CONCRETE
  WRITES(sizeof set, pthread_sigmask(SIG_BLOCK, NULL, to));                // CONCRETE
  WRITES(sizeof set, sigpending(to));                                      // CONCRETE
  sigprocmask(SIG_BLOCK, &set, NULL);
  WRITES(sizeof(int), (raise(SIGUSR1), sigwait(&set, to)));                // CONCRETE
}

static void descriptors(void) {
  int ends[2];
  if (pipe(ends))
    abort();
  write(ends[1], "abc", 3);
  WRITES(sizeof(int), ioctl(ends[0], FIONREAD, to)); // CONCRETE
  close(ends[0]);
  close(ends[1]);
  FILE *file = tmpfile();
  fwrite("some bytes", 1, 10, file);
  fflush(file);
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  WRITES(sizeof lock, (memcpy(to, &lock, 2), fcntl(fileno(file), F_GETLK, to)));                         // CONCRETE
  WRITES(5, preadv2(fileno(file), &(struct iovec){to, 5}, 1, 2, 0));                                     // CONCRETE
  WRITES(sizeof(fpos_t), fgetpos(file, to));                                                             // CONCRETE
  fclose(file);
  WRITES(5, process_vm_readv(getpid(), &(struct iovec){to, 5}, 1, &(struct iovec){"bytes", 5}, 1, 0));  // CONCRETE
}

static void sockets(void) {
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_DGRAM, 0, pair))
    abort();
#define MESSAGE(to) (&(struct mmsghdr){.msg_hdr = {.msg_iov = &(struct iovec){to, 5}, .msg_iovlen = 1}})
  WRITES(5, (send(pair[1], "bytes", 5, 0), recvmmsg(pair[0], MESSAGE(to), 1, 0, NULL))); // CONCRETE
  close(pair[0]);
  close(pair[1]);
  int server = socket(AF_UNIX, SOCK_STREAM, 0), client;
  struct sockaddr address = {.sa_family = AF_UNIX};
  if (bind(server, &address, sizeof(sa_family_t)) || listen(server, 5)) // the kernel finds a name
    abort();
  struct sockaddr_storage name;
  socklen_t bytes = sizeof name;
  getsockname(server, (struct sockaddr *)&name, &bytes);
#define ACCEPTED(to)                                                                                              \
  (*(socklen_t *)to = 64, client = socket(AF_UNIX, SOCK_STREAM, 0),                                               \
   connect(client, (struct sockaddr *)&name, bytes),                                                              \
   close(accept(server, (struct sockaddr *)((char *)to + sizeof bytes), to)), close(client))
  WRITES(sizeof bytes + 2, ACCEPTED(to)); // CONCRETE
  close(server);
}

static void memory(void) {
  unsigned char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  depend(page, 8);
  madvise(page, 4096, MADV_DONTNEED);
  CHECK(page[3] == 0); // CONCRETE
  munmap(page, 4096);
}

static void threads(void) {
  sem_t semaphore;
  sem_init(&semaphore, 0, 3);
  WRITES(sizeof(int), sem_getvalue(&semaphore, to));                 // CONCRETE
  WRITES(4, pthread_getname_np(pthread_self(), to, 64));             // CONCRETE
  WRITES(4, prctl(PR_GET_NAME, to));                                 // CONCRETE
  WRITES(sizeof(int), prctl(PR_GET_PDEATHSIG, to));                  // CONCRETE
  WRITES(sizeof(struct rlimit), prlimit(0, RLIMIT_CORE, NULL, to));  // CONCRETE
}

static void numbers(void) {
  double cosine;
  int exponent;
  WRITES(sizeof(double), sincos(0.5, to, &cosine));    // CONCRETE
  WRITES(sizeof(float), sincosf(0.5f, to, (float *)to + 1)); // CONCRETE
  WRITES(sizeof(int), remquo(17, 5, to));              // CONCRETE
  WRITES(sizeof(int), frexp(17, to));                  // CONCRETE
  WRITES(sizeof(int), frexpl(17, to));                 // CONCRETE
  WRITES(sizeof(double), modf(17.5, to));              // CONCRETE
  WRITES(10, modfl(17.5L, to));                        // CONCRETE
  WRITES(sizeof(int), lgamma_r(-0.5, to));             // CONCRETE
  double symbolic = (double)input_bytes[1];
  cosine = 1;
  remquo(symbolic, 3, &exponent);             // LOST: MODEL
  lgamma_r(symbolic, &exponent);              // LOST: MODEL
  CHECK(cosine > 0 && exponent > 0);          // CONCRETE
  CHECK(modf((double)input_bytes[2] + 0.5, &cosine) == 0.5);
  CHECK(cosine > 200); // TURNS
}

static void random_numbers(void) {
  unsigned short seed[3] = {1, 2, 3};
  struct drand48_data state;
  struct random_data random_state;
  static char random_memory[64];
  WRITES(6, (memcpy(to, seed, 6), nrand48(to)));                                                           // CONCRETE
  WRITES(6, (memcpy(to, seed, 6), erand48(to)));                                                           // CONCRETE
  WRITES(6, (memcpy(to, seed, 6), jrand48(to)));                                                           // CONCRETE
  WRITES(sizeof(double), (srand48_r(1, &state), drand48_r(&state, to)));                                   // CONCRETE
  WRITES(sizeof(int), (memset(&random_state, 0, sizeof random_state),
                       initstate_r(1, random_memory, 64, &random_state), random_r(&random_state, to)));    // CONCRETE
}

static void tables(void) {
  struct passwd *user;
  struct dirent *entry;
  struct hostent *host;
  struct mntent mount;
  int error;
  WRITES(sizeof user->pw_uid, (setpwent(), getpwent_r((struct passwd *)(first + 1024), to, 1024, &user))); // CONCRETE
  WRITES(5, getpwnam_r("root", (struct passwd *)(first + 2048), to, 1024, &user));                         // CONCRETE
  WRITES(4, gethostbyname_r("127.0.0.1", (struct hostent *)(first + 2048), to, 1024, &host, &error));      // CONCRETE
  DIR *folder = opendir("/");
  WRITES(sizeof(ino_t), (rewinddir(folder), readdir_r(folder, to, &entry)));                               // CONCRETE
  closedir(folder);
  FILE *mounts = fopen("/proc/mounts", "r");
  WRITES(3, (rewind(mounts), getmntent_r(mounts, &mount, to, 512)));                                       // CONCRETE
  fclose(mounts);
}

int main(void) {
  begin();
  zero = input_bytes[0] ^ known_bytes[0];
  signals();
  descriptors();
  sockets();
  memory();
  threads();
  numbers();
  random_numbers();
  tables();
  // What nothing has written since does depend on input.
  memset(first, 0, 1);
  depend(first, 1);
  CHECK(first[0] == 1); // TURNS
  return 0;
}
