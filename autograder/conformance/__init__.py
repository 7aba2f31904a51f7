"""The conformance list: small programs, and what a GPU does with each.

Every case is an ordinary function `case(device, up)`: `device` is where it runs and `up(tensor)` copies a CPU
tensor there. Its expected outcome is what CUDA does: it `runs`, with the values that the CPU gives, or it is
`refused`, with an error. The list is tried on the stand-in wherever the tests run, and on CUDA if there is
one, so that neither the list nor the stand-in can drift from the device:

    python -m autograder.conformance [--device standin|cpu|cuda] [--case NAME ...]

The CPU shows that a case means what it says: a case that is refused because of the device must run there. The
cases need only PyTorch and NumPy.
"""

# Importing a theme enters its cases in the list, in this order.
from autograder.conformance import (  # noqa: F401, E402, I001
    arithmetic,
    creation,
    differentiation,
    leaving,
    lookups,
    losses,
    mixing,
    modules,
    out_of_range,
    scatters,
    ties,
    training,
)
from autograder.conformance.case import CASES, Case

# Cases that a device is known to get wrong, each with the reason. A case that stays listed after it is fixed
# fails the tests.
KNOWN_GAPS: dict[str, dict[str, str]] = {
    "standin": {
        "saved_tensors_load_where_they_were_saved": (
            "the file records the memory within, and torch.load has no hook that honours map_location too"
        ),
        "compressed_sparse_product": (
            "torch cannot compute with wrapper tensors of a compressed layout, so the stand-in makes none"
        ),
    },
    "cpu": {},
    "cuda": {},
}

__all__ = ["CASES", "Case", "KNOWN_GAPS"]
