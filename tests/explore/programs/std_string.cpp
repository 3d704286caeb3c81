// A string built from input, compared, searched and cut.
// input: stdin 2
#include <cstdio>
#include <string>

int main() {
  std::string text = "<";
  for (int c; (c = std::getchar()) != EOF;)
    text += char(c);
  text += '>';
  if (text == "<a>")
    return 1;
  if (text.find("!!") != std::string::npos)
    return 2;
  if (text.size() == 3 && text.substr(1, 1) < "k")
    return 3;
  if (text.back() == text[1])
    return 4;
  else
    return 5;
}
