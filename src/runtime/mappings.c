/* Reads /proc/self/maps, piece by piece so that no buffer needs to hold it all, and knows which parts of
 * memory are the runtime's own. The kernel joins and splits neighbouring mappings as it likes; everything
 * here therefore works on ranges of addresses, never on lines. */
#include "runtime/mappings.h"

#include "runtime/system.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/uio.h>

typedef struct range {
  uintptr_t begin, end;
} range;

/* Ranges of the runtime. In memory of its own, because more are added while a run goes on. */
typedef struct registry {
  uint32_t count;
  bool overflow;
  range own[BRAID_MAX_OWN];
} registry;

static registry *all_own;

static void *map(size_t bytes) {
  long memory =
      BRAID_SYSTEM(mmap, 0, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory < 0 ? NULL : (void *)memory;
}

void braid_own_mapping(void *begin, void *end) {
  if (!all_own) {
    all_own = map(sizeof *all_own);
    if (!all_own)
      return;
    braid_own_mapping(all_own, all_own + 1);
  }
  if (all_own->count == BRAID_MAX_OWN) {
    all_own->overflow = true;
    return;
  }
  uintptr_t last = ((uintptr_t)end + 4095) & ~4095ul;
  all_own->own[all_own->count++] = (range){(uintptr_t)begin & ~4095ul, last};
}

void *braid_own_memory(size_t bytes) {
  bytes = (bytes + 4095) & ~4095ul;
  uint8_t *memory = map(bytes);
  if (memory)
    braid_own_mapping(memory, memory + bytes);
  return memory;
}

uint32_t braid_own_mappings_of(int process, braid_aside *own) {
  registry theirs;
  const struct iovec there = {all_own, sizeof theirs}, here = {&theirs, sizeof theirs};
  if (!all_own || BRAID_SYSTEM(process_vm_readv, process, &here, 1, &there, 1, 0) != (long)sizeof theirs ||
      theirs.count > BRAID_MAX_OWN)
    return 0;
  for (uint32_t i = 0; i < theirs.count; i++)
    own[i] = (braid_aside){theirs.own[i].begin, theirs.own[i].end};
  return theirs.count;
}

/* The first range of the runtime that reaches beyond `begin` and starts before `end`. */
static const range *own_within(uintptr_t begin, uintptr_t end) {
  const range *first = NULL;
  for (uint32_t i = 0; i < all_own->count; i++) {
    const range *own = &all_own->own[i];
    if (own->end > begin && own->begin < end && (!first || own->begin < first->begin))
      first = own;
  }
  return first;
}

static bool append(braid_mappings *mappings, uintptr_t begin, uintptr_t end, uint32_t flags) {
  if (begin >= end)
    return true;
  if (mappings->count > 0) {
    braid_mapping *last = &mappings->list[mappings->count - 1];
    if (last->end == begin && last->flags == flags) {
      last->end = end;
      return true;
    }
  }
  if (mappings->count == BRAID_MAX_MAPPINGS)
    return false;
  mappings->list[mappings->count++] = (braid_mapping){begin, end, flags};
  return true;
}

static bool append_others(braid_mappings *mappings, braid_mapping mapping) {
  for (const range *own; (own = own_within(mapping.begin, mapping.end)) != NULL;) {
    if (!append(mappings, mapping.begin, own->begin, mapping.flags))
      return false;
    if (own->end >= mapping.end)
      return true;
    mapping.begin = own->end;
  }
  return append(mappings, mapping.begin, mapping.end, mapping.flags);
}

static const char *hexadecimal(const char *at, uintptr_t *value) {
  *value = 0;
  for (;; at++)
    if (*at >= '0' && *at <= '9')
      *value = *value << 4 | (uintptr_t)(*at - '0');
    else if (*at >= 'a' && *at <= 'f')
      *value = *value << 4 | (uintptr_t)(*at - 'a' + 10);
    else
      return at;
}

/* begin-end rwxp offset device inode path */
static braid_mapping parse(const char *line) {
  braid_mapping mapping = {0, 0, 0};
  uintptr_t offset, device;
  line = hexadecimal(line, &mapping.begin);
  line = hexadecimal(line + 1, &mapping.end);
  mapping.flags = (line[1] == 'r' ? BRAID_MAPPING_READ : 0u) | (line[2] == 'w' ? BRAID_MAPPING_WRITE : 0u) |
                  (line[3] == 'x' ? BRAID_MAPPING_EXECUTE : 0u) | (line[4] == 's' ? BRAID_MAPPING_SHARED : 0u);
  line = hexadecimal(line + 6, &offset);
  line = hexadecimal(line + 1, &device);
  line = hexadecimal(line + 1, &device);
  if (line[1] != '0') /* inode 0 is no file */
    mapping.flags |= BRAID_MAPPING_FILE;
  return mapping;
}

bool braid_mappings_read(braid_mappings *mappings) {
  char text[8192];
  mappings->count = 0;
  if (!all_own || all_own->overflow)
    return false;
  long file = BRAID_SYSTEM(openat, AT_FDCWD, "/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return false;
  bool good = true;
  long held = 0, got;
  while (good && (got = BRAID_SYSTEM(read, file, text + held, sizeof text - (size_t)held)) > 0) {
    held += got;
    char *line = text, *end;
    while (good && (end = __builtin_memchr(line, '\n', (size_t)(text + held - line))) != NULL) {
      *end = 0;
      good = append_others(mappings, parse(line));
      line = end + 1;
    }
    held = text + held - line; /* the start of the next line */
    __builtin_memmove(text, line, (size_t)held);
    good = good && held < (long)sizeof text;
  }
  BRAID_SYSTEM(close, file);
  return good && got == 0 && mappings->count > 0;
}

bool braid_mappings_settle(const braid_mappings *before, const braid_mappings *now) {
  uint64_t expected = 0, found = 0;
  for (uint32_t i = 0; i < before->count; i++)
    expected += before->list[i].end - before->list[i].begin;
  uint32_t old = 0;
  for (uint32_t i = 0; i < now->count; i++) {
    braid_mapping mapping = now->list[i];
    while (mapping.begin < mapping.end) {
      while (old < before->count && before->list[old].end <= mapping.begin)
        old++;
      const braid_mapping *next = old < before->count ? &before->list[old] : NULL;
      uintptr_t stop = mapping.end;
      if (next && next->begin <= mapping.begin) {
        if (next->flags != mapping.flags)
          return false;
        stop = next->end < stop ? next->end : stop;
        found += stop - mapping.begin;
      } else {
        stop = next && next->begin < stop ? next->begin : stop;
        if (BRAID_SYSTEM(munmap, mapping.begin, stop - mapping.begin) < 0)
          return false;
      }
      mapping.begin = stop;
    }
  }
  return found == expected;
}
