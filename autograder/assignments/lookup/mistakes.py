"""The misconceptions of `lookup`: what each is, and what a student reads about it."""

from autograder.checks.checking import Misconception as M
from autograder.checks.misconceptions import ID_NARROWED, RESULT_KEPT

SHAPES = "lookup-ids-of-any-shape"
RANGE = "lookup-negative-ids-wrap-around"
TYPES = "lookup-booleans-are-a-mask-not-ids"
COST = "lookup-what-each-way-costs"
FORMAT = "lookup-a-one-hot-vector-in-the-wrong-number-format"
LABELS = "lookup-labels-are-ids-too"
OVERFLOW = "lookup-without-overflow"
MEAN = "lookup-the-mean-over-positions"
DEVICE = "lookup-cpu-and-gpu"

MISTAKES = {
    # -- which ids are ids ------------------------------------------------------------------------
    "negative-wraps": M(
        "negative ids count from the end",
        "A negative id is taken to count from the end of the table. It is no id, and should be an error.",
        RANGE,
    ),
    "modulo": M(
        "ids are reduced modulo V",
        "An id out of range is folded back into the range, so it gets the row of another token. It "
        "should be an error.",
        RANGE,
    ),
    "clipped": M(
        "ids are clipped to 0 ... V - 1",
        "An id out of range is moved to the nearest id that exists. It should be an error.",
        RANGE,
    ),
    "zero-row": M(
        "ids out of range match nothing, which goes unnoticed",
        "An id out of range matches no place, and the zeros that come of it go unnoticed. It should "
        "be an error.",
        RANGE,
    ),
    "off-by-one": M(
        "id V is let through",
        "The first id past the end is let through. Ids start at zero, so the last one is not V.",
        "lookup-the-identity",
    ),
    "first-id": M(
        "id 0 is special",
        "Other ids work and id 0 does not. Ids start at zero, and none of them is reserved.",
        "lookup-the-identity",
    ),
    "last-id": M(
        "id V - 1 is refused, or lost",
        "Other ids work and the last one, V − 1, does not. It is an id like any other.",
        "lookup-the-identity",
    ),
    "partly-checked": M(
        "not all ids are checked",
        "An id out of range is refused in one array and passes in another, depending on where it stands "
        "or on the shape of the array. Every id has to be checked, a single one of shape `()` too.",
        RANGE,
    ),
    "large-vocabulary": M(
        "a number format is too small for large ids",
        "A small vocabulary works, and a large one gives wrong values: somewhere an id or a place passes "
        "through a number format that cannot hold it.",
        FORMAT,
    ),
    "range-exception": M(
        "an id out of range raises another type, or the library's own error",
        "An id out of range is refused, but not with an `IndexError`.",
        "lookup-assignment",
    ),
    "type-exception": M(
        "ids of a wrong type raise another type, or the library's own error",
        "Ids of a type that is not allowed are refused, but not with a `TypeError`.",
        "lookup-assignment",
    ),
    "names-no-id": M(
        "the error does not name the id",
        "An id out of range is an error, as it should be, but its message does not say which id it was.",
        RANGE,
    ),
    "names-another-id": M(
        "the error names an id that has a place",
        "An id out of range is an error, as it should be, but its message names another one of the "
        "ids. It should name the one that has no place.",
        RANGE,
    ),
    "bool-as-ids": M("truth values are accepted as ids", "Truth values are accepted as ids.", TYPES),
    "float-as-ids": M(
        "floating point numbers are accepted as ids", "Floating point numbers are accepted as ids.", TYPES
    ),
    "not-integers": M(
        "whatever can be made an integer is accepted as an id",
        "Truth values and floating point numbers are both accepted as ids.",
        TYPES,
    ),
    "empty-float": M(
        "the type is not checked where there are no ids",
        "The type of the ids is not checked where there are none: an empty array of floating point "
        "numbers is accepted.",
        TYPES,
    ),
    "other-integers": M(
        "every integer type is taken in PyTorch",
        "In PyTorch ids are `int32` or `int64`. Another integer type is accepted; indexing takes some of "
        "these for a mask.",
        TYPES,
    ),
    "id-dtype": M(
        "only 64-bit ids work",
        "It works for `int64` ids, and fails for another integer type. A small type cannot hold every "
        "number that ids meet on the way, such as V or a place in a flat array.",
        RANGE,
    ),
    "uint64-mixed": M(
        "uint64 meets int64 and becomes float64",
        "Ids of type `uint64` do not work, and those of every other type do. NumPy does not take them "
        "for `int64` unless it is told to, and with a signed integer they make a floating point number.",
        TYPES,
    ),
    "unsigned-refused": M(
        "unsigned ids are refused",
        "Unsigned ids such as `uint8` are refused. Every integer type is allowed.",
        TYPES,
    ),
    "id-cast": M(
        "ids are cast to int64 before the range is checked",
        "A very large unsigned id is refused, as it should be, but the message names another number: "
        "the ids are converted to another type before they are checked.",
        RANGE,
    ),
    "id-narrowed": ID_NARROWED.read_at(RANGE),
    "huge-wraps": M(
        "an unsigned id beyond int64 is taken for a negative one",
        "An unsigned id beyond all numbers of `int64` is accepted: NumPy indexes with `int64`, where it "
        "becomes a negative number and counts from the end. Check the upper end too, before you index.",
        RANGE,
    ),
    "int32-refused": M(
        "only int64 tensors work", "Ids of type `int64` work and ids of type `int32` do not.", TYPES
    ),
    "one-based": M(
        "ids are counted from 1",
        "Ids are counted from one. They are counted from zero.",
        "lookup-worked-examples",
    ),
    "ids-changed": M(
        "the caller's ids are changed",
        "The caller's array of ids is another after the call, in its values or in its shape.",
        SHAPES,
    ),
    "changed-by-refusal": M(
        "writes into an argument before it checks the ids",
        "Where an id is refused, an argument of the caller's is left changed.",
        RANGE,
    ),
    "argument-locked": M(
        "makes an argument read-only",
        "An array of the caller's can no longer be written after the call: its flag `writeable` was "
        "changed. What is given stays unchanged.",
        "lookup-a-single-id-gives-a-view",
    ),
    "result-kept": RESULT_KEPT.read_at("lookup-a-single-id-gives-a-view"),
    "result-remembered": M(
        "hands a remembered result out, though an argument has changed since",
        "The result of an earlier call comes again, although the arrays hold other numbers by now.",
        "lookup-a-single-id-gives-a-view",
    ),
    # -- shapes -----------------------------------------------------------------------------------
    "one-dimension-only": M(
        "ids must be a flat list",
        "Only a flat list works. Arrays with more dimensions follow the same rule.",
        SHAPES,
    ),
    "flattened": M(
        "the shape of the ids is lost",
        "The values are right and the shape of the ids is lost: the result is a flat list of vectors.",
        SHAPES,
    ),
    "single-id": M(
        "a single id, of shape (), fails", "A single id, in an array of shape `()`, does not work.", SHAPES
    ),
    "no-ids": M(
        "an array without ids fails",
        "An array with no ids in it does not work. It has a shape, and so has the answer.",
        RANGE,
    ),
    "needs-a-sequence": M(
        "the result is stacked from a list of rows",
        "A single id of shape `()` and an array with no ids both fail: there is no list of rows to "
        "put together.",
        SHAPES,
    ),
    "not-contiguous": M(
        "the memory of the ids is taken to be in order",
        "Ids whose numbers do not lie side by side in memory, such as a transposed array, do not work.",
        SHAPES,
    ),
    # -- one_hot ----------------------------------------------------------------------------------
    "axis-first": M(
        "the one-hot vectors are columns",
        "The vectors stand along the first axis. The new axis of length V is the last one.",
        SHAPES,
    ),
    "multi-hot": M(
        "one vector for all ids",
        "The ones of all ids stand in the same vector. Each id has a vector of its own.",
        "lookup-a-concrete-start",
    ),
    "V-from-ids": M(
        "the largest id decides the length",
        "The vectors are only as long as the largest id that occurs. Their length is the size of "
        "the vocabulary.",
        "lookup-one-hot-vectors-and-their-three-problems",
    ),
    "dtype-ignored": M(
        "the argument dtype has no effect", "The result does not have the dtype that was asked for.", FORMAT
    ),
    "dtype-floats-only": M(
        "only floating point dtypes are honoured",
        "The result has the dtype that was asked for only if that is a floating point one. Integers and "
        "truth values may be asked for as well.",
        FORMAT,
    ),
    "dtype-spelling": M(
        "a dtype must be a type such as np.float64",
        "A dtype works as a type such as `np.float16`, and not as an object of `np.dtype` or as a text "
        "with its name, which NumPy takes for the same.",
        FORMAT,
    ),
    "compared-in-dtype": M(
        "ids become numbers of the result's dtype",
        "The ids are compared in the dtype of the result, which may not tell them apart: as truth values "
        "all but id 0 are the same. Only the result should have that dtype.",
        FORMAT,
    ),
    "dtype-without-ids": M(
        "without ids the result has the default dtype",
        "The result has the right number format, but not where there are no ids: an empty array has a "
        "number format, too.",
        FORMAT,
    ),
    "identity-matrix": M(
        "a V x V matrix is built",
        "A few ids of a large vocabulary run out of memory: a matrix with a row for every id of the "
        "vocabulary is built on the way.",
        "lookup-np-eye-v-ids-builds-a-v-v-matrix-first",
    ),
    # -- lookup, lookup_torch ---------------------------------------------------------------------
    "column": M(
        "columns are picked instead of rows",
        "Columns of the table are picked. A token has a row.",
        "lookup-the-identity",
    ),
    "whole-table": M(
        "work or memory grows with V",
        "Work or memory grows with the vocabulary although only a few rows are asked for: the whole "
        "table is read or copied, or something with a place for every id is made. An `inf` or `nan` in "
        "a row that is not asked for should not matter either.",
        COST,
    ),
    "half-table-converted": M(
        "a table in half precision is converted as a whole",
        "A table in half precision is converted as a whole, although only a few rows are asked for: time "
        "and memory grow with V there.",
        COST,
    ),
    "table-made-contiguous": M(
        "a table that is not contiguous is copied as a whole",
        "A table whose rows do not lie side by side in memory, such as a transposed one, is copied as a "
        "whole, although only a few rows are asked for.",
        COST,
    ),
    "dtype-changed": M(
        "the result is not of the table's dtype",
        "The result should have the number format of the table, whichever that is.",
        FORMAT,
    ),
    "view": M(
        "a single id gives a view of the table",
        "For a single id the result is another name for the table's own memory: whoever writes into "
        "it changes the table.",
        "lookup-a-single-id-gives-a-view",
    ),
    "view-of-several": M(
        "several ids give a view of the table",
        "For some ids the result is another name for the table's own memory: whoever writes into it "
        "changes the table. A slice is a view.",
        "lookup-a-single-id-gives-a-view",
    ),
    "rounded-rows": M(
        "rows pass through a narrower number format",
        "The rows are rounded: on the way they pass through a number format with fewer digits than the "
        "table's. A lookup copies every number.",
        FORMAT,
    ),
    "special-numbers": M(
        "inf and nan are not copied",
        "A row that holds `inf` or `nan` does not come out as it is. A lookup copies every number.",
        "lookup-the-identity",
    ),
    "wrong-library": M(
        "an array where a tensor is expected, or the reverse",
        "The result belongs to the other library: NumPy functions return NumPy arrays, PyTorch "
        "functions return tensors.",
        "lookup-numpy-then-pytorch",
    ),
    "detached": M(
        "the result is cut off from the table",
        "No gradient reaches the table: on the way the numbers leave what PyTorch records, or they "
        "are taken from a copy.",
        "lookup-forward-beside-backward",
    ),
    "detached-without-ids": M(
        "cut off from the table where there are no ids",
        "Without ids the result is cut off from the table, so `backward` fails or leaves no gradient. "
        "There is one, and it is zero everywhere.",
        "lookup-forward-beside-backward",
    ),
    "table-state": M(
        "requires_grad or grad of the table is changed",
        "What PyTorch keeps beside the table's numbers is another after the call: `requires_grad`, "
        "`grad`, or whether gradients are recorded at all. What is given stays unchanged.",
        "lookup-forward-beside-backward",
    ),
    "detached-in-half": M(
        "cut off from the table for float16 or bfloat16",
        "In half precision no gradient reaches the table; in float32 and float64 one does.",
        "lookup-forward-beside-backward",
    ),
    "padding-row": M(
        "one row never gets a gradient",
        "One row of the table never receives its gradient, as if its id were padding.",
        "lookup-the-arguments-of-nn-embedding",
    ),
    "averaged-gradient": M(
        "repeated rows get an averaged gradient",
        "A row that is read several times receives the average of its gradients. It should receive "
        "their sum.",
        "lookup-the-arguments-of-nn-embedding",
    ),
    "assigned-gradient": M(
        "the gradients of a repeated row overwrite each other",
        "A row that is read several times receives the gradient of one reading. It should receive the "
        "sum of all.",
        "lookup-forward-beside-backward",
    ),
    "numpy-on-device": M(
        "NumPy is given a tensor on a device",
        "On another device NumPy is asked to read a tensor. It cannot see that memory.",
        DEVICE,
    ),
    "made-on-cpu": M(
        "a tensor is made on the CPU and meets the device's",
        "On another device it fails: a tensor that the function makes is on the CPU and meets one "
        "that is not.",
        DEVICE,
    ),
    "result-on-cpu": M(
        "the result is on the CPU",
        "On another device the numbers are right, but the result is on the CPU, always or for some "
        "ids, such as an array without any. It should be where the table is.",
        DEVICE,
    ),
    "table-moved": M(
        "the whole table is moved to the CPU",
        "On another device the whole table is copied, as it is when it moves to the CPU and back: time "
        "and memory grow with V there. The lookup belongs where the table is.",
        DEVICE,
    ),
    "unchecked-on-device": M(
        "errors are the library's on a device",
        "Ids out of range are refused as asked on the CPU, and not on another device. There the check "
        "has to come before the lookup, which must never see such an id.",
        DEVICE,
    ),
    # -- lookup_cost ------------------------------------------------------------------------------
    "bits": M(
        "bits instead of bytes",
        "The sizes come out eight times too large: they are given in bytes already.",
        "lookup-size",
    ),
    "elements": M(
        "numbers are counted, not bytes", "Numbers are counted, not the bytes that they take.", COST
    ),
    "fixed-itemsize": M(
        "four bytes a number, whatever itemsize says",
        "The size of a number is taken to be four bytes, whatever the argument says.",
        COST,
    ),
    "fixed-id-itemsize": M(
        "eight bytes an id, whatever id_itemsize says",
        "The size of an id is taken to be eight bytes, whatever the argument says.",
        COST,
    ),
    "itemsize-for-ids": M(
        "ids are as large as numbers",
        "Ids are counted with the size of the table's numbers. They have a size of their own.",
        COST,
    ),
    "ids-not-counted": M(
        "the ids are forgotten", "The ids are not counted. They are an array that takes part, too.", COST
    ),
    "output-not-counted": M(
        "the output is forgotten", "One of the arrays that take part is missing: the output.", COST
    ),
    "read-and-written": M(
        "the gathered rows are read and written twice",
        "Some array is counted twice. Each one that takes part is counted once.",
        COST,
    ),
    "table-in-gather": M(
        "the gather reads the whole table",
        "The gather is charged for the whole table. It touches only the rows that are asked for.",
        COST,
    ),
    "distinct-rows": M(
        "a row is counted once however often it is gathered",
        "No more rows are counted than the table has. A row that is gathered twice counts twice.",
        COST,
    ),
    "gather-multiplies": M(
        "the gather multiplies",
        "The gather is charged for multiplications. It copies, and computes nothing.",
        COST,
    ),
    "table-not-counted": M(
        "the product forgets the table", "One of the arrays of the product is missing: the table.", COST
    ),
    "onehot-not-counted": M(
        "the product forgets the one-hot matrix",
        "One of the arrays of the product is missing: the one-hot matrix.",
        COST,
    ),
    "flops": M(
        "a multiplication and an addition count as two",
        "The number of multiplications is too large: additions are counted too. They should not be.",
        COST,
    ),
    "one-position": M(
        "the multiplications of one position",
        "The multiplications are those of one position. Every position has its own.",
        COST,
    ),
    "swapped": M("bytes first, multiplications second", "The two numbers are in the wrong order.", COST),
    "float-counts": M(
        "counts are floating point numbers",
        "A count is a floating point number. A quotient by `/` is one even where it is whole, and so is "
        "whatever has met one. Counts are integers, and large ones must stay exact.",
        COST,
    ),
    "counts-rounded": M(
        "counts pass through floating point numbers",
        "Small counts are right and large ones differ in their last digits: on the way they are floating "
        "point numbers, which hold about 16 digits. Counts must be exact at any size.",
        COST,
    ),
    "counts-overflow": M(
        "counts wrap around at 2**64",
        "Large counts come out wrong: they are computed in an integer type of fixed size, which "
        "overflows. Counts must be exact at any size.",
        RANGE,
    ),
    "settings-exception": M(
        "settings that cannot be raise another type",
        "A method that does not exist or a size that cannot be is refused, but not with a `ValueError`.",
        "lookup-assignment",
    ),
    "method-not-checked": M(
        "any method passes",
        "A method that does not exist is accepted in silence. It must be a `ValueError`; see the docstring.",
        "lookup-assignment",
    ),
    "method-similar": M(
        "another spelling of a method passes",
        "A method is accepted whose name only resembles one of the two: capitals, a space, a hyphen or "
        "missing letters make another name. It must be a `ValueError`.",
        "lookup-assignment",
    ),
    "some-sizes-unchecked": M(
        "some sizes are checked, or with one method",
        "Some sizes that cannot be are refused, and others are accepted. `n` must be 0 or more, and `V`, "
        "`d`, `itemsize` and `id_itemsize` at least 1, with either method.",
        "lookup-assignment",
    ),
    "checks-after-return": M(
        "n = 0 returns before the checks",
        "Settings that are refused otherwise are accepted where there are no ids, `n = 0`: it returns "
        "before everything is checked.",
        "lookup-assignment",
    ),
    "free-without-ids": M(
        "n = 0 is free with one-hot vectors too",
        "With no ids the one-hot product is said to cost nothing. The arrays without a row are empty, "
        "and the table takes part all the same.",
        COST,
    ),
    "sizes-not-checked": M(
        "sizes are not checked",
        "Negative sizes are accepted in silence. A negative `n`, and a `V`, `d`, `itemsize` or "
        "`id_itemsize` below 1, must be a `ValueError`; see the docstring.",
        "lookup-assignment",
    ),
    "zero-accepted": M(
        "sizes of zero pass",
        "Negative sizes are refused and a size of zero is not. A `V`, `d`, `itemsize` or "
        "`id_itemsize` below 1 must be a `ValueError`; see the docstring.",
        "lookup-assignment",
    ),
    "zero-ids-refused": M(
        "n = 0 is refused",
        "Looking up no ids at all is refused. It is a lookup like any other, and the gather of no "
        "rows is free.",
        COST,
    ),
    # -- cross_entropy_from_logits ----------------------------------------------------------------
    "sum": M(
        "sum instead of mean", "The losses of the positions are added up. The loss is their mean.", MEAN
    ),
    "mean-over-V": M(
        "the mean runs over the vocabulary as well",
        "The result is too small by the size of the vocabulary: the mean runs over positions, not "
        "over all logits.",
        MEAN,
    ),
    "batch-mean": M(
        "sum over T, mean over B",
        "For targets with several dimensions the sum is divided by the length of the first one. The "
        "mean runs over all positions.",
        MEAN,
    ),
    "not-averaged": M(
        "one loss per position", "There is one number for each position. Their mean is asked for.", MEAN
    ),
    "log-of-mean": M(
        "logarithm of the mean probability",
        "The mean is taken of the probabilities and not of the losses: the logarithm comes first.",
        MEAN,
    ),
    "log2": M("logarithm to base 2", "The logarithm has base two. The loss uses the natural one.", LABELS),
    "log-mean-exp": M(
        "a mean of exponentials where their sum belongs",
        "The exponentials are averaged over the vocabulary. The formula adds them up.",
        LABELS,
    ),
    "sign": M(
        "log-likelihood, not its negative",
        "The sign is wrong: a loss falls as the target's probability rises.",
        LABELS,
    ),
    "softmax-twice": M("softmax is applied twice", "The logits pass through a softmax twice.", LABELS),
    "already-probabilities": M(
        "logits are taken for probabilities",
        "The logits are taken for probabilities. They are not normalised, and may be negative.",
        LABELS,
    ),
    "wrong-axis": M(
        "softmax over the positions",
        "The probabilities are normalised along the wrong axis: each position has its own sum over "
        "the vocabulary.",
        LABELS,
    ),
    "no-shift": M(
        "exp without taking out the maximum",
        "Large logits, in one direction or the other, give `inf` or `nan`: an exponential "
        "overflows, or all of them vanish.",
        OVERFLOW,
    ),
    "softmax-then-log": M(
        "log of a softmax that has become 0",
        "A very unlikely target gives an infinite loss: its probability has become zero before the "
        "logarithm is taken.",
        OVERFLOW,
    ),
    "unsafe-shift": M(
        "a shift that lets exponentials overflow",
        "A very unlikely target gives an infinite loss: an exponential overflows. The number that is "
        "taken out of the logits, such as the target's own, does not make every exponent harmless.",
        OVERFLOW,
    ),
    "absolute-shift": M(
        "shifts by the largest absolute value",
        "Logits that are all far below zero give an infinite loss: their largest absolute value is taken "
        "out of them, which makes all exponentials vanish.",
        OVERFLOW,
    ),
    "padded-probability": M(
        "log(p + epsilon)",
        "A very unlikely target gives a loss that is far too small: a small number added to a "
        "probability hides how unlikely the target is.",
        OVERFLOW,
    ),
    "clipped-logits": M(
        "logits are clipped",
        "Large logits are cut off, which makes different predictions equal. Only a shift changes nothing.",
        OVERFLOW,
    ),
    "one-max": M(
        "one maximum for the whole batch",
        "One position with large logits spoils the others: each position needs a shift of its own.",
        OVERFLOW,
    ),
    "zero-times-inf": M(
        "one-hot labels times -inf",
        "A logit of minus infinity that is not the target's gives `nan`: neither zero times infinity nor "
        "infinity minus infinity is a number.",
        "lookup-one-bad-row-spoils-the-product",
    ),
    "masked-left-out": M(
        "positions with -inf are left out",
        "Positions where some logit is minus infinity are missing from the mean. Only the token is "
        "impossible; the position has a loss like any other.",
        MEAN,
    ),
    "masked-as-large": M(
        "writes a large negative number for minus infinity",
        "A logit of minus infinity is replaced by a number. Logits may be as low as that number.",
        OVERFLOW,
    ),
    "masked-as-zero": M(
        "-inf becomes 0",
        "A logit of minus infinity is replaced by zero, which is an ordinary score. Its probability is "
        "zero, not its logit.",
        OVERFLOW,
    ),
    "masked-refused": M(
        "-inf is refused",
        "Logits raise an exception where one of them is minus infinity. That is allowed wherever it is "
        "not the target's.",
        OVERFLOW,
    ),
    "half-refused": M(
        "float16 is refused",
        "Logits in `float16` raise an exception. They are allowed; a wider format is needed on the way.",
        OVERFLOW,
    ),
    "shifted-in-half": M(
        "differences in float16",
        "Logits in `float16` are converted too late: a difference of two of them is still taken in "
        "`float16`, where it is rounded to three digits, and where a large one overflows.",
        OVERFLOW,
    ),
    "half-precision": M(
        "sums in float16",
        "Logits in `float16` are added up in `float16`, which rounds to three digits and overflows for "
        "a large vocabulary.",
        OVERFLOW,
    ),
    "not-a-float": M(
        "a NumPy or torch scalar",
        "The value is right, but it is an array or tensor without dimensions, in a number format of "
        "its own. A Python float is asked for.",
        MEAN,
    ),
    "axes-of-length-one": M(
        "an axis of length one is lost",
        "Axes of length one do not work, or get lost, such as that of one id in an array of shape "
        "`(1,)`, of a vocabulary of one token, or of rows of one number. They are axes like any other.",
        SHAPES,
    ),
    "shapes-not-compared": M(
        "targets of another shape are accepted",
        "Targets whose shape does not belong to the logits are accepted in silence.",
        MEAN,
    ),
    "targets-exception": M(
        "targets that do not fit raise another type, or the library's own error",
        "Targets of another shape than the positions, or no targets, are refused, but not with a "
        "`ValueError`.",
        "lookup-assignment",
    ),
    "empty-mean": M("the mean of nothing", "The mean over no positions is returned as if it existed.", MEAN),
    "ignore-index": M(
        "-100 is left out of the mean",
        "One negative number is not refused: positions with it are left out of the mean.",
        RANGE,
    ),
    "logits-changed": M(
        "the caller's logits are changed", "The caller's logits are others after the call.", OVERFLOW
    ),
}
