// Each of the layers before value sets by itself: what it answers, and what it passes on.
#include "solver/cache_layer.h"
#include "solver/contradiction_layer.h"
#include "solver/normalise_layer.h"
#include "solver/reuse_layer.h"
#include "solver/slice_layer.h"

#include <gtest/gtest.h>

namespace braid::solver::test {
namespace {

// Stands behind the layer under test: notes what it is asked, and answers as told.
class Last : public Layer {
public:
  explicit Last(Session &session) : Layer(session, "last", nullptr) {}

  std::vector<std::vector<Expr>> asked;
  Answer reply = Answer::unknown(Reason::THEORY);

protected:
  Answer answer(const Query &query) override {
    asked.emplace_back(query.constraints.begin(), query.constraints.end());
    return reply;
  }
};

class LayersTest : public ::testing::Test {
protected:
  template <class Tested> std::unique_ptr<Layer> in_front() {
    auto last = std::make_unique<Last>(session_);
    last_ = last.get();
    return std::make_unique<Tested>(session_, std::move(last));
  }

  Expr byte(const char *name) { return store_.symbol(name, 8); }
  Expr c(unsigned value, unsigned width = 8) { return store_.constant(value, width); }
  Expr eq(Expr a, Expr b) { return store_.compare(BRAID_OP_EQ, a, b); }
  Expr less(Expr a, Expr b) { return store_.compare(BRAID_OP_ULT, a, b); }
  Expr plus(Expr a, Expr b) { return store_.binary(BRAID_OP_ADD, a, b); }
  Symbol symbol(Expr e) const { return store_.symbol_of(e); }

  Store store_;
  Session session_{store_};
  Last *last_ = nullptr;
  Expr x_ = byte("x"), y_ = byte("y"), z_ = byte("z"), u_ = byte("u");
};

TEST_F(LayersTest, NormaliseLeavesOutWhatIsSaidTwiceOrAlwaysTrue) {
  const auto layer = in_front<NormaliseLayer>();
  const Expr a = less(x_, y_), b = less(y_, z_);
  const std::vector<Expr> constraints = {a, store_.truth(true), store_.plain(BRAID_OP_AND, 1, a, b), b, a};
  layer->solve({constraints});
  ASSERT_EQ(last_->asked.size(), 1u);
  EXPECT_EQ(last_->asked[0], (std::vector<Expr>{a, b}));
}

TEST_F(LayersTest, NormaliseAnswersWhatIsAlwaysFalse) {
  const auto layer = in_front<NormaliseLayer>();
  const std::vector<Expr> constraints = {less(x_, y_), store_.truth(false)};
  const Answer answer = layer->solve({constraints});
  EXPECT_EQ(answer.verdict, Verdict::UNSATISFIABLE);
  EXPECT_EQ(answer.core, std::vector<uint32_t>{1});
}

TEST_F(LayersTest, NormaliseUsesValues) {
  const auto layer = in_front<NormaliseLayer>();
  // Two bytes that are one number get their values; what depends on them becomes smaller; cores name the cause.
  const Expr number = store_.concat(x_, y_);
  const std::vector<Expr> constraints = {less(z_, plus(y_, u_)), eq(number, c(0x1234, 16))};
  last_->reply = Answer::unsatisfiable({0});
  Answer answer = layer->solve({constraints});
  ASSERT_EQ(last_->asked.size(), 1u);
  EXPECT_EQ(last_->asked[0], std::vector<Expr>{less(z_, plus(u_, c(0x34)))});
  EXPECT_EQ(answer.core, (std::vector<uint32_t>{0, 1}));
  Assignment model;
  model.set(symbol(z_), 5);
  last_->reply = Answer::satisfiable(model);
  answer = layer->solve({constraints});
  EXPECT_EQ(unsigned(answer.model[symbol(x_)]), 0x12u);
  EXPECT_EQ(unsigned(answer.model[symbol(y_)]), 0x34u);
  EXPECT_EQ(unsigned(answer.model[symbol(z_)]), 5u);
}

TEST_F(LayersTest, NormaliseFindsTwoValuesOfOneSymbol) {
  const auto layer = in_front<NormaliseLayer>();
  const std::vector<Expr> constraints = {eq(x_, c(1)), less(y_, z_), eq(store_.concat(z_, x_), c(0x102, 16))};
  const Answer answer = layer->solve({constraints});
  EXPECT_EQ(answer.verdict, Verdict::UNSATISFIABLE);
  EXPECT_EQ(answer.core, (std::vector<uint32_t>{0, 2}));
}

TEST_F(LayersTest, NormaliseKeepsTheLastConstraintApart) {
  const auto layer = in_front<NormaliseLayer>();
  Assignment previous;
  previous.set(symbol(y_), 9);
  // x == 5 must not become part of the prefix, which holds for x = 0.
  const std::vector<Expr> constraints = {less(x_, y_), eq(x_, c(5))};
  layer->solve({constraints, &previous, true});
  ASSERT_EQ(last_->asked.size(), 1u);
  EXPECT_EQ(last_->asked[0], constraints);
  // A last constraint that the values of the prefix decide.
  const std::vector<Expr> decided = {eq(x_, c(0)), less(y_, z_), less(c(3), x_)};
  const Answer answer = layer->solve({decided, &previous, true});
  EXPECT_EQ(answer.verdict, Verdict::UNSATISFIABLE);
  EXPECT_EQ(answer.core, (std::vector<uint32_t>{0, 2}));
}

TEST_F(LayersTest, SliceAsksOnlyForTheGroupOfTheLast) {
  const auto layer = in_front<SliceLayer>();
  Assignment previous;
  previous.set(symbol(u_), 77);
  const std::vector<Expr> constraints = {less(x_, y_), eq(u_, c(77)), less(y_, z_), eq(z_, c(3))};
  last_->reply = Answer::unsatisfiable({1, 2});
  Answer answer = layer->solve({constraints, &previous, true});
  EXPECT_EQ(last_->asked[0], (std::vector<Expr>{constraints[0], constraints[2], constraints[3]}));
  EXPECT_EQ(answer.core, (std::vector<uint32_t>{2, 3}));
}

TEST_F(LayersTest, SliceAsksForEachGroupWithoutPrevious) {
  const auto layer = in_front<SliceLayer>();
  const std::vector<Expr> constraints = {less(x_, y_), eq(u_, c(77)), less(y_, z_)};
  Assignment model;
  model.set(symbol(u_), 77);
  last_->reply = Answer::satisfiable(model);
  const Answer answer = layer->solve({constraints});
  ASSERT_EQ(last_->asked.size(), 2u);
  EXPECT_EQ(last_->asked[0], (std::vector<Expr>{constraints[0], constraints[2]}));
  EXPECT_EQ(last_->asked[1], std::vector<Expr>{constraints[1]});
  EXPECT_EQ(unsigned(answer.model[symbol(u_)]), 77u);
}

TEST_F(LayersTest, ContradictionIsSeenInAnyForm) {
  const auto layer = in_front<ContradictionLayer>();
  const std::vector<Expr> constraints = {less(x_, y_), less(z_, y_),
                                         store_.compare(BRAID_OP_ULE, y_, x_)}; // not x < y
  for (const bool prefix_holds : {true, false}) {
    const Answer answer = layer->solve({constraints, nullptr, prefix_holds});
    EXPECT_EQ(answer.verdict, Verdict::UNSATISFIABLE);
    EXPECT_EQ(answer.core, (std::vector<uint32_t>{0, 2}));
  }
  EXPECT_TRUE(last_->asked.empty());
}

TEST_F(LayersTest, ReuseRepairsOneSymbol) {
  const auto layer = in_front<ReuseLayer>();
  Assignment previous;
  previous.set(symbol(x_), 10);
  previous.set(symbol(y_), 20);
  const auto repaired = [&](Expr last) {
    const std::vector<Expr> constraints = {less(x_, c(50)), last};
    return layer->solve({constraints, &previous, true}).verdict == Verdict::SATISFIABLE;
  };
  EXPECT_TRUE(repaired(eq(plus(x_, y_), c(33))));
  EXPECT_TRUE(repaired(less(y_, x_)));
  EXPECT_TRUE(repaired(eq(store_.binary(BRAID_OP_MUL, x_, c(7)), c(7 * 13))));
  EXPECT_TRUE(repaired(eq(store_.binary(BRAID_OP_UREM, x_, c(7)), c(5))));
  EXPECT_TRUE(repaired(eq(store_.concat(x_, y_), c(0x2122, 16))));
  EXPECT_TRUE(repaired(store_.compare(BRAID_OP_SLT, store_.resize(y_, 32, true), c(0, 32))));
  EXPECT_TRUE(last_->asked.empty());
  EXPECT_FALSE(repaired(eq(plus(x_, x_), c(33)))); // never
}

TEST_F(LayersTest, ReuseTriesRecentModels) {
  const auto layer = in_front<ReuseLayer>();
  Assignment model;
  model.set(symbol(x_), 200);
  model.set(symbol(y_), 201);
  last_->reply = Answer::satisfiable(model);
  // Nothing that repair could do.
  const Expr hard = eq(store_.make(BRAID_OP_CTPOP, 8, store_.binary(BRAID_OP_MUL, x_, y_)), c(4));
  layer->solve({std::vector<Expr>{hard, less(c(100), x_)}});
  ASSERT_EQ(last_->asked.size(), 1u);
  const std::vector<Expr> later = {less(c(150), x_), less(store_.make(BRAID_OP_CTPOP, 8, x_), c(4)), less(x_, y_)};
  const Answer answer = layer->solve({later});
  EXPECT_EQ(answer.verdict, Verdict::SATISFIABLE);
  EXPECT_EQ(last_->asked.size(), 1u);
}

TEST_F(LayersTest, CacheHasThreeRules) {
  const auto layer = in_front<CacheLayer>();
  const Expr a = less(x_, y_), b = less(y_, z_), d = less(z_, u_), e = less(z_, x_);
  // A subset that cannot be.
  last_->reply = Answer::unsatisfiable({0, 1, 2});
  layer->solve({std::vector<Expr>{a, b, e}});
  Answer answer = layer->solve({std::vector<Expr>{d, b, a, e}});
  EXPECT_EQ(answer.verdict, Verdict::UNSATISFIABLE);
  EXPECT_EQ(answer.core, (std::vector<uint32_t>{1, 2, 3}));
  EXPECT_EQ(last_->asked.size(), 1u);
  // A superset that can be: its model serves. Then a subset, whose model happens to serve.
  Assignment model;
  model.set(symbol(x_), 1);
  model.set(symbol(y_), 2);
  model.set(symbol(z_), 3);
  model.set(symbol(u_), 4);
  last_->reply = Answer::satisfiable(model);
  layer->solve({std::vector<Expr>{a, b}});
  EXPECT_EQ(last_->asked.size(), 2u);
  EXPECT_EQ(layer->solve({std::vector<Expr>{b}}).verdict, Verdict::SATISFIABLE);
  EXPECT_EQ(layer->solve({std::vector<Expr>{b, less(x_, c(2)), a}}).verdict, Verdict::SATISFIABLE);
  EXPECT_EQ(last_->asked.size(), 2u);
  // Symbols that the query does not mention keep their values, whatever the model of the superset had.
  Assignment previous;
  previous.set(symbol(x_), 99);
  answer = layer->solve({std::vector<Expr>{b}, &previous, false});
  EXPECT_EQ(unsigned(answer.model[symbol(x_)]), 99u);
}

TEST_F(LayersTest, CacheStaysWithinItsLimit) {
  auto last = std::make_unique<Last>(session_);
  last->reply = Answer::satisfiable({});
  CacheLayer layer(session_, std::move(last), {.most_entries = 100});
  for (unsigned i = 0; i < 1000; i++) {
    const Expr symbol = store_.symbol(std::to_string(i), 8);
    layer.solve({std::vector<Expr>{store_.compare(BRAID_OP_NE, symbol, c(1))}});
    ASSERT_LE(layer.entries(), 101u);
  }
}

TEST_F(LayersTest, LayersCount) {
  const auto layer = in_front<ContradictionLayer>();
  layer->solve({std::vector<Expr>{less(x_, y_), less(y_, z_)}});
  layer->solve({std::vector<Expr>{less(x_, y_), store_.inverted(less(x_, y_))}});
  EXPECT_EQ(layer->statistics().asked, 2u);
  EXPECT_EQ(layer->statistics().unsatisfiable, 1u);
  EXPECT_EQ(layer->statistics().satisfiable, 0u);
  EXPECT_EQ(layer->next()->statistics().asked, 1u);
  EXPECT_EQ(layer->next()->statistics().unknown, 1u);
}

TEST_F(LayersTest, AnInterruptAnswersAtOnce) {
  const auto layer = in_front<SliceLayer>();
  session_.interrupted = true;
  const Answer answer = layer->solve({std::vector<Expr>{less(x_, y_)}});
  EXPECT_EQ(answer.verdict, Verdict::UNKNOWN);
  EXPECT_EQ(answer.reason, Reason::INTERRUPTED);
  EXPECT_TRUE(last_->asked.empty());
}

} // namespace
} // namespace braid::solver::test
