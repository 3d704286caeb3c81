/* Checks: operations that can go wrong, each with a number (checks.def). */
#ifndef BRAID_TRACE_CHECKS_H
#define BRAID_TRACE_CHECKS_H

enum braid_check {
#define BRAID_CHECK(NAME, name, options, usual) BRAID_CHECK_##NAME,
#include "trace/checks.def"
#undef BRAID_CHECK
  BRAID_CHECK_KINDS
};

#endif
