#include "target/write_ban.h"

#include <cstdint>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace braid::target {

namespace {

// What headers older than the kernel do not have.
constexpr uint64_t TRUNCATE = uint64_t{1} << 14;
constexpr uint64_t BIND_TCP = 1, CONNECT_TCP = 2;
constexpr uint64_t ABSTRACT_SOCKETS = 1, SIGNALS = 2;
struct Rules {
  uint64_t files, network, scopes;
};
constexpr long WITH_REFER = 2, WITH_TRUNCATE = 3, WITH_NETWORK = 4, WITH_SCOPES = 6; // versions

constexpr uint64_t CHANGES = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                             LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
                             LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                             LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
                             LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;

void allow_writing(int rules, const char *path) {
  const Descriptor file(open(path, O_PATH | O_CLOEXEC));
  const struct landlock_path_beneath_attr attributes = {LANDLOCK_ACCESS_FS_WRITE_FILE, file.number()};
  if (file.is_open())
    syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &attributes, 0);
}

long landlock_version() {
  return syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

} // namespace

Descriptor make_signal_ban() {
  const Rules rules = {0, 0, SIGNALS};
  return landlock_version() < WITH_SCOPES
             ? Descriptor()
             : Descriptor(int(syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0)));
}

WriteBan make_write_ban() {
  const long version = landlock_version();
  if (version < 1)
    return {{}, "the kernel has no Landlock"};
  Rules wanted = {CHANGES, 0, 0};
  size_t size = sizeof wanted.files;
  if (version >= WITH_REFER)
    wanted.files |= LANDLOCK_ACCESS_FS_REFER;
  if (version >= WITH_TRUNCATE)
    wanted.files |= TRUNCATE;
  if (version >= WITH_NETWORK) {
    wanted.network = BIND_TCP | CONNECT_TCP;
    size = sizeof wanted.files + sizeof wanted.network;
  }
  if (version >= WITH_SCOPES) {
    wanted.scopes = ABSTRACT_SOCKETS | SIGNALS;
    size = sizeof wanted;
  }
  WriteBan ban;
  ban.rules = Descriptor(int(syscall(SYS_landlock_create_ruleset, &wanted, size, 0)));
  if (!ban.rules.is_open())
    return {{}, "Landlock refuses its rules"};
  for (const char *device : {"/dev/null", "/dev/zero", "/dev/full", "/dev/tty"})
    allow_writing(ban.rules.number(), device);
  if (version < WITH_TRUNCATE)
    ban.missing = "it can truncate files, use the network and kill other processes of the same user";
  else if (version < WITH_NETWORK)
    ban.missing = "it can use the network and kill other processes of the same user";
  else if (version < WITH_SCOPES)
    ban.missing = "it can use the network other than by TCP, and kill other processes of the same user";
  else
    ban.missing = "it can use the network other than by TCP";
  return ban;
}

const char *enter_write_ban(int rules) {
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(SYS_landlock_restrict_self, rules, 0) == 0
             ? nullptr
             : "forbidding itself to change files";
}

} // namespace braid::target
