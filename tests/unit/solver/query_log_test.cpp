// The log of queries: what is in the files, that equal queries share one, and that trouble is told once.
#include "expr/smtlib_reader.h"
#include "solver/query_log.h"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

namespace braid::solver::test {
namespace {

namespace fs = std::filesystem;

// Answers as it is told to.
class Oracle : public Layer {
public:
  Oracle(Session &session, Answer answer) : Layer(session, "oracle", nullptr), answer_(std::move(answer)) {}

protected:
  Answer answer(const Query &) override { return answer_; }

private:
  Answer answer_;
};

class QueryLogTest : public testing::Test {
protected:
  QueryLogTest() {
    folder_ = testing::TempDir() + "braid-query-log-XXXXXX";
    EXPECT_NE(mkdtemp(folder_.data()), nullptr);
  }
  ~QueryLogTest() override { fs::remove_all(folder_); }

  std::unique_ptr<QueryLog> log(Session &session, Answer answer, const std::string &folder) {
    return std::make_unique<QueryLog>(session, std::make_unique<Oracle>(session, std::move(answer)), folder,
                                      [this](const std::string &message) { messages_.push_back(message); });
  }
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const fs::directory_entry &entry : fs::directory_iterator(folder_))
      names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }
  std::vector<std::string> index() const {
    std::vector<std::string> lines;
    std::ifstream file(folder_ + "/index.csv");
    for (std::string line; std::getline(file, line);)
      lines.push_back(line);
    return lines;
  }

  std::string folder_;
  std::vector<std::string> messages_;
};

std::string contents(const std::string &path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

Expr less(Store &store, const char *name, uint64_t bound) {
  return store.compare(BRAID_OP_ULT, store.symbol(name, 8), store.constant(bound, 8));
}

TEST_F(QueryLogTest, FilesAndIndex) {
  Store store;
  Session session(store);
  const auto layer = log(session, Answer::unknown(Reason::TIME), folder_);
  const Expr constraints[] = {less(store, "x", 10), less(store, "y", 20)};
  EXPECT_EQ(layer->solve({.constraints = constraints}).reason, Reason::TIME);
  layer->solve({.constraints = constraints});
  layer->solve({.constraints = std::span(constraints, 1)});
  const std::vector<std::string> lines = index();
  ASSERT_EQ(lines.size(), 3u); // the same query twice is one
  EXPECT_EQ(lines[0], "hash,verdict,reason,microseconds,layer,constraints");
  EXPECT_NE(lines[1].find(",unknown,time,"), std::string::npos) << lines[1];
  EXPECT_TRUE(lines[1].ends_with(",oracle,2")) << lines[1];
  ASSERT_EQ(files().size(), 3u);
  const std::string text = contents(folder_ + "/" + lines[1].substr(0, 32) + ".smt2");
  EXPECT_NE(text.find("(set-info :status unknown)"), std::string::npos) << text;
  Store other;
  expr::SmtlibReader reader(other, text);
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(reader.constraints().size(), 2u);
  EXPECT_TRUE(messages_.empty());
}

// The same query has the same name in another store, where all numbers differ.
TEST_F(QueryLogTest, NamesDependOnMeaningOnly) {
  Store first, second;
  for (uint64_t i = 0; i < 100; i++)
    second.symbol(fmt::format("other{}", i), 16);
  const auto product = [](Store &store, bool turned) {
    const Expr x = store.symbol("x", 8), y = store.symbol("y", 8);
    const Expr both = turned ? store.plain(BRAID_OP_MUL, 8, y, x) : store.plain(BRAID_OP_MUL, 8, x, y);
    return store.plain(BRAID_OP_ULT, 1, both, store.constant(3, 8));
  };
  const Expr a = product(first, false), b = product(second, true);
  QueryHash hash_a(first), hash_b(second);
  EXPECT_EQ(hash_a.of(std::span(&a, 1)), hash_b.of(std::span(&b, 1)));
  const auto of = [](Store &store, std::vector<Expr> constraints) { return QueryHash(store).of(constraints); };
  EXPECT_NE(of(first, {less(first, "x", 3)}), of(first, {less(first, "x", 4)}));
  EXPECT_NE(of(first, {less(first, "x", 3)}), of(first, {less(first, "z", 3)}));
  EXPECT_NE(of(first, {less(first, "x", 3), less(first, "z", 3)}), of(first, {less(first, "x", 3)}));
  const Expr minus = first.plain(BRAID_OP_SUB, 8, first.symbol("x", 8), first.symbol("y", 8)),
             turned = first.plain(BRAID_OP_SUB, 8, first.symbol("y", 8), first.symbol("x", 8));
  EXPECT_NE(of(first, {minus}), of(first, {turned}));
}

TEST_F(QueryLogTest, AFolderIsContinued) {
  Store store;
  Session session(store);
  const Expr constraints[] = {less(store, "x", 10), less(store, "y", 20)};
  log(session, Answer::unsatisfiable({0}), folder_)->solve({.constraints = std::span(constraints, 1)});
  const auto later = log(session, Answer::unsatisfiable({0}), folder_);
  later->solve({.constraints = std::span(constraints, 1)});
  later->solve({.constraints = constraints});
  EXPECT_EQ(index().size(), 3u);
}

TEST_F(QueryLogTest, AFolderThatCannotBeMade) {
  Store store;
  Session session(store);
  std::ofstream(folder_ + "/file") << "x";
  const auto layer = log(session, Answer::unsatisfiable({0}), folder_ + "/file/folder");
  const Expr constraint = less(store, "x", 10);
  EXPECT_EQ(layer->solve({.constraints = std::span(&constraint, 1)}).verdict, Verdict::UNSATISFIABLE);
  ASSERT_EQ(messages_.size(), 1u);
  EXPECT_NE(messages_[0].find("cannot be written"), std::string::npos);
}

TEST_F(QueryLogTest, TroubleIsToldOnce) {
  Store store;
  Session session(store);
  const std::string inside = folder_ + "/inside";
  const auto layer = log(session, Answer::unsatisfiable({0}), inside);
  fs::remove_all(inside);
  for (uint64_t i = 1; i < 10; i++) {
    const Expr constraint = less(store, "x", i);
    EXPECT_EQ(layer->solve({.constraints = std::span(&constraint, 1)}).verdict, Verdict::UNSATISFIABLE);
  }
  EXPECT_EQ(messages_.size(), 1u);
  EXPECT_FALSE(fs::exists(inside));
}

// /dev/full says that the disk is full.
TEST_F(QueryLogTest, AFullDisk) {
  Store store;
  Session session(store);
  fs::create_symlink("/dev/full", folder_ + "/index.csv");
  const auto layer = log(session, Answer::unsatisfiable({0}), folder_);
  const Expr constraint = less(store, "x", 1);
  EXPECT_EQ(layer->solve({.constraints = std::span(&constraint, 1)}).verdict, Verdict::UNSATISFIABLE);
  ASSERT_EQ(messages_.size(), 1u);
  EXPECT_NE(messages_[0].find("No space left"), std::string::npos) << messages_[0];
}

} // namespace
} // namespace braid::solver::test
