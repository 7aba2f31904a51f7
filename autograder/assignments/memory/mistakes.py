"""The misconceptions of `memory`: what each is, and what a student reads about it."""

from autograder.checks.checking import Misconception as M

COUNT = "memory-counting-parameters"
BYTES = "memory-from-parameters-to-bytes-and-mb-apart-from-mib"
BATCH = "memory-from-ids-to-activations-and-logits"
CACHE = "memory-the-key-value-cache-beside-the-table"
TRAINING = "memory-what-training-adds"
FITS = "memory-the-largest-vocabulary-that-fits"
BOUND = "memory-why-a-lookup-is-bound-by-bandwidth"
MEASURING = "memory-measuring-what-you-predicted"
TASK = "memory-assignment"

MISTAKES = {
    # -- whole numbers --------------------------------------------------------------------------
    "float-result": M(
        "returns bytes or counts as a float", "A float is returned where a whole number is asked for.", BYTES
    ),
    "digits-lost": M(
        "computes in floating point on the way to an int",
        "The last digits of very large numbers are lost: somewhere on the way they are floats.",
        BYTES,
    ),
    "counts-overflow": M(
        "multiplies in int64, or asks for an array of that size",
        "Very large numbers wrap around, or fail: somewhere on the way they are held in 64 bits.",
        BYTES,
    ),
    "list-for-tuple": M(
        "returns a list or an array", "The numbers come in a list or an array; a tuple is asked for.", TASK
    ),
    "bits-for-bytes": M("gives bits", "Bits are returned; a byte has eight of them.", BYTES),
    "elements-for-bytes": M(
        "counts numbers and not their bytes", "Numbers are counted, and not their bytes.", BYTES
    ),
    "itemsize-fixed": M(
        "takes one size for numbers of every dtype",
        "Every number is given the same size; it depends on the dtype.",
        BYTES,
    ),
    "bfloat16-is-four": M(
        "takes bfloat16 for a type of four bytes, since a part of its name is that of float",
        "A bfloat16 is given four bytes; its name says how many bits it has.",
        BYTES,
    ),
    # -- four bits ------------------------------------------------------------------------------
    "rounded-down": M(
        "`// 2` or `// 8` for int4",
        "An odd number of int4 loses its last half byte: the size is rounded down.",
        BYTES,
    ),
    "whole-byte-each": M(
        "gives each int4 a byte", "Each int4 is given a byte of its own; two of them share one.", BYTES
    ),
    "rounded-together": M(
        "rounds the sum of several arrays",
        "Several arrays are rounded as if they were one; each of them fills up its own last byte.",
        BYTES,
    ),
    "rounded-by-row": M(
        "rounds each row or vector up",
        "A part of the array is rounded up to whole bytes; it is the array as a whole that is.",
        BYTES,
    ),
    # -- what must be refused -------------------------------------------------------------------
    "types-unchecked": M("checks no types", "Sizes that are no integers are accepted.", TASK),
    "size-left-out": M(
        "forgets one of the sizes in its checks",
        "One of the sizes is not checked at all, though another one is.",
        TASK,
    ),
    "equal-accepted": M(
        "puts a cache around the checks: 3.0 and 3 are the same key, as are True and 1",
        "A float is accepted where the call was made with an equal int before: a cache takes 3.0 for 3, "
        "and does not look at the type again.",
        TASK,
    ),
    "checked-above-one": M(
        "`if multiple > 1:` before the check",
        "A size is looked at only if it is larger than 1. What is smaller has to be refused too.",
        TASK,
    ),
    "numpy-accepted": M(
        "`numbers.Integral`, `operator.index` or int() in place of the type int",
        "An integer of NumPy is accepted as a size. It is no int of Python.",
        TASK,
    ),
    "bool-accepted": M(
        "`isinstance(x, int)`, which is true for True",
        "True is accepted as a size. In Python bool is a kind of int.",
        TASK,
    ),
    "float-accepted": M("takes floats", "A float is accepted as a size.", TASK),
    "negative-accepted": M("checks no signs", "A negative number is accepted.", TASK),
    "zero-unchecked": M(
        "checks a size only if it is true",
        "False or 0.0 is accepted where the size 0 is allowed. They are no integers.",
        TASK,
    ),
    "unchecked-without-budget": M(
        "answers for a budget of 0 before it looks at the rest",
        "With a budget of 0 an unknown dtype is accepted.",
        TASK,
    ),
    "unchecked-without-work": M(
        "answers for no work before it looks at the rates",
        "Where there is nothing to do, a rate that is not above 0 is accepted.",
        TASK,
    ),
    "whole-number": M(
        "returns an int where there is nothing to do",
        "The time is a whole number; it is to be a float.",
        TASK,
    ),
    "whole-seconds": M("// for /", "The time is cut to whole seconds.", BOUND),
    "single-precision": M("computes in float32", "The time is right to float32's digits only.", TASK),
    "seconds-rounded": M(
        "round(seconds, 6)",
        "The seconds are rounded to some digits after the point. Much work takes less than that.",
        TASK,
    ),
    "floats-refused": M(
        "checks amounts or rates as sizes",
        "Floats are refused with a TypeError; amounts and rates may be ints or floats.",
        TASK,
    ),
    "range-narrowed": M(
        "multiplies several of the numbers, or holds them in 64 bits or in float32",
        "Very large or very small numbers, which the docstring allows, fail or give a wrong time: "
        "something on the way does not hold them.",
        TASK,
    ),
    "idle-is-zero": M(
        "answers 0 as soon as one of the amounts is 0",
        "If one of the two amounts is 0, the time is 0; the other amount takes its time all the same.",
        BOUND,
    ),
    "signs-of-quotients": M(
        "looks at the signs of the quotients",
        "A negative amount is accepted where its rate is negative too: the sign of their quotient does "
        "not show it.",
        TASK,
    ),
    "master-for-some": M(
        "a master copy for Adam alone, or for what has states",
        "With mixed precision some optimizers have a master copy and others none. The copy is of the "
        "weights, and does not depend on the optimizer.",
        TRAINING,
    ),
    "unit-by-logarithm": M(
        "finds the unit by a logarithm in floats",
        "The unit comes from a logarithm in floats, which is rounded: close to where a unit begins, it "
        "gives the wrong one.",
        BYTES,
    ),
    "gradients-in-part": M(
        "keeps the bytes of one of the tensors for each storage",
        "Of gradients that lie in one storage only a part is counted; the storage counts whole.",
        MEASURING,
    ),
    "plain-values-fail": M(
        "takes every value of a state for a tensor",
        "It fails if a state holds a value that is no tensor, such as a number.",
        MEASURING,
    ),
    "no-parameters-fails": M(
        "next(model.parameters())",
        "It fails for a module without parameters, which holds 0 bytes.",
        MEASURING,
    ),
    "one-device-only": M(
        "counts what lies on the device of the first parameter",
        "Tensors that lie on another device than the parameters are left out.",
        MEASURING,
    ),
    "gradients-one-by-one": M(
        "adds up the storages of gradients without comparing them",
        "Gradients that lie in one storage are counted once each, with all of it.",
        MEASURING,
    ),
    "state-grows": M(
        "reads optimizer.state[p]",
        "The optimizer is changed: `optimizer.state` makes an entry for each Parameter looked up there.",
        MEASURING,
    ),
    "states-of-the-model": M(
        "looks for the model's parameters in optimizer.state",
        "States of parameters that are not the model's are not counted.",
        MEASURING,
    ),
    "whole-states-skipped": M(
        "counts floating-point states alone",
        "States that are no floating-point numbers are not counted.",
        MEASURING,
    ),
    "states-one-by-one": M(
        "adds up the states' own numbers, or their storages without comparing them",
        "States that share a storage, or show a part of one, are not counted once and whole.",
        MEASURING,
    ),
    "one-count-for-all": M(
        "one set of addresses for all three numbers",
        "A storage that holds a gradient is not counted again among the states. Each of the three "
        "numbers counts it.",
        MEASURING,
    ),
    "zero-accepted": M(
        "refuses negative sizes only", "A size of 0 is accepted where the docstring asks for 1 or more.", TASK
    ),
    "zero-refused": M(
        "asks for 1 or more everywhere", "A zero is refused where the docstring allows it.", TASK
    ),
    "name-unchecked": M(
        "takes what is not in the list for one that is, or asks PyTorch",
        "A name that is not in the list is accepted.",
        TASK,
    ),
    "slow-refused": M(
        "asks for rates of more than 1", "A small rate is refused; every rate above 0 is allowed.", BOUND
    ),
    "name-not-named": M(
        "raises without the name", "The message of the ValueError does not hold the name that is wrong.", TASK
    ),
    "wrong-exception": M(
        "raises another type, or leaves the error to the language",
        "Wrong input is refused, but not with the exception that the rules name.",
        TASK,
    ),
    # -- tables ---------------------------------------------------------------------------------
    "tied-inverted": M(
        "doubles where tied is true",
        "tied is understood the wrong way round: a tied matrix is stored once.",
        COUNT,
    ),
    "output-forgotten": M(
        "counts one matrix, tied or not", "The output matrix of an untied model is not counted.", COUNT
    ),
    "tied-counted-twice": M(
        "counts two matrices, tied or not", "A tied matrix is counted twice; it is stored once.", COUNT
    ),
    "rows-without-width": M(
        "adds positions or segments without the width",
        "Rows of positions or segments are counted as one number each.",
        COUNT,
    ),
    "positions-doubled": M(
        "doubles the whole input side if untied",
        "Untied, the further tables are doubled as well; the output has none of them.",
        COUNT,
    ),
    "bias-of-width": M(
        "d numbers of bias", "The bias of the output has the wrong length: how many logits are there?", COUNT
    ),
    "bias-if-untied": M(
        "counts the bias of an untied output only",
        "The bias is forgotten if the output is tied; tying shares the matrix only.",
        COUNT,
    ),
    "bias-doubled": M(
        "doubles the bias with the matrix",
        "Untied, the bias of the output is counted twice; there is one.",
        COUNT,
    ),
    # -- shares ---------------------------------------------------------------------------------
    "percent": M("multiplies by 100", "Percentages are returned; a fraction is asked for.", COUNT),
    "share-of-rest": M(
        "divides by the rest of the model",
        "The share is taken of the rest of the model, and not of the whole.",
        COUNT,
    ),
    "total-grown": M(
        "adds the output matrix to total", "The total is enlarged by a matrix that is in it already.", COUNT
    ),
    "pair-swapped": M(
        "returns (stored, one)",
        "The two fractions are in the other order: the one matrix comes first.",
        COUNT,
    ),
    "total-unchecked": M(
        "lets the matrices be larger than the model",
        "A total that is smaller than the stored matrices is accepted.",
        COUNT,
    ),
    "fractions-rounded": M(
        "round(..., 4)",
        "The fractions are rounded to some digits after the point. Return them as they are.",
        TASK,
    ),
    "too-large-for-float": M(
        "float(...) before the division",
        "It fails for very large numbers, which no float holds, though their quotient is small.",
        BYTES,
    ),
    "whole-fraction": M(
        "returns 1 for a model that is its table",
        "A fraction is an int where the matrices are the whole model; it is to be a float there too.",
        TASK,
    ),
    "whole-refused": M(
        "`>=` where `>` belongs", "A model that consists of its matrices alone is refused.", TASK
    ),
    # -- text -----------------------------------------------------------------------------------
    "binary-for-decimal": M(
        "divides by 1024 and writes MB",
        "Decimal units are asked for, and the number is divided by 1024 or its powers.",
        BYTES,
    ),
    "decimal-for-binary": M(
        "divides by 1000 and writes MiB",
        "Binary units are asked for, and the number is divided by 1000 or its powers.",
        BYTES,
    ),
    "labels-without-i": M(
        "writes MB for MiB", "The number is in binary units, and its label is that of a decimal one.", BYTES
    ),
    "binary-ignored": M("ignores binary", "The argument binary has no effect.", BYTES),
    "kilo-capital": M("KB for kB", "The decimal kilobyte is not written as in the table.", TASK),
    "other-digits": M(
        "another number of digits, or zeros dropped",
        "There are not exactly two digits after the point.",
        TASK,
    ),
    "bytes-with-digits": M(
        "999.00 B", "Plain bytes are whole; they are written without digits after the point.", TASK
    ),
    "unit-after-rounding": M(
        "chooses the unit after rounding",
        "The unit is chosen by the rounded number. It is to be chosen before.",
        TASK,
    ),
    "rounded-twice": M(
        "rounds to more digits first",
        "The number is rounded twice, to three digits or more and then to two; that can end on the other "
        "side than rounding once.",
        BYTES,
    ),
    "thousands-separated": M(
        "`:,` in the format", "The digits before the point are separated into thousands.", TASK
    ),
    "most-refused": M(
        "`>=` where `>` belongs", "The largest number that the docstring allows is refused.", TASK
    ),
    "calls-differ": M(
        "changes a list of units that lies outside the function",
        "The second of two equal calls gives another text: the first has changed something that the "
        "function reads.",
        TASK,
    ),
    "strictly-larger": M(
        "`>` where `>=` belongs", "If there is exactly one of a unit, the next smaller one is used.", TASK
    ),
    "unit-invented": M(
        "goes on to EB, or fails",
        "Above the last unit of the table something else happens than that unit being used.",
        TASK,
    ),
    # -- a batch --------------------------------------------------------------------------------
    "id-dtype-ignored": M("8 bytes for every id", "Ids are given 8 bytes whatever their dtype is.", BATCH),
    "ids-in-dtype": M(
        "gives ids the dtype of the vectors",
        "Ids are given the dtype of the vectors; they have their own.",
        BATCH,
    ),
    "last-logits-only": M(
        "logits of the last token",
        "Logits are counted for one token of each text. Training has them for every token, and so has "
        "this function.",
        BATCH,
    ),
    "logits-widened": M(
        "float32 logits", "Logits are given another dtype than the vectors; here they share it.", BATCH
    ),
    "states-before-master": M(
        "returns the states in place of the master copy",
        "Master copy and states are in another order than in TrainingBytes.",
        TRAINING,
    ),
    "batch-forgotten": M(
        "one text",
        "The bytes do not grow with the number of texts: each text of the batch has keys and values.",
        CACHE,
    ),
    "no-space": M("`2.00kB`", "Between the number and its unit stands no space.", BYTES),
    "cut-off": M(
        "cuts digits off",
        "The digits after the second are cut off; the number is to be rounded to nearest.",
        BYTES,
    ),
    "fields-swapped": M(
        "logits before embeddings", "The fields are in another order than in Activations.", BATCH
    ),
    "table-for-vectors": M(
        "V · d for the vectors", "The table is counted; the vectors of the batch are asked for.", BATCH
    ),
    # -- the cache ------------------------------------------------------------------------------
    "values-forgotten": M("no factor 2", "Half is missing: there are keys, and there are values.", CACHE),
    "layers-forgotten": M(
        "one layer", "Only one layer is counted; each has keys and values of its own.", CACHE
    ),
    "heads-forgotten": M("one head", "Only one key-value head is counted.", CACHE),
    # -- training -------------------------------------------------------------------------------
    "master-always": M(
        "a master copy without mixed precision",
        "Without mixed precision there is no master copy: the weights are float32 themselves.",
        TRAINING,
    ),
    "master-forgotten": M("no master copy", "Mixed, the master copy is missing.", TRAINING),
    "master-halved": M(
        "a master copy of 2 bytes",
        "The master copy is given 2 bytes for each number. What is it kept for?",
        TRAINING,
    ),
    "mixed-ignored": M("ignores mixed", "The argument mixed has no effect.", TRAINING),
    "gradients-not-halved": M("gradients of 4 bytes", "Mixed, gradients have 2 bytes here.", TRAINING),
    "states-halved": M(
        "states of 2 bytes", "Mixed, the states are given 2 bytes; they are float32.", TRAINING
    ),
    "adam-one": M("one state", "Adam remembers two numbers for each parameter.", TRAINING),
    "counter-counted": M(
        "adds the counter of steps", "Adam's counter of steps is counted; here it is left out.", TRAINING
    ),
    "adam-three": M(
        "counts the master copy or the gradient as Adam's",
        "Adam remembers two numbers for each parameter; one more is counted.",
        TRAINING,
    ),
    # -- what fits ------------------------------------------------------------------------------
    "over-budget": M("rounds up", "One row too many: the table does not fit into the budget.", FITS),
    "exact-fit-refused": M(
        "`<` where `<=` belongs", "A table that fills the budget exactly is not allowed; it fits.", FITS
    ),
    "budget-in-bits": M("divides bytes by bits", "The budget is in bytes, and it is divided by bits.", FITS),
    "loop-over-rows": M(
        "counts up or down", "The rows are counted one by one; there is a division that does it.", FITS
    ),
    "multiple-of-both": M(
        "takes the multiple of the rows of both matrices, and halves it afterwards",
        "Untied, the result is not the largest multiple that fits: the multiple is taken of the rows of "
        "both matrices together.",
        FITS,
    ),
    "multiple-ignored": M("ignores multiple", "The result is not a multiple of `multiple`.", FITS),
    "multiple-up": M(
        "rounds up to a multiple", "The result is rounded up to a multiple, and so does not fit.", FITS
    ),
    "never-zero": M("max(multiple, …)", "If nothing fits, something else than 0 is returned.", FITS),
    "nothing-refused": M(
        "raises if nothing fits", "If nothing fits, an exception is raised; 0 is the answer.", FITS
    ),
    # -- time -----------------------------------------------------------------------------------
    "times-added": M(
        "adds the times", "The two times are added. Computing and moving go on at the same time.", BOUND
    ),
    "shorter-time": M("min", "The shorter of the two times is taken; both must be over.", BOUND),
    "compute-only": M("arithmetic only", "The bytes have no influence.", BOUND),
    "bytes-only": M("bytes only", "The arithmetic has no influence.", BOUND),
    "rates-swapped": M(
        "divides by the other rate", "Each amount is divided by the rate of the other.", BOUND
    ),
    "bandwidth-in-bits": M(
        "multiplies the bytes by 8", "The bandwidth is taken for one in bits; it is in bytes.", BOUND
    ),
    "nothing-to-do-fails": M(
        "divides by an amount", "It fails if there is nothing to compute or nothing to move.", BOUND
    ),
    # -- measuring ------------------------------------------------------------------------------
    "shared-counted-twice": M(
        "adds up names or Parameters, not storages",
        "Memory that has two names, or two Parameters in it, is counted twice. What counts is the storage.",
        MEASURING,
    ),
    "tensor-address": M(
        "tells storages apart by tensor.data_ptr()",
        "Two tensors that begin at different places of one storage are taken for two storages.",
        MEASURING,
    ),
    "part-of-storage": M(
        "numel × itemsize of a view",
        "Of a storage only the part is counted that a tensor shows; all of it is kept alive.",
        MEASURING,
    ),
    "buffers-counted": M("counts the state_dict", "Buffers are counted; they are no parameters.", MEASURING),
    "frozen-skipped": M(
        "counts what requires a gradient",
        "Frozen parameters are left out; they take their bytes as well.",
        MEASURING,
    ),
    "frozen-gradient-skipped": M(
        "counts gradients where requires_grad is true",
        "A gradient that is there is left out where its parameter no longer requires one.",
        MEASURING,
    ),
    "gradients-assumed": M(
        "takes gradients to be as large as the parameters",
        "The bytes of gradients are inferred from the parameters; there may be none yet, or others.",
        MEASURING,
    ),
    "missing-gradient-fails": M("p.grad is None", "It fails if a parameter has no gradient.", MEASURING),
    "states-assumed": M(
        "two states for every optimizer",
        "The bytes of the states are inferred; other optimizers keep something else.",
        MEASURING,
    ),
    "counters-skipped": M(
        "skips tensors of one number",
        "The counters of steps are left out; they are tensors in the optimizer's state, too.",
        MEASURING,
    ),
    "no-optimizer-fails": M("optimizer.state of None", "It fails without an optimizer.", MEASURING),
    "model-changed": M(
        "runs a step, or clears gradients",
        "The model has changed: asked a second time, the numbers are others.",
        MEASURING,
    ),
    "cpu-only": M(
        "goes through NumPy or counts CPU tensors only",
        "On another device than the CPU it fails, or counts nothing.",
        MEASURING,
    ),
}
