// std::thread, std::async and promises pass values through memory, where they keep their labels.
// INPUT: PATTERN 64
// FLAGS: -pthread
// THREAD
#include "check.h"
#include <future>
#include <thread>

static int triple(int value) { return 3 * value; }

int main() {
  begin();
  TWINS(unsigned char, a);
  TWINS(unsigned char, b);
  TWINS(unsigned char, c);
  TWINS(unsigned char, d);
  int seen = 0;
  std::thread thread([&seen](int value) { seen = value + 1; }, int(a));
  thread.join();
  CHECK(seen == near(known_a) + 1); // TURNS
  CHECK(std::async(std::launch::async, triple, int(b)).get() == 3 * near(known_b)); // TURNS
  std::promise<int> promise;
  std::thread keeper([&promise, c] { promise.set_value(c + 5); });
  CHECK(promise.get_future().get() == near(known_c) + 5); // TURNS
  keeper.join();
  std::packaged_task<int(int)> task(triple);
  std::future<int> future = task.get_future();
  std::thread worker(std::move(task), int(d));
  worker.join();
  CHECK(future.get() == 3 * near(known_d)); // TURNS
  return 0;
}
