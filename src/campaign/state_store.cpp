#include "campaign/state_store.h"

#include "target/error.h"

#include <charconv>
#include <fmt/format.h>
#include <sqlite3.h>

namespace braid::campaign {

namespace fs = std::filesystem;

namespace {

constexpr const char *VERSION = "1";
constexpr const char *TESTS = "select number, input, origin, step, choice, diverged from tests order by number";
constexpr const char *VERDICTS = "select some from verdicts order by rowid";

// Numbers, seven bits a byte, and inputs made of them.
class Packer {
public:
  explicit Packer(std::vector<uint8_t> &out) : out_(out) {}

  void number(uint64_t value) {
    for (; value >= 0x80; value >>= 7)
      out_.push_back(uint8_t(value | 0x80));
    out_.push_back(uint8_t(value));
  }

  void add(const target::Input &input) {
    number(input.sources.size());
    for (const target::Source &source : input.sources) {
      number(uint64_t(source.kind));
      number(source.index);
      number((source.symbolic ? 1U : 0U) | (source.symbolic_length ? 2U : 0U));
      bytes(source.name.data(), source.name.size());
      bytes(source.bytes.data(), source.bytes.size());
    }
  }

private:
  void bytes(const void *data, size_t size) {
    number(size);
    const auto *begin = static_cast<const uint8_t *>(data);
    out_.insert(out_.end(), begin, begin + size);
  }

  std::vector<uint8_t> &out_;
};

class Unpacker {
public:
  explicit Unpacker(std::span<const uint8_t> in) : in_(in) {}

  target::Input input() {
    target::Input input;
    for (uint64_t left = number(); left != 0 && is_good_; left--) {
      target::Source source;
      const uint64_t kind = number();
      is_good_ = is_good_ && kind <= uint64_t(target::SourceKind::DATA);
      source.kind = target::SourceKind(kind);
      source.index = uint16_t(number());
      const uint64_t flags = number();
      source.symbolic = (flags & 1) != 0;
      source.symbolic_length = (flags & 2) != 0;
      const std::span<const uint8_t> name = bytes();
      source.name.assign(name.begin(), name.end());
      const std::span<const uint8_t> contents = bytes();
      source.bytes.assign(contents.begin(), contents.end());
      input.sources.push_back(std::move(source));
    }
    return input;
  }
  bool is_good() const { return is_good_ && in_.empty(); }
  bool has_more() const { return is_good_ && !in_.empty(); }

  uint64_t number() {
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (in_.empty())
        break;
      const uint8_t byte = in_.front();
      in_ = in_.subspan(1);
      value |= uint64_t(byte & 0x7f) << shift;
      if ((byte & 0x80) == 0)
        return value;
    }
    is_good_ = false;
    return 0;
  }

private:
  std::span<const uint8_t> bytes() {
    const uint64_t size = number();
    if (size > in_.size()) {
      is_good_ = false;
      return {};
    }
    const std::span<const uint8_t> found = in_.first(size);
    in_ = in_.subspan(size);
    return found;
  }

  std::span<const uint8_t> in_;
  bool is_good_ = true;
};

} // namespace

bool StateStore::is_foreign(const fs::path &file, const std::string &key) {
  if (!fs::exists(file))
    return false;
  try {
    StateStore store;
    store.open(file);
    if (store.has_no_tables()) // killed before there was anything to write
      return false;
    const bool is_own = store.is_for(key);
    for (const char *query : {TESTS, VERDICTS})
      sqlite3_finalize(store.prepared(query));
    return !is_own;
  } catch (const target::Error &) {
    return true;
  }
}

StateStore::StateStore(const fs::path &file, const std::string &key, std::chrono::milliseconds flush_after)
    : flush_after_(flush_after), opened_(std::chrono::steady_clock::now()), last_flush_(opened_) {
  open(file);
  if (has_no_tables())
    make_tables(key);
  else
    settle();
  add_test_ = prepared("insert or replace into tests values (?, ?, ?, ?, ?, ?)");
}

StateStore::~StateStore() {
  const bool was_told = has_failed_;
  try {
    flush();
  } catch (const target::Error &error) { // somebody has taken the file away, or the disk is full
    if (!was_told)
      fmt::print(stderr, "braid: {}\n", error.what());
  }
  close();
}

void StateStore::close() {
  sqlite3_finalize(add_test_);
  add_test_ = nullptr;
  sqlite3_close(database_);
  database_ = nullptr;
}

void StateStore::open(const fs::path &file) {
  if (sqlite3_open(file.c_str(), &database_) != SQLITE_OK)
    throw target::Error(fmt::format("the state cannot be opened: {}", sqlite3_errmsg(database_)), file.string(),
                        "choose another folder with -o DIR");
  sqlite3_busy_timeout(database_, 1000);
  run("pragma synchronous = off"); // while there is nothing to lose: a busy disk makes one wait for seconds
}

// Now there is something to lose, and more to come: a log takes each flush without waiting for the disk. If
// somebody looks into the file at this moment, it stays as it is, which is slower and as safe.
void StateStore::settle() {
  run("pragma synchronous = normal");
  sqlite3_exec(database_, "pragma journal_mode = wal", nullptr, nullptr, nullptr);
  is_settled_ = true;
}

bool StateStore::has_no_tables() {
  sqlite3_stmt *query = prepared("select 1 from sqlite_master");
  const int status = sqlite3_step(query);
  sqlite3_finalize(query);
  if (status != SQLITE_ROW && status != SQLITE_DONE)
    throw target::Error(fmt::format("the state cannot be used: {}", sqlite3_errmsg(database_)),
                        sqlite3_db_filename(database_, "main"));
  return status == SQLITE_DONE;
}

bool StateStore::is_for(const std::string &key) {
  sqlite3_stmt *query = prepared("select value from facts where name = 'version' union all "
                                 "select value from facts where name = 'key'");
  std::vector<std::string> found;
  while (sqlite3_step(query) == SQLITE_ROW)
    if (const unsigned char *text = sqlite3_column_text(query, 0))
      found.emplace_back(reinterpret_cast<const char *>(text));
  sqlite3_finalize(query);
  return found == std::vector<std::string>{VERSION, key};
}

// Written with the first flush.
void StateStore::make_tables(const std::string &key) {
  run("begin");
  in_transaction_ = true;
  run("create table facts (name text primary key, value text)");
  run("create table tests (number integer primary key, input blob, origin integer, step integer, choice integer, "
      "diverged integer)");
  run("create table verdicts (some blob)"); // many in a row: there are more of them than of anything else
  sqlite3_stmt *fact = prepared("insert into facts values (?, ?)");
  for (const auto &[name, value] : {std::pair<const char *, std::string>{"version", VERSION}, {"key", key}}) {
    sqlite3_bind_text(fact, 1, name, -1, SQLITE_TRANSIENT);
    sqlite3_bind_text(fact, 2, value.c_str(), -1, SQLITE_TRANSIENT);
    sqlite3_step(fact);
    sqlite3_reset(fact);
  }
  sqlite3_finalize(fact);
  is_empty_ = true;
}

void StateStore::run(const char *command) {
  if (sqlite3_exec(database_, command, nullptr, nullptr, nullptr) != SQLITE_OK)
    throw target::Error(fmt::format("the state cannot be used: {}", sqlite3_errmsg(database_)),
                        sqlite3_db_filename(database_, "main"), "is another braid at work in the same folder?");
}

sqlite3_stmt *StateStore::prepared(const char *command) {
  sqlite3_stmt *made = nullptr;
  if (sqlite3_prepare_v2(database_, command, -1, &made, nullptr) != SQLITE_OK)
    throw target::Error(fmt::format("the state cannot be used: {}", sqlite3_errmsg(database_)),
                        sqlite3_db_filename(database_, "main"));
  return made;
}

std::vector<StateStore::StoredTest> StateStore::tests() {
  std::vector<StoredTest> found;
  if (is_empty_)
    return found;
  sqlite3_stmt *query = prepared(TESTS);
  while (sqlite3_step(query) == SQLITE_ROW) {
    StoredTest test;
    test.number = explore::TestNumber(sqlite3_column_int64(query, 0));
    Unpacker unpacker(
        {static_cast<const uint8_t *>(sqlite3_column_blob(query, 1)), size_t(sqlite3_column_bytes(query, 1))});
    test.input = unpacker.input();
    if (sqlite3_column_type(query, 2) != SQLITE_NULL)
      test.origin = {explore::TestNumber(sqlite3_column_int64(query, 2)), uint32_t(sqlite3_column_int64(query, 3)),
                     uint64_t(sqlite3_column_int64(query, 4))};
    test.diverged = sqlite3_column_int(query, 5) != 0;
    if (!unpacker.is_good() || test.number != found.size())
      break; // what follows a gap cannot be used: numbers count
    found.push_back(std::move(test));
  }
  sqlite3_finalize(query);
  return found;
}

std::vector<StateStore::StoredVerdict> StateStore::verdicts() {
  std::vector<StoredVerdict> found;
  if (is_empty_)
    return found;
  sqlite3_stmt *query = prepared(VERDICTS);
  while (sqlite3_step(query) == SQLITE_ROW) {
    Unpacker unpacker(
        {static_cast<const uint8_t *>(sqlite3_column_blob(query, 0)), size_t(sqlite3_column_bytes(query, 0))});
    while (unpacker.has_more()) {
      StoredVerdict verdict;
      verdict.test = explore::TestNumber(unpacker.number());
      verdict.step = uint32_t(unpacker.number());
      verdict.choice = unpacker.number();
      const uint64_t way = unpacker.number();
      if (way != uint64_t(explore::Way::INFEASIBLE) && way != uint64_t(explore::Way::DIVERGED))
        break; // nobody wrote that
      verdict.way = explore::Way(way);
      found.push_back(verdict);
    }
  }
  sqlite3_finalize(query);
  return found;
}

void StateStore::forget_from(explore::TestNumber first) {
  std::vector<StoredVerdict> all = verdicts();
  const size_t before = all.size();
  std::erase_if(all, [&](const StoredVerdict &verdict) { return verdict.test >= first; });
  flush();
  run("begin");
  in_transaction_ = true;
  run(fmt::format("delete from tests where number >= {}", first).c_str());
  if (all.size() != before) {
    run("delete from verdicts");
    for (const StoredVerdict &verdict : all)
      add(verdict);
  }
  flush();
}

// If SQLite has given up what was added before, nothing about it may be written either.
void StateStore::fail_to_write() {
  const std::string why = sqlite3_errmsg(database_);
  const int code = sqlite3_errcode(database_);
  has_failed_ = true;
  if (sqlite3_get_autocommit(database_) != 0) {
    in_transaction_ = false;
    verdicts_.clear();
    cost_.clear();
    suspects_.reset();
  }
  throw target::Error(fmt::format("the state cannot be written: {}", why), sqlite3_db_filename(database_, "main"),
                      code == SQLITE_BUSY || code == SQLITE_LOCKED ? "is another program using the file?"
                                                                   : "is the disk full?");
}

void StateStore::add(const StoredTest &test) {
  is_empty_ = false;
  if (!in_transaction_)
    run("begin");
  in_transaction_ = true;
  buffer_.clear();
  Packer(buffer_).add(test.input);
  sqlite3_bind_int64(add_test_, 1, test.number);
  sqlite3_bind_blob(add_test_, 2, buffer_.data(), int(buffer_.size()), SQLITE_STATIC);
  if (test.origin) {
    sqlite3_bind_int64(add_test_, 3, test.origin->test);
    sqlite3_bind_int64(add_test_, 4, test.origin->step);
    sqlite3_bind_int64(add_test_, 5, int64_t(test.origin->choice));
  } else {
    for (const int column : {3, 4, 5})
      sqlite3_bind_null(add_test_, column);
  }
  sqlite3_bind_int(add_test_, 6, test.diverged ? 1 : 0);
  const int status = sqlite3_step(add_test_);
  sqlite3_reset(add_test_);
  if (status != SQLITE_DONE)
    fail_to_write();
}

void StateStore::add(const StoredVerdict &verdict) {
  Packer packer(verdicts_);
  packer.number(verdict.test);
  packer.number(verdict.step);
  packer.number(verdict.choice);
  packer.number(uint64_t(verdict.way));
}

std::string StateStore::cost() { return fact("cost"); }

explore::TestNumber StateStore::proved_before() {
  const std::string text = fact("proved");
  explore::TestNumber test = 0;
  std::from_chars(text.data(), text.data() + text.size(), test);
  return test;
}

target::Input StateStore::input(explore::TestNumber test) {
  sqlite3_stmt *query = prepared("select input from tests where number = ?");
  sqlite3_bind_int64(query, 1, test);
  target::Input found;
  bool is_good = sqlite3_step(query) == SQLITE_ROW;
  if (is_good) {
    Unpacker unpacker(
        {static_cast<const uint8_t *>(sqlite3_column_blob(query, 0)), size_t(sqlite3_column_bytes(query, 0))});
    found = unpacker.input();
    is_good = unpacker.is_good();
  }
  sqlite3_finalize(query);
  if (!is_good)
    throw target::Error(fmt::format("the state has no input of test {}", test + 1),
                        sqlite3_db_filename(database_, "main"),
                        "Was the file changed? Explore again from the start.");
  return found;
}

std::string StateStore::fact(const char *name) {
  if (is_empty_)
    return {};
  sqlite3_stmt *query = prepared("select value from facts where name = ?");
  sqlite3_bind_text(query, 1, name, -1, SQLITE_STATIC);
  std::string found;
  if (sqlite3_step(query) == SQLITE_ROW)
    if (const void *value = sqlite3_column_blob(query, 0))
      found.assign(static_cast<const char *>(value), size_t(sqlite3_column_bytes(query, 0)));
  sqlite3_finalize(query);
  return found;
}

std::vector<StateStore::StoredSuspect> StateStore::suspects() {
  const std::string packed = fact("suspects");
  Unpacker unpacker({reinterpret_cast<const uint8_t *>(packed.data()), packed.size()});
  std::vector<StoredSuspect> found;
  while (unpacker.has_more()) {
    StoredSuspect suspect;
    suspect.site = unpacker.number();
    suspect.kind = uint16_t(unpacker.number());
    const uint64_t flags = unpacker.number();
    suspect.is_shown = (flags & 1) != 0;
    suspect.tried = uint32_t(unpacker.number());
    if ((flags & 2) != 0)
      suspect.input = unpacker.input();
    found.push_back(std::move(suspect));
  }
  return unpacker.is_good() ? found : std::vector<StoredSuspect>();
}

void StateStore::set_suspects(const std::vector<StoredSuspect> &all) {
  std::vector<uint8_t> packed;
  Packer packer(packed);
  for (const StoredSuspect &suspect : all) {
    packer.number(suspect.site);
    packer.number(suspect.kind);
    packer.number((suspect.is_shown ? 1U : 0U) | (suspect.input ? 2U : 0U));
    packer.number(suspect.tried);
    if (suspect.input)
      packer.add(*suspect.input);
  }
  suspects_.emplace(packed.begin(), packed.end());
}

bool StateStore::is_time_to_flush() const {
  return std::chrono::steady_clock::now() - last_flush_ >= flush_after_;
}

void StateStore::set_fact(const char *name, const std::string &value, bool is_text) {
  sqlite3_stmt *set = prepared("insert or replace into facts values (?, ?)");
  sqlite3_bind_text(set, 1, name, -1, SQLITE_STATIC);
  if (is_text)
    sqlite3_bind_text(set, 2, value.data(), int(value.size()), SQLITE_STATIC);
  else
    sqlite3_bind_blob(set, 2, value.data(), int(value.size()), SQLITE_STATIC);
  const int status = sqlite3_step(set);
  sqlite3_finalize(set);
  if (status != SQLITE_DONE)
    fail_to_write();
}

void StateStore::flush() {
  last_flush_ = std::chrono::steady_clock::now();
  if (!in_transaction_ && verdicts_.empty() && cost_.empty() && !suspects_)
    return;
  if (!in_transaction_)
    run("begin");
  in_transaction_ = true;
  is_empty_ = false;
  if (!verdicts_.empty()) {
    sqlite3_stmt *add = prepared("insert into verdicts values (?)");
    sqlite3_bind_blob(add, 1, verdicts_.data(), int(verdicts_.size()), SQLITE_STATIC);
    const int status = sqlite3_step(add);
    sqlite3_finalize(add);
    if (status != SQLITE_DONE)
      fail_to_write();
    verdicts_.clear();
  }
  if (!cost_.empty())
    set_fact("cost", cost_);
  cost_.clear();
  if (proved_before_)
    set_fact("proved", std::to_string(*proved_before_));
  proved_before_.reset();
  if (suspects_)
    set_fact("suspects", *suspects_, false);
  suspects_.reset();
  if (sqlite3_exec(database_, "commit", nullptr, nullptr, nullptr) != SQLITE_OK)
    fail_to_write();
  in_transaction_ = false;
  if (!is_settled_ && last_flush_ - opened_ >= flush_after_)
    settle();
}

} // namespace braid::campaign
