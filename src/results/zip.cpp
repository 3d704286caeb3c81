// The layout is that of PKWARE's APPNOTE: for each file a local header and its bytes, then a directory that says
// all of it again, then where the directory is. All numbers have the lowest byte first. More than 65,535 files or
// 4 GiB would need the extension called ZIP64, which not every reader knows: such a suite is refused.
#include "results/zip.h"

#include "results/error.h"

#include <array>

namespace braid::results {

namespace {

constexpr uint32_t LOCAL_HEADER = 0x04034b50, DIRECTORY_ENTRY = 0x02014b50, DIRECTORY_END = 0x06054b50;
constexpr uint16_t VERSION = 20; // of the format: 2.0
constexpr uint16_t NAMES_ARE_UTF8 = 1U << 11;
constexpr uint16_t FIRST_DAY = 0x0021; // 1 January 1980: archives of the same tests are equal
constexpr size_t MOST_FILES = 0xffff, MOST_BYTES = 0xffffffff;

void put16(std::string &out, uint32_t number) {
  out.push_back(char(uint8_t(number)));
  out.push_back(char(uint8_t(number >> 8)));
}

void put32(std::string &out, uint32_t number) {
  put16(out, number);
  put16(out, number >> 16);
}

constexpr std::array<uint32_t, 256> make_crc_table() {
  std::array<uint32_t, 256> table{};
  for (uint32_t byte = 0; byte < 256; byte++) {
    table[byte] = byte;
    for (int bit = 0; bit < 8; bit++)
      table[byte] = (table[byte] >> 1) ^ ((table[byte] & 1) != 0 ? 0xedb88320U : 0U);
  }
  return table;
}

uint32_t crc32(std::string_view bytes) {
  static constexpr std::array<uint32_t, 256> TABLE = make_crc_table();
  uint32_t sum = ~0U;
  for (const char byte : bytes)
    sum = (sum >> 8) ^ TABLE[uint8_t(sum) ^ uint8_t(byte)];
  return ~sum;
}

// What the local header and the directory have in common.
void put_facts(std::string &out, const std::string &name, std::string_view bytes) {
  put16(out, VERSION);
  put16(out, NAMES_ARE_UTF8);
  put16(out, 0); // stored
  put16(out, 0); // time
  put16(out, FIRST_DAY);
  put32(out, crc32(bytes));
  put32(out, uint32_t(bytes.size())); // packed
  put32(out, uint32_t(bytes.size()));
  put16(out, uint32_t(name.size()));
  put16(out, 0); // no extra fields
}

} // namespace

void ZipArchive::write(const std::string &name, std::string_view bytes) {
  if (count_ == MOST_FILES || files_.size() + bytes.size() + directory_.size() + 1024 > MOST_BYTES)
    throw BadRequest(path_.string(), "so many tests do not fit into a ZIP archive",
                     "Export them as a folder, or less of them with --tests.");
  const auto offset = uint32_t(files_.size());
  put32(files_, LOCAL_HEADER);
  put_facts(files_, name, bytes);
  files_ += name;
  files_ += bytes;

  put32(directory_, DIRECTORY_ENTRY);
  put16(directory_, VERSION); // that made it
  put_facts(directory_, name, bytes);
  put16(directory_, 0); // no comment
  put16(directory_, 0); // first disk
  put16(directory_, 0); // attributes
  put32(directory_, 0);
  put32(directory_, offset);
  directory_ += name;
  count_++;
}

void ZipArchive::finish() {
  std::string end;
  put32(end, DIRECTORY_END);
  put16(end, 0); // this disk
  put16(end, 0); // the one the directory begins on
  put16(end, count_);
  put16(end, count_);
  put32(end, uint32_t(directory_.size()));
  put32(end, uint32_t(files_.size()));
  put16(end, 0); // no comment
  write_file(path_, files_ + directory_ + end);
}

} // namespace braid::results
