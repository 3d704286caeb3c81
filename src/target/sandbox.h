// The program under test cannot harm its user: it runs in a sandbox, as far as the kernel allows
// (docs/sandbox.md).
//
// A sandbox is made before the program is started, because the input files of a run must be there already, and
// must be written through it: what the program does to them then stays in it, too. Starting a process in it costs
// next to nothing; several can be started one after the other. Everything that runs in it ends with this object,
// or with this process.
//
// What was tried and dropped: a folder with copies of the files that the program needs (nobody knows which those
// are), and a helper that starts the program and waits for it (then its end, its processor time and its process id
// must be passed on).
#pragma once

#include "target/descriptor.h"
#include "target/input.h"
#include "target/program.h"
#include "target/write_ban.h"

#include <memory>
#include <set>
#include <string>
#include <sys/types.h>

namespace braid::target {

struct WorldPlan;

// What is kept from the program here. The text is for the user.
struct Protection {
  enum class Level : uint8_t { FULL, PARTIAL, NONE };
  Level level = Level::FULL;
  std::string missing; // what is not kept from it, and why; empty if all is

  std::string text() const; // one sentence without its end; empty if all is well
};

class Sandbox {
public:
  // For this program and the files among the sources of the input. Null if the program is not to have one, or if
  // there is no way to make one here.
  static std::unique_ptr<Sandbox> make(const Program &program, const Input &input);
  // Likewise, and says what is kept from the program.
  static std::unique_ptr<Sandbox> make(const Program &program, const Input &input, Protection &protection);
  ~Sandbox();
  Sandbox(const Sandbox &) = delete;
  Sandbox &operator=(const Sandbox &) = delete;

  // Tries it. Where a program is started in one, make says it, and no other has to be made for that.
  static Protection protection(const Program &program, const Input &input = {});

  // Whether the files of this input can be written through it.
  bool suits(const Input &input) const;
  // The root folder that the program sees; negative: the same as here.
  int root() const { return root_.number(); }
  // So much was written to its scratch memory that a new sandbox is due: runs should not find it full.
  bool is_worn() const;

  // For launch.cpp: the process whose namespaces these are, if there are any, and rules for the program, if it is
  // not namespaces alone that keep it.
  int handle() const { return handle_.number(); }
  int namespaces() const { return namespaces_; }
  int rules() const { return ban_.rules.number(); }

private:
  Sandbox(const Program &program, const Input &input);
  static std::unique_ptr<Sandbox> try_to_make(const Program &program, const Input &input, std::string &why_not);
  Protection protection(const std::string &why_not) const;
  bool hold(pid_t holder, int namespaces, const WorldPlan &plan);

  Program program_;
  int namespaces_ = 0;
  pid_t holder_ = 0;
  Descriptor handle_, lifeline_, root_, scratch_;
  WriteBan ban_;
  std::set<std::string> files_, folders_; // of input
  std::string closed_place_;
};

// Process ids in a sandbox are not those outside. Of a child of `parent`, which is given as seen outside; 0 if it
// has no such child.
pid_t child_from_inside(pid_t parent, pid_t inside);

} // namespace braid::target
