/* main for programs that have LLVMFuzzerTestOneInput instead. It is in an archive of its own, so that the linker
 * takes it only if the program has no main; and it is instrumented, because runs begin in main. */
#include "runtime/model.h"
#include "runtime/models/fuzzer.h"

BRAID_MODEL_FILE;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes);

int main(int argc, char **argv) { return LLVMFuzzerRunDriver(&argc, &argv, LLVMFuzzerTestOneInput); }
