"""The misconceptions of `word2vec`: what each is, and what a student reads about it."""

from autograder.checks.checking import Misconception as M
from autograder.checks.misconceptions import (
    ARGUMENTS_CHANGED,
    DTYPE_NOT_AS_SAID,
    ID_NARROWED,
    ID_NOT_NAMED,
    IDS_AS_FLOATS,
    NEGATIVE_ID_WRAPS,
    NOT_NORMALISED,
    RESULT_KEPT,
    WRONG_EXCEPTION,
)

WINDOWS = "word2vec-windows-skip-gram-and-cbow"
FEW = "word2vec-softmax-or-a-few-negatives"
NOISE = "word2vec-the-noise-distribution"
LOSS = "word2vec-loss-and-gradients"
SLOT = "word2vec-why-sharing-a-slot-pulls-rows-together"
TRAINING = "word2vec-training-and-the-rows-that-moved"
PITFALLS = "word2vec-pitfalls"
TASK = "word2vec-assignment"

MISTAKES = {
    # -- what holds for all ---------------------------------------------------------------------
    "arguments-changed": ARGUMENTS_CHANGED.read_at(TASK),
    "result-kept": RESULT_KEPT.read_at(TASK),
    "dtype-not-kept": DTYPE_NOT_AS_SAID.read_at(TASK),
    "narrow-ids": M(
        "computes with ids in their own dtype, or takes int64 only",
        "Ids of another integer dtype than int64 fail, or come out wrong; the same ids as int64 do not. "
        "A small or unsigned type overflows when you compute with it, and uint64 with int64 gives "
        "floats.",
        TASK,
    ),
    "no-array": M(
        "returns a list or a tensor", "A list or a tensor came back; a NumPy array is expected.", TASK
    ),
    "not-new": M(
        "returns its argument where nothing has to be done",
        "A result shares memory with an argument; results are new arrays.",
        TASK,
    ),
    "gaps": M(
        "assumes that arrays are contiguous",
        "Arrays that do not lie row by row in memory, such as a transposed one or a slice with steps, "
        "fail or are misread; the same numbers in a contiguous array are not.",
        TASK,
    ),
    "narrow-floats": M(
        "computes in a narrower dtype than that of the arrays",
        "The results are right to a few digits only: somewhere they are rounded, or go through a "
        "narrower dtype than that of the arguments.",
        TASK,
    ),
    "empty-fails": M(
        "cannot handle an input without entries, or gives it another shape",
        "Without examples, pairs or other rows it fails or gives a result of another shape; the "
        "docstring says what it gives.",
        TASK,
    ),
    "empty-dtype": M(
        "makes an array of the default dtype where there are no examples",
        "Without examples the result has another dtype than with them.",
        TASK,
    ),
    "ids-as-floats": IDS_AS_FLOATS.read_at(TASK),
    "unchecked-short": M(
        "returns early for a short text",
        "For a text of one id or none wrong input is accepted: the answer is given before ids and window "
        "are looked at.",
        TASK,
    ),
    "unchecked-one": M(
        "returns early for a table of one row",
        "For a table of one row wrong input is accepted: the answer is given before i, k and the axes "
        "are looked at.",
        TASK,
    ),
    "unchecked-empty": M(
        "returns early for no examples",
        "Without examples wrong input is accepted: the answer is given before types and shapes are "
        "looked at.",
        TASK,
    ),
    "id-types": M(
        "takes ids that are no integers, or leaves them to the library",
        "Ids of a dtype that is not allowed are not refused with a TypeError.",
        TASK,
    ),
    "mask-type": M(
        "takes a mask of integers or floats", "A mask that is not bool is not refused with a TypeError.", TASK
    ),
    "negative-wraps": NEGATIVE_ID_WRAPS.read_at(PITFALLS),
    "id-not-named": ID_NOT_NAMED.read_at(TASK),
    "id-narrowed": ID_NARROWED.read_at(TASK),
    "settings-unchecked": M(
        "accepts a setting that cannot be",
        "A number below the least that the docstring allows is accepted.",
        TASK,
    ),
    "shapes-unchecked": M(
        "broadcasts or flattens without comparing shapes",
        "Shapes or axes that the docstring does not allow are accepted.",
        TASK,
    ),
    "wrong-exception": WRONG_EXCEPTION.read_at(TASK),
    "unchecked-without-steps": M(
        "returns the start before it looks at the arguments",
        "With steps = 0 wrong input is accepted: it is looked at only where a step meets it.",
        TASK,
    ),
    # -- pairs ----------------------------------------------------------------------------------
    "center-included": M(
        "pairs each position with itself", "A position is a context of itself; it is to be left out.", WINDOWS
    ),
    "same-word-skipped": M(
        "compares ids where positions are meant",
        "A context is missing because it is the same word as the center. Only the center's own position "
        "is left out.",
        WINDOWS,
    ),
    "one-sided-window": M("looks to one side only", "Only one side of the window is there.", WINDOWS),
    "window-off-by-one": M(
        "`range(i - window, i + window)`",
        "On one side the window ends a step too early: the end of a range does not belong to it.",
        WINDOWS,
    ),
    "edges-wrap": M(
        "goes around the end of the text",
        "At an end of the text the window goes on at the other end: a negative index counts from there.",
        WINDOWS,
    ),
    "edges-dropped": M(
        "keeps only centers with a whole window",
        "Centers near the ends of the text are missing. Their window is cut off, and they still have "
        "contexts.",
        WINDOWS,
    ),
    "pairs-order": M(
        "offset by offset, or the nearest context first",
        "The pairs are right and stand in another order than the docstring says.",
        TASK,
    ),
    "id-reserved": M(
        "takes 0 or -1 for an empty place, or refuses negative ids",
        "A text with negative ids and 0 in it fails or comes out wrong. All ids are copied as they are; "
        "none stands for an empty place.",
        WINDOWS,
    ),
    "ids-cut": M(
        "copies ids into int32 or a smaller type",
        "Large ids come back as other numbers: on the way they are integers of fewer bits than int64, "
        "and wrap around.",
        TASK,
    ),
    "no-pairs-dtype": M(
        "makes an array of an empty list",
        "Where there are no pairs the result has another dtype: an array without entries is one of "
        "floats unless you say otherwise.",
        TASK,
    ),
    "window-beyond": M(
        "refuses or misreads a window longer than the text",
        "A window that is longer than the whole text fails or gives wrong pairs; it is cut off at both ends.",
        WINDOWS,
    ),
    "pair-swapped": M("(context, center)", "Center and context are exchanged.", WINDOWS),
    "positions-for-ids": M(
        "returns positions", "The pairs hold positions of the text, not the ids that stand there.", WINDOWS
    ),
    "window-drawn": M(
        "draws a smaller window for each center, as the program does",
        "Contexts are missing, and not the same ones each time. The window is fixed here.",
        WINDOWS,
    ),
    # -- the mean of a context, and its gradient --------------------------------------------------
    "sum-for-mean": M(
        "adds the rows up, or passes the whole gradient to each",
        "The context is added up, not averaged: the number of kept slots divides nowhere.",
        WINDOWS,
    ),
    "mean-over-slots": M(
        "divides by w",
        "It divides by the number of all slots; only those that the mask keeps count.",
        WINDOWS,
    ),
    "kept-in-all": M(
        "divides by the kept slots of the whole batch, or of one example",
        "All examples are divided by one number; each has its own number of kept slots.",
        WINDOWS,
    ),
    "count-wraps": M(
        "counts the kept slots in eight bits",
        "With hundreds of kept slots it divides by a wrong number: they are counted in a small integer "
        "type, which overflows.",
        TASK,
    ),
    "kept-first": M(
        "takes the first slots, as many as are kept",
        "The right number of slots counts, but always the first ones. The mask says which; "
        "the empty ones may stand anywhere.",
        WINDOWS,
    ),
    "padding-by-id": M(
        "takes id 0 for an empty slot",
        "Slots that hold id 0 are left out. The mask alone says which slots count; 0 is an id like any "
        "other.",
        WINDOWS,
    ),
    "empty-slots-unchecked": M(
        "checks the ids of kept slots only",
        "An id outside the table is accepted where the mask is False; there, too, the ids are in range.",
        TASK,
    ),
    "no-slots": M(
        "takes examples without slots for no examples",
        "Examples with no slots at all get a result; they keep none, so each of them has no mean.",
        WINDOWS,
    ),
    "mask-ignored": M("empty slots take part", "Slots that the mask leaves out take part.", WINDOWS),
    "mask-inverted": M(
        "keeps where the mask is False",
        "The mask is read the wrong way round: True means that a slot counts.",
        WINDOWS,
    ),
    "repeats-once": M(
        "counts a repeated word once (a set, `+=`, `=`)",
        "A word that comes several times counts only once.",
        PITFALLS,
    ),
    "nothing-kept": M(
        "returns zeros or nan where no slot is kept",
        "An example that keeps no slot gets a result; it is to be refused with a ValueError.",
        WINDOWS,
    ),
    "rows-from-ids": M(
        "takes V from the largest id", "The result has as many rows as the largest id asks for, not V.", TASK
    ),
    # -- noise ------------------------------------------------------------------------------------
    "power-ignored": M(
        "leaves the power out", "The probabilities are the plain shares; the power has no effect.", NOISE
    ),
    "power-fixed": M("always 0.75", "The argument power has no effect: it is always the default.", NOISE),
    "not-normalised": NOT_NORMALISED.read_at(NOISE),
    "power-inverted": M(
        "raises to 1 / power", "The power goes the wrong way: it is taken as a root, or turned over.", NOISE
    ),
    "softmax-taken": M(
        "softmax of the counts",
        "A softmax is taken; the probabilities are in proportion to a power of the counts.",
        NOISE,
    ),
    "default-power": M(
        "another default than the docstring's",
        "The power is right where it is given, and another one is taken where it is not.",
        NOISE,
    ),
    "power-falsy": M(
        "`power or 0.75`",
        "A power of 0 is replaced by the default; 0 is a power like any other, though it counts as False.",
        NOISE,
    ),
    "smoothed": M(
        "adds something to each count",
        "Something is added to the counts before the power is taken (smoothing); the counts are taken as "
        "they are.",
        NOISE,
    ),
    "sum-off": M(
        "adds a small number to the sum",
        "The probabilities are in the right proportion, but do not sum to one: they are divided by "
        "another number than the sum of the powers.",
        NOISE,
    ),
    "fractions-lost": M(
        "rounds or cuts the counts to whole numbers",
        "Counts with fractions are rounded to whole numbers; they may be floats.",
        NOISE,
    ),
    "small-counts-lost": M(
        "takes a word for seen from a count of one, or another small number, on",
        "Small counts are taken for zero, or refused. Counts may be floats, and a word was seen wherever "
        "its count is above zero, however small it is.",
        NOISE,
    ),
    "counts-wrap": M(
        "converts counts to int64, or adds them up as integers",
        "Huge counts of integers fail or come out wrong, and the same counts as float64 do not. Integers "
        "wrap around where they are added up, or converted to another integer type.",
        NOISE,
    ),
    "zeros-get-noise": M(
        "0 ** 0 is 1, or takes 1 for 0",
        "A word with the count zero gets a probability. It is never drawn, whatever the power is.",
        NOISE,
    ),
    "narrow-power": M(
        "takes the power in the dtype of the counts",
        "With counts of a small dtype the result is wrong, rounded or not float64: the power is taken in "
        "the dtype of the counts.",
        NOISE,
    ),
    "counts-unchecked": M(
        "takes counts that no text can have",
        "Counts that no text has are accepted: negative, infinite or nan ones, or none above zero.",
        TASK,
    ),
    "powers-checked": M(
        "looks at the powers and not at the counts",
        "With some powers counts that no text has are accepted. Whatever their powers are, the counts "
        "themselves must not be negative, infinite or nan.",
        TASK,
    ),
    # -- loss and gradients -------------------------------------------------------------------------
    "not-averaged": M(
        "sums over the examples",
        "Loss or gradients, or a part of them, are those of the sum over the examples; the mean was "
        "asked for.",
        LOSS,
    ),
    "negatives-averaged": M(
        "averages over the negatives", "The negatives of an example are averaged; their terms add up.", LOSS
    ),
    "negatives-pulled": M(
        "the sign of the negatives' scores",
        "The negatives are treated like contexts: their scores enter with the other sign.",
        FEW,
    ),
    "uphill": M(
        "the gradient with the other sign",
        "The gradient points the other way, or the step goes uphill.",
        LOSS,
    ),
    "center-incomplete": M(
        "the center's gradient without the negatives, or without the context",
        "The gradient of the center lacks a part: it comes from the context and from every negative.",
        LOSS,
    ),
    "own-vector": M(
        "multiplies by the vector itself and not by its partner",
        "A gradient is made of the vector itself. The derivative of a dot product by one vector is the "
        "other.",
        LOSS,
    ),
    "sigma-for-residual": M(
        "σ(u·v) where σ(u·v) − 1 belongs",
        "The weight of the true context is wrong: it should vanish where its score is large.",
        LOSS,
    ),
    "log-forgotten": M(
        "differentiates σ and not log σ",
        "The gradients are those of σ itself; the loss has its logarithm.",
        LOSS,
    ),
    "negatives-idle": M(
        "has no use for the negatives", "The negatives are missing from the loss or from a gradient.", LOSS
    ),
    "other-logarithm": M(
        "log2 or log10", "The loss is in bits, or to base 10; the natural logarithm was asked for.", LOSS
    ),
    "loss-sign": M("returns the log-likelihood", "The loss has the other sign: a loss is to fall.", LOSS),
    "rows-merged": M(
        "adds up the gradients of equal vectors",
        "Vectors that are equal share one gradient. Here each example has its own; they come together "
        "in the part after.",
        LOSS,
    ),
    "no-tuple": M("returns a list or a dictionary", "The four results do not come back as a tuple.", TASK),
    "loss-no-float": M(
        "returns an array, of losses or without axes",
        "The loss is not one float but something else, such as an array.",
        TASK,
    ),
    "gradient-shape": M(
        "keeps or drops an axis of a gradient",
        "A gradient has another shape than the vectors it belongs to.",
        LOSS,
    ),
    "single-fails": M(
        "drops axes of length one",
        "It is right for larger arrays and not where an axis has the length one: such axes stay.",
        PITFALLS,
    ),
    "no-negatives": M(
        "divides by k, or refuses k = 0",
        "Without negatives it fails or gives nan; the first term alone is left then.",
        TASK,
    ),
    "axes-unchecked": M(
        "takes arrays with more or fewer axes", "An array with too many or too few axes is accepted.", TASK
    ),
    "mean-of-nothing": M(
        "returns 0 or nan for no examples",
        "Without examples something is returned; a mean of nothing is to be refused with a ValueError.",
        TASK,
    ),
    "overflow": M("exp of a large score, or log of zero", "Large scores give inf or nan.", PITFALLS),
    "loss-capped": M(
        "adds a small number inside the logarithm, or clips",
        "Large scores on the wrong side cost too little: a small number in the logarithm, or a clipped "
        "score, "
        "puts a ceiling on the loss.",
        PITFALLS,
    ),
    # -- training -----------------------------------------------------------------------------------
    "start-zero": M(
        "both tables start at zero",
        "Both tables start at zero, where every gradient is zero: nothing ever moves.",
        TRAINING,
    ),
    "start-range": M(
        "draws the start from another distribution",
        "E_in does not start uniformly between −0.5/d and 0.5/d.",
        TRAINING,
    ),
    "out-not-zero": M("draws the start of both tables", "E_out does not start at zero.", TRAINING),
    "tables-exchanged": M(
        "(E_out, E_in), or draws E_out and not E_in",
        "The two tables are exchanged: the first one, E_in, is random at the start, and E_out is zero.",
        TRAINING,
    ),
    "tables-shape": M(
        "returns the transposes, or tables of another size", "The tables are not of shape (V, d).", TASK
    ),
    "steps-off": M("one step too many or too few", "The number of steps is off by one.", TASK),
    "start-not-first": M(
        "draws pairs or negatives before the start",
        "With the same seed, a run with steps starts from other tables than those that come back without "
        "a step: the start is not what is drawn first.",
        TASK,
    ),
    "untouched-rows-move": M(
        "lets every row decay, or normalises the tables",
        "Rows move that no pair and no negative named: a step changes the whole table, not the rows that "
        "were drawn.",
        TRAINING,
    ),
    "rng-ignored": M(
        "uses np.random or a generator of its own",
        "What is drawn does not come from rng alone: the same seed gives another result, or another seed "
        "the same.",
        TASK,
    ),
    "updates-lost": M(
        "`E[ids] -= …` with repeated ids",
        "Where an id comes several times in a batch, only one of its gradients arrives.",
        PITFALLS,
    ),
    "step-summed": M(
        "steps with the sum over the batch",
        "The step grows with the batch: the gradient is that of the mean.",
        LOSS,
    ),
    "tables-in-turn": M(
        "uses a table already changed for the gradient of the other",
        "One table is changed first, and the gradient of the other is computed from it. Both gradients "
        "belong "
        "to the tables as they were before the step.",
        TRAINING,
    ),
    "one-side-idle": M(
        "trains one table only", "One of the two tables, or the rows of the negatives, do not learn.", LOSS
    ),
    "rate-falls": M("lets the rate fall", "The rate falls from step to step; it stays the same here.", TASK),
    "drawn-once": M(
        "draws one batch and reuses it",
        "All steps use the same pairs, or the same negatives. Each step draws both anew.",
        TASK,
    ),
    "without-replacement": M(
        "draws pairs without replacement, or goes through them in turn",
        "Pairs are drawn without replacement, or taken in turn, so that all come equally often. Each row "
        "of a batch is drawn anew; a batch may be larger than the number of pairs.",
        TASK,
    ),
    "pairs-unequal": M(
        "drops repeated pairs, or never draws the last",
        "Some row of pairs is drawn more often than another. A pair that is listed several times has a "
        "chance for each of its rows.",
        TASK,
    ),
    "pairs-mixed": M(
        "draws centers and contexts apart", "A center meets contexts that it is in no pair with.", SLOT
    ),
    "noise-ignored": M(
        "draws negatives uniformly", "The negatives are not drawn with the probabilities given.", NOISE
    ),
    "noise-powered": M(
        "takes the power of the noise again",
        "The power is applied once more: noise holds probabilities that are ready for use.",
        NOISE,
    ),
    "noise-table": M(
        "rounds the noise to a table of slots",
        "A rare id is never drawn, as from a table of slots that has none for it.",
        NOISE,
    ),
    "negatives-shared": M(
        "one set of negatives for the whole batch",
        "All pairs of a batch have the same negatives; each draws its own.",
        FEW,
    ),
    "no-pairs": M(
        "takes no pairs for no steps",
        "Pairs without a single row are accepted; there is nothing to draw from.",
        TASK,
    ),
    "noise-shape": M(
        "flattens the noise, or leaves its shape unchecked",
        "Noise of another shape than (V,) is accepted.",
        NOISE,
    ),
    "negatives-alike": M(
        "draws one word for all negatives of a pair",
        "All negatives of a pair are the same word; each is drawn by itself.",
        TASK,
    ),
    "batch-alike": M(
        "draws one pair for the whole batch",
        "All rows of a batch are the same pair; each is drawn by itself.",
        TASK,
    ),
    "negatives-distinct": M(
        "draws the negatives of a pair without replacement",
        "Negatives are drawn without replacement, so that they are all different; a frequent word may "
        "come several times.",
        TASK,
    ),
    "negatives-as-one": M(
        "averages over the negatives, or draws one",
        "All negatives of a pair together weigh as much as one: they are averaged, or only one is drawn.",
        LOSS,
    ),
    "roles-overwrite": M(
        "lets the gradient of a negative replace that of a context",
        "An id that is a context and a negative in one batch gets only one of its gradients; they add up.",
        PITFALLS,
    ),
    "collisions-dropped": M(
        "rejects negatives that equal the context",
        "A negative that happens to be the context is thrown away or drawn again; here it stays.",
        TASK,
    ),
    "center-dropped": M(
        "rejects negatives that equal the center",
        "A negative that happens to be the center is thrown away or drawn again; noise alone decides.",
        TASK,
    ),
    # -- neighbours ---------------------------------------------------------------------------------
    "dot-for-cosine": M(
        "ranks by the dot product",
        "Long rows come first: the dot product is not divided by the lengths.",
        TRAINING,
    ),
    "distance-for-cosine": M(
        "ranks by distance", "The rows are ranked by distance, which depends on their lengths.", TRAINING
    ),
    "absolute-cosine": M(
        "ranks by the absolute cosine", "Rows that point the opposite way count as near.", TRAINING
    ),
    "negative-cut": M(
        "takes a cosine for a number between 0 and 1",
        "Rows with a negative cosine stand in the order of their ids: negative cosines are cut off, or "
        "all counted as one number.",
        TRAINING,
    ),
    "root-forgotten": M(
        "divides by squared lengths",
        "Short rows come first: the dot product is divided by the squares of the lengths.",
        TRAINING,
    ),
    "farthest-first": M("sorts ascending", "The order is turned around: the farthest come first.", TRAINING),
    "itself-included": M("keeps row i", "The row itself is among its neighbours.", TASK),
    "first-dropped": M(
        "drops the first of the order, taking it for i",
        "Whoever comes first in the order is dropped. That is not always the row itself: another one may "
        "have the "
        "same direction.",
        PITFALLS,
    ),
    "twins-dropped": M(
        "leaves out row i by its numbers",
        "Rows with the same numbers as row i are left out with it. What is left out is the id i.",
        PITFALLS,
    ),
    "first-or-last": M(
        "goes wrong at row 0 or at the last row",
        "It is right for a row in the middle of the table, and not for the first or the last one.",
        TASK,
    ),
    "too-many-wanted": M(
        "refuses a k that is larger than the number of other rows, or fills up",
        "Where more rows are wanted than there are others it fails, or gives another number of ids; all "
        "others are to come back.",
        TASK,
    ),
    "ids-shifted": M(
        "returns places in the table without row i",
        "The ids after i are off by one: they are places in a table from which row i was taken out.",
        PITFALLS,
    ),
    "ties-turned": M(
        "turns an ascending order around", "Where cosines are equal the larger id comes first.", TASK
    ),
    "ties-unstable": M(
        "sorts with a method that does not keep ties in order",
        "Where many cosines are equal the ids are not in order.",
        TASK,
    ),
    "ties-cut": M(
        "chooses k rows first, by a method that does not keep ties in order",
        "Where more rows have equal cosines than fit into the k, it does not keep those with the "
        "smallest ids.",
        TASK,
    ),
    "epsilon-added": M(
        "adds a small number to the lengths, or sets a smallest length",
        "Very short rows come out too far away: a small number added to the lengths, or a smallest "
        "length, changes their cosines.",
        TASK,
    ),
    "zero-row": M(
        "divides by the norm of a zero row, or puts it last",
        "A row of zeros stands in a wrong place, or spoils the order: its cosine with every row counts "
        "as 0, which is more than a negative one.",
        TASK,
    ),
}
