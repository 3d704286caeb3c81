/* The functions of crest.h. */
#include "runtime/models/marks.h"

#include <crest.h>

BRAID_MODEL_FILE;

#define CREST(type, name)                                                                                         \
  BRAID_MARK(void, name, (type * variable)) { braid_mark_memory(variable, sizeof *variable, #name); }

CREST(unsigned char, __CrestUChar)
CREST(unsigned short, __CrestUShort)
CREST(unsigned int, __CrestUInt)
CREST(char, __CrestChar)
CREST(short, __CrestShort)
CREST(int, __CrestInt)
