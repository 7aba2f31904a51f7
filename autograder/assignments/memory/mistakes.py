"""The misconceptions of `memory`: what each is, and what a student reads about it."""

from autograder.checks.checking import Misconception as M

COUNT = "memory-counting-parameters"
SHARE = "memory-the-share-of-the-table-in-real-models"
BYTES = "memory-from-parameters-to-bytes-and-mb-apart-from-mib"
PHONE = "memory-what-fits-a-phone"
BATCH = "memory-from-ids-to-activations-and-logits"
PIECES = "memory-the-logits-need-not-all-exist"
CACHE = "memory-the-key-value-cache-beside-the-table"
FITS = "memory-the-largest-vocabulary-that-fits"
BOUND = "memory-why-a-lookup-is-bound-by-bandwidth"
MEASURING = "memory-measuring-what-you-predicted"

MATTER = {
    "single-precision": M(
        "computes in float32", "The time is right to some seven digits, as float32 holds them.", BOUND
    ),
    "byte-too-many": M(
        "`// 8 + 1`",
        "A byte too many is counted where numbers fill whole bytes; only what is left over takes one more.",
        BYTES,
    ),
    # -- bytes ------------------------------------------------------------------------------------
    "digits-lost": M(
        "computes in floating point",
        "The last digits of very large numbers are lost: somewhere on the way they are floats.",
        BYTES,
    ),
    "counts-overflow": M(
        "multiplies in int64, or asks for an array of that size",
        "Very large numbers wrap around or fail: perhaps they are held in 64 bits, or something as long is "
        "made.",
        BYTES,
    ),
    "bits-for-bytes": M("gives bits", "Bits are returned; a byte has eight of them.", BYTES),
    "elements-for-bytes": M(
        "counts numbers and not their bytes", "Numbers are counted, and not their bytes.", BYTES
    ),
    "itemsize-fixed": M(
        "takes one size for numbers of several dtypes",
        "Numbers of different dtypes are given the same size; it depends on the dtype.",
        BYTES,
    ),
    "bfloat16-is-four": M(
        "takes bfloat16 for a type of four bytes, since a part of its name is that of float",
        "A bfloat16 is given four bytes; its name says how many bits it has.",
        BYTES,
    ),
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
    # -- a model ------------------------------------------------------------------------------------
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
    "kv-heads-ignored": M(
        "all heads alike",
        "Queries, and keys and values, are given the same number of heads. There are two numbers of heads.",
        COUNT,
    ),
    "heads-for-width": M(
        "takes heads times head_dim for d",
        "A matrix of attention is counted with d columns where it has those of all heads. The two numbers "
        "need not be equal.",
        COUNT,
    ),
    "projection-forgotten": M(
        "three matrices of attention",
        "A matrix of attention is missing: one makes the queries, and another of that size leads back to the "
        "width.",
        COUNT,
    ),
    "kv-matrix-forgotten": M(
        "one matrix for keys and values", "Keys and values have a matrix each; one is counted.", COUNT
    ),
    "mlp-of-two": M(
        "the MLP of GPT-2", "Two matrices are counted in the MLP. These models have three.", COUNT
    ),
    "norms-forgotten": M(
        "no norms, or one in a layer", "Norms of the layers are missing. Each layer has two.", COUNT
    ),
    "last-norm-forgotten": M(
        "the norms of the layers alone", "The norm behind the last layer is missing.", COUNT
    ),
    "layers-counted-once": M("one layer", "One layer is counted, however many there are.", COUNT),
    "attention-of-other-size": M(
        "another number of matrices, or another number of heads in one of them",
        "What differs from the right total are numbers of attention: one of its four matrices has another "
        "size, or there are more or fewer of them.",
        COUNT,
    ),
    "mlp-of-other-size": M(
        "another number of matrices, or hidden × hidden",
        "What differs from the right total are numbers of the MLP. It has three matrices, each with the "
        "sides d and `hidden`.",
        COUNT,
    ),
    "norms-of-other-number": M(
        "norms with a shift, one for each layer behind the last, or of another width",
        "What differs from the right total are as many numbers as a few norms have. There are two norms in "
        "each layer and one behind the last.",
        COUNT,
    ),
    "biases-counted": M(
        "matrices with biases",
        "More is counted than matrices and norms, such as biases. There are none.",
        COUNT,
    ),
    "one-is-half": M(
        "half of `stored`, tied or not",
        "The fraction of one matrix is half of that of all stored ones, tied or not. A tied model stores "
        "one.",
        SHARE,
    ),
    "share-of-tables": M(
        "divides by the tables", "A fraction is taken of the tables; it is one of all parameters.", SHARE
    ),
    "fractions-in-float32": M(
        "computes in float32", "The fractions are right to about seven digits, as float32 holds them.", SHARE
    ),
    "share-of-rest": M(
        "divides by the rest of the model",
        "A share is taken of a part of the model, and not of the whole.",
        SHARE,
    ),
    "total-grown": M(
        "adds the output matrix to the total",
        "The share is taken of more than the total: a matrix is added that is in it already, or not stored.",
        SHARE,
    ),
    "pair-swapped": M(
        "returns (stored, one)",
        "The two fractions are in the other order: the one matrix comes first.",
        SHARE,
    ),
    "one-as-stored": M(
        "the share of all stored matrices, twice",
        "Untied, the fraction of one matrix is that of both.",
        SHARE,
    ),
    "groups-in-columns": M(
        "V / group", "Groups are counted along the columns; neighbours in a row share a scale.", PHONE
    ),
    "groups-whole-bytes": M(
        "rounds each group up",
        "With scales, the numbers of each group are rounded up to whole bytes; it is the matrix that is.",
        PHONE,
    ),
    # -- scales ---------------------------------------------------------------------------------------
    "scales-forgotten": M("ignores group", "The argument group has no effect: scales take bytes too.", PHONE),
    "groups-across-rows": M(
        "V · d / group", "Groups are counted over the table as one long row. Each row ends a group.", PHONE
    ),
    "last-group-dropped": M(
        "d // group", "What is left at the end of a row has no scale. A smaller group needs one too.", PHONE
    ),
    "group-too-many": M(
        "d // group + 1", "One group too many is counted in a row that groups divide without rest.", PHONE
    ),
    "scale-of-other-size": M(
        "another number of bytes, or bits, for a scale", "A scale is not given its two bytes.", PHONE
    ),
    "scales-of-int4-alone": M(
        "scales for int4 alone",
        "Scales are counted for int4 alone. With a group, numbers of every dtype have them.",
        PHONE,
    ),
    "scales-once": M(
        "scales of one matrix", "Untied, the scales of one matrix are counted; the output has its own.", PHONE
    ),
    "one-scale-a-row": M(
        "a scale for each row", "Each row is given one scale, whatever the size of a group.", PHONE
    ),
    # -- a batch --------------------------------------------------------------------------------------
    "id-dtype-ignored": M(
        "one size for every id", "Ids are given the same size whatever their dtype is.", BATCH
    ),
    "ids-in-dtype": M(
        "gives ids the dtype of the vectors",
        "Ids are given the dtype of the vectors; they have their own.",
        BATCH,
    ),
    "last-logits-only": M(
        "logits of the last token",
        "Logits are counted for one token, of each text or in all. Training has them for every token.",
        BATCH,
    ),
    "logits-widened": M(
        "float32 logits", "Logits are given another dtype than the vectors; here they share it.", BATCH
    ),
    "fields-swapped": M(
        "logits before embeddings", "The fields are in another order than in Activations.", BATCH
    ),
    "table-for-vectors": M(
        "V · d for the vectors", "The table is counted; the vectors of the batch are asked for.", BATCH
    ),
    "array-counted-twice": M(
        "targets beside ids, gradients beside logits",
        "Ids, vectors or logits are counted twice. One array of each is asked for.",
        BATCH,
    ),
    "last-token-left-out": M(
        "T - 1", "The last token is left out. All tokens of the batch have logits.", BATCH
    ),
    "two-pieces-at-once": M(
        "this piece and the next",
        "The logits of two pieces are counted. A piece's are freed before the next ones are made.",
        PIECES,
    ),
    "pieces-of-everything": M(
        "cuts ids or vectors too",
        "With a piece, ids or vectors have other bytes. Only logits are made in pieces.",
        PIECES,
    ),
    "piece-ignored": M("ignores piece", "The argument piece has no effect.", PIECES),
    "piece-of-each-text": M(
        "B · piece, or no more than T",
        "Pieces are taken of single texts. They are tokens of the whole batch.",
        PIECES,
    ),
    "piece-beyond-batch": M("no minimum", "More logits are counted than the batch has tokens for.", PIECES),
    "last-piece": M(
        "the remainder", "The last piece is counted, and not the one with the most logits.", PIECES
    ),
    "pieces-alike": M(
        "divides the batch evenly",
        "The batch is divided into parts of equal size. Every piece is full but the last one.",
        PIECES,
    ),
    "pieces-counted": M(
        "the number of pieces", "The number of pieces is taken for the number of tokens in one.", PIECES
    ),
    # -- the cache ------------------------------------------------------------------------------------
    "queries-kept": M(
        "three arrays a layer",
        "Half as much again is counted as keys and values take. Nothing else is kept, and no queries.",
        CACHE,
    ),
    "window-of-other-length": M(
        "window + 1 or window - 1",
        "A local layer is given one token more, or one fewer, than its window.",
        CACHE,
    ),
    "window-of-one-text": M(
        "forgets B for local layers",
        "Local layers are counted for one text; each text has its own tokens.",
        CACHE,
    ),
    "values-forgotten": M("no factor 2", "Half is missing: there are keys, and there are values.", CACHE),
    "layers-forgotten": M(
        "one layer", "Only one layer is counted; each has keys and values of its own.", CACHE
    ),
    "heads-forgotten": M("one head", "Only one key-value head is counted.", CACHE),
    "batch-forgotten": M(
        "one text",
        "The bytes do not grow with the number of texts: each text of the batch has keys and values.",
        CACHE,
    ),
    "window-without-effect": M(
        "ignores local or window", "The local layers are counted as if they kept whole texts.", CACHE
    ),
    "every-layer-local": M(
        "min(T, window) for all layers",
        "Every layer is given the window; only the local ones have it.",
        CACHE,
    ),
    "layers-swapped": M(
        "local layers keep everything", "Local layers and the others stand in each other's places.", CACHE
    ),
    "window-beyond-text": M("no minimum", "A local layer keeps more tokens than the text has.", CACHE),
    "window-for-batch": M(
        "min(B · T, window)", "One window is counted for the whole batch. Each text has its own.", CACHE
    ),
    "local-left-out": M("layers − local", "The local layers are left out; they keep a little.", CACHE),
    "local-beside": M(
        "layers + local", "The local layers are counted beside all layers; they are some of them.", CACHE
    ),
    # -- what fits ------------------------------------------------------------------------------------
    "decimal-for-binary": M(
        "10**9 for a GiB, or some per cent kept free",
        "Less than all of the memory is used: a GiB is more than a GB, and nothing is to be kept free.",
        BYTES,
    ),
    "other-unit": M(
        "compares GiB with bytes", "The memory is not converted from GiB to bytes, or to another unit.", BYTES
    ),
    "card-cut": M("int(gib) or round(gib)", "The memory is cut or rounded to whole GiB.", BYTES),
    "memory-rounded-up": M(
        "round or ceil of the bytes",
        "The memory is rounded up to a whole byte: a batch is allowed that needs more than there is.",
        BYTES,
    ),
    "search-capped": M(
        "an upper end of its own",
        "The result stops at some number of texts, though more fit: the search ends too early.",
        FITS,
    ),
    "exact-fit-refused": M(
        "`<` where `<=` belongs", "A batch that fills the card exactly is not allowed; it fits.", FITS
    ),
    "stops-when-full": M(
        "takes the first batch that fills the card",
        "Of several batches that fill the card exactly not the largest is returned: perhaps it stops at the "
        "first one that it finds.",
        FITS,
    ),
    "one-beyond": M(
        "returns the first that is too large", "The batch is one text too large: it does not fit.", FITS
    ),
    "in-proportion": M(
        "budget // need(1)",
        "The need is taken to be in proportion to the texts. A part of it does not grow with them.",
        FITS,
    ),
    "straight-line": M(
        "two calls and a division",
        "The need is taken to grow by as much with each text. It may stay the same or jump.",
        FITS,
    ),
    "asks-for-none": M(
        "need(0)",
        "It asks what a batch without texts needs. The function that it is given knows batches of one text "
        "or more.",
        FITS,
    ),
    "only-doubled": M(
        "doubles and stops", "The result is a power of two: between it and its double more texts fit.", FITS
    ),
    "none-fits": M(
        "1, -1, None or an exception where nothing fits",
        "If one text is too much already, the answer is not 0.",
        FITS,
    ),
    # -- time -----------------------------------------------------------------------------------------
    "times-added": M(
        "adds the times", "The two times are added. Computing and moving go on at the same time.", BOUND
    ),
    "shorter-time": M("min", "The shorter of the two times is taken; both must be over.", BOUND),
    "compute-only": M("arithmetic only", "The bytes have no influence.", BOUND),
    "bytes-only": M("bytes only", "The arithmetic has no influence.", BOUND),
    "rates-swapped": M(
        "divides by the other rate", "Each amount is divided by the rate of the other.", BOUND
    ),
    "amounts-compared": M(
        "compares operations with bytes",
        "Operations are compared with bytes. Which takes longer depends on the rates: compare times.",
        BOUND,
    ),
    "bandwidth-in-bits": M(
        "multiplies the bytes by 8", "The bandwidth is taken for one in bits; it is in bytes.", BOUND
    ),
    "whole-seconds": M("// for /", "The time is cut to whole seconds.", BOUND),
    "idle-is-zero": M(
        "answers 0 as soon as one of the amounts is 0",
        "If one of the two amounts is 0, the time is 0; the other amount takes its time all the same.",
        BOUND,
    ),
    "amount-doubled": M(
        "two operations for a product and sum, bytes read and written",
        "Operations or bytes are doubled or halved on the way. They count as they come in.",
        BOUND,
    ),
    "units-converted": M(
        "milliseconds, GiB",
        "A unit is converted, such as seconds or bytes into larger or smaller units. None is to be.",
        BOUND,
    ),
    "constant-added": M(
        "an overhead, or a small number against a division by 0",
        "A small constant is added to a time, an amount or a rate. Where these are small it shows.",
        BOUND,
    ),
    "pieces-averaged": M(
        "divides by the number of pieces", "The mean of the times is taken; they add up.", BOUND
    ),
    "a-piece-left-out": M("range(1, n) or range(n - 1)", "The first or the last piece is left out.", BOUND),
    "pieces-merged": M(
        "max of two sums",
        "Several pieces are taken for one with the sums of both. One piece's computing does not go on while "
        "another's bytes move.",
        BOUND,
    ),
    "longest-work": M(
        "max over the pieces",
        "Of several pieces the longest is counted; each waits for the one before.",
        BOUND,
    ),
    "one-piece": M("the first or the last piece", "Of several pieces only one is counted.", BOUND),
    # -- measuring ------------------------------------------------------------------------------------
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
    "equal-sizes-once": M(
        "keys that are sizes or names of a kind, or the first of several",
        "Of several storages of the same size only one is counted.",
        MEASURING,
    ),
    "numbers-in-other-order": M(
        "(parameters, states, gradients)", "The numbers are in another order than in Measured.", MEASURING
    ),
    "states-of-one-parameter": M(
        "overwrites one Parameter's states by the next's",
        "Where several Parameters have states, those of one are counted.",
        MEASURING,
    ),
    "states-of-one-dtype": M(
        "states in the parameters' dtype alone",
        "States of another dtype than the parameters' are not counted.",
        MEASURING,
    ),
    "states-by-groups": M(
        "goes through optimizer.param_groups",
        "What stands in `optimizer.state` under another key than a Parameter of the optimizer is not "
        "counted.",
        MEASURING,
    ),
    "buffers-counted": M("counts the state_dict", "Buffers are counted; they are no parameters.", MEASURING),
    "frozen-skipped": M(
        "counts what requires a gradient",
        "Frozen parameters are left out; they take their bytes as well.",
        MEASURING,
    ),
    "no-parameters-fails": M(
        "next(model.parameters())",
        "It fails for a module without parameters, which holds 0 bytes.",
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
    "gradients-in-part": M(
        "keeps the bytes of one of the tensors for each storage",
        "Of a storage in which gradients lie only a part is counted; it counts whole.",
        MEASURING,
    ),
    "gradients-one-by-one": M(
        "adds up the storages of gradients without comparing them",
        "Gradients that lie in one storage are counted once each, with all of it.",
        MEASURING,
    ),
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
    "plain-values-fail": M(
        "takes every value of a state for a tensor",
        "It fails if a state holds a value that is no tensor, such as a number.",
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
    "lists-opened": M(
        "looks for tensors inside lists",
        "Tensors inside a list of a state are counted. The list is a value that is no tensor, so it does not "
        "count.",
        MEASURING,
    ),
    "states-one-by-one": M(
        "adds up the states' own numbers, or their storages without comparing them",
        "States that share a storage, or show a part of one, are not counted once and whole.",
        MEASURING,
    ),
    "one-count-for-all": M(
        "one set of addresses for all three numbers",
        "A storage that counts for one of the three numbers is not counted for another. Each of them "
        "counts it.",
        MEASURING,
    ),
}

CONTRACT = {
    "percent": M("multiplies by 100", "Percentages are returned; a fraction is asked for.", SHARE),
    "fractions-rounded": M(
        "round(..., 4)",
        "The fractions are rounded to some digits after the point. Return them as they are.",
        SHARE,
    ),
    "seconds-rounded": M(
        "round(seconds, 6)",
        "The seconds are rounded to some digits after the point. Much work takes less than that.",
        BOUND,
    ),
    "model-changed": M(
        "runs a step, or clears gradients",
        "Asked a second time, the numbers are others: the model has changed, or something is kept "
        "between the calls.",
        MEASURING,
    ),
    "state-grows": M(
        "reads optimizer.state[p]",
        "The optimizer is changed: `optimizer.state` makes an entry for each Parameter looked up there.",
        MEASURING,
    ),
}

DEVICE = {
    "cpu-only": M(
        "goes through NumPy or counts CPU tensors only",
        "On another device than the CPU it fails, or gives other numbers than on the CPU.",
        MEASURING,
    ),
    "one-device-only": M(
        "counts what lies on the device of the first parameter",
        "Tensors that lie on another device than the parameters are left out.",
        MEASURING,
    ),
    "copied-to-cpu": M(
        "t.cpu()",
        "On another device a storage is not counted once and whole. Perhaps copies are counted, which have "
        "storages of their own.",
        MEASURING,
    ),
}

COST = {
    "asked-one-by-one": M(
        "counts up or down",
        "need is called more often than the docstring allows, such as once for each number of texts.",
        FITS,
    )
}
