"""The misconceptions of `language-model`: what each is, and what a student reads about it."""

from autograder.checks.checking import Misconception as M
from autograder.checks.misconceptions import (
    NORMALISED_SCORES,
    PARAMETER_ON_CPU,
    TARGET_NOT_SUBTRACTED,
    THROUGH_NUMPY,
)

ASK = "language-model-positions-ask-each-other"
BLOCK = "language-model-a-block-between-two-uses-of-one-table"
BACK = "language-model-back-through-attention"
HEAD = "language-model-logits-loss-and-what-the-head-sends-back"
BOTH = "language-model-both-gradients-of-the-table"
TORCH = "language-model-the-same-model-in-pytorch"
TRAIN = "language-model-train-it"
PITFALLS = "language-model-pitfalls"

MATTER = {
    # -- attention ------------------------------------------------------------------------------------
    "future-seen": M("forgets the mask", "A position receives something from positions after it.", ASK),
    "masked-after": M(
        "masks the weights",
        "Weights are set to zero after the softmax, and what is left of a row does not sum to one.",
        ASK,
    ),
    "masked-a-little": M(
        "scores times the mask, or -100 in place of -inf",
        "Hidden scores are set to a number, or lowered by one: other scores can be lower still.",
        ASK,
    ),
    "self-hidden": M(
        "a mask one to the left", "A position does not see itself; it sees itself and all before it.", ASK
    ),
    "one-too-many": M("a mask one to the right", "Each position sees the one after it as well.", ASK),
    "queries-first": M(
        "np.tri(T, S)",
        "With fewer queries than keys, the queries are treated as those of the first positions.",
        ASK,
    ),
    "as-many-queries-as-keys": M(
        "a mask of T times T", "It fails where there are fewer queries than keys.", ASK
    ),
    "fewer-unmasked": M(
        "no mask where T < S",
        "With fewer queries than keys nothing is hidden: a query sees positions after its own.",
        ASK,
    ),
    "one-sequence-only": M(
        "`k.T`, or axes counted from the front",
        "One sequence is right, and several at once are not: axes in front are not left alone.",
        ASK,
    ),
    "axes-paired": M(
        "flattens leading axes, or pairs them one by one",
        "Where sequences share queries, keys or values it fails or is wrong: leading axes broadcast, and "
        "need not be the same.",
        ASK,
    ),
    "scale-missing": M("forgets √d", "The scores are not divided by the root of the width.", ASK),
    "scale-wrong": M(
        "another root, or at another place",
        "The scores are not divided by the root of the width of queries and keys, once, before the softmax.",
        ASK,
    ),
    "softmax-over-queries": M(
        "the other axis", "The weights of a key sum to one over the queries; those of a query are to.", ASK
    ),
    "overflow": M(
        "exp of large numbers",
        "With large numbers the result is not finite. Often exp overflows: a softmax counts up to a shift.",
        HEAD,
    ),
    "outweighed": M(
        "cuts weights after the softmax, or subtracts one maximum from all rows",
        "The result is not finite where some scores are far larger than those that a query sees. Perhaps "
        "hidden scores, or those of other queries, take part in its softmax or in its shift.",
        ASK,
    ),
    "scores-clipped": M(
        "clips scores, for safety", "Scores are clipped: large ones that differ become alike.", ASK
    ),
    "weights-sum-to-less": M(
        "adds a small number to the sum, for safety",
        "Something is added to the sum in the softmax, which is never zero: weights sum to less than one.",
        ASK,
    ),
    "row-sum-missing": M(
        "A · dA alone",
        "The gradient of the softmax lacks the sum over the row: every weight depends on every score.",
        BACK,
    ),
    "row-mean-plain": M(
        "subtracts dA.mean()",
        "In the gradient of the softmax a plain mean over the keys is subtracted; the weights belong in it.",
        BACK,
    ),
    "softmax-not-differentiated": M(
        "takes dA for the gradient of the scores",
        "The gradient of the weights is used as that of the scores: the softmax has a derivative of its own.",
        BACK,
    ),
    "scale-not-in-backward": M(
        "forgets √d on the way back, or takes it twice",
        "A gradient is off by a factor: that of the scores belongs into those of queries and keys, once.",
        BACK,
    ),
    "future-in-backward": M(
        "no mask in backward", "Something is sent back to positions that a query did not see.", BACK
    ),
    "not-turned": M(
        "A @ G", "A product with the weights or with the gradient of the scores lacks a transpose.", BACK
    ),
    "row-sum-over-queries": M(
        "axis=-2",
        "In the gradient of the softmax the sum is taken over the queries; it is over the keys of a query.",
        BACK,
    ),
    "weights-left-out": M(
        "dA minus the sum, alone",
        "In the gradient of the softmax the sum is subtracted, and the factor of the weights is left out.",
        BACK,
    ),
    # -- the model ------------------------------------------------------------------------------------
    "positions-missing": M(
        "E[ids] alone", "The rows of P have no effect: the model cannot tell where an id stands.", BLOCK
    ),
    "last-places": M(
        "P[-T:]", "A window shorter than P takes its last rows; places are counted from the first.", BLOCK
    ),
    "one-head": M("ignores heads", "All columns attend together, as one head.", BLOCK),
    "heads-interleaved": M(
        "a view in the wrong order",
        "A head does not hold neighbouring columns of each position, or they come back to another place.",
        BLOCK,
    ),
    "scale-of-whole-width": M(
        "√d for every head",
        "The scores of a head are divided by the root of d, not of the head's width.",
        BLOCK,
    ),
    "norm-missing": M("leaves out a norm", "At least one of the three norms is missing.", BLOCK),
    "residual-missing": M(
        "replaces in place of adding",
        "What attention or the feed-forward part finds replaces what was there; it is to be added.",
        BLOCK,
    ),
    "residual-from-norm": M(
        "u + attention in place of x + attention",
        "What a part finds is added to the normed vector, not to what stood there before the norm.",
        BLOCK,
    ),
    "norm-after": M(
        "the order of the first transformer",
        "A norm stands behind each sum; it is to stand before attention and before the feed-forward part.",
        BLOCK,
    ),
    "norm-centred": M("layer norm", "At least one norm subtracts the mean; rms_norm does not.", BLOCK),
    "used-transposed": M(
        "`x @ W.T`", "A matrix of attention is used transposed: rows of numbers stand on its left.", BLOCK
    ),
    "matrix-for-another": M(
        "a slip of the pen", "Of Wq, Wk and Wv one is used in another one's place.", BLOCK
    ),
    "output-matrix-missing": M("leaves out Wo", "What the heads find is added without Wo.", BLOCK),
    "logits-times-factor": M(
        "divides by √d at the end",
        "The logits are the right ones times a factor; no factor follows the product with E.",
        BLOCK,
    ),
    "looked-up-rows-scaled": M(
        "multiplies rows of the table by √d",
        "What is looked up in E is multiplied by a factor before the rows of P are added.",
        BLOCK,
    ),
    "other-activation": M(
        "gelu, tanh or none", "Between Wup and Wdown stands another function than relu.", BLOCK
    ),
    "other-eps": M(
        "a norm of one's own",
        "Where numbers are small the logits are wrong: what a norm adds to the mean square is not EPS.",
        BLOCK,
    ),
    "normalised-scores": NORMALISED_SCORES.read_at(HEAD),
    "logits-of-last": M(
        "answers for the last position",
        "There are logits of the last position alone; each has its own.",
        BLOCK,
    ),
    "untied": M(
        "a head with a table of its own",
        "The model has a second table for the output; the first one is to stand at both ends.",
        TORCH,
    ),
    "more-parameters": M(
        "biases or gains",
        "The model has Parameters of one axis, such as biases or gains, beside its eight.",
        TORCH,
    ),
    "not-a-parameter": M(
        "a plain tensor or a buffer",
        "At least one of the eight is no Parameter of the model: an optimizer does not see it.",
        TORCH,
    ),
    "weights-transposed": M(
        "stores weights as nn.Linear does",
        "A matrix is stored transposed; numbers cannot be carried over.",
        TORCH,
    ),
    "input-detached": M(
        "`.data` or detach at the lookup", "No gradient reaches the table through the lookup.", BOTH
    ),
    "output-detached": M(
        "`.data` or detach at the logits", "No gradient reaches the table through the logits.", BOTH
    ),
    "parts-frozen": M(
        "detaches a matrix", "At least one Parameter other than E gets no gradient at all.", TORCH
    ),
    "small-everywhere": M(
        "0.02 for all", "A matrix of the block starts with the small numbers of the tables.", BLOCK
    ),
    "as-large-as-one": M("torch.randn alone", "Parameters start with the standard deviation 1.", BLOCK),
    "variance-for-deviation": M(
        "1/n for the deviation, or 0.02 for the variance",
        "At the start variance and standard deviation are confused: N(0, s²) has the deviation s.",
        BLOCK,
    ),
    "start-of-another-rule": M(
        "the start of He or Glorot",
        "A matrix starts with another variance than 1/n, such as 2/n or one made of rows and columns.",
        BLOCK,
    ),
    "root-of-columns": M(
        "counts the outputs",
        "The deviation with which a matrix starts fits the number of its columns, not that of its rows.",
        BLOCK,
    ),
    "library-start": M(
        "leaves the library's start",
        "Parameters start as PyTorch's layers do, not as the docstring says.",
        TORCH,
    ),
    "starts-at-zero": M(
        "zeros, as for a bias", "At least one Parameter starts as zeros; all are drawn.", TORCH
    ),
    "not-normal": M(
        "uniform numbers",
        "A Parameter is not drawn from a normal distribution: no number lies far out.",
        TORCH,
    ),
    "same-start": M(
        "a seed in the model, or one draw used twice",
        "Two models, or two Parameters, start with the same numbers; each is to be drawn anew.",
        TORCH,
    ),
    # -- the table's gradient -------------------------------------------------------------------------
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
    "duplicates-lost": M(
        "`dE[ids] += dx`",
        "Of several places that read the same row not all contribute to its gradient.",
        BOTH,
    ),
    "head-overwritten": M(
        "`dE[ids] = ...`", "Rows that were read lose the part of the output side: it is replaced.", BOTH
    ),
    "averaged-twice": M(
        "divides once more",
        "A part is divided once too often: what comes from the mean loss carries its factor already.",
        BOTH,
    ),
    "not-averaged": M("forgets the mean", "The head's part is that of a sum; the loss is a mean.", HEAD),
    "other-mean": M(
        "divides by B, T or at_once",
        "The head's part is divided by another number than that of all positions.",
        HEAD,
    ),
    "head-turned-around": M("onehot − p", "The head's part has the opposite sign.", HEAD),
    "inputs-in-each-group": M(
        "the scatter-add inside the loop", "What dx adds is in the result once for each group.", BOTH
    ),
    "ids-and-targets-exchanged": M(
        "takes targets for ids, or ids for targets",
        "ids and targets are exchanged: dx belongs to what was read, and the head to what came.",
        BOTH,
    ),
    "average-of-parts": M(
        "divides by the size of a part",
        "Each part is divided by its own number of positions; the mean is over all.",
        HEAD,
    ),
    "last-part-lost": M(
        "N // at_once parts", "Positions at the end are left out where N is no multiple of at_once.", HEAD
    ),
    "only-last-part": M("= in place of +=", "Of the parts only the last one is in the result.", HEAD),
    "target-not-subtracted": TARGET_NOT_SUBTRACTED.read_at(HEAD),
    # -- training -------------------------------------------------------------------------------------
    "no-neighbours": M(
        "draws every id on its own",
        "A window does not hold neighbouring ids of the text, in their order.",
        TRAIN,
    ),
    "one-window": M("one beginning for the batch", "All windows of a batch are the same.", TRAIN),
    "same-batch-again": M("makes the generator in the loop", "Every step is given the same windows.", TRAIN),
    "last-window-missing": M(
        "one beginning too few, or too many",
        "A window that ends with the last id of the text is never drawn, or one that ends behind it is.",
        TRAIN,
    ),
    "seed-ignored": M(
        "draws from elsewhere", "With the same seed, two calls draw something different.", TRAIN
    ),
    "seed-fixed": M("a seed of its own", "With another seed, exactly the same is drawn.", TRAIN),
    "windows-in-a-row": M(
        "one beginning for the batch, and its neighbours",
        "The windows of a batch begin at equal distances; each beginning is to be drawn by itself.",
        TRAIN,
    ),
    "windows-lost": M(
        "drops a smaller last call",
        "With `at_once` the model is given other than `batch` windows in a step. Often those that are left "
        "at the end are dropped.",
        TRAIN,
    ),
    "targets-not-shifted": M(
        "the ids themselves", "The targets are the ids that were read, not those that follow.", PITFALLS
    ),
    "asked-backwards": M(
        "reads all but the first",
        "The model is asked for the id before, not for the one that follows.",
        TRAIN,
    ),
    "only-last-position": M(
        "logits[:, -1]", "The loss is that of the last position alone; every position has a target.", TRAIN
    ),
    "sum-in-place-of-mean": M(
        "reduction='sum'",
        "Losses or gradients are those of a sum over positions; a mean is asked for.",
        TRAIN,
    ),
    "gradients-kept": M(
        "no zero_grad", "The gradients of earlier steps are still in those of later ones.", TRAIN
    ),
    "moments-forgotten": M(
        "makes the optimizer in the loop",
        "AdamW keeps nothing from one step to the next. Often a new one is made in every step.",
        TRAIN,
    ),
    "norm-not-clipped": M(
        "no clipping, or another one",
        "Gradients are not clipped to a norm of 1, all numbers together, before the step.",
        TRAIN,
    ),
    "short-stretched": M(
        "divides by the norm in any case, or clips the gradient of a sum",
        "Short gradients are brought to a norm of 1. Often they are divided by the norm in any case, or "
        "those of a sum are clipped.",
        TRAIN,
    ),
    "parameters-clipped-apart": M(
        "clips each Parameter by itself",
        "The gradient of each Parameter is clipped by itself. The norm is that of all of them together.",
        TRAIN,
    ),
    "other-optimizer": M(
        "SGD, Adam or another decay",
        "The parameters do not move as AdamW with this decay, and defaults else, moves them.",
        TRAIN,
    ),
    "step-too-early": M(
        "steps before backward", "A step moves the parameters by the gradient of the step before.", TRAIN
    ),
    "loss-after-step": M(
        "the loss of the new parameters",
        "The losses are those after each step; asked for are those before.",
        TRAIN,
    ),
    "losses-are-tensors": M(
        "keeps the tensors", "The losses are tensors; each holds on to what its step has computed.", TRAIN
    ),
    "model-not-moved": M(
        "trains a copy, or steps without gradients", "The parameters of the given model do not change.", TRAIN
    ),
    "calls-added-up": M(
        "sums the means of the calls",
        "With several calls in a step the gradient or the loss is too large.",
        TRAIN,
    ),
    "calls-weigh-equal": M(
        "a mean of means",
        "A call with fewer windows weighs as much as one with more; every window is to weigh the same.",
        TRAIN,
    ),
    "step-in-each-call": M(
        "steps in the inner loop", "The parameters move after every call of the model.", TRAIN
    ),
    "clipped-in-each-call": M(
        "clips in the inner loop",
        "The gradient is clipped after every call of the model; it is clipped once a step, when it is whole.",
        TRAIN,
    ),
    "only-last-call": M(
        "zero_grad in the inner loop",
        "Of several calls in a step only the last one's gradient is used.",
        TRAIN,
    ),
    "loss-of-last-call": M(
        "overwrites the loss", "The loss that is returned is that of a part of the batch.", TRAIN
    ),
    # -- the next token -------------------------------------------------------------------------------
    "temperature-ignored": M("top_p alone", "The temperature has no effect.", TRAIN),
    "temperature-multiplies": M(
        "logits * τ", "A low temperature makes probable tokens less probable: it multiplies.", TRAIN
    ),
    "nucleus-ignored": M("temperature alone", "top_p has no effect.", TRAIN),
    "nucleus-one-short": M(
        "cumsum <= top_p", "The token that brings the nucleus to top_p is left out.", TRAIN
    ),
    "nucleus-one-more": M(
        "one token more", "A token is kept though those before it have reached top_p together.", TRAIN
    ),
    "nucleus-of-the-least": M("sorts upwards", "The nucleus is made of the least probable tokens.", TRAIN),
    "nucleus-before-temperature": M(
        "cuts first", "The nucleus is that of temperature 1; the temperature comes first.", TRAIN
    ),
    "probability-as-threshold": M(
        "p >= top_p",
        "top_p is taken for the least probability of a token; it is that of all that stay.",
        TRAIN,
    ),
    "nucleus-by-count": M(
        "ceil(top_p · V) tokens", "top_p is taken for the share of tokens; it is one of probability.", TRAIN
    ),
    "nucleus-unsorted": M(
        "sums in the order of ids", "Probabilities are summed in the order of ids, not of their size.", TRAIN
    ),
    "cut-by-rank": M(
        "p[before >= top_p]",
        "Tokens are cut by places in the sorted order, as if these were their ids.",
        TRAIN,
    ),
    "nearly-is-enough": M(
        "a tolerance, for safety",
        "A sum slightly below top_p is taken for enough: a token is missing in the nucleus.",
        TRAIN,
    ),
    "at-least-two": M("two tokens at least", "Two tokens stay where one is enough.", TRAIN),
    "softmax-of-probabilities": M(
        "softmax of what is kept",
        "A softmax is taken of probabilities; they are to be divided by their sum.",
        TRAIN,
    ),
    "temperature-lost-after-cut": M(
        "the softmax of the plain logits at the end",
        "The nucleus is that of the temperature, and the probabilities in it are those of temperature 1.",
        TRAIN,
    ),
    "rest-shared-otherwise": M(
        "adds what was cut",
        "What was cut goes to the others in equal parts, or to the best; they are to keep their proportions.",
        TRAIN,
    ),
    "temperature-bounded": M(
        "max(temperature, ...), for safety",
        "A temperature near one end of its range is replaced by another.",
        TRAIN,
    ),
    "ties-kept": M(
        "a threshold at the edge",
        "All tokens as probable as the last one of the nucleus are kept, more than are needed.",
        TRAIN,
    ),
    "greedy-when-cold": M(
        "the best token alone near temperature zero",
        "At a low temperature one token gets all of the probability, also where several are equally likely.",
        TRAIN,
    ),
    "not-scaled": M("no division", "After the cut the probabilities do not sum to one.", TRAIN),
    "sorted-result": M(
        "forgets to sort back", "The probabilities do not stand at the ids they belong to.", TRAIN
    ),
    "forbidden-gives-nan": M(
        "computes with -inf", "A token whose logit is -inf makes numbers nan; its probability is zero.", TRAIN
    ),
    "never-zero": M(
        "a smallest probability, for safety",
        "Tokens that must not come keep a small probability; theirs is zero.",
        TRAIN,
    ),
    "sum-raised": M(
        "adds a small number to the sum, for safety",
        "The result does not sum to one closely enough: a number is added to a sum that is never zero.",
        TRAIN,
    ),
    "single-precision": M(
        "float32",
        "The result is not float64, or does not sum to one closely enough. Often float32 is behind it.",
        TRAIN,
    ),
    # -- writing --------------------------------------------------------------------------------------
    "helper-first": M(
        "uses a function of the notebook that is wrong",
        "It calls `next_probabilities`, which is not right yet: mend that one first.",
        TRAIN,
    ),
    "window-ignored": M("gives the whole text", "The model is given more ids than the window holds.", TRAIN),
    "first-ids-read": M(
        "ids[:window]", "The model is given the first ids of the text, not the last ones.", TRAIN
    ),
    "only-last-id": M("ids[-1:]", "The model is given one id alone; it could use those before.", TRAIN),
    "text-not-extended": M(
        "asks with the beginning",
        "What was written is not given to the model: it is asked the same again.",
        TRAIN,
    ),
    "one-id-off": M("one id too many or too few", "The model is given one id too many or too few.", TRAIN),
    "window-filled-up": M(
        "pads to the window", "A short text is filled up to the window; it is to be given as it is.", TRAIN
    ),
    "cut-once": M(
        "cuts the beginning alone",
        "The text is cut to the window before the first id, and not while it grows.",
        TRAIN,
    ),
    "beginning-kept": M(
        "a window over the new ids",
        "The beginning stays in what the model is given, however long the text.",
        TRAIN,
    ),
    "beginning-returned": M(
        "returns all", "The beginning is returned as well; the new ids alone are to be.", TRAIN
    ),
    "always-the-best": M("argmax", "The most probable id is taken every time; nothing is drawn.", TRAIN),
    "seeded-anew": M(
        "makes the generator in the loop", "Each draw begins with the same random number as the first.", TRAIN
    ),
    "seed-counted-up": M(
        "seed + i for the id i",
        "With the next seed the same text comes, moved by one id. Often each id gets a seed of its own.",
        TRAIN,
    ),
    "settings-exchanged": M(
        "passes them in the other order", "temperature and top_p are exchanged on their way.", TRAIN
    ),
    "settings-twice": M(
        "applies temperature or top_p beside next_probabilities",
        "Temperature or nucleus works twice: `next_probabilities` does both already.",
        TRAIN,
    ),
    "asked-not-once": M(
        "asks before the loop and at its end, or keeps what was answered",
        "The model is not asked exactly once for each new id.",
        TRAIN,
    ),
    "temperature-lost": M("does not pass it on", "The temperature has no effect on what is drawn.", TRAIN),
    "nucleus-lost": M(
        "does not pass it on", "Beside a temperature top_p has no effect on what is drawn.", TRAIN
    ),
    "stop-ignored": M("does not stop", "Writing goes on after the id that ends it.", TRAIN),
    "stop-left-out": M(
        "stops before it appends", "The id that ends the text is not among those returned.", TRAIN
    ),
    "zero-does-not-stop": M(
        "if stop", "The id 0 does not end the text. It is an id like any other, and not None.", TRAIN
    ),
    "stop-in-beginning": M(
        "looks for stop in the whole text",
        "An id in the beginning ends the text; only a drawn one does.",
        TRAIN,
    ),
}

CONTRACT: dict[str, M] = {}  # those of the house rules

DEVICE = {
    "wrong-device": PARAMETER_ON_CPU.read_at(TORCH),
    "through-numpy": THROUGH_NUMPY.read_at(TORCH),
    "left-behind": M(
        "keeps a plain tensor on the model",
        "A model that is made on the device works and one that is moved there with .to does not. Often a "
        "plain tensor, or the name of a device, is kept on the model.",
        TORCH,
    ),
    "lost-off-the-cpu": M(
        "detach or a copy on the way to the device",
        "On another device than the CPU the logits are right, and a gradient or a part of one is lost.",
        BOTH,
    ),
}

COST = {
    "logits-at-once": M(
        "all logits, or a one-hot matrix of all ids",
        "The memory is that of an array with a row for each position and a column for each token.",
        HEAD,
    ),
    "groups-too-large": M(
        "at_once positions of each text, or whole texts",
        "More is in memory than the logits of at_once positions take. Often at_once is counted in each "
        "text, or whole texts are taken.",
        HEAD,
    ),
    "rest-joined": M(
        "no small group at the end",
        "More than at_once positions are in memory where a smaller group is left at the end. Perhaps it "
        "is joined to the one before.",
        HEAD,
    ),
    "batch-at-once": M(
        "ignores at_once", "The model is given more windows in a call than at_once allows.", TRAIN
    ),
    "vectors-undecayed": M(
        "leaves biases without decay",
        "Parameters of one axis do not decay. Some programs leave them out; here one decay holds for all.",
        TRAIN,
    ),
    "graphs-kept": M(
        "one backward pass for all calls",
        "When the model is called again, what earlier calls saved for the backward pass is still kept. Often "
        "one pass is made for all calls.",
        TRAIN,
    ),
}
