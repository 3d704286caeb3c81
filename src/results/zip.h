// A ZIP archive whose files are stored, not packed: tests are small and many, and so a page of code is enough.
#pragma once

#include "results/output.h"

#include <cstdint>

namespace braid::results {

class ZipArchive : public Output {
public:
  // Written by finish(); until then nothing is at the path.
  explicit ZipArchive(std::filesystem::path path) : path_(std::move(path)) {}

  void write(const std::string &name, std::string_view bytes) override;
  void finish() override;

private:
  std::filesystem::path path_;
  std::string files_, directory_;
  uint32_t count_ = 0;
};

} // namespace braid::results
