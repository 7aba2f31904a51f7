"""The misconceptions of `word2vec`: what each is, and what a student reads about it."""

from autograder.checks.framework.checking import Misconception as M, Suite
from autograder.checks.framework.misconceptions import (
    ARGUMENTS_CHANGED,
    DTYPE_NOT_AS_SAID,
    ID_NOT_NAMED,
    NEGATIVE_ID_WRAPS,
    NOT_NORMALISED,
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

SUITE = Suite(
    {
        # -- what holds for all ---------------------------------------------------------------------
        "arguments-changed": ARGUMENTS_CHANGED.read_at(TASK),
        "dtype-not-kept": DTYPE_NOT_AS_SAID.read_at(TASK),
        "narrow-ids": M(
            "computes with ids in their own dtype, or takes int64 only",
            "Ids of another integer dtype than int64 fail, or come out wrong. A small or unsigned type "
            "overflows when you compute with it.",
            TASK,
        ),
        "empty-fails": M(
            "cannot handle an input without entries, or gives it another shape",
            "An input without entries fails or gives a result of another shape; the docstring says what it "
            "gives.",
            TASK,
        ),
        "id-types": M(
            "takes ids that are no integers, or leaves them to the library",
            "Ids of a dtype that is not allowed are not refused with a TypeError.",
            TASK,
        ),
        "mask-type": M(
            "takes a mask of integers or floats",
            "A mask that is not bool is not refused with a TypeError.",
            TASK,
        ),
        "negative-wraps": NEGATIVE_ID_WRAPS.read_at(PITFALLS),
        "id-not-named": ID_NOT_NAMED.read_at(TASK),
        "settings-unchecked": M(
            "accepts a setting that cannot be", "A setting that cannot be is accepted.", TASK
        ),
        "shapes-unchecked": M(
            "broadcasts or flattens without comparing shapes",
            "Shapes that do not fit are accepted; broadcasting and flattening hide them.",
            TASK,
        ),
        "wrong-exception": WRONG_EXCEPTION.read_at(TASK),
        # -- pairs ----------------------------------------------------------------------------------
        "center-included": M(
            "pairs each position with itself",
            "A position is a context of itself; it is to be left out.",
            WINDOWS,
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
        "pair-swapped": M("(context, center)", "Center and context are exchanged.", WINDOWS),
        "positions-for-ids": M(
            "returns positions",
            "The pairs hold positions of the text, not the ids that stand there.",
            WINDOWS,
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
            "An example that keeps no slot gets a mean; it is to be refused with a ValueError.",
            WINDOWS,
        ),
        "rows-from-ids": M(
            "takes V from the largest id",
            "The result has as many rows as the largest id asks for, not V.",
            TASK,
        ),
        # -- noise ------------------------------------------------------------------------------------
        "power-ignored": M(
            "leaves the power out", "The probabilities are the plain shares; the power has no effect.", NOISE
        ),
        "power-fixed": M("always 0.75", "The argument power has no effect: it is always the default.", NOISE),
        "not-normalised": NOT_NORMALISED.read_at(NOISE),
        "power-inverted": M(
            "raises to 1 / power",
            "The power goes the wrong way: it is taken as a root, or turned over.",
            NOISE,
        ),
        "softmax-taken": M(
            "softmax of the counts",
            "A softmax is taken; the probabilities are in proportion to a power of the counts.",
            NOISE,
        ),
        "zeros-get-noise": M(
            "0 ** 0 is 1, or adds something to each count",
            "A word with the count zero gets a probability. It is never drawn, whatever the power is.",
            NOISE,
        ),
        "narrow-power": M(
            "takes the power in the dtype of the counts",
            "With counts of a small dtype the result is right to a few digits only, or not float64: the "
            "power is taken in the dtype of the counts.",
            NOISE,
        ),
        "counts-unchecked": M(
            "takes counts that no text can have", "Counts that cannot be are accepted.", TASK
        ),
        # -- loss and gradients -------------------------------------------------------------------------
        "not-averaged": M(
            "sums over the examples",
            "Loss or gradients are those of the sum over the examples; the mean was asked for.",
            LOSS,
        ),
        "negatives-averaged": M(
            "averages over the negatives",
            "The negatives of an example are averaged; their terms add up.",
            LOSS,
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
            "E_in does not start uniformly between −0.5/d and 0.5/d, or E_out not at zero.",
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
            "trains one table only",
            "One of the two tables, or the rows of the negatives, do not learn.",
            LOSS,
        ),
        "rate-falls": M(
            "lets the rate fall", "The rate falls from step to step; it stays the same here.", TASK
        ),
        "drawn-once": M(
            "draws one batch and reuses it", "All steps use the same draw. Each step draws anew.", TASK
        ),
        "without-replacement": M(
            "draws pairs without replacement, or shuffles",
            "Pairs are drawn without replacement; a batch may be larger than the number of pairs.",
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
        "negatives-shared": M(
            "one set of negatives for the whole batch",
            "All pairs of a batch have the same negatives; each draws its own.",
            FEW,
        ),
        "collisions-dropped": M(
            "rejects negatives that equal the context",
            "A negative that happens to be the context is thrown away; here it stays.",
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
        "farthest-first": M(
            "sorts ascending", "The order is turned around: the farthest come first.", TRAINING
        ),
        "itself-included": M("keeps row i", "The row itself is among its neighbours.", TASK),
        "first-dropped": M(
            "drops the first of the order, taking it for i",
            "Whoever comes first in the order is dropped. That is not always the row itself: another one may "
            "have the "
            "same direction.",
            PITFALLS,
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
        "zero-row": M(
            "divides by the norm of a zero row",
            "A row of zeros comes out as nan and spoils the order; its cosine counts as 0.",
            TASK,
        ),
    }
)
