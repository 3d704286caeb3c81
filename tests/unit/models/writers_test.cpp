// Models made by the tables of writers: what the real function wrote has no labels afterwards, and what it did
// not write keeps them.
#include "stand_in.h"

#include <arpa/inet.h>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <gtest/gtest.h>
#include <iconv.h>
#include <pthread.h>
#include <regex.h>
#include <semaphore.h>
#include <sys/statfs.h>
#include <sys/utsname.h>
#include <unistd.h>

using stand_in::Symbolic;

extern "C" {
char *__braid_model_getcwd(char *, size_t);
ssize_t __braid_model_readlink(const char *, char *, size_t);
char *__braid_model_realpath(const char *, char *);
int __braid_model_statfs(const char *, struct statfs *);
int __braid_model_uname(struct utsname *);
int __braid_model_gethostname(char *, size_t);
int __braid_model_pipe(int *);
const char *__braid_model_inet_ntop(int, const void *, char *, socklen_t);
int __braid_model_inet_pton(int, const char *, void *);
size_t __braid_model_strftime(char *, size_t, const char *, const struct tm *);
struct tm *__braid_model_gmtime_r(const time_t *, struct tm *);
time_t __braid_model_time(time_t *);
size_t __braid_model_mbstowcs(wchar_t *, const char *, size_t);
size_t __braid_model_iconv(iconv_t, char **, size_t *, char **, size_t *);
size_t __braid_model_strxfrm(char *, const char *, size_t);
char *__braid_model_strerror_r(int, char *, size_t);
int __braid_model___xpg_strerror_r(int, char *, size_t);
int __braid_model_regcomp(regex_t *, const char *, int);
int __braid_model_regexec(const regex_t *, const char *, size_t, regmatch_t *, int);
int __braid_model_sigprocmask(int, const sigset_t *, sigset_t *);
int __braid_model_sigpending(sigset_t *);
int __braid_model_sem_getvalue(sem_t *, int *);
int __braid_model_pthread_getname_np(pthread_t, char *, size_t);
ssize_t __braid_model_getxattr(const char *, const char *, void *, size_t);
long __braid_model_nrand48(unsigned short *);
int __braid_model_drand48_r(struct drand48_data *, double *);
}

class Writers : public testing::Test {
protected:
  void SetUp() override {
    stand_in::choose(Symbolic::Labelled);
    stand_in::label(buffer, sizeof buffer, 1);
  }
  /// Exactly the first `bytes` bytes of the buffer have lost their labels.
  void expectWritten(size_t bytes) {
    for (size_t i = 0; i < sizeof buffer; i++)
      ASSERT_EQ(stand_in::labelOf(buffer + i) == 0, i < bytes) << "byte " << i << " of " << bytes << " written";
  }
  alignas(16) char buffer[4096];
};

TEST_F(Writers, Paths) {
  ASSERT_NE(__braid_model_getcwd(buffer, sizeof buffer), nullptr);
  expectWritten(strlen(buffer) + 1);
  SetUp();
  ASSERT_NE(__braid_model_realpath("/", buffer), nullptr);
  expectWritten(2);
  SetUp();
  ssize_t length = __braid_model_readlink("/proc/self/exe", buffer, sizeof buffer);
  ASSERT_GT(length, 0);
  expectWritten(static_cast<size_t>(length));
  SetUp();
  EXPECT_EQ(__braid_model_readlink("/", buffer, sizeof buffer), -1);
  expectWritten(0);
}

TEST_F(Writers, Structures) {
  ASSERT_EQ(__braid_model_statfs("/", reinterpret_cast<struct statfs *>(buffer)), 0);
  expectWritten(sizeof(struct statfs));
  SetUp();
  ASSERT_EQ(__braid_model_uname(reinterpret_cast<struct utsname *>(buffer)), 0);
  expectWritten(sizeof(struct utsname));
  SetUp();
  int *ends = reinterpret_cast<int *>(buffer);
  ASSERT_EQ(__braid_model_pipe(ends), 0);
  close(ends[0]);
  close(ends[1]);
  expectWritten(2 * sizeof(int));
  SetUp();
  time_t zero = 0;
  __braid_model_gmtime_r(&zero, reinterpret_cast<struct tm *>(buffer));
  expectWritten(sizeof(struct tm));
  SetUp();
  __braid_model_time(reinterpret_cast<time_t *>(buffer));
  expectWritten(sizeof(time_t));
  EXPECT_GT(__braid_model_time(nullptr), 0);
}

TEST_F(Writers, Texts) {
  ASSERT_EQ(__braid_model_gethostname(buffer, sizeof buffer), 0);
  expectWritten(strlen(buffer) + 1);
  SetUp();
  struct tm time = {};
  time.tm_year = 70;
  ASSERT_EQ(__braid_model_strftime(buffer, sizeof buffer, "%Y", &time), 4u);
  expectWritten(5);
  SetUp();
  ASSERT_EQ(__braid_model_strxfrm(buffer, "abc", sizeof buffer), 3u);
  expectWritten(4);
  SetUp();
  ASSERT_EQ(__braid_model_strxfrm(buffer, "abc", 2), 3u);
  expectWritten(2);
  SetUp();
  ASSERT_EQ(__braid_model_mbstowcs(reinterpret_cast<wchar_t *>(buffer), "abc", 10), 3u);
  expectWritten(4 * sizeof(wchar_t));
  SetUp();
  if (__braid_model_strerror_r(ENOENT, buffer, sizeof buffer) != buffer)
    expectWritten(0);
  SetUp();
  ASSERT_EQ(__braid_model___xpg_strerror_r(ENOENT, buffer, sizeof buffer), 0);
  expectWritten(strlen(buffer) + 1);
}

TEST_F(Writers, Network) {
  in_addr address = {};
  ASSERT_NE(__braid_model_inet_ntop(AF_INET, &address, buffer, sizeof buffer), nullptr);
  expectWritten(sizeof "0.0.0.0");
  SetUp();
  ASSERT_EQ(__braid_model_inet_pton(AF_INET6, "::1", buffer), 1);
  expectWritten(16);
  SetUp();
  ASSERT_EQ(__braid_model_inet_pton(AF_INET, "none", buffer), 0);
  expectWritten(0);
}

TEST_F(Writers, Signals) {
  auto *set = reinterpret_cast<sigset_t *>(buffer);
  ASSERT_EQ(__braid_model_sigprocmask(SIG_BLOCK, nullptr, set), 0);
  expectWritten(sizeof *set);
  SetUp();
  ASSERT_EQ(__braid_model_sigpending(set), 0);
  expectWritten(sizeof *set);
  SetUp();
  sigset_t none;
  sigemptyset(&none);
  EXPECT_EQ(__braid_model_sigprocmask(99, &none, set), -1);
  expectWritten(0);
  EXPECT_EQ(__braid_model_sigprocmask(SIG_BLOCK, &none, nullptr), 0);
}

TEST_F(Writers, Threads) {
  sem_t semaphore;
  ASSERT_EQ(sem_init(&semaphore, 0, 3), 0);
  ASSERT_EQ(__braid_model_sem_getvalue(&semaphore, reinterpret_cast<int *>(buffer)), 0);
  expectWritten(sizeof(int));
  sem_destroy(&semaphore);
  SetUp();
  ASSERT_EQ(__braid_model_pthread_getname_np(pthread_self(), buffer, sizeof buffer), 0);
  expectWritten(strlen(buffer) + 1);
  SetUp();
  EXPECT_EQ(__braid_model_getxattr("/", "user.braid.none", buffer, sizeof buffer), -1);
  expectWritten(0);
}

TEST_F(Writers, RandomNumbers) {
  auto *seed = reinterpret_cast<unsigned short *>(buffer);
  __braid_model_nrand48(seed);
  expectWritten(3 * sizeof *seed);
  EXPECT_EQ(stand_in::losses(), static_cast<int>(3 * sizeof *seed));
  SetUp();
  drand48_data state = {};
  srand48_r(1, &state);
  ASSERT_EQ(__braid_model_drand48_r(&state, reinterpret_cast<double *>(buffer)), 0);
  expectWritten(sizeof(double));
}

TEST_F(Writers, Conversions) {
  iconv_t table = iconv_open("UTF-16LE", "UTF-8");
  ASSERT_NE(table, reinterpret_cast<iconv_t>(-1));
  char text[] = "abc", *from = text, *to = buffer;
  size_t fromBytes = 3, toBytes = sizeof buffer;
  ASSERT_EQ(__braid_model_iconv(table, &from, &fromBytes, &to, &toBytes), 0u);
  expectWritten(6);
  ASSERT_EQ(__braid_model_iconv(table, nullptr, nullptr, nullptr, nullptr), 0u);
  iconv_close(table);
}

TEST_F(Writers, Patterns) {
  regex_t pattern;
  ASSERT_EQ(__braid_model_regcomp(&pattern, "b+", REG_EXTENDED), 0);
  regmatch_t *matches = reinterpret_cast<regmatch_t *>(buffer);
  ASSERT_EQ(__braid_model_regexec(&pattern, "ac", 2, matches, 0), REG_NOMATCH);
  expectWritten(0);
  ASSERT_EQ(__braid_model_regexec(&pattern, "abbc", 2, matches, 0), 0);
  expectWritten(2 * sizeof *matches);
  regfree(&pattern);
}

TEST_F(Writers, WhatIsReadIsLostAndThatIsRecorded) {
  char text[] = "10.0.0.1";
  in_addr address;
  __braid_model_inet_pton(AF_INET, text, &address);
  EXPECT_EQ(stand_in::losses(), 0);
  stand_in::label(text, sizeof text, 1);
  __braid_model_inet_pton(AF_INET, text, &address);
  EXPECT_EQ(stand_in::losses(), static_cast<int>(sizeof text));
}
