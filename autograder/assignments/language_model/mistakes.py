"""The misconceptions of `language-model`: what each is, and what a student reads about it."""

from autograder.checks.checking import Misconception as M
from autograder.checks.misconceptions import (
    ARGUMENTS_CHANGED,
    DTYPE_NOT_KEPT,
    ID_NARROWED,
    ID_TYPES,
    LOG_OF_ZERO,
    NEGATIVE_ID_OR_TARGET_WRAPS,
    NORMALISED_SCORES,
    NUMBER_NOT_NAMED,
    ONLY_TARGET_ROWS,
    OTHER_NUMBER,
    OVERFLOW,
    PARAMETER_ON_CPU,
    RESULT_KEPT,
    STD_IGNORED,
    TABLE_NOT_TRANSPOSED,
    TARGET_NOT_SUBTRACTED,
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

MISTAKES = {
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
        "P[:B, None]", "The rows of P go to the windows of the batch, not to the places in a window.", ROWS
    ),
    "places-shifted": M(
        "P[1 : T + 1], P[::-1]",
        "The rows of P are added, and not in their order: position t has row t, counted from 0.",
        ROWS,
    ),
    "place-by-id": M(
        "P[ids]",
        "The row of P is chosen by the id; it belongs to the place in the window, whatever the id is.",
        ROWS,
    ),
    "rows-scaled": M(
        "√d times E[ids], as in the Transformer",
        "The rows are scaled by √d, as some models do; the formula has no factor.",
        ROWS,
    ),
    "padding": M(
        "row 0 stands for nothing",
        "Id 0 is treated as padding. Here it is an id like any other, with a row and a gradient.",
        ROWS,
    ),
    "full-window-only": M(
        "E[ids] + P", "A window shorter than P has rows is refused; only longer ones are to be.", ROWS
    ),
    "unchecked-when-empty": M(
        "answers for no windows before it looks at anything else",
        "Wrong input is accepted where there are no windows: a check is left out there, or comes "
        "after the answer.",
        TASK,
    ),
    "unsigned-wraps": M(
        "checks for negative ids and leaves the others to NumPy",
        "An unsigned id that is too large reaches a row: NumPy converts it to a negative number, and "
        "counts from the end.",
        TASK,
    ),
    "id-narrowed": ID_NARROWED.read_at(TASK),
    "other-number": OTHER_NUMBER.read_at(TASK),
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
        "The hidden states or the logits are made of what stands before the last norm, not of what comes "
        "after it.",
        BLOCK,
    ),
    "saved-list": M(
        "makes a list of it", "`saved` is a list; it is to be what `block_forward` returns, a tuple.", TASK
    ),
    "rows-normed": M(
        "normalises x, before the block or after it",
        "x comes back normalised. It is to be the rows with their positions; the block normalises them "
        "for itself.",
        TASK,
    ),
    "arrays-replaced": M(
        "gives p new arrays",
        "The arrays of p are replaced by others of the same numbers: whoever holds the old ones no "
        "longer sees what the next step changes.",
        TASK,
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
    "targets-shifted": M(
        "the target of the next window, or target + 1",
        "Each window is charged with the target of another window, or with the next token.",
        HEAD,
    ),
    "target-from-total": M(
        "p / B - onehot",
        "The targets are subtracted after the mean was taken: the factor of the mean belongs to both "
        "parts of the gradient of the logits.",
        HEAD,
    ),
    "targets-lost": M(
        "`dE[targets] -= h`",
        "Of several windows with the same target only one takes its part from the row of that target.",
        HEAD,
    ),
    "mean-over-tokens": M(
        "a mean over all logits",
        "Loss or gradients are divided by the number of tokens; the mean is over the windows.",
        HEAD,
    ),
    "in-bits": M("log2", "Loss or gradients are those of a loss in bits; the loss is in nats.", HEAD),
    "gradients-clipped": M(
        "clips gradients",
        "Large gradients are clipped, in size or in norm. Nothing here is to be clipped.",
        HEAD,
    ),
    "overflow": OVERFLOW.read_at(PITFALLS),
    "shift-of-batch": M(
        "subtracts `logits.max()`",
        "The logits are shifted by one number for the whole batch. A window whose logits are far below "
        "those of another then has no probability left.",
        PITFALLS,
    ),
    "log-of-zero": LOG_OF_ZERO.read_at(PITFALLS),
    "log-of-more": M(
        "log(p + 1e-12)",
        "A small number is added to a probability before its logarithm is taken: the loss changes.",
        PITFALLS,
    ),
    "target-ignored": M(
        "ignore_index=-100",
        "A target of -100 is left out of the mean, as PyTorch's loss does. Here it is outside "
        "0 ... V-1, and an IndexError.",
        TASK,
    ),
    "no-targets": M(
        "returns nan or zero for an empty batch",
        "An empty batch has no mean loss; that is a ValueError.",
        TASK,
    ),
    # -- both ends ------------------------------------------------------------------------------------
    "duplicates-lost-in-part": M(
        "dE[ids[:, t]] += ... in a loop over one axis",
        "An id that occurs twice at one place of the windows, or twice in one window, counts once there.",
        BOTH,
    ),
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
    "input-subtracted": M(
        "takes a step in place of a sum",
        "The part of the input side is subtracted. A gradient is the sum of both; the minus belongs to "
        "the step.",
        BOTH,
    ),
    "places-for-ids": M(
        "`dE[:T] += dx.sum(axis=0)`",
        "What comes from the input goes to the rows of the positions; it belongs to the rows of the ids.",
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
    "windows-lost": M(
        "P[positions] -= ..., or dx of one window",
        "P gets the gradient of one window of the batch alone; those of all windows add up.",
        STEP,
    ),
    "window-by-window": M(
        "a step for each window in turn",
        "The parameters change while the batch is gone through: a window meets what the step for another "
        "has changed. One step is asked for, with the gradients of all windows.",
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
    "nothing-moves": M(
        "`array = array - ...` in a loop",
        "None of the four arrays changes: what is computed is given a name and does not reach them.",
        PITFALLS,
    ),
    "lr-ignored": M("a step without lr", "The learning rate has no effect on the step.", STEP),
    "rows-of-the-batch": M(
        "steps on the rows of the batch alone",
        "Rows of E that do not occur in the batch stay as they were. The output side gives every row a "
        "gradient.",
        STEP,
    ),
    "raises-late": M(
        "checks after the first change",
        "An error is raised, and by then some of the parameters have been changed.",
        PITFALLS,
    ),
    "weights-decayed": M(
        "adds weight decay",
        "Besides the gradient, a share of the parameters themselves is subtracted. Plain descent has "
        "no decay.",
        STEP,
    ),
    "step-remembers": M(
        "momentum, or a step number",
        "A first step is right and a second one is not: the step depends on those before. Plain descent "
        "keeps nothing.",
        STEP,
    ),
    "not-in-place": M(
        "`p.E = p.E - ...`",
        "The step makes new arrays: whoever else holds the parameters still has the old ones.",
        PITFALLS,
    ),
    # -- everywhere -----------------------------------------------------------------------------------
    "arguments-changed": ARGUMENTS_CHANGED.read_at(TASK),
    "result-kept": RESULT_KEPT.read_at(TASK),
    "kept-between-calls": M(
        "keeps something made of an argument, and looks only whether it is the same array",
        "An array that has been changed between two calls is not read again: something made of it in the "
        "first call is kept and used.",
        PITFALLS,
    ),
    "dtype-not-kept": DTYPE_NOT_KEPT.read_at(TASK),
    "empty-batch": M(
        "a shortcut, or a reshape that needs windows",
        "A batch without windows is allowed: it is refused, or answered with another shape.",
        TASK,
    ),
    "one-window": M(
        "squeeze",
        "The answer is right where all axes are longer than 1, and not where one has the length 1: it is "
        "an axis like the others.",
        PITFALLS,
    ),
    "ids-in-own-dtype": M(
        "computes with ids in uint8, or takes int64 alone",
        "The answer is right for int64 and not for another integer dtype that is allowed: that is "
        "refused, or what is computed in it overflows or becomes a float.",
        PITFALLS,
    ),
    "needs-contiguous": M(
        "view, or np.frombuffer",
        "The answer is right for contiguous arrays and not for others: slices of larger ones, turned and "
        "reversed ones are allowed too.",
        TASK,
    ),
    "loss-no-float": M(
        "np.float32, or an array", "The loss is a number of NumPy's; a Python float is asked for.", TASK
    ),
    "too-narrow": M(
        "float32 on the way",
        "float64 goes in, and a result has only the digits of float32: something on the way is narrower.",
        TASK,
    ),
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
    "std-in-part": M(
        "passes std to some of the four",
        "The argument std reaches some of the four parameters; the others start with 0.02 in any case.",
        TORCH,
    ),
    "starts-at-zero": M(
        "zeros, as for a bias",
        "At least one of the four parameters starts as zeros; all four are drawn.",
        TORCH,
    ),
    "cut-at-two": M(
        "trunc_normal_ with its own limits",
        "With a large std the numbers are cut off at -2 and 2: these are limits in numbers, not in "
        "standard deviations, and a normal distribution has none.",
        TORCH,
    ),
    "fresh-rows": M(
        "leaves N(0, 1)", "E or P starts with the standard deviation 1 of nn.Embedding or torch.randn.", TORCH
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
    "other-norm": M("LayerNorm", "The norm subtracts the mean; the root of the mean square does not.", BLOCK),
    "sum-of-squares": M(
        "F.normalize, or a sum in the norm",
        "A norm divides by the root of the sum of the squares; it is the root of their mean.",
        BLOCK,
    ),
    "other-activation": M(
        "relu, sigmoid, or none", "Between W1 and W2 stands another function than tanh, or none.", BLOCK
    ),
    "not-normal": M(
        "uniform numbers",
        "A parameter has the standard deviation asked for, and is not drawn from a normal "
        "distribution: none of its numbers lies far out.",
        TORCH,
    ),
    "own-parameters": M(
        "a closure, or a tensor kept from the start",
        "After a deep copy, a loaded state or a change of dtype the model works with other numbers "
        "than its own parameters.",
        TORCH,
    ),
    "same-start": M(
        "sets a seed in the model, or uses one draw twice",
        "Two models, or two of the four parameters, start with the same numbers; each is to be drawn.",
        TORCH,
    ),
    "places-interleaved": M(
        "flattens (B, d, w)",
        "The window is flattened with the places inside; its rows are to stand behind one another.",
        BLOCK,
    ),
    "input-detached": M(
        "`.data` or detach at the lookup", "No gradient reaches the table through the lookup.", BOTH
    ),
    "parts-frozen": M(
        "detaches a parameter, or makes it without a gradient",
        "At least one of the four parameters gets no gradient at all.",
        BOTH,
    ),
    "output-detached": M(
        "`.data` or detach at the logits", "No gradient reaches the table through the logits.", BOTH
    ),
    "wrong-device": PARAMETER_ON_CPU.read_at(TORCH),
    "dtype-ignored": M("ignores dtype", "A parameter or a result has another dtype than asked for.", TORCH),
    "keeps-derived": M(
        "keeps self.E.T from the start",
        "The model keeps a tensor that is computed from a parameter when it is made: it cannot be copied "
        "or moved, and would not follow the parameter.",
        TORCH,
    ),
    "left-behind": M(
        "keeps a plain tensor on the model",
        "A model that is made on the device works and one that is moved there with .to does not: a plain "
        "tensor stays where it was made. Parameters and buffers move along.",
        TORCH,
    ),
    "eval-differs": M(
        "softmax in evaluation mode",
        "After model.eval() the logits are others than in training mode. Nothing here depends on it.",
        TORCH,
    ),
    "eval-gradient": M(
        "takes eval() for no_grad()",
        "After model.eval() the gradients do not arrive as in training mode. Evaluation mode is not "
        "torch.no_grad().",
        TORCH,
    ),
    "keeps-tensors": M(
        "keeps what forward has computed on the model",
        "A model that has been called cannot be copied: it keeps a tensor of its last call.",
        TORCH,
    ),
    "default-dtype": M(
        "dtype=torch.float32 in the code",
        "Without the argument dtype the parameters are float32 whatever PyTorch's default is.",
        TORCH,
    ),
    "default-device": M(
        "`device or 'cpu'`",
        "Without the argument device the parameters are on the CPU whatever PyTorch's default is; it can "
        "be set.",
        TORCH,
    ),
    "unchecked-on-device": M(
        "catches the library's error, or lets the id V pass",
        "On another device than the CPU an id outside the table reaches the kernel: it is not checked "
        "before the lookup, or the check lets such an id pass.",
        TASK,
    ),
    "through-numpy": M(
        "goes through NumPy", "The model goes through NumPy, which works on the CPU alone.", TORCH
    ),
}
