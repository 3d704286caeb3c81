#include "explore/tree.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <stdexcept>

namespace braid::explore {

std::string_view way_text(Way way) {
  static constexpr std::string_view TEXTS[] = {"unvisited",
                                               "in work",
                                               "infeasible",
                                               "unknown: time",
                                               "unknown: memory",
                                               "unknown: theory",
                                               "unknown: solver",
                                               "diverged",
                                               "left out: depth",
                                               "left out: iterations",
                                               "left out: values",
                                               "unknown: results",
                                               "end",
                                               "cut",
                                               "rejected",
                                               "finished",
                                               "closed",
                                               "merged"};
  static_assert(std::size(TEXTS) == size_t(Way::COUNT));
  return TEXTS[size_t(way)];
}

bool is_complete(Way way) {
  return way == Way::INFEASIBLE || way == Way::END || way == Way::REJECTED || way == Way::FINISHED ||
         way == Way::MERGED;
}

Tree::Tree() : nodes_(1), edges_(1) {}

Node Tree::make(const Step &step, Node parent, TestNumber test) {
  Node node = Node(nodes_.size());
  if (free_.empty()) {
    nodes_.emplace_back();
  } else {
    node = free_.back();
    free_.pop_back();
    nodes_[node] = {};
  }
  Entry &entry = nodes_[node];
  entry.parent = parent;
  entry.site = step.site;
  entry.kind = uint32_t(step.kind);
  entry.test = test;
  entry.caller = step.caller;
  if (test >= open_.size())
    open_.resize(test + size_t(1));
  const uint32_t slots = step.kind == StepKind::VALUE ? 1 : step.kind == StepKind::SWITCH ? 0 : 2;
  open_[test] += slots;
  all_open_ += slots;
  if (step.kind == StepKind::ASSUME && step.choice == 1)
    assign(node, entry.slots[0], uint32_t(Way::REJECTED)); // nobody wants it broken
  if (step.kind == StepKind::SWITCH)
    for (uint32_t way = step.ways; way-- != 0;)
      add_edge(node, way);
  exclude(node, step);
  return node;
}

// Ways that no input goes, as the path itself shows.
void Tree::exclude(Node node, const Step &step) {
  if (step.kind == StepKind::VALUE) {
    if (step.excluded != 0)
      assign(node, nodes_[node].slots[1], uint32_t(Way::INFEASIBLE));
    return;
  }
  for (uint64_t rest = step.excluded; rest != 0; rest &= rest - 1)
    if (uint32_t &slot = slot_of(node, uint64_t(std::countr_zero(rest))); slot == uint32_t(Way::UNVISITED))
      assign(node, slot, uint32_t(Way::INFEASIBLE));
}

void Tree::assign(Node node, uint32_t &slot, uint32_t value) {
  if (node != NONE) {
    const int change = (is_open(value) ? 1 : 0) - (is_open(slot) ? 1 : 0);
    open_[nodes_[node].test] += uint32_t(change);
    all_open_ += size_t(change);
  }
  slot = value;
}

void Tree::add_edge(Node node, uint64_t choice) {
  uint32_t edge = free_edges_;
  if (edge != 0) {
    free_edges_ = edges_[edge].next;
  } else {
    edge = uint32_t(edges_.size());
    edges_.emplace_back();
  }
  edges_[edge] = {choice, uint32_t(Way::UNVISITED), nodes_[node].slots[0]};
  nodes_[node].slots[0] = edge;
  open_[nodes_[node].test]++;
  all_open_++;
}

uint32_t *Tree::find(Node node, uint64_t choice) {
  if (node == NONE)
    return &root_slot_;
  if (!has_edges(node))
    return &nodes_[node].slots[choice];
  for (uint32_t edge = nodes_[node].slots[0]; edge != 0; edge = edges_[edge].next)
    if (edges_[edge].choice == choice)
      return &edges_[edge].slot;
  return nullptr;
}

uint32_t &Tree::slot_of(Node node, uint64_t choice) {
  uint32_t *found = find(node, choice);
  if (found == nullptr) // a switch that goes a way it does not have: the trace is broken
    throw std::logic_error("a run went a way that its switch does not have");
  return *found;
}

Tree::Added Tree::add(const Path &path, TestNumber test, Way end) {
  Added added;
  last_.clear();
  Node parent = NONE;
  uint64_t choice = 0;
  added.first_new = uint32_t(path.steps.size());
  bool is_new = false;
  // What lies behind the way taken last; true if the path ends there for the tree.
  const auto leaves_the_tree = [&](uint32_t slot, size_t step) {
    if (is_new)
      return false;
    added.first_new = uint32_t(step);
    const Way way = Way(slot);
    if (way == Way::END || way == Way::REJECTED)
      added.kind = Added::Kind::PREFIX;
    else if (way == Way::FINISHED || way == Way::CLOSED || way == Way::MERGED)
      added.kind = Added::Kind::KNOWN;
    else if (way == Way::INFEASIBLE)
      added.kind = Added::Kind::REFUTED;
    return added.kind == Added::Kind::PREFIX || added.kind == Added::Kind::KNOWN;
  };
  for (size_t i = 0; i < path.steps.size(); i++) {
    const Step &step = path.steps[i];
    const uint32_t slot = slot_of(parent, choice);
    Node node = NONE;
    if (slot >= FIRST) {
      node = slot - FIRST;
      const Entry &entry = nodes_[node];
      if (entry.site != step.site || entry.kind != uint32_t(step.kind) || entry.caller != step.caller) {
        added.kind = Added::Kind::STRANGE;
        added.common = uint32_t(i);
        added.first_new = uint32_t(path.steps.size());
        return added;
      }
    } else {
      if (leaves_the_tree(slot, i)) {
        added.common = uint32_t(i);
        added.first_new = uint32_t(path.steps.size());
        return added;
      }
      if (!is_new)
        open_upward(parent);
      is_new = true;
      node = make(step, parent, test);
      assign(parent, slot_of(parent, choice), FIRST + node);
    }
    if (step.kind == StepKind::VALUE && find(node, step.choice) == nullptr) {
      if (!is_new && nodes_[node].slots[1] == uint32_t(Way::INFEASIBLE))
        added.kind = Added::Kind::REFUTED;
      add_edge(node, step.choice);
    }
    last_.push_back(node);
    parent = node;
    choice = step.choice;
  }
  added.common = is_new ? added.first_new : uint32_t(path.steps.size());
  uint32_t &slot = slot_of(parent, choice);
  if (slot >= FIRST) {
    added.kind = end == Way::CUT || end == Way::MERGED ? Added::Kind::KNOWN : Added::Kind::PREFIX;
    return added;
  }
  if (!is_new) {
    const Way way = Way(slot);
    if (way == Way::INFEASIBLE)
      added.kind = Added::Kind::REFUTED;
    else if (way == Way::END || way == Way::REJECTED || way == Way::FINISHED || way == Way::CLOSED ||
             way == Way::MERGED || (way == Way::CUT && end == Way::CUT))
      added.kind = Added::Kind::KNOWN;
    if (added.kind == Added::Kind::KNOWN)
      return added;
    open_upward(parent);
  }
  assign(parent, slot, uint32_t(end));
  close_upward(parent);
  return added;
}

bool Tree::passes(const Path &path, Node wanted, uint32_t depth) const {
  uint32_t slot = root_slot_;
  for (uint32_t i = 0; i <= depth && i < path.steps.size() && slot >= FIRST; i++) {
    const Step &step = path.steps[i];
    const Node node = slot - FIRST;
    const Entry &entry = nodes_[node];
    if (entry.site != step.site || entry.kind != uint32_t(step.kind) || entry.caller != step.caller)
      return false;
    if (i == depth)
      return node == wanted;
    const uint32_t *next = const_cast<Tree *>(this)->find(node, step.choice);
    if (next == nullptr)
      return false;
    slot = *next;
  }
  return false;
}

Tree::Known Tree::known(const Path &path) const {
  Known known;
  uint32_t slot = root_slot_;
  for (const Step &step : path.steps) {
    if (slot == uint32_t(Way::FINISHED) || slot == uint32_t(Way::CLOSED) || slot == uint32_t(Way::MERGED)) {
      known.to_the_end = true; // as far as anybody still knows
      return known;
    }
    if (slot < FIRST)
      return known;
    const Node node = slot - FIRST;
    const Entry &entry = nodes_[node];
    const uint32_t *next = const_cast<Tree *>(this)->find(node, step.choice);
    if (entry.site != step.site || entry.kind != uint32_t(step.kind) || entry.caller != step.caller ||
        next == nullptr)
      return known;
    slot = *next;
    known.steps++;
  }
  const Way end = slot < FIRST ? Way(slot) : Way::UNVISITED;
  known.to_the_end = explore::is_closed(end) && end != Way::INFEASIBLE;
  return known;
}

uint32_t *Tree::find(const Alternative &alternative) {
  return kind(alternative.node) == StepKind::VALUE ? &nodes_[alternative.node].slots[1]
                                                   : find(alternative.node, alternative.choice);
}

Way Tree::state(const Alternative &alternative) const {
  const uint32_t *slot = const_cast<Tree *>(this)->find(alternative);
  return slot == nullptr || *slot >= FIRST ? Way::END : Way(*slot);
}

void Tree::set(const Alternative &alternative, Way way) {
  uint32_t *slot = find(alternative);
  if (slot == nullptr)
    return;
  assert(*slot < FIRST);
  assign(alternative.node, *slot, uint32_t(way));
  if (explore::is_closed(way))
    close_upward(alternative.node);
  else
    open_upward(alternative.node);
}

void Tree::close_upward(Node node) {
  for (; node != NONE && nodes_[node].closed == 0; node = nodes_[node].parent) {
    bool closed = true, complete = true;
    for_slots(node, [&](uint64_t, uint32_t slot, bool) {
      if (slot >= FIRST) {
        closed = closed && nodes_[slot - FIRST].closed != 0;
        complete = complete && nodes_[slot - FIRST].incomplete == 0;
      } else {
        closed = closed && explore::is_closed(Way(slot));
        complete = complete && explore::is_complete(Way(slot));
      }
    });
    if (!closed)
      return;
    nodes_[node].closed = 1;
    nodes_[node].incomplete = complete ? 0 : 1;
  }
}

void Tree::open_upward(Node node) {
  for (; node != NONE && nodes_[node].closed != 0; node = nodes_[node].parent)
    nodes_[node].closed = 0;
}

std::vector<uint64_t> Tree::values(Node node) const {
  std::vector<uint64_t> values;
  for_slots(node, [&](uint64_t choice, uint32_t, bool is_other) {
    if (!is_other)
      values.push_back(choice);
  });
  return values;
}

std::vector<Tree::Slot> Tree::slots(Node node) const {
  std::vector<Slot> slots;
  for_slots(node, [&](uint64_t choice, uint32_t slot, bool is_other) {
    slots.push_back({choice, is_other, slot < FIRST ? Way(slot) : Way::END, slot < FIRST ? NONE : slot - FIRST});
  });
  return slots;
}

// Frees the nodes below, and the node itself.
void Tree::release_below(Node node) {
  std::vector<Node> pending{node};
  while (!pending.empty()) {
    const Node next = pending.back();
    pending.pop_back();
    for_slots(next, [&](uint64_t, uint32_t slot, bool) {
      if (slot >= FIRST)
        pending.push_back(slot - FIRST);
    });
    if (has_edges(next))
      for (uint32_t edge = nodes_[next].slots[0]; edge != 0;) {
        const uint32_t following = edges_[edge].next;
        edges_[edge].next = free_edges_;
        free_edges_ = edge;
        edge = following;
      }
    // Somebody may still hold it as a way to try: it is no test's, and nothing is open there.
    nodes_[next] = {};
    nodes_[next].test = NO_TEST;
    nodes_[next].closed = 1;
    free_.push_back(next);
  }
}

void Tree::drop_closed() {
  last_.clear();
  std::vector<Node> pending;
  const auto visit = [&](uint32_t &slot) {
    if (slot < FIRST)
      return;
    const Node node = slot - FIRST;
    if (nodes_[node].closed == 0) {
      pending.push_back(node);
      return;
    }
    slot = uint32_t(nodes_[node].incomplete == 0 ? Way::FINISHED : Way::CLOSED);
    release_below(node);
  };
  visit(root_slot_);
  while (!pending.empty()) {
    const Node node = pending.back();
    pending.pop_back();
    if (has_edges(node)) {
      for (uint32_t edge = nodes_[node].slots[0]; edge != 0; edge = edges_[edge].next)
        visit(edges_[edge].slot);
    } else {
      visit(nodes_[node].slots[0]);
      visit(nodes_[node].slots[1]);
    }
  }
}

} // namespace braid::explore
