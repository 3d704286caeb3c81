// A label as readable text in the manner of C, with the inputs' names; see expr/text.h for what it looks like.
#pragma once

#include "expr/text.h"
#include "trace/leaves.h"

namespace braid::trace {

// The view must outlive it. For one thread at a time.
class LabelText {
public:
  explicit LabelText(const View &view, TextLimits limits = {})
      : leaves_(view), printer_(view.nodes(), leaves_, limits) {}

  // The value of a label; for one bit, as a condition.
  std::string label(Label label) const { return printer_.text(label); }
  // A constant as it would be written beside the label, such as the value of a case in a switch.
  std::string constant(Label beside, Value constant) const { return printer_.constant(beside, constant); }

  const SourceNames &names() const { return leaves_.names(); }

private:
  TraceLeaves leaves_;
  TextPrinter printer_;
};

} // namespace braid::trace
