"""The table of all kinds of bugs, by name. The kinds themselves are in the other files, one for each sort of bug."""

import kinds_endings
import kinds_lifetime
import kinds_overflow
import kinds_pointers
import kinds_values

# What findings are called.
FINDINGS = frozenset((
    "stack-buffer-overflow", "heap-buffer-overflow", "global-buffer-overflow", "null-pointer", "wild-pointer",
    "use-after-free", "double-free", "invalid-free", "use-after-return", "use-after-scope", "memory-leak",
    "division-by-zero", "division-overflow", "signed-overflow", "shift-out-of-range", "pointer-overflow",
    "invalid-value", "allocation-size", "negative-array-size", "uninitialised", "format-string", "assertion", "abort",
    "exception", "stack-exhaustion", "endless-loop", "error-call"))

KINDS = {kind.name: kind for part in (kinds_overflow, kinds_lifetime, kinds_pointers, kinds_values, kinds_endings)
         for kind in part.KINDS}
