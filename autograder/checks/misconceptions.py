"""Misconceptions with the same text in several topics.

A topic's `mistakes.py` lists one under a key and adds the section of its chapter to read:
`"log-of-zero": LOG_OF_ZERO.read_at("lookup-without-overflow")`.
"""

from dataclasses import dataclass

from autograder.checks.checking import Misconception


@dataclass(frozen=True)
class SharedMisconception:
    """A `Misconception` without the section to read: each topic has its own."""

    mistake: str
    text: str

    def read_at(self, label: str) -> Misconception:
        """Return the entry of a topic's MISTAKES; `label` is that of the section to read."""
        return Misconception(self.mistake, self.text, label)


# -- arguments and errors ------------------------------------------------------------------------

ARGUMENTS_CHANGED = SharedMisconception(
    "writes into its arguments", "An argument is changed that should stay as it was."
)
ID_NARROWED = SharedMisconception(
    "converts ids to int32 before it checks them",
    "An id beyond all 32-bit numbers is accepted: ids are converted to a smaller type before they are "
    "checked, and wrap around into the table.",
)
IDS_AS_FLOATS = SharedMisconception(
    "puts ids into an array of floats",
    "Large ids come back rounded: on the way they are floating point numbers, which hold whole numbers "
    "exactly up to 2⁵³ only.",
)
NEGATIVE_ID_WRAPS = SharedMisconception(
    "lets negative ids count from the end", "A negative id reaches a row, counted from the end."
)

# -- dtypes and values ---------------------------------------------------------------------------

NOT_NORMALISED = SharedMisconception("does not divide by the sum", "The probabilities do not sum to one.")

RUNNING_SUMS = SharedMisconception(
    "takes differences of running sums over all positions",
    "Small gradients are lost where another row has very large ones: they were added into one sum on the "
    "way.",
)

# -- logits, loss and their gradients ------------------------------------------------------------

NORMALISED_SCORES = SharedMisconception(
    "returns probabilities or their logarithms", "Logits are asked for: a softmax is applied to them."
)
OVERFLOW = SharedMisconception(
    "exp of raw logits",
    "With large logits a number overflows or all gradients vanish. Logits count up to a shift.",
)
LOG_OF_ZERO = SharedMisconception(
    "log of a probability, clipped or not",
    "The gradients are right for large logits and the loss is not: it takes the logarithm of a probability "
    "that is too small to be held, or was clipped.",
)
TARGET_NOT_SUBTRACTED = SharedMisconception(
    "p in place of p − onehot", "The gradient of the logits lacks the targets: it is p alone."
)
ONLY_TARGET_ROWS = SharedMisconception(
    "gives a gradient to the targets' rows alone",
    "Only the rows of the targets get a gradient. Through the logits every row gets one.",
)

# -- models and devices --------------------------------------------------------------------------

STD_IGNORED = SharedMisconception("a fixed 0.02", "The argument std has no effect.")
THROUGH_NUMPY = SharedMisconception(
    "converts to NumPy and back", "The tensors go through NumPy, which works on the CPU alone."
)
RESULT_ON_CPU = SharedMisconception(
    "makes or leaves a tensor on the CPU",
    "On another device than the CPU it fails, or its result is on the CPU: a tensor is made or moved "
    "where the arguments are not.",
)
PARAMETER_ON_CPU = SharedMisconception(
    "makes or leaves a tensor on the CPU",
    "On another device than the CPU it fails, or a parameter is on the CPU: a tensor is made without "
    "saying where.",
)
UNCHECKED_ON_DEVICE = SharedMisconception(
    "catches the library's error",
    "On another device than the CPU an id outside the table reaches the kernel. Check before the lookup.",
)
