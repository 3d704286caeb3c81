#include "results/dot.h"

#include "results/output.h"
#include "results/path_ends.h"

#include <fmt/format.h>
#include <iostream>
#include <sstream>

namespace braid::results {

namespace {

std::string dot_string(std::string_view text) {
  std::string result = "\"";
  for (const char character : text) {
    if (character == '"' || character == '\\')
      result += '\\';
    result += character == '\n' ? std::string("\\n") : std::string(1, character);
  }
  return result + '"';
}

std::string choice_text(std::string_view choice) {
  if (choice == "+")
    return "taken";
  if (choice == "-")
    return "not taken";
  if (choice == "!")
    return "holds";
  if (choice == "?")
    return "does not hold";
  if (choice == "=0")
    return "default";
  if (choice.starts_with('='))
    return "way " + std::string(choice.substr(1));
  return std::string(choice.starts_with('@') ? choice.substr(1) : choice);
}

bool cannot_be_gone(const TreeEnd &end) { return end.state == "infeasible" || end.state == "rejected"; }

class Drawing {
public:
  Drawing(std::ostream &out, const Folder &folder, const Tree &tree, uint32_t most_nodes)
      : out_(out), tree_(tree), limit_(most_nodes == 0 ? SIZE_MAX : most_nodes),
        collapse_(tree.nodes.size() > limit_), sites_(folder.sites()), below_(tree.nodes.size() + 1) {
    std::unordered_map<uint32_t, size_t> places{{0, 0}};
    for (size_t i = 0; i < tree.nodes.size(); i++) {
      places[tree.nodes[i].id] = i + 1;
      below_[places[tree.nodes[i].parent]].nodes.push_back(i + 1);
    }
    for (size_t i = 0; i < tree.ends.size(); i++)
      below_[places[tree.ends[i].parent]].ends.push_back(i);
    for (size_t i = tree.nodes.size(); i > 0; i--) { // children come behind their parents
      const size_t parent = places[tree.nodes[i - 1].parent];
      below_[parent].size += below_[i].size;
    }
    find_tests(folder);
  }

  void draw() {
    out_ << "digraph tree {\n"
            "  node [shape=box, style=rounded, fontname=\"sans-serif\", fontsize=10];\n"
            "  edge [fontname=\"sans-serif\", fontsize=9];\n"
            "  n0 [shape=point];\n";
    std::vector<size_t> waiting = {0}; // last nodes of boxes that were drawn, in the order of depth
    for (size_t next = 0; next < waiting.size(); next++)
      draw_ways(waiting[next], waiting);
    if (tree_.nodes.empty() && tree_.ends.empty())
      draw_arrow(0, draw_end({"green", "no decision depends on input"}), "");
    out_ << "}\n";
  }

private:
  // Nodes are numbered by their index plus 1; 0 is where all runs begin.
  struct Below {
    std::vector<size_t> nodes;
    std::vector<size_t> ends;
    size_t size = 1; // nodes from here down
  };
  struct Chain {
    size_t last, steps, infeasible;
  };

  // The tests that lead to an end.
  struct Tests {
    size_t count = 0;
    uint32_t first = 0;
    std::string finding; // the first of them that is one
  };

  void find_tests(const Folder &folder) {
    const PathEnds ends(tree_);
    for (const uint32_t number : folder.tests()) {
      const Test test = folder.test(number);
      const std::optional<size_t> end = ends.end_of(test.path);
      if (!end)
        continue;
      Tests &tests = tests_[*end];
      if (tests.count++ == 0)
        tests.first = number;
      if (test.is_finding && tests.finding.empty())
        tests.finding = finding_text(test);
    }
  }

  static std::string finding_text(const Test &test) {
    if (test.ending == Ending::SIGNALLED)
      return fmt::format("test {}: signal {}", test.number, test.signal);
    return fmt::format("test {}: {}", test.number, test.ending == Ending::TIMED_OUT ? "no end" : "finding");
  }

  const TreeNode &node(size_t number) const { return tree_.nodes[number - 1]; }

  // The nodes that make one box with this one.
  Chain chain_from(size_t number) const {
    Chain chain{number, 1, 0};
    while (collapse_) {
      const Below &below = below_[chain.last];
      if (below.nodes.size() != 1)
        break;
      bool only = true;
      for (const size_t end : below.ends)
        only = only && cannot_be_gone(tree_.ends[end]);
      if (!only)
        break;
      chain.infeasible += below.ends.size();
      chain.last = below.nodes.front();
      chain.steps++;
    }
    return chain;
  }

  std::string place(size_t number) const {
    const uint32_t site = node(number).caller != 0 ? node(number).caller : node(number).site;
    const auto found = sites_.find(site);
    if (found == sites_.end() || found->second.file.empty())
      return "unknown place";
    return fmt::format("{}:{}", std::filesystem::path(found->second.file).filename().string(), found->second.line);
  }

  std::string explanation(size_t number) const {
    std::string text;
    for (const uint32_t site : {node(number).site, node(number).caller})
      if (const auto found = sites_.find(site); found != sites_.end())
        text += fmt::format("{}{}:{}:{} ({})", text.empty() ? "" : ", called at ", found->second.file,
                            found->second.line, found->second.column, found->second.function);
    return text;
  }

  const char *box_colour(size_t number) const {
    if (!node(number).closed)
      return "blue";
    return node(number).complete ? "black" : "orange";
  }

  void draw_box(size_t number, const Chain &chain) {
    std::string label = place(number);
    if (chain.steps > 1)
      label += fmt::format("\n… {} steps …\n{}", chain.steps, place(chain.last));
    if (chain.infeasible != 0)
      label += fmt::format("\n{} infeasible", chain.infeasible);
    out_ << fmt::format("  n{} [label={}, tooltip={}, color={}];\n", node(number).id, dot_string(label),
                        dot_string(explanation(number)), box_colour(chain.last));
  }

  void draw_arrow(size_t from, const std::string &to, std::string_view choice) {
    const std::string label = from == 0 ? "" : fmt::format(" [label={}]", dot_string(choice_text(choice)));
    out_ << fmt::format("  n{} -> {}{};\n", box_of_.contains(from) ? box_of_[from] : 0, to, label);
  }

  struct Look {
    std::string colour, label;
  };

  Look look_of(size_t end) const {
    const std::string &state = tree_.ends[end].state;
    const auto found = tests_.find(end);
    if (found != tests_.end() && !found->second.finding.empty())
      return {"red", found->second.finding};
    if (found != tests_.end() && found->second.count == 1)
      return {"green", fmt::format("test {}", found->second.first)};
    if (found != tests_.end()) // a part of the tree that was dropped
      return {state == "closed" ? "orange" : "green", fmt::format("{}: {} tests", state, found->second.count)};
    if (state == "end" || state == "finished")
      return {"green", state};
    if (cannot_be_gone(tree_.ends[end]))
      return {"grey", state};
    if (state == "unvisited" || state == "in work")
      return {"blue", state};
    return {"orange", state}; // not known to the end, for one reason or another
  }

  std::string draw_end(const Look &look) {
    std::string name = fmt::format("e{}", ++ends_);
    out_ << fmt::format("  {} [label={}, color={}, fontcolor={}, style=solid];\n", name, dot_string(look.label),
                        look.colour, look.colour == "grey" ? "grey40" : "black");
    return name;
  }

  void draw_ways(size_t from, std::vector<size_t> &waiting) {
    for (const size_t number : below_[from].nodes) {
      const Chain chain = chain_from(number);
      if (boxes_ >= limit_) {
        const std::string more = draw_end({"grey", fmt::format("… {} more", below_[number].size)});
        draw_arrow(from, more, node(number).choice);
        continue;
      }
      boxes_++;
      draw_box(number, chain);
      box_of_[chain.last] = node(number).id;
      draw_arrow(from, fmt::format("n{}", node(number).id), node(number).choice);
      waiting.push_back(chain.last);
    }
    for (const size_t end : below_[from].ends)
      draw_arrow(from, draw_end(look_of(end)), tree_.ends[end].choice);
  }

  std::ostream &out_;
  const Tree &tree_;
  size_t limit_;
  bool collapse_;
  std::unordered_map<uint32_t, Site> sites_;
  std::vector<Below> below_;
  std::unordered_map<size_t, Tests> tests_;     // by end
  std::unordered_map<size_t, uint32_t> box_of_; // by the last node of a box: its name
  size_t boxes_ = 0, ends_ = 0;
};

} // namespace

void draw_tree(std::ostream &out, const Folder &folder, const Tree &tree, uint32_t most_nodes) {
  Drawing(out, folder, tree, most_nodes).draw();
}

void write_dot(const Folder &folder, const Request &request, Account &account) {
  const Tree tree = read_tree(folder);
  std::ostringstream text;
  draw_tree(text, folder, tree, request.most_nodes);
  if (request.destination == "-")
    std::cout << text.str() << std::flush;
  else
    write_file(request.destination, text.str());
  if (request.most_nodes != 0 && tree.nodes.size() > request.most_nodes)
    account.note(fmt::format("the tree has {} nodes and is drawn shorter: --max-nodes", tree.nodes.size()));
}

} // namespace braid::results
