"""The misconceptions of `weight-tying`: what each is, and what a student reads about it."""

from autograder.checks.checking import Misconception as M
from autograder.checks.misconceptions import (
    ARGUMENTS_CHANGED,
    DTYPE_NOT_KEPT,
    ID_TYPES,
    LOG_OF_ZERO,
    NEGATIVE_ID_OR_TARGET_WRAPS,
    NORMALISED_SCORES,
    NUMBER_NOT_NAMED,
    ONLY_TARGET_ROWS,
    OVERFLOW,
    PARAMETER_ON_CPU,
    RESULT_KEPT,
    SHAPES_BROADCAST,
    STD_IGNORED,
    TABLE_NOT_TRANSPOSED,
    TARGET_NOT_SUBTRACTED,
    THROUGH_NUMPY,
    UNCHECKED_ON_DEVICE,
    WRONG_EXCEPTION,
)

LOGITS = "weight-tying-logits-are-dot-products-with-the-rows"
SUM = "weight-tying-the-gradient-of-a-shared-parameter-is-a-sum"
DENSE = "weight-tying-dense-from-one-side-sparse-from-the-other"
SAVES = "weight-tying-what-tying-saves-and-who-ties"
TRAP = "weight-tying-the-fresh-table-trap-length-and-scale"
ALIASES = "weight-tying-aliases-copies-and-ties-that-come-undone"
TASK = "weight-tying-assignment"

MISTAKES = {
    # -- logits ---------------------------------------------------------------------------------
    "table-not-transposed": TABLE_NOT_TRANSPOSED.read_at(LOGITS),
    "bias-ignored": M("leaves out the bias", "The bias has no effect on the logits.", LOGITS),
    "normalised-scores": NORMALISED_SCORES.read_at(LOGITS),
    "table-reshaped": M(
        "E.reshape(d, V)",
        "E is reshaped where it should be transposed: that puts other numbers side by side.",
        LOGITS,
    ),
    "positions-mixed": M(
        "(E hᵀ).reshape(*S, V)",
        "The numbers are right and stand in wrong places: an array (V, N) is reshaped where it should be "
        "transposed.",
        LOGITS,
    ),
    "cosine": M(
        "divides by the lengths", "The scores are divided by lengths; a dot product keeps them.", TRAP
    ),
    "logits-scaled": M(
        "divides by √d", "The logits are divided by √d; the docstring asks for no factor.", TRAP
    ),
    "none-bias": M(
        "cannot do without a bias", "Without a bias it fails; `None` means that there is none.", TASK
    ),
    "bias-shape-unchecked": M(
        "lets the bias broadcast",
        "A bias of another shape than (V,) is accepted; where it broadcasts, the numbers mean nothing.",
        LOGITS,
    ),
    "empty-refused": M(
        "takes one position for granted",
        "A shape without any position fails or gives the wrong shape; it is legal here.",
        TASK,
    ),
    # -- the output side ------------------------------------------------------------------------
    "sign": M("onehot − p", "A gradient has the wrong sign: it leads uphill.", SUM),
    "loss-sign": M("log p without its minus", "The loss has the wrong sign.", SUM),
    "all-summed": M(
        "sums loss and gradients over the positions",
        "The loss and its gradients are sums over the positions; the mean is asked for.",
        SUM,
    ),
    "not-averaged": M(
        "sums the gradients over the positions",
        "The loss is a mean over the positions, but the gradients are those of a sum.",
        SUM,
    ),
    "loss-summed": M(
        "sums the losses over the positions",
        "The gradients are those of a mean over the positions, but the loss is a sum.",
        SUM,
    ),
    "loss-over-tokens": M(
        "a mean over positions and tokens",
        "The loss is divided by the number of tokens as well; the mean is over the positions alone.",
        SUM,
    ),
    "not-nats": M(
        "loss to base 2 or 10", "The loss is in another unit: nats come from the natural logarithm.", TASK
    ),
    "eps-in-log": M(
        "log(p + eps), or clips p",
        "A small number is added to p inside the logarithm, or p is clipped: the loss is changed by it, "
        "and of a tiny probability only that number is left.",
        LOGITS,
    ),
    "softmax-over-positions": M(
        "softmax along the wrong axis",
        "The softmax runs over the positions; each position has its own probabilities over the tokens.",
        LOGITS,
    ),
    "common-shift": M(
        "one shift for all positions",
        "One number is subtracted from the logits of all positions. Where a position lies far below the "
        "others all its exponentials vanish: each needs a shift of its own.",
        LOGITS,
    ),
    "underflow": M(
        "another shift than the largest logit",
        "Where all logits of a position lie far below zero, all its exponentials vanish: what is "
        "subtracted from the logits is not the largest of them.",
        LOGITS,
    ),
    "overflow-in-single": M(
        "shifts only what float64 cannot hold",
        "float64 is right, and with float32 a number overflows or vanishes: its exponentials end far "
        "sooner. Logits count up to a shift, whatever their size.",
        LOGITS,
    ),
    "db-zero": M(
        "db of zeros, or None",
        "db is zero or missing. Without a bias, db is the gradient that a bias of zeros would have.",
        SUM,
    ),
    "dh-from-targets": M(
        "dh from the rows of the targets alone",
        "dh holds the rows of the targets alone; every row of the table pulls at a hidden state.",
        SUM,
    ),
    "fields-exchanged": M(
        "another order of the results", "The results are right, but not in the order asked for.", TASK
    ),
    "loss-not-float": M(
        "a loss of the arrays' dtype", "The loss of float32 arrays is no Python float.", TASK
    ),
    "integer-types": M(
        "takes int64 for granted",
        "Ids or targets of some integer dtype fail or give wrong numbers; all integer dtypes are legal.",
        TASK,
    ),
    "range-unchecked": M(
        "clips, wraps or forgets the range",
        "An id or a target outside the table is accepted; another row stands in for it.",
        TASK,
    ),
    "target-ignored": M(
        "leaves the range to cross_entropy",
        "A target of -100 is accepted: PyTorch's cross_entropy leaves out the positions that have it.",
        TASK,
    ),
    "batch-mean": M(
        "divides by the first axis",
        "With several axes the sum is divided by the length of one of them; all positions count.",
        TASK,
    ),
    "target-not-subtracted": TARGET_NOT_SUBTRACTED.read_at(SUM),
    "part-without-target": M(
        "one gradient of p in place of p − onehot",
        "One of the gradients is made from p alone; the targets are subtracted for the others only.",
        SUM,
    ),
    "only-target-rows": ONLY_TARGET_ROWS.read_at(DENSE),
    "target-in-every-row": M(
        "`p[:, targets] -= 1`",
        "Each position is charged with the targets of all positions; every position has one target of "
        "its own.",
        SUM,
    ),
    "dh-not-averaged": M(
        "forgets the mean in dh", "dh lacks the factor of the mean that the other gradients have.", SUM
    ),
    "averaged-twice": M(
        "divides by the number of positions once more",
        "A gradient is divided by the number of positions twice; what comes from the loss has that "
        "factor already.",
        SUM,
    ),
    "overflow": OVERFLOW.read_at(LOGITS),
    "log-of-zero": LOG_OF_ZERO.read_at(LOGITS),
    "loss-bounded": M(
        "clips logits, or probabilities far down",
        "The gradients are right for large logits and the loss is not: it stops at a bound. The logits "
        "or the probabilities are clipped on the way to it.",
        LOGITS,
    ),
    "no-targets": M(
        "returns nan or zero for no positions",
        "Without any position there is no mean; that is a ValueError.",
        TASK,
    ),
    # -- both ends --------------------------------------------------------------------------------
    "duplicates-lost": M(
        "`dE[ids] += dx`",
        "Of several positions that read the same row only one contributes on the input side.",
        SUM,
    ),
    "repeats-averaged": M(
        "the mean over the positions that read a row",
        "Of a row that is read several times the gradients on the input side are averaged; they add up.",
        SUM,
    ),
    "tanh-left-out": M(
        "h = x W", "The hidden states are x W itself: tanh is left out of the forward pass.", SUM
    ),
    "logits-of-rows": M(
        "x Eᵀ", "The logits are made from the rows that were read; h belongs in their place.", SUM
    ),
    "W-transposed-forward": M("x Wᵀ", "On its way forward x is multiplied with the transpose of W.", SUM),
    "W-left-out": M("scatters da", "What is scattered to the rows has not yet gone back through W.", SUM),
    "dW-from-h": M("hᵀ da", "The gradient of W is made from what came out of tanh, not from x.", SUM),
    "tanh-derivative": M(
        "no or a wrong derivative of tanh",
        "What goes back through tanh is not multiplied by its derivative.",
        SUM,
    ),
    "W-not-transposed": M(
        "da @ W",
        "On its way back to the rows the gradient goes through W as if forward; it needs the transpose.",
        SUM,
    ),
    "dW-transposed": M("daᵀ x", "The gradient of W is transposed.", SUM),
    "sides-swapped": M("input and output side exchanged", "The two sides are exchanged.", DENSE),
    "sum-in-one-side": M(
        "puts the sum into a side", "A side holds the sum of both; each is to hold its own part alone.", SUM
    ),
    "output-from-rows": M(
        "output side from E[ids] in place of h",
        "The output side is computed from the rows that were read; the logits are products with h.",
        SUM,
    ),
    "scattered-to-targets": M(
        "scatter-add to the targets",
        "The input side goes to the rows that were predicted, not to those that were read.",
        DENSE,
    ),
    # -- everywhere -------------------------------------------------------------------------------
    "one-axis-only": M(
        "takes one axis of positions for granted",
        "Positions along one axis work, and some other shape does not: a single position and several "
        "axes are shapes like any other.",
        TASK,
    ),
    "squeezed": M(
        "squeezes", "The result has lost axes of length one; all axes of the positions are to stay.", TASK
    ),
    "result-kept": RESULT_KEPT.read_at(TASK),
    "flattened": M("returns one axis of positions", "A result has lost the shape of the positions.", TASK),
    "not-contiguous": M(
        "takes it that values lie side by side",
        "Arrays whose values do not lie side by side in memory fail or give wrong numbers.",
        TASK,
    ),
    "dtype-without-positions": M(
        "makes an array of the default dtype where there are no positions",
        "Without positions the result has another dtype than with them.",
        TASK,
    ),
    "unchecked-without-positions": M(
        "answers for no positions before it compares shapes",
        "Without positions shapes are accepted that do not fit together.",
        TASK,
    ),
    "loss-rounded": M("rounds the loss", "The loss is rounded to a few digits.", TASK),
    "one-token": M(
        "squeezes a last axis of length one",
        "With a single token it fails, or the last axis is missing: V = 1 is a size like any other.",
        TASK,
    ),
    "ids-cut": M(
        "converts ids to a small integer type",
        "In a larger table ids or targets go to other rows: they are converted to a type that cannot "
        "hold them.",
        TASK,
    ),
    "digits-lost": M(
        "computes in float32 whatever comes in",
        "Digits are lost: float64 comes in, and on the way the numbers are rounded to float32.",
        TASK,
    ),
    "arguments-changed": ARGUMENTS_CHANGED.read_at(TASK),
    "dtype-not-kept": DTYPE_NOT_KEPT.read_at(TASK),
    "id-types": ID_TYPES.read_at(TASK),
    "negative-wraps": NEGATIVE_ID_OR_TARGET_WRAPS.read_at(TASK),
    "id-not-named": NUMBER_NOT_NAMED.read_at(TASK),
    "id-narrowed": M(
        "converts ids to int32 before it checks them",
        "An id or a target beyond all 32-bit numbers is accepted: it is converted to a smaller type "
        "before it is checked, and wraps around into the table.",
        TASK,
    ),
    "other-number": M(
        "converts ids before it checks them",
        "The IndexError does not name the number that was given: ids or targets are converted to another "
        "type before they are checked.",
        TASK,
    ),
    "shapes-unchecked": SHAPES_BROADCAST.read_at(TASK),
    "wrong-exception": WRONG_EXCEPTION.read_at(TASK),
    # -- the model --------------------------------------------------------------------------------
    "copied": M(
        "copies the numbers once",
        "The two weights are equal numbers in two tables: what is written to one does not reach the other.",
        ALIASES,
    ),
    "recopied": M(
        "copies in every forward pass",
        "The head is overwritten with a copy in every forward pass; it is a table of its own, and "
        "what it learns is lost.",
        ALIASES,
    ),
    "alias-not-parameter": M(
        "two Parameters over one memory",
        "The two weights share memory but are two Parameters: they are counted twice, and an "
        "optimizer steps twice.",
        ALIASES,
    ),
    "output-detached": M("detaches the table at the output", "No gradient arrives through the logits.", SUM),
    "input-detached": M("detaches the table at the input", "No gradient arrives through the lookup.", SUM),
    "fresh-table": M(
        "leaves nn.Embedding's N(0, 1)",
        "The table keeps the standard deviation 1 with which nn.Embedding makes it.",
        TRAP,
    ),
    "linear-table": M(
        "leaves nn.Linear's U(±1/√d)", "The table is the one that nn.Linear drew, from an interval.", TRAP
    ),
    "std-ignored": STD_IGNORED.read_at(TRAP),
    "std-as-mean": M(
        "normal_(w, std)", "std has become the mean of the draw, which has the standard deviation 1.", TRAP
    ),
    "variance": M("std as a variance", "std is taken for a variance.", TASK),
    "std-zero": M(
        "`std or 0.02`, trunc_normal_",
        "With a std of 0 the constructor fails or the table is not zero: 0 is a standard deviation like "
        "any other.",
        TASK,
    ),
    "zeros": M("never draws", "The table is zero; it is to be drawn.", TASK),
    "not-normal": M(
        "a uniform draw",
        "The draw is not from a normal distribution: it has bounds, and nothing lies beyond them.",
        TRAP,
    ),
    "same-draw": M(
        "seeds in the constructor",
        "Every model gets the same table: the generator is seeded where the model is made.",
        TASK,
    ),
    "default-dtype": M(
        "float32 in place of None",
        "Without a dtype the layers are to follow PyTorch's default, and the model has one of its own.",
        TASK,
    ),
    "bias-missing": M("no bias at all", "With bias=True lm_head has no bias of shape (V,).", TASK),
    "bias-always": M("a bias unasked", "lm_head has a bias although none was asked for.", TASK),
    "bias-not-zero": M("leaves nn.Linear's bias", "The bias does not start at zero.", TRAP),
    "body-changed": M(
        "initialises all modules", "The weights of the body are changed; it is to be used as it is.", TASK
    ),
    "body-mode": M("body.eval()", "The body is switched to another mode; it is to be used as it is.", TASK),
    "body-frozen": M("freezes the body", "The parameters of the body no longer require a gradient.", TASK),
    "bias-frozen": M(
        "freezes the bias", "The bias requires no gradient; it is zero at first, and learns.", TASK
    ),
    "body-moved": M(
        "self.to(...) at the end",
        "The body is converted or moved with the rest; it is to stay where the caller put it.",
        TASK,
    ),
    "body-copied": M(
        "a copy of the body", "`model.body` is another object than the module that was given.", TASK
    ),
    "body-falsy": M(
        "`body or nn.Identity()`",
        "An empty nn.Sequential is a body as well, and is replaced: its length of 0 counts as false.",
        TASK,
    ),
    "body-input": M(
        "joins the axes of the positions before the body",
        "The body does not get the rows in the shape (*ids.shape, d): one that looks along an axis of "
        "the positions gives other logits.",
        TASK,
    ),
    "no-body": M(
        "another name, or None",
        "`model.body` is not there, or is no nn.Identity() where no body is given.",
        TASK,
    ),
    "not-direct": M(
        "a body of its own",
        "Without a body the logits are wrong, and with one they are right: the rows go to the output "
        "directly.",
        TASK,
    ),
    "scale-needs-body": M(
        "scales only for a body",
        "Without a body scale has no effect; it multiplies the rows in any case.",
        TRAP,
    ),
    "other-names": M(
        "other names",
        "The model has no parameter named `embed.weight`, or none named `lm_head.weight`.",
        TASK,
    ),
    "no-layers": M(
        "a bare Parameter", "`embed` is no nn.Embedding(V, d), or `lm_head` no nn.Linear(d, V).", TASK
    ),
    "more-parameters": M(
        "a third matrix",
        "`parameters()` counts more or less than the table, the bias and the body's.",
        ALIASES,
    ),
    "third-name": M(
        "keeps the table as an attribute as well",
        "The one Parameter has a third name; `embed.weight` and `lm_head.weight` are all that it has.",
        ALIASES,
    ),
    "padding-row": M(
        "padding_idx=0", "Row 0 gets no gradient from the lookup, as if its token were padding.", SUM
    ),
    "int32-refused": M(
        "int64 alone", "Ids of dtype int32 are refused or misread; they are as good as int64.", TASK
    ),
    "scale-falsy": M("`scale or 1.0`", "A scale of 0 is taken for no scale: zero counts as false.", TASK),
    "rows-shortened": M("max_norm", "Long rows come out shorter: looking up changes the table.", TASK),
    "training-only": M(
        "does something in training mode alone",
        "The logits in evaluation mode differ from those in training mode.",
        TASK,
    ),
    "scale-divides": M(
        "divides by scale", "Something is divided by scale; the rows are multiplied by it.", TRAP
    ),
    "residual": M(
        "adds the rows to what the body returns",
        "The rows are added to what the body returns; the output takes that alone.",
        TASK,
    ),
    "dtype-in-forward": M(
        "x.float() in forward",
        "A model of another dtype than float32 fails when it is called: forward changes the dtype on "
        "the way.",
        TASK,
    ),
    "scale-ignored": M("forgets scale", "scale has no effect.", TRAP),
    "scale-on-logits": M(
        "scales the output",
        "scale is applied to the logits or to what comes out of the body; it belongs to the rows "
        "alone, before the body.",
        TRAP,
    ),
    "tie-lost": M(
        "keeps the table in a closure or another place of its own",
        "After a deep copy, a loaded state or a change of dtype the logits do not use the model's own "
        "table any more.",
        ALIASES,
    ),
    "state-lost": M(
        "leaves a name out of the state",
        "The state of one such model cannot be loaded into another: its names are not all there.",
        ALIASES,
    ),
    "wrong-device": PARAMETER_ON_CPU.read_at(ALIASES),
    "left-behind": M(
        "a tensor that is neither Parameter nor buffer",
        "A model that is made on the CPU fails once it is moved to another device: it keeps a tensor "
        "that does not move with it.",
        ALIASES,
    ),
    "dtype-ignored": M("ignores dtype", "A parameter has another dtype than the one asked for.", TASK),
    "unchecked-on-device": UNCHECKED_ON_DEVICE.read_at(TASK),
    # -- ties -------------------------------------------------------------------------------------
    "duplicates-removed": M(
        "named_parameters() as it is",
        "No tie is found. As it is, `named_parameters()` lists each Parameter once, by its first name.",
        ALIASES,
    ),
    "by-name": M(
        "looks for embed and head",
        "Only names as `TiedLM` has them are looked at; a tied layer can have any name.",
        TASK,
    ),
    "empty-skipped": M("skips parameters without entries", "Empty parameters are left out.", TASK),
    "buffers-listed": M(
        "state_dict() in place of named_parameters()", "Buffers are listed; they are no parameters.", TASK
    ),
    "none-listed": M(
        "_parameters without a look at None",
        "Parameters that are not there are listed: a layer without a bias holds None in its place.",
        TASK,
    ),
    "root-dotted": M(
        "a dot after an empty path",
        "The names of the model's own parameters begin with a dot; no path stands before them.",
        TASK,
    ),
    "remembered": M(
        "a cache",
        "The answer for a model is remembered: a tie that is made or undone later does not show.",
        TASK,
    ),
    "root-skipped": M(
        "looks into the children alone",
        "Only the model's children are looked into: the parameters that the model holds itself are "
        "left out, and perhaps the second name of a child.",
        TASK,
    ),
    "not-deep": M("looks one or two levels deep", "Modules far down in the model are not looked at.", TASK),
    "own-names": M(
        "the last part of each name", "The names lack the path through the modules above them.", TASK
    ),
    "no-list": M(
        "None, a tuple or a dictionary",
        "The result is not a list; without a tie an empty list is expected.",
        TASK,
    ),
    "no-tuples": M("lists in a list", "The groups are lists; tuples are asked for.", TASK),
    "by-value": M("compares numbers", "Parameters with equal numbers are taken for tied.", ALIASES),
    "by-memory": M(
        "compares data_ptr",
        "Parameters are taken for tied because their addresses in memory are equal.",
        ALIASES,
    ),
    "singles-listed": M("groups of one", "Names that are tied to nothing are listed.", TASK),
    "pairs-only": M(
        "pairs", "Never more than two names stand together; a group can have three or more.", TASK
    ),
    "shared-modules-missed": M(
        "walks named_modules()", "A module that is used under several names is seen once.", ALIASES
    ),
    "weights-only": M(
        "looks for `weight`", "Only parameters of some names, such as weight, are looked at.", ALIASES
    ),
    "names-in-one-module": M(
        "named_parameters(recurse=False) of each module",
        "Two names that one module gives to the same Parameter are not found.",
        TASK,
    ),
    "frozen-skipped": M("skips requires_grad=False", "Frozen parameters are left out.", TASK),
    "unordered": M("sorts", "The groups are right, but not in the order that the docstring asks for.", TASK),
    "model-moved": M(
        "brings the model to the CPU",
        "After the call the model is on another device than before; it is to stay as it was.",
        TASK,
    ),
    "through-numpy": THROUGH_NUMPY.read_at(TASK),
    # -- savings ----------------------------------------------------------------------------------
    "both-tables": M("counts both tables", "Tying saves one table of the two; both are counted.", SAVES),
    "zero-if-untied": M(
        "nothing for untied models",
        "For an untied model nothing is counted; asked for is what a tie would save.",
        SAVES,
    ),
    "itemsize-ignored": M("fixed bytes", "itemsize has no effect on the bytes.", SAVES),
    "share-of-total": M(
        "divides by the model as it is",
        "The share of a tied model is taken of its own total; the untied model is the denominator in "
        "every case.",
        SAVES,
    ),
    "share-of-tied": M(
        "divides by the tied model",
        "The share is taken of the tied model, which lacks the second table.",
        SAVES,
    ),
    "tied-ignored": M(
        "adds a table to every total",
        "A table is added to the total of an untied model too, which holds both already.",
        SAVES,
    ),
    "default-itemsize": M("another default", "itemsize has another default than two bytes.", TASK),
    "bits": M("counts bits", "The bytes are eight times too many.", TASK),
    "bytes-are-parameters": M(
        "one byte each", "The bytes are as many as the parameters; each parameter has itemsize bytes.", TASK
    ),
    "of-a-model": M(
        "the size of a model",
        "A whole model is counted; a tie saves the difference between two models.",
        SAVES,
    ),
    "large-sizes": M(
        "floats, or integers of 64 bits",
        "Large sizes lose digits or overflow: they go through a float or an integer of 64 bits.",
        TASK,
    ),
    "numpy-counts": M(
        "NumPy's integers", "Parameters or bytes are a number of NumPy's; a Python int is asked for.", TASK
    ),
    "float-counts": M("floats for counts", "Parameters or bytes are a float; an int is asked for.", TASK),
    "percent": M("per cent", "The share is in per cent; it is to lie between 0 and 1.", TASK),
    "share-kept": M("what is left", "The share is that of the parameters that stay.", SAVES),
    "share-rounded": M("rounds", "The share is rounded: it lacks digits that a float has.", TASK),
    "share-cancels": M(
        "1 - (untied - saved) / untied",
        "A small share has lost its digits: a number close to 1 is subtracted from 1.",
        TASK,
    ),
    "share-of-bytes": M(
        "bytes over parameters", "The share divides bytes by parameters; itemsize has no part in it.", TASK
    ),
    "least-refused": M(
        "`<=` in place of `<`",
        "The least that is legal is refused: a total that holds the tables alone, or sizes of one.",
        TASK,
    ),
    "itemsize-unchecked": M("accepts any itemsize", "An itemsize below one is accepted.", TASK),
    "untied-total-unchecked": M(
        "one table for any model",
        "The total of an untied model is accepted although it cannot hold both tables.",
        TASK,
    ),
    "settings-unchecked": M("accepts sizes below one", "A V or a d below one is accepted.", TASK),
    "total-unchecked": M(
        "does not compare the total", "A total that cannot hold the tables is accepted.", TASK
    ),
}
