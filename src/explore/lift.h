// From the trace of a run to expressions that a solver understands.
//
// The nodes of a trace and those of a store are alike, so lifting makes each node again with the rules of the
// store. Only what events need is made: most nodes of most traces never reach a decision.
//
// One run after the other is read, and neighbours have much in common: up to the decision where they part, their
// tables of nodes and their events are the same. That part is compared, which is cheap, and not lifted again.
#pragma once

#include "explore/concretise.h"
#include "explore/domains.h"
#include "explore/input_symbols.h"
#include "explore/object_lift.h"
#include "explore/path.h"
#include "expr/evaluate.h"
#include "trace/reader.h"

namespace braid::explore {

// All that is given must outlive it.
class Lift {
public:
  Lift(expr::Store &store, InputSymbols &symbols, SiteTable &sites, Concretise policy = Concretise::SOUND)
      : store_(store), symbols_(symbols), sites_(sites), policy_(policy), objects_(store), domains_(store) {}

  // Reads the trace of another run; it need not outlive the call.
  void read(const trace::View &view);

  const Path &path() const { return path_; }
  // Of a label that an event mentions, or that such a label depends on; 0 for others.
  Expr expression(trace::Label label) const { return expressions_[label]; }
  // Numbers of the run's sources in the table of symbols.
  const std::vector<uint32_t> &sources() const { return sources_; }
  // How many nodes were lifted by read(), since the beginning.
  size_t lifted() const { return lifted_; }

private:
  size_t name_sources(const trace::View &view);
  void keep_common_part(const trace::View &view);
  Expr lift(const trace::View &view, trace::Label label);
  Expr made(const trace::View &view, const braid_node &node);
  void add(const trace::View &view, const braid_event &event);
  void add_step(const trace::View &view, const braid_event &event, Expr e, StepKind kind, uint64_t choice,
                std::span<const Expr> constraints);
  uint64_t excluded(const Step &step, std::span<const Expr> constraints);
  void add_call(const trace::View &view, const braid_event &event);
  void add_check(const trace::View &view, const braid_event &event);
  void add_value(const trace::View &view, const braid_event &event, Expr e, uint64_t value);
  expr::Value recorded(const trace::View &view, trace::Label label);

  expr::Store &store_;
  InputSymbols &symbols_;
  SiteNumbers sites_;
  Concretise policy_;
  ObjectLift objects_;
  Domains domains_; // at the end of the path

  // Of the run read last.
  std::vector<uint32_t> sources_;
  std::vector<braid_source> named_; // what the numbers in sources_ were made from
  std::vector<braid_node> nodes_;
  std::vector<uint8_t> contents_; // of objects, as far as nodes refer to them
  std::vector<braid_event> events_;
  std::vector<uint32_t> steps_before_; // each event
  std::vector<size_t> call_events_;    // where each call of the path returned
  std::vector<size_t> check_events_;   // where each of its checks was made
  std::vector<Expr> expressions_;      // by label
  Path path_;

  size_t lifted_ = 0;
  std::vector<trace::Label> pending_;
};

// What an input must satisfy, after the constraints before a step, to go the way that was gone there.
std::vector<Expr> way_taken(expr::Store &store, const SiteTable &sites, const Step &step);

// What an input must satisfy, after the constraints before a step, to go another way there: to make `choice`, or
// for a VALUE any value that is not among `seen`. The last one is that which the run itself did not satisfy.
std::vector<Expr> another_way(expr::Store &store, const SiteTable &sites, const Step &step, uint64_t choice,
                              std::span<const uint64_t> seen = {});

} // namespace braid::explore
