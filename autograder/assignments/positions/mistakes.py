"""The misconceptions of `positions`: what each is, and what a student reads about it."""

from autograder.checks.checking import Misconception as M
from autograder.checks.misconceptions import (
    ARGUMENTS_CHANGED,
    DTYPE_NOT_AS_SAID,
    ID_NARROWED,
    ID_NOT_NAMED,
    RESULT_KEPT,
    RESULT_ON_CPU,
    SHAPES_BROADCAST,
    THROUGH_NUMPY,
    WRONG_EXCEPTION,
)

LEARNED = "positions-learned-positions-and-where-they-end"
SINUSOIDS = "positions-sinusoids"
ROTARY = "positions-rotary-positions"
LINEAR = "positions-linear-biases"
SEGMENTS = "positions-segments-and-role-marks"
REPAIRS = "positions-two-repairs"
PITFALLS = "positions-pitfalls"
TASK = "positions-assignment"

MISTAKES = {
    # -- several functions ----------------------------------------------------------------------
    "positions-from-one": M(
        "counts positions from 1",
        "Positions are counted from 1; the first token stands at position 0.",
        LEARNED,
    ),
    "arguments-changed": ARGUMENTS_CHANGED.read_at(TASK),
    "dtype-not-kept": DTYPE_NOT_AS_SAID.read_at(TASK),
    "narrowed": M(
        "computes float64 in float32, or rounds to it on the way",
        "A result in float64 is right to float32's digits only: something is computed in float32, or "
        "rounded to it on the way.",
        TASK,
    ),
    "result-kept": RESULT_KEPT.read_at(TASK),
    "angles-kept": M(
        "keeps angles or tables between calls, under fewer arguments than they depend on",
        "A call gives what an earlier one with another base or direction should give: something is kept "
        "between calls, and found again without one of the arguments that it depends on.",
        TASK,
    ),
    "not-integers": M(
        "takes ids, segments or positions that are no integers, or leaves them to the library",
        "Ids, segments or positions of a dtype that is not allowed are not refused with a TypeError.",
        TASK,
    ),
    "wrong-exception": WRONG_EXCEPTION.read_at(TASK),
    "one-sequence-only": M(
        "takes the number of axes for granted",
        "It works for some numbers of axes and not for others: one sequence, a batch and further axes "
        "are inputs like any other.",
        TASK,
    ),
    "empty-fails": M(
        "takes for granted that there are tokens and sequences",
        "No tokens, or a batch of no sequences, is input like any other: here it fails, or gives a "
        "result of another shape.",
        TASK,
    ),
    "empty-dtype": M(
        "makes an array of the default dtype where there are no tokens or sequences",
        "Without tokens, sequences or positions the result has another dtype than with them.",
        TASK,
    ),
    "unchecked-when-empty": M(
        "answers for no tokens or sequences before it looks at anything else",
        "Without tokens, sequences or positions a check of the input is missing that is made with them: "
        "it is skipped, or the answer is given before it.",
        TASK,
    ),
    "id-narrowed": ID_NARROWED.read_at(TASK),
    "contiguous-only": M(
        "needs numbers that lie side by side (`.view`, a new `.shape`, `view_as_complex`)",
        "It works only where the numbers lie side by side in memory, as those of a slice or of a "
        "transposed tensor or array often do not.",
        TASK,
    ),
    "memory-shared": M(
        "returns an argument or a view of it where nothing is to be computed",
        "Where nothing is to be computed the argument itself comes back, or a view of it; the result is "
        "to be a new array.",
        TASK,
    ),
    "limit-by-library": M(
        "leaves the limit to broadcasting",
        "An input with more tokens than the table has positions is refused by the library's message "
        "about shapes. Compare T with L yourself: that message comes too late, and not for every table.",
        PITFALLS,
    ),
    "limit-of-the-batch": M(
        "compares the batch, or all its tokens, with L",
        "Something else than the length of a sequence is compared with L. The number of sequences, or of "
        "all tokens, does not matter.",
        LEARNED,
    ),
    "base-float-only": M(
        "takes an int for no base", "A base that is a whole number is ignored; only a float works.", SINUSOIDS
    ),
    "slopes-rounded": M(
        "rounds the slopes, or keeps them in float16",
        "The slopes are rounded: only the first few digits of the bias are right.",
        LINEAR,
    ),
    "distances-wrap": M(
        "counts positions in int8",
        "In long sequences the distances overflow: positions are kept in a small integer type.",
        LINEAR,
    ),
    "detached-in-half": M(
        "hides x from autograd in half precision",
        "In half precision no gradient arrives at x; in float32 one does.",
        ROTARY,
    ),
    "odd-width": M("takes an odd d", "An odd d is accepted, though its numbers do not form pairs.", TASK),
    "limit-unchecked": M(
        "cuts, clamps or wraps positions past the table",
        "An input with more tokens than the table has positions is accepted.",
        LEARNED,
    ),
    "limit-not-named": M(
        "raises without naming T and L",
        "The message about an input that is too long does not name both sizes, T and L.",
        LEARNED,
    ),
    # -- the input of a model -------------------------------------------------------------------
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
    "integers-refused": M(
        "takes some integer dtypes only",
        "With ids or segments of some integer dtypes it fails; all integer dtypes are allowed.",
        TASK,
    ),
    "integers-overflow": M(
        "computes places in a flat table in the dtype of the ids",
        "With ids or segments of a small integer dtype some rows are wrong: something is computed from "
        "them in that dtype, and overflows.",
        TASK,
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
    "limit-off-by-one": M(
        "`T >= L` is refused", "An input that fills the table exactly is refused.", LEARNED
    ),
    "limit-broadcast": M(
        "lets a table of one position broadcast",
        "A table with a single position is added to all tokens: broadcasting hides that the others have "
        "none.",
        PITFALLS,
    ),
    "range-unchecked": M(
        "lets negative ids or segments count from the end",
        "Some ids or segments outside their table are accepted: too large ones, negative ones (which "
        "count from the end), or those at some place of the input.",
        TASK,
    ),
    "number-not-named": ID_NOT_NAMED.read_at(TASK),
    "half-a-pair": M(
        "ignores S without segments, or the reverse",
        "S without segments, or segments without S, is accepted; one of them has been forgotten.",
        SEGMENTS,
    ),
    "shapes-unchecked": SHAPES_BROADCAST.read_at(PITFALLS),
    # -- the gradient of the table --------------------------------------------------------------
    "batch-averaged": M(
        "averages over the batch", "The gradient is averaged over the sequences; it is a sum.", LEARNED
    ),
    "batch-lost": M(
        "`dP[positions] = g` or `+=`: one sequence is left",
        "Of all the sequences of a batch only one contributes.",
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
    "one-axis": M(
        "takes grad_out with one axis",
        "A gradient with fewer than two axes, in which positions or rows are missing, is accepted.",
        TASK,
    ),
    "added-in-half": M(
        "adds in float16, or rounds to it between two sums",
        "Half-precision numbers are added in half precision, or rounded to it between two sums, and "
        "digits are lost that the result could hold.",
        LEARNED,
    ),
    # -- another length -------------------------------------------------------------------------
    "last-row-repeated": M(
        "repeats the last row, or cuts the table",
        "The rows of the old table stay where they were, and at the end some are cut off, or the last "
        "one is repeated. The new rows are to reach from the old first row to the old last one.",
        REPAIRS,
    ),
    "half-pixel": M(
        "aligns the middles of the rows, as image resizing does",
        "The rows are placed as pixels of an image are, with half a row of margin; the ends are to fall "
        "on the ends.",
        REPAIRS,
    ),
    "ends-missed": M(
        "places row t at t·L/length",
        "The steps from one new row to the next are of the wrong size: the old last row is reached too "
        "early, or not at all. Between n rows there are n − 1 steps.",
        REPAIRS,
    ),
    "not-blended": M(
        "takes the nearest row",
        "Rows are copied from the old table; a row between two old ones is to be their weighted mean.",
        REPAIRS,
    ),
    "one-row": M(
        "fails for length 1 or L = 1",
        "A table of one row, or a length of 1, fails or gives other rows than it should: there is no "
        "second row, and no distance to divide.",
        REPAIRS,
    ),
    "plain-mean": M(
        "takes the plain mean of the two rows",
        "A row between two old ones is their plain mean wherever it falls; the nearer one is to count "
        "for more.",
        REPAIRS,
    ),
    "blended-in-half": M(
        "computes places, weights or means in float16",
        "With a half-precision table something is computed in half precision: the places, the weights, "
        "or the means and differences of rows.",
        REPAIRS,
    ),
    "weights-swapped": M(
        "gives each of the two rows the other's weight",
        "The two old rows that a new row falls between are blended with each other's weight: the nearer "
        "one is to count for more.",
        REPAIRS,
    ),
    "last-step-lost": M(
        "stops at the row before the last and takes the fraction of the place as it is",
        "All rows are right but the last, which is the old row before the last. If it is blended from "
        "the last two old rows, its distance from the first of them is a whole step, not 0.",
        REPAIRS,
    ),
    "length-unchecked": M("takes a length below 1", "A length below 1 is accepted.", TASK),
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
    "dtype-forms": M(
        "takes dtype as a name only, or as a type only",
        "dtype is understood in one form only: it may be a NumPy type, or the name of one.",
        TASK,
    ),
    "rate-inverted": M(
        "multiplies by base^(2r/d)", "The rates grow from pair to pair; they should fall.", SINUSOIDS
    ),
    "base-ignored": M("a fixed 10,000", "The argument base (or theta) has no effect.", TASK),
    "angles-narrow": M(
        "computes angles, or their rates, in the dtype of the result",
        "Angles are known to too few digits, and far positions are wrong: angles or rates are computed "
        "in a dtype narrower than float64.",
        SINUSOIDS,
    ),
    # -- rotary ---------------------------------------------------------------------------------
    "other-layout": M(
        "pairs numbers as the other layout does", "The pairs are those of the other layout.", ROTARY
    ),
    "layout-mixed": M(
        "takes pairs apart in one layout and puts them together in the other",
        "The pairs are turned rightly and put back in the other layout: every number should stay at its "
        "place.",
        ROTARY,
    ),
    "rates-misplaced": M(
        "repeats the rates in the order of the other layout",
        "The two numbers of a pair are turned by different angles: the rates are laid out for the other "
        "layout.",
        ROTARY,
    ),
    "wrong-way": M("turns by −φ", "The rotation goes the other way around.", ROTARY),
    "no-rotation": M(
        "both signs plus: (a cos + b sin, a sin + b cos)",
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
    "positions-limited": M(
        "looks angles up in a table that ends",
        "Large positions fail, or turn by another angle than they should: they have no limit here.",
        ROTARY,
    ),
    "turned-again": M(
        "computes one number of a pair from the other one after its turn",
        "One number of each pair is right. The other is computed from the result of the first, and not "
        "from the number that stood there before.",
        ROTARY,
    ),
    **{
        f"{name}-lost-{layout}": M(
            f"`{argument}` has no effect in the layout {layout!r}",
            f"With layout={layout!r} the argument {argument} has no effect; in the other layout it has.",
            TASK,
        )
        for name, argument in (("base", "theta"), ("inverse", "inverse"))
        for layout in ("adjacent", "halves")
    },
    "positions-int64-only": M(
        "takes int64 alone", "Positions of dtype int32 are refused or give other angles.", TASK
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
    "layout-unchecked": M(
        "takes any other word for the second layout",
        "A layout that does not exist is accepted; a misspelled word then chooses one in silence.",
        TASK,
    ),
    "wrong-device": RESULT_ON_CPU.read_at(TASK),
    "through-numpy": THROUGH_NUMPY.read_at(TASK),
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
        "fills up with the slopes number 1, 3, 5, ...",
        "The slopes that fill up begin with the second of the longer list; they are to begin with the first.",
        LINEAR,
    ),
    "slopes-sorted": M(
        "brings the slopes into order",
        "The slopes are those asked for in another order: those that fill up stay behind the others.",
        LINEAR,
    ),
    "transposed": M(
        "rows for keys, columns for queries",
        "Queries and keys have changed places: a row is a query, and a column is a key.",
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
    "heads-unchecked": M("takes heads below 1", "A number of heads below 1 is accepted.", TASK),
    "row-form": M(
        "one row of slope · j for all queries",
        "There is one row for all queries, as in the authors' code. With a mask added later the softmax "
        "does not see the difference, but here each query has a row of its own.",
        LINEAR,
    ),
}
