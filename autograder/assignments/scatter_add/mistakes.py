"""The misconceptions of `scatter-add`: what each is, and what a student reads about it."""

from autograder.checks.checking import Misconception as M
from autograder.checks.misconceptions import (
    IDS_AS_FLOATS,
    NEGATIVE_ID_WRAPS,
    RESULT_ON_CPU,
    RUNNING_SUMS,
    THROUGH_NUMPY,
    UNCHECKED_ON_DEVICE,
)

RULE = "scatter-add-from-the-one-hot-product-to-the-rule"
TESTS = "scatter-add-two-tests-of-one-line-each"
BUFFER = "scatter-add-why-loses-contributions"
PADDING = "scatter-add-a-row-that-must-not-learn-the-padding-index"
WIDTH = "scatter-add-the-order-and-the-width-of-the-sum"
WAYS = "scatter-add-five-ways-to-compute-it"
SPARSE = "scatter-add-three-things-called-sparse"
AUTOGRAD = "scatter-add-autograd-knows-the-rule-and-you-can-teach-it"
DIFFERENCE = "scatter-add-checking-a-gradient-that-you-derived"
LESSON = "scatter-add-the-table-of-the-rnn-course-lesson"
PITFALLS = "scatter-add-pitfalls"
TASK = "scatter-add-assignment"

SUM = {
    "duplicates-lost": M(
        "keeps one contribution of a repeated id (`dE[ids] += g`, `dE[ids] = g`)",
        "Of several positions with the same id only one contribution is left.",
        BUFFER,
    ),
    "duplicates-averaged": M(
        "divides each row by its count", "Repeated ids are averaged; the gradient is a sum.", LESSON
    ),
    "divided-by-positions": M(
        "divides by the number of positions once more",
        "The gradient is divided by the number of positions. If the loss is a mean, that factor is in "
        "grad_out already.",
        RULE,
    ),
    "rows-from-ids": M(
        "takes V from the largest id of the batch",
        "The result has as many rows as the batch's largest id asks for, not V rows.",
        RULE,
    ),
    "one-dimensional-only": M(
        "takes one axis for granted",
        "Ids with one axis work, and those of two axes do not: nothing depends on how the positions are "
        "arranged.",
        RULE,
    ),
    "two-axes-at-most": M(
        "handles a sentence and a batch, and no ids with more axes",
        "Ids of one axis and of two work, ids of three axes do not: there may be more of them.",
        RULE,
    ),
    "single-id": M(
        "`len(ids)`, or another axis that an array of shape () has not",
        "A single id, an array of shape (), fails or gives a wrong result.",
        RULE,
    ),
    "zero-ids": M(
        "`if not ids.any()` where `ids.size == 0` belongs",
        "A batch that holds nothing but the id 0 gets no gradient, as if it held no ids: zero counts as "
        "false.",
        RULE,
    ),
    "unused-rows": M(
        "`reduceat` on empty runs, or an array that was not set to zero",
        "Rows that nobody looked up are not all zero; the others are right.",
        RULE,
    ),
    "padding-ignored": M("lets the padding row learn", "The padding row gets a gradient.", PADDING),
    "padding-zero-ignored": M(
        "`if padding_idx:`", "The padding index 0 is treated like None: zero counts as false.", PADDING
    ),
    "padding-none-clears": M(
        "`dE[padding_idx] = 0` with None, which adds an axis",
        "Without a padding index the gradient is all zeros. Often the cause is that None in square brackets "
        "means a new axis, and so the whole array.",
        PADDING,
    ),
    "padding-by-position": M(
        "clears the position number padding_idx, not the row",
        "padding_idx is used as a position of the batch. It is an id: the number of a row.",
        PADDING,
    ),
    "only-padding": M(
        "takes for granted that some position is no padding",
        "A batch in which every id is the padding row fails or gives a wrong result.",
        PADDING,
    ),
    "padding-single-id": M(
        "a way of its own for a single id, without the padding row",
        "A single id works, but not where there is a padding row.",
        PADDING,
    ),
    "padding-absent": M(
        "removes what stands at the place of the padding row",
        "A padding row that the batch does not hold changes the result; often another row is lost.",
        PADDING,
    ),
    "sum-in-half": M(
        "adds in float16 or bfloat16",
        "A long sum of half-precision numbers stops growing: it is added up in half precision.",
        WIDTH,
    ),
    "widened-late": M(
        "converts the sums and not what is added",
        "Sums of half-precision numbers are returned in a wider format, and have the digits of half "
        "precision: they were rounded to it first.",
        WIDTH,
    ),
    "float64-narrowed": M(
        "adds float64 in float32, or rounds to it on the way",
        "A gradient in float64 is right to float32's digits only: it is added up in float32, or rounded "
        "to it on the way.",
        WIDTH,
    ),
    "running-sums": RUNNING_SUMS.read_at(WIDTH),
}

ROWS = {
    "ids-as-floats": IDS_AS_FLOATS.read_at(SPARSE),
    "rows-not-merged": M(
        "lists a repeated row several times",
        "A repeated id is listed several times; its gradients belong in one row.",
        SPARSE,
    ),
    "rows-unsorted": M("rows in order of appearance", "The rows are not in ascending order.", SPARSE),
    "rows-misaligned": M(
        "sorts rows and not values", "The values stand beside other rows than their own.", SPARSE
    ),
    "zero-rows-dropped": M(
        "drops rows whose gradients cancel",
        "A row that was looked up is missing because its gradients cancel. It is listed because it was "
        "looked up.",
        SPARSE,
    ),
    "padding-row-listed": M(
        "lists the padding row with zeros", "The padding row is listed; it is to be left out.", PADDING
    ),
    "pair-swapped": M("returns (values, rows)", "The pair is in the other order: rows come first.", TASK),
    "uphill": M(
        "adds the gradient",
        "The step goes uphill: the loss would grow.",
        "scatter-add-rows-of-zero-gradient-are-not-rows-at-rest",
    ),
    "not-in-place": M(
        "steps a copy", "The caller's table does not change: the step is made in a copy.", TASK
    ),
    "returns-a-value": M("returns E", "A function that works in place returns None here.", TASK),
    "rows-ignored": M(
        "steps on the first k rows",
        "The step is made on the first rows of the table. The list says which rows it is for.",
        TASK,
    ),
    "order-needed": M(
        "takes ascending rows for granted", "The rows may come in any order, each with its own values.", TASK
    ),
    "values-changed": M(
        "scales the values in place",
        "The list of rows or their gradients are changed; the table alone is to change.",
        TASK,
    ),
    "repeats-accepted": M("steps with repeated rows", "A row that is listed twice is accepted.", PITFALLS),
    "repeats-side-by-side": M(
        "compares neighbours alone",
        "A row that is listed twice is noticed only where the two stand side by side.",
        PITFALLS,
    ),
    "changed-before-error": M(
        "steps first and checks then", "The table has changed although the input was refused.", TASK
    ),
}

DIFFERENTIATED = {
    "needs-grad-mode": M(
        "lets autograd compute the gradient, where it may be switched off",
        "It fails where gradients are switched off, as under `torch.no_grad()` and in a backward pass.",
        AUTOGRAD,
    ),
    "hidden-from-autograd": M(
        "cuts the result off from grad_out (NumPy, detach, no_grad)",
        "The result cannot be differentiated with respect to grad_out: a step is hidden from autograd.",
        AUTOGRAD,
    ),
    "padding-hidden": M(
        "sets the padding row to zero behind autograd's back (.data, no_grad)",
        "The padding row is set to zero in a step that is hidden from autograd: the derivative still reaches "
        "the padding positions of grad_out.",
        AUTOGRAD,
    ),
    "grad-out-changed": M(
        "writes into grad_out",
        "grad_out is changed; it belongs to autograd, which may use it again.",
        AUTOGRAD,
    ),
    "mend-torch-first": M(
        "calls a gradient that is wrong itself",
        "`embedding_backward_torch`, which is called here, gives a wrong gradient. Mend that first; this "
        "part may then be right.",
        AUTOGRAD,
    ),
    "padding-in-forward": M(
        "sets the padding row to zero in the forward pass",
        "The forward pass changes the padding row. It is looked up like any other and only learns nothing.",
        PADDING,
    ),
    "forward-shape": M(
        "squeezes the rows, or leaves them in one axis",
        "The forward pass returns rows of another shape. It is the shape of the ids with one axis of "
        "length d more, also where an axis has the length one.",
        TASK,
    ),
    "view-returned": M(
        "returns a view of E for a single id",
        "The result for a single id shares its memory with E: it is a view and no new tensor, and so "
        "keeps the whole table alive.",
        PITFALLS,
    ),
    "table-returned": M(
        "E.clone()[ids], a view of the copy for a single id",
        "The result for a single id is a view of a copy of the whole table, and so keeps all of it alive.",
        PITFALLS,
    ),
    "table-saved": M(
        "keeps E for the backward pass",
        "The table, or something as large, is kept for the backward pass, which does not need it.",
        AUTOGRAD,
    ),
    "index-saved": M(
        "an index for every number, as `scatter_add` takes it",
        "Something as large as the result is kept for the backward pass. The ids are enough.",
        AUTOGRAD,
    ),
    "gradient-shape": M(
        "returns a gradient of another shape than that of E",
        "The gradient that backward returns for E has another shape than E.",
        AUTOGRAD,
    ),
    "gradient-order": M(
        "returns the gradients in another order than forward's arguments",
        "No gradient arrives at E: the gradients are to be returned in the order of forward's arguments, "
        "and ctx has none.",
        AUTOGRAD,
    ),
    "gradient-count": M(
        "returns too few or too many gradients",
        "backward returns one gradient for each argument of forward, None where there is none.",
        AUTOGRAD,
    ),
    "kept-on-the-class": M(
        "keeps V or padding_idx on the class",
        "A second forward pass before backward changes the gradient of the first. What backward needs "
        "belongs to `ctx`, of which each call has its own.",
        AUTOGRAD,
    ),
    "not-twice": M(
        "cuts the graph in backward (NumPy, detach, once_differentiable)",
        "The backward pass cannot be differentiated, or its derivative is wrong: a step in it is hidden "
        "from autograd.",
        AUTOGRAD,
    ),
}

QUOTIENTS = {
    "one-sided": M(
        "one-sided difference",
        "The quotient looks at one side only; a central difference is asked for.",
        DIFFERENCE,
    ),
    "half-step": M(
        "divides by ε",
        "The two sides are 2ε apart, and the quotient is divided by another number.",
        DIFFERENCE,
    ),
    "eps-ignored": M("fixed step", "The argument eps has no effect.", DIFFERENCE),
    "not-a-float": M(
        "returns all errors, or a pair",
        "What is returned is no number. One is asked for, the error of the worst entry.",
        DIFFERENCE,
    ),
    "no-floor": M(
        "relative without max(1, …)",
        "Small entries are judged in proportion: the denominator is not the largest of three numbers, of "
        "which one is 1.",
        DIFFERENCE,
    ),
    "absolute-only": M(
        "absolute error",
        "Large entries are judged absolutely; the error is to be taken in proportion.",
        DIFFERENCE,
    ),
    "mean-not-max": M(
        "averages the entries", "The errors of the entries are averaged; the worst one counts.", DIFFERENCE
    ),
    "errors-combined": M(
        "adds the errors, or takes their median or their length",
        "The errors of all entries are combined into one number; the worst one alone counts.",
        DIFFERENCE,
    ),
    "small-errors-lost": M(
        "takes errors below a threshold for zero",
        "Small errors are returned as zero. The largest error is asked for, however small.",
        DIFFERENCE,
    ),
    "lengths-added": M(
        "1 + max(|n|, |g|), 1 + |n| + |g| or max(1, |n| + |g|)",
        "In the denominator numbers are added; it is the largest of three numbers.",
        DIFFERENCE,
    ),
    "one-length": M(
        "max(1, |n|) or max(1, |g|)",
        "The denominator looks at one of n and g alone; the larger of the two counts.",
        DIFFERENCE,
    ),
    "length-signed": M(
        "max(1, n, g)",
        "The denominator takes n and g with their signs, which forgets how steep a negative slope is.",
        DIFFERENCE,
    ),
    "parts-apart": M(
        "divides the largest difference by the largest length",
        "The largest difference is divided by the largest length, of another entry perhaps; the quotient "
        "is to be formed for each entry.",
        DIFFERENCE,
    ),
    "scaled-step": M(
        "a step in proportion to x", "The step depends on x; it is eps for every entry.", DIFFERENCE
    ),
    "entries-left-out": M(
        "tries some of the entries",
        "With hundreds of entries a wrong one is not found: only some of them are looked at.",
        TESTS,
    ),
    "norm-ratio": M(
        "one ratio of norms for the whole array",
        "One ratio is formed for the whole array; each entry is to be judged on its own.",
        DIFFERENCE,
    ),
    "lengths-compared": M(
        "compares |n| with |g|",
        "A gradient of the wrong sign looks right: the difference comes first, then its absolute value.",
        DIFFERENCE,
    ),
    "zero-skipped": M(
        "skips entries where the gradient is zero",
        "A gradient that is zero where it should not be looks right: every entry counts.",
        DIFFERENCE,
    ),
    "sign-lost": M("no absolute value", "Errors of one sign go unnoticed.", DIFFERENCE),
    "all-at-once": M(
        "moves all entries together", "All entries are moved together; each is to be moved alone.", DIFFERENCE
    ),
    "neighbours-moved": M(
        "restores x at the end only",
        "While an entry is moved, those before it are still moved: each is to be moved alone.",
        DIFFERENCE,
    ),
    "x-not-restored": M(
        "leaves x changed",
        "x is not put back, or not to the last bit: what was added and subtracted again may be rounded.",
        DIFFERENCE,
    ),
    "x-not-restored-on-error": M("no try/finally", "If f raises, x stays changed.", DIFFERENCE),
    "x-not-restored-on-exit": M(
        "restores in `except Exception`",
        "If f raises an exception that does not derive from Exception (as Ctrl-C and `sys.exit` do), x "
        "stays changed.",
        DIFFERENCE,
    ),
    "x-one-axis": M(
        "takes one axis for granted",
        "One axis works, another shape of x does not: a single number and several axes are shapes like any "
        "other.",
        DIFFERENCE,
    ),
    "exception-swallowed": M(
        "catches f's exception", "An exception of f does not reach the caller.", DIFFERENCE
    ),
    "exception-replaced": M(
        "raises an exception of its own where f raises",
        "If f raises, another exception reaches the caller: f's own is to be passed on as it is.",
        DIFFERENCE,
    ),
    "nan-lost": M(
        "`max` passes over nan",
        "A nan in the gradient or in a quotient is lost on the way, often because a comparison with nan is "
        "False.",
        DIFFERENCE,
    ),
}

CAUGHT = {  # by is_right
    "refuses-rounding": M(
        "compares float32 exactly with float64",
        "A right gradient is refused because it is computed in float32: its sums agree with the exact ones "
        "up to rounding, and that is all they can.",
        WIDTH,
    ),
    "own-functions": M(
        "compares with its author's own gradient",
        "A gradient from the exercises above is called. Whoever has a mistake there accepts the same one "
        "here.",
        TASK,
    ),
    "raises-for-wrong": M(
        "compares arrays of two shapes",
        "A wrong gradient leads to an exception in place of False, perhaps because its shape is not looked "
        "at.",
        RULE,
    ),
    "accepts-anything": M("returns True", "It accepts one that returns nothing but zeros.", TESTS),
    "accepts-overwritten": M(
        "no id repeats",
        "It accepts one that forgets repeated ids: the last position is all that a row gets.",
        BUFFER,
    ),
    "accepts-averaged": M(
        "takes a mean for right too", "It accepts one that averages the positions of a repeated id.", LESSON
    ),
    "accepts-third-lost": M(
        "no id repeats more than once",
        "It accepts one that adds two positions of the same id and forgets a third.",
        BUFFER,
    ),
    "accepts-first-sentence": M(
        "one axis alone", "It accepts one that looks at the first sentence of a batch alone.", RULE
    ),
    "accepts-mixed-order": M(
        "batches of one row or one column alone",
        "It accepts one that takes the ids of a batch in another order than their gradients.",
        RULE,
    ),
    "accepts-other-shape": M(
        "compares numbers alone, and broadcasts", "It accepts one whose result has an axis too many.", RULE
    ),
    "accepts-cut-table": M(
        "V is the largest id and one", "It accepts one whose table ends at the largest id of the batch.", RULE
    ),
    "accepts-last-row-lost": M(
        "nobody looks up the last row", "It accepts one that loses the last row of the table.", TESTS
    ),
    "accepts-row-zero-lost": M("nobody looks up row 0", "It accepts one that loses row 0.", TESTS),
    "accepts-shifted": M(
        "compares sums or sorted numbers",
        "It accepts one that returns the right numbers in the wrong rows.",
        TESTS,
    ),
    "accepts-filled": M(
        "looks at the rows of the batch alone",
        "It accepts one that leaves numbers in rows that nobody looked up.",
        TESTS,
    ),
    "accepts-scaled": M(
        "compares directions", "It accepts one that divides by the number of positions.", RULE
    ),
    "accepts-sign": M("compares sizes", "It accepts one with the wrong sign.", RULE),
    "accepts-same-columns": M(
        "one column, or equal ones", "It accepts one that gives all columns the numbers of the first.", TESTS
    ),
    "accepts-nan": M(
        "asks whether a difference is too large",
        "It accepts one that returns nan. A comparison with nan is never true: ask whether a difference is "
        "small enough.",
        TESTS,
    ),
    "accepts-reversed": M(
        "compares the sums of rows", "It accepts one that returns the columns in the reverse order.", TESTS
    ),
    "accepts-inexact": M(
        "allows for much more than rounding", "It accepts one that is off by far more than rounding.", TESTS
    ),
    "accepts-first-dropped": M(
        "the first gradient is zero", "It accepts one that drops the first position.", TESTS
    ),
    "accepts-last-dropped": M(
        "the last gradient is zero", "It accepts one that drops the last position.", TESTS
    ),
    "accepts-accumulating": M(
        "asks no size twice", "It accepts one that adds to what it returned for the same sizes before.", TESTS
    ),
    "accepts-answers-kept": M(
        "asks the same again, and no size with other numbers",
        "It accepts one that returns an old answer where the sizes are those of an earlier call.",
        TESTS,
    ),
    "accepts-first-size": M(
        "always the same V", "It accepts one that keeps the number of rows from its first call.", RULE
    ),
}

MATTER = {
    **SUM,
    **ROWS,
    **DIFFERENTIATED,
    **QUOTIENTS,
    **CAUGHT,
    "negative-wraps": NEGATIVE_ID_WRAPS.read_at(PITFALLS),
    "range-unchecked": M("does not compare ids with V", "Ids outside the table are accepted.", PITFALLS),
}

CONTRACT = {
    "other-step": M("another default step", "Without eps the step is not that of the docstring.", TASK)
}

DEVICE = {
    "wrong-device": RESULT_ON_CPU.read_at(WAYS),
    "through-numpy": THROUGH_NUMPY.read_at(WAYS),
    "unchecked-on-device": UNCHECKED_ON_DEVICE.read_at(PITFALLS),
    "lost-off-cpu": M(
        "detaches or copies on another device than the CPU",
        "On another device than the CPU a derivative is lost: there a step is hidden from autograd.",
        AUTOGRAD,
    ),
}

COST = {
    "too-many-calls": M(
        "calls backward more than six times", "backward is called more than six times.", TASK
    ),
    "loop-over-V": M(
        "goes through all V rows", "The work grows with V: there is a loop over all rows of the table.", WAYS
    ),
    "one-hot-memory": M(
        "makes the N × V one-hot matrix, or a mask of all pairs of positions",
        "The memory grows as the number of positions times that of rows (or of positions again), as for "
        "the one-hot product.",
        WAYS,
    ),
    "dense-inside": M(
        "makes a V × d array on the way", "An array as large as the whole table is made on the way.", SPARSE
    ),
    "length-V": M(
        "makes a V-length array of flags, counts or places",
        "An array with one entry for each of the V rows is made on the way.",
        SPARSE,
    ),
    "dense-step": M("makes a second V × d array", "A second array as large as the table is made.", SPARSE),
}
