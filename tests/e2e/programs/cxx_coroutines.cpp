// Coroutines: values in the frame, in the promise, passed in and given back.
// INPUT: PATTERN 16
// FLAGS: -std=c++20
// NOTHING-LOST
#include "check.h"
#include <coroutine>

struct Generator {
  struct promise_type {
    int current = 0;
    Generator get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int value) noexcept {
      current = value;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { abort(); }
  };
  std::coroutine_handle<promise_type> handle;
  ~Generator() { handle.destroy(); }
  int next() {
    handle.resume();
    return handle.promise().current;
  }
};

static Generator numbers(int start) {
  int total = start;
  for (int i = 0; i < 3; i++) {
    if (input_bytes[i + 1] == 1 + pattern(i + 1)) // TURNS
      total += 100;
    co_yield total;
    total += input_bytes[i + 1];
  }
}

int main() {
  begin();
  Generator generator = numbers(input_bytes[0]);
  CHECK(generator.next() == near(pattern(0)));              // TURNS
  CHECK(generator.next() == near(pattern(0)) + pattern(1)); // TURNS
  return 0;
}
