// The same template at several types: each has decisions of its own.
// input: mark
#include <braid.h>
#include <cstdint>

template <typename T> int rank(T value, T limit) {
  if (value > limit)
    return 2;
  if (value == T(-1))
    return 1;
  else
    return 0;
}
template <int N> int count(unsigned x) {
  if constexpr (N == 0)
    return 0;
  else if ((x & 3) == 2)
    return 1 + count<N - 1>(x >> 2);
  else
    return count<N - 1>(x >> 2);
}

int main() {
  uint8_t byte;
  BRAID_SYMBOLIC(byte);
  int result = rank<uint8_t>(byte, 200);
  result += 3 * rank<int8_t>(int8_t(byte), 100);
  return 9 * result + count<2>(byte);
}
