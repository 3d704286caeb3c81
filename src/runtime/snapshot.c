/* The program's memory before its first run, and putting it back after each.
 *
 * Copied is all private writable memory: data of the program and its libraries, heap, thread storage, the
 * whole stack (also what lies dead below the stack pointer, so that a program that reads it behaves the same
 * each time). Memory the runtime made for itself is left out (mappings.c).
 *
 * Which pages must be put back? The process is a child of the server. A page that it has not written
 * since the fork is still the server's page too, and /proc/self/pagemap says so: its bit 56 is clear for a page
 * that another process has. (Where the server itself writes, our page only looks written.) So one small read for
 * each region tells which pages were ever written here, 17 for a small C program, and these are copied back
 * without comparing them (0.1 us each). Ways that were tried or thought through and dropped: comparing all pages
 * with the copy (a third more CPU time for the smallest program, and it grows with the program); write protection
 * with a signal handler (system calls that fill a protected buffer fail, which changes the program); userfaultfd
 * (exact too, but a page fault, over 1 us, for each page and run costs more than copying it).
 *
 * Small regions whose pages were all saved, as the data of most libraries, are copied back without asking: a read
 * of pagemap takes as long as copying ten pages.
 *
 * A page that was written once stays ours, so from run to run the list only grows, and it grows by page faults,
 * which the kernel counts. As long as that number stays the same, pagemap is not read at all. Pages that the
 * program gave back without touching them again are no fault; therefore all others are touched, and if that is
 * one, everything is copied back.
 *
 * Anonymous pages that did not exist at the copy are zeroed. A page that a run no longer uses is given back to
 * the kernel after some runs, so that one deep recursion does not make all later runs slow. */
#include "runtime/snapshot.h"

#include "runtime/mappings.h"
#include "runtime/session.h"

#include <fcntl.h>
#include <sys/mman.h>

#define PAGE 4096ul
#define MAX_REGIONS 64
/* Bounds on what is worth copying; above them a fork is not slower. */
#define MAX_COPIED_PAGES ((8ul << 20) / PAGE)
#define MAX_PAGES ((64ul << 20) / PAGE)
/* The list of mappings is compared when the size of the address space has changed and, because a program can
 * map and unmap the same amount, in some runs besides: to read it takes as long as two runs. */
#define COMPARE_MAPPINGS_EVERY 256u

/* What is known about a page: saved, or else for how many runs it was zero when the run ended. */
#define SAVED 255u
#define IDLE_RUNS 32u
#define SMALL_REGION 8u /* pages */

#define UNKNOWN UINT64_MAX

/* Bits of /proc/self/pagemap. */
#define PRESENT (1ull << 63)
#define SWAPPED (1ull << 62)
#define FILE_PAGE (1ull << 61)
#define ONLY_OURS (1ull << 56)

typedef struct region {
  uintptr_t begin;
  uint64_t pages;
  uint8_t *copy;      /* as long as the region; holds the saved pages at their places */
  uint8_t *knowledge; /* for each page */
  uint32_t *written;  /* numbers of the pages to put back */
  uint32_t written_count;
  bool small; /* few pages, and all of them saved */
} region;

typedef struct snapshot {
  int pagemap;
  uint32_t region_count;
  region regions[MAX_REGIONS];
  uint64_t address_space;
  uintptr_t heap_end;
  uint32_t runs;
  uint64_t faults; /* of the process when the latest run began; UNKNOWN: which pages were written must be asked */
  bool gave_back;  /* something, after the latest run */
  uint64_t first_work, latest_work; /* pages put back after the first and after the latest run */
  braid_mappings mappings, now;
  uint64_t entries[MAX_PAGES]; /* of pagemap, for one region at a time */
} snapshot;

static snapshot *kept;

static void copy_page(void *to, const void *from) {
  uint64_t words = PAGE / 8;
  __asm__ volatile("rep movsq" : "+D"(to), "+S"(from), "+c"(words) : : "memory");
}

static void clear_page(void *page) {
  uint64_t words = PAGE / 8;
  __asm__ volatile("rep stosq" : "+D"(page), "+c"(words) : "a"(0ul) : "memory");
}

static bool is_clear(const uint64_t *page) {
  for (uint32_t i = 0; i < PAGE / 8; i += 8)
    if (page[i] | page[i + 1] | page[i + 2] | page[i + 3] | page[i + 4] | page[i + 5] | page[i + 6] | page[i + 7])
      return false;
  return true;
}

static bool read_entries(const region *region) {
  uint64_t bytes = region->pages * sizeof *kept->entries;
  return BRAID_SYSTEM(pread64, kept->pagemap, kept->entries, bytes, region->begin / PAGE * 8) == (long)bytes;
}

/* --- taking --- */

void *braid_snapshot_memory(uint64_t bytes) {
  bytes = (bytes + PAGE - 1) & ~(PAGE - 1);
  long memory =
      BRAID_SYSTEM(mmap, 0, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory < 0)
    return NULL;
  braid_own_mapping((void *)memory, (uint8_t *)memory + bytes);
  return (void *)memory;
}

static const char *find_regions(void) {
  uint64_t pages = 0;
  for (uint32_t i = 0; i < kept->mappings.count; i++) {
    const braid_mapping *mapping = &kept->mappings.list[i];
    if (!(mapping->flags & BRAID_MAPPING_WRITE))
      continue;
    if (mapping->flags & BRAID_MAPPING_SHARED) {
      if ((uintptr_t)__braid_state->trace >= mapping->begin && (uintptr_t)__braid_state->trace < mapping->end)
        continue;
      return "shared memory was mapped before main";
    }
    uint64_t more = (mapping->end - mapping->begin) / PAGE;
    pages += more;
    region *last = kept->region_count ? &kept->regions[kept->region_count - 1] : NULL;
    if (last && last->begin + last->pages * PAGE == mapping->begin) {
      last->pages += more; /* as data and zeroed data of a library */
      continue;
    }
    if (kept->region_count == MAX_REGIONS)
      return "memory in too many pieces";
    kept->regions[kept->region_count++] = (region){.begin = mapping->begin, .pages = more};
  }
  return pages > MAX_PAGES ? "too much memory to look through (more than 64 MiB)" : NULL;
}

static bool is_file(uintptr_t page) {
  for (uint32_t i = 0; i < kept->mappings.count; i++)
    if (page >= kept->mappings.list[i].begin && page < kept->mappings.list[i].end)
      return kept->mappings.list[i].flags & BRAID_MAPPING_FILE;
  return false;
}

static const char *copy_region(region *region, uint64_t *copied) {
  uint64_t bytes = region->pages * PAGE;
  uint64_t list_bytes = region->pages * sizeof *region->written;
  uint8_t *memory = braid_snapshot_memory(bytes + list_bytes + region->pages);
  if (!memory)
    return "no memory for a copy of the program's memory";
  region->copy = memory;
  region->written = (uint32_t *)(memory + bytes);
  region->knowledge = memory + bytes + list_bytes;
  if (!read_entries(region))
    return "/proc/self/pagemap cannot be read";
  /* Pages of files are copied whether they were touched or not: they cannot be zeroed. */
  uint64_t before = *copied;
  for (uint64_t i = 0; i < region->pages; i++)
    if (kept->entries[i] & (PRESENT | SWAPPED) || is_file(region->begin + i * PAGE)) {
      if (++*copied > MAX_COPIED_PAGES)
        return "too much memory to copy (more than 8 MiB)";
      copy_page(region->copy + i * PAGE, (const void *)(region->begin + i * PAGE));
      region->knowledge[i] = SAVED;
    }
  region->small = region->pages <= SMALL_REGION && *copied - before == region->pages;
  return NULL;
}

const char *braid_snapshot_take(void) {
  kept = braid_snapshot_memory(sizeof *kept);
  if (!kept)
    return "no memory for the runtime";
  long pagemap = BRAID_SYSTEM(openat, AT_FDCWD, "/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  if (pagemap < 0 || (kept->pagemap = braid_move_descriptor((int)pagemap)) < 0 ||
      !braid_mappings_read(&kept->mappings))
    return "/proc cannot be read";
  kept->heap_end = (uintptr_t)BRAID_SYSTEM(brk, 0);
  kept->faults = UNKNOWN;
  const char *obstacle = find_regions();
  uint64_t copied = 0;
  for (uint32_t i = 0; !obstacle && i < kept->region_count; i++)
    obstacle = copy_region(&kept->regions[i], &copied);
  return obstacle;
}

void braid_snapshot_expect(uint64_t address_space) { kept->address_space = address_space; }

/* --- putting back --- */

bool braid_snapshot_put_heap_back(void) {
  return (uintptr_t)BRAID_SYSTEM(brk, 0) == kept->heap_end ||
         (uintptr_t)BRAID_SYSTEM(brk, kept->heap_end) == kept->heap_end;
}

/* Gives pages [first, end) back to the kernel, which makes them zero. */
static void give_back(const region *region, uint64_t first, uint64_t end) {
  if (first >= end)
    return;
  BRAID_SYSTEM(madvise, region->begin + first * PAGE, (end - first) * PAGE, MADV_DONTNEED);
  kept->gave_back = true;
}

/* From the entries of pagemap. A saved page that is gone was given back by the program. */
static void find_written(region *region) {
  region->written_count = 0;
  for (uint64_t i = 0; i < region->pages; i++) {
    uint64_t entry = kept->entries[i];
    if ((entry & (PRESENT | ONLY_OURS | FILE_PAGE)) == (PRESENT | ONLY_OURS) || entry & SWAPPED ||
        (region->knowledge[i] == SAVED && !(entry & PRESENT)))
      region->written[region->written_count++] = (uint32_t)i;
  }
}

static void put_written_back(const region *region) {
  uint64_t idle_from = 0, idle_to = 0;
  for (uint32_t number = 0; number < region->written_count; number++) {
    uint64_t i = region->written[number];
    uint8_t *page = (uint8_t *)region->begin + i * PAGE, *knowledge = &region->knowledge[i];
    if (*knowledge == SAVED) {
      copy_page(page, region->copy + i * PAGE);
    } else if (!is_clear((const uint64_t *)page)) {
      clear_page(page);
      *knowledge = 0;
    } else if (++*knowledge == IDLE_RUNS) {
      *knowledge = 0;
      if (idle_to != i) {
        give_back(region, idle_from, idle_to);
        idle_from = i;
      }
      idle_to = i + 1;
    }
  }
  give_back(region, idle_from, idle_to);
}

/* Reads a byte of every saved page. */
static void touch_saved(const region *region) {
  for (uint64_t i = 0; i < region->pages; i++)
    if (region->knowledge[i] == SAVED)
      (void)*(const volatile uint8_t *)(region->begin + i * PAGE);
}

static void put_all_back(const region *region) {
  for (uint64_t i = 0; i < region->pages; i++)
    if (region->knowledge[i] == SAVED)
      copy_page((uint8_t *)region->begin + i * PAGE, region->copy + i * PAGE);
}

const char *braid_snapshot_put_back(const braid_figures *before, braid_usage *after) {
  if ((before->address_space != kept->address_space || kept->runs % COMPARE_MAPPINGS_EVERY == 0) &&
      (!braid_mappings_read(&kept->now) || !braid_mappings_settle(&kept->mappings, &kept->now)))
    return "memory mapped before main was unmapped or protected";
  bool is_known = before->faults == kept->faults;
  kept->faults = UNKNOWN;
  kept->latest_work = 0;
  kept->gave_back = false;
  for (uint32_t i = 0; i < kept->region_count; i++) {
    region *region = &kept->regions[i];
    if (region->small) {
      put_all_back(region);
      continue;
    }
    if (!is_known) {
      if (!read_entries(region))
        return "the runtime's descriptors were closed";
      find_written(region);
    }
    put_written_back(region);
    touch_saved(region);
    kept->latest_work += region->written_count;
  }
  braid_usage_read(after);
  if (is_known && after->faults != before->faults) {
    for (uint32_t i = 0; i < kept->region_count; i++)
      put_all_back(&kept->regions[i]);
  } else if (!kept->gave_back) {
    kept->faults = after->faults;
  }
  if (kept->runs++ == 0)
    kept->first_work = kept->latest_work;
  return NULL;
}

bool braid_snapshot_worn(void) { return kept->latest_work > 4 * kept->first_work + 64; }

void braid_snapshot_forget(void) {
  if (kept)
    BRAID_SYSTEM(close, kept->pagemap);
}
