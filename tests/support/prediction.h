// What a trace says about inputs it was not made with.
//
// Evaluating the recorded conditions on other bytes tells how far the program will go the same way and which
// decision will be the first to fall differently. Running it with these bytes shows whether that is true. A wrong
// expression, a label that belongs to something else and a symbol that was lost without a word all make the
// prediction fail, so this is the strongest judge of a trace, and it needs to know nothing about the program.
#pragma once

#include "trace/evaluate.h"

#include <optional>
#include <random>
#include <string>
#include <vector>

namespace braid::verify {

// Bytes for each source of a trace.
using Bytes = std::vector<std::vector<uint8_t>>;

Bytes bytes_of(const trace::View &view);

struct Prediction {
  size_t certain = 0; // so many events happen as recorded
  bool turns = false; // the one after them happens too, but goes another way: ...
  uint8_t flag = 0;   // ... this, for a branch or an assumption,
  uint32_t extra = 0; // or this, for a switch
  // The new input makes an operation do what C leaves undefined: the run may lose a symbol there, or die.
  bool doubtful = false;
  // Somebody who is not followed was given a symbol that now has another value. Whether that changes anything is
  // not known.
  bool uncertain = false;
};

class Predictor {
public:
  // The view must stay as it is for as long as this lives.
  explicit Predictor(const trace::View &view) : view_(view), cone_(view) {}

  Prediction predict(const Bytes &bytes) const;
  // Input that differs in one byte and for which this event, a branch or switch, is the first to go another way.
  // Gives up after so many attempts.
  std::optional<Bytes> turn(size_t event, size_t attempts);

private:
  struct Byte {
    uint32_t source, offset;
  };
  std::vector<Byte> bytes_below(trace::Label label) const;
  bool is_first_to_turn(size_t event, const Bytes &bytes);

  const trace::View &view_;
  trace::ConeEvaluator cone_;
};

// In words, how the events of a run with the new input differ from those predicted from the old; empty if they
// do not. died: the new run was killed by a signal.
std::string difference_from_prediction(const std::vector<braid_event> &recorded, const Prediction &prediction,
                                       const std::vector<braid_event> &found, bool died);

// Changes some bytes of the given: a few, or all of them.
void change_at_random(Bytes &bytes, std::mt19937_64 &random);

} // namespace braid::verify
