"""The misconceptions of `frequency`: what each is, and what a student reads about it."""

from autograder.checks.checking import Misconception as M
from autograder.checks.misconceptions import (
    ARGUMENTS_CHANGED,
    NOT_NORMALISED,
    NUMBER_NOT_NAMED,
    OTHER_NUMBER,
    RESULT_KEPT,
    THROUGH_NUMPY,
    UNCHECKED_ON_DEVICE,
    WRONG_EXCEPTION,
)

ZIPF = "frequency-zipf-s-law-measured"
DISTINCT = "frequency-how-many-distinct-tokens-a-batch-holds"
UPDATES = "frequency-how-often-a-row-is-updated"
MOVING = "frequency-rows-without-a-gradient-that-move-all-the-same"
LISTED = "frequency-optimizers-that-touch-only-some-rows"
NORMS = "frequency-norm-against-frequency-in-both-directions"
PITFALLS = "frequency-pitfalls"
TASK = "frequency-assignment"

MISTAKES = {
    # -- all ------------------------------------------------------------------------------------
    "arguments-changed": ARGUMENTS_CHANGED.read_at(TASK),
    "float32-returned": M(
        "returns another dtype than float64", "The result is to be an array of float64.", TASK
    ),
    "wrong-exception": WRONG_EXCEPTION.read_at(TASK),
    "shapes-unchecked": M(
        "broadcasts, cuts or flattens without comparing shapes",
        "Shapes that do not fit together are accepted.",
        TASK,
    ),
    "not-contiguous": M(
        "takes it that values lie side by side",
        "Arrays that are not contiguous in memory, such as reversed ones, fail or come out wrong.",
        TASK,
    ),
    "no-tokens": M("accepts V = 0", "A V below 1 is accepted: there are no tokens then.", TASK),
    "negative-exponent": M("accepts s = -1", "An exponent below 0 is accepted.", TASK),
    "unchecked-without-draws": M(
        "answers for no draws or steps before it looks at p",
        "Where nothing is drawn, wrong input is accepted that is refused otherwise.",
        TASK,
    ),
    "few-digits": M(
        "rounds, or computes in float32",
        "The probabilities are nearly right and lack digits: a step rounds them, or computes in float32.",
        TASK,
    ),
    "result-kept": RESULT_KEPT.read_at(TASK),
    "normalised": M(
        "p / p.sum()",
        "Probabilities whose sum is off by rounding are changed before they are used. They count as given.",
        TASK,
    ),
    "argument-returned": M(
        "returns p for one draw",
        "Where the result holds the same numbers as p, p itself is returned, and not a new array.",
        TASK,
    ),
    "negative-draws": M("accepts n = -1", "A negative number of draws is accepted.", TASK),
    "negative-batch": M("accepts batch = -1", "A negative batch is accepted.", TASK),
    "negative-steps": M("accepts steps = -1", "A negative number of steps is accepted.", TASK),
    "shape-unchecked": M(
        "takes any shape for p", "A p that is empty, or does not have one axis, is accepted.", TASK
    ),
    "sum-unchecked": M(
        "does not look at the sum, or leniently",
        "A p whose sum is not 1 is accepted, or one that is off by more than the docstring allows.",
        TASK,
    ),
    "sum-strict": M(
        "compares the sum exactly", "A p whose sum is off by less than the docstring allows is refused.", TASK
    ),
    "entries-unchecked": M(
        "looks at the sum alone", "A p with an entry below 0 or above 1 is accepted.", TASK
    ),
    # -- Zipf -----------------------------------------------------------------------------------
    "not-normalised": NOT_NORMALISED.read_at(ZIPF),
    "ranks-shifted": M("ranks from 0 or from 2", "The ranks of the formula begin with 1.", ZIPF),
    "exponent-ignored": M("1 / rank", "The exponent s has no effect.", ZIPF),
    "geometric": M(
        "falls exponentially",
        "The probabilities fall exponentially with the rank, not with a power of it.",
        ZIPF,
    ),
    "rarest-first": M("ascends", "The rarest token comes first.", ZIPF),
    "zero-exponent": M("`s or 1.0`", "An exponent of 0 is taken for none, or goes wrong.", ZIPF),
    "powers-overflow": M(
        "whole ranks to a whole power",
        "With a whole exponent and many tokens the powers overflow: they are taken of whole numbers, "
        "which have 64 bits at most.",
        ZIPF,
    ),
    "whole-exponent": M(
        "np.arange(1, V + 1) ** -s with whole numbers",
        "An exponent that is a whole number fails or gives other values: NumPy raises no integers to "
        "negative whole powers.",
        ZIPF,
    ),
    # -- expectations -----------------------------------------------------------------------------
    "missing-counted": M(
        "sums (1 - p)^n", "The result counts the ids that are missing, not those that are there.", DISTINCT
    ),
    "occurrences": M(
        "n p", "Occurrences are counted: a token that comes twice in a batch counts twice.", UPDATES
    ),
    "capped": M(
        "min(1, n p)", "The product of probability and draws, cut off at 1, is no probability.", DISTINCT
    ),
    "approximated": M(
        "1 - exp(-n p)", "An approximation for small p is used where the formula is exact.", DISTINCT
    ),
    "all-alike": M("V (1 - (1 - 1/V)^n)", "All ids are taken to be equally likely.", DISTINCT),
    "digits-lost": M(
        "1 - (1 - p) ** n",
        "The result has few right digits, or none, where probabilities are tiny. Look for a step in "
        "which a tiny number meets a large one, is cut off or is replaced.",
        DISTINCT,
    ),
    "first-order": M(
        "n p for small p",
        "Where p or n p is small, n p stands in for the probability (n draws). That is too large: a "
        "little for few draws, by far for many.",
        DISTINCT,
    ),
    "rare-wrong": M(
        "another formula for small p",
        "The entries of common tokens are right, and those of rare ones are not: look for what the code "
        "does to small probabilities.",
        DISTINCT,
    ),
    "no-draws": M("forgets n = 0", "Without draws nothing is there, and the result is not zero.", DISTINCT),
    "no-steps": M("forgets steps = 0", "Without steps there are no updates; the result is not zero.", TASK),
    "certain-id": M(
        "forgets p = 1", "With a token that is certain the result is wrong, or p is refused.", TASK
    ),
    "impossible-id": M(
        "forgets p = 0", "With a token that is impossible the result is wrong, or p is refused.", TASK
    ),
    "certain-nan": M(
        "0 times -inf",
        "With a token of probability 1 and no draws the result is no number, or not 0.",
        DISTINCT,
    ),
    "not-a-float": M("returns the array", "A number is expected: the sum over all ids.", DISTINCT),
    "ever": M(
        "1 - (1 - p)^(batch steps)",
        "The question is not whether a row is ever updated, but in how many steps.",
        UPDATES,
    ),
    "one-step": M("forgets steps", "The number of steps has no effect.", UPDATES),
    "batch-for-steps": M("swaps batch and steps", "batch and steps stand in each other's places.", UPDATES),
    "steps-without": M(
        "steps (1 - p)^batch", "The result counts the steps in which the row has no gradient.", UPDATES
    ),
    # -- norms by frequency -------------------------------------------------------------------------
    "rare-first": M(
        "sorts upwards", "The bands begin with the rarest tokens; rank 0 has the largest count.", NORMS
    ),
    "ties-reversed": M(
        "reverses, or sorts without keeping the order of equals",
        "Rows of equal counts are not ranked by their ids, the smaller first.",
        NORMS,
    ),
    "not-sorted": M("cuts the table", "The edges cut the table by ids, not by ranks.", NORMS),
    "order-for-rank": M(
        "indexes with ranks where ids belong, or the other way",
        "Ids and ranks are mixed up: the order that sorting returns lists ids by rank; it is not the "
        "rank of each id.",
        NORMS,
    ),
    "upper-edge": M(
        "closed bands",
        "A band ends before its upper edge; the rank of the edge itself belongs to the next one.",
        NORMS,
    ),
    "last-band-open": M(
        "np.add.reduceat without an end", "The last band takes in all rows to the end of the table.", NORMS
    ),
    "norm-of-mean": M(
        "averages rows first",
        "This is the length of the mean row; the mean of the lengths is asked for.",
        NORMS,
    ),
    "small-after-large": M(
        "np.cumsum of lengths of float32",
        "The mean of short rows is wrong where those of other bands are long: a running sum in float32 "
        "loses their digits.",
        NORMS,
    ),
    "mean-square": M("mean of squares, or its root", "Squares of lengths are averaged, not lengths.", NORMS),
    "unsigned": M(
        "np.argsort(-counts)",
        "Unsigned or small counts go wrong: the negative of an unsigned number wraps around.",
        PITFALLS,
    ),
    "counts-converted": M(
        "counts.astype(...)",
        "Counts that differ count as equal, or change places: a conversion or a difference loses "
        "their fractions, or some of their digits.",
        PITFALLS,
    ),
    "many-rows": M(
        "ranks in the dtype of the counts",
        "With many rows and counts of a small dtype it goes wrong: ranks and ids do not fit into it.",
        PITFALLS,
    ),
    "lengths-narrow": M(
        "computes in float32",
        "Lengths of a table of float64 are computed with fewer digits than it has.",
        TASK,
    ),
    "table-axes-unchecked": M("takes any table", "A table that does not have two axes is accepted.", TASK),
    "edges-shape-unchecked": M(
        "takes any array for edges", "Edges that make no band, or do not have one axis, are accepted.", TASK
    ),
    "edges-outside": M("slices", "Edges that leave the table are accepted.", TASK),
    "edges-unchecked": M("slices", "Edges that do not ascend strictly are accepted.", TASK),
    # -- Spearman -----------------------------------------------------------------------------------
    "raw-values": M("np.corrcoef(x, y)", "The values are correlated, not their ranks.", NORMS),
    "order-correlated": M(
        "argsort once",
        "Sorting returns which entry comes first, second, and so on. That is an order, not "
        "the rank of each entry.",
        NORMS,
    ),
    "equals-ranked-apart": M("argsort of argsort", "Equal values get different ranks.", NORMS),
    "other-ranks": M(
        "lowest, highest or dense rank",
        "Equal values get one rank, but not the average of the places that they take.",
        NORMS,
    ),
    "formula-with-ties": M(
        "1 - 6 ΣD² / (n³ - n)",
        "The formula with squared differences holds only if no values are equal.",
        NORMS,
    ),
    "kendall": M(
        "counts pairs", "Pairs in the same order are counted: that is Kendall's coefficient.", NORMS
    ),
    "values-rounded": M(
        "rounds the values, so that ties are seen",
        "Values that differ by little are taken for equal. They are ranked as they were given.",
        NORMS,
    ),
    "values-converted": M(
        "x.astype(float)",
        "Values that differ count as equal: they are converted to a type that lacks some digits.",
        PITFALLS,
    ),
    "values-wrap": M(
        "np.diff of small integers",
        "Values of a small integer dtype are computed with in that dtype, where a difference of two "
        "overflows. Comparing them needs none.",
        PITFALLS,
    ),
    "sums-overflow": M(
        "sums of products of ranks in 64 bits",
        "With many thousands of values the coefficient is wrong, and with few it is right: a sum of "
        "products is too large for its type.",
        PITFALLS,
    ),
    "many-values": M(
        "ranks in the dtype of the values",
        "With many values of a small dtype it goes wrong: ranks do not fit into that dtype.",
        PITFALLS,
    ),
    "constant-found": M(
        "looks at the first or the last value alone",
        "Values that differ are refused as if they were constant.",
        TASK,
    ),
    "lengths-unchecked": M("cuts the longer one", "Two arrays of different lengths are accepted.", TASK),
    "too-few": M("accepts one value", "Fewer than two values are accepted.", TASK),
    "constant-accepted": M("divides by zero", "A constant argument is not refused with a ValueError.", TASK),
    "array-returned": M(
        "np.corrcoef as it is", "An array is returned; asked for is one number, the coefficient.", TASK
    ),
    "all-pairs": M("compares all with all", "Memory grows with the square of the number of values.", TASK),
    # -- both optimizers -------------------------------------------------------------------------------
    "uphill": M("adds the step", "The step goes up the gradient.", LISTED),
    "not-in-place": M(
        "assigns to the name, or works on a copy",
        "The table of the caller is as it was: the step happened in another array.",
        TASK,
    ),
    "state-not-kept": M(
        "changes the copy that state[rows] makes",
        "The table moves, but the state of the optimizer is not written back, or only in part.",
        LISTED,
    ),
    "state-before": M(
        "steps, then updates the state", "The step uses the state from before this gradient.", LISTED
    ),
    "eps-inside": M("sqrt(a + eps)", "eps is added under the root; it belongs outside.", LISTED),
    "settings-ignored": M(
        "constants in place of eps or betas",
        "An argument that has a default has no effect: eps, or with Adam the betas.",
        TASK,
    ),
    "row-types": M(
        "takes floats or truth values for rows",
        "Rows of a dtype that is not allowed are not refused with a TypeError.",
        TASK,
    ),
    "row-narrowed": M(
        "converts rows to int32 before it checks them",
        "A row beyond all 32-bit numbers is accepted: rows are converted to a smaller type before they "
        "are checked, and wrap around into the table.",
        TASK,
    ),
    "rows-unchecked": M(
        "clips, wraps or forgets the range",
        "A row outside the table is accepted; another one stands in for it.",
        TASK,
    ),
    "negative-row": M("does not call check_rows", "A negative row counts from the end.", TASK),
    "row-not-named": NUMBER_NOT_NAMED.read_at(TASK),
    "other-number": OTHER_NUMBER.read_at(TASK),
    "unchecked-without-rows": M(
        "returns at once where k is 0",
        "Without rows, wrong input is accepted that is refused otherwise.",
        TASK,
    ),
    "unchecked-on-device": UNCHECKED_ON_DEVICE.read_at(LISTED),
    "row-dtypes": M(
        "takes int64 rows for granted",
        "Rows of an integer dtype that is allowed fail, or give wrong numbers.",
        TASK,
    ),
    "no-rows": M("takes one row for granted", "A step without rows fails, or changes something.", TASK),
    "returns-something": M(
        "returns the table",
        "The step returns something; it happens in its arguments, and None is expected.",
        TASK,
    ),
    "state-shape-unchecked": M(
        "lets the state broadcast",
        "A state (of Adam: m or v) that does not have the shape of the table is accepted.",
        TASK,
    ),
    "step-unchecked": M("accepts step = 0", "A step below 1 is accepted, or refused too late.", TASK),
    "others-change": M("changes the whole state", "Rows that are not listed change.", LISTED),
    "values-in-order": M(
        "sorts the rows alone",
        "The gradients reach the wrong rows: the order of the rows has changed, and that of the "
        "gradients has not.",
        LISTED,
    ),
    "no-root": M("divides by the squares", "The root is missing from the divisor.", LISTED),
    "repeats-accepted": M(
        "does not look for repeated rows, or adds them up",
        "A row that is listed twice is not refused.",
        LISTED,
    ),
    "repeats-side-by-side": M(
        "compares neighbours without sorting",
        "A row that is listed twice is refused only if both places are neighbours.",
        LISTED,
    ),
    "changed-before-error": M(
        "checks too late", "The code changes something before it refuses the input.", TASK
    ),
    "whole-table": M("makes an array of V × d", "An array as large as the table is made on the way.", LISTED),
    "loop-over-V": M("goes through all rows", "There is a loop over all rows of the table.", LISTED),
    # -- Adagrad -------------------------------------------------------------------------------------
    "recording-changed": M(
        "E.requires_grad_(True) at the end",
        "After the step, or after an error, autograd does not record what it did before: the table's "
        "requires_grad has changed, or gradients stay switched off.",
        LISTED,
    ),
    "state-replaced": M(
        "assigns g²", "The squares of earlier gradients are forgotten; the state is their sum.", LISTED
    ),
    "row-wise": M(
        "one number for a row",
        "All numbers of a row share one sum of squares: that is row-wise Adagrad.",
        LISTED,
    ),
    # -- Adam ----------------------------------------------------------------------------------------
    "no-correction": M(
        "leaves the corrections away", "A correction for the first steps, or both, is missing.", LISTED
    ),
    "step-shifted": M(
        "step - 1 or step + 1", "The corrections are those of another step; steps are counted from 1.", LISTED
    ),
    "eps-as-adam": M(
        "adds eps to the corrected root",
        "eps is added to the corrected root, as torch.optim.Adam does; SparseAdam adds it to the root of "
        "v as it is.",
        LISTED,
    ),
    "betas-swapped": M("swaps the betas", "The two betas stand in each other's places.", LISTED),
    "not-averaged": M("adds g, not (1 - β) g", "The new gradient enters a mean without its weight.", LISTED),
    "other-rows-move": M(
        "decays all of m and v, or steps the whole table",
        "Rows that are not listed change: their means decay, or they move.",
        MOVING,
    ),
    "leaf-refused": M(
        "no torch.no_grad", "A table that requires a gradient fails: the step is recorded by autograd.", TASK
    ),
    "table-moved": M(
        "whole tables are moved to the CPU",
        "On another device whole tables are copied, as they are when they move to the CPU and back. The "
        "step belongs where the tables are, on the listed rows.",
        LISTED,
    ),
    "wrong-device": M(
        "makes or leaves a tensor on the CPU",
        "On another device than the CPU it fails: a tensor is made without saying where.",
        LISTED,
    ),
    "through-numpy": THROUGH_NUMPY.read_at(LISTED),
}
