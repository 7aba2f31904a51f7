"""The misconceptions of `hashed-tables`: what each is, and what a student reads about it."""

from autograder.checks.checking import Misconception as M
from autograder.checks.misconceptions import RESULT_ON_CPU, THROUGH_NUMPY

HASH = "hashed-tables-hashing"
COLLIDE = "hashed-tables-collisions"
ROWS = "hashed-tables-rows"
DOCUMENTS = "hashed-tables-documents"
ONE = "hashed-tables-one-at-a-time"
BACK = "hashed-tables-backward"
GATE = "hashed-tables-gate"
LAYERS = "hashed-tables-per-layer"
BYTES = "hashed-tables-bytes"
SHARDS = "hashed-tables-shards"
WIDTH = "hashed-tables-overflow"
TASK = "hashed-tables-assignment"

LOOKUP = {
    "multipliers-reversed": M(
        "gives the first multiplier to the oldest piece",
        "The multipliers are given out from the oldest piece on. The first belongs to the current piece, in "
        "n-grams of every order.",
        ROWS,
    ),
    "remainder-first": M(
        "`a ^ b % p`",
        "A remainder is taken before the pieces are mixed: `%` binds tighter than `^`. The remainder is that "
        "of the whole mix.",
        HASH,
    ),
    "summed-not-mixed": M(
        "adds the products", "The products are added. The mix is their bitwise exclusive or.", HASH
    ),
    "between-left-out": M(
        "mixes the first and the last piece alone",
        "From order 3 on, pieces between the first and the last of an n-gram do not count: two n-grams that "
        "differ there get the same rows.",
        ROWS,
    ),
    "target-in-the-key": M(
        "reads the piece after the position",
        "The rows at a position depend on a piece after it. A model that is trained to predict that piece "
        "would find it in its input.",
        ROWS,
    ),
    "text-wraps-around": M(
        "np.roll", "The first positions read the end of the text, as if it stood before the beginning.", ROWS
    ),
    "fill-not-read": M(
        "reads 0, or the first piece again, before the text",
        "Before the text begins, something else than `fill` is read.",
        ROWS,
    ),
    "fill-not-multiplied": M(
        "puts `fill` among the products",
        "`fill` is mixed in as it is. It is read like a piece, and multiplied like one.",
        ROWS,
    ),
    "fill-not-behind-end": M(
        "0, or the `end` again, where an `end` hides a piece",
        "Before the text `fill` is read, and where an `end` hides older pieces something else is.",
        DOCUMENTS,
    ),
    "one-end-alone": M(
        "resets at the first or the last `end`",
        "Of several ends in a text only one counts. A document begins behind each of them.",
        DOCUMENTS,
    ),
    "own-part-passed": M(
        "cumsum without the step back",
        "Every offset includes the length of the head's own part; the first part begins at row 0.",
        ROWS,
    ),
    "parts-alike": M(
        "the number of the head times a prime",
        "Offsets are multiples of one length. Each part is as long as its own prime.",
        ROWS,
    ),
    "short-text": M(
        "takes as many pieces for granted as an n-gram has",
        "A text that is shorter than the longest n-gram gives an error or wrong rows.",
        ROWS,
    ),
    "documents-run-together": M(
        "ignores the end of a document",
        "`end` has no effect: the first n-grams of a document reach into the one before it.",
        DOCUMENTS,
    ),
    "end-sees-nothing": M(
        "resets at the end itself",
        "An `end` reads `fill` for what stands before it. It still belongs to its document and sees it.",
        DOCUMENTS,
    ),
    "end-unseen": M(
        "resets after the end, and forgets it too",
        "What comes after an `end` does not see it, and reads `fill` at its place.",
        DOCUMENTS,
    ),
    "reset-not-carried": M(
        "hides the piece before an end, and not those before that",
        "Some n-grams skip what stands next to an `end` and read the pieces behind it: a longer n-gram, or a "
        "position further on, reaches into the old document again.",
        DOCUMENTS,
    ),
    "end-zero-ignored": M(
        "`if end:`", "An `end` of 0 is treated like None: zero counts as false.", DOCUMENTS
    ),
    "offsets-missing": M(
        "returns remainders", "All heads read the same part of the table: no offset is added.", ROWS
    ),
    "offsets-restart": M(
        "counts offsets within an order",
        "Each order begins at row 0 again: heads of several orders share a part of the table.",
        ROWS,
    ),
    "offset-inside": M(
        "adds the offset to the mix",
        "The offset is added before the remainder is taken, so that the row lies in the first part again.",
        ROWS,
    ),
    "one-prime-for-all": M(
        "one prime for several heads",
        "Several heads take the remainder by the same prime. N-grams that share a row in one of them share "
        "it in all: heads with one prime are one head, paid for several times.",
        COLLIDE,
    ),
    "heads-first": M(
        "orders side by side within a head",
        "The rows are ordered by heads first. All heads of order 2 come first, then those of order 3.",
        ROWS,
    ),
    "longest-first": M("the longest order first", "The longest n-grams come first; order 2 does.", ROWS),
    "products-narrowed": M(
        "products in 32 bits or in floating point",
        "Products of ids and multipliers lose digits or give an error: neither 32 bits nor a floating point "
        "number hold them.",
        WIDTH,
    ),
    "row-numbers-narrowed": M(
        "returns rows as int32",
        "Rows of large tables come back as other numbers: 32 bits do not hold them.",
        WIDTH,
    ),
}

BUDGET = {
    "size-not-prime": M(
        "counts up by one or two", "Sizes are not all prime, or are not the next primes.", ROWS
    ),
    "two-left-out": M(
        "odd numbers alone", "Only odd numbers are looked at; 2 is a prime, and may be the first.", ROWS
    ),
    "prime-shared": M(
        "one prime for an order or a head", "Heads of a layer share a prime; each has its own.", COLLIDE
    ),
    "layers-share-primes": M(
        "begins at `size` in each layer",
        "Each layer begins to search at `size` again. Primes go on from layer to layer.",
        LAYERS,
    ),
    "layers-interleaved": M(
        "deals primes out to the layers in turn",
        "Primes are dealt out to the layers in turn. The first layer gets all of its own before the second "
        "gets any.",
        LAYERS,
    ),
    "size-itself-left-out": M(
        "primes greater than `size`",
        "A `size` that is prime is passed over; it is the first of the sizes.",
        ROWS,
    ),
    "an-order-too-many": M("N orders", "There is an order too many: 2 to N are one fewer than N.", ROWS),
    "heads-not-counted": M("one head an order", "The heads are not counted: each order has several.", ROWS),
    "rounded-to-multiple": M(
        "rounds down, or elsewhere",
        "The rows of a layer's table are not the next multiple from their sum on.",
        BYTES,
    ),
    "one-table-for-all": M(
        "returns one sum", "The layers' rows are added up. Each layer has a table of its own.", LAYERS
    ),
    "bits-as-bytes": M("forgets the 8", "Bits are counted as if they were bytes.", BYTES),
    "numbers-as-bytes": M(
        "counts one byte for a number", "The bits of a number have no effect on the bytes.", BYTES
    ),
    "numbers-whole-bytes": M(
        "rounds each number up", "Each number is rounded up to whole bytes; it is the row that is.", BYTES
    ),
    "block-too-many": M(
        "width // block + 1", "Where blocks divide a row, one scale too many is counted.", BYTES
    ),
    "scale-bytes": M("two or four bytes", "A scale is given more than its one byte.", BYTES),
    "rows-not-whole-bytes": M(
        "rounds the whole, or down",
        "A row whose numbers do not fill its last byte is counted as if the next row began in it, or as if "
        "that byte was not there.",
        BYTES,
    ),
    "scales-left-out": M(
        "forgets the scales", "The scales are left out, of what is held or of what is read.", BYTES
    ),
    "one-scale-a-row": M(
        "ignores `block`", "Each row is given a single scale: `block` has no effect.", BYTES
    ),
    "last-block-left-out": M(
        "width // block", "What is left at the end of a row has a scale too; it is left out.", BYTES
    ),
    "blocks-whole-bytes": M(
        "rounds each block up to whole bytes",
        "Each block of a row is rounded up to whole bytes. A row is rounded up once, at its end.",
        BYTES,
    ),
    "scales-of-whole-table": M(
        "blocks that run on from row to row",
        "Blocks run on from one row into the next. A row could then not be read alone.",
        BYTES,
    ),
    "reads-of-one-layer": M(
        "forgets the layers", "A token reads in every layer; only one is counted.", BYTES
    ),
    "reads-of-one-head": M(
        "forgets the heads", "A token reads a row for each head; only one of them is counted.", BYTES
    ),
    "reads-of-one-order": M(
        "forgets the orders", "A token reads rows of each order; only one is counted.", BYTES
    ),
    "reads-an-order-more": M(
        "N orders read", "A token is said to read N orders; the orders 2 to N are one fewer.", BYTES
    ),
    "holds-one-layer": M(
        "the bytes of one layer", "The bytes of one layer's table are taken for those of all.", BYTES
    ),
}

LEARNING = {
    "duplicates-lost": M(
        "keeps one contribution to a row (`G[rows] += g`, `G[rows] = g`)",
        "A row that was read several times keeps the gradient of one of them.",
        BACK,
    ),
    "duplicates-averaged": M(
        "divides each row by its count",
        "A row that was read several times takes the mean of its gradients.",
        BACK,
    ),
    "divided-by-positions": M(
        "divides by the number of positions",
        "The step is divided by the number of positions or of rows read.",
        BACK,
    ),
    "uphill": M("adds the gradient", "The step goes the wrong way: it makes the loss grow.", BACK),
    "rate-twice": M("lr * lr", "The learning rate is multiplied in twice.", BACK),
    "a-row-never-learns": M(
        "uses a row as the place of what is not there",
        "One of the rows that were read stays as it was: row 0, or the first or the last that was read.",
        BACK,
    ),
    "large-rows-run-together": M(
        "rows as floats or in 32 bits",
        "Where row numbers are large, several rows are taken for one: perhaps they become floating point "
        "numbers, or 32 bits, which do not hold them.",
        WIDTH,
    ),
    "rate-left-out": M("forgets lr", "The learning rate has no effect.", BACK),
    "columns-across": M(
        "reshapes to (T, w, H)",
        "The numbers of several rows are mixed up: the first w belong to the first row, the next to the "
        "second.",
        ROWS,
    ),
    "unread-rows-change": M(
        "takes the nearest row for the row",
        "A row that the batch did not read changes, as if it was one of its neighbours.",
        BACK,
    ),
    "heads-apart": M(
        "compares the same head alone",
        "A row is recognized only where the same head reads it. It is the same row, whoever reads it.",
        BACK,
    ),
    "whole-n-grams-only": M(
        "compares all heads at once",
        "Only positions with the same rows in all heads are changed. One row that is shared is enough.",
        COLLIDE,
    ),
    "as-many-rows-only": M(
        "takes H for G",
        "It works where others read as many rows as the batch did, and not for fewer or more.",
        BACK,
    ),
}

GATED = {
    "gate-held-fixed": M(
        "treats the gate as a constant",
        "The gate is treated as a constant: neither states nor keys get a gradient.",
        GATE,
    ),
    "way-through-keys-missing": M(
        "e through the values alone",
        "What was read gets its gradient through the values alone; the keys are made of it too.",
        GATE,
    ),
    "way-through-values-missing": M(
        "e through the keys alone",
        "What was read gets its gradient through the keys alone; the values are made of it too.",
        GATE,
    ),
    "sigmoid-not-differentiated": M(
        "forgets alpha (1 - alpha)",
        "On the way from the gate to the score the slope of the sigmoid is missing, or another one is taken.",
        GATE,
    ),
    "scale-not-in-backward": M(
        "forgets the root of d on the way back, or takes it twice",
        "The score was divided by the root of d, and its gradients to queries and keys are not, or twice.",
        GATE,
    ),
    "norm-not-differentiated": M(
        "takes the gradient of q for that of h",
        "A norm is passed on the way back as if it were not there.",
        GATE,
    ),
    "gate-left-open": M(
        "values get all of upstream",
        "The values get the whole gradient, as if the gate stood open; their share is the gate's.",
        GATE,
    ),
    "root-ignored": M("ignores `root`", "The signed root has no effect.", GATE),
    "root-not-differentiated": M(
        "no slope of the root", "The root is taken on the way forward and has no slope on the way back.", GATE
    ),
    "root-of-other-slope": M(
        "1 / sqrt(|s|), or a quarter",
        "With the signed root the gradients of the score are twice or half as large as they should be.",
        GATE,
    ),
    "weights-averaged": M(
        "divides by T", "Gradients of weights are divided by the number of positions; they are sums.", GATE
    ),
    "root-with-a-sign": M(
        "a negative slope for negative scores",
        "For negative scores the gradient has the wrong sign. The signed root grows on both sides of zero.",
        GATE,
    ),
    "streams-not-added": M(
        "one stream, or the mean of all",
        "What belongs to all streams is given the gradient of one, or their mean. It is the sum.",
        GATE,
    ),
}

SHARDED = {
    "not-shifted": M(
        "uses rows of the whole table",
        "Rows of the whole table are used as if they were rows of the shard.",
        SHARDS,
    ),
    "rows-before-wrap": M(
        "masks rows behind the shard alone",
        "Rows before the shard are answered: their local number is negative, and counts from the end.",
        SHARDS,
    ),
    "others-not-masked": M(
        "reads before it masks",
        "Rows of other shards give an error: they reach the lookup before something harmless takes their "
        "place.",
        SHARDS,
    ),
    "others-not-zeroed": M(
        "forgets the zeros",
        "Where another shard has the row, a row of this one is returned. The sum over the shards needs "
        "zeros.",
        SHARDS,
    ),
    "one-side-not-zeroed": M(
        "zeros on one side alone",
        "Zeros stand for the rows on one side of the shard, and not on the other.",
        SHARDS,
    ),
    "edge-row-lost": M("one row too few", "The first or the last row of the shard is not answered.", SHARDS),
    "row-too-many": M(
        "one row too many", "The row just before or behind the shard is answered as well.", SHARDS
    ),
    "one-row-alone": M(
        "takes an axis for granted",
        "It fails where `rows` has another number of axes than it expects, such as none.",
        SHARDS,
    ),
    "borrowed-row-learns": M(
        "zeros set behind autograd's back",
        "A row of the shard learns from positions whose row another shard has: it was read in their place, "
        "and the zeros were set where autograd does not look.",
        SHARDS,
    ),
    "shard-frozen": M(
        "detach, no_grad or NumPy", "In some cases, or in all, the shard gets no gradient.", SHARDS
    ),
    "padding-ignored": M("lets the padding row learn", "The padding row of the table learns.", SHARDS),
    "padding-zero-ignored": M(
        "`if padding:`", "A padding row 0 is treated like None: zero is false.", SHARDS
    ),
    "padding-local": M(
        "compares the padding row with local rows",
        "The padding row is looked for among local row numbers: another row is silenced in its place.",
        SHARDS,
    ),
    "padding-in-forward": M(
        "returns zeros for the padding row",
        "The padding row is not read like any other on the way forward.",
        SHARDS,
    ),
    "padding-elsewhere": M(
        "padding - first, in this shard or not",
        "A padding row of another shard silences a row of this one, or gives an error.",
        SHARDS,
    ),
}

CAUGHT = {  # by is_right
    "accepts-anything": M("returns True", "It accepts one whose rows are all zero.", TASK),
    "text-too-long": M(
        "texts of thousands of ids", "It asks for the rows of more than 1,000 ids at a time.", TASK
    ),
    "raises-for-wrong": M(
        "compares arrays of two shapes",
        "A wrong implementation leads to an exception in place of False.",
        TASK,
    ),
    "own-functions": M(
        "compares with its author's own rows",
        "`ngram_rows` is called. Whoever has a mistake there accepts the same one here.",
        TASK,
    ),
    "accepts-multipliers-reversed": M(
        "settings that are the same backwards, or one position",
        "It accepts one that gives the first multiplier to the oldest piece.",
        ROWS,
    ),
    "accepts-remainder-first": M(
        "small mixes", "It accepts one that takes the remainder before the pieces are mixed.", HASH
    ),
    "accepts-sums": M("products without common bits", "It accepts one that adds the products.", HASH),
    "accepts-between-left-out": M(
        "order 2 alone", "It accepts one in which pieces in the middle of an n-gram do not count.", ROWS
    ),
    "accepts-target": M(
        "a text of one piece, repeated",
        "It accepts one whose rows depend on the piece that comes next.",
        ROWS,
    ),
    "accepts-history-lost": M(
        "short texts",
        "It accepts one that works through a long text in parts and forgets, in each, what came before it.",
        ONE,
    ),
    "accepts-short-history": M("order 2 alone", "It accepts one that remembers a single piece.", ONE),
    "accepts-other-beginning": M(
        "does not look at the beginning",
        "It accepts one that reads something else than `fill` before the text.",
        ROWS,
    ),
    "accepts-no-reset": M("no end in the text", "It accepts one in which documents run together.", DOCUMENTS),
    "accepts-blind-end": M(
        "an end after pieces that are `fill`",
        "It accepts one in which an `end` does not see its own document.",
        DOCUMENTS,
    ),
    "accepts-end-unseen": M(
        "`end` and `fill` alike",
        "It accepts one in which what comes after an `end` does not see it.",
        DOCUMENTS,
    ),
    "accepts-reset-not-carried": M(
        "order 2, or an end near the beginning",
        "It accepts one in which a longer n-gram, or the second piece of a document, reaches into the old "
        "one.",
        DOCUMENTS,
    ),
    "accepts-no-offsets": M(
        "one head of one order", "It accepts one in which heads share a part of the table.", ROWS
    ),
    "accepts-one-prime": M(
        "the same prime twice", "It accepts one that takes one prime for several heads.", COLLIDE
    ),
    "accepts-other-order": M(
        "sorts what it compares", "It accepts one that returns the rows in another order.", ROWS
    ),
    "accepts-near-rows": M(
        "np.allclose", "It accepts one in which the last head's rows are greater by 1.", TASK
    ),
    "accepts-other-shape": M(
        "compares what is there", "It accepts one whose result has another shape.", ROWS
    ),
    "accepts-narrow-products": M(
        "small multipliers", "It accepts one whose products lose digits when they are large.", WIDTH
    ),
    "accepts-narrow-rows": M(
        "small tables", "It accepts one whose row numbers fit into 32 bits only.", WIDTH
    ),
}

MATTER = {**LOOKUP, **BUDGET, **LEARNING, **GATED, **SHARDED, **CAUGHT}

CONTRACT: dict[str, M] = {}  # the house rules' own are all

DEVICE = {
    "wrong-device": RESULT_ON_CPU.read_at(SHARDS),
    "through-numpy": THROUGH_NUMPY.read_at(SHARDS),
    "lost-off-cpu": M(
        "detaches on another device than the CPU",
        "On another device than the CPU the rows are right, and the shard does not learn what it learns on "
        "the CPU.",
        SHARDS,
    ),
}

COST = {
    "too-many-calls": M("asks more than six times", "`rows_of` is called more than six times.", TASK),
    "as-long-as-the-table": M(
        "makes the gradient of the whole table",
        "An array is made that is as long as the table. A real one has hundreds of millions of rows.",
        BACK,
    ),
}
