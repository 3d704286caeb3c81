/* Models of the functions that sort and search with the program's own comparison.
 *
 * The comparison is the program's instrumented code, and what is decided is the sign of its result. The order in
 * which elements are compared is that of the GNU C library 2.36, so the resulting order is the same even for
 * comparisons that contradict themselves, and a comparison with side effects sees the same calls: a merge sort
 * that splits in the middle, with elements of up to 32 bytes compared where they lie and larger ones sorted
 * through pointers; binary search probes (low + high) / 2. Labels move with the elements.
 *
 * When there is not enough memory for the merge sort the library sorts in place. That is left to it, and what
 * depended on input there is lost. */
#define _GNU_SOURCE
#include "runtime/model.h"
#include "runtime/models/text.h"

#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <unistd.h>

BRAID_MODEL_FILE;

#define LARGEST_DIRECT 32
#define LARGEST_ON_STACK 1023

typedef int comparison(const void *, const void *);
typedef int comparison_with_context(const void *, const void *, void *);

typedef struct order {
  comparison *plain; /* null: the other one */
  comparison_with_context *with_context;
  void *context;
  const struct braid_site_desc *caller; /* of the model */
} order;

static order plain_order(comparison *compare) { return (order){compare, NULL, NULL, __braid_thread.caller}; }

/* The comparison may itself call library functions that have a model; what is decided with its result still
 * belongs to the place that called us. */
static int compare(const order *order, const void *left, const void *right) {
  int result = order->plain ? order->plain(left, right) : order->with_context(left, right, order->context);
  __braid_thread.caller = order->caller;
  return result;
}

/* --- sorting --- */

typedef struct sorting {
  order order;
  char *room;    /* for the elements being merged */
  size_t size;   /* of what is moved: an element, or a pointer to one */
  bool indirect; /* pointers are sorted */
  bool labelled; /* an element carries a label */
} sorting;

static void copy(const sorting *sorting, char *to, const char *from, size_t count) {
  memcpy(to, from, count * sorting->size);
  if (sorting->labelled)
    braid_copy_labels(to, from, count * sorting->size);
}

static const void *element_at(const sorting *sorting, const char *place) {
  return sorting->indirect ? *(void *const *)place : place;
}

static void merge_sort(const sorting *sorting, char *base, size_t count) {
  if (count <= 1)
    return;
  size_t left_count = count / 2, right_count = count - left_count, size = sorting->size;
  char *left = base, *right = base + left_count * size, *out = sorting->room;
  merge_sort(sorting, left, left_count);
  merge_sort(sorting, right, right_count);
  for (; left_count > 0 && right_count > 0; out += size) {
    if (compare(&sorting->order, element_at(sorting, left), element_at(sorting, right)) <= 0) {
      copy(sorting, out, left, 1);
      left += size;
      left_count--;
    } else {
      copy(sorting, out, right, 1);
      right += size;
      right_count--;
    }
  }
  /* What remains on the right is already in its place. */
  copy(sorting, out, left, left_count);
  copy(sorting, base, sorting->room, count - right_count);
}

/* Puts the elements in the order of the pointers, one cycle of the permutation after the other. */
static void arrange(sorting *elements, char *base, char **pointers, size_t count, char *spare) {
  size_t size = elements->size;
  for (size_t i = 0; i < count; i++) {
    char *hole = base + i * size;
    if (pointers[i] == hole)
      continue;
    copy(elements, spare, hole, 1);
    size_t place = i;
    while (pointers[place] != base + i * size) {
      char *from = pointers[place];
      pointers[place] = hole;
      copy(elements, hole, from, 1);
      hole = from;
      place = (size_t)(from - base) / size;
    }
    pointers[place] = hole;
    copy(elements, hole, spare, 1);
  }
}

static void sort_with_room(char *base, size_t count, size_t size, const order *order, char *room) {
  sorting elements = {*order, room, size, false, braid_any_symbolic(base, count * size)};
  if (size <= LARGEST_DIRECT) {
    merge_sort(&elements, base, count);
    return;
  }
  char **pointers = (char **)room + count;
  for (size_t i = 0; i < count; i++)
    pointers[i] = base + i * size;
  sorting places = {*order, room, sizeof *pointers, true, false};
  merge_sort(&places, (char *)pointers, count);
  arrange(&elements, base, pointers, count, (char *)(pointers + count));
}

static int compare_lost(const void *left, const void *right, void *context) {
  return (int)braid_concrete((uint64_t)(unsigned)compare(context, left, right), BRAID_LOST_MODEL);
}

static void sort_in_place(char *base, size_t count, size_t size, order *order) {
  braid_bytes_lost(base, count * size);
  qsort_r(base, count, size, compare_lost, order);
  braid_written(base, count * size);
}

static bool fits_in_memory(size_t bytes) {
  long pages = sysconf(_SC_PHYS_PAGES);
  return pages == -1 || bytes / (size_t)sysconf(_SC_PAGESIZE) <= (size_t)pages / 4;
}

static void sort(void *array, size_t count, size_t size, order order) {
  count = braid_concrete_length(count, false);
  size = braid_concrete_length(size, false);
  char *base = BRAID_WRITE((char *)array, count * size);
  size_t bytes = size > LARGEST_DIRECT ? 2 * count * sizeof(char *) + size : count * size;
  if (bytes <= LARGEST_ON_STACK) {
    char room[LARGEST_ON_STACK + 1] __attribute__((aligned(16)));
    sort_with_room(base, count, size, &order, room);
    return;
  }
  int error = errno;
  char *room = fits_in_memory(bytes) ? malloc(bytes) : NULL;
  errno = error;
  if (!room) {
    sort_in_place(base, count, size, &order);
    return;
  }
  sort_with_room(base, count, size, &order, room);
  braid_written(room, bytes);
  free(room);
}

BRAID_MODEL(void, qsort, (void *array, size_t count, size_t size, comparison *compare)) {
  if (braid_is_active())
    sort(array, count, size, plain_order(compare));
  else
    qsort(array, count, size, compare);
}

BRAID_MODEL(void, qsort_r,
            (void *array, size_t count, size_t size, comparison_with_context *compare, void *context)) {
  if (braid_is_active())
    sort(array, count, size, (order){NULL, compare, context, __braid_thread.caller});
  else
    qsort_r(array, count, size, compare, context);
}

/* --- searching --- */

BRAID_MODEL(void *, bsearch,
            (const void *key, const void *array, size_t count, size_t size, comparison *function)) {
  if (!braid_is_active())
    return bsearch(key, array, count, size, function);
  order order = plain_order(function);
  size = braid_concrete_length(size, false);
  for (size_t low = 0, high = braid_concrete_length(count, false); low < high;) {
    size_t middle = (low + high) / 2;
    const char *probe = (const char *)array + middle * size;
    int result = compare(&order, key, probe);
    if (result < 0)
      high = middle;
    else if (result > 0)
      low = middle + 1;
    else
      return (void *)probe;
  }
  return NULL;
}

static void *find(const void *key, const void *array, size_t count, size_t size, comparison *function) {
  order order = plain_order(function);
  for (size_t i = 0; i < count; i++) {
    const char *probe = (const char *)array + i * size;
    if (compare(&order, key, probe) == 0)
      return (void *)probe;
  }
  return NULL;
}

BRAID_MODEL(void *, lfind,
            (const void *key, const void *array, size_t *count, size_t size, comparison *function)) {
  if (!braid_is_active())
    return lfind(key, array, count, size, function);
  return find(key, array, braid_concrete_length(*count, false), braid_concrete_length(size, false), function);
}

BRAID_MODEL(void *, lsearch, (const void *key, void *array, size_t *count, size_t size, comparison *function)) {
  if (!braid_is_active())
    return lsearch(key, array, count, size, function);
  size_t length = braid_concrete_length(*count, false);
  size = braid_concrete_length(size, false);
  void *found = find(key, array, length, size, function);
  if (found)
    return found;
  char *added = BRAID_WRITE((char *)array + length * size, size);
  const void *origin = BRAID_READ(key, size);
  memcpy(added, origin, size);
  braid_copy_labels(added, origin, size);
  ++*count;
  return (char *)array + length * size;
}
