"""The misconceptions of `initialization`: what each is, and what a student reads about it."""

from autograder.checks.checking import Misconception as M
from autograder.checks.misconceptions import ARGUMENTS_CHANGED

LENGTH = "initialization-how-long-a-random-row-is"
DEVIATION = "initialization-standard-deviation-or-variance"
STARTS = "initialization-starts-in-use-0-02-one-xavier"
DEPTH = "initialization-what-depth-scaling-applies-to"
COLLAPSE = "initialization-collapse-and-saturation-by-experiment"
ATTENTION = "initialization-norm-and-attention"
NORMS = "initialization-normalization-rmsnorm-and-layernorm-forward-and-backward"
TASK = "initialization-assignment"

MISTAKES = {
    # -- what must be refused, for several functions ---------------------------------------------
    "sizes-unchecked": M(
        "takes a size below 1, or leaves it to what fails later",
        "A size below 1 is not refused with a ValueError.",
        TASK,
    ),
    "one-refused": M(
        "asks for 2 or more, or takes one for none",
        "A size of 1 is refused or treated apart; sizes begin with 1.",
        TASK,
    ),
    "zero-std-refused": M(
        "asks for more than zero", "A standard deviation of zero is refused; it is allowed.", TASK
    ),
    "generator-copied": M(
        "draws from a copy of the generator",
        "Two tables drawn in turn from one generator are the same: its state has not moved on.",
        TASK,
    ),
    "reader-scaled": M(
        "scales a matrix that reads the stream",
        "A matrix that reads the residual stream is scaled; only what writes into it is.",
        DEPTH,
    ),
    "head-drawn-otherwise": M(
        "has a case of its own for lm_head",
        "The output matrix starts otherwise than the other tables.",
        DEPTH,
    ),
    "state-holds-more": M(
        "keeps eps or a bias as a parameter or a buffer",
        "The module holds more than a weight: no other parameter and no buffer was asked for.",
        TASK,
    ),
    "negative-std": M(
        "takes a negative standard deviation", "A standard deviation below zero is accepted.", TASK
    ),
    "shapes-unchecked": M(
        "lets shapes broadcast that do not fit",
        "Shapes that do not fit together are accepted, because they broadcast, or are left to the "
        "library's own error. The docstring asks for a ValueError.",
        TASK,
    ),
    "arguments-changed": ARGUMENTS_CHANGED.read_at(TASK),
    "dtype-not-kept": M(
        "returns what the computation happens to give",
        "The result has another dtype than the docstring says.",
        TASK,
    ),
    "weight-dtype": M(
        "makes the weight without dtype",
        "The weight has another dtype than the argument dtype asks for.",
        TASK,
    ),
    "result-remembered": M(
        "keeps the first result for a d",
        "Called with one d and two different std, it gives the first result twice: something that "
        "depends on std is kept between the calls.",
        TASK,
    ),
    "digits-rounded": M(
        "rounds the result, as an example prints it",
        "The result is rounded to a few decimal places; all digits of a float are asked for.",
        TASK,
    ),
    "no-float": M(
        "returns an int, a tensor or `np.float32`",
        "A float is expected, Python's or NumPy's of 64 bits; the result is of another type.",
        TASK,
    ),
    # -- a table ---------------------------------------------------------------------------------
    "variance-for-std": M(
        "takes the number for a variance and draws with its root",
        "The entries spread too far: a standard deviation is taken for a variance, and its root is used.",
        DEVIATION,
    ),
    "std-squared": M(
        "hands the variance to a generator that wants the standard deviation",
        "The entries lie too close together: a variance is given where the generator takes a standard "
        "deviation.",
        DEVIATION,
    ),
    "rows-for-columns": M(
        "one over the root of V",
        "The scheme inverse-sqrt depends on the number of rows. The length of a "
        "row depends on the number of its entries.",
        LENGTH,
    ),
    "rows-alike": M(
        "draws one row for all",
        "All rows of the table are the same: to what comes after it every token is the same one.",
        COLLAPSE,
    ),
    "row-not-drawn": M(
        "fills a row for padding",
        "A row holds one number throughout, as a row for padding may; here every row is drawn.",
        TASK,
    ),
    "entries-repeated": M(
        "shuffles one row, or draws from a grid",
        "The same numbers come again and again: the entries are not drawn one by one, not drawn from all "
        "numbers of the range, or rounded on the way.",
        TASK,
    ),
    "recentred": M(
        "subtracts the mean of the table",
        "A mean is zero to the last digit, that of the table or of each row or column: it has been "
        "subtracted. So the entries depend on each other; the mean of the distribution is to be zero.",
        TASK,
    ),
    "rows-normalized": M(
        "divides each row by its length",
        "All rows of a table are equally long: each has been divided by its own length. So the entries "
        "of a row depend on each other; rows of independent entries differ in length.",
        LENGTH,
    ),
    "rescaled": M(
        "divides the table by its own standard deviation",
        "A table has the standard deviation of the scheme to the last digit: it has been divided by its "
        "own. So the entries depend on each other; the distribution is to have that standard deviation.",
        DEVIATION,
    ),
    "tails-cut": M(
        "clips at three standard deviations",
        "No entry of a normal scheme lies far out: its tails are cut off. None of the schemes asks for that.",
        STARTS,
    ),
    "xavier-normal": M(
        "Xavier's normal variant",
        "The scheme xavier asks for a uniform distribution; the entries are normal.",
        STARTS,
    ),
    "xavier-std-as-bound": M(
        "takes the standard deviation for the bound",
        "The entries of xavier stay too close to zero: the standard deviation of the distribution is "
        "used as its bound.",
        STARTS,
    ),
    "xavier-one-fan": M(
        "looks at V or d alone",
        "The bound of xavier depends on one of the two sizes; both belong in it.",
        STARTS,
    ),
    "xavier-factor": M(
        "has another number under the root",
        "The entries of xavier reach too far or not far enough, by the same factor for all V and d.",
        STARTS,
    ),
    "signs-by-place": M(
        "draws the sizes, and sets the signs by the place",
        "Two generators give the same signs: the sign of an entry is not drawn.",
        TASK,
    ),
    "spawned": M(
        "draws from a generator that rng spawns",
        "Generators in the same state give different tables, and the state stays as it is: the numbers "
        "come from a generator made from rng, not from rng itself.",
        TASK,
    ),
    "other-randomness": M(
        "`np.random`, or a generator of its own without a seed",
        "The same state of rng gives two different tables: the randomness comes from somewhere else.",
        TASK,
    ),
    "own-seed": M(
        "seeds a generator of its own",
        "Generators in different states give the same table: rng is not what the numbers come from.",
        TASK,
    ),
    "half-not-drawn": M(
        "asks the generator for float16",
        "A table in float16 fails: a generator does not draw that type. Draw in a wider one and convert.",
        TASK,
    ),
    "scheme-unchecked": M("`else` for the last scheme", "An unknown scheme is accepted.", TASK),
    "wrong-exception": M("raises another type", "Wrong input is refused, but not with a ValueError.", TASK),
    # -- lengths and scores, in closed form ----------------------------------------------------------
    "rms-as-mean": M(
        "σ√d",
        "The mean is taken to be the root of the mean square of the length; it is smaller than that.",
        LENGTH,
    ),
    "approximate-mean": M(
        "an approximation for large d", "The mean is an approximation that is good for large d only.", LENGTH
    ),
    "std-as-variance": M(
        "draws the root of a standard deviation",
        "The argument is a standard deviation; it is treated as a variance.",
        DEVIATION,
    ),
    "variance-for-spread": M(
        "returns a variance", "A variance is returned where a standard deviation was asked for.", DEVIATION
    ),
    "limit-spread": M("σ/√2 for every d", "The spread is that of very long rows, whatever d is.", LENGTH),
    "approximate-beyond": M(
        "an approximation from some d on",
        "Short rows are right. For long ones an approximation takes over, which is not asked for.",
        LENGTH,
    ),
    "norm-in-float32": M(
        "takes the difference of two large logarithms in float32",
        "The numbers are as exact as float32 allows, and no more: for long rows the difference of two "
        "large logarithms has few digits left. Compute in float64.",
        LENGTH,
    ),
    "too-deep": M(
        "calls itself once for every entry",
        "Rows of some hundreds or thousands of entries need more nested calls than Python allows.",
        LENGTH,
    ),
    "gamma-overflow": M(
        "computes the gammas themselves",
        "With rows of some hundreds of entries it fails: the gamma "
        "function's values are larger than any float. Their quotient is not.",
        LENGTH,
    ),
    "pair-swapped": M("returns the pair in the other order", "The two results are in the other order.", TASK),
    "table-scaled": M(
        "scales the tables with the depth, as a lesson does",
        "A table is scaled with the depth of the model. That factor belongs to other tensors.",
        DEPTH,
    ),
    "all-scaled": M(
        "scales every weight",
        "Every weight is scaled with the depth; the factor belongs to what writes to the residual stream.",
        DEPTH,
    ),
    "never-scaled": M("0.02 for all", "No weight is scaled with the depth of the model.", DEPTH),
    "one-projection": M(
        "scales one of the two projections",
        "A block adds to the residual stream twice, and only one of the two projections is scaled.",
        DEPTH,
    ),
    "one-addition": M(
        "1/√L", "The number of additions to the residual stream is not the number of blocks.", DEPTH
    ),
    "layer-index": M(
        "counts the blocks up to this one",
        "The factor depends on the number of the block in the name; all blocks have the same factor.",
        DEPTH,
    ),
    "no-root": M(
        "divides by 2L",
        "Variances add up along the residual stream; the factor is that of a variance, not "
        "that of a standard deviation.",
        DEPTH,
    ),
    "position-table": M(
        "0.01 for wpe", "The position table starts as in OpenAI's code; the other code was asked for.", DEPTH
    ),
    "norm-drawn": M(
        "draws LayerNorm's weight, or returns its value",
        "A LayerNorm's weight is filled with a constant, so there is no standard deviation but zero.",
        DEPTH,
    ),
    "bias-drawn": M("draws biases", "A bias is filled with zeros; nothing is drawn for it.", DEPTH),
    "prefix-read": M(
        "looks for words anywhere in the name, or for a prefix that it knows",
        "The prefix of a name changes the result. Names may have any prefix, or none.",
        TASK,
    ),
    "name-unchecked": M(
        "takes any name", "A name whose last part is neither weight nor bias is accepted.", TASK
    ),
    "divided-by-d": M(
        "divides by d", "The scaled score is divided by d; attention divides by the root of d.", ATTENTION
    ),
    "score-root-forgotten": M(
        "adds standard deviations",
        "The standard deviations of the products are added; it is the variances that add up.",
        ATTENTION,
    ),
    "variance-over-root": M(
        "divides the variance by the root of d",
        "The variance of the score is divided by the root of d. The score is what is divided by it, so "
        "its variance is divided by d.",
        ATTENTION,
    ),
    "scaled-ignored": M("one answer for both", "The argument scaled has no effect.", ATTENTION),
    "scaled-inverted": M(
        "`if scaled` the wrong way round", "The scaled and the unscaled score are exchanged.", ATTENTION
    ),
    "factors-added": M(
        "adds the variances of q and k",
        "The variances of the query and the key are added. An entry of the "
        "sum is a product, so they are multiplied.",
        ATTENTION,
    ),
    # -- normalizations, forward --------------------------------------------------------------------
    "mean-subtracted": M("LayerNorm's first step", "RMSNorm subtracts no mean; that is LayerNorm.", NORMS),
    "deviation-for-rms": M(
        "divides by the standard deviation",
        "The vectors are divided by their standard deviation, which leaves the mean out; RMSNorm divides "
        "by the root mean square.",
        NORMS,
    ),
    "mean-kept": M("RMSNorm with a bias", "LayerNorm subtracts the mean first, and here it is kept.", NORMS),
    "numerator-uncentred": M(
        "subtracts the mean for the variance alone",
        "The standard deviation is that of LayerNorm, but what is divided by it still has its mean.",
        NORMS,
    ),
    "bias-before-weight": M(
        "adds the bias first", "The bias is multiplied by the weight; it is added at the end.", NORMS
    ),
    "unit-length": M(
        "divides by the length",
        "The vectors come out with length one: they are divided by their length, "
        "and not by their root mean square.",
        NORMS,
    ),
    "root-forgotten": M(
        "divides by the mean square or the variance",
        "A root is missing: the result changes when the vector is multiplied by a number.",
        NORMS,
    ),
    "weight-forgotten": M("leaves the weight out", "The weight has no effect.", NORMS),
    "bias-forgotten": M("leaves the bias out", "The bias has no effect.", NORMS),
    "one-plus-weight": M(
        "multiplies by 1 + w, as Gemma does", "The result is multiplied by one more than the weight.", NORMS
    ),
    "wrong-axis": M(
        "averages over another axis, or over all",
        "What stands in one position changes what comes out at another: the mean is taken over more or "
        "other numbers than those of one vector.",
        NORMS,
    ),
    "two-axes-only": M(
        "takes a matrix for granted",
        "A matrix works, other shapes do not: a single vector and more axes are shapes like any other.",
        TASK,
    ),
    "four-axes": M(
        "counts the axes",
        "Up to three axes it is right, for four it is wrong: any number may stand before the last.",
        TASK,
    ),
    "axis-lost": M(
        "squeezes, or takes a table of one row for a vector",
        "An axis of length one goes wrong: it is lost or added, or the call fails. The result has all "
        "axes of x.",
        TASK,
    ),
    "argument-returned": M(
        "returns x where there are no vectors",
        "Where there are no vectors an argument itself comes back; the result is to be a new array.",
        TASK,
    ),
    "empty-fails": M("cannot handle no vectors", "An input without vectors fails; it is allowed.", TASK),
    "contiguous-only": M(
        "needs values that lie side by side (`.view`, `order='K'`)",
        "It works only if the values lie side by side in memory; those of a slice or a turned array do not.",
        TASK,
    ),
    "eps-outside": M("adds eps to the root", "eps is added after the root; it belongs inside.", NORMS),
    "eps-ignored": M(
        "leaves eps out, or uses a number of its own", "The argument eps is not what is added.", NORMS
    ),
    "eps-as-floor": M(
        "takes the larger of eps and the mean",
        "eps serves as a least value of what is under the root; it is always to be added.",
        NORMS,
    ),
    "default-eps": M(
        "has the default of another library or function",
        "Where eps is given it is right. Where it is left out, another number is added than the default "
        "of the docstring.",
        TASK,
    ),
    "zero-eps-replaced": M(
        "`eps or 1e-6`", "An eps of zero is given, and another number is added: zero counts as false.", NORMS
    ),
    "bessel": M("d − 1", "The variance has d − 1 in the denominator; LayerNorm divides by d.", NORMS),
    "variance-by-difference": M(
        "mean of the squares less square of the mean",
        "For entries far from zero the result is noise: the variance comes from the difference of two "
        "large numbers.",
        NORMS,
    ),
    "computed-in-half": M(
        "squares or adds in half precision",
        "Half precision goes wrong where squares or products are large or sums long: it is to be "
        "computed in float32, from the first operation on.",
        NORMS,
    ),
    "rounded-early": M(
        "rounds the quotient, the root or the product to half precision, as Llama's code does",
        "In half precision something is rounded on the way. float32 is asked for up to the end, where "
        "the result is rounded once.",
        NORMS,
    ),
    "weight-rounded": M(
        "converts the weight to the dtype of x",
        "A parameter is rounded to the dtype of x before it is used; it may have more digits than that "
        "dtype holds, or be too large for it.",
        NORMS,
    ),
    "mean-rounded": M(
        "takes the mean of a float16 array",
        "The mean of float16 numbers is rounded to float16 before it is subtracted.",
        NORMS,
    ),
    "eps-rounded": M(
        "converts eps to the dtype of x", "eps is rounded to float16, where a small one becomes zero.", NORMS
    ),
    "bfloat16-narrow": M(
        "widens float16 alone", "float16 is computed in float32, but bfloat16 is not; both are to be.", NORMS
    ),
    "width-of-weight": M(
        "takes the dtype of the weight for the computation",
        "The dtype of the weight decides in which width x is computed; the dtype of x is to decide it.",
        NORMS,
    ),
    "float64-narrowed": M(
        "converts to float32 whatever comes",
        "float64 is right to float32's digits only: it is converted on the way.",
        NORMS,
    ),
    # -- backward --------------------------------------------------------------------------------------
    "root-constant": M(
        "treats the root mean square as a constant",
        "The root mean square is treated as a constant; it depends on every entry of x.",
        NORMS,
    ),
    "weight-not-in-mean": M(
        "averages g·x and not g·w·x", "The part that goes through the root lacks the weight.", NORMS
    ),
    "weight-at-end": M(
        "multiplies dx with the weight at the end",
        "The weight multiplies the finished sum of both parts. It belongs to grad_out, before the mean "
        "of the part through the root is taken.",
        NORMS,
    ),
    "eps-in-one-part": M(
        "projects the direction of x out whatever eps is",
        "Where eps counts, the part that goes through the root is too large: it is divided by the mean "
        "of the squares alone, without eps.",
        NORMS,
    ),
    "sum-for-mean": M(
        "loses 1/d",
        "The part that goes through the root lacks a factor, which comes from the mean inside the root.",
        NORMS,
    ),
    "sign-flipped": M("adds the two parts", "The part that goes through the root has the wrong sign.", NORMS),
    "dweight-unsummed": M(
        "one dweight for each position",
        "The weight is shared by all positions, so its gradient is a sum over them.",
        NORMS,
    ),
    "dweight-averaged": M(
        "averages over positions",
        "The gradient of the weight is averaged over the positions; it is a sum.",
        NORMS,
    ),
    "dweight-unnormalized": M(
        "multiplies with x",
        "The gradient of the weight is taken from x; the weight multiplies the normalized x.",
        NORMS,
    ),
    "dweight-weighted": M(
        "multiplies with the weight once more",
        "The gradient of the weight contains the weight itself: grad_out is multiplied by it first. That "
        "product belongs to dx alone.",
        NORMS,
    ),
    # -- the module ------------------------------------------------------------------------------------
    "weight-no-parameter": M(
        "a plain tensor as attribute, or a buffer",
        "The module has no parameter called weight, so that no optimizer would train it.",
        NORMS,
    ),
    "weight-not-ones": M("zeros, or random numbers", "The weight does not begin with ones.", NORMS),
    "detached": M(
        "`no_grad`, `detach`, `.data`, `item()`",
        "A gradient is missing or lacks a part: a step of the forward pass is hidden from autograd.",
        NORMS,
    ),
    "default-dtype-ignored": M(
        "`dtype or torch.float32`",
        "Without a dtype the weight is float32, whatever PyTorch's default is; the default can be set.",
        TASK,
    ),
    "default-device-ignored": M(
        "`device or 'cpu'`",
        "Without a device the weight is on the CPU, whatever PyTorch's default device is; it can be set.",
        TASK,
    ),
    "device-remembered": M(
        "remembers the device with which it was made",
        "Once the module is moved to another device with `.to`, it fails there: something still goes by "
        "the device on which it was made.",
        TASK,
    ),
    "weight-remembered": M(
        "keeps the converted weight of the first call",
        "After its weight has changed, as a step of an optimizer changes it, the module still uses the "
        "numbers of the first call.",
        TASK,
    ),
    "device-ignored": M(
        "leaves the weight on the CPU", "The argument device has no effect: the weight is on the CPU.", TASK
    ),
    "made-on-cpu": M(
        "makes a tensor without a device",
        "On another device than the CPU it fails, or its result is on the CPU: a tensor is made without "
        "saying where, or brought back.",
        TASK,
    ),
}
