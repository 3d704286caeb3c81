// A set of characters, and whether the input is among them.
// input: stdin 1
#include <cstdio>
#include <set>

int main() {
  const std::set<char> operators = {'+', '-', '*', '/', '('};
  int c = std::getchar();
  if (c == EOF)
    return 3;
  if (operators.count(char(c)))
    return 1;
  if (operators.lower_bound(char(c)) == operators.end())
    return 2;
  else
    return 0;
}
