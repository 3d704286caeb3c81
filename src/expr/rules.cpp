#include "expr/rules.h"

namespace braid::expr {

Expr Rules::apply(uint8_t, unsigned, uint32_t &, uint32_t &, uint32_t &) { return 0; }

} // namespace braid::expr
