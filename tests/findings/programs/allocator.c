/* An allocator over an area of its own, driven by commands: "a" and a digit allocates so many units, "f" and a
 * letter frees the block of this name, "w" and a letter fills it. When a block is freed it is joined with the free
 * one behind it; the header of that one is counted once too often, so that a later block can reach behind the
 * area.
 *
 * finding: global-buffer-overflow */
#include <stdio.h>
#include <string.h>

enum { UNIT = 8, UNITS = 12, NAMES = 4 };

struct block {
  unsigned char units, is_free; /* units behind the header, which takes one itself */
};

static unsigned char area[UNITS * UNIT];
static int places[NAMES], sizes[NAMES], named;

static struct block *block_at(int place) { return (struct block *)(area + place * UNIT); }

static int behind(int place) { return place + 1 + block_at(place)->units; }

static void join(int place) {
  int next = behind(place);
  if (next < UNITS && block_at(next)->is_free)
    block_at(place)->units = (unsigned char)(block_at(place)->units + block_at(next)->units + 2);
}

static int allocate(int units) {
  for (int place = 0; place < UNITS; place = behind(place)) {
    struct block *block = block_at(place);
    if (!block->is_free || block->units < units)
      continue;
    int left = block->units - units;
    if (left > 1) {
      block->units = (unsigned char)units;
      if (behind(place) < UNITS) {
        struct block *rest = block_at(behind(place));
        rest->units = (unsigned char)(left - 1);
        rest->is_free = 1;
      }
    }
    block->is_free = 0;
    return place;
  }
  return -1;
}

int main(void) {
  char line[32];
  if (!fgets(line, sizeof line, stdin))
    return 1;
  block_at(0)->units = UNITS - 1;
  block_at(0)->is_free = 1;
  for (const char *at = line; at[0] && at[1]; at += 2) {
    int name = at[1] - 'a';
    if (at[0] == 'a' && at[1] >= '1' && at[1] <= '9' && named < NAMES) {
      sizes[named] = at[1] - '0';
      places[named] = allocate(sizes[named]);
      if (places[named] < 0)
        return 1;
      named++;
    } else if (at[0] == 'f' && name >= 0 && name < named && places[name] >= 0) {
      block_at(places[name])->is_free = 1;
      join(places[name]);
      places[name] = -1;
    } else if (at[0] == 'w' && name >= 0 && name < named && places[name] >= 0) {
      /* the whole block */
      for (int i = 0; i < sizes[name] * UNIT; i++)
        area[(places[name] + 1) * UNIT + i] = (unsigned char)name; /* BAD */
    } else {
      return 1;
    }
  }
  printf("%d blocks\n", named);
  return 0;
}
