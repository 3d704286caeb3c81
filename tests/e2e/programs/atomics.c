// Atomic operations of every kind and size: old value, new value, success of an exchange.
// INPUT: PATTERN 200
// NOTHING-LOST
#include "check.h"
#include <stdatomic.h>

#define ATOMICS(type)                                                                                             \
  do {                                                                                                            \
    static _Atomic type x;                                                                                        \
    TWINS(type, a);                                                                                               \
    TWINS(uint8_t, small);                                                                                        \
    type k = known_a;                                                                                             \
    atomic_store(&x, a);                                                                                          \
    CHECK(atomic_load(&x) == near(known_a));                                                                      \
    CHECK(atomic_fetch_add(&x, small) == near(known_a));                                                          \
    k += known_small;                                                                                             \
    CHECK((type)atomic_load(&x) == (type)(k + 1));                                                                \
    atomic_fetch_sub(&x, 3);                                                                                      \
    k -= 3;                                                                                                       \
    CHECK((type)atomic_load(&x) == (type)(k + 2));                                                                \
    atomic_fetch_xor(&x, 0x55);                                                                                   \
    atomic_fetch_or(&x, 1);                                                                                       \
    atomic_fetch_and(&x, (type)~2);                                                                               \
    k = (type)(((k ^ 0x55) | 1) & (type)~2);                                                                      \
    CHECK((type)atomic_load(&x) == (type)(k ^ 4));                                                                \
    CHECK((type)atomic_exchange(&x, 7) == (type)(k ^ 8));                                                         \
    type expected = 7;                                                                                            \
    CHECK(atomic_compare_exchange_strong(&x, &expected, a));                                                      \
    CHECK(atomic_load(&x) == near(known_a));                                                                      \
    expected = known_a;                                                                                           \
    CHECK(atomic_compare_exchange_strong(&x, &expected, 9));                                                      \
  } while (0)

int main(void) {
  begin();
  ATOMICS(uint8_t);  // TURNS
  ATOMICS(int16_t);  // TURNS
  ATOMICS(uint32_t); // TURNS
  ATOMICS(int64_t);  // TURNS
  static int shared;
  TWINS(int8_t, a);
  __atomic_store_n(&shared, a, __ATOMIC_SEQ_CST);
  CHECK(__atomic_load_n(&shared, __ATOMIC_ACQUIRE) == near(known_a));               // TURNS
  CHECK(__sync_add_and_fetch(&shared, 2) == near(known_a) + 2);                     // TURNS
  CHECK(__sync_lock_test_and_set(&shared, 5) == near(known_a) + 2);                 // TURNS
  CHECK(__sync_val_compare_and_swap(&shared, 5, (int)a) == 5);                      // CONCRETE
  CHECK(__sync_bool_compare_and_swap(&shared, (int)known_a, 8));                    // TURNS
  static int *where;
  static int row[300];
  TWINS(uint8_t, b);
  __atomic_store_n(&where, row + b, __ATOMIC_SEQ_CST);
  CHECK(__atomic_load_n(&where, __ATOMIC_SEQ_CST) == row + near(known_b));          // TURNS
  return 0;
}
