// The algorithms are templates: what they decide about input is in the trace.
// INPUT: "hgfedcba12345678"
// TURNS-IN: stl_algo.h
// INPUT: "aaaaaaaaaaaaaaaa"
// INPUT: "abcdefgh\0\1\2\3\4\5\6\7"
// VERIFY: --random 60
// NOTHING-LOST
#include "check.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

int main() {
  unsigned char in[16] = {};
  if (read(0, in, sizeof in) < 0)
    return 1;
  std::vector<int> sorted(in, in + 8);
  std::sort(sorted.begin(), sorted.end());
  for (int each : sorted)
    printf("%d ", each);
  puts("");
  std::vector<int> values(in + 8, in + 16);
  int sum = std::accumulate(values.begin(), values.end(), 0);
  CHECK(sum == 421); // TURNS
  std::vector<int> changed(values.size());
  std::transform(values.begin(), values.end(), changed.begin(), [](int each) { return each * 3; });
  CHECK(changed[2] == 3 * '5'); // TURNS
  std::reverse(changed.begin(), changed.end());
  CHECK(changed[0] == 3 * 'X'); // TURNS
  CHECK(std::find(values.begin(), values.end(), 'x') != values.end());
  CHECK(std::count_if(values.begin(), values.end(), [](int each) { return each > '4'; }) == 4);
  CHECK(*std::max_element(values.begin(), values.end()) == '9');
  CHECK(*std::min_element(values.begin(), values.end()) == '0');
  CHECK(std::lower_bound(sorted.begin(), sorted.end(), values[0]) == sorted.end());
  CHECK(std::binary_search(sorted.begin(), sorted.end(), 'e'));
  std::rotate(changed.begin(), changed.begin() + 1, changed.end());
  std::stable_sort(changed.begin(), changed.end(), std::greater<int>());
  changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
  changed.erase(std::remove_if(changed.begin(), changed.end(), [](int each) { return each % 2; }), changed.end());
  printf("%zu\n", changed.size());
  std::nth_element(values.begin(), values.begin() + 3, values.end());
  std::partial_sort(values.begin(), values.begin() + 2, values.end());
  CHECK(std::clamp(static_cast<int>(in[3]), 10, 100) == 100);
  CHECK(std::equal(in, in + 4, in + 4));
  CHECK(std::lexicographical_compare(in, in + 8, in + 8, in + 16));
  CHECK(std::is_sorted(in, in + 8));
  std::next_permutation(in, in + 4);
  printf("%d %d\n", in[0], in[3]);
}
