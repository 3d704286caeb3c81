// Trees can have millions of nodes. Each is taken out of the JSON as soon as its text ends, so that the whole of
// it is never in memory.
#include "results/tree.h"

#include "results/error.h"
#include "results/fields.h"

#include <fmt/format.h>
#include <fstream>
#include <unordered_set>

namespace braid::results {

namespace {

using nlohmann::json;

TreeNode node_of(const Fields &fields) {
  TreeNode node;
  node.id = fields.number("id");
  if (node.id == 0)
    fields.refuse("id", "is 0, which means no node");
  node.parent = fields.number("parent");
  node.choice = fields.text("choice");
  node.site = fields.number("site");
  node.caller = fields.number("caller");
  node.closed = fields.truth("closed");
  node.complete = fields.truth("complete");
  return node;
}

TreeEnd end_of(const Fields &fields) {
  return {.parent = fields.number("parent"), .choice = fields.text("choice"), .state = fields.text("state")};
}

// Brings parents before their children, and refuses what is no tree.
std::vector<TreeNode> ordered(std::vector<TreeNode> nodes, const std::filesystem::path &file) {
  std::unordered_map<uint32_t, std::vector<size_t>> children;
  std::unordered_set<uint32_t> known;
  for (size_t i = 0; i < nodes.size(); i++) {
    if (!known.insert(nodes[i].id).second)
      refuse_file(file, fmt::format("there are two nodes {}", nodes[i].id));
    children[nodes[i].parent].push_back(i);
  }
  std::vector<size_t> order = children[0];
  for (size_t next = 0; next < order.size(); next++) {
    const std::vector<size_t> &below = children[nodes[order[next]].id];
    order.insert(order.end(), below.begin(), below.end());
  }
  if (order.size() != nodes.size())
    refuse_file(file, fmt::format("{} of {} nodes do not hang on the first one", nodes.size() - order.size(),
                                  nodes.size()));
  std::vector<TreeNode> result;
  result.reserve(nodes.size());
  for (const size_t index : order)
    result.push_back(std::move(nodes[index]));
  return result;
}

void check_ends(const Tree &tree, const std::filesystem::path &file) {
  std::unordered_set<uint32_t> known{0};
  for (const TreeNode &node : tree.nodes)
    known.insert(node.id);
  for (const TreeEnd &end : tree.ends)
    if (!known.contains(end.parent))
      refuse_file(file, fmt::format("an end hangs on node {}, which does not exist", end.parent));
}

} // namespace

Tree read_tree(const Folder &folder) {
  const std::filesystem::path file = folder.path() / "tree.json";
  std::ifstream stream(file);
  if (!stream)
    throw Error(file.string(), "the file cannot be read", "If it is gone, explore again with braid run.");
  Tree tree;
  std::string list; // the one that is being read
  const auto take = [&](int depth, json::parse_event_t event, json &value) {
    if (event == json::parse_event_t::key && depth == 1)
      list = value.get<std::string>();
    if (event != json::parse_event_t::object_end || depth != 2)
      return true;
    if (list == "nodes")
      tree.nodes.push_back(node_of(Fields(value, file, fmt::format("nodes[{}]", tree.nodes.size()))));
    else if (list == "ends")
      tree.ends.push_back(end_of(Fields(value, file, fmt::format("ends[{}]", tree.ends.size()))));
    return false; // no longer needed
  };
  const json rest = json::parse(stream, take, false);
  if (stream.bad())
    throw Error(file.string(), "the file cannot be read to its end", "If the disk has errors, copy the folder.");
  if (rest.is_discarded())
    refuse_file(file, "the content is not JSON, or not to its end");
  // What is no object stays in the lists.
  const Fields fields(rest, file);
  for (const char *name : {"nodes", "ends"})
    fields.objects(name);
  tree.nodes = ordered(std::move(tree.nodes), file);
  check_ends(tree, file);
  return tree;
}

} // namespace braid::results
