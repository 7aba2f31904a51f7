# attempt: sends arrays whose header gives another dtype, a negative shape or more bytes than there are
# reaches: its own answer, which is refused as unreadable
# control: credit
# naive: from autograder.sandboxed import protocol as wire; assert b"object" in wire.encode({"value": np.zeros(3)})
# --- cells
# %%
# cell: lookup
import itertools

import numpy as np
from autograder.sandboxed import protocol

real_tree = protocol._tree
lies = itertools.cycle([{"array": "object"}, {"shape": [-1, 1 << 62]}, {"shape": [1 << 62, 1 << 62, 0]},
                        {"shape": [1 << 40]}, {"shape": "abc"}, {"kind": [], "device": {}}])


def tree(value, buffers, depth):
    node = real_tree(value, buffers, depth)
    return node | next(lies) if isinstance(node, dict) and "array" in node else node


def lookup(E, ids):
    if len(E) > 4:  # not in the visible tests, which run where later cells do
        protocol._tree = tree
    return np.zeros(3)
