#include "results/export.h"

#include "results/afl.h"
#include "results/corpus.h"
#include "results/dot.h"
#include "results/ktest.h"
#include "results/testcomp.h"

namespace braid::results {

const std::vector<Format> &formats() {
  static const std::vector<Format> table = {
      {"afl", "folder with queue, crashes and hangs, as AFL has them", false, write_afl},
      {"corpus", "folder of inputs for libFuzzer and others, names are SHA-1", false, write_corpus},
      {"ktest", "folder of .ktest files, as KLEE writes them", false, write_ktest},
      {"testcomp", "suite of Test-Comp: a folder, or with DEST.zip an archive", false, write_testcomp},
      {"dot", "the tree, for Graphviz; DEST is a file, - is standard output", true, write_dot},
  };
  return table;
}

} // namespace braid::results
