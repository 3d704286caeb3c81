// std::thread::_M_start_thread of libstdc++, to which every std::thread and std::async comes down: it starts the
// thread in code that is not instrumented.
#include "runtime/input.h"
#include "runtime/model.h"

extern "C" {

BRAID_MODEL_FILE;

// The second parameter is a unique_ptr<std::thread::_State>, which the ABI passes by its address.
void start_thread(void *thread, void *state, void (*depend)()) __asm__(
    "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE");

BRAID_MODEL(void, _ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE,
            (void *thread, void *state, void (*depend)())) {
  braid_thread_starts();
  start_thread(thread, state, depend);
}
}
