"""The misconceptions of `weight-tying`: what each is, and what a student reads about it."""

from autograder.checks.framework.checking import Misconception as M, Suite
from autograder.checks.framework.misconceptions import (
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
    SHAPES_BROADCAST,
    STD_IGNORED,
    TABLE_NOT_TRANSPOSED,
    TARGET_NOT_SUBTRACTED,
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

SUITE = Suite(
    {
        # -- logits ---------------------------------------------------------------------------------
        "table-not-transposed": TABLE_NOT_TRANSPOSED.read_at(LOGITS),
        "bias-ignored": M("leaves out the bias", "The bias has no effect on the logits.", LOGITS),
        "normalised-scores": NORMALISED_SCORES.read_at(LOGITS),
        "cosine": M(
            "divides by the lengths", "The scores are divided by lengths; a dot product keeps them.", TRAP
        ),
        "logits-scaled": M(
            "divides by √d", "The logits are divided by √d; the docstring asks for no factor.", TRAP
        ),
        # -- the output side ------------------------------------------------------------------------
        "sign": M("onehot − p", "The gradients have the wrong sign: they lead uphill.", SUM),
        "not-averaged": M(
            "sums over the positions",
            "The gradients are those of a sum over the positions; the loss is a mean.",
            SUM,
        ),
        "batch-mean": M(
            "divides by the first axis",
            "With several axes the mean is taken over the first one only; all positions count.",
            TASK,
        ),
        "target-not-subtracted": TARGET_NOT_SUBTRACTED.read_at(SUM),
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
            "puts the sum into a side", "A side holds the sum of both; each is to hold its own part.", SUM
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
            "One axis of positions works, other shapes do not: a single position and several axes are "
            "shapes like any other.",
            TASK,
        ),
        "flattened": M(
            "returns one axis of positions", "The result has lost the shape of the positions.", TASK
        ),
        "arguments-changed": ARGUMENTS_CHANGED.read_at(TASK),
        "dtype-not-kept": DTYPE_NOT_KEPT.read_at(TASK),
        "id-types": ID_TYPES.read_at(TASK),
        "negative-wraps": NEGATIVE_ID_OR_TARGET_WRAPS.read_at(TASK),
        "id-not-named": NUMBER_NOT_NAMED.read_at(TASK),
        "shapes-unchecked": SHAPES_BROADCAST.read_at(TASK),
        "wrong-exception": WRONG_EXCEPTION.read_at(TASK),
        # -- the model --------------------------------------------------------------------------------
        "copied": M(
            "copies the numbers once",
            "The two weights are equal numbers in two tables: what is written to one does not reach the "
            "other.",
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
        "output-detached": M(
            "detaches the table at the output", "No gradient arrives through the logits.", SUM
        ),
        "input-detached": M(
            "detaches the table at the input", "No gradient arrives through the lookup.", SUM
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
        "bias-always": M("a bias unasked", "lm_head has a bias although none was asked for.", TASK),
        "bias-not-zero": M("leaves nn.Linear's bias", "The bias does not start at zero.", TRAP),
        "body-changed": M(
            "initialises all modules", "The weights of the body are changed; it is to be used as it is.", TASK
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
        "wrong-device": PARAMETER_ON_CPU.read_at(ALIASES),
        "dtype-ignored": M("ignores dtype", "A parameter has another dtype than the one asked for.", TASK),
        "unchecked-on-device": UNCHECKED_ON_DEVICE.read_at(TASK),
        # -- ties -------------------------------------------------------------------------------------
        "duplicates-removed": M(
            "named_parameters() as it is",
            "No tie is found. As it is, `named_parameters()` lists each Parameter once, by its first name; "
            "and a tied layer can have any name.",
            ALIASES,
        ),
        "by-value": M("compares numbers", "Parameters with equal numbers are taken for tied.", ALIASES),
        "by-memory": M(
            "compares data_ptr", "Parameters that share memory, or have none, are taken for tied.", ALIASES
        ),
        "singles-listed": M("groups of one", "Names that are tied to nothing are listed.", TASK),
        "pairs-only": M("pairs", "A group of three or more names is listed as pairs.", TASK),
        "shared-modules-missed": M(
            "walks named_modules()", "A module that is used under several names is seen once.", ALIASES
        ),
        "weights-only": M("looks for `weight`", "Only parameters of the name weight are looked at.", ALIASES),
        "frozen-skipped": M("skips requires_grad=False", "Frozen parameters are left out.", TASK),
        "unordered": M(
            "sorts", "The groups are right, but not in the order that the docstring asks for.", TASK
        ),
        "through-numpy": M(
            "goes through NumPy", "The parameters go through NumPy, which works on the CPU alone.", TASK
        ),
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
            "The share of a tied model is taken of the tied total; the denominator is the untied model "
            "for all.",
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
        "settings-unchecked": M("accepts sizes below one", "A size below one is accepted.", TASK),
        "total-unchecked": M(
            "does not compare the total", "A total that cannot hold the tables is accepted.", TASK
        ),
    }
)
