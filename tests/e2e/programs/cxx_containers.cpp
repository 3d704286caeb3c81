// Containers keep the symbols of their elements, and keys that are input decide where they go.
// INPUT: "dbacxyzw\1\2"
// INPUT: "aaaaaaaaaa"
// INPUT: "\377\200\0\1abcdef"
// VERIFY: --random 100
#include "check.h"

#include <array>
#include <bitset>
#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <queue>
#include <set>
#include <stack>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

int main() {
  unsigned char in[10] = {};
  if (read(0, in, sizeof in) < 0)
    return 1;
  std::vector<int> vector(in, in + 4);
  vector.push_back(in[4]);
  vector.insert(vector.begin(), 7);
  vector.erase(vector.begin() + 2);
  CHECK(vector[1] == 'D');     // TURNS
  CHECK(vector.back() == 'X'); // TURNS
  std::deque<unsigned char> deque(in, in + 10);
  deque.push_front(1);
  CHECK(deque.at(1) == 'E'); // TURNS
  std::forward_list<short> forward(in, in + 3);
  CHECK(forward.front() == 'B'); // TURNS
  std::list<int> list(in, in + 4);
  list.sort();
  CHECK(list.front() == 'a');
  std::map<int, int> map;
  for (int i = 0; i < 4; i++)
    map[in[i]] += i;
  CHECK(map.begin()->first == 'b');
  for (auto &entry : map)
    printf("%d: %d\n", entry.first, entry.second);
  CHECK(map.count(in[5])); // how many depends on the tree's own decisions
  std::multiset<unsigned char> multiset(in, in + 6);
  CHECK(*multiset.rbegin() == 'z');
  std::set<std::string> names = {"a", "b"};
  names.insert(std::string(1, static_cast<char>(in[0])));
  printf("%zu\n", names.size());
  std::unordered_map<std::string, int> table = {{"dx", 1}, {"ay", 2}};
  std::string key = {static_cast<char>(in[0]), static_cast<char>(in[4])};
  auto found = table.find(key);
  printf("%d\n", found == table.end() ? 0 : found->second);
  std::priority_queue<int> queue;
  for (int i = 0; i < 5; i++)
    queue.push(in[i]);
  CHECK(queue.top() == 'y');
  std::stack<char> stack;
  stack.push(static_cast<char>(in[6]));
  CHECK(stack.top() == 'q'); // TURNS
  std::array<int, 3> array = {in[7], in[8], in[9]};
  CHECK(array[2] == 5); // TURNS
  std::bitset<8> bits(in[8]);
  CHECK(bits.test(3)); // TURNS
  CHECK(bits.count() == 2); // TURNS
  std::vector<bool> flags(3);
  flags[1] = in[9] > 9;
  CHECK(flags[1]);
}
