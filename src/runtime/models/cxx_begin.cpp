// Every program that uses a stream begins with one of these constructors: it asks for std::cin and its like, or
// it makes a stream of its own. Here they bring our copies of the library's templates into the program
// (cxx_instances.cpp) and are otherwise the real ones.
#include "runtime/model.h"

extern "C" {

BRAID_MODEL_FILE;

void braid_cxx_instances();

void start_standard_streams(void *init) __asm__("_ZNSt8ios_base4InitC1Ev");
void construct_stream(void *stream) __asm__("_ZNSt8ios_baseC2Ev");

static void need_instances() { __asm__ volatile("" : : "r"(braid_cxx_instances)); }

// std::ios_base::Init::Init()
BRAID_MODEL(void, _ZNSt8ios_base4InitC1Ev, (void *init)) {
  need_instances();
  start_standard_streams(init);
}

// std::ios_base::ios_base()
BRAID_MODEL(void, _ZNSt8ios_baseC2Ev, (void *stream)) {
  need_instances();
  construct_stream(stream);
}
}
