"""The misconceptions of `positions`: what each is, and what a student reads about it."""

from autograder.checks.checking import Misconception as M
from autograder.checks.misconceptions import RESULT_ON_CPU, THROUGH_NUMPY

LEARNED = "positions-learned-positions-and-where-they-end"
SINUSOIDS = "positions-sinusoids"
ROTARY = "positions-rotary-positions"
PAIRINGS = "positions-two-pairings"
LINEAR = "positions-linear-biases"
SEGMENTS = "positions-segments-and-role-marks"
CURVES = "positions-four-curves"
NEW = "positions-what-is-new-out-there"
PITFALLS = "positions-pitfalls"
TASK = "positions-assignment"

CONTRACT = {  # and the house rules' own
    "segments-unchecked": M(
        "checks the ids of tokens and not those of segments",
        "A segment for which the table has no row is accepted: a negative one, or K or more.",
        SEGMENTS,
    ),
    "dtype-unasked": M(
        "returns the dtype that comes out", "The result has another dtype than the one asked for.", TASK
    ),
}
DEVICE = {"wrong-device": RESULT_ON_CPU.read_at(TASK), "through-numpy": THROUGH_NUMPY.read_at(TASK)}
COST = {
    "too-many-calls": M(
        "calls the score more than six times",
        "The score is called more than six times. One call returns the scores of many pairs.",
        TASK,
    )
}
MATTER = {
    # -- several functions ----------------------------------------------------------------------
    "positions-from-one": M(
        "counts positions from 1",
        "Positions are counted from 1; the first token stands at position 0.",
        LEARNED,
    ),
    "one-sequence-only": M(
        "takes the number of axes for granted",
        "It works for some numbers of axes and not for others: one sequence, a batch and further axes "
        "are inputs like any other.",
        TASK,
    ),
    "limit-off-by-one": M(
        "`T >= L` is refused", "An input that fills the table exactly is refused.", LEARNED
    ),
    "limit-of-the-batch": M(
        "compares the batch, or all its tokens, with L",
        "Something else than the length of a sequence is compared with L. The number of sequences, or of "
        "all tokens, does not matter.",
        LEARNED,
    ),
    # -- the input of a model -------------------------------------------------------------------
    "limit-unchecked": M(
        "cuts, clamps or wraps positions past the table",
        "An input with more tokens than the table has positions is accepted.",
        LEARNED,
    ),
    "limit-broadcast": M(
        "lets a table of one position broadcast",
        "A table with a single position is added to all tokens: broadcasting hides that the others have "
        "none.",
        PITFALLS,
    ),
    "positions-from-ids": M(
        "`P[ids]`",
        "The position rows are looked up with the ids, and not with the places of the tokens.",
        LEARNED,
    ),
    "positions-run-on": M(
        "numbers the tokens of the whole batch",
        "The positions run on from one sequence to the next; each sequence begins with position 0.",
        LEARNED,
    ),
    "positions-along-batch": M(
        "counts positions along the first axis",
        "In a batch the positions are counted along the wrong axis.",
        LEARNED,
    ),
    "scaled-rows": M(
        "multiplies token rows by √d, as the Transformer paper does",
        "The token rows are multiplied by a number. Some models do that; here the rows are added as they "
        "are.",
        LEARNED,
    ),
    "id-zero-silent": M(
        "treats id 0 as padding",
        "The token with the id 0 adds nothing. It has a row in the table like any other token.",
        LEARNED,
    ),
    "zeros-for-none": M(
        "takes segments that are all 0 for no segments",
        "Segments that are all 0 are taken for none. Segment 0 has a row in the table like any other "
        "segment.",
        SEGMENTS,
    ),
    "segments-ignored": M("never adds the segment rows", "The segments have no effect.", SEGMENTS),
    "segment-zero-silent": M(
        "treats segment 0 as no segment",
        "Segment 0 adds nothing. It has a row in the table like any other segment.",
        SEGMENTS,
    ),
    "segments-from-ids": M(
        "`S[ids % 2]`, or a pattern of its own",
        "The segment rows are chosen by the ids of the tokens, and not by the segments.",
        SEGMENTS,
    ),
    # -- the gradient of the table --------------------------------------------------------------
    "batch-averaged": M(
        "averages over the batch", "The gradient is averaged over the sequences; it is a sum.", LEARNED
    ),
    "batch-lost": M(
        "`dP[positions] = g` or `+=`: one sequence is left",
        "Of all the sequences of a batch only one contributes.",
        LEARNED,
    ),
    "axes-reshaped": M(
        "`reshape(T, -1, d)` to bring the axes before T behind it",
        "Rows get what arrives at other positions: the axes are not moved but cut anew, and numbers come to "
        "other places.",
        LEARNED,
    ),
    "rows-missing": M(
        "returns T rows",
        "The result has a row for each token of the input, not for each of the L positions.",
        LEARNED,
    ),
    "rows-at-the-end": M(
        "fills the last T rows",
        "The gradient is in the last rows of the table; the first T positions were used.",
        LEARNED,
    ),
    "rest-not-zero": M(
        "leaves the rows from T on as they come",
        "The rows of the positions that no sequence reaches hold something else than zeros.",
        LEARNED,
    ),
    "added-in-half": M(
        "adds in float16, or rounds to it between two sums",
        "Half-precision numbers are added in half precision, or rounded to it between two sums, and "
        "digits are lost that the result could hold.",
        LEARNED,
    ),
    "positions-limited": M(
        "a table of cosines, a clamp or a remainder: a largest position",
        "Far positions give an error, or what belongs to nearer ones. There is no largest position.",
        NEW,
    ),
    # -- sinusoids ------------------------------------------------------------------------------
    "sines-then-cosines": M(
        "all sines first, then all cosines",
        "The sines fill the first half of a row and the cosines the second; here they alternate.",
        SINUSOIDS,
    ),
    "sine-cosine-swapped": M("cosine in the even columns", "Sine and cosine have changed places.", SINUSOIDS),
    "exponent-doubled": M(
        "doubles a column number that counts in twos",
        "The rates fall twice as fast as they should: the factor 2 of the exponent is in your numbers "
        "already.",
        SINUSOIDS,
    ),
    "exponent-halved": M(
        "forgets the 2 of the exponent",
        "The rates fall half as fast as they should: the exponent lacks its factor 2.",
        SINUSOIDS,
    ),
    "rate-of-its-own": M(
        "gives every column a rate of its own",
        "A sine and its cosine have different rates; the two columns of a pair share one.",
        SINUSOIDS,
    ),
    "reaches-the-base": M(
        "spreads the rates to 1/base itself (divides by d/2 − 1)",
        "The rates are spread so that the last one is 1/base. Some programs do that; the formula of the "
        "paper stops one step earlier.",
        SINUSOIDS,
    ),
    "rate-inverted": M(
        "multiplies by base^(2r/d)", "The rates grow from pair to pair; they should fall.", SINUSOIDS
    ),
    "base-ignored": M("a fixed 10,000", "The argument base (or theta) has no effect.", TASK),
    "angles-narrow": M(
        "computes positions, rates or angles in the dtype of the result, or in float32",
        "Angles are known to too few digits, and far positions are wrong: positions, rates or angles are "
        "computed in a dtype narrower than float64.",
        SINUSOIDS,
    ),
    # -- rotary ---------------------------------------------------------------------------------
    "other-layout": M(
        "pairs numbers as the other layout does", "The pairs are those of the other layout.", PAIRINGS
    ),
    "layout-mixed": M(
        "takes pairs apart in one layout and puts them together in the other",
        "The pairs are turned rightly and put back in the other layout: every number should stay at its "
        "place.",
        PAIRINGS,
    ),
    "rates-misplaced": M(
        "repeats the rates in the order of the other layout",
        "The two numbers of a pair are turned by different angles: the rates are laid out for the other "
        "layout.",
        PAIRINGS,
    ),
    "wrong-way": M("turns by −φ", "The rotation goes the other way around.", ROTARY),
    "no-rotation": M(
        "both signs alike: (a cos + b sin, a sin + b cos)",
        "What is computed is no rotation, for it changes lengths: look at the signs.",
        ROTARY,
    ),
    "positions-ignored": M(
        "always uses 0 ... T-1",
        "The argument positions has no effect; the tokens are counted instead.",
        ROTARY,
    ),
    "positions-one-axis": M(
        "takes positions of shape (T,) alone",
        "Positions of shape (T,) work, and one row for each sequence does not.",
        ROTARY,
    ),
    "positions-some-shapes": M(
        "takes positions with an axis of T tokens alone, or guesses which axis is missing",
        "Positions of shape (T,) work, and so does one row for each sequence; some other shapes that "
        "broadcast to x.shape[:-1] do not.",
        ROTARY,
    ),
    "turned-again": M(
        "computes one number of a pair from the other one after its turn",
        "One number of each pair is right. The other is computed from the result of the first, and not "
        "from the number that stood there before.",
        ROTARY,
    ),
    "inverse-ignored": M(
        "`inverse` has no effect", "With inverse=True it turns the same way as without.", ROTARY
    ),
    "angles-in-half": M(
        "computes angles in float16 or bfloat16",
        "With half-precision vectors far positions are wrong: the angles, or the rates that they are "
        "made of, are in half precision.",
        ROTARY,
    ),
    "detached": M("hides x from autograd", "No gradient arrives at x.", ROTARY),
    "gradient-in-part": M(
        "hides some numbers of x, or one of the two terms, from autograd",
        "The values are right, and only a part of the gradient arrives at x: that of some numbers, or of one "
        "of the terms, is cut off.",
        ROTARY,
    ),
    # -- linear biases --------------------------------------------------------------------------
    "rewards-distance": M("adds slope · distance", "Distant tokens are favoured: the sign is wrong.", LINEAR),
    "slopes-from-zero": M(
        "first slope is 1", "The first slope is 1: the exponents begin one step too early.", LINEAR
    ),
    "slopes-of-eight": M(
        "halves from head to head for any number of heads",
        "The slopes halve from head to head, whatever the number of heads; the last one is to be the "
        "same for every power of two.",
        LINEAR,
    ),
    "exponents-whole": M(
        "divides 8 by the number of heads without a remainder",
        "The exponents of the slopes are whole numbers; with more than eight heads they are fractions.",
        LINEAR,
    ),
    "slopes-spread": M(
        "steps through the slopes by the number of missing heads",
        "The steps through the slopes that fill up grow with the number of missing heads; every second "
        "one is to be used, however many are missing.",
        LINEAR,
    ),
    "formula-for-all": M(
        "uses the formula for powers of two everywhere",
        "The formula for powers of two is used for a number of heads that is none.",
        LINEAR,
    ),
    "truncated": M(
        "takes the first n slopes of the next power of two",
        "The slopes are the first ones of the next power of two; the authors' code begins with the power "
        "below.",
        LINEAR,
    ),
    "every-slope": M(
        "fills up with consecutive slopes",
        "The slopes that fill up are consecutive ones; only every second one is to be used.",
        LINEAR,
    ),
    "second-half": M(
        "fills up with the slopes number 1, 3, 5, ..., or with those of the first heads again",
        "The slopes that fill up are ones that the first heads have already. Of the longer list every second "
        "one is to be used, beginning with the first.",
        LINEAR,
    ),
    "slopes-sorted": M(
        "brings the slopes into order",
        "The slopes are those asked for in another order: those that fill up stay behind the others.",
        LINEAR,
    ),
    "transposed": M(
        "rows for keys, columns for queries",
        "Earlier keys are masked and later ones are not, as if queries and keys had changed places: a row is "
        "a query, and a column is a key.",
        LINEAR,
    ),
    "diagonal-masked": M(
        "masks j >= i",
        "A token cannot see itself: the key at the query's own position is masked as well as the later ones.",
        LINEAR,
    ),
    "future-open": M("leaves later keys unmasked", "With causal=True later keys are not masked.", LINEAR),
    "finite-mask": M(
        "masks with a large finite number",
        "Later keys get a large negative number; minus infinity is asked for.",
        LINEAR,
    ),
    "nan-from-mask": M(
        "multiplies the mask by infinity",
        "There are values that are no numbers: zero times infinity is none.",
        PITFALLS,
    ),
    "signed-distance": M(
        "keeps the sign of i − j without a mask",
        "Without a mask, later keys are favoured: the distance has kept its sign.",
        LINEAR,
    ),
    "causal-ignored": M(
        "masks in both cases", "The argument causal has no effect: later keys are always masked.", LINEAR
    ),
    "row-form": M(
        "one row of slope · j for all queries",
        "There is one row for all queries, as in the authors' code. With a mask added later the softmax "
        "does not see the difference, but here each query has a row of its own.",
        LINEAR,
    ),
    "mask-alone": M(
        "returns the mask without slopes",
        "No distance is taken away: all keys that are not masked have the same bias.",
        LINEAR,
    ),
    # -- the detective --------------------------------------------------------------------------
    "own-functions": M(
        "compares with what another function of the notebook gives",
        "Another function of this notebook is called. It is not there when this one is judged: a score is "
        "to be examined by calling it, whatever it is made of.",
        CURVES,
    ),
    "refuses-right": M(
        "takes something else for granted than a distance",
        "A score that depends on the distance of the positions alone is refused. Ask only what the distance "
        "promises: what happens when query and key both move on.",
        CURVES,
    ),
    "refuses-rounding": M(
        "compares scores with `==`", "Rotations are refused whose scores are equal but for rounding.", ROTARY
    ),
    "refuses-direction": M(
        "exchanges the positions of query and key, or takes the distance without its sign",
        "Scores that tell before from after are refused. The difference of two positions has a sign.",
        ROTARY,
    ),
    "accepts-added": M(
        "overlooks rows that are added to query or key",
        "A score is accepted in which rows for the positions are added to the vectors, from a table or a "
        "formula: the products of those rows with the vectors depend on where each stands.",
        SINUSOIDS,
    ),
    "accepts-turned": M(
        "overlooks rotations of one side, or in opposite ways",
        "A score is accepted in which only one side is turned, or query and key are turned in opposite ways.",
        ROTARY,
    ),
    "accepts-changed": M(
        "looks at small positions only, or never at the first",
        "A score is accepted that changes its ways at some position: what it does from there on is not what "
        "it does before.",
        CURVES,
    ),
    "accepts-rounded": M(
        "looks at no position that half precision does not hold",
        "Rotations are accepted whose positions are in half precision, which holds no large whole numbers.",
        NEW,
    ),
    "accepts-rhythm": M(
        "moves by even numbers, or by whole blocks",
        "A score is accepted in which positions count in a rhythm: every other one, or by blocks.",
        CURVES,
    ),
    "accepts-faint": M(
        "compares too coarsely",
        "A score is accepted in which positions count a little. The docstring says how far equal scores can "
        "be apart.",
        TASK,
    ),
    "accepts-hidden": M(
        "asks with the same vector for query and key, or with equal numbers",
        "A score is accepted in which positions count on their own for most vectors, and not where query and "
        "key are the same, or all their numbers are equal.",
        CURVES,
    ),
}
