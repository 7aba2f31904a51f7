"""The misconceptions of `language-model`: what each is, and what a student reads about it."""

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
    STD_IGNORED,
    TABLE_NOT_TRANSPOSED,
    TARGET_NOT_SUBTRACTED,
    UNCHECKED_ON_DEVICE,
    WRONG_EXCEPTION,
)

ROWS = "language-model-from-ids-to-rows-with-a-place"
BLOCK = "language-model-a-block-between-two-uses-of-one-table"
HEAD = "language-model-logits-loss-and-what-the-head-sends-back"
BOTH = "language-model-both-gradients-of-the-table"
STEP = "language-model-one-step-of-training"
TORCH = "language-model-the-same-model-in-pytorch"
PITFALLS = "language-model-pitfalls"
TASK = "language-model-assignment"

SUITE = Suite(
    {
        # -- rows with a place ----------------------------------------------------------------------------
        "positions-missing": M(
            "E[ids] alone", "The rows of P have no effect: the model cannot tell where an id stands.", ROWS
        ),
        "last-places": M(
            "P[-T:]", "A window shorter than P takes its last rows; places are counted from the first.", ROWS
        ),
        "places-summed": M(
            "adds the sum or the mean of P", "Every place gets the same mixture of all rows of P.", ROWS
        ),
        "place-by-window": M(
            "P[:B, None]",
            "The rows of P go to the windows of the batch, not to the places in a window.",
            ROWS,
        ),
        "full-window-only": M(
            "E[ids] + P", "A window shorter than P has rows is refused; only longer ones are to be.", ROWS
        ),
        "window-unchecked": M(
            "lets one row of P broadcast",
            "A window longer than P has rows is accepted where broadcasting repeats a row.",
            ROWS,
        ),
        "lengths-not-named": M(
            "names one of the two lengths, or none",
            "The message of the ValueError does not name both the length of the ids and that of the window.",
            TASK,
        ),
        # -- the path forward -----------------------------------------------------------------------------
        "table-not-transposed": TABLE_NOT_TRANSPOSED.read_at(HEAD),
        "normalised-scores": NORMALISED_SCORES.read_at(HEAD),
        "logits-scaled": M("divides by √d", "The logits are scaled by √d; no factor was asked for.", HEAD),
        "block-skipped": M(
            "from rows to logits at once",
            "The hidden states are rows of x or a sum of them; the block has no effect.",
            BLOCK,
        ),
        "before-norm": M(
            "takes o for h",
            "The logits are made of what stands before the last norm, not of what comes after it.",
            BLOCK,
        ),
        "saved-wrong": M(
            "keeps something else for backward",
            "`saved` is not what block_forward returned: block_backward cannot work with it.",
            BLOCK,
        ),
        # -- the head -------------------------------------------------------------------------------------
        "uphill": M("the other sign", "The gradients have the wrong sign, or the step goes uphill.", HEAD),
        "not-averaged": M(
            "sums over the batch",
            "Loss or gradients are those of a sum over the batch; the loss is a mean.",
            HEAD,
        ),
        "part-not-averaged": M(
            "forgets the mean in one of the two",
            "One of the gradients lacks the factor of the mean that the other has.",
            HEAD,
        ),
        "averaged-twice": M(
            "divides once more",
            "A gradient is divided once too often: what comes from the mean loss carries its factor already.",
            BOTH,
        ),
        "target-not-subtracted": TARGET_NOT_SUBTRACTED.read_at(HEAD),
        "only-target-rows": ONLY_TARGET_ROWS.read_at(HEAD),
        "target-in-every-row": M(
            "`p[:, targets] -= 1`",
            "Each window is charged with the targets of all windows; every window has one target of its own.",
            HEAD,
        ),
        "overflow": OVERFLOW.read_at(PITFALLS),
        "log-of-zero": LOG_OF_ZERO.read_at(PITFALLS),
        "no-targets": M(
            "returns nan or zero for an empty batch",
            "An empty batch has no mean loss; that is a ValueError.",
            TASK,
        ),
        # -- both ends ------------------------------------------------------------------------------------
        "duplicates-lost": M(
            "`dE[ids] += dx`",
            "Of several places that read the same row only one contributes to its gradient.",
            BOTH,
        ),
        "input-side-missing": M(
            "the head's part alone",
            "The table gets the gradient of the output side alone; it was read as input too.",
            BOTH,
        ),
        "output-side-missing": M(
            "the scatter-add alone",
            "The table gets the gradient of the input side alone; through the logits every row gets one too.",
            BOTH,
        ),
        "head-overwritten": M(
            "`dE[ids] = ...`",
            "Rows that were read lose the part of the output side: it is replaced, not added to.",
            BOTH,
        ),
        "mean-per-row": M(
            "divides by how often an id comes",
            "A row that is read several times gets the mean; contributions add up.",
            BOTH,
        ),
        "head-returned": M(
            "returns an argument, or a view of it",
            "The result shares memory with an argument: what changes one changes the other.",
            TASK,
        ),
        # -- the step -------------------------------------------------------------------------------------
        "loss-after": M(
            "the loss of the new parameters",
            "The loss returned is the one after the step; asked for is the one before.",
            STEP,
        ),
        "in-turn": M(
            "uses an array that is already changed",
            "An array is changed first, and the gradient of another is computed from it. All gradients "
            "belong to the parameters before the step.",
            STEP,
        ),
        "positions-averaged": M(
            "mean over the batch for P",
            "The gradient of P is averaged over the batch; what comes from the mean loss adds up.",
            STEP,
        ),
        "places-mixed": M(
            "sums dx over the places",
            "All rows of P get the same step, or that of a window: each belongs to its place.",
            STEP,
        ),
        "parts-idle": M("forgets an array", "At least one of the four arrays does not move.", STEP),
        "not-in-place": M(
            "`p.E = p.E - ...`",
            "The step makes new arrays: whoever else holds the parameters still has the old ones.",
            PITFALLS,
        ),
        # -- everywhere -----------------------------------------------------------------------------------
        "arguments-changed": ARGUMENTS_CHANGED.read_at(TASK),
        "dtype-not-kept": DTYPE_NOT_KEPT.read_at(TASK),
        "id-types": ID_TYPES.read_at(TASK),
        "negative-wraps": NEGATIVE_ID_OR_TARGET_WRAPS.read_at(PITFALLS),
        "id-not-named": NUMBER_NOT_NAMED.read_at(TASK),
        "shapes-unchecked": M(
            "lets shapes broadcast",
            "Shapes that do not fit together are accepted; broadcasting and reshaping hide them.",
            TASK,
        ),
        "wrong-exception": WRONG_EXCEPTION.read_at(TASK),
        # -- the module -----------------------------------------------------------------------------------
        "untied": M(
            "a head with a table of its own",
            "The model has a second table for the output; the first one is to stand at both ends.",
            TORCH,
        ),
        "more-parameters": M(
            "biases, or gains of the norms",
            "The model has biases or gains; four matrices are all it learns.",
            TORCH,
        ),
        "not-a-parameter": M(
            "a plain tensor or a buffer",
            "One of the four is a plain tensor or a buffer: an optimizer does not see it.",
            TORCH,
        ),
        "weights-transposed": M(
            "stores weights as nn.Linear does",
            "A weight is stored transposed; NumPy's numbers do not fit it.",
            TORCH,
        ),
        "std-ignored": STD_IGNORED.read_at(TORCH),
        "fresh-rows": M(
            "leaves N(0, 1)",
            "E or P starts with the standard deviation 1 of nn.Embedding or torch.randn.",
            TORCH,
        ),
        "library-start": M(
            "leaves the library's start",
            "A parameter starts as PyTorch's layers do, not as the docstring says.",
            TORCH,
        ),
        "norm-missing": M("leaves out a norm", "A norm is missing, before the block or after it.", BLOCK),
        "norm-over-window": M(
            "normalises the flattened window",
            "The rows of a window are normalised together; each has a norm of its own.",
            BLOCK,
        ),
        "other-eps": M(
            "the library's eps, or none",
            "The norm adds another number than EPS, or adds it outside the root: where numbers are small it "
            "shows.",
            BLOCK,
        ),
        "other-norm": M(
            "LayerNorm", "The norm subtracts the mean; the root of the mean square does not.", BLOCK
        ),
        "places-interleaved": M(
            "flattens (B, d, w)",
            "The window is flattened with the places inside; its rows are to stand behind one another.",
            BLOCK,
        ),
        "input-detached": M(
            "`.data` or detach at the lookup", "No gradient reaches the table through the lookup.", BOTH
        ),
        "output-detached": M(
            "`.data` or detach at the logits", "No gradient reaches the table through the logits.", BOTH
        ),
        "wrong-device": PARAMETER_ON_CPU.read_at(TORCH),
        "dtype-ignored": M(
            "ignores dtype", "A parameter or a result has another dtype than asked for.", TORCH
        ),
        "unchecked-on-device": UNCHECKED_ON_DEVICE.read_at(TASK),
        "through-numpy": M(
            "goes through NumPy", "The model goes through NumPy, which works on the CPU alone.", TORCH
        ),
    }
)
