// Further text of the library: other kinds of strings, views, searching, and paths.
// INPUT: "abcdefghijklmnopqrstuvwx"
// TURNS-IN: char_traits.h stdin[1] != 'b'
// TURNS-IN: char_traits.h stdin[7] == 'H'
// TURNS-IN: functional
// TURNS-IN: char_traits.h stdin[12] != 'M'
// FLAGS: -std=c++20
// VERIFY: --random 40
#include "check.h"

#include <algorithm>
#include <bitset>
#include <filesystem>
#include <functional>
#include <sstream>
#include <string>
#include <string_view>

int main() {
  char in[25] = {};
  if (read(0, in, 24) < 0)
    return 1;
  std::string text(in, 24);
  std::wstring wide(in, in + 4);
  wide += L"x";
  CHECK(wide[0] == L'A'); // TURNS
  CHECK(wide.substr(1, 2) == L"bC");
  std::u16string sixteen(in + 4, in + 6);
  CHECK(sixteen[1] == u'F'); // TURNS
  std::u32string thirty(in + 6, in + 8);
  CHECK(thirty.find(U'H') == 1);
  char copied[3] = {};
  text.copy(copied, 2, 8);
  CHECK(copied[1] == 'J'); // TURNS
  std::string_view view = text;
  CHECK(view.find("lM") != std::string_view::npos);
  CHECK(std::string(view.rbegin(), view.rend())[0] == 'X'); // TURNS
  std::string edited = text.substr(12, 4);
  edited.insert(edited.begin() + 1, '-');
  edited.replace(edited.begin(), edited.begin() + 1, "<>");
  edited.erase(std::remove(edited.begin(), edited.end(), 'o'), edited.end());
  CHECK(edited[3] == 'N'); // TURNS
  std::bitset<4> bits(in[18] == 'r' ? "1010" : "0001");
  CHECK(bits.to_ulong() == 10);
  CHECK((text[19] <=> 'T') == 0); // TURNS
  std::ostringstream out;
  out << text[20] << text.substr(21, 1) << in + 22;
  std::string made = out.str();
  CHECK(made[0] == 'U'); // TURNS
  CHECK(made[1] == 'V'); // TURNS
  CHECK(made[2] == 'W'); // TURNS
  std::string needle = "qr";
  CHECK(std::search(text.begin(), text.end(), std::default_searcher(needle.begin(), needle.end())) != text.end());
  CHECK(std::search(text.begin(), text.end(), std::boyer_moore_searcher(needle.begin(), needle.end())) !=
        text.end());
  std::filesystem::path path(text.substr(0, 3)); // a path takes text apart, which is not followed
  path /= in + 20;
  CHECK(path.filename() == "uvwX");
  CHECK(path.native()[1] == 'X'); // BRANCH: not taken
}
