"""The mistakes of `weight-tying`: what each is, and what a student reads about it."""

from autograder.checks.checking import Misconception as M
from autograder.checks.misconceptions import (
    LOG_OF_ZERO,
    NORMALISED_SCORES,
    ONLY_TARGET_ROWS,
    OVERFLOW,
    PARAMETER_ON_CPU,
    STD_IGNORED,
    TARGET_NOT_SUBTRACTED,
    THROUGH_NUMPY,
)

LOGITS = "weight-tying-logits-are-dot-products-with-the-rows"
SUM = "weight-tying-the-gradient-of-a-shared-parameter-is-a-sum"
DENSE = "weight-tying-dense-from-one-side-sparse-from-the-other"
SAVES = "weight-tying-what-tying-saves-and-who-ties"
TRAP = "weight-tying-the-fresh-table-trap-length-and-scale"
TWO_WAYS = "weight-tying-two-ways-to-tie"
ALIASES = "weight-tying-aliases-copies-and-ties-that-come-undone"
TASK = "weight-tying-assignment"

MATTER = {
    "one-axis-only": M(
        "takes one axis of positions for granted",
        "Positions of another shape than one axis give an error or a wrong result: a single position and "
        "several axes are shapes like any other.",
        TASK,
    ),
    "body-flattened": M(
        "calls the body with all positions along one axis, or with each by itself",
        "The body gets the positions along other axes than those of ids. A body that mixes positions, as "
        "attention does, then mixes other ones.",
        TASK,
    ),
    "flattened": M("returns one axis of positions", "A result has lost the shape of the positions.", TASK),
    # -- the output side ------------------------------------------------------------------------
    "bias-ignored": M("leaves out the bias", "The bias has no effect on the logits.", LOGITS),
    "normalised-scores": NORMALISED_SCORES.read_at(LOGITS),
    "gradient-sign": M(
        "onehot − p", "A gradient has the wrong sign: a step against it raises the loss.", SUM
    ),
    "loss-sign": M("log p without its minus", "The loss has the wrong sign.", SUM),
    "all-summed": M(
        "sums loss and gradients over the positions",
        "The loss and its gradients are sums over the positions; the mean is asked for.",
        SUM,
    ),
    "gradients-summed": M(
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
        "Of a tiny probability only a bound is left in the loss: often a small number is added to p inside "
        "the logarithm, or p or the logits are clipped.",
        LOGITS,
    ),
    "softmax-over-positions": M(
        "softmax along the wrong axis",
        "The softmax runs over the positions; each position has its own probabilities over the tokens.",
        LOGITS,
    ),
    "common-shift": M(
        "one shift for all positions",
        "Where the logits of a position lie far below those of others all its exponentials vanish. Each "
        "position needs a shift of its own; often one number is subtracted from all.",
        LOGITS,
    ),
    "underflow": M(
        "another shift than the largest logit",
        "Where all logits of a position lie far below zero, all its exponentials vanish: what is "
        "subtracted from them, if anything, is not the largest of them.",
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
    "batch-mean": M(
        "divides by the first axis",
        "With several axes the sum is divided by the length of one of them; all positions count.",
        SUM,
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
        "The gradients are right for large logits and the loss is too small: it stops at a bound. Often the "
        "logits or the probabilities are clipped on the way to it.",
        LOGITS,
    ),
    "logits-clipped": M(
        "clips logits",
        "With large logits the gradients are finite numbers and wrong, with small ones they are right: often "
        "the logits are clipped.",
        LOGITS,
    ),
    "bias-twice": M("adds the bias twice", "The bias counts twice in the logits.", LOGITS),
    "logits-over-root": M(
        "z / √d",
        "The logits are divided by √d, as scores of attention are; they are the dot products as they are.",
        LOGITS,
    ),
    "log-of-mean-p": M(
        "log of the mean probability",
        "The loss is the logarithm of a mean of probabilities; it is the mean of their logarithms.",
        SUM,
    ),
    "loss-of-all-tokens": M(
        "mean of log p over all tokens",
        "The loss takes the logarithms of all probabilities; of each position that of its target counts.",
        SUM,
    ),
    "divided-by-tokens": M(
        "divides the gradients by V",
        "The gradients are divided by the number of tokens in place of that of positions.",
        SUM,
    ),
    "db-over-tokens": M(
        "sums along the wrong axis",
        "db is a sum over the tokens; it has a number for each token, a sum over the positions.",
        SUM,
    ),
    "target-at-zero": M(
        "dz = 0 at the target",
        "The gradient of the target's own logit is zero: there one is subtracted from p, not p itself.",
        SUM,
    ),
    "of-p-itself": M(
        "the gradient of −p",
        "The gradients are those of the target's probability; the loss has its logarithm.",
        SUM,
    ),
    # -- both ends ------------------------------------------------------------------------------
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
    "hidden-scattered": M(
        "scatters dh",
        "The gradient of the hidden states is scattered to the rows; it has to go back through tanh and W "
        "before.",
        SUM,
    ),
    "part-not-averaged": M(
        "forgets the mean in a part",
        "A gradient lacks the factor of the mean that the loss and the others have.",
        SUM,
    ),
    "dW-before-tanh": M(
        "xᵀ dh",
        "The gradient of W is made from that of the hidden states, which has not yet gone back through tanh.",
        SUM,
    ),
    "scattered-to-both": M(
        "scatters to ids and targets",
        "The input side goes to the rows that were predicted as well; it belongs to those that were read.",
        DENSE,
    ),
    "output-of-read-rows": M(
        "the output side of the rows of the batch",
        "The output side is zero in rows that were not read. Through the logits every row gets a gradient.",
        DENSE,
    ),
    "tanh-before-W": M(
        "tanh(x) W", "tanh is applied to the rows before W; it belongs to their product with W.", SUM
    ),
    "dW-from-h": M("hᵀ da", "The gradient of W is made from what came out of tanh, not from x.", SUM),
    "tanh-derivative": M(
        "no or a wrong derivative of tanh",
        "What goes back through tanh is multiplied with something else than its derivative, or with nothing.",
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
    # -- the judge ------------------------------------------------------------------------------
    "rejects-right": M(
        "rejects a right gradient",
        "A right implementation is rejected: often what it is compared with is wrong, or no rounding at all "
        "is allowed for.",
        SUM,
    ),
    "rejects-rounded": M(
        "asks for more digits than are promised",
        "A right implementation that rounds to seven digits is rejected, more exact ones are accepted: more "
        "digits are asked for than the docstring promises.",
        SUM,
    ),
    "accepts-any-numbers": M(
        "hardly looks at the numbers",
        "An implementation is accepted that returns zeros, or one that leaves out the targets.",
        SUM,
    ),
    "accepts-side": M(
        "does not see one of the sides",
        "An implementation is accepted in which one of the two sides is wrong as a whole: missing, of "
        "another scale or sign, or without the targets.",
        SUM,
    ),
    "accepts-lazy": M(
        "accepts a gradient for the rows of the batch alone",
        "An implementation is accepted that gives no gradient to rows that were not read. Through the logits "
        "every row gets one.",
        DENSE,
    ),
    "accepts-short-way": M(
        "accepts a way back that leaves something out",
        "An implementation is accepted whose way back from the hidden states to the rows leaves out tanh, or "
        "tanh and W. Near zero the derivative of tanh is one.",
        SUM,
    ),
    "accepts-scaled": M(
        "compares directions, or sizes",
        "An implementation is accepted whose gradient is as a whole too large, too small, or of the wrong "
        "sign.",
        SUM,
    ),
    "accepts-summed": M(
        "takes the sum for as good as the mean",
        "An implementation is accepted that sums over the positions. Where there is one position, sum and "
        "mean are the same.",
        SUM,
    ),
    "accepts-first-axis": M(
        "tries one axis of positions",
        "An implementation is accepted that divides by the length of the first axis of ids. With one "
        "axis that is the number of positions.",
        SUM,
    ),
    "accepts-target-rows": M(
        "compares the rows of the targets alone",
        "An implementation is accepted whose output side reaches the rows of the targets alone.",
        DENSE,
    ),
    "accepts-target-scatter": M(
        "tries targets that are the ids",
        "An implementation is accepted that scatters the input side to the targets. Where these are the ids "
        "that were read, nothing shows it.",
        DENSE,
    ),
    "accepts-own-target": M(
        "tries no id that is its own target",
        "An implementation is accepted that is wrong where an id is followed by itself, right elsewhere.",
        SUM,
    ),
    "accepts-repeats-lost": M(
        "tries ids that are all different",
        "An implementation is accepted that is wrong where a row is read more than once, right elsewhere.",
        SUM,
    ),
    "accepts-part": M(
        "compares sums, a slope, or some of the numbers",
        "An implementation is accepted of which only a part is right: some of its numbers, their sums, or "
        "the slope of the loss in one direction.",
        SUM,
    ),
    "accepts-coarse": M(
        "allows for much more than rounding",
        "An implementation is accepted that is off by far more than a right one can be.",
        SUM,
    ),
    "accepts-nan": M(
        "asks whether a difference is too large",
        "An implementation is accepted that returns nan. A comparison with nan is never true: ask whether a "
        "difference is small enough.",
        SUM,
    ),
    "accepts-square-turned": M(
        "tries no V = d",
        "An implementation is accepted that returns the transpose where the shape cannot show it.",
        LOGITS,
    ),
    "accepts-W-turned": M(
        "tries a symmetric W",
        "An implementation is accepted that goes back through W instead of its transpose. For a symmetric "
        "W, such as the identity, they are the same.",
        SUM,
    ),
    "own-functions": M(
        "calls its own tied_gradient",
        "It calls another function of the notebook, which is not there when it judges: two functions of one "
        "author can have the same mistake.",
        TASK,
    ),
    # -- the model ------------------------------------------------------------------------------
    "batches-only": M(
        "takes ids for a batch of sequences",
        "Ids along two axes work, and ids along one do not: one sequence, or a single id, is allowed too.",
        TASK,
    ),
    "body-copied": M(
        "deep copies the body",
        "The body is a copy: what is written to the body that was given does not reach the model.",
        ALIASES,
    ),
    "copied": M(
        "copies the numbers once",
        "The two weights are two tables: what is written to one does not reach the other. Equal numbers at "
        "the start are no tie.",
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
    "padding-row": M(
        "padding_idx=0", "Row 0 gets no gradient from the lookup, as if its token were padding.", DENSE
    ),
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
    "variance": M("std as a variance", "std is taken for a variance.", TRAP),
    "zeros": M("never draws", "The table is zero; it is to be drawn.", TRAP),
    "not-normal": M(
        "a uniform draw",
        "The draw is not from a normal distribution: it has bounds, and nothing lies beyond them.",
        TRAP,
    ),
    "bias-not-zero": M("leaves nn.Linear's bias", "The bias does not start at zero.", TRAP),
    "body-changed": M(
        "initialises all modules",
        "The body is changed: its numbers, their dtype, or whether it is trained. It is to be used as it is.",
        "weight-tying-pitfalls",
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
    "scale-divides": M(
        "divides by scale", "Something is divided by scale; the rows are multiplied by it.", TRAP
    ),
    "scale-ignored": M("forgets scale", "scale has no effect.", TRAP),
    "scale-on-logits": M(
        "scales the output",
        "scale is applied to the logits or to what comes out of the body; it belongs to the rows "
        "alone, before the body.",
        TRAP,
    ),
    "residual": M(
        "adds the rows to what the body returns",
        "The rows are added to what the body returns; the output takes that alone.",
        TASK,
    ),
    "more-parameters": M(
        "a third matrix",
        "`parameters()` counts more or less than the table, the bias and the body's.",
        TWO_WAYS,
    ),
    "tie-lost": M(
        "keeps the table in a closure or another place of its own",
        "After a deep copy, a loaded state, a change of dtype or a move the logits do not use the model's "
        "own table any more, or the two names lead to two Parameters.",
        ALIASES,
    ),
    "not-copied": M(
        "keeps a tensor that was computed from the table",
        "`copy.deepcopy` of the model fails: often it keeps a tensor that was computed, such as a view or a "
        "transpose of the table.",
        ALIASES,
    ),
    "body-ignored": M(
        "leaves the body out", "The body has no effect on the logits: the rows go past it.", TASK
    ),
    "width-for-scale": M(
        "√d as it stands",
        "The rows are multiplied by √d, whatever scale is: that is one model's choice of scale.",
        TRAP,
    ),
    "std-by-size": M("std / √d", "The standard deviation is std times or over √d; std holds as it is.", TRAP),
    "state-lost": M(
        "leaves a name out of the state",
        "The state of one such model cannot be loaded into another: its names are not all there.",
        ALIASES,
    ),
    # -- ties -----------------------------------------------------------------------------------
    "duplicates-removed": M(
        "named_parameters() as it is",
        "No tie is found. As it is, `named_parameters()` lists each Parameter once, by its first name.",
        TWO_WAYS,
    ),
    "by-name": M(
        "looks for embed and head",
        "Only names as `TiedLM` has them are looked at; a tied layer can have any name.",
        TWO_WAYS,
    ),
    "buffers-listed": M(
        "state_dict() in place of named_parameters()", "Buffers are listed; they are no parameters.", TWO_WAYS
    ),
    "remembered": M(
        "a cache",
        "The answer for a model is remembered: a tie that is made or undone later does not show.",
        ALIASES,
    ),
    "root-skipped": M(
        "looks into the children alone",
        "Only the model's children are looked into: the parameters that the model holds itself are "
        "left out, and perhaps the second name of a child.",
        TWO_WAYS,
    ),
    "not-deep": M(
        "looks one or two levels deep", "Modules far down in the model are not looked at.", TWO_WAYS
    ),
    "equal-numbers": M(
        "compares numbers",
        "Parameters with equal numbers are taken for tied, perhaps after a transpose. Such numbers part at "
        "the first step.",
        ALIASES,
    ),
    "one-memory": M(
        "compares data_ptr",
        "Parameters are taken for tied because their addresses in memory are equal.",
        ALIASES,
    ),
    "pairs-only": M(
        "pairs", "Never more than two names stand together; a group can have three or more.", TWO_WAYS
    ),
    "shared-modules-missed": M(
        "walks named_modules()", "A module that is used under several names is seen once.", TWO_WAYS
    ),
    "weights-only": M(
        "looks for `weight`", "Only parameters of some names, such as weight, are looked at.", TWO_WAYS
    ),
    "names-in-one-module": M(
        "named_parameters(recurse=False) of each module",
        "Two names that one module gives to the same Parameter are not found.",
        TWO_WAYS,
    ),
    "frozen-skipped": M("skips requires_grad=False", "Frozen parameters are left out.", TWO_WAYS),
    # -- savings --------------------------------------------------------------------------------
    "both-tables": M("counts both tables", "Tying saves one table of the two; both are counted.", SAVES),
    "zero-if-untied": M(
        "nothing for untied models",
        "For an untied model nothing is counted; asked for is what a tie would save.",
        SAVES,
    ),
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
    "tied-turned-round": M(
        "`total if tied else total + table`",
        "It is the other way round: the total of an untied model holds both tables, that of a tied one "
        "lacks one.",
        SAVES,
    ),
    "large-table": M(
        "an integer of 32 bits",
        "For a very large table the numbers are wrong, for small ones right: often an integer type is too "
        "small.",
        TASK,
    ),
    "bytes-over-eight": M(
        "takes itemsize for bits", "The bytes are divided by eight: itemsize is in bytes already.", TASK
    ),
    "itemsize-ignored": M("fixed bytes", "itemsize has no effect on the bytes.", SAVES),
    "bytes-are-parameters": M(
        "one byte each", "The bytes are as many as the parameters; each parameter has itemsize bytes.", SAVES
    ),
    "of-a-model": M(
        "the size of a model",
        "A whole model is counted; a tie saves the difference between two models.",
        SAVES,
    ),
    "share-kept": M("what is left", "The share is that of the parameters that stay.", SAVES),
    "share-of-bytes": M(
        "bytes over parameters", "The share divides bytes by parameters; itemsize has no part in it.", SAVES
    ),
}

CONTRACT = {
    "dtype-ignored": M("ignores dtype", "A parameter has another dtype than the one asked for.", TASK),
    "none-bias": M(
        "cannot do without a bias", "Without a bias it fails; `None` means that there is none.", TASK
    ),
    "bias-missing": M("no bias at all", "With bias=True lm_head has no bias of shape (V,).", TASK),
    "bias-always": M("a bias unasked", "lm_head has a bias although none was asked for.", TASK),
    "other-names": M(
        "other names",
        "The model has no parameter named `embed.weight`, or none named `lm_head.weight`.",
        TASK,
    ),
    "no-layers": M(
        "a bare Parameter", "`embed` is no nn.Embedding(V, d), or `lm_head` no nn.Linear(d, V).", TASK
    ),
    "dtype-in-forward": M(
        "x.float() in forward",
        "A model of another dtype than float32 fails when it is called. Often forward changes a dtype, or a "
        "tensor is kept that does not change with the model.",
        TASK,
    ),
    "none-listed": M(
        "_parameters without a look at None",
        "Parameters that are not there are listed: a layer without a bias holds None in its place.",
        TASK,
    ),
    "own-names": M(
        "the last part of each name", "The names lack the path through the modules above them.", TASK
    ),
    "singles-listed": M("groups of one", "Names that are tied to nothing are listed.", TASK),
    "percent": M("per cent", "The share is in per cent; it is to lie between 0 and 1.", TASK),
    "default-itemsize": M("another default", "itemsize has another default than two bytes.", TASK),
    "bits": M("counts bits", "The bytes are eight times too many.", TASK),
}

DEVICE = {
    "wrong-device": PARAMETER_ON_CPU.read_at(ALIASES),
    "left-behind": M(
        "a tensor that is neither Parameter nor buffer",
        "A model that is made on the CPU fails once it is moved to another device: it keeps a tensor, or the "
        "name of a device, that does not change with it.",
        ALIASES,
    ),
    "side-lost-on-device": M(
        "takes the table from the graph off the CPU",
        "On another device than the CPU no gradient arrives from one of the two sides: the table is copied "
        "or detached on its way there.",
        SUM,
    ),
    "model-moved": M(
        "brings the model to the CPU",
        "After the call the model is on another device than before; it is to stay as it was.",
        TASK,
    ),
    "through-numpy": THROUGH_NUMPY.read_at(TASK),
}

COST = {
    "large-array": M(
        "an array (V, V) or (N, V, d)",
        "An array is made that is far larger than logits and table, such as a one-hot matrix of all tokens "
        "or an outer product for each position.",
        DENSE,
    ),
    "too-many-calls": M("more than six calls", "The implementation is called more than six times.", TASK),
}
