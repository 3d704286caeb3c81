// Models of what the containers have inside libstdc++: the balancing of trees and the sizes of hash tables.
#include "runtime/model.h"

#include <map>
#include <unordered_map>

extern "C" {

BRAID_MODEL_FILE;

// Whether a new node goes to the left of its parent depends on a comparison of keys. Everything else that these
// functions know are pointers.
BRAID_MODEL(void, _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_,
            (bool left, std::_Rb_tree_node_base *node, std::_Rb_tree_node_base *parent,
             std::_Rb_tree_node_base *header)) {
  if (left)
    std::_Rb_tree_insert_and_rebalance(true, node, parent, *header);
  else
    std::_Rb_tree_insert_and_rebalance(false, node, parent, *header);
}

// A number of buckets for at least so many, of which the program may have said how many it wants.
BRAID_MODEL(size_t, _ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm,
            (const std::__detail::_Prime_rehash_policy *policy, size_t wanted)) {
  return policy->_M_next_bkt(braid_concrete_length(wanted, true));
}
}
