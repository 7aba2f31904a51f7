"""The misconceptions of `initialization`: what each is, and what a student reads about it."""

from autograder.checks.checking import Misconception as M
from autograder.checks.misconceptions import RESULT_ON_CPU, THROUGH_NUMPY

LENGTH = "initialization-how-long-a-random-row-is"
DEVIATION = "initialization-standard-deviation-or-variance"
FIRST = "initialization-small-right-and-large"
TIED = "initialization-the-first-loss-of-a-gpt-2-small"
STARTS = "initialization-starts-in-use-0-02-one-xavier"
DEPTH = "initialization-what-depth-scaling-applies-to"
COLLAPSE = "initialization-collapse-and-saturation-by-experiment"
NORMS = "initialization-normalization-rmsnorm-and-layernorm-forward-and-backward"
HALF = "initialization-normalizing-forward-and-backward"
BACKWARD = "initialization-backward"
TASK = "initialization-assignment"

TABLE = {
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
        "The scheme inverse-sqrt depends on the number of rows. The length of a row depends on the number "
        "of its entries.",
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
        STARTS,
    ),
    "entries-repeated": M(
        "shuffles one row, or draws from a grid",
        "The same numbers come again and again: the entries are not drawn one by one, not drawn from all "
        "numbers of the range, or rounded on the way.",
        COLLAPSE,
    ),
    "recentred": M(
        "subtracts the mean of the table",
        "A mean is zero to the last digit, that of the table or of each row or column: it has been "
        "subtracted. So the entries depend on each other; the mean of the distribution is to be zero.",
        LENGTH,
    ),
    "rows-normalized": M(
        "divides each row by its length",
        "All rows of a table are equally long: each has been divided by its own length. So the entries of "
        "a row depend on each other; rows of independent entries differ in length.",
        LENGTH,
    ),
    "rescaled": M(
        "divides the table by its own standard deviation",
        "A table has the standard deviation of the scheme to the last digit: it has been divided by its "
        "own. So the entries depend on each other; the distribution is to have that standard deviation.",
        DEVIATION,
    ),
    "tails-cut": M(
        "clips or truncates unasked",
        "Without a cut a normal scheme has entries far out, and here there are none: often its tails are cut "
        "off.",
        STARTS,
    ),
    "cut-ignored": M(
        "does nothing with cut", "With a cut entries lie beyond it, as many as without one.", STARTS
    ),
    "clipped": M(
        "np.clip",
        "With a cut many entries lie exactly at the edge: those beyond are moved there, not drawn again.",
        STARTS,
    ),
    "redrawn-evenly": M(
        "draws again from a uniform distribution",
        "What replaces an entry beyond the cut is spread evenly. It is to be drawn again as the others are.",
        STARTS,
    ),
    "redrawn-once": M(
        "draws again once",
        "With a cut a few entries still lie beyond it: a second draw can lie beyond as well.",
        STARTS,
    ),
    "redrawn-few-times": M(
        "draws again a fixed number of times",
        "With a cut a few entries still lie beyond it, or at its edge: often the draws end before none is "
        "left.",
        STARTS,
    ),
    "replaced-alike": M(
        "puts one new number in place of all entries beyond",
        "With a cut one and the same number stands in many places. Each entry beyond is to be drawn again "
        "on its own.",
        STARTS,
    ),
    "wide-cut-ignored": M(
        "does nothing with a wide cut",
        "With a wide cut entries lie beyond it, or at its edge. A narrower one is right.",
        STARTS,
    ),
    "cut-at-values": M(
        "trunc_normal_ with its bounds as they are",
        "The cut is taken for a value. It counts standard deviations of the scheme.",
        STARTS,
    ),
    "cut-corrected": M(
        "widens the draw so that σ stays",
        "With a cut the table still has the standard deviation of the scheme: the draw has been widened to "
        "make up for the tails. What is left after the cut is to be left as it is.",
        STARTS,
    ),
    "xavier-normal": M(
        "Xavier's normal variant",
        "The scheme xavier asks for a uniform distribution; the entries are normal.",
        STARTS,
    ),
    "xavier-std-as-bound": M(
        "takes the standard deviation for the bound",
        "The entries of xavier stay too close to zero: the standard deviation of the distribution is used "
        "as its bound.",
        STARTS,
    ),
    "xavier-root-forgotten": M("6 / (V + d)", "The bound of xavier lacks its root.", STARTS),
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
        LENGTH,
    ),
    "generator-copied": M(
        "draws from a copy of the generator",
        "Two tables drawn in turn from one generator are the same: often its state has not moved on.",
        STARTS,
    ),
    "spawned": M(
        "draws from a generator that rng spawns",
        "Generators in the same state give different tables, and the state stays as it is: the numbers come "
        "from a generator made from rng, not from rng itself.",
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
        STARTS,
    ),
}
ROW = {
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
    "std-left-out": M(
        "forgets std in one of the two", "Mean, spread or both are those of a row with std = 1.", LENGTH
    ),
    "pair-swapped": M("returns the pair in the other order", "The two results are in the other order.", TASK),
    "gamma-overflow": M(
        "computes the gammas themselves",
        "With rows of some hundreds of entries it fails: numbers on the way, such as the gamma function's "
        "values, are larger than any float.",
        LENGTH,
    ),
    "too-deep": M(
        "calls itself once for every entry",
        "Rows of some hundreds or thousands of entries need more nested calls than Python allows.",
        LENGTH,
    ),
    "approximate-beyond": M(
        "an approximation from some d on",
        "From some d on an approximation takes over, and too early: it is not right to six digits there.",
        LENGTH,
    ),
    "spread-digits-lost": M(
        "d − m² for every d",
        "The spread of very long rows has too few right digits: it is the difference of two large numbers "
        "that are almost equal. Another way to it is needed from some d on.",
        LENGTH,
    ),
}
LOSS = {
    "noise-ignored": M(
        "ln V for every σ",
        "The loss counts the tokens and not how far their logits spread: of exponentials of noise the mean "
        "is above one.",
        FIRST,
    ),
    "noise-not-halved": M(
        "another function of s than s²/2",
        "What the noise adds to the loss has another size than half the variance of a logit.",
        FIRST,
    ),
    "loose-bound": M(
        "the bound for large s",
        "The bound of the theorem for large logits is returned; here they are small, and it is far off.",
        FIRST,
    ),
    "logit-std-as-variance": M(
        "σ for σ²",
        "In the variance of a logit the standard deviation of the table stands where its square belongs.",
        DEVIATION,
    ),
    "state-of-length-one": M(
        "takes a normalized state for a unit vector",
        "The state is taken to have length one. A normalization brings it to the root of d.",
        NORMS,
    ),
    "norm-ignored": M(
        "√d for every state",
        "A state that nothing has normalized is taken to have the length that a normalization gives.",
        TIED,
    ),
    "own-ignored": M(
        "forgets the own row, or takes σ√d for σd",
        "The logit of the token that was just read counts no more than noise does. In the product of a row "
        "with itself all terms have one sign.",
        TIED,
    ),
    "limits-alone": M(
        "the larger of ln V and the own logit",
        "The loss is the larger of its two limits, ln V and the own logit. Where they are near each other, "
        "or the noise is not small, it is more than both.",
        TIED,
    ),
    "own-alone": M(
        "the larger of two",
        "Where the own row and all the others count about as much, only the larger of both is counted.",
        TIED,
    ),
    "own-added": M(
        "adds the own logit to the loss",
        "The own logit is added to the loss as it is; its exponential is one of those that are summed.",
        TIED,
    ),
    "own-as-target": M(
        "takes the token read for the target",
        "The loss falls where the model repeats the token that it has read. That one is never the target.",
        TIED,
    ),
    "noise-turned": M(
        "noise from the part across the own row alone",
        "The other tokens' logits shrink as the state turns towards the row of its token. Their rows do not "
        "know that row: the whole length of the state counts for them.",
        TIED,
    ),
    "cosine-as-switch": M(
        "`if cosine:`",
        "Any cosine above zero counts as one: a state that has turned away has a smaller own logit.",
        TIED,
    ),
    "not-nats": M(
        "logarithm to base 2 or 10", "The loss is in bits or decimal digits; it is asked for in nats.", FIRST
    ),
}
DEPTHS = {
    "one-addition": M(
        "one addition a layer",
        "A layer adds to the stream twice, once in each of its branches; here it is once.",
        DEPTH,
    ),
    "deviations-added": M(
        "adds standard deviations",
        "Standard deviations are added. It is variances that add up, and the root comes last.",
        DEPTH,
    ),
    "variance-returned": M(
        "forgets the root", "The sizes are variances; standard deviations are asked for.", DEVIATION
    ),
    "variance-factor": M(
        "divides by 2L",
        "The factor is the one for the variance. What is multiplied is a standard deviation.",
        DEPTH,
    ),
    "growth-undone": M(
        "divides by the growth of the stream",
        "The factor is the growth of the whole stream turned round: the beginning, which is not multiplied, "
        "has a part in it.",
        DEPTH,
    ),
    "sizes-cut": M(
        "leaves out the beginning, or all but the end",
        "The sizes are not those before the first addition and after each: some are missing.",
        DEPTH,
    ),
    "corr-ignored": M(
        "adds as if nothing were in common",
        "Contributions that have something in common are added as if they had not: covariances are missing.",
        DEPTH,
    ),
    "corr-in-sizes-alone": M(
        "GPT-2's factor whatever corr is",
        "The factor is the one for contributions that have nothing in common, whatever they have in common.",
        DEPTH,
    ),
    "pairs-once": M(
        "counts each pair once",
        "In the variance of a sum each pair counts twice, once in each order; here it counts once.",
        DEPTH,
    ),
    "pairs-with-self": M(
        "n² pairs",
        "Each contribution is paired with itself too. That pair is its variance, which is counted already.",
        DEPTH,
    ),
    "corr-as-covariance": M(
        "adds the correlation itself",
        "The correlation is used as a covariance; it has to be multiplied by both standard deviations.",
        DEPTH,
    ),
    "corr-of-neighbours": M(
        "pairs each contribution with the one before it",
        "Only neighbouring contributions are paired, as if others had nothing in common. Any two have.",
        DEPTH,
    ),
    "corr-with-sum": M(
        "takes corr for the correlation with the sum so far",
        "corr is taken for the correlation of a contribution with the sum of those before it. It is that of "
        "any two of them.",
        DEPTH,
    ),
    "corr-with-beginning": M(
        "pairs the beginning too",
        "The beginning of the stream is paired with the contributions; it has nothing in common with them.",
        DEPTH,
    ),
}
NORMALIZED = {
    "mean-subtracted": M("LayerNorm's first step", "RMSNorm subtracts no mean; that is LayerNorm.", NORMS),
    "deviation-for-rms": M(
        "divides by the standard deviation",
        "The vectors are divided by their standard deviation, which leaves the mean out; RMSNorm divides by "
        "the root mean square.",
        NORMS,
    ),
    "unit-length": M(
        "divides by the length",
        "The vectors come out with length one: they are divided by their length, and not by their root mean "
        "square.",
        NORMS,
    ),
    "root-forgotten": M(
        "divides by the mean square or the variance",
        "A root is missing: the result changes when the vector is multiplied by a number.",
        NORMS,
    ),
    "weight-forgotten": M("leaves the weight out", "The weight has no effect.", NORMS),
    "one-plus-weight": M(
        "multiplies by 1 + w, as Gemma does", "The result is multiplied by one more than the weight.", NORMS
    ),
    "mean-of-other-numbers": M(
        "averages over another axis, or over all",
        "What stands in one vector changes what comes out for another: the mean is taken over more or other "
        "numbers than those of one vector.",
        NORMS,
    ),
    "two-axes-only": M(
        "takes a matrix for granted",
        "Other shapes than a matrix give an error or other numbers: a single vector and more axes are shapes "
        "like any other.",
        NORMS,
    ),
    "eps-outside": M("adds eps to the root", "eps is added after the root; it belongs inside.", NORMS),
    "eps-replaced": M(
        "leaves eps out, or uses a number of its own", "The argument eps is not what is added.", NORMS
    ),
    "eps-as-floor": M(
        "takes the larger of eps and the mean",
        "eps serves as a least value of what is under the root; it is always to be added.",
        NORMS,
    ),
    "default-eps": M(
        "has the default of another library or function",
        "Where eps is given it is right. Where it is left out, another number is added than the default of "
        "the docstring.",
        TASK,
    ),
    "zero-eps-replaced": M(
        "`eps or 1e-6`", "An eps of zero is given, and another number is added: zero counts as false.", NORMS
    ),
    "computed-in-half": M(
        "squares or adds in half precision",
        "Half precision goes wrong where squares are large: both the root mean square and what comes of it "
        "are lost. Widen before the first operation.",
        HALF,
    ),
    "weight-sets-width": M(
        "computes in the wider dtype of x and the weight",
        "Half precision is right beside a weight in float32 alone: the wider dtype of x and weight is "
        "computed in. Where both are in half precision, squares overflow or lose digits.",
        HALF,
    ),
    "rounded-early": M(
        "rounds the quotient, the root or the product to half precision, as Llama's code does",
        "In half precision something is rounded on the way. float32 is asked for up to the end, where the "
        "result is rounded once.",
        HALF,
    ),
    "weight-rounded": M(
        "converts the weight to the dtype of x",
        "The weight is rounded to the dtype of x before it is used; it may have more digits than that dtype "
        "holds.",
        HALF,
    ),
    "bfloat16-narrow": M(
        "widens float16 alone", "float16 is computed in float32, but bfloat16 is not; both are to be.", HALF
    ),
}
GRADIENTS = {
    "root-constant": M(
        "treats the root mean square as a constant",
        "The root mean square is treated as a constant; it depends on every entry of x.",
        BACKWARD,
    ),
    "weight-not-in-mean": M(
        "averages g·x and not g·w·x", "In dx the part that goes through the root lacks the weight.", BACKWARD
    ),
    "weight-at-end": M(
        "multiplies dx with the weight at the end",
        "The weight multiplies the finished sum of both parts of dx. It belongs to grad_out, before the mean "
        "of the part through the root is taken.",
        BACKWARD,
    ),
    "eps-in-one-part": M(
        "projects the direction of x out whatever eps is",
        "Where eps counts, the part of dx that goes through the root is too large: it is divided by the mean "
        "of the squares alone, without eps.",
        BACKWARD,
    ),
    "zero-vectors-skipped": M(
        "no gradient for a vector of zeros",
        "dx is zero where a vector of x is. With eps above zero the result changes with such a vector too.",
        BACKWARD,
    ),
    "sum-for-mean": M(
        "loses 1/d",
        "In dx the part that goes through the root lacks the factor that comes from the mean inside it.",
        BACKWARD,
    ),
    "dx-root-power": M(
        "divides by the root once too often or too little",
        "dx is right up to a factor of each vector: a power of its root mean square.",
        BACKWARD,
    ),
    "dx-not-normalized": M(
        "takes x for the normalized x",
        "In dx the part that goes through the root is too large or too small by a power of the root mean "
        "square: perhaps x stands where the normalized x belongs.",
        BACKWARD,
    ),
    "sign-flipped": M(
        "adds the two parts", "In dx the part that goes through the root has the wrong sign.", BACKWARD
    ),
    "dweight-unsummed": M(
        "one dweight for each vector",
        "All vectors share the weight, so dweight is a sum over them; here each has one of its own.",
        BACKWARD,
    ),
    "dweight-averaged": M(
        "averages over the vectors", "dweight is averaged over the vectors; it is a sum.", BACKWARD
    ),
    "dweight-axes": M(
        "sums over one axis too few, or over the last",
        "dweight is summed over the wrong axes: it is a sum over all but the last, however many there are.",
        BACKWARD,
    ),
    "dweight-unnormalized": M(
        "multiplies with x", "dweight is taken from x; the weight multiplies the normalized x.", BACKWARD
    ),
    "dweight-weighted": M(
        "multiplies with the weight once more",
        "dweight contains the weight itself: grad_out is multiplied by it first. That product belongs to dx "
        "alone.",
        BACKWARD,
    ),
    "dweight-in-half": M(
        "multiplies or sums dweight in half precision",
        "dx is right, and dweight is multiplied or summed in half precision: there a product overflows, and "
        "a long sum stops growing.",
        HALF,
    ),
    "both-in-half": M(
        "multiplies or sums in half precision on the way to both gradients",
        "In half precision both dx and dweight go wrong: on the way to each, something is squared, "
        "multiplied or added before it is widened.",
        HALF,
    ),
    "dx-in-half": M(
        "multiplies in half precision on the way to dx",
        "dweight is right, and on the way to dx something is multiplied in half precision, where it "
        "overflows.",
        HALF,
    ),
    "weight-no-parameter": M(
        "a plain tensor as attribute, or a buffer",
        "The module has no parameter called weight, so that no optimizer would train it.",
        NORMS,
    ),
    "weight-not-ones": M("zeros, or random numbers", "The weight does not begin with ones.", NORMS),
    "weight-remembered": M(
        "keeps the converted weight of the first call",
        "After its weight has changed, as a step of an optimizer changes it, the module still uses the "
        "numbers of the first call.",
        NORMS,
    ),
    "detached": M(
        "`no_grad`, `detach`, `.data`, `item()`",
        "A gradient is missing or lacks a part: a step of the forward pass is hidden from autograd.",
        BACKWARD,
    ),
}
MATTER = TABLE | ROW | LOSS | DEPTHS | NORMALIZED | GRADIENTS
CONTRACT = {
    "dtype-ignored": M("ignores dtype", "The table has another dtype than asked for.", TASK),
    "weight-dtype": M(
        "makes the weight without dtype",
        "The weight has another dtype than the argument dtype asks for.",
        TASK,
    ),
    "result-dtype": M(
        "returns the dtype that it computes in, or that of the weight",
        "The module's result has another dtype than x.",
        TASK,
    ),
    "state-holds-more": M(
        "keeps a bias as a parameter",
        "The module has more parameters than a weight: no other was asked for.",
        TASK,
    ),
}
DEVICE = {
    "through-numpy": THROUGH_NUMPY.read_at(TASK),
    "wrong-device": RESULT_ON_CPU.read_at(TASK),
    "device-ignored": M(
        "leaves the weight on the CPU", "The argument device has no effect: the weight is on the CPU.", TASK
    ),
    "device-remembered": M(
        "remembers the device with which it was made",
        "Once the module is moved to another device with `.to`, it fails there: something still goes by the "
        "device on which it was made.",
        TASK,
    ),
    "lost-off-cpu": M(
        "detaches on another device than the CPU",
        "On the CPU both gradients are right. On another device one is missing or lacks a part.",
        TASK,
    ),
}
