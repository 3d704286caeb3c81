#include "recording_file.h"

#include <fstream>
#include <stdexcept>

namespace braid::bench {

namespace {

class Writer {
public:
  explicit Writer(const std::filesystem::path &file) : stream_(file, std::ios::binary) {}

  template <class Number> void number(Number value) {
    stream_.write(reinterpret_cast<const char *>(&value), sizeof value);
  }
  void text(const std::string &value) {
    number(value.size());
    stream_.write(value.data(), std::streamsize(value.size()));
  }
  void finish() {
    if (!stream_.flush())
      throw std::runtime_error("the recordings cannot be written");
  }

private:
  std::ofstream stream_;
};

class Reader {
public:
  explicit Reader(const std::filesystem::path &file) : stream_(file, std::ios::binary) {}

  template <class Number> Number number() {
    Number value{};
    if (!stream_.read(reinterpret_cast<char *>(&value), sizeof value))
      throw std::runtime_error("the recordings cannot be read");
    return value;
  }
  std::string text() {
    std::string value(number<size_t>(), 0);
    stream_.read(value.data(), std::streamsize(value.size()));
    return value;
  }

private:
  std::ifstream stream_;
};

// Lifted expressions have no arrays, so a node is an operation, a constant or a symbol with its name.
void save(const Recording &recording, size_t program, Writer &out) {
  out.number(program);
  out.number(recording.store->size());
  for (solver::Expr e = 1; e < recording.store->size(); e++) {
    const braid_node &node = (*recording.store)[e];
    out.number(node);
    if (node.op == BRAID_OP_SYMBOL)
      out.text(recording.store->name(node.a));
  }
  out.number(recording.queries.size());
  for (const Recording::Entry &entry : recording.queries) {
    out.number(entry.constraints.size());
    for (const solver::Expr constraint : entry.constraints)
      out.number(constraint);
    for (solver::Symbol s = 0; s < recording.store->symbols(); s++)
      out.number(entry.previous[s]);
  }
}

Recording load(Reader &in) {
  Recording recording;
  recording.program = &corpus()[in.number<size_t>()];
  recording.store = std::make_unique<solver::Store>();
  solver::Store &store = *recording.store;
  for (size_t left = in.number<size_t>(); left > 1; left--) {
    const auto node = in.number<braid_node>();
    if (node.op == BRAID_OP_SYMBOL)
      store.symbol(in.text(), node.width);
    else if (node.op == BRAID_OP_CONST)
      store.constant(expr::constant_of(node), node.width);
    else
      store.plain(node.op, node.width, node.a, node.b, node.c);
  }
  for (size_t left = in.number<size_t>(); left != 0; left--) {
    Recording::Entry &entry = recording.queries.emplace_back();
    for (size_t constraints = in.number<size_t>(); constraints != 0; constraints--)
      entry.constraints.push_back(in.number<solver::Expr>());
    for (solver::Symbol s = 0; s < store.symbols(); s++)
      entry.previous.set(s, in.number<solver::Value>());
  }
  return recording;
}

} // namespace

void save(const std::vector<Recording> &recordings, const std::filesystem::path &file) {
  Writer out(file);
  out.number(recordings.size());
  for (const Recording &recording : recordings)
    save(recording, size_t(recording.program - corpus().data()), out);
  out.finish();
}

std::vector<Recording> load(const std::filesystem::path &file) {
  Reader in(file);
  std::vector<Recording> recordings;
  for (size_t left = in.number<size_t>(); left != 0; left--)
    recordings.push_back(load(in));
  return recordings;
}

} // namespace braid::bench
