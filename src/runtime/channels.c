/* See channels.h. A channel is found by device and inode, so it does not matter how often a file is opened, or
 * renamed. It knows of each byte that the program wrote its value and its label, also of bytes that have none: so
 * what is read can be compared with what should be there. A byte that differs, or lies where nobody wrote, came
 * from somebody whom we do not see. Then the symbols that were written may be in it, and the loss is recorded; a
 * label is never wrong about its value.
 *
 * A file becomes a channel when the first symbol is written to it, or when it is input and anything is written to
 * it. What it has then are constants, or input.
 *
 * Where output of a stream arrives is known before it does: at the position that the library tells, as soon as the
 * buffer is written. The order of bytes in a pipe is the order of the calls, as long as they are made by one
 * writer. Two at the same time, or a second one while the first has something in its buffer, are more than is
 * followed here.
 *
 * Memory comes from the runtime's reserve, grows with the files and stays for the next run; there is a limit, and
 * what goes beyond it is not followed. */
#define _GNU_SOURCE
#include "runtime/channels.h"

#include "runtime/input.h"
#include "runtime/lock.h"
#include "runtime/nodes.h"
#include "runtime/system.h"

#include <errno.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

#define MOST_CHANNELS 64u
#define MOST_BYTES (1ull << 20) /* of one channel */
#define MOST_BYTES_OF_ALL (8ull << 20)

enum { UNKNOWN, WRITTEN, LEARNT };

struct braid_channel {
  uint64_t device, inode;
  bool is_pipe;
  bool is_broken; /* not followed any more */
  bool is_learnt;
  bool has_told;  /* a loss, which is enough */
  int source;     /* the input that the program writes over, or -1 */
  uint64_t base;  /* what lies before this was there before the channel was */
  uint64_t size;  /* of the file; of a pipe: bytes that went in */
  uint64_t taken; /* of a pipe: bytes that came out */
  const void *reader, *writer;
  uint32_t readers, writers; /* calls that have not returned */
  uint32_t version;
  braid_label label; /* the first symbol that was written, for the record of a loss */
  const braid_site_desc *place;
  /* The bytes: this memory outlives the run. */
  uint64_t room;
  uint32_t *cells;
  uint8_t *bytes, *states;
};

static braid_channel *channel_at(int channel) {
  braid_state *state = __braid_state;
  return state && channel >= BRAID_CHANNEL && (uint32_t)(channel - BRAID_CHANNEL) < state->channel_count
             ? &state->channels[channel - BRAID_CHANNEL]
             : NULL;
}

static int number_of(const braid_channel *channel) {
  return BRAID_CHANNEL + (int)(channel - __braid_state->channels);
}

static braid_channel *find(uint64_t device, uint64_t inode) {
  braid_state *state = __braid_state;
  for (uint32_t i = 0; i < state->channel_count; i++)
    if (state->channels[i].device == device && state->channels[i].inode == inode)
      return &state->channels[i];
  return NULL;
}

int braid_channel_of_file(uint64_t device, uint64_t inode) {
  const braid_channel *channel = find(device, inode);
  return !channel ? BRAID_NO_CHANNEL : channel->is_broken ? -1 : number_of(channel);
}

static bool describe(int descriptor, struct stat *status) {
  return descriptor >= 0 && BRAID_SYSTEM(fstat, descriptor, status) == 0;
}

static braid_channel *find_descriptor(int descriptor) {
  struct stat status;
  if (!__braid_state || !__braid_state->channel_count || !describe(descriptor, &status))
    return NULL;
  return find(status.st_dev, status.st_ino);
}

/* Files that are in memory. A restart puts this back with the rest. */
static struct {
  uint64_t device, inode;
} mapped[64];
static uint32_t mapped_count; /* one more than there is room for: any file may be */

static bool is_mapped(uint64_t device, uint64_t inode) {
  const uint32_t room = sizeof mapped / sizeof *mapped;
  for (uint32_t i = 0; i < mapped_count && i < room; i++)
    if (mapped[i].device == device && mapped[i].inode == inode)
      return true;
  return mapped_count > room;
}

/* --- losses --- */

static void lose(braid_channel *channel) {
  if (channel->has_told)
    return;
  channel->has_told = true;
  braid_lose_output(channel->label, channel->label ? channel->place : __braid_thread.caller);
}

/* From now on the channel is a file like any other. What was written to it is lost if the program reads such a
 * file; the input that was there, at once. */
static void give_up(braid_channel *channel) {
  if (channel->is_broken)
    return;
  channel->is_broken = true;
  if (channel->label)
    braid_remember_output(channel->label, channel->place);
  if (channel->source >= 0)
    lose(channel);
}

/* --- memory --- */

static bool make_room(braid_channel *channel, uint64_t bytes) {
  braid_state *state = __braid_state;
  if (bytes <= channel->room)
    return true;
  if (bytes > MOST_BYTES)
    return false;
  uint64_t room = channel->room ? channel->room : 2048;
  while (room < bytes)
    room *= 2;
  if (state->channel_bytes + room > MOST_BYTES_OF_ALL)
    return false;
  uint8_t *memory = braid_reserve_take(room * (sizeof *channel->cells + 2));
  if (!memory)
    return false;
  state->channel_bytes += room;
  uint32_t *cells = (uint32_t *)(void *)memory;
  uint8_t *values = memory + room * sizeof *cells, *states = values + room;
  if (channel->room) {
    __builtin_memcpy(cells, channel->cells, channel->room * sizeof *cells);
    __builtin_memcpy(values, channel->bytes, channel->room);
    __builtin_memcpy(states, channel->states, channel->room);
  }
  channel->room = room;
  channel->cells = cells;
  channel->bytes = values;
  channel->states = states;
  return true;
}

static void forget_from(braid_channel *channel, uint64_t begin) {
  if (begin >= channel->room)
    return;
  __builtin_memset(channel->cells + begin, 0, (channel->room - begin) * sizeof *channel->cells);
  __builtin_memset(channel->bytes + begin, 0, channel->room - begin);
  __builtin_memset(channel->states + begin, UNKNOWN, channel->room - begin);
}

/* --- symbols in output --- */

/* Bytes, or how many they are, depend on input. */
static bool any_symbol(const braid_output *output) {
  if (braid_held_label())
    return true;
  for (int i = 0; i < output->part_count; i++)
    if (braid_shadow_any(output->parts[i].iov_base, output->parts[i].iov_len))
      return true;
  return false;
}

static braid_label first_symbol(const braid_output *output) {
  braid_label label = 0;
  for (int i = 0; i < output->part_count && !label; i++)
    label = braid_shadow_first(output->parts[i].iov_base, output->parts[i].iov_len, 0);
  return label ? label : braid_held_label();
}

/* --- a new channel --- */

static bool decide_below(braid_term value, uint64_t limit) {
  bool is_below = value.value < limit;
  braid_term below = braid_binary(BRAID_OP_ULT, value, braid_constant(64, limit), 1, is_below);
  if (below.label)
    braid_event_add(BRAID_EVENT_BRANCH, is_below, 0, __braid_thread.caller, below.label, 0);
  return is_below;
}

/* Its length is a symbol no more: where things lie in a file that grows cannot depend on it. Each run with this
 * path up to here asks the same questions (as braid_decide_value does, models/decide.h). */
static void decide_length(int source) {
  const braid_source *entry = &__braid_state->sources[source];
  if (!(entry->flags & BRAID_SOURCE_SYMBOLIC_LENGTH))
    return;
  braid_term length = {braid_node_make(BRAID_OP_SIZE, 64, (uint32_t)source, 0, 0, entry->size), 64, entry->size};
  uint64_t low = 0, high = 1;
  while (!decide_below(length, high)) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    uint64_t middle = low + (high - low) / 2;
    if (decide_below(length, middle))
      high = middle;
    else
      low = middle;
  }
}

static uint64_t waiting_in(int descriptor) {
  int count = 0;
  return BRAID_SYSTEM(ioctl, descriptor, FIONREAD, &count) == 0 && count > 0 ? (uint64_t)count : 0;
}

/* Null if there are too many, or it is none of those that are followed. */
static braid_channel *make_channel(const struct stat *status, int source, const braid_output *output) {
  braid_state *state = __braid_state;
  bool is_pipe = S_ISFIFO(status->st_mode);
  if (!is_pipe && !S_ISREG(status->st_mode))
    return NULL;
  if (!state->channels)
    state->channels = braid_reserve_take(MOST_CHANNELS * sizeof *state->channels);
  if (!state->channels || state->channel_count == MOST_CHANNELS)
    return NULL;
  braid_channel *channel = &state->channels[state->channel_count], old = *channel;
  *channel = (braid_channel){.device = status->st_dev,
                             .inode = status->st_ino,
                             .is_pipe = is_pipe,
                             .source = source,
                             .room = old.room,
                             .cells = old.cells,
                             .bytes = old.bytes,
                             .states = old.states};
  channel->label = first_symbol(output);
  channel->place = __braid_thread.caller;
  if (channel->label)
    braid_followed_output(channel->label, channel->place);
  channel->base = is_pipe ? waiting_in(output->descriptor) + output->unflushed : (uint64_t)status->st_size;
  channel->size = channel->base;
  channel->writer = output->stream;
  if (!make_room(channel, channel->size ? channel->size : 1))
    return NULL;
  forget_from(channel, 0);
  state->channel_count++;
  if (source >= 0) {
    decide_length(source);
    uint64_t length = braid_source_length(source), there = length < channel->base ? length : channel->base;
    __builtin_memcpy(channel->bytes, braid_source_data(source), there);
  }
  return channel;
}

/* --- writing --- */

bool braid_output_is_plain(int descriptor, const void *memory, uint64_t bytes) {
  const braid_state *state = __braid_state;
  return !state || !state->active || braid_is_shown_output(descriptor) ||
         (!state->channel_count && !state->file_sources && !(bytes && braid_shadow_any(memory, bytes)));
}

/* What memory holds may no longer be what its cell says. */
static uint32_t cell_of(const uint8_t *address) {
  uint32_t cell = braid_shadow_cell(address), number = cell & 15;
  if (cell && number < 8 && (uint8_t)(__braid_state->nodes[cell >> 4].value >> 8 * number) != *address)
    return 0;
  return cell;
}

/* The first `bytes` bytes of the output lie at this place from now on. */
static bool store(braid_channel *channel, const braid_output *output, uint64_t bytes, uint64_t place) {
  if (place + bytes < place || !make_room(channel, place + bytes))
    return false;
  for (int i = 0; i < output->part_count && bytes; i++) {
    const uint8_t *from = output->parts[i].iov_base;
    uint64_t here = output->parts[i].iov_len < bytes ? output->parts[i].iov_len : bytes;
    bool symbols = braid_shadow_any(from, here);
    for (uint64_t k = 0; k < here; k++, place++) {
      uint32_t cell = symbols ? cell_of(from + k) : 0;
      channel->bytes[place] = from[k];
      channel->cells[place] = cell;
      channel->states[place] = WRITTEN;
      if (cell && !channel->label) {
        channel->label = cell >> 4;
        channel->place = __braid_thread.caller;
        braid_followed_output(channel->label, channel->place);
      }
    }
    bytes -= here;
  }
  if (place > channel->size)
    channel->size = place;
  channel->version++;
  return true;
}

static uint64_t bytes_of(const braid_output *output) {
  uint64_t bytes = 0;
  for (int i = 0; i < output->part_count; i++)
    bytes += output->parts[i].iov_len;
  return bytes;
}

/* The channel, if these bytes are its business. */
static braid_channel *channel_for(const braid_output *output) {
  struct stat status;
  bool symbols = any_symbol(output);
  bool in_memory = output->descriptor < 0;
  braid_channel *channel = NULL;
  if (describe(output->descriptor, &status)) {
    channel = find(status.st_dev, status.st_ino);
    in_memory = is_mapped(status.st_dev, status.st_ino);
    int source = channel ? -1 : braid_given_source(status.st_dev, status.st_ino);
    if (!channel && !symbols && source < 0)
      return NULL;
    if (!channel)
      channel = make_channel(&status, source, output);
    if (!channel && source >= 0)
      braid_lose_output(0, __braid_thread.caller);
  }
  bool is_followed = channel && !channel->is_broken;
  if (!symbols || (is_followed && !in_memory))
    return is_followed ? channel : NULL;
  braid_label label = first_symbol(output);
  if (label && in_memory) {
    if (braid_is_news(__braid_thread.caller, label))
      braid_lose_output(label, __braid_thread.caller);
  } else if (label) {
    braid_remember_output(label, __braid_thread.caller);
  }
  return is_followed ? channel : NULL;
}

/* The bytes of a pipe are there before they are, because a reader may be faster than we are afterwards. A writer
 * who is not the last one must find nothing of it in a buffer. */
static bool begin_in_pipe(braid_channel *channel, const braid_output *output) {
  if (channel->writer != output->stream) {
    if (waiting_in(output->descriptor) + output->unflushed != channel->size - channel->taken)
      return false;
    channel->writer = output->stream;
  }
  return store(channel, output, bytes_of(output), channel->size);
}

int braid_output_begin(const braid_output *output) {
  if (braid_is_shown_output(output->descriptor) || !braid_enter())
    return -1;
  braid_channel *channel = channel_for(output);
  if (channel && (channel->writers++ || (channel->is_pipe && !begin_in_pipe(channel, output)))) {
    channel->writers--;
    give_up(channel);
    braid_label label = first_symbol(output);
    if (label)
      braid_remember_output(label, __braid_thread.caller);
    channel = NULL;
  }
  int number = channel ? number_of(channel) : -1;
  braid_leave();
  return number;
}

void braid_output_end(int number, const braid_output *output, int64_t done, int64_t end) {
  if (!braid_enter())
    return;
  braid_channel *channel = channel_at(number);
  uint64_t wanted = bytes_of(output), came = done > 0 ? (uint64_t)done : 0;
  if (channel && channel->writers)
    channel->writers--;
  if (channel && done == BRAID_OUTPUT_UNKNOWN)
    give_up(channel);
  if (channel && !channel->is_broken) {
    if (channel->is_pipe) {
      channel->size -= wanted - came;
    } else if (came) {
      uint64_t begin = (uint64_t)end - came;
      /* Of a stream whose first symbol this is, the constants before may be in its buffer. */
      if (channel->version == 0 && end >= 0 && begin > channel->base)
        channel->base = begin;
      if (end < (int64_t)came || !store(channel, output, came, begin)) {
        give_up(channel);
        braid_label label = first_symbol(output);
        if (label)
          braid_remember_output(label, __braid_thread.caller);
      }
    }
  }
  braid_leave();
}

void braid_hold_for_descriptor(int descriptor) {
  const braid_output nothing = {.descriptor = descriptor};
  int channel = __braid_state && braid_held_label() ? braid_output_begin(&nothing) : -1;
  braid_hold_for(channel);
  if (channel >= 0)
    braid_output_end(channel, &nothing, 0, -1);
}

int braid_channel_of_descriptor(int descriptor) {
  if (!braid_enter())
    return -1;
  const braid_channel *channel = find_descriptor(descriptor);
  int number = channel && !channel->is_broken ? number_of(channel) : -1;
  braid_leave();
  return number;
}

/* --- reading --- */

static void look_at(const braid_channel *channel) { braid_held_release(number_of(channel)); }

void braid_channel_looked_at(int number) {
  if (!braid_enter())
    return;
  const braid_channel *channel = channel_at(number);
  if (channel)
    look_at(channel);
  braid_leave();
}

bool braid_channel_is_pipe(int number) {
  const braid_channel *channel = channel_at(number);
  return channel && channel->is_pipe;
}

uint32_t braid_channel_version(int number) {
  const braid_channel *channel = channel_at(number);
  return channel ? channel->version : 0;
}

uint64_t braid_channel_length(int number) {
  const braid_channel *channel = channel_at(number);
  braid_channel_looked_at(number);
  return channel ? channel->size : 0;
}

const uint8_t *braid_channel_data(int number) {
  const braid_channel *channel = channel_at(number);
  return channel && channel->room ? channel->bytes : (const uint8_t *)"";
}

static braid_label input_below(const braid_channel *channel, uint64_t at, uint8_t byte) {
  if (channel->source < 0 || at >= braid_source_length(channel->source) ||
      braid_source_data(channel->source)[at] != byte)
    return 0;
  braid_input_used(channel->source);
  return braid_input_byte(channel->source, at);
}

/* This byte was read from there: what is known about it. False if somebody else must have written it. */
static bool recognise(const braid_channel *channel, uint64_t at, uint8_t byte, uint32_t *cell) {
  *cell = 0;
  if (at < channel->room && channel->states[at] == WRITTEN) {
    if (channel->bytes[at] != byte)
      return false;
    *cell = channel->cells[at];
    return true;
  }
  if (at < channel->base) {
    *cell = input_below(channel, at, byte) << 4;
    return true;
  }
  return at < channel->size && byte == 0; /* a hole */
}

void braid_channel_label(void *to, int number, uint64_t offset, size_t bytes) {
  if (!braid_enter())
    return;
  braid_channel *channel = channel_at(number);
  if (!channel || channel->is_broken) {
    braid_shadow_overwritten(to, bytes);
    if (channel && channel->label)
      lose(channel);
    braid_leave();
    return;
  }
  look_at(channel);
  uint8_t *memory = to;
  bool strange = false, from_before = false;
  for (size_t i = 0; i < bytes; i++) {
    uint32_t cell;
    if (!recognise(channel, offset + i, memory[i], &cell))
      strange = true;
    from_before |= offset + i >= channel->room || channel->states[offset + i] != WRITTEN;
    if (cell)
      braid_shadow_set(memory + i, 1, cell >> 4, cell & 15);
    else
      braid_shadow_overwritten(memory + i, 1);
  }
  if (strange || (from_before && !channel->has_told && braid_others_took_part()))
    lose(channel);
  if (strange && channel->is_pipe)
    give_up(channel);
  braid_leave();
}

int64_t braid_channel_place(int number, const void *reader, int descriptor) {
  if (!braid_enter())
    return -1;
  braid_channel *channel = channel_at(number);
  int64_t place = -1;
  if (channel && !reader && channel->readers++)
    give_up(channel); /* two at the same time: nobody knows who got what */
  if (channel && channel->reader != reader && channel->taken) {
    /* The last reader has nothing in its buffer if all is in the pipe, or in the buffer of a writer. */
    if (channel->writers || waiting_in(descriptor) != channel->size - channel->taken)
      give_up(channel);
  }
  if (channel && !channel->is_broken) {
    channel->reader = reader;
    place = (int64_t)channel->taken;
    look_at(channel);
  }
  braid_leave();
  return place;
}

void braid_channel_taken(int number, uint64_t bytes) {
  if (!braid_enter())
    return;
  braid_channel *channel = channel_at(number);
  if (channel && channel->is_pipe) {
    if (!channel->reader && channel->readers)
      channel->readers--;
    channel->taken += bytes;
    if (channel->taken > channel->size) {
      lose(channel);
      give_up(channel);
    } else if (channel->taken == channel->size && !channel->writers) {
      forget_from(channel, 0);
      channel->taken = channel->size = channel->base = 0;
    }
  }
  braid_leave();
}

uint64_t braid_channel_left(int number, int descriptor) {
  const braid_channel *channel = channel_at(number);
  uint64_t waiting = waiting_in(descriptor);
  return channel && channel->size > waiting ? channel->size - waiting : 0;
}

void braid_channel_learn(int number, int descriptor) {
  if (!braid_enter())
    return;
  braid_channel *channel = channel_at(number);
  struct stat status;
  if (channel && !channel->is_pipe && !channel->is_broken && describe(descriptor, &status)) {
    if ((uint64_t)status.st_size > channel->size) { /* somebody whom we do not see */
      channel->size = (uint64_t)status.st_size;
      lose(channel);
      if (!make_room(channel, channel->size))
        give_up(channel);
    }
    if (!channel->is_broken && !channel->is_learnt) {
      channel->is_learnt = true;
      for (uint64_t at = 0; at < channel->size; at++) {
        uint64_t end = at;
        while (end < channel->size && channel->states[end] == UNKNOWN)
          end++;
        if (end > at && BRAID_SYSTEM(pread64, descriptor, channel->bytes + at, end - at, at) > 0)
          __builtin_memset(channel->states + at, LEARNT, end - at);
        at = end;
      }
    }
  }
  braid_leave();
}

int braid_channel_since(int descriptor) {
  int number = braid_channel_of_descriptor(descriptor);
  return braid_channel_is_pipe(number) ? number : -1;
}

/* --- what else happens to files --- */

static void cut(braid_channel *channel, uint64_t length) {
  look_at(channel);
  forget_from(channel, length);
  channel->size = length;
  if (channel->base > length)
    channel->base = length;
  channel->version++;
  if (length > channel->room && !make_room(channel, length))
    give_up(channel);
}

void braid_channel_opened(int descriptor, bool emptied) {
  struct stat status;
  if (!__braid_state || !__braid_state->channel_count || !describe(descriptor, &status) || !braid_enter())
    return;
  braid_channel *channel = find(status.st_dev, status.st_ino);
  if (channel && !channel->is_pipe && !channel->is_broken && (emptied || status.st_size == 0)) {
    forget_from(channel, 0);
    channel->size = channel->base = 0;
    channel->version++;
  }
  braid_leave();
}

static void truncated(const struct stat *status, uint64_t length) {
  if (!braid_enter())
    return;
  braid_channel *channel = find(status->st_dev, status->st_ino);
  int source = channel ? -1 : braid_given_source(status->st_dev, status->st_ino);
  if (source >= 0) {
    const braid_output nothing = {.descriptor = -1};
    channel = make_channel(status, source, &nothing);
    if (!channel)
      braid_lose_output(0, __braid_thread.caller);
  }
  if (channel && !channel->is_broken)
    cut(channel, length);
  braid_leave();
}

void braid_channel_truncated(int descriptor, uint64_t length) {
  struct stat status;
  if (describe(descriptor, &status))
    truncated(&status, length);
}

void braid_channel_truncated_path(const char *path, uint64_t length) {
  struct stat status;
  if (BRAID_SYSTEM(stat, path, &status) == 0)
    truncated(&status, length);
}

void braid_channel_mapped(int descriptor) {
  struct stat status;
  if (!describe(descriptor, &status) || !S_ISREG(status.st_mode) || !braid_enter())
    return;
  if (!is_mapped(status.st_dev, status.st_ino)) {
    if (mapped_count < sizeof mapped / sizeof *mapped) {
      mapped[mapped_count].device = status.st_dev;
      mapped[mapped_count].inode = status.st_ino;
    }
    mapped_count++;
  }
  braid_leave();
}

void braid_channel_escapes(int number) {
  if (!braid_enter())
    return;
  braid_channel *channel = channel_at(number);
  if (channel)
    give_up(channel);
  braid_leave();
}
