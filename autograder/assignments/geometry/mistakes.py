"""The misconceptions of `geometry`: what each is, and what a student reads about it."""

from autograder.checks.checking import Misconception as M
from autograder.checks.misconceptions import (
    ARGUMENTS_CHANGED,
    NEGATIVE_ID_WRAPS,
    RESULT_KEPT,
    WRONG_EXCEPTION,
)

ANGLE = "geometry-angle-and-distance"
NEAR = "geometry-neighbours"
QUESTION = "geometry-analogies-with-the-question-words-and-without"
PCA = "geometry-principal-components-by-singular-values"
SPECTRUM = "geometry-spectra-and-effective-rank"
CONE = "geometry-anisotropy-and-its-common-offset"
TASK = "geometry-assignment"

MISTAKES = {
    # -- all ------------------------------------------------------------------------------------
    "arguments-changed": ARGUMENTS_CHANGED.read_at(TASK),
    "result-kept": RESULT_KEPT.read_at(TASK),
    "dtype-not-kept": M(
        "returns float64 for float32", "An array in the result has another dtype than what went in.", TASK
    ),
    "narrowed": M(
        "computes float64 in float32, or rounds to it on the way",
        "For a table of float64 the result is right to float32's digits only: something is computed in "
        "float32, or rounded to it on the way.",
        TASK,
    ),
    "float-of-numpy": M(
        "returns a number of the table's dtype",
        "The number that is returned is of one of NumPy's types; a Python float is asked for.",
        TASK,
    ),
    "contiguous-only": M(
        "needs numbers that lie side by side",
        "It fails for some tables because of the way their numbers lie in memory. A table may be a slice "
        "of another one, transposed or reversed.",
        TASK,
    ),
    "memory-shared": M(
        "returns its argument where nothing is to be taken away",
        "Where nothing is to be taken away the table itself comes back; the result is to be a new array.",
        TASK,
    ),
    "unchecked-without-rows": M(
        "answers for no rows before it looks at anything else",
        "Without rows, shapes that do not fit together are accepted.",
        TASK,
    ),
    "no-rows": M(
        "takes for granted that there are rows",
        "A table without rows fails, or gives another shape than (m, n).",
        TASK,
    ),
    "largest-k-refused": M(
        "refuses k = d or k = n - 1", "The largest k that the docstring allows is refused.", TASK
    ),
    "shapes-unchecked": M(
        "lets shapes broadcast or multiply by chance",
        "A table without two axes, of another width, or of too few rows is accepted.",
        TASK,
    ),
    "wrong-exception": WRONG_EXCEPTION.read_at(TASK),
    "k-unchecked": M("slices", "A k that the docstring does not allow is accepted.", TASK),
    "zero-row": M(
        "divides zeros by zero, or leaves rows of zeros out",
        "A row of zeros is not treated as the text says: its cosine with every row is 0, with itself "
        "too, and it counts as a row.",
        ANGLE,
    ),
    "balanced-row": M(
        "takes a row for zero when its numbers add up to zero",
        "A row whose numbers add up to 0 is taken for a row of zeros. It is one only if all of them are 0.",
        ANGLE,
    ),
    "some-zeros": M(
        "takes a row for zero when one of its numbers is",
        "A row with a 0 in it is taken for a row of zeros. It is one only if all of its numbers are 0.",
        ANGLE,
    ),
    "one-column": M(
        "loses an axis where the table has one column",
        "A table of one column fails or comes out wrong, and tables of more columns do not.",
        TASK,
    ),
    "scale-matters": M(
        "compares with a fixed small number",
        "The result is wrong where all numbers of a table are very small or very large: something is "
        "compared with a fixed number, or a fixed number is added. What counts as little depends on the "
        "table.",
        SPECTRUM,
    ),
    "digits-of-spread": M(
        "squares first and takes the mean off after that",
        "Where the mean is large beside the spread, the digits of the spread are lost. Take the mean off "
        "before anything is squared or multiplied.",
        PCA,
    ),
    "lengths-in-directions": M(
        "brings the centred rows to length one",
        "The directions are those of rows brought to length one; long rows are to count more.",
        PCA,
    ),
    "randomised": M(
        "takes a method that draws random numbers",
        "Another call with the same table gives other numbers: the method is a random one, and only "
        "comes near the result.",
        PCA,
    ),
    "not-centred": M(
        "forgets to take the mean off",
        "The mean row is not taken off first; the offset that all rows share counts as spread.",
        PCA,
    ),
    "square-array": M(
        "svd with full matrices, or all rows with all rows",
        "Memory grows with the square of the number of rows: some array has a row and a column for each "
        "row of the table, perhaps one that is made by a call and not used.",
        TASK,
    ),
    # -- cosines ----------------------------------------------------------------------------------
    "dot-product": M(
        "does not divide by the lengths",
        "Dot products are compared: long rows count more. A cosine divides by both lengths.",
        ANGLE,
    ),
    "one-length": M(
        "divides by one of the two lengths", "Only one of the two rows is brought to length one.", ANGLE
    ),
    "squared-lengths": M(
        "divides by squared lengths", "The products are divided by squares of lengths.", ANGLE
    ),
    "column-lengths": M(
        "norm along the wrong axis", "The columns are brought to length one in place of the rows.", ANGLE
    ),
    "cosine-distance": M("1 - cosine", "Distances are returned, one less the cosine.", ANGLE),
    "absolute": M("abs of the cosine", "The sign of a cosine is lost; opposite rows have -1.", ANGLE),
    "correlation": M(
        "np.corrcoef, or centres first",
        "A mean is taken off before the cosine; the docstring asks for the rows as they are.",
        ANGLE,
    ),
    "B-ignored": M("A with A", "B has no effect.", TASK),
    "empty-B": M(
        "`if not len(B)`",
        "A B without rows is taken for one that was left out: rows of A are compared with each other.",
        TASK,
    ),
    "epsilon": M(
        "adds a small number to the length, or takes short rows for zero",
        "Short rows come out wrong: a length was enlarged, or taken for zero.",
        ANGLE,
    ),
    "half-precision": M(
        "computes in float16",
        "Lengths or products of float16 are computed, or returned, in float16.",
        "geometry-pitfalls",
    ),
    # -- analogies --------------------------------------------------------------------------------
    "roles": M(
        "mixes up a, b and c",
        "The query is built with the wrong signs: the step leads from a to b and starts at c.",
        QUESTION,
    ),
    "nearest-point": M(
        "ranks by distance", "The rows are ranked by distance from the query, not by cosine.", NEAR
    ),
    "normalised-first": M(
        "brings the rows to length one before adding",
        "The query is made of rows of length one; the rows are to be added as they stand.",
        QUESTION,
    ),
    "offset-compared": M(
        "compares E[j] - E[c] with E[b] - E[a]",
        "Offsets from c are compared with the step; asked for is the cosine with the query.",
        QUESTION,
    ),
    "smallest-first": M("sorts upwards", "The smallest cosine comes first.", NEAR),
    "excluded-as-low": M(
        "gives the question's rows the cosine -1",
        "A row of the question comes back where no other cosine is larger than -1: its rows are given a "
        "low cosine, and not left out.",
        QUESTION,
    ),
    "short-query": M(
        "takes a short query for zero",
        "A query that is short, and not zero, is taken for zero. It has a direction.",
        QUESTION,
    ),
    "digits-lost": M(
        "rounds the cosines, or computes them in float32",
        "Rows of different cosines are taken for equal: digits are lost on the way.",
        NEAR,
    ),
    "not-excluded": M(
        "returns the question",
        "Words of the question are returned although they should be left out.",
        QUESTION,
    ),
    "id-order": M(
        "strikes out with a set operation, which sorts",
        "The ids come back in the order of the table; the largest cosine is to come first.",
        QUESTION,
    ),
    "always-excluded": M(
        "ignores exclude=False", "The question is left out although exclude is False.", QUESTION
    ),
    "some-excluded": M("strikes out c or b alone", "Only a part of the question is left out.", QUESTION),
    "cut-first": M(
        "cuts to k, then strikes out",
        "Fewer than k rows are returned: the list was cut before the question was struck out.",
        QUESTION,
    ),
    "excluded-as-zero": M(
        "sets the cosine of the question to zero",
        "With a large k words of the question come back, in the middle of the list: zero is no lowest "
        "cosine.",
        QUESTION,
    ),
    "by-value": M(
        "strikes out equal rows",
        "A row that equals one of the question's is left out as well; what counts is its id.",
        QUESTION,
    ),
    "ties": M(
        "reverses, or sorts without keeping the order of equals",
        "Rows of equal cosine are not in the order of their ids.",
        NEAR,
    ),
    "ties-cut": M(
        "picks the best k without regard to ids",
        "Where k cuts through rows of equal cosine, larger ids come back in place of smaller ones.",
        NEAR,
    ),
    "zero-query": M(
        "refuses or divides by a query of zeros",
        "A query that is zero is input like any other: every row has the cosine 0 with it, and the ids "
        "decide.",
        QUESTION,
    ),
    "k-refused": M(
        "takes three rows off whatever the question is",
        "A call is refused that is allowed: an id may come twice in the question, and k may be as large "
        "as the number of rows, less the different ids of the question if these are left out.",
        QUESTION,
    ),
    "id-refused": M(
        "refuses the first or the last id",
        "An id of the table is refused: they go from 0 to V - 1, both included.",
        TASK,
    ),
    "not-int64": M("leaves another dtype", "The ids that are returned are not int64.", TASK),
    "negative-wraps": NEGATIVE_ID_WRAPS.read_at(TASK),
    "id-not-named": M(
        "a message without the id", "The message of the IndexError does not name the id.", TASK
    ),
    # -- components -------------------------------------------------------------------------------
    "standardised": M(
        "divides the columns by their deviations",
        "The columns are brought to equal variance first; the docstring asks for the rows less their mean.",
        PCA,
    ),
    "components-in-columns": M(
        "transposes the components", "The components are the columns of the result; rows are asked for.", PCA
    ),
    "rows-of-Q": M(
        "takes rows where the directions are columns",
        "The rows that are returned are cut across the directions: a transpose is missing, or is one too "
        "many.",
        PCA,
    ),
    "mean-in-two-axes": M(
        "keepdims in the mean",
        "The mean is a table of one row, of the shape (1, d); the mean row (d,) is asked for.",
        TASK,
    ),
    "left-vectors": M(
        "takes U",
        "The left singular vectors are returned: they belong to the points, not to the dimensions.",
        PCA,
    ),
    "ascending": M(
        "leaves eigh's order",
        "The components come in rising order of their variances, as np.linalg.eigh sorts: the largest "
        "is to be the first.",
        PCA,
    ),
    "not-unit": M("scales the components", "The components are no unit vectors.", PCA),
    "divided-by-n": M("n in place of n - 1", "The variances are divided by n.", PCA),
    "not-divided": M("squares of singular values", "The sums of squares are not divided.", PCA),
    "not-squared": M(
        "singular values or deviations",
        "Singular values or standard deviations are used where their squares are asked for.",
        SPECTRUM,
    ),
    "ratios": M("shares of the variance", "Shares of the total are returned in place of the variances.", PCA),
    # -- effective rank ---------------------------------------------------------------------------
    "squared-twice": M(
        "squares eigenvalues", "The shares are made of fourth powers of the singular values.", SPECTRUM
    ),
    "participation": M(
        "participation ratio",
        "The participation ratio is returned, which is made of the shares' squares: another measure "
        "under the same name.",
        SPECTRUM,
    ),
    "entropy": M("forgets exp", "The entropy itself is returned.", SPECTRUM),
    "two-bases": M("log2 with exp, or log with 2**", "Logarithm and power have different bases.", SPECTRUM),
    "relative": M("divides by d", "The result is divided by a number of dimensions.", SPECTRUM),
    "numerical-rank": M(
        "counts singular values", "The number of singular values that are not zero is returned.", SPECTRUM
    ),
    "columns-for-directions": M(
        "takes the columns' variances", "The shares are those of the columns; directions are not axes.", PCA
    ),
    "wrong-mean": M(
        "means of rows, or of all numbers", "The mean that is taken off is not the mean row.", PCA
    ),
    "log-of-zero": M(
        "log of a share of zero, or of a rounding error below it",
        "For a table that does not fill all dimensions the result is no number: the logarithm of zero, "
        "or of less, got into the sum.",
        SPECTRUM,
    ),
    "equal-rows": M(
        "takes rows that are all equal",
        "A table whose rows are all equal is not refused with a ValueError.",
        TASK,
    ),
    "equal-rows-rounded": M(
        "asks whether the spread is exactly zero",
        "Rows that are all equal are refused only where their computed mean is equal to them to the last "
        "bit. Compare the rows themselves.",
        SPECTRUM,
    ),
    "some-rows-equal": M(
        "compares some of the rows",
        "A table is refused in which some of the rows are equal, and not all. It has a spread.",
        SPECTRUM,
    ),
    "repeated-rows": M(
        "counts equal rows once",
        "A table in which some rows come several times comes out wrong. Each counts.",
        SPECTRUM,
    ),
    "eps-in-log": M(
        "log(p + 1e-6)", "A small number is added in the logarithm, and changes the result.", SPECTRUM
    ),
    "rounded": M("rounds the result", "The result is rounded to a few digits.", TASK),
    "close-rows": M(
        "compares rows with np.allclose",
        "A table of different rows that lie close together is taken for one of equal rows.",
        SPECTRUM,
    ),
    "shares-cut": M(
        "leaves small shares out",
        "Small shares of the spectrum are left out; only those of zero count as nothing.",
        SPECTRUM,
    ),
    "flat-directions": M(
        "drops directions without variance",
        "Where the rows lie in fewer dimensions the call fails, or components are missing or not at "
        "right angles: all k are asked for, those of variance 0 too.",
        PCA,
    ),
    "flat-table": M(
        "divides by a singular value of 0",
        "It fails, or comes out wrong, for rows that lie in fewer dimensions than directions are taken "
        "away. Nothing is left of these rows.",
        CONE,
    ),
    "small-directions": M(
        "leaves directions of little variance in",
        "A direction of little variance stays. All k are to be removed.",
        CONE,
    ),
    "many-rows": M(
        "takes a sample, loses a block of rows, or counts pairs in 32 bits",
        "For thousands of rows the mean is wrong, and for few it is right: pairs are left out, or their "
        "number is wrong.",
        CONE,
    ),
    "never-negative": M(
        "returns an absolute value", "The mean of a table is negative, and the result is not.", CONE
    ),
    "spread-refused": M(
        "takes some other table for one of equal rows",
        "A table whose rows are not all equal is refused.",
        TASK,
    ),
    "two-rows": M("refuses two rows", "A table of two rows is refused; two are enough.", TASK),
    # -- the mean cosine --------------------------------------------------------------------------
    "self-pairs": M("counts each row with itself", "The pairs of a row with itself are in the mean.", CONE),
    "pairs-miscounted": M(
        "divides by another number of pairs", "The sum is divided by a wrong number of pairs.", CONE
    ),
    "sampled": M(
        "takes the mean of some pairs, drawn at random",
        "Another call with the same table gives another number: pairs are drawn at random. The mean of "
        "all of them is asked for.",
        CONE,
    ),
    "to-the-mean": M(
        "cosine with the mean, or the length of the mean",
        "The rows are compared with their mean; asked for is the mean over pairs of rows.",
        CONE,
    ),
    "rows-once": M(
        "takes rows with the same numbers as one",
        "Rows that hold the same numbers are taken as one. Each is a row, and their pairs count.",
        CONE,
    ),
    "few-filled": M(
        "divides by a number of pairs of filled rows",
        "A table whose rows are all zero, or all but one, fails or comes out wrong; its mean is 0.",
        CONE,
    ),
    "lengths-averaged": M(
        "a ratio of two means",
        "The mean product is divided by a mean of lengths. Each product has two lengths of its own.",
        CONE,
    ),
    "all-pairs": M("V × V cosines", "Memory grows with the square of the number of rows.", CONE),
    "pairs-in-blocks": M(
        "V × V cosines, some rows at a time",
        "The memory is many times that of the table, and grows with it: block after block, all pairs are "
        "still computed.",
        CONE,
    ),
    "loop-over-pairs": M(
        "a loop over pairs", "The number of steps grows with the square of the number of rows.", CONE
    ),
    # -- removal ----------------------------------------------------------------------------------
    "uncentred-directions": M(
        "directions of the raw table",
        "The mean is taken off, but the directions are those of the table with its mean.",
        CONE,
    ),
    "raw-parts": M(
        "projects the rows with their mean",
        "What is taken away are the parts of the rows with their mean; take those of the rows less it.",
        CONE,
    ),
    "one-direction": M(
        "removes the k-th direction alone", "Of the k directions the last alone is removed.", CONE
    ),
    "turned-axes": M(
        "leaves coordinates along the components",
        "The rows come back as coordinates along the components; turn them back to the columns of the table.",
        CONE,
    ),
    "mean-added-back": M("adds the mean again", "The mean is added back at the end.", CONE),
    "kept": M("keeps what should go", "What should go is kept, and the rest is removed.", CONE),
    "axes-removed": M("removes columns", "Columns are set to zero; directions are not axes.", PCA),
    "smallest-removed": M(
        "removes the last directions", "The directions of smallest variance are removed.", CONE
    ),
    "off-by-one": M("k - 1 or k + 1", "One direction too few or too many is removed.", CONE),
    "width-cut": M("returns coordinates", "The result is narrower than the table; the width stays d.", CONE),
    "zero-k": M("fails for k = 0", "With k = 0 something else happens than taking the mean off.", TASK),
}
