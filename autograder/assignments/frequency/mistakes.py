"""The misconceptions of `frequency`: what each is, and what a student reads about it."""

from autograder.checks.checking import Misconception as M
from autograder.checks.misconceptions import NOT_NORMALISED, RUNNING_SUMS, THROUGH_NUMPY

ZIPF = "frequency-zipf-s-law-measured"
DISTINCT = "frequency-how-many-distinct-tokens-a-batch-holds"
UPDATES = "frequency-how-often-a-row-is-updated"
MOVING = "frequency-rows-without-a-gradient-that-move-all-the-same"
SLIDE = "frequency-one-gradient-one-long-slide"
LISTED = "frequency-optimizers-that-touch-only-some-rows"
DECAY = "frequency-decay-on-demand"

MATTER = {
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
    "few-digits": M(
        "rounds, or computes in float32",
        "The probabilities are nearly right and lack digits: often a step rounds them, or computes in "
        "float32.",
        ZIPF,
    ),
    "last-left-over": M(
        "1 less the sum of the others",
        "Only the last probability is wrong, or lacks digits. What the others leave of 1 is a difference of "
        "large numbers.",
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
    "rare-digits-lost": M(
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
    "no-steps": M(
        "forgets steps = 0", "Without steps there are no updates; the result is not zero.", UPDATES
    ),
    "certain-id": M(
        "forgets p = 1",
        "Where a token is certain, and all others impossible, the result is wrong, or p is refused.",
        DISTINCT,
    ),
    "impossible-id": M(
        "forgets p = 0", "With a token that is impossible the result is wrong, or p is refused.", DISTINCT
    ),
    "certain-nan": M(
        "0 times -inf",
        "With a token of probability 1 and no draws the result is no number, or not what it is without them.",
        DISTINCT,
    ),
    "not-a-float": M("returns the array", "A number is expected: the sum over all ids.", DISTINCT),
    "draws-paired": M(
        "lets numbers of draws and tokens broadcast against each other",
        "Each number of draws meets one token, or none fits: each must meet all tokens.",
        DISTINCT,
    ),
    "draws-added-up": M(
        "np.cumsum of n", "The numbers of draws are added up; each is a number of draws of its own.", DISTINCT
    ),
    "curve-sorted": M(
        "sorts n",
        "The results come in the order of their size and not in that of the numbers given.",
        DISTINCT,
    ),
    "repeats-merged": M(
        "np.unique of n",
        "A number of draws that is given twice has one result: one for each is expected.",
        DISTINCT,
    ),
    "one-point": M(
        "looks at one number of draws, or sums over all",
        "For several numbers of draws there is one result. There is one for each of them.",
        DISTINCT,
    ),
    "ever": M(
        "1 - (1 - p)^(batch steps)",
        "The question is not whether a row is ever updated, but in how many steps.",
        UPDATES,
    ),
    "ever-in-each-step": M(
        "steps (1 - (1 - p)^(batch steps))",
        "The chance of an update in a step is that for the tokens of one batch, not of all batches.",
        UPDATES,
    ),
    "one-step": M("forgets the steps", "The number of steps has no effect.", UPDATES),
    "batch-for-steps": M("swaps batch and steps", "batch and steps stand in each other's places.", UPDATES),
    "steps-without": M(
        "steps (1 - p)^batch", "The result counts the steps in which the row has no gradient.", UPDATES
    ),
    "mean-batch": M(
        "one batch size for all stages",
        "The stages are merged into one size of a batch, such as the mean. The chance of an update does not "
        "grow in proportion to the batch, so each stage counts by itself.",
        UPDATES,
    ),
    "one-stage": M(
        "takes the first or the last stage", "One stage is counted, and the others are not.", UPDATES
    ),
    "same-size-once": M(
        "a dictionary from batch size to steps",
        "Of several stages with the same batch size one is counted. Each stage has steps of its own.",
        UPDATES,
    ),
    "stages-averaged": M("mean over the stages", "The stages are averaged; their updates add up.", UPDATES),
    "stages-paired": M(
        "lets stages and tokens broadcast against each other",
        "Each stage meets one token, or none fits: each must meet all tokens.",
        UPDATES,
    ),
    # -- both optimizers -------------------------------------------------------------------------------
    "uphill": M("adds the step", "The step goes up the gradient.", LISTED),
    "not-in-place": M(
        "assigns to the name, or works on a copy",
        "The table of the caller is as it was: the step happened in another array.",
        LISTED,
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
        "constants in place of eps, betas or weight_decay",
        "An argument that has a default has no effect, or too little: eps, betas or weight_decay.",
        LISTED,
    ),
    "others-change": M(
        "decays or moves the whole table",
        "Rows that are not listed change: they, or what is kept of them.",
        MOVING,
    ),
    "values-in-order": M(
        "sorts the rows alone",
        "What belongs to one row reaches another: the order of the rows has changed, and that of the other "
        "argument has not.",
        LISTED,
    ),
    "no-root": M("divides by the squares", "The root is missing from the divisor.", LISTED),
    "duplicates-lost": M(
        "keeps one gradient of a repeated row (`state[rows] += g**2`)",
        "Of several gradients of one row only one counts.",
        LISTED,
    ),
    "duplicates-averaged": M(
        "divides each gradient by its count",
        "Gradients of a row that is listed several times are averaged. They add up.",
        LISTED,
    ),
    "squares-summed": M(
        "adds up g² in place of g",
        "For a row that is listed several times its squares are added up. The square is that of the sum.",
        LISTED,
    ),
    "gradients-in-turn": M(
        "a step for each token",
        "A row that is listed several times makes several steps, and not one with the sum of its gradients.",
        LISTED,
    ),
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
    "corrections-end": M(
        "leaves the corrections away after a number of steps",
        "Late steps lack a correction that still counts: it comes to 1, but for a beta near 1 that takes "
        "thousands of steps.",
        LISTED,
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
    "gradient-unweighted": M(
        "adds g, not (1 - β) g", "The new gradient enters a mean without its weight.", LISTED
    ),
    "leaf-refused": M(
        "no torch.no_grad",
        "A table that requires a gradient fails: the step is recorded by autograd.",
        LISTED,
    ),
    "recording-changed": M(
        "E.requires_grad_(True) at the end",
        "After the step autograd does not record what it did before: the table's requires_grad has changed, "
        "or gradients stay switched off.",
        LISTED,
    ),
    # -- missed steps ----------------------------------------------------------------------------------
    "means-kept": M(
        "leaves m or v as it is", "A mean that gets no gradient fades. One of them, or both, did not.", MOVING
    ),
    "coasting-forgotten": M(
        "decay alone", "The row does not coast: while its mean fades it still moves, in each step.", SLIDE
    ),
    "coasts-for-ever": M(
        "the sum of the infinite series",
        "The row makes all moves that will ever come. It makes those of the steps that it has missed.",
        SLIDE,
    ),
    "first-not-faded": M(
        "moves before the means fade",
        "The first missed move is made with the means as they were. In a step the means come first.",
        SLIDE,
    ),
    "coasts-evenly": M(
        "k times the first move", "All missed moves are taken to be as long as the first. They fade.", SLIDE
    ),
    "last-move-alone": M(
        "fades the means, then one move",
        "One move is made, with the means at the end; each missed step has its own.",
        SLIDE,
    ),
    "second-mean-still": M(
        "β1 as the ratio",
        "The moves fade as if the mean of squares did not: its root is in the divisor.",
        SLIDE,
    ),
    "second-root-forgotten": M(
        "β1 / β2 as the ratio", "The moves fade by the factor of v, where that of its root belongs.", SLIDE
    ),
    "steps-miscounted": M("k - 1 or k + 1", "One step too many is made, or one too few.", SLIDE),
    "decay-apart": M(
        "decay and motion each by itself",
        "Decay and motion are right alone, and not together: a move decays in the steps that come after it.",
        DECAY,
    ),
    "decay-after-move": M(
        "decays what was just moved",
        "Each move decays in its own step already. AdamW decays first and moves then.",
        DECAY,
    ),
    "decay-without-rate": M(
        "(1 - λ)^k", "The decay of a step is that of AdamW: the learning rate times weight_decay.", DECAY
    ),
    "decay-added-up": M("1 - k η λ", "The decay of the steps is added up; it multiplies.", DECAY),
    "decay-once": M("1 - η λ", "The decay is that of one step, however many were missed.", DECAY),
    "never-reached": M(
        "0 / 0",
        "A row, or a number of it, that never had a gradient goes wrong: it does not move, but it decays.",
        MOVING,
    ),
    "running-sums": RUNNING_SUMS.read_at(LISTED),
    "sum-zero-skipped": M(
        "skips rows whose gradients cancel",
        "A row that is listed is left alone where its gradients add up to zero. It is listed: its means "
        "decay, and it moves by them.",
        LISTED,
    ),
    "eps-added": M(
        "an eps against division by zero",
        "Rows whose two means are tiny go wrong: m / √v can be about one for them too. Often something is "
        "added to √v against a division by zero, and shortens their moves.",
        MOVING,
    ),
    "coasts-cut-off": M(
        "stops after a fixed number of steps",
        "Where the two betas lie near each other and rows coast for long, the table is wrong: often the "
        "moves are cut off.",
        MOVING,
    ),
    "rests-capped": M(
        "min(rested, 10_000)",
        "A long rest counts as a shorter one. Motion may be over, but decay and fading go on in every step.",
        DECAY,
    ),
    "powers-narrow": M(
        "powers of float32, or of a rounded 1 - ηλ",
        "After a long rest digits are lost: what is left in each step is rounded, and a power of many steps "
        "multiplies its error.",
        DECAY,
    ),
}

CONTRACT: dict[str, M] = {}  # the house rules are in `checks/contract`

DEVICE = {
    "wrong-device": M(
        "makes or leaves a tensor on the CPU",
        "On another device than the CPU it fails: a tensor is made or moved where the arguments are not.",
        LISTED,
    ),
    "through-numpy": THROUGH_NUMPY.read_at(LISTED),
    "table-moved": M(
        "whole tables are moved to the CPU",
        "On another device whole tables are copied, as they are when they move to the CPU and back. The "
        "step belongs where the tables are, on the listed rows.",
        LISTED,
    ),
    "lost-off-cpu": M(
        "works on a copy on another device than the CPU",
        "On another device than the CPU the result is another: there a step is made in a copy, or left out.",
        LISTED,
    ),
}

COST = {
    "whole-table": M("makes an array of V × d", "An array as large as the table is made on the way.", LISTED),
    "loop-over-V": M("goes through all rows", "There is a loop over all rows of the table.", LISTED),
    "draws-by-tokens": M(
        "n[:, None] * np.log1p(-p)",
        "An array with an entry for each pair of a token and a number of draws is made.",
        DISTINCT,
    ),
    "missed-steps-made": M(
        "a loop, or an array, over the missed steps",
        "Time or memory grows with the number of missed steps: a sum over them has a closed form.",
        SLIDE,
    ),
}
