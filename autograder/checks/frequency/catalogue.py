"""The misconceptions of `frequency`: what each is, and what a student reads about it."""

from autograder.checks.framework.checking import Misconception as M, Suite
from autograder.checks.framework.misconceptions import (
    ARGUMENTS_CHANGED,
    NOT_NORMALISED,
    THROUGH_NUMPY,
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

SUITE = Suite(
    {
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
        "settings-unchecked": M(
            "accepts V = 0, s = -1, n = -1, step = 0",
            "A number that the docstring does not allow is accepted.",
            TASK,
        ),
        "probabilities-unchecked": M(
            "takes any array for probabilities", "An array that holds no probabilities is accepted.", TASK
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
        "whole-exponent": M(
            "np.arange(1, V + 1) ** -s with whole numbers",
            "An exponent that is a whole number fails or gives other values: NumPy raises no integers to "
            "negative whole powers.",
            ZIPF,
        ),
        # -- expectations -----------------------------------------------------------------------------
        "missing-counted": M(
            "sums (1 - p)^n", "Counted are the ids that are missing, not those that are there.", DISTINCT
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
            "Tiny probabilities lose their digits, or vanish: they are subtracted from 1, "
            "or a result near 1 from another.",
            DISTINCT,
        ),
        "certain-nan": M(
            "0 times -inf",
            "With a token of probability 1 and no draws the result is no number, or not 0.",
            DISTINCT,
        ),
        "not-a-float": M("returns the array", "A number is expected: the sum over all ids.", DISTINCT),
        "ever": M(
            "1 - (1 - p)^(batch steps)",
            "Asked for is not whether a row is ever updated, but in how many steps.",
            UPDATES,
        ),
        "one-step": M("forgets steps", "The number of steps has no effect.", UPDATES),
        "batch-for-steps": M(
            "swaps batch and steps", "batch and steps stand in each other's places.", UPDATES
        ),
        "steps-without": M(
            "steps (1 - p)^batch", "Counted are the steps in which the row has no gradient.", UPDATES
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
            "np.add.reduceat without an end",
            "The last band takes in all rows to the end of the table.",
            NORMS,
        ),
        "norm-of-mean": M(
            "averages rows first",
            "The length of the mean row is taken; asked for is the mean of the lengths.",
            NORMS,
        ),
        "mean-square": M(
            "mean of squares, or its root", "Squares of lengths are averaged, not lengths.", NORMS
        ),
        "unsigned": M(
            "np.argsort(-counts)",
            "Unsigned or small counts go wrong: the negative of an unsigned number wraps around.",
            PITFALLS,
        ),
        "counts-converted": M(
            "counts.astype(...)",
            "Counts that differ count as equal: they are converted to a type that cannot "
            "hold their fractions, or all their digits.",
            PITFALLS,
        ),
        "edges-unchecked": M("slices", "Edges that do not ascend, or leave the table, are accepted.", TASK),
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
        "constant-accepted": M(
            "divides by zero", "A constant argument is not refused with a ValueError.", TASK
        ),
        "all-pairs": M(
            "compares all with all", "Memory grows with the square of the number of values.", TASK
        ),
        # -- both optimizers -------------------------------------------------------------------------------
        "uphill": M("adds the step", "The step goes up the gradient.", LISTED),
        "not-in-place": M(
            "assigns to the name, or works on a copy",
            "The table of the caller is as it was: the step happened in another array.",
            TASK,
        ),
        "state-not-kept": M(
            "changes the copy that state[rows] makes",
            "The table moves, but what the optimizer is to remember is not, or not all, written back.",
            LISTED,
        ),
        "state-before": M(
            "steps, then updates the state", "The step uses the state from before this gradient.", LISTED
        ),
        "eps-inside": M("sqrt(a + eps)", "eps is added under the root; it belongs outside.", LISTED),
        "settings-ignored": M(
            "constants in place of eps or betas",
            "An argument with a default, eps or betas, has no effect.",
            TASK,
        ),
        "rows-unchecked": M(
            "does not call check_rows",
            "Rows that are no integers, or outside the table, are not refused as they should be; negative "
            "ones count from the end.",
            TASK,
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
            "checks too late", "Something has changed although the input was refused.", TASK
        ),
        "whole-table": M(
            "makes an array of V × d", "An array as large as the table is made on the way.", LISTED
        ),
        "loop-over-V": M("goes through all rows", "There is a loop over all rows of the table.", LISTED),
        # -- Adagrad -------------------------------------------------------------------------------------
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
            "step - 1 or step + 1",
            "The corrections are those of another step; steps are counted from 1.",
            LISTED,
        ),
        "eps-as-adam": M(
            "adds eps to the corrected root",
            "eps is added to the corrected root, as torch.optim.Adam does; SparseAdam adds it to the root of "
            "v as it is.",
            LISTED,
        ),
        "betas-swapped": M("swaps the betas", "The two betas stand in each other's places.", LISTED),
        "not-averaged": M(
            "adds g, not (1 - β) g", "The new gradient enters a mean without its weight.", LISTED
        ),
        "other-rows-move": M(
            "decays all of m and v, or steps the whole table",
            "Rows that are not listed change: their means decay, or they move.",
            MOVING,
        ),
        "leaf-refused": M(
            "no torch.no_grad",
            "A table that requires a gradient fails: the step is recorded by autograd.",
            TASK,
        ),
        "wrong-device": M(
            "makes or leaves a tensor on the CPU",
            "On another device than the CPU it fails: a tensor is made without saying where.",
            LISTED,
        ),
        "through-numpy": THROUGH_NUMPY.read_at(LISTED),
    }
)
