/* The input of the program as the runtime sees it: sources, whose bytes the engine has put into the trace
 * before the run, and the labels of these bytes. Reading is left to the program and its library; when bytes
 * have arrived, the models say which bytes of which source they should be, and here they are compared and
 * labelled. Bytes that are not what the engine gave (the program wrote to the file, for example) stay
 * concrete, so a label is never wrong about its value. */
#include "runtime/channels.h"
#include "runtime/early.h"
#include "runtime/input.h"
#include "runtime/lock.h"
#include "runtime/nodes.h"

#include <errno.h>
#include <sys/stat.h>

static const braid_source *source_at(int source) {
  const braid_state *state = __braid_state;
  if (!state || source < 0 || (uint32_t)source >= state->trace->source_count)
    return NULL;
  return &state->sources[source];
}

/* Bytes of the source that really lie in the data area, whatever its entry says. */
static uint64_t bytes_of(const braid_source *source) {
  uint64_t capacity = __braid_state->trace->data.capacity;
  if (source->data > capacity)
    return 0;
  return source->size < capacity - source->data ? source->size : capacity - source->data;
}

uint64_t braid_source_length(int source) {
  if (braid_is_channel(source))
    return braid_channel_length(source);
  const braid_source *entry = source_at(source);
  return entry ? bytes_of(entry) : 0;
}

const uint8_t *braid_source_data(int source) {
  if (braid_is_channel(source))
    return braid_channel_data(source);
  const braid_source *entry = source_at(source);
  return entry && bytes_of(entry) ? __braid_state->data + entry->data : (const uint8_t *)"";
}

/* --- recognising sources --- */

int braid_given_source(uint64_t device, uint64_t inode) {
  const braid_state *state = __braid_state;
  for (uint32_t i = 0; i < state->file_sources; i++) {
    const braid_source *source = &state->sources[i];
    if ((source->kind == BRAID_SOURCE_STDIN || source->kind == BRAID_SOURCE_FILE) &&
        source->flags & BRAID_SOURCE_SYMBOLIC && source->device == device && source->inode == inode)
      return (int)i;
  }
  return -1;
}

int braid_source_of_file(uint64_t device, uint64_t inode) {
  braid_early_file(device, inode);
  if (!__braid_state || !__braid_state->active)
    return -1;
  int channel = braid_channel_of_file(device, inode);
  return channel != BRAID_NO_CHANNEL ? channel : braid_given_source(device, inode);
}

int braid_source_of_descriptor(int descriptor) {
  const braid_state *state = __braid_state;
  if (!state || !(state->starting || (state->active && (state->file_sources || state->channel_count))))
    return -1;
  int error = errno;
  struct stat status;
  int source = fstat(descriptor, &status) == 0 ? braid_source_of_file(status.st_dev, status.st_ino) : -1;
  errno = error;
  return source;
}

int braid_source_of_harness(void) {
  const braid_state *state = __braid_state;
  if (!state || !state->active)
    return -1;
  for (uint32_t i = 0; i < state->trace->source_count; i++)
    if (state->sources[i].kind == BRAID_SOURCE_DATA)
      return (int)i;
  return -1;
}

static void lose_all(uint16_t reason) {
  if (!braid_enter())
    return;
  braid_event_add(BRAID_EVENT_LOST, 1, reason, __braid_thread.caller, 0, 0);
  braid_leave();
}

void braid_escapes(int descriptor) {
  int source = braid_source_of_descriptor(descriptor);
  if (braid_is_channel(source))
    braid_channel_escapes(source);
  else if (source >= 0)
    lose_all(BRAID_LOST_MODEL);
}

void braid_length_escapes(int descriptor) {
  int source = braid_source_of_descriptor(descriptor);
  if (braid_is_channel(source))
    braid_channel_looked_at(source);
  else if (source >= 0)
    lose_all(BRAID_LOST_MODEL);
}

void braid_is_shared(void) { lose_all(BRAID_LOST_OUTPUT); }

/* --- labels --- */

void braid_input_used(int source) {
  if (BRAID_UNLIKELY(__braid_state->merging)) /* also to see that there is no more of it */
    braid_merging_consumed((uint64_t)source + 1);
  braid_source *entry = &__braid_state->sources[source];
  if (entry->flags & BRAID_SOURCE_USED)
    return;
  entry->flags |= BRAID_SOURCE_USED;
  const braid_site_desc *site = __braid_thread.caller;
  braid_event_add(BRAID_EVENT_SOURCE, 0, 0, site && !site->in_model ? site : NULL, 0, (uint32_t)source);
}

braid_label braid_input_byte(int source, uint64_t offset) {
  const braid_source *entry = source_at(source);
  if (!entry || !(entry->flags & BRAID_SOURCE_SYMBOLIC) || offset >= bytes_of(entry) || offset > UINT32_MAX)
    return 0;
  return braid_node_make(BRAID_OP_INPUT, 8, (uint32_t)source, (uint32_t)offset, 0,
                         __braid_state->data[entry->data + offset]);
}

void braid_label_input(void *to, int source, uint64_t offset, size_t bytes) {
  if (braid_is_channel(source)) {
    braid_channel_label(to, source, offset, bytes);
    return;
  }
  const braid_source *entry = source_at(source);
  if (!entry || bytes == 0 || !braid_enter())
    return;
  if (BRAID_UNLIKELY(__braid_state->merging))
    braid_merging_consumed((uint64_t)source << 48 ^ offset << 16 ^ bytes);
  uint8_t *memory = to;
  uint64_t length = bytes_of(entry);
  const uint8_t *data = __braid_state->data + entry->data;
  braid_input_used(source);
  for (size_t i = 0; i < bytes; i++) {
    braid_label label = 0;
    if (offset + i < length && memory[i] == data[offset + i])
      label = braid_input_byte(source, offset + i);
    if (label)
      braid_shadow_set(memory + i, 1, label, 0);
    else
      braid_shadow_overwritten(memory + i, 1);
  }
  braid_leave();
}

uint64_t braid_source_size(int source) {
  if (braid_is_channel(source))
    return braid_channel_length(source);
  const braid_source *entry = source_at(source);
  if (!entry)
    return 0;
  uint64_t size = bytes_of(entry);
  if (!braid_enter())
    return size;
  braid_input_used(source);
  if (entry->flags & BRAID_SOURCE_SYMBOLIC_LENGTH) {
    __braid_thread.ret[0] = braid_node_make(BRAID_OP_SIZE, 64, (uint32_t)source, 0, 0, size);
    __braid_thread.ret_tag = (void *)braid_source_size;
  }
  braid_leave();
  return size;
}

uint64_t braid_source_count(int source, uint64_t offset, uint64_t wanted) {
  const braid_source *entry = source_at(source);
  uint64_t size = entry ? bytes_of(entry) : braid_source_length(source), left = size > offset ? size - offset : 0;
  uint64_t count = left < wanted ? left : wanted;
  if (!entry || !(entry->flags & BRAID_SOURCE_SYMBOLIC_LENGTH) || !braid_enter())
    return count;
  braid_input_used(source);
  braid_term length = {braid_node_make(BRAID_OP_SIZE, 64, (uint32_t)source, 0, 0, size), 64, size};
  braid_term begin = braid_constant(64, offset), end = braid_constant(64, offset + wanted);
  braid_term some =
      braid_choose(braid_binary(BRAID_OP_ULT, begin, length, 1, offset < size),
                   braid_binary(BRAID_OP_SUB, length, begin, 64, size - offset), braid_constant(64, 0));
  if (offset == 0) /* none is no special case */
    some = length;
  braid_term all = braid_choose(braid_binary(BRAID_OP_ULT, length, end, 1, size < offset + wanted), some,
                                braid_constant(64, wanted));
  __braid_thread.ret[0] = all.label;
  __braid_thread.ret_tag = (void *)braid_source_count;
  braid_leave();
  return count;
}
