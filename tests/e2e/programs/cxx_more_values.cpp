// Further values that travel through templates of the library: ranges, numbers, hashes, atomics, futures.
// INPUT: "abcdefghijklmnopqrstuvwx"
// TURNS-IN: stl_algo.h
// FLAGS: -std=c++20
// VERIFY: --random 40
#include "check.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <complex>
#include <functional>
#include <future>
#include <iterator>
#include <list>
#include <map>
#include <memory_resource>
#include <numeric>
#include <random>
#include <ranges>
#include <span>
#include <string>
#include <unordered_set>
#include <valarray>
#include <variant>
#include <vector>

int main() {
  unsigned char in[25] = {};
  if (read(0, in, 24) < 0)
    return 1;
  std::span<unsigned char> span(in, 24);
  CHECK(span.subspan(1, 2)[0] == 'B'); // TURNS
  auto doubled = span | std::views::transform([](int each) { return each * 2; }) | std::views::drop(2);
  CHECK(doubled[0] == 2 * 'C');     // TURNS
  CHECK(std::popcount(in[3]) == 4); // TURNS
  CHECK(std::rotl(in[4], 3) == 44); // TURNS
  CHECK(std::midpoint<int>(in[5], 60) == 82); // TURNS
  std::complex<double> complex(in[6], in[7]);
  CHECK((complex * complex).real() < -200); // TURNS
  std::valarray<int> array{in[8], in[9]};
  CHECK((array * 2).sum() == 424); // TURNS
  std::chrono::milliseconds time(in[10] * 1000);
  CHECK(std::chrono::duration_cast<std::chrono::seconds>(time).count() == 'K'); // TURNS
  std::atomic<int> atomic = in[11];
  atomic.fetch_add(2);
  CHECK(atomic.load() == 'L'); // TURNS
  std::minstd_rand engine(in[12]);
  CHECK(engine() % 2 == 0);                                                              // TURNS
  CHECK(std::hash<std::string>()(std::string(1, static_cast<char>(in[14]))) % 16 == 3); // TURNS
  auto future = std::async(std::launch::deferred, [&] { return in[17] + 1; });
  CHECK(future.get() == 'R' + 1); // TURNS
  std::pmr::vector<int> pool({in[22]});
  CHECK(pool[0] == 'W'); // TURNS
  CHECK(std::accumulate(in, in + 4, 0u) == 393); // TURNS
  std::unordered_set<int> numbers = {1, 5, 'P', 'z'};
  CHECK(numbers.count(in[15]));
  std::multimap<std::string, int> multi = {{"q", 1}, {"q", 2}, {"r", 3}};
  auto range = multi.equal_range(std::string(1, static_cast<char>(in[16])));
  CHECK(std::distance(range.first, range.second) == 2);
  std::vector<int> heap(in + 16, in + 20);
  std::make_heap(heap.begin(), heap.end());
  CHECK(heap.front() == 't'); // BRANCH: taken
  std::vector<int> merged, low(in, in + 2), high(in + 20, in + 22);
  std::merge(low.begin(), low.end(), high.begin(), high.end(), std::back_inserter(merged));
  CHECK(merged[2] == 'U'); // BRANCH: not taken
  auto parted = std::partition(merged.begin(), merged.end(), [](int each) { return each > 'k'; });
  CHECK(parted - merged.begin() == 2);
  CHECK(std::inner_product(low.begin(), low.end(), high.begin(), 0) == 23000); // BRANCH: not taken
  std::list<int> list(in + 20, in + 23), other(in + 23, in + 24);
  list.splice(list.begin(), other);
  list.sort();
  CHECK(list.back() == 'X'); // BRANCH: not taken
}
