"""The misconceptions of `geometry`: what each is, and what a student reads about it."""

from autograder.checks.checking import Misconception as M
from autograder.checks.misconceptions import THROUGH_NUMPY

ANGLE = "geometry-angle-and-distance"
NEAR = "geometry-neighbours"
QUESTION = "geometry-analogies-with-the-question-words-and-without"
STEPS = "geometry-linear-as-far-as-it-goes"
PCA = "geometry-principal-components-by-singular-values"
SPECTRUM = "geometry-spectra-and-effective-rank"
CONE = "geometry-anisotropy-and-its-common-offset"
SHARED = "geometry-removing-the-leading-directions"
ZEROS = "geometry-pitfalls"

MATTER = {
    # -- angles -----------------------------------------------------------------------------------
    "dot-product": M(
        "does not divide by the lengths",
        "Dot products are compared: long rows count more. A cosine divides by both lengths.",
        ANGLE,
    ),
    "squared-lengths": M(
        "divides by squared lengths", "The products are divided by squares of lengths.", ANGLE
    ),
    "column-lengths": M(
        "norm along the wrong axis", "The columns are brought to length one in place of the rows.", ANGLE
    ),
    "cosine-distance": M("1 - cosine", "Distances are returned, one less the cosine.", ANGLE),
    "absolute": M(
        "abs of the cosine, or a clamp at zero",
        "The sign of a cosine is lost, or what is below zero is taken for zero; opposite rows have -1.",
        ANGLE,
    ),
    "zero-row": M(
        "leaves rows of zeros out, or counts their cosine as another number",
        "A row of zeros is not treated as the notebook says: its cosine with every row is 0, and it "
        "counts as a row.",
        ZEROS,
    ),
    "short-rows": M(
        "adds a small number to the length, or takes short rows for zero",
        "Beside long rows short ones come out wrong: often a length was enlarged, or taken for zero.",
        ANGLE,
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
        "Rows are brought to length one before they are added to the query; they are to be added as they "
        "stand.",
        QUESTION,
    ),
    "start-forgotten": M(
        "compares with the step alone", "The rows are compared with the step alone; it starts at c.", QUESTION
    ),
    "step-ignored": M(
        "nearest neighbours of c", "The step has no effect: these are the neighbours of c.", QUESTION
    ),
    "smallest-first": M("sorts upwards", "The smallest cosine comes first.", NEAR),
    "not-excluded": M(
        "returns the question",
        "Words of the question are returned although they should be left out.",
        QUESTION,
    ),
    "some-excluded": M("strikes out c or b alone", "Only a part of the question is left out.", QUESTION),
    "always-excluded": M(
        "ignores exclude=False", "The question is left out although exclude is False.", QUESTION
    ),
    "cut-first": M(
        "cuts to k, then strikes out",
        "Fewer than k rows are returned: the list was cut before the question was struck out.",
        QUESTION,
    ),
    "room-for-three": M(
        "keeps k + 3 candidates, then strikes out",
        "With several examples too few rows are returned: the list was cut as if a question had three ids at "
        "most, before they were struck out.",
        QUESTION,
    ),
    "excluded-as-zero": M(
        "sets the cosine of the question to zero",
        "With a large k words of the question come back, in the middle of the list: zero is no lowest "
        "cosine.",
        QUESTION,
    ),
    "excluded-as-low": M(
        "gives the question's rows the cosine -1",
        "A row of the question comes back where no other cosine is larger than -1: its rows are given "
        "a low cosine, and not left out.",
        QUESTION,
    ),
    "by-value": M(
        "strikes out equal rows",
        "A row that equals one of the question's is left out as well; what counts is its id.",
        QUESTION,
    ),
    "id-order": M(
        "strikes out with a set operation, which sorts",
        "The ids come back in the order of the table; the largest cosine is to come first.",
        QUESTION,
    ),
    "steps-added-up": M(
        "sum of the steps", "The steps of several examples are added up; their mean is asked for.", STEPS
    ),
    "one-example": M(
        "takes the first or the last example, or its start for all",
        "Only one of several examples counts, or one word stands for the starts, or the ends, of all.",
        STEPS,
    ),
    "queries-averaged": M(
        "mean cosine with a query for each example",
        "Each example has a query of its own, and their cosines are averaged. Average the steps, then "
        "ask once.",
        STEPS,
    ),
    "steps-unit": M(
        "brings the steps to length one, or makes them longer or shorter",
        "A step is made longer or shorter, such as of length one, before it counts; steps are averaged "
        "and added as they stand.",
        STEPS,
    ),
    "examples-once": M(
        "removes repeated examples, or keeps them in a dictionary",
        "An example that comes twice, or a word that several examples share, counts once. Each example is "
        "to count.",
        STEPS,
    ),
    # -- components -------------------------------------------------------------------------------
    "not-centred": M(
        "forgets to take the mean off",
        "The mean row is not taken off first; the offset that all rows share counts as spread.",
        PCA,
    ),
    "means-apart-lost": M(
        "adds up what each block has about its own mean, or its own first row",
        "How far the blocks lie apart is lost: each is taken less a row of its own, such as its mean. "
        "That is spread too.",
        PCA,
    ),
    "blocks-alike": M(
        "mean of the means of blocks",
        "The means of the blocks are averaged as if all blocks had as many rows: the rows count, not "
        "the blocks.",
        PCA,
    ),
    "covariances-averaged": M(
        "mean of the covariances of blocks",
        "The covariances of the blocks are averaged: each is about a mean of its own, and the spread "
        "between these means is lost.",
        PCA,
    ),
    "step-weight": M(
        "another factor at the step between means, or the mean of after the step",
        "The distance between the mean so far and that of a new block counts with a wrong factor, or is "
        "measured after the mean has taken in the block.",
        PCA,
    ),
    "one-row-blocks": M(
        "np.cov of a block of one row, or leaves such blocks out",
        "With blocks of one row the result is wrong, and without them it is right: such a block has a mean, "
        "and no spread of its own.",
        PCA,
    ),
    "one-block": M("takes the first or the last block", "One block counts, and the others do not.", PCA),
    "components-lost-early": M(
        "keeps k components after each block",
        "After each block all but k directions are dropped. A direction that is narrow so far can be among "
        "the widest once later blocks are there.",
        PCA,
    ),
    "list-only": M(
        "goes through the blocks twice, or asks for their number",
        "Blocks in a list are taken and those of a generator are not, or not all: it has no length and no "
        "places, and gives each block once.",
        PCA,
    ),
    "spread-digits-lost": M(
        "squares first and takes the mean off after that",
        "Where the mean is large beside the spread, the digits of the spread are lost. Take something "
        "like the mean off before anything is squared.",
        PCA,
    ),
    "flat-directions": M(
        "np.linalg.eig, or drops directions without variance",
        "Where variances are equal or zero the call fails, or components are missing, or they are no "
        "unit vectors at right angles.",
        PCA,
    ),
    "ascending": M(
        "leaves eigh's order",
        "The components or the variances come in rising order, as np.linalg.eigh sorts: the largest "
        "is to be the first.",
        PCA,
    ),
    "components-in-columns": M(
        "transposes the components", "The components are the columns of the result; rows are asked for.", PCA
    ),
    "rows-of-Q": M(
        "takes rows where the directions are columns",
        "The directions are cut across: a transpose is missing, or is one too many.",
        PCA,
    ),
    "not-unit": M("scales the components", "The components are no unit vectors.", PCA),
    "another-mean": M(
        "each row's own mean, the mean of all numbers, or that of the first block",
        "Something else than the mean of all rows is taken off, such as each row's own mean, or that of "
        "one block.",
        PCA,
    ),
    "standardised": M(
        "divides the columns by their deviations",
        "The columns are brought to equal variance first; they are to be taken as they are.",
        PCA,
    ),
    "divided-by-n": M(
        "n, or n less the number of blocks",
        "The variances are divided by n, or by n less the number of blocks; it is to be n less 1.",
        PCA,
    ),
    "not-divided": M("squares of singular values", "The sums of squares are not divided.", PCA),
    "not-squared": M(
        "singular values or deviations",
        "Singular values or standard deviations are used where their squares are asked for.",
        SPECTRUM,
    ),
    "ratios": M("shares of the variance", "Shares of the total are returned in place of the variances.", PCA),
    # -- effective ranks ---------------------------------------------------------------------------
    "squared-twice": M(
        "squares eigenvalues", "The shares are made of fourth powers of the singular values.", SPECTRUM
    ),
    "lengths-in-directions": M(
        "brings the centred rows to length one",
        "The directions are those of rows brought to length one; long rows are to count more.",
        PCA,
    ),
    "columns-for-directions": M(
        "takes the columns' variances", "The shares are those of the columns; directions are not axes.", PCA
    ),
    "participation": M(
        "participation ratio for every order",
        "The participation ratio is returned, which is the rank of order 2 and of no other.",
        SPECTRUM,
    ),
    "entropy": M(
        "forgets exp, or takes another entropy",
        "A logarithm of the rank, or another entropy, is returned in place of the rank.",
        SPECTRUM,
    ),
    "two-bases": M("log2 with exp, or log with 2**", "Logarithm and power have different bases.", SPECTRUM),
    "relative": M("divides by d", "The result is divided by a number of dimensions.", SPECTRUM),
    "order-ignored": M("order 1 for all", "The order has no effect: this is the rank of order 1.", SPECTRUM),
    "order-shifted": M("q + 1 or q - 1", "The rank is that of an order one larger or one smaller.", SPECTRUM),
    "exponent-upside-down": M(
        "1 / (q - 1) as the exponent",
        "The result is one divided by the rank: a sign is wrong in the exponent.",
        SPECTRUM,
    ),
    "root-of-the-order": M(
        "the norm of the shares",
        "The sum of the powers is right, and the outer exponent is not 1 / (1 - q): it is that of a norm, "
        "or the like.",
        SPECTRUM,
    ),
    "sum-alone": M("forgets the outer exponent", "The outer exponent is missing.", SPECTRUM),
    "not-shares": M(
        "powers of variances", "The numbers that are raised to the power do not sum to 1.", SPECTRUM
    ),
    "shares-cut-off": M(
        "drops small shares",
        "Shares that are tiny and not zero are dropped, or lose their digits. With an order below 1 they "
        "count.",
        SPECTRUM,
    ),
    "near-one": M(
        "takes the limit in a neighbourhood of 1",
        "An order near 1 gives the rank of order 1. The limit is for 1 alone.",
        SPECTRUM,
    ),
    "powers-vanish": M(
        "p ** q as it stands",
        "With a large order the result is wrong: often the powers of the shares become 0 for the computer. "
        "The rank still has a value.",
        SPECTRUM,
    ),
    "order-capped": M(
        "min(q, 100), or infinity for a large order",
        "A large order gives the rank of another one: orders are cut off, or taken for infinite.",
        SPECTRUM,
    ),
    "largest-alone": M(
        "drops all but the largest share for large orders",
        "With a large order the largest share alone counts. Shares just below it still count too.",
        SPECTRUM,
    ),
    "no-limit": M(
        "puts infinity into the formula",
        "With the order infinity the formula itself gives no number, or 1: its limit is asked for.",
        SPECTRUM,
    ),
    "largest-share": M(
        "a share", "For the order infinity a share is returned; the rank is at least 1.", SPECTRUM
    ),
    "flat-not-a-number": M(
        "log or root of a share of zero, or of a rounding error below it",
        "For a table that does not fill all dimensions the result is no number: often a logarithm or a "
        "power is taken of a share that is zero, or a rounding error below it.",
        SPECTRUM,
    ),
    "flat-counted": M(
        "counts directions without variance",
        "For a table that does not fill all dimensions the rank is wrong: often directions without "
        "variance count, or some with variance do not.",
        SPECTRUM,
    ),
    # -- the mean cosine --------------------------------------------------------------------------
    "self-pairs": M("counts each row with itself", "The pairs of a row with itself are in the mean.", CONE),
    "pairs-miscounted": M(
        "divides by another number of pairs", "The sum is divided by a wrong number of pairs.", CONE
    ),
    "length-of-the-sum": M(
        "the length of the sum, not squared",
        "A length is used where its square belongs: the sum of all cosines is the square of a length.",
        CONE,
    ),
    "to-the-mean": M(
        "cosine with the mean",
        "The rows are compared with their mean; asked for is the mean over pairs of rows.",
        CONE,
    ),
    "centred": M(
        "takes the mean off", "A mean is taken off first; the rows are to be taken as they are.", CONE
    ),
    "lengths-averaged": M(
        "a ratio of two means, or one length for all",
        "The products are divided by one number for all, such as a mean of lengths. Each product has two "
        "lengths of its own.",
        CONE,
    ),
    "weights-ignored": M(
        "forgets the weights, or multiplies rows by them that are brought to length one later",
        "The weights have no effect.",
        CONE,
    ),
    "own-weights": M(
        "subtracts the number of rows, or the sum of weights",
        "What is taken off for the pairs of a row with itself is wrong where rows have weights.",
        CONE,
    ),
    "own-weights-kept": M(
        "divides by (Σ w)² - Σ w, or the like",
        "The sum of the pairs' weights, by which the result is divided, is wrong.",
        CONE,
    ),
    "unweighted-count": M(
        "divides by V (V - 1)",
        "With weights the result is divided by the number of pairs, not by the sum of their weights.",
        CONE,
    ),
    "one-weight": M(
        "weights one row of a pair, or adds the two weights",
        "A pair counts with the weight of one of its rows, or with the sum of both; it is to be the product.",
        CONE,
    ),
    "roots-of-weights": M(
        "roots or squares of the weights", "The roots or the squares of the weights are used.", CONE
    ),
    "taken-for-zeros": M(
        "finds rows of zeros by their sum, or by some zero",
        "A row that is not all zeros is taken for a row of zeros, such as one whose numbers sum to zero.",
        ZEROS,
    ),
    "zero-row-not-a-number": M(
        "divides by the length zero",
        "With a row of zeros the mean or its gradient is no number: often something is divided by zero on "
        "the way, perhaps where it is thrown away after that.",
        ZEROS,
    ),
    "zero-row-pulled": M(
        "divides a row of zeros by one, or by a tiny number",
        "A row of zeros gets a gradient, often because it is divided by some other number: that gives the "
        "right mean, and lets gradients through.",
        ZEROS,
    ),
    "graph-cut": M(
        ".item(), detach() or NumPy on the way",
        "No gradient reaches the table: the result is a plain number, or was taken out of the graph.",
        CONE,
    ),
    "lengths-fixed": M(
        "detaches the lengths",
        "The gradient is that for lengths that stay as they are: it also has a part along each row.",
        CONE,
    ),
    "side-lost": M(
        "detaches one side",
        "Half of the gradient is missing: each row stands on both sides of its pairs.",
        CONE,
    ),
    # -- removal ----------------------------------------------------------------------------------
    "uncentred-directions": M(
        "directions of the raw table",
        "The mean is taken off, but the directions are those of the table with its mean.",
        SHARED,
    ),
    "raw-parts": M(
        "projects the rows with their mean",
        "What is taken away are the parts of the rows with their mean; take those of the rows less it.",
        SHARED,
    ),
    "one-direction": M(
        "removes the k-th direction alone", "Of the k directions the last alone is removed.", SHARED
    ),
    "turned-axes": M(
        "leaves coordinates along the components",
        "The rows come back as coordinates along the components; turn them back to the columns of the table.",
        SHARED,
    ),
    "mean-added-back": M("adds the mean again", "The mean is added back at the end.", SHARED),
    "kept": M("keeps what should go", "What should go is kept, and the rest is removed.", SHARED),
    "axes-removed": M("removes columns", "Columns are set to zero; directions are not axes.", PCA),
    "smallest-removed": M(
        "removes the last directions", "The directions of smallest variance are removed.", SHARED
    ),
    "directions-off-by-one": M("k - 1 or k + 1", "One direction too few or too many is removed.", SHARED),
    "width-cut": M(
        "returns coordinates", "The result is narrower than the table; the width stays d.", SHARED
    ),
    "rows-dropped": M(
        "leaves rows of weight 0 out",
        "Rows of weight 0 are missing from the result. They do not count in the mean, and are rows all the "
        "same.",
        SHARED,
    ),
    "weightless-rows": M(
        "hands rows of weight 0 back as they came, or as zeros",
        "Rows of weight 0 come out wrong, and all others right. They do not count in mean and components; "
        "what is taken off the others is taken off them too.",
        SHARED,
    ),
    "weights-changed": M(
        "rounds the weights, adds a small number, or takes their softmax",
        "Other numbers stand in for the weights: they are rounded, a small number is added to each, or a "
        "softmax is taken.",
        SHARED,
    ),
    "zero-k": M("fails for k = 0", "With k = 0 something else happens than taking the mean off.", SHARED),
    "all-directions": M(
        "fails where nothing is left",
        "It fails, or comes out wrong, where all directions in which the rows lie are taken away: the "
        "rows that made them become zero.",
        SHARED,
    ),
    "mean-alone-weighted": M(
        "components without weights", "The mean has weights, and the components have none.", SHARED
    ),
    "directions-alone-weighted": M(
        "mean without weights",
        "The components have weights, and the mean that is taken off has none.",
        SHARED,
    ),
    "weights-squared": M(
        "multiplies centred rows by the weights",
        "In the components the weights count squared: a matrix of products has the row twice, and its "
        "weight once.",
        SHARED,
    ),
    "rows-scaled": M(
        "multiplies the rows by the weights",
        "Rows are made longer or shorter by their weights. The rows stay, and count more or less often.",
        SHARED,
    ),
    "sum-not-divided": M(
        "np.sum(w * E) or its mean", "The mean is not divided by the sum of the weights.", SHARED
    ),
}

CONTRACT: dict[str, M] = {}  # the house rules are in `checks/contract`

DEVICE = {
    "wrong-device": M(
        "makes or leaves a tensor on the CPU",
        "On another device than the CPU it fails, or the result is elsewhere: a tensor is made or "
        "moved where the arguments are not.",
        CONE,
    ),
    "through-numpy": THROUGH_NUMPY.read_at(CONE),
    "lost-off-cpu": M(
        "detaches on another device than the CPU",
        "On another device than the CPU no gradient reaches the table, and on the CPU one does.",
        CONE,
    ),
}

COST = {
    "blocks-kept": M(
        "list(blocks) or np.concatenate",
        "Blocks are kept although they have been gone through: all of them together fit in no memory.",
        PCA,
    ),
    "table-grows": M(
        "an array that grows with the rows",
        "Memory grows with the number of blocks: something is kept for each row or block.",
        PCA,
    ),
    "all-pairs": M(
        "V × V cosines, at once, in blocks or row by row",
        "How many numbers are computed grows with the square of the number of rows, as all cosines do.",
        CONE,
    ),
    "loop-over-pairs": M(
        "a loop over pairs", "The number of steps grows with the square of the number of rows.", CONE
    ),
    "square-array": M(
        "np.diag(weights), or svd with full matrices",
        "Memory grows with the square of the number of rows: some array has a row and a column for "
        "each row of the table.",
        SHARED,
    ),
    "rows-repeated": M(
        "np.repeat", "Memory grows with the weights: rows are repeated as often as their weights say.", SHARED
    ),
}
