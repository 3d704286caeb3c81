#include "expr/smtlib_term_reader.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace braid::expr::smtlib {

namespace {

// Deeper sorts are arrays of arrays, which are not supported anyway.
constexpr unsigned DEEPEST_SORT = 16;

} // namespace

const Binding &TermReader::binding(Word word) const {
  static const Binding NOTHING;
  return word < bindings_.size() ? bindings_[word] : NOTHING;
}

void TermReader::bind(Word word, Binding binding) {
  if (word >= bindings_.size())
    bindings_.resize(std::max<size_t>(words_.size(), word + 1));
  changes_.emplace_back(word, std::exchange(bindings_[word], std::move(binding)));
}

void TermReader::restore(size_t mark) {
  while (changes_.size() > mark) {
    bindings_[changes_.back().first] = std::move(changes_.back().second);
    changes_.pop_back();
  }
}

uint32_t TermReader::numeral(const Tree &tree, uint32_t node, const char *what) const {
  const std::string_view digits = syntax_.text(tree[node]);
  uint32_t number = 0;
  if (tree[node].kind != Node::Kind::NUMERAL)
    throw error(tree[node], fmt::format("expected a numeral: {}", what));
  const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (failed != std::errc() || number > INT32_MAX)
    throw error(tree[node], fmt::format("not supported: {} as {}", digits, what), true);
  return number;
}

// ---- Sorts

ValueSort TermReader::sort(const Tree &tree, uint32_t node) { return sort(tree, node, {}, 0); }

ValueSort TermReader::sort(const Tree &tree, uint32_t node, const std::map<Word, ValueSort> &parameters,
                           unsigned depth) {
  if (depth > DEEPEST_SORT)
    throw error(tree[node], "not supported: a sort nested so deeply", true);
  const bool list = tree.is_list(node);
  if (list ? tree.count(node) == 0 : !tree.is_symbol(node))
    throw error(tree[node], "expected a sort");
  const uint32_t head = list ? tree.first(node) : node;
  std::vector<uint32_t> rest;
  if (list)
    for (uint32_t i = tree.after(head); i != tree.end(node); i = tree.after(i))
      rest.push_back(i);
  if (!tree.is_symbol(head))
    throw error(tree[head], "expected the name of a sort");
  const std::string &name = words_.name(tree[head].word);
  const auto unsupported = [&](const std::string &what) {
    return error(tree[node], fmt::format("not supported: the sort {}", what), true);
  };
  if (name == "_" && rest.size() >= 2 && tree.is_symbol(rest[0])) {
    const std::string &kind = words_.name(tree[rest[0]].word);
    if (kind == "BitVec" && rest.size() == 2) {
      try {
        return ValueSort::bits(checked_width(numeral(tree, rest[1], "the width of a bit-vector")));
      } catch (const Complaint &complaint) {
        throw error(tree[node], complaint.message, complaint.unsupported);
      }
    }
    if (kind == "FloatingPoint" && rest.size() == 3) {
      const uint32_t exponent = numeral(tree, rest[1], "bits of the exponent"),
                     significand = numeral(tree, rest[2], "bits of the significand");
      if (exponent == 8 && significand == 24)
        return ValueSort::number(32);
      if (exponent == 11 && significand == 53)
        return ValueSort::number(64);
      throw unsupported(fmt::format("(_ FloatingPoint {} {}); 8 24 and 11 53 are", exponent, significand));
    }
  }
  if (name == "Bool" && rest.empty())
    return ValueSort::boolean();
  if (name == "RoundingMode" && rest.empty())
    return {Meaning::ROUNDING};
  if ((name == "Float32" || name == "Float64") && rest.empty())
    return ValueSort::number(name == "Float32" ? 32 : 64);
  if (name == "Array" && rest.size() == 2) {
    const ValueSort index = sort(tree, rest[0], parameters, depth + 1),
                    element = sort(tree, rest[1], parameters, depth + 1);
    const auto plain = [](const ValueSort &part) {
      return part.meaning == Meaning::BITS || part.meaning == Meaning::BOOLEAN;
    };
    if (!plain(index)) // numbers too: NaN has many bit patterns
      throw unsupported(fmt::format("of an array with indices {}", index.text()));
    if (!plain(element) && element.meaning != Meaning::NUMBER)
      throw unsupported(fmt::format("of an array of {}", element.text()));
    return {Meaning::ARRAY, element.width, index.width, index.meaning, element.meaning};
  }
  if (const auto parameter = parameters.find(tree[head].word); parameter != parameters.end() && rest.empty())
    return parameter->second;
  const Binding &bound = binding(tree[head].word);
  if (bound.kind == Binding::Kind::UNSUPPORTED)
    throw error(tree[node], bound.why, true);
  if (bound.kind == Binding::Kind::SORT) { // (define-sort name (parameters) body)
    const Tree &definition = *bound.sort;
    const uint32_t formal = definition.after(definition.after(definition.first(0)));
    if (definition.count(formal) != rest.size())
      throw error(tree[node], fmt::format("the sort {} takes {} parameters", name, definition.count(formal)));
    std::map<Word, ValueSort> inner;
    uint32_t parameter = definition.first(formal);
    for (const uint32_t actual : rest) {
      inner[definition[parameter].word] = sort(tree, actual, parameters, depth + 1);
      parameter = definition.after(parameter);
    }
    return sort(definition, definition.after(formal), inner, depth + 1);
  }
  for (const char *known :
       {"Int", "Real", "String", "RegLan", "Float16", "Float128", "Seq", "Set", "Bag", "Tuple"})
    if (name == known)
      throw unsupported(name);
  throw error(tree[node], fmt::format("there is no sort {}", syntax_.text(tree[node]).substr(0, 60)));
}

// ---- Names

const TypedTerm *TermReader::local(Word word) const {
  if (word >= locals_.size() || locals_[word].empty() || locals_[word].back().call != calls_.back())
    return nullptr;
  return &locals_[word].back().term;
}

void TermReader::push_local(Word word, const TypedTerm &term) {
  if (word >= locals_.size())
    locals_.resize(std::max<size_t>(words_.size(), word + 1));
  locals_[word].push_back({calls_.back(), term});
}

void TermReader::pop_local(Word word) { locals_[word].pop_back(); }

TypedTerm TermReader::name(const Tree &tree, uint32_t node, Word word, std::span<const uint32_t> indices) {
  const std::string &text = words_.name(word);
  if (indices.empty()) {
    if (const TypedTerm *found = local(word))
      return *found;
    const Binding &bound = binding(word);
    switch (bound.kind) {
    case Binding::Kind::TERM:
      return bound.term;
    case Binding::Kind::FUNCTION:
      throw error(tree[node], fmt::format("{} is a function of {} operands; expected ({} ...)", text,
                                          bound.function->parameters.size(), text));
    case Binding::Kind::UNSUPPORTED:
      throw error(tree[node], bound.why, true);
    case Binding::Kind::SORT:
      throw error(tree[node], fmt::format("{} is a sort; expected a term", text));
    case Binding::Kind::NOTHING:
      break;
    }
  }
  try {
    if (const std::optional<TypedTerm> found = functions_.constant(text, indices))
      return *found;
  } catch (const Complaint &complaint) {
    throw error(tree[node], complaint.message, complaint.unsupported);
  }
  if (Functions::knows(text))
    throw error(tree[node], fmt::format("{} is a function; expected ({} ...)", text, text));
  throw error(tree[node], fmt::format("{} was not declared", text));
}

TypedTerm TermReader::atom(const Tree &tree, uint32_t node) {
  const std::string_view text = syntax_.text(tree[node]);
  switch (tree[node].kind) {
  case Node::Kind::SYMBOL:
    return name(tree, node, tree[node].word, {});
  case Node::Kind::HEXADECIMAL:
  case Node::Kind::BINARY: {
    const unsigned bits_each = tree[node].kind == Node::Kind::BINARY ? 1 : 4;
    unsigned width = 0;
    try {
      width = checked_width((text.size() - 2) * bits_each);
    } catch (const Complaint &complaint) {
      throw error(tree[node], complaint.message, complaint.unsupported);
    }
    Value value = 0;
    for (const char digit : text.substr(2))
      value = value << bits_each | Value(digit <= '9' ? digit - '0' : (digit | 0x20) - 'a' + 10);
    return functions_.bits(value, width);
  }
  case Node::Kind::NUMERAL:
  case Node::Kind::DECIMAL:
    return functions_.decimal(text);
  case Node::Kind::STRING:
    throw error(tree[node], "not supported: strings", true);
  default:
    throw error(tree[node], fmt::format("expected a term, found {}", text));
  }
}

// (_ name index...)
std::vector<uint32_t> TermReader::indices(const Tree &tree, uint32_t node, Word &head) const {
  const uint32_t symbol = tree.after(tree.first(node));
  if (symbol == tree.end(node) || !tree.is_symbol(symbol))
    throw error(tree[node], "expected (_ name index ...)");
  head = tree[symbol].word;
  std::vector<uint32_t> all;
  for (uint32_t i = tree.after(symbol); i != tree.end(node); i = tree.after(i))
    all.push_back(numeral(tree, i, "an index"));
  if (all.empty())
    throw error(tree[node], "expected (_ name index ...)");
  return all;
}

// ---- Terms

TypedTerm TermReader::term(const Tree &tree, uint32_t node) {
  begin();
  enter(tree, node);
  return finish();
}

TypedTerm TermReader::body(const std::shared_ptr<Definition> &function, std::span<const TypedTerm> operands) {
  begin();
  enter_body(function, operands, 0);
  return finish();
}

void TermReader::begin() {
  named_.clear();
  if (!std::exchange(in_progress_, true))
    return;
  // The last term ended in an error and left things behind.
  for (std::vector<Local> &locals : locals_)
    locals.clear();
  frames_.clear();
  values_.clear();
  calls_.assign(1, 0);
}

TypedTerm TermReader::finish() {
  while (!frames_.empty())
    step();
  in_progress_ = false;
  const TypedTerm result = values_.back();
  values_.clear();
  return result;
}

void TermReader::enter(const Tree &tree, uint32_t node) {
  if (tree.is_list(node))
    enter_list(tree, node);
  else
    values_.push_back(atom(tree, node));
}

void TermReader::enter_list(const Tree &tree, uint32_t node) {
  if (tree.count(node) == 0)
    throw error(tree[node], "expected a term, found ()");
  const uint32_t head = tree.first(node);
  Frame frame{Frame::Kind::APPLICATION, &tree, node, tree.after(head), tree.end(node), values_.size()};
  if (tree.is_list(head)) {
    const uint32_t keyword = tree.first(head);
    const std::string &word =
        keyword != tree.end(head) && tree.is_symbol(keyword) ? words_.name(tree[keyword].word) : std::string();
    if (word == "_") {
      frame.indices = indices(tree, head, frame.head);
    } else if (word == "as") {
      const uint32_t what = tree.after(keyword);
      if (tree.count(head) != 3 || !tree.is_symbol(what) || words_.name(tree[what].word) != "const")
        throw error(tree[head], "expected (as const (Array ...))");
      frame.constant_array = sort(tree, tree.after(what));
    } else {
      throw error(tree[head], "expected a function: a name, (_ name index ...) or (as const ...)");
    }
  } else if (!tree.is_symbol(head)) {
    throw error(tree[head], "expected the name of a function");
  } else {
    frame.head = tree[head].word;
    const std::string &word = words_.name(frame.head);
    if (word == "let") {
      if (tree.count(node) != 3 || !tree.is_list(frame.next))
        throw error(tree[node], "expected (let ((name term) ...) term)");
      frame.kind = Frame::Kind::LET;
      frame.end = tree.end(frame.next);
      frame.next = tree.first(frame.next);
    } else if (word == "!") {
      if (tree.count(node) < 2)
        throw error(tree[node], "expected (! term :attribute ...)");
      frame.kind = Frame::Kind::ANNOTATION;
    } else if (word == "_") {
      Word constant = 0;
      const std::vector<uint32_t> found = indices(tree, node, constant);
      values_.push_back(name(tree, node, constant, found));
      return;
    } else if (word == "forall" || word == "exists" || word == "lambda" || word == "match") {
      throw error(tree[node], fmt::format("not supported: {}", word), true);
    } else if (frame.next == frame.end) {
      throw error(tree[node], fmt::format("expected operands of {}", word));
    }
  }
  frames_.push_back(std::move(frame));
}

void TermReader::step() {
  Frame &frame = frames_.back();
  switch (frame.kind) {
  case Frame::Kind::LET:
    return step_let(frame);
  case Frame::Kind::ANNOTATION:
    if (values_.size() == frame.values)
      return enter(*frame.tree, frame.next);
    finish_annotation(frame);
    frames_.pop_back();
    return;
  case Frame::Kind::APPLICATION: {
    if (frame.next == frame.end)
      return finish_application();
    const uint32_t operand = frame.next;
    frame.next = frame.tree->after(operand);
    return enter(*frame.tree, operand);
  }
  case Frame::Kind::CALL:
    return finish_call();
  }
}

// First all values, then all names: the names of a let do not see each other.
void TermReader::step_let(Frame &frame) {
  const Tree &tree = *frame.tree;
  const uint32_t bindings = tree.after(tree.first(frame.node));
  if (frame.next != frame.end) {
    const uint32_t pair = frame.next;
    if (!tree.is_list(pair) || tree.count(pair) != 2 || !tree.is_symbol(tree.first(pair)))
      throw error(tree[pair], "expected (name term)");
    frame.next = tree.after(pair);
    return enter(tree, tree.after(tree.first(pair)));
  }
  if (!frame.bound) {
    size_t value = frame.values;
    for (uint32_t pair = tree.first(bindings); pair != tree.end(bindings); pair = tree.after(pair))
      push_local(tree[tree.first(pair)].word, values_[value++]);
    values_.resize(frame.values);
    frame.bound = true;
    return enter(tree, tree.after(bindings));
  }
  for (uint32_t pair = tree.first(bindings); pair != tree.end(bindings); pair = tree.after(pair))
    pop_local(tree[tree.first(pair)].word);
  frames_.pop_back();
}

void TermReader::finish_annotation(const Frame &frame) {
  static constexpr const char *EXPECTED = "expected :named and a name";
  const Tree &tree = *frame.tree;
  for (uint32_t i = tree.after(frame.next); i != tree.end(frame.node); i = tree.after(i)) {
    if (tree[i].kind != Node::Kind::KEYWORD || words_.name(tree[i].word) != ":named")
      continue;
    i = tree.after(i);
    if (i == tree.end(frame.node) || !tree.is_symbol(i))
      throw error(tree[frame.node], EXPECTED);
    const Word word = tree[i].word;
    if (binding(word).kind != Binding::Kind::NOTHING)
      throw error(tree[i], fmt::format("the name {} is taken", words_.name(word)));
    if (calls_.size() > 1) // the body of a function: no name for each of its uses
      continue;
    bind(word, {Binding::Kind::TERM, values_.back(), {}, {}, {}});
    named_.emplace_back(word, values_.back());
  }
}

void TermReader::finish_application() {
  const Frame frame = std::move(frames_.back());
  frames_.pop_back();
  const Node &node = (*frame.tree)[frame.node];
  std::vector<TypedTerm> operands(values_.begin() + ptrdiff_t(frame.values), values_.end());
  values_.resize(frame.values);
  try {
    if (frame.constant_array) {
      if (operands.size() != 1)
        throw Complaint{"expected one operand of (as const ...)"};
      values_.push_back(functions_.constant_array(*frame.constant_array, operands[0]));
      return;
    }
    const std::string &text = words_.name(frame.head);
    const Binding &bound = binding(frame.head);
    if (frame.indices.empty() && (local(frame.head) != nullptr || bound.kind == Binding::Kind::TERM))
      throw Complaint{fmt::format("{} is no function", text)};
    if (frame.indices.empty() && bound.kind == Binding::Kind::FUNCTION)
      return call(bound.function, operands, frame);
    if (bound.kind == Binding::Kind::UNSUPPORTED)
      throw Complaint{bound.why, true};
    if (!Functions::knows(text)) {
      static constexpr const char *OTHER_THEORIES[] = {
          "+",          "*",          "<",         "<=",         ">",
          ">=",         "div",        "mod",       "abs",        "to_real",
          "to_int",     "is_int",     "bv2nat",    "nat2bv",     "int2bv",
          "ubv_to_int", "sbv_to_int", "int_to_bv", "fp.to_real", "fp.to_ieee_bv",
          "to_fp_bv"};
      const bool other =
          text.starts_with("str.") || text.starts_with("re.") || text.starts_with("seq.") ||
          std::find(std::begin(OTHER_THEORIES), std::end(OTHER_THEORIES), text) != std::end(OTHER_THEORIES);
      throw Complaint{
          other ? fmt::format("not supported: {}", text) : fmt::format("there is no function {}", text), other};
    }
    values_.push_back(functions_.apply(text, frame.indices, operands));
  } catch (const Complaint &complaint) {
    throw error(node, complaint.message, complaint.unsupported);
  }
}

void TermReader::call(const std::shared_ptr<Definition> &function, std::span<const TypedTerm> operands,
                      const Frame &frame) {
  const auto &parameters = function->parameters;
  const std::string &text = words_.name(frame.head);
  if (operands.size() != parameters.size())
    throw Complaint{fmt::format("{}: {} operands, expected {}", text, operands.size(), parameters.size())};
  std::vector<Expr> key;
  for (size_t i = 0; i < operands.size(); i++) {
    if (operands[i].sort != parameters[i].second)
      throw Complaint{fmt::format("{}: operand {} is {}, expected {}", text, i + 1, operands[i].sort.text(),
                                  parameters[i].second.text())};
    key.push_back(operands[i].e);
  }
  if (const auto known = function->known.find(key); known != function->known.end()) {
    values_.push_back(known->second);
    return;
  }
  enter_body(function, operands, frame.values);
}

// The operands stay on the list of values until the body is read: they are the key of what is known.
void TermReader::enter_body(const std::shared_ptr<Definition> &function, std::span<const TypedTerm> operands,
                            size_t values) {
  values_.insert(values_.end(), operands.begin(), operands.end());
  calls_.push_back(++last_call_);
  for (size_t i = 0; i < operands.size(); i++)
    push_local(function->parameters[i].first, operands[i]);
  Frame frame{Frame::Kind::CALL, function->tree.get(), function->body, 0, 0, values};
  frame.function = function;
  frames_.push_back(std::move(frame));
  enter(*function->tree, function->body);
}

void TermReader::finish_call() {
  const Frame frame = std::move(frames_.back());
  frames_.pop_back();
  const TypedTerm result = values_.back();
  std::vector<Expr> key;
  for (size_t i = 0; i < frame.function->parameters.size(); i++) {
    key.push_back(values_[frame.values + i].e);
    pop_local(frame.function->parameters[i].first);
  }
  calls_.pop_back();
  values_.resize(frame.values);
  if (result.sort != frame.function->sort)
    throw error((*frame.tree)[frame.node],
                fmt::format("the body is {}, expected {}", result.sort.text(), frame.function->sort.text()));
  frame.function->known.emplace(std::move(key), result);
  values_.push_back(result);
}

} // namespace braid::expr::smtlib
