// The order counts. What shows the files below a place, and the few devices that are harmless, are taken while the
// tree of mounts is as it was. Then everything becomes read-only at once, also what is mounted below and what
// nobody thought of. Then the places are put on top.
//
// A place is an overlay: files are those that were there, and what the program changes is kept in memory of a
// bounded size. Nothing of it reaches the disk, and nobody has to clean up.
#include "target/sandbox_world.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <linux/capability.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace braid::target {

namespace {

constexpr const char *DEVICES[] = {"/dev/null",   "/dev/zero",    "/dev/full",
                                   "/dev/random", "/dev/urandom", "/dev/tty"};
constexpr size_t DEVICE_COUNT = sizeof DEVICES / sizeof *DEVICES;

bool set_option(int context, const char *name, const char *value) {
  return fsconfig(context, value ? FSCONFIG_SET_STRING : FSCONFIG_SET_FLAG, name, value, 0) == 0;
}

// Without a place in the tree yet. Negative if it is not possible.
int mounted(int context) {
  if (context < 0 || fsconfig(context, FSCONFIG_CMD_CREATE, nullptr, nullptr, 0) != 0)
    return -1;
  return fsmount(context, FSMOUNT_CLOEXEC, MOUNT_ATTR_NODEV | MOUNT_ATTR_NOSUID);
}

int new_file_system(const char *type) { return fsopen(type, FSOPEN_CLOEXEC); }

bool attach(int tree, const char *path) {
  return move_mount(tree, "", AT_FDCWD, path, MOVE_MOUNT_F_EMPTY_PATH) == 0;
}

bool write_text(const char *path, const char *text) {
  const int file = open(path, O_WRONLY | O_CLOEXEC);
  const bool done = file >= 0 && write(file, text, strlen(text)) == ssize_t(strlen(text));
  if (file >= 0)
    close(file);
  return done;
}

int scratch_memory(const WorldPlan &plan) {
  const int context = new_file_system("tmpfs");
  if (context < 0 || !set_option(context, "size", plan.bytes) || !set_option(context, "nr_inodes", plan.files) ||
      !set_option(context, "mode", "0755"))
    return -1;
  return mounted(context);
}

// Negative if the place cannot have one, such as a folder in which something else is mounted.
int overlay(const WorldPlace &place, int scratch, int lower, bool in_user_namespace) {
  char below[64], upper[64], work[64];
  snprintf(below, sizeof below, "/proc/self/fd/%d", lower);
  snprintf(upper, sizeof upper, "/proc/self/fd/%d/%s", scratch, place.upper);
  snprintf(work, sizeof work, "/proc/self/fd/%d/%s", scratch, place.work);
  const int context = new_file_system("overlay");
  if (context < 0 || !set_option(context, "lowerdir", below) || !set_option(context, "upperdir", upper) ||
      !set_option(context, "workdir", work) || (in_user_namespace && !set_option(context, "userxattr", nullptr)))
    return -1;
  return mounted(context);
}

int empty_folder(const WorldPlace &place, int scratch) {
  return open_tree(scratch, place.upper, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC);
}

bool make_folders(const WorldPlace &place, int scratch) {
  return mkdirat(scratch, place.upper, 0700) == 0 && fchmodat(scratch, place.upper, place.mode, 0) == 0 &&
         (!place.shows_files || mkdirat(scratch, place.work, 0700) == 0);
}

const char *make_files(const WorldPlan &plan, const char *&closed_place) {
  if (mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0)
    return "making mounts of its own";
  int devices[DEVICE_COUNT];
  for (size_t i = 0; i < DEVICE_COUNT; i++)
    devices[i] = open_tree(AT_FDCWD, DEVICES[i], OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC);
  int lower[max_places], trees[max_places];
  for (size_t i = 0; i < plan.place_count; i++)
    lower[i] = plan.places[i].shows_files ? open(plan.places[i].path, O_PATH | O_DIRECTORY | O_CLOEXEC) : -1;

  const int memory = plan.place_count == 0 ? -1 : scratch_memory(plan);
  if (memory < 0)
    return "making scratch memory";
  // It needs a name while the overlays are made, below one of them.
  const char *const name = plan.places[0].path;
  if (!attach(memory, name))
    return "placing scratch memory";
  const int scratch = open(name, O_PATH | O_DIRECTORY | O_CLOEXEC);
  for (size_t i = 0; i < plan.place_count; i++) {
    const WorldPlace &place = plan.places[i];
    trees[i] = -1;
    if (place.shows_files && lower[i] < 0)
      continue;
    if (!make_folders(place, scratch))
      return "making a folder in scratch memory";
    trees[i] = place.shows_files ? overlay(place, scratch, lower[i], (plan.namespaces & CLONE_NEWUSER) != 0)
                                 : empty_folder(place, scratch);
    if (trees[i] < 0 && !closed_place)
      closed_place = place.path;
  }
  if (trees[0] < 0 && umount2(name, MNT_DETACH) != 0)
    return "taking scratch memory away";

  struct mount_attr locked = {};
  locked.attr_set = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOSUID;
  if (mount_setattr(AT_FDCWD, "/", AT_RECURSIVE, &locked, sizeof locked) != 0)
    return "making files read-only";

  for (size_t i = 0; i < plan.place_count; i++)
    if (trees[i] >= 0 && !attach(trees[i], plan.places[i].path))
      return "placing a folder to write to";
  for (size_t i = 0; i < DEVICE_COUNT; i++)
    if (devices[i] >= 0 && !attach(devices[i], DEVICES[i]))
      return "placing a device";
  // Before this call /proc shows the processes of the whole machine.
  if ((plan.namespaces & CLONE_NEWPID) != 0 &&
      mount("proc", "/proc", "proc", MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr) != 0)
    return "mounting /proc";
  return nullptr;
}

// Nobody listens on the loopback device but the program itself.
void switch_loopback_on() {
  const int socket_number = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  struct ifreq request = {};
  memcpy(request.ifr_name, "lo", sizeof "lo");
  if (socket_number >= 0 && ioctl(socket_number, SIOCGIFFLAGS, &request) == 0) {
    request.ifr_flags |= IFF_UP;
    ioctl(socket_number, SIOCSIFFLAGS, &request);
  }
  if (socket_number >= 0)
    close(socket_number);
}

const char *become_holder(const WorldPlan &plan) {
  struct sigaction action = {};
  action.sa_handler = SIG_IGN; // processes without a parent are collected by the kernel
  sigaction(SIGCHLD, &action, nullptr);
  if (dup2(plan.lifeline, 0) != 0 || fcntl(0, F_SETFD, 0) != 0)
    return "passing a descriptor";
  syscall(SYS_close_range, 1u, ~0u, 4u /* CLOSE_RANGE_CLOEXEC */);
  if (chdir("/") != 0)
    return "entering the root folder";
  setsid();
  char name[] = "braid-sandbox";
  char *const arguments[] = {name, nullptr}, *const environment[] = {nullptr};
  syscall(SYS_execveat, plan.holder, "", arguments, environment, AT_EMPTY_PATH);
  return "starting its first process";
}

const char *make_all(const WorldPlan &plan, const char *&closed_place) {
  if (plan.user && (!write_text("/proc/self/setgroups", "deny") || !write_text("/proc/self/uid_map", plan.user) ||
                    !write_text("/proc/self/gid_map", plan.group)))
    return "being the same user in the sandbox";
  if (const char *failed = make_files(plan, closed_place))
    return failed;
  switch_loopback_on();
  if (const char *failed = drop_privileges())
    return failed;
  return become_holder(plan);
}

// What an administrator's program usually needs and what reaches nothing outside: the rest could undo the sandbox.
constexpr int KEPT[] = {CAP_CHOWN,  CAP_DAC_OVERRIDE, CAP_FOWNER,           CAP_FSETID,    CAP_KILL,
                        CAP_SETGID, CAP_SETUID,       CAP_NET_BIND_SERVICE, CAP_SYS_CHROOT};

bool is_kept(int capability) {
  for (const int kept : KEPT)
    if (kept == capability)
      return true;
  return false;
}

} // namespace

void make_world(const WorldPlan &plan, WorldFailure &failure) {
  failure.step = make_all(plan, failure.closed_place);
  failure.error = errno;
}

const char *enter_world(int holder_handle, int namespaces) {
  return syscall(SYS_setns, holder_handle, namespaces) == 0 ? nullptr : "entering the sandbox";
}

// Takes effect when the program is executed.
const char *drop_privileges() {
  for (int capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; capability++)
    if (!is_kept(capability))
      prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct sets[2];
  if (syscall(SYS_capget, &header, sets) == 0) {
    sets[0].inheritable = sets[1].inheritable = 0;
    syscall(SYS_capset, &header, sets);
  }
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? nullptr : "giving up privileges";
}

} // namespace braid::target
