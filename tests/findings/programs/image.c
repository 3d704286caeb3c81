/* The reader of an image's header: a magic word, a version, width and height, bits for each pixel, and a checksum
 * over the header. The size of the picture is computed in 16 bits, so that for some pictures there is room for a
 * small part of them only.
 *
 * finding: heap-buffer-overflow */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct header {
  char magic[4];
  uint8_t version, bits;
  uint16_t width, height;
};

static int read_header(struct header *header) {
  unsigned char raw[12];
  if (fread(raw, 1, sizeof raw, stdin) != sizeof raw)
    return 0;
  memcpy(header->magic, raw, 4);
  header->version = raw[4];
  header->bits = raw[5];
  header->width = (uint16_t)(raw[6] | raw[7] << 8);
  header->height = (uint16_t)(raw[8] | raw[9] << 8);
  unsigned sum = 0x1d0f;
  for (int i = 0; i < 10; i++)
    sum = (sum << 1 ^ raw[i] ^ (sum >> 15 & 1 ? 0x1021 : 0)) & 0xffff;
  return memcmp(header->magic, "PIX2", 4) == 0 && sum == (unsigned)(raw[10] | raw[11] << 8);
}

static int is_sensible(const struct header *header) {
  if (header->version != 2 && header->version != 3)
    return 0;
  if (header->bits != 8 && header->bits != 16 && header->bits != 32)
    return 0;
  if (header->width == 0 || header->height == 0)
    return 0;
  return header->width <= 8192 && header->height <= 8192 && header->width % 4 == 0;
}

int main(void) {
  struct header header;
  if (!read_header(&header) || !is_sensible(&header))
    return 1;
  uint16_t row = (uint16_t)(header.width * (header.bits / 8));
  uint16_t size = (uint16_t)(row * header.height);
  if (size == 0 || size > 4096)
    return 1;
  unsigned char *pixels = malloc(size);
  if (!pixels)
    return 1;
  /* Until the pixels are read all of it is grey. */
  for (unsigned y = 0; y < 2 && y < header.height; y++)
    memset(pixels + (size_t)y * row, 0x80, row); /* BAD */
  printf("%ux%u, %u bits, %u\n", header.width, header.height, header.bits, pixels[0]);
  free(pixels);
  return 0;
}
