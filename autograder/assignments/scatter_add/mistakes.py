"""The misconceptions of `scatter-add`: what each is, and what a student reads about it."""

from autograder.checks.checking import Misconception as M
from autograder.checks.misconceptions import (
    ARGUMENTS_CHANGED,
    DTYPE_NOT_AS_SAID,
    ID_NARROWED,
    ID_NOT_NAMED,
    IDS_AS_FLOATS,
    NEGATIVE_ID_WRAPS,
    OTHER_NUMBER,
    RESULT_KEPT,
    RESULT_ON_CPU,
    THROUGH_NUMPY,
    UNCHECKED_ON_DEVICE,
)

RULE = "scatter-add-from-the-one-hot-product-to-the-rule"
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

MISTAKES = {
    # -- the sum --------------------------------------------------------------------------------
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
    "empty-fails": M(
        "cannot handle an input without entries",
        "Where there are no entries, or none are left, it fails or gives a wrong result; the rules allow "
        "such an input.",
        TASK,
    ),
    "empty-dtype": M(
        "makes an array of the default dtype where there are no ids",
        "Without ids the result has another dtype than with them.",
        TASK,
    ),
    "one-dimensional-only": M(
        "takes one axis for granted",
        "Ids with one axis work, but not those of every shape: nothing depends on how the positions are "
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
        "A single id, an array of shape (), fails or gives a wrong result; the other shapes work.",
        RULE,
    ),
    "forward-shape": M(
        "squeezes the rows, or leaves them in one axis",
        "The forward pass returns rows of another shape. It is the shape of the ids with one axis of "
        "length d more, also where an axis has the length one.",
        TASK,
    ),
    "zero-ids": M(
        "`if not ids.any()` where `ids.size == 0` belongs",
        "A batch that holds nothing but the id 0 is taken for one without ids: zero counts as false.",
        RULE,
    ),
    "unused-rows": M(
        "`reduceat` on empty runs, or an array that was not set to zero",
        "Rows that nobody looked up are not all zero; the others are right.",
        RULE,
    ),
    "contiguous-only": M(
        "needs arrays whose values lie side by side (`.view`, a flattened copy)",
        "It depends on how the numbers of an array lie in memory, and fails for transposed arrays, which "
        "have another order there, or slices, which have gaps. Flattening may copy such an array or mix "
        "up its order, and a view of another shape may not exist.",
        TASK,
    ),
    "arguments-changed": ARGUMENTS_CHANGED.read_at(TASK),
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
    "result-shared": M(
        "returns an argument where nothing is to be added",
        "The result shares its memory with an argument; a new array was asked for.",
        TASK,
    ),
    "empty-view": M(
        "E[:0] where there are no ids",
        "Without ids the result is a slice of E: it holds no number, and still keeps the whole table alive.",
        PITFALLS,
    ),
    "result-kept": RESULT_KEPT.read_at(TASK),
    # -- padding --------------------------------------------------------------------------------
    "padding-ignored": M("lets the padding row learn", "The padding row gets a gradient.", PADDING),
    "padding-zero-ignored": M(
        "`if padding_idx:`", "The padding index 0 is treated like None: zero counts as false.", PADDING
    ),
    "padding-none-clears": M(
        "`dE[padding_idx] = 0` with None, which adds an axis",
        "Without a padding index the gradient is lost: None in square brackets means a new axis, and so "
        "the whole array.",
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
    "padding-dtype": M(
        "makes an array of the default dtype where all positions are padding",
        "Where every id is the padding row, the result has another dtype than otherwise.",
        PADDING,
    ),
    "padding-single-id": M(
        "a way of its own for a single id, without the padding row",
        "A single id works, but not where there is a padding row.",
        PADDING,
    ),
    "padding-nan": M(
        "multiplies the sum in half precision by zero",
        "The gradient of the padding row is nan where its sum is too large for the dtype: zero times "
        "infinity is nan.",
        PADDING,
    ),
    "padding-absent": M(
        "removes what stands at the place of the padding row",
        "A padding row that the batch does not hold changes the result: another row is lost.",
        PADDING,
    ),
    "padding-in-forward": M(
        "sets the padding row to zero in the forward pass",
        "The forward pass changes the padding row. It is looked up like any other and only learns nothing.",
        PADDING,
    ),
    # -- numbers --------------------------------------------------------------------------------
    "dtype-not-kept": DTYPE_NOT_AS_SAID.read_at(WIDTH),
    "sum-in-half": M(
        "adds in float16 or bfloat16",
        "A long sum of half-precision numbers stops growing: it is added up in half precision.",
        WIDTH,
    ),
    "float64-narrowed": M(
        "adds float64 in float32, or rounds to it on the way",
        "A gradient in float64 is right to float32's digits only: it is added up in float32, or rounded "
        "to it on the way.",
        WIDTH,
    ),
    "running-sums": M(
        "takes differences of running sums over all positions",
        "Small gradients are lost where another row has very large ones: they were added into one sum "
        "on the way.",
        WIDTH,
    ),
    "narrow-ids": M(
        "computes with ids in their own dtype, or takes int64 only",
        "Ids (or rows) of an allowed dtype other than int64 are refused, fail, or go to the wrong rows. "
        "Numbers of a small or unsigned dtype overflow when you compute with them.",
        TASK,
    ),
    "narrow-padding": M(
        "puts V or padding_idx into the dtype of the ids",
        "Ids of a narrow dtype work, but not beside a padding row: V and padding_idx may be beyond the "
        "numbers of that dtype.",
        TASK,
    ),
    "uint64-ids": M(
        "combines uint64 with signed integers, which gives float64",
        "Ids (or rows) of uint64 are refused, fail, or go to the wrong rows; all other integer types "
        "work. NumPy makes float64 of uint64 and a signed integer.",
        TASK,
    ),
    "rows-dtype": M(
        "leaves rows in the dtype of the ids",
        "The rows are not int64 for every dtype of the ids; see the docstring.",
        TASK,
    ),
    # -- what must be refused -------------------------------------------------------------------
    "id-types": M(
        "takes ids that are no integers, or leaves them to the library",
        "Ids (or rows) of a dtype that is not allowed are not refused with a TypeError.",
        TASK,
    ),
    "negative-wraps": NEGATIVE_ID_WRAPS.read_at(PITFALLS),
    "negative-accepted": M(
        "compares ids with V alone",
        "Ids that are too large are refused and negative ones accepted. No row has a negative number.",
        TASK,
    ),
    "range-unchecked": M("does not compare ids with V", "Ids outside the table are accepted.", TASK),
    "id-V-accepted": M(
        "compares with `>` where `>=` belongs",
        "The id V is accepted. Ids begin with 0, so the last row is V − 1.",
        TASK,
    ),
    "id-not-named": ID_NOT_NAMED.read_at(TASK),
    "id-narrowed": ID_NARROWED.read_at(TASK),
    "id-converted": OTHER_NUMBER.read_at(TASK),
    "empty-unchecked": M(
        "returns early where there are no ids",
        "Without ids (or rows) wrong input is accepted. The rules hold there too: no check is left out "
        "because there are none, or comes after an early return.",
        TASK,
    ),
    "padding-not-named": M(
        "raises without naming padding_idx",
        "The message of the IndexError for a padding_idx outside the table does not name it.",
        TASK,
    ),
    "padding-range": M("does not check padding_idx", "A padding_idx outside the table is accepted.", TASK),
    "padding-refused": M(
        "takes 0, the last row, or a row that is not in the batch for no padding_idx",
        "A padding_idx in the table is refused with an IndexError. Each row from 0 to V − 1 may be the "
        "padding row, whether or not the batch holds it.",
        PADDING,
    ),
    "shapes-unchecked": M(
        "flattens or broadcasts without comparing shapes",
        "Shapes that do not fit together are accepted; flattening and broadcasting hide them.",
        TASK,
    ),
    "wrong-exception": M(
        "raises another type, or leaves the error to the library",
        "Wrong input is refused, but not with the exception that the notebook's rules name.",
        TASK,
    ),
    # -- cost -----------------------------------------------------------------------------------
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
    "ids-as-floats": IDS_AS_FLOATS.read_at(SPARSE),
    # -- rows and values ------------------------------------------------------------------------
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
    # -- PyTorch --------------------------------------------------------------------------------
    "wrong-device": RESULT_ON_CPU.read_at(WAYS),
    "through-numpy": THROUGH_NUMPY.read_at(WAYS),
    "unchecked-on-device": UNCHECKED_ON_DEVICE.read_at(PITFALLS),
    "needs-grad-mode": M(
        "lets autograd compute the gradient, where it may be switched off",
        "It fails where gradients are switched off, as under `torch.no_grad()` and in a backward pass.",
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
    "table-saved": M(
        "keeps E for the backward pass",
        "The table, or something as large, is kept for the backward pass, which does not need it.",
        AUTOGRAD,
    ),
    # -- a step ---------------------------------------------------------------------------------
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
    "other-dtype-fails": M(
        "subtracts in place what is of a wider dtype, or refuses it",
        "Values of another float dtype than that of E make the step fail; the docstring allows them.",
        TASK,
    ),
    "step-narrow": M(
        "computes lr * values in the dtype of values",
        "Where the values are of a narrower dtype than E, the step is computed in the narrower one. A "
        "Python number times an array has the dtype of the array.",
        WIDTH,
    ),
    "order-needed": M(
        "takes ascending rows for granted", "The rows may come in any order, each with its own values.", TASK
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
    "dense-step": M("makes a second V × d array", "A second array as large as the table is made.", SPARSE),
    # -- difference quotients -------------------------------------------------------------------
    "one-sided": M(
        "one-sided difference",
        "The quotient looks at one side only; a central difference was asked for.",
        DIFFERENCE,
    ),
    "half-step": M(
        "divides by ε",
        "The two sides are 2ε apart, and the quotient is divided by another number.",
        DIFFERENCE,
    ),
    "eps-ignored": M("fixed step", "The argument eps has no effect.", DIFFERENCE),
    "not-a-float": M(
        "returns all errors, an integer or a pair",
        "What is returned is no float. One number is asked for, the error of the worst entry, and 0.0 "
        "without entries.",
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
    "number-for-f": M(
        "x + step, a number for an x of shape ()",
        "For an x of shape () f gets a number: NumPy makes one of a sum or product of arrays without an "
        "axis. f takes an array.",
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
        "One axis works, other shapes of x do not: a single number and several axes are shapes like any "
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
    "x-dtype-accepted": M(
        "takes or converts an x of another dtype", "An x that is not float64 is not refused.", DIFFERENCE
    ),
    "grad-dtype-accepted": M(
        "takes or converts a grad of another dtype", "A grad that is not float64 is not refused.", DIFFERENCE
    ),
    "nan-lost": M(
        "`max` passes over nan",
        "A nan in the gradient or in a quotient is lost on the way: a comparison with nan is False.",
        DIFFERENCE,
    ),
}
