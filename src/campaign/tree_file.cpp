// tree.json: written piece by piece, because a tree may have millions of nodes.
#include "campaign/path_text.h"
#include "campaign/results_folder.h"
#include "target/error.h"

#include <cstdio>
#include <fmt/format.h>
#include <memory>

namespace braid::campaign {

using explore::Node;
using explore::Tree;

namespace {

constexpr size_t PIECE = size_t(1) << 16;

// Every node, and every way without one, with its choice. A node comes after its parent.
template <class VisitNode, class VisitEnd>
void walk(const Tree &tree, const VisitNode &visit_node, const VisitEnd &visit_end) {
  struct Pending {
    Node node, parent;
    std::string choice;
  };
  std::vector<Pending> pending;
  if (tree.root() != Tree::NONE)
    pending.push_back({tree.root(), Tree::NONE, ""});
  while (!pending.empty()) {
    const Pending next = std::move(pending.back());
    pending.pop_back();
    visit_node(next.node, next.parent, next.choice);
    for (const Tree::Slot &slot : tree.slots(next.node)) {
      std::string choice = slot.is_other ? "@other" : choice_text(tree.kind(next.node), slot.choice);
      if (slot.node != Tree::NONE)
        pending.push_back({slot.node, next.node, std::move(choice)});
      else
        visit_end(next.node, choice, slot.way);
    }
  }
}

} // namespace

void ResultsFolder::write_tree(const Tree &tree) {
  static constexpr const char *KINDS[] = {"branch", "switch", "value", "assume"};
  const std::filesystem::path path = folder_ / "tree.json", fresh = path.string() + ".new";
  const std::unique_ptr<FILE, int (*)(FILE *)> file(std::fopen(fresh.c_str(), "w"), std::fclose);
  if (!file)
    throw target::system_error("writing a file of the results", fresh.string());
  std::string piece = "{\"nodes\": [";
  const char *comma = "\n ";
  const auto pass_on = [&](size_t most) {
    if (piece.size() > most) {
      std::fwrite(piece.data(), 1, piece.size(), file.get());
      piece.clear();
    }
  };
  walk(
      tree,
      [&](Node node, Node parent, const std::string &choice) {
        fmt::format_to(std::back_inserter(piece),
                       "{}{{\"id\": {}, \"parent\": {}, \"choice\": \"{}\", \"site\": {}, \"caller\": {}, "
                       "\"kind\": \"{}\", \"test\": {}, \"closed\": {}, \"complete\": {}}}",
                       comma, node, parent, choice, tree.site(node),
                       tree.place(node) == tree.site(node) ? 0 : tree.place(node), KINDS[size_t(tree.kind(node))],
                       tree.test(node) + 1, tree.is_closed(node), tree.is_complete(node));
        comma = ",\n ";
        pass_on(PIECE);
      },
      [](Node, const std::string &, explore::Way) {});
  piece += "],\n\"ends\": [";
  comma = "\n ";
  walk(
      tree, [](Node, Node, const std::string &) {},
      [&](Node parent, const std::string &choice, explore::Way way) {
        fmt::format_to(std::back_inserter(piece), "{}{{\"parent\": {}, \"choice\": \"{}\", \"state\": \"{}\"}}",
                       comma, parent, choice, explore::way_text(way));
        comma = ",\n ";
        pass_on(PIECE);
      });
  piece += "]}\n";
  pass_on(0);
  // A piece that was not written leaves a mark on the stream, and later ones may fit again.
  if (std::fflush(file.get()) != 0 || std::ferror(file.get()) != 0)
    throw target::system_error("writing a file of the results", fresh.string());
  std::error_code failed;
  std::filesystem::rename(fresh, path, failed);
  if (failed)
    throw target::Error("a file of the results cannot be written: " + failed.message(), path.string());
}

} // namespace braid::campaign
