// Structures by value: in one register, in two, in floating-point registers, in memory, nested, with padding, with
// arrays; as arguments and as results; assigned and copied.
// INPUT: PATTERN 400
// NOTHING-LOST
#include "check.h"

struct pair { int32_t a, b; };
struct padded { int8_t a; int64_t b; };
struct mixed { int32_t a; float b; double c; };
struct large { int64_t values[6]; int8_t tail; };
struct nested { struct pair first; struct { int16_t x; int8_t y[3]; } second; };
struct small_array { uint8_t bytes[12]; };
struct three { int8_t a, b, c; };
union overlay { uint32_t word; uint8_t bytes[4]; float number; };
struct __attribute__((packed)) packed { int8_t a; int32_t b; int64_t c; };

__attribute__((noinline)) static struct pair swap(struct pair p) { return (struct pair){p.b, p.a}; }
__attribute__((noinline)) static struct padded grow(struct padded p) { p.b += p.a; return p; }
__attribute__((noinline)) static struct mixed mix(struct mixed m) { m.a++; return m; }
__attribute__((noinline)) static struct large shift(struct large l) {
  for (int i = 0; i < 5; i++)
    l.values[i] = l.values[i + 1];
  l.tail ^= 1;
  return l;
}
__attribute__((noinline)) static struct nested reverse(struct nested n) {
  int8_t y = n.second.y[0];
  n.second.y[0] = n.second.y[2];
  n.second.y[2] = y;
  return n;
}
__attribute__((noinline)) static struct small_array rotate(struct small_array s) {
  uint8_t first = s.bytes[0];
  for (int i = 0; i < 11; i++)
    s.bytes[i] = s.bytes[i + 1];
  s.bytes[11] = first;
  return s;
}
__attribute__((noinline)) static struct three turn(struct three t) { return (struct three){t.b, t.c, t.a}; }
__attribute__((noinline)) static union overlay pass(union overlay o) { return o; }
__attribute__((noinline)) static struct packed add(struct packed p, int8_t by) { p.b += by; p.c -= by; return p; }
__attribute__((noinline)) static int64_t many(struct large l, struct pair p, struct padded q, struct three t) {
  return l.values[5] + p.b + q.b + t.c;
}

int main(void) {
  begin();
  TWINS(struct pair, p);
  struct pair swapped = swap(p);
  CHECK(swapped.a == near(known_p.b)); // TURNS
  CHECK(swapped.b == near(known_p.a)); // TURNS

  struct padded q = {.a = 3};
  TWINS(int64_t, b);
  q.b = b;
  q = grow(q);
  CHECK(q.b == near(known_b) + 3); // TURNS
  CHECK(q.a == 3);                 // CONCRETE

  struct mixed m = {0};
  TWINS(int16_t, x);
  m.a = x;
  m.b = (float)x;
  m.c = x * 2.0;
  m = mix(m);
  CHECK(m.a == near(known_x) + 1);   // TURNS
  CHECK(m.b == (float)near(known_x)); // TURNS
  CHECK(m.c == 2.0 * near(known_x)); // TURNS

  TWINS(struct large, l);
  struct large shifted = shift(l);
  CHECK(shifted.values[0] == near(known_l.values[1])); // TURNS
  CHECK(shifted.values[4] == near(known_l.values[5])); // TURNS
  CHECK(shifted.tail == (near(known_l.tail) ^ 1));     // TURNS
  CHECK(l.values[1] == near(known_l.values[1]));       // TURNS

  TWINS(struct nested, n);
  struct nested back = reverse(n);
  CHECK(back.second.y[0] == near(known_n.second.y[2])); // TURNS
  CHECK(back.second.x == near(known_n.second.x));       // TURNS
  CHECK(back.first.b == near(known_n.first.b));         // TURNS

  TWINS(struct small_array, s);
  struct small_array rotated = rotate(s);
  CHECK(rotated.bytes[11] == near(known_s.bytes[0])); // TURNS
  CHECK(rotated.bytes[4] == near(known_s.bytes[5]));  // TURNS

  TWINS(struct three, t);
  struct three turned = turn(turn(t));
  CHECK(turned.a == near(known_t.c)); // TURNS
  CHECK(turned.c == near(known_t.b)); // TURNS

  TWINS(union overlay, o);
  union overlay passed = pass(o);
  CHECK(passed.bytes[2] == near(known_o.bytes[2])); // TURNS
  CHECK(passed.word == near(known_o.word));         // TURNS

  TWINS(struct packed, k);
  struct packed added = add(k, 2);
  CHECK(added.b == near(known_k.b) + 2); // TURNS
  CHECK(added.c == near(known_k.c) - 2); // TURNS

  CHECK(many(l, p, q, t) == known_l.values[5] + known_p.b + known_b + 3 + near(known_t.c)); // TURNS

  struct large array[3] = {0};
  array[1] = l;
  array[2] = array[1];
  CHECK(array[2].values[3] == near(known_l.values[3])); // TURNS
  CHECK(array[0].values[3] == 0);                       // CONCRETE
  return 0;
}
