"""The mistakes of `lookup`: what each is, and what a student reads about it."""

from autograder.checks.checking import Misconception as M
from autograder.checks.misconceptions import (
    ID_NARROWED,
    LOG_OF_ZERO,
    OVERFLOW,
    RESULT_ON_CPU,
    TARGET_NOT_SUBTRACTED,
    THROUGH_NUMPY,
    UNCHECKED_ON_DEVICE,
)

PIECES = "lookup-characters-words-or-something-between"
SHAPES = "lookup-ids-of-any-shape"
RANGE = "lookup-negative-ids-wrap-around"
TYPES = "lookup-booleans-are-a-mask-not-ids"
VIEW = "lookup-a-single-id-gives-a-view"
COSTS = "lookup-what-each-way-costs"
BACKWARD = "lookup-forward-beside-backward"
ARGUMENTS = "lookup-the-arguments-of-nn-embedding"
PLACES = "lookup-cpu-and-gpu"
LABELS = "lookup-labels-are-ids-too"
LARGE = "lookup-without-overflow"
MEAN = "lookup-the-mean-over-positions"

MATTER = {
    # -- encode ---------------------------------------------------------------------------------
    "letters-for-bytes": M(
        "begins with letters, or with bytes of another encoding",
        "Letters beyond ASCII get other ids: the text is to begin as its bytes in UTF-8, of which such a "
        "letter has several.",
        PIECES,
    ),
    "words-apart": M(
        "cuts the text into words first",
        "Joins across the borders of words are missing: the text is cut before its pieces are joined.",
        PIECES,
    ),
    "text-cleaned": M(
        "strips, lowers or tidies the text",
        "The text is changed before it is encoded: spaces, line ends, capitals or letters in two parts are "
        "lost.",
        PIECES,
    ),
    "reading-order": M(
        "joins what fits first in the order of reading",
        "Pieces are joined from left to right, as soon as two fit. Of all joins that fit anywhere, the one "
        "learned first comes first.",
        PIECES,
    ),
    "longest-piece": M(
        "takes the longest piece that fits",
        "The longest pieces of the vocabulary are taken. That is another way to cut a text: a piece arises "
        "only by joins, in the order in which they were learned.",
        PIECES,
    ),
    "learned-last-first": M(
        "prefers the join that was learned last",
        "Of the joins that fit, the one learned last is taken, as if a larger id came first.",
        PIECES,
    ),
    "order-of-dict": M(
        "takes the order of the dict for that of learning",
        "Joins are applied in the order in which the dict holds them. The new ids say in which order they "
        "were learned.",
        PIECES,
    ),
    "frequent-first": M(
        "takes the pair that is most frequent in the text",
        "Of the joins that fit, the one with the most places in the text is taken first, as if joins were "
        "learned anew. The one learned first comes first.",
        PIECES,
    ),
    "smallest-pair": M(
        "compares pairs, not the ids that they give",
        "Of the joins that fit, the one with the smallest pair of ids is taken. The id that a pair gives "
        "says when its join was learned.",
        PIECES,
    ),
    "one-place": M(
        "makes each join in one place",
        "Each join is made in one place of the text. It is to be made wherever it fits.",
        PIECES,
    ),
    "pieces-not-joined": M(
        "joins bytes alone",
        "Only bytes are joined, and no pieces: what one join has made can be part of the next.",
        PIECES,
    ),
    "left-pair-missed": M(
        "looks at the new pair on the right alone",
        "After a join, the new piece is joined to the piece behind it, and not to the one before it.",
        PIECES,
    ),
    "right-pair-missed": M(
        "looks at the new pair on the left alone",
        "After a join, the new piece is joined to the piece before it, and not to the one behind it.",
        PIECES,
    ),
    "from-the-right": M(
        "joins overlapping pairs from the right",
        "Where two places of a pair overlap, the right one is joined; it should be the left one.",
        PIECES,
    ),
    "stale-turn": M(
        "a turn that is out of date takes another join",
        "A join that waits for its turn is made although other pieces stand at its place by then.",
        PIECES,
    ),
    "joined-twice": M(
        "joins overlapping places both",
        "Where two places of a pair overlap, both are joined, so that a byte is used twice.",
        PIECES,
    ),
    "nothing-to-join": M(
        "needs a pair, or a join",
        "A text without a pair of bytes, or a vocabulary without joins, gives an error or other ids.",
        PIECES,
    ),
    # -- what is no id --------------------------------------------------------------------------
    "negative-wraps": M(
        "lets negative ids count from the end",
        "A negative id is taken to count from the end. It is no id, and should be refused.",
        RANGE,
    ),
    "range-hidden": M(
        "folds, clips or leaves out ids outside the range",
        "An id outside of 0 … V − 1 is accepted, and nobody hears of it: it may be folded back, moved to "
        "another id or left out.",
        RANGE,
    ),
    "off-by-one": M(
        "lets id V through",
        "The first id past the end is let through. Ids start at zero, so the last one is V − 1.",
        "lookup-the-identity",
    ),
    "partly-checked": M(
        "does not look at every id",
        "An id outside the range is refused in one place of an array and passes in another.",
        RANGE,
    ),
    "single-unchecked": M(
        "checks ids of one axis or more",
        "A single id, in an array of shape `()`, is not checked as other ids are.",
        RANGE,
    ),
    "ignore-index": M(
        "leaves -100 out of the mean",
        "One negative number is not refused: often positions that have it are left out of the mean.",
        MEAN,
    ),
    "id-narrowed": ID_NARROWED.read_at(RANGE),
    "unsigned-wraps": M(
        "converts unsigned ids to int64 unchecked",
        "The largest ids of 64 bits without a sign are accepted: as `int64` they are negative, and count "
        "from the end.",
        RANGE,
    ),
    "places-narrow": M(
        "multiplies ids in their own dtype",
        "Ids of a small integer type give an error or other rows: they are refused, or what is computed from "
        "them does not fit into that type.",
        TYPES,
    ),
    "bool-as-ids": M("takes truth values for ids", "Truth values are accepted as ids.", TYPES),
    "float-as-ids": M(
        "takes floating point numbers for ids", "Floating point numbers are accepted as ids.", TYPES
    ),
    "not-integers": M(
        "takes whatever can be made an integer",
        "Truth values and floating point numbers are both accepted as ids.",
        TYPES,
    ),
    "first-id": M(
        "treats id 0 apart",
        "Other ids work and id 0 does not. Ids start at zero, and none of them is reserved.",
        "lookup-the-identity",
    ),
    "last-id": M(
        "refuses id V - 1, or loses it",
        "Other ids work and the last one, V − 1, does not. It is an id like any other.",
        "lookup-the-identity",
    ),
    # -- rows -----------------------------------------------------------------------------------
    "one-based": M(
        "counts ids from 1", "Ids are counted from one. They are counted from zero.", "lookup-worked-examples"
    ),
    "column": M(
        "picks columns", "Columns of the table are picked. A token has a row.", "lookup-the-identity"
    ),
    "flattened": M(
        "loses the shape of the ids",
        "The rows are right and the shape of the ids is lost: the result is a flat list of rows.",
        SHAPES,
    ),
    "single-id": M(
        "needs an axis", "A single id, in an array of shape `()`, does not work as other ids do.", SHAPES
    ),
    "axes-of-one-id": M(
        "takes an array with one id for an id without axes",
        "An array that holds one id loses its axes: the result is the bare row, as for an id of shape `()`.",
        SHAPES,
    ),
    "view": M(
        "returns a view of the table",
        "For some ids, such as a single one or ids in a row, the result is a view: whoever writes into it "
        "changes the table.",
        VIEW,
    ),
    "large-vocabulary": M(
        "passes ids through a number format that is too small",
        "A small table works and a large one gives other rows: often an id passes through a number format "
        "that cannot hold it.",
        RANGE,
    ),
    "int32-refused": M(
        "takes int64 alone", "Ids in `int64` work and ids in `int32` do not; both are allowed.", TYPES
    ),
    # -- gradient of a lookup -------------------------------------------------------------------
    "detached": M(
        "cuts the result off from the table",
        "No gradient reaches the table, or not for every id: on the way the result is cut off from it.",
        BACKWARD,
    ),
    "padding-row": M(
        "padding_idx=0", "Row 0 never receives its gradient, as if its id were padding.", ARGUMENTS
    ),
    "averaged-gradient": M(
        "averages over the copies of a row",
        "A row that is read several times receives the average of its gradients. It should receive their "
        "sum.",
        ARGUMENTS,
    ),
    "assigned-gradient": M(
        "lets the copies of a row overwrite each other",
        "A row that is read several times receives the gradient of one copy. It should receive the sum of "
        "all.",
        BACKWARD,
    ),
    # -- loss and its gradient ------------------------------------------------------------------
    "all-summed": M(
        "sums loss and gradient over the positions",
        "Loss and gradient are those of a sum over the positions. Their mean is asked for.",
        MEAN,
    ),
    "loss-summed": M(
        "sums the losses over the positions",
        "The gradient is that of a mean, but the loss is a sum over the positions.",
        MEAN,
    ),
    "not-averaged": M(
        "sums the gradient over the positions",
        "The loss is a mean, but the gradient is that of a sum: each position has only its share in the "
        "mean.",
        MEAN,
    ),
    "loss-over-tokens": M(
        "divides by the number of tokens too",
        "Loss, gradient or both are too small by the size of the vocabulary: the mean runs over positions, "
        "not over all logits.",
        MEAN,
    ),
    "batch-mean": M(
        "sums over T, averages over B",
        "For targets of several axes a sum is divided by the length of the first one. The mean runs over all "
        "positions.",
        MEAN,
    ),
    "loss-per-position": M(
        "does not average the loss",
        "There are several losses, one for each position or each sequence. Their mean is asked for.",
        MEAN,
    ),
    "one-axis-only": M(
        "takes a flat list of targets",
        "It fails for targets of several axes, such as those of a batch of texts.",
        MEAN,
    ),
    "log-of-mean": M(
        "averages probabilities",
        "The mean is taken of the probabilities and not of the losses: the logarithm comes first.",
        MEAN,
    ),
    "not-nats": M(
        "takes the logarithm to base 2 or 10",
        "The logarithm has another base. The loss is in nats, by the natural one.",
        LABELS,
    ),
    "log-mean-exp": M(
        "averages exponentials over the vocabulary",
        "The exponentials are averaged over the vocabulary. The formula adds them up.",
        LABELS,
    ),
    "loss-sign": M(
        "log p without its minus",
        "The sign of the loss is wrong: it falls as the target's probability rises.",
        LABELS,
    ),
    "sign": M(
        "onehot − p",
        "The sign of the gradient is wrong: a small step along it should raise the loss, and lowers it.",
        LABELS,
    ),
    "target-not-subtracted": TARGET_NOT_SUBTRACTED.read_at(LABELS),
    "target-alone": M(
        "gives the target's logit a gradient and no other",
        "Only the logit of the target has a gradient. All others have one too: the loss falls with them.",
        LABELS,
    ),
    "logits-for-probabilities": M(
        "takes logits for probabilities",
        "The gradient is made of the logits themselves, where their softmax belongs.",
        LABELS,
    ),
    "softmax-twice": M("applies softmax twice", "The logits pass through a softmax twice.", LABELS),
    "softmax-over-positions": M(
        "softmax along the wrong axis",
        "The probabilities are normalised along the wrong axis: each position has its own sum over the "
        "vocabulary.",
        LABELS,
    ),
    # -- large and impossible logits, half precision ----------------------------------------------
    "overflow": OVERFLOW.read_at(LARGE),
    "log-of-zero": LOG_OF_ZERO.read_at(LARGE),
    "unsafe-shift": M(
        "shifts by a number that lets exponentials overflow",
        "For an unlikely target an exponential overflows: what is taken out of the logits, such as the "
        "target's own, does not make every exponent harmless.",
        LARGE,
    ),
    "shift-of-batch": M(
        "takes one maximum for the whole batch",
        "One position with large logits spoils the others: each position needs a shift of its own.",
        LARGE,
    ),
    "eps-in-log": M(
        "log(p + eps)",
        "A very unlikely target gives a loss that is far too small: often a probability is kept away from "
        "zero, which hides how unlikely the target is.",
        LARGE,
    ),
    "loss-bounded": M(
        "clips logits or probabilities",
        "Logits that lie far apart give a wrong loss or gradient: often they are cut off, which makes "
        "different predictions equal. Only a shift changes nothing.",
        LARGE,
    ),
    "zero-times-inf": M(
        "one-hot labels times -inf",
        "A logit of minus infinity that is not the target's gives `nan`: neither zero times infinity nor "
        "infinity minus infinity is a number.",
        "lookup-one-bad-row-spoils-the-product",
    ),
    "masked-left-out": M(
        "leaves out positions with -inf",
        "Positions where some logit is minus infinity are missing from the mean. Only the token is "
        "impossible; the position has a loss like any other.",
        MEAN,
    ),
    "masked-as-zero": M(
        "makes -inf a 0",
        "A logit of minus infinity is replaced by zero, which is an ordinary score. Its probability is "
        "zero, not its logit.",
        LARGE,
    ),
    "masked-as-large": M(
        "writes a large negative number for -inf",
        "A logit of minus infinity is replaced by a number. Other logits may be as low as that number.",
        LARGE,
    ),
    "masked-refused": M(
        "refuses -inf",
        "Logits give an error where one of them is minus infinity. That is allowed wherever it is not the "
        "target's.",
        LARGE,
    ),
    "half-precision": M(
        "adds up in float16",
        "Logits in `float16` are added up in `float16`, which rounds to three digits and overflows for a "
        "large vocabulary.",
        LARGE,
    ),
    "shifted-in-half": M(
        "subtracts in float16",
        "Logits in `float16` are converted too late: a difference of two of them is still taken in "
        "`float16`, where it is rounded to three digits, and where a large one overflows.",
        LARGE,
    ),
    "gradient-rounded": M(
        "returns the gradient in float16",
        "The gradient of logits in `float16` is rounded to `float16`, which holds three digits and nothing "
        "small.",
        LARGE,
    ),
}
CONTRACT: dict[str, M] = {}  # the house rules alone
DEVICE = {
    "through-numpy": THROUGH_NUMPY.read_at(PLACES),
    "wrong-device": RESULT_ON_CPU.read_at(PLACES),
    "table-moved": M(
        "copies the whole table to another device and back",
        "On another device the whole table is copied, as it is when it moves to the CPU and back: time and "
        "memory grow with V there.",
        PLACES,
    ),
    "unchecked-on-device": UNCHECKED_ON_DEVICE.read_at(PLACES),
}
COST = {
    "every-join-tried": M(
        "reads the text once for every join",
        "Joins that do not occur in the text cost much work: often the whole text is read once for every "
        "join of the vocabulary.",
        PIECES,
    ),
    "text-read-again": M(
        "reads the whole text before every join",
        "The work grows much faster than text and joins do: often the whole text, or a list of all places, "
        "is gone through again for every join that is made. A join changes only its neighbours.",
        PIECES,
    ),
    "whole-table": M(
        "work or memory grows with V",
        "Work or memory grows with the vocabulary although only a few rows are asked for: the whole table "
        "is read, copied or converted, or something with a place for every id is made.",
        COSTS,
    ),
}
