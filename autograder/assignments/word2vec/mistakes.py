"""The misconceptions of `word2vec`: what each is, and what a student reads about it."""

from autograder.checks.checking import Misconception as M
from autograder.checks.misconceptions import NOT_NORMALISED

WINDOWS = "word2vec-windows-skip-gram-and-cbow"
CBOW = "word2vec-cbow-averages-rows"
FEW = "word2vec-softmax-or-a-few-negatives"
NOISE = "word2vec-the-noise-distribution"
LOSS = "word2vec-loss-and-gradients"
SLOT = "word2vec-why-sharing-a-slot-pulls-rows-together"
TRAINING = "word2vec-training-and-the-rows-that-moved"
PITFALLS = "word2vec-pitfalls"
TASK = "word2vec-assignment"

MATTER = {
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
        "On one side, or both, the window ends a step too early: the end of a range does not belong to it.",
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
        "The pairs are right and stand in another order: they go center by center as in the text, and the"
        " contexts of each from left to right.",
        WINDOWS,
    ),
    "id-reserved": M(
        "takes 0 for an empty place",
        "Pairs with the id 0 are missing. It is an id like any other, and stands for no empty place.",
        WINDOWS,
    ),
    "window-beyond": M(
        "refuses or misreads a window longer than the text",
        "A window that is longer than the whole text fails or gives wrong pairs; it is cut off at both ends.",
        WINDOWS,
    ),
    "repeated-pairs-once": M(
        "a set of pairs",
        "A pair that the text has several times is listed once; it is listed each time.",
        WINDOWS,
    ),
    "window-halved": M(
        "window // 2 to each side",
        "The window is taken for a whole width; it is the number of steps to each side.",
        WINDOWS,
    ),
    "pair-swapped": M("(context, center)", "Center and context are exchanged.", WINDOWS),
    "positions-for-ids": M(
        "returns positions", "The pairs hold positions of the text, not the ids that stand there.", WINDOWS
    ),
    # -- thinning -------------------------------------------------------------------------------
    "thinned-late": M(
        "makes the pairs of the whole text and drops those with a word that goes",
        "Pairs across a word that goes are missing. The text is thinned first, so windows reach over its "
        "place.",
        WINDOWS,
    ),
    "thinned-by-half": M(
        "drops words as centers only, or as contexts only",
        "A word that goes is still there, as a center or as a context.",
        WINDOWS,
    ),
    "thinning-ignored": M(
        "has no use for threshold and draws",
        "The text is not thinned: all pairs of the whole text come back.",
        WINDOWS,
    ),
    "thinning-without-root": M(
        "stays with probability τ / f", "The probability to stay lacks its root.", WINDOWS
    ),
    "thinning-other-power": M(
        "another power than a half",
        "The probability to stay has another power of the ratio than a square root.",
        WINDOWS,
    ),
    "thinning-inverted": M(
        "keeps what should go",
        "What should stay goes, or the draws are read the wrong way round: a place stays where its draw "
        "is below the probability.",
        WINDOWS,
    ),
    "share-inverted": M(
        "√(f / τ)",
        "The ratio under the root is turned over, so that rare words go and frequent ones stay.",
        WINDOWS,
    ),
    "counts-for-shares": M(
        "divides by no number, or by that of different words",
        "The share of a word is not its count over the length of the text.",
        WINDOWS,
    ),
    "program-formula": M(
        "√(τ / f) + τ / f, as the C program has it",
        "The probability to stay is another one than the root alone: something is added to it.",
        WINDOWS,
    ),
    "draws-by-word": M(
        "one draw for each word",
        "All places of a word stay or go together. Each place has a draw of its own.",
        WINDOWS,
    ),
    "equal-draw-stays": M(
        "`<=` for `<`",
        "A place whose draw equals the probability stays. Only draws below it let a place stay.",
        WINDOWS,
    ),
    "draws-in-a-row": M(
        "uses up a draw only where a word can go",
        "The draws are used up one after the other by the words that can go. Each place has a draw of its "
        "own, also where the word is sure to stay.",
        WINDOWS,
    ),
    "none-left": M(
        "forgets that thinning can leave no pair",
        "Where thinning leaves no pair of words there is an error or a result of another shape.",
        WINDOWS,
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
    "power-sign": M(
        "abs(power), or -power", "The power has the other sign, or its sign has no effect.", NOISE
    ),
    "softmax-taken": M(
        "softmax of the counts",
        "A softmax is taken; the probabilities are in proportion to a power of the counts.",
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
    "zeros-get-noise": M(
        "0 ** 0 is 1, 0 ** -1 is infinite",
        "A word that was never read gets a probability, or spoils those of the others. It is never drawn,"
        " whatever the power is.",
        NOISE,
    ),
    "powers-too-large": M(
        "counts ** power as it stands",
        "With a power of hundreds, of either sign, the result is no number, or large probabilities are "
        "wrong: often the powers are too large or too small for a float, though their shares are not.",
        NOISE,
    ),
    "power-digits": M(
        "float32, or an integer type, on the way to a large power",
        "With a power of hundreds the probabilities are nearly right and lack digits: often something is "
        "rounded before the power is taken, which multiplies it.",
        NOISE,
    ),
    "noise-floored": M(
        "clips logarithms or probabilities from below",
        "Tiny probabilities come out too large, the others right: often they, or their logarithms, are held "
        "above a bound.",
        NOISE,
    ),
    "noise-lost": M(
        "rounds the probabilities",
        "Tiny probabilities come out too small, or as zero, the others right: often they are rounded or cut.",
        NOISE,
    ),
    # -- loss and gradients -------------------------------------------------------------------------
    "not-averaged": M(
        "sums over the examples",
        "Loss or gradients, or a part of them, are those of the sum over the examples; the mean was "
        "asked for.",
        LOSS,
    ),
    "scores-averaged": M(
        "divides by n (k + 1), or by all terms that count",
        "The loss or its gradients are averaged over all scores. The mean is that over the examples, and "
        "the terms of an example add up.",
        LOSS,
    ),
    "negatives-averaged": M(
        "averages over the negatives", "The negatives of an example are averaged; their terms add up.", LOSS
    ),
    "negatives-once": M(
        "a set of negatives",
        "A negative that was drawn several times for an example counts once there; each draw counts.",
        LOSS,
    ),
    "context-pushed": M(
        "the sign of the context's score",
        "The score of the context enters the loss with the other sign, like that of a negative.",
        LOSS,
    ),
    "occurrences-averaged": M(
        "the mean over the places where a row occurs",
        "Where an id comes several times its gradients are averaged; they add up.",
        PITFALLS,
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
    "out-incomplete": M(
        "the gradient of E_out without the negatives, or without the contexts",
        "The gradient of E_out lacks a part: a row gets one as a context and one as a negative.",
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
    "updates-lost": M(
        "`table[ids] += …` with repeated ids",
        "Where an id comes several times in a batch, only one of its gradients arrives.",
        PITFALLS,
    ),
    "hits-counted": M(
        "leaves no negative out, or not everywhere",
        "A negative that is the context of its example counts, in the loss or in a gradient. It counts in"
        " neither.",
        TASK,
    ),
    "hits-cost": M(
        "sets the score of a negative that does not count to zero",
        "A negative that does not count still costs: a score of zero has a loss of its own.",
        LOSS,
    ),
    "hits-of-the-batch": M(
        "leaves out what is the context of any example",
        "A negative is left out because it is the context of another example. Only that of its own "
        "example matters.",
        TASK,
    ),
    "hits-drop-examples": M(
        "leaves out the whole example",
        "With a negative that is the context the whole example is left out. Its context and its other "
        "negatives count.",
        TASK,
    ),
    "center-dropped": M(
        "leaves out negatives that equal the center",
        "A negative that happens to be the center is left out or drawn again. It counts like any other.",
        TASK,
    ),
    "gradients-of-vectors": M(
        "gradients of the vectors and not of the tables",
        "A gradient has another shape than its table: that of a row is the sum of all that arrives there.",
        PITFALLS,
    ),
    "overflow": M("exp of a large score, or log of zero", "Large scores give inf or nan.", PITFALLS),
    "saturated": M(
        "a sigmoid from a table, or clipped scores",
        "Scores from about 6 on are cut off. What the logistic function lacks to 0 or 1 is small there, "
        "and not zero.",
        LOSS,
    ),
    "loss-capped": M(
        "adds a small number inside the logarithm, or clips",
        "Large scores on the wrong side cost too little: often a small number in the logarithm, or a clipped "
        "score, puts a ceiling on the loss.",
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
        "returns the transposes, or tables of another size", "The tables are not of shape (V, d).", TRAINING
    ),
    "steps-off": M("one step too many or too few", "The number of steps is off by one.", TRAINING),
    "start-not-first": M(
        "draws pairs or negatives before the start",
        "With the same seed, a run with steps starts from other tables than those that come back without "
        "a step: the start is not what is drawn first.",
        TRAINING,
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
        TRAINING,
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
    "rate-constant": M(
        "the same rate in all steps", "The rate stays the same; it falls from step to step.", TASK
    ),
    "rate-otherwise": M(
        "another line, 1 / (t + 1), a product",
        "The rate falls in another way: the first step has all of it, and each step loses the same part.",
        TASK,
    ),
    "drawn-once": M(
        "draws one batch and reuses it",
        "All steps use the same pairs, or the same negatives. Each step draws both anew.",
        TRAINING,
    ),
    "without-replacement": M(
        "draws pairs without replacement, or goes through them in turn",
        "Pairs are drawn without replacement, or taken in turn, so that all come equally often. Each row "
        "of a batch is drawn anew; a batch may be larger than the number of pairs.",
        TRAINING,
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
    "negatives-uniform": M(
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
    "negatives-alike": M(
        "draws one word for all negatives of a pair",
        "All negatives of a pair are the same word; each is drawn by itself.",
        FEW,
    ),
    "batch-alike": M(
        "draws one pair for the whole batch",
        "All rows of a batch are the same pair; each is drawn by itself.",
        TRAINING,
    ),
    "negatives-distinct": M(
        "draws the negatives of a pair without replacement",
        "Negatives are drawn without replacement, so that they are all different; a frequent word may "
        "come several times.",
        FEW,
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
    "hits-redrawn": M(
        "draws a negative that is the context again",
        "A negative that is the context is drawn again, so that each pair keeps all its negatives. It is "
        "left out, and the pair has one less.",
        TASK,
    ),
    "mend-loss-first": M(
        "calls a loss that is wrong itself",
        "`sgns_loss_and_gradients`, which is called here, gives a wrong gradient. Mend that first; this "
        "part may then be right.",
        LOSS,
    ),
    # -- the weighted mean --------------------------------------------------------------------------
    "over-examples": M(
        "divides by the number of examples",
        "A gradient is divided by the number of examples; grad_out belongs to each of them as it is.",
        CBOW,
    ),
    "sum-for-mean": M(
        "passes the weighted gradient on as it is",
        "The context is added up, not averaged: the sum of the weights divides nowhere.",
        CBOW,
    ),
    "slots-counted": M(
        "divides by a number of slots",
        "It divides by the number of slots, all or the filled ones. What divides is the sum of their "
        "weights.",
        CBOW,
    ),
    "weights-ignored": M(
        "gives each slot the same share",
        "All slots of an example, or all filled ones, get the same. Each gets its weight's share.",
        CBOW,
    ),
    "kept-in-all": M(
        "divides by the weights of the whole batch, or of one example",
        "All examples are divided by one number; each has its own sum of weights.",
        CBOW,
    ),
    "padding-by-id": M(
        "takes id 0 for an empty slot",
        "Slots that hold id 0 are left out. The weights alone say which slots count; 0 is an id like any "
        "other.",
        CBOW,
    ),
    "repeats-once": M(
        "counts a repeated word once (`+=`, `=`)",
        "A word that comes several times counts only once.",
        PITFALLS,
    ),
    "rows-from-ids": M(
        "takes V from the largest id", "The result has as many rows as the largest id asks for, not V.", CBOW
    ),
    "quotient-forgotten": M(
        "the derivative of the numerator alone",
        "The weight is seen in the numerator alone. It stands in the sum that divides, too.",
        CBOW,
    ),
    "denominator-squared": M(
        "a power of the sum of the weights too many or too few",
        "Of the two parts of the derivative one is divided by a wrong power of the sum of the weights.",
        CBOW,
    ),
    "sum-kept-at-one": M(
        "divides by one at least",
        "Weights that add up to less than one are divided by one: a bound against a division by zero counts "
        "there.",
        CBOW,
    ),
    "weights-floored": M(
        "adds a small number to the sum of the weights, or puts one in its place",
        "Where all weights are tiny the gradient is wrong: often a small number is added to their sum, takes "
        "its place, or counts as the least weight.",
        CBOW,
    ),
    "weights-undivided": M(
        "(row - mean) alone", "The gradient by the weights is not divided by their sum.", CBOW
    ),
    "empty-slots-still": M(
        "zero where the weight is zero",
        "Empty slots get no gradient by their weight. They have one: it says what some weight there would"
        " change.",
        CBOW,
    ),
    "weights-twice": M(
        "times the weight",
        "The gradient by a weight is multiplied by the weight: that is the gradient by its logarithm.",
        CBOW,
    ),
    "sign-turned": M("mean - row", "The gradient by the weights has the other sign.", CBOW),
    "plain-mean": M(
        "compares with the plain mean",
        "A row is compared with the plain mean of the slots, and not with the weighted one.",
        CBOW,
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
    "k-off-by-one": M(
        "k + 1 or k - 1", "One id more or fewer than wanted comes back, of k that are there.", PITFALLS
    ),
    "k-ignored": M("always five", "k has no effect on how many come back.", TASK),
    "neighbours-by-id": M(
        "sorts the result",
        "The right ids come back in the order of their numbers; the nearest comes first.",
        TASK,
    ),
    "negative-dropped": M(
        "leaves out cosines below zero", "Rows with a negative cosine are left out; they are only far.", TASK
    ),
    "itself-included": M("keeps row i", "The row itself is among its neighbours.", PITFALLS),
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
        PITFALLS,
    ),
    "too-many-wanted": M(
        "refuses a k that is larger than the number of other rows, or fills up",
        "Where more rows are wanted than there are others it fails, or gives another number of ids; all "
        "others are to come back.",
        PITFALLS,
    ),
    "ids-shifted": M(
        "returns places in the table without row i",
        "The ids after i are off by one: they are places in a table from which row i was taken out.",
        PITFALLS,
    ),
    "places-for-ids": M(
        "returns places in the part",
        "The result holds places in the part, or in what is left of it, and not ids of the table.",
        PITFALLS,
    ),
    "among-ignored": M("has no use for among", "Rows come back that are not among those given.", PITFALLS),
    "cut-before-chosen": M(
        "takes the k nearest of all, then those of the part",
        "The k nearest of the whole table are found first, so that few of the part are left. They are to "
        "be the nearest of the part.",
        PITFALLS,
    ),
    "ties-turned": M(
        "turns an ascending order around", "Where cosines are equal the larger id comes first.", PITFALLS
    ),
    "ties-unstable": M(
        "sorts with a method that does not keep ties in order",
        "Where many cosines are equal the ids are not in order.",
        PITFALLS,
    ),
    "ties-as-given": M(
        "keeps the order of among",
        "Of a part, ids with equal cosines come in the order in which they were given; the smaller one "
        "comes first.",
        PITFALLS,
    ),
    "ties-cut": M(
        "chooses k rows first, by a method that does not keep ties in order",
        "Where more rows have equal cosines than fit into the k, it does not keep those with the smallest"
        " ids.",
        PITFALLS,
    ),
    "length-in-cosine": M(
        "adds a small number to the lengths, or holds them above one",
        "Rows of one direction are told apart by their lengths. Often a number against a division by zero "
        "changes their cosines.",
        PITFALLS,
    ),
    "cosines-rounded": M(
        "rounds the cosines, or computes them in float32",
        "Rows whose cosines differ little are taken as equal: often the cosines are rounded, or computed "
        "with few digits.",
        TRAINING,
    ),
    "zero-row": M(
        "divides by the norm of a zero row, or puts it last",
        "A row of zeros stands in a wrong place, or spoils the order: its cosine with every row counts as"
        " 0, which is more than a negative one.",
        TRAINING,
    ),
}

CONTRACT: dict[str, M] = {}  # the house rules are in `checks/contract`

DEVICE: dict[str, M] = {}  # all functions are NumPy

COST = {
    "grid-of-places": M(
        "an (n, n) array of distances",
        "An array with an entry for each pair of places of the text is made on the way.",
        WINDOWS,
    )
}
