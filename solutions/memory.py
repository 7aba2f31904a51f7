# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     name: python3
# ---

# %% [markdown] nbgrader={"grade": false, "grade_id": "intro", "locked": true, "schema_version": 3, "solution": false, "task": false}
# # Memory: what fits on a card
#
# You write a calculator that says what a language model needs of a card's memory, turn it round to find the
# largest batch that fits, and ask PyTorch whether it is right.
#
# - **Time**: about one and a half hours.
# - **Before you start**: read the chapter.
# - **Graded with**: Python 3.11 or newer, NumPy and PyTorch. No other package is there, and no keyboard.
# - Read {ref}`house-rules` once: it holds in all notebooks.
#   `BITS`, `MODELS`, `training_bytes` and `format_bytes` are given below.
#
# Sizes are whole numbers, 1 or more. Dtypes are names in `BITS`. Counts and bytes are of type `int`, exact at
# any size: a `float` skips whole numbers from $2^{53}$ on.

# %% nbgrader={"grade": false, "grade_id": "start", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% nbgrader={"grade": false, "grade_id": "setup", "locked": true, "schema_version": 3, "solution": false, "task": false}
from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import nn

BITS = {"float64": 64, "float32": 32, "float16": 16, "bfloat16": 16,
        "int64": 64, "int32": 32, "int8": 8, "int4": 4}
NAMES = ("V", "d", "layers", "heads", "kv_heads", "head_dim", "hidden", "tied")
MODELS = {
    name: dict(zip(NAMES, sizes))
    for name, sizes in {
        "SmolLM2 135M": (49_152, 576, 30, 9, 3, 64, 1536, True),
        "Llama 3.2 1B": (128_256, 2048, 16, 32, 8, 64, 8192, True),
        "Gemma 2B": (256_000, 2048, 18, 8, 1, 256, 16_384, True),
        "Mistral 7B": (32_000, 4096, 32, 32, 8, 128, 14_336, False),
        "Llama 3 8B": (128_256, 4096, 32, 32, 8, 128, 14_336, False),
        "Gemma 7B": (256_000, 3072, 28, 16, 16, 256, 24_576, True),
    }.items()
}


class Count(NamedTuple):
    total: int
    one: float
    stored: float


class Activations(NamedTuple):
    ids: int
    embeddings: int
    logits: int


class TrainingBytes(NamedTuple):
    weights: int
    gradients: int
    master: int
    states: int


class Measured(NamedTuple):
    parameters: int
    gradients: int
    states: int


def training_bytes(parameters: int, optimizer: str, mixed: bool = False) -> TrainingBytes:
    """Bytes that training keeps, for the optimizer "sgd", "momentum", "adagrad" or "adam"."""
    states = {"sgd": 0, "momentum": 1, "adagrad": 1, "adam": 2}[optimizer]
    each = (2, 2, 4, 4 * states) if mixed else (4, 4, 0, 4 * states)
    return TrainingBytes(*(parameters * size for size in each))


def format_bytes(n: int, binary: bool = False) -> str:
    """Bytes as a text, with units such as GB, or GiB if binary."""
    step, units = (1024, "KiB MiB GiB TiB PiB") if binary else (1000, "kB MB GB TB PB")
    if n < step:
        return f"{n} B"
    power, names = 1, units.split()
    while power < len(names) and n >= step ** (power + 1):
        power += 1
    return f"{n / step**power:.2f} {names[power - 1]}"


def example(V, d, kind="tied", dtype="float32", device=None, optimizer=None, steps=1):
    """(model, optimizer): a table and an output matrix of V × d, after some steps.

    kind  "tied": one Parameter; "untied": two; "alias": two in one storage; "window": the output shows a
          part of the table; "slice": the table is a third of an array; "extras": a buffer, a frozen
          parameter; "bucket": gradients and states are parts of arrays
    """
    options = {"dtype": getattr(torch, dtype), "device": device}
    embed, head = nn.Embedding(V, d, **options), nn.Linear(d, V, bias=False, **options)
    model = nn.ModuleDict({"embed": embed, "head": head})
    if kind == "tied":
        head.weight = embed.weight
    elif kind == "alias":
        head.weight = nn.Parameter(embed.weight.detach())
    elif kind == "window":
        head.weight = nn.Parameter(embed.weight.detach()[1:])
    elif kind == "slice":
        embed.weight = nn.Parameter(torch.zeros(3 * V, d, **options)[V : 2 * V])
    elif kind == "extras":
        model.register_buffer("seen", torch.zeros(V, d, **options))
        model.register_parameter("frozen", nn.Parameter(torch.zeros(V, d, **options), requires_grad=False))
    made = getattr(torch.optim, optimizer)(model.parameters(), lr=0.1) if optimizer else None
    for _ in range(steps):
        model.zero_grad()
        head(embed(torch.arange(V, device=device))).float().square().mean().backward()
        if made:
            made.step()
    if kind == "bucket":
        weights, flat = (embed.weight, head.weight), torch.zeros(2, V, d, **options)
        for weight, part in zip(weights, flat):
            weight.grad = part
            if made:
                third = torch.zeros(3 * V, d, dtype=torch.uint8, device=device)[:V]
                made.state[weight] = {"gradient": part, "coarse": third, "count": 1}
        if made:
            other = nn.Parameter(torch.zeros(d, **options))
            made.add_param_group({"params": [other]})
            made.state[other] = {"kept": torch.zeros(d, **options)}
    return model, made


example_for_grading = example  # the hidden tests use this name: one of your helpers may be an `example` too
DEVICES = ["cpu", "cuda"] if torch.cuda.is_available() else ["cpu"]
print("The visible tests of PyTorch functions run on:", ", ".join(DEVICES))

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-count_parameters", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 1. A model, to the last parameter
#
# All else follows from the number of parameters, and a published configuration is enough to count them.
#
# A layer of Llama, Mistral or Gemma has four matrices of attention and three of the MLP, without biases.
# Queries are made for `heads` heads of `head_dim` numbers, keys and values for `kv_heads` of them; the fourth
# matrix leads from all query heads back to width $d$. The three of the MLP have the sides $d$ and `hidden`. A
# norm has $d$ numbers: there are two in each layer, and one behind the last. The tables complete the model
# ({ref}`memory-counting-parameters`).
#
# <details><summary>A hint</summary>
# Write down the shapes. <code>heads * head_dim</code> need not be <code>d</code>: Gemma 7B.
# </details>

# %% nbgrader={"grade": false, "grade_id": "count_parameters", "locked": false, "schema_version": 3, "solution": true, "task": false}
def count_parameters(
    V: int, d: int, layers: int, heads: int, kv_heads: int, head_dim: int, hidden: int, tied: bool
) -> Count:
    """Count the parameters of a model, and the token table's share of them.

    V, d, layers       rows and columns of the token table, number of layers
    heads, kv_heads    query heads and key-value heads of a layer
    head_dim, hidden   length of one query, key or value; width inside the MLP
    tied               False: the output has a second matrix of V × d

    Returns Count(total, one, stored): all parameters; the fraction of them in one matrix of V × d; the
    fraction in all stored ones. Fractions are right to ten digits.

    >>> count_parameters(V=10, d=4, layers=1, heads=2, kv_heads=1, head_dim=3, hidden=5, tied=False)[0]
    224
    """
    ### BEGIN SOLUTION
    matrix = V * d
    tables = matrix * (1 if tied else 2)
    attention = 2 * d * head_dim * (heads + kv_heads)
    total = tables + layers * (attention + 3 * d * hidden + 2 * d) + d
    return Count(total, matrix / total, tables / total)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-count_parameters", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it: a small model, then published totals.
with visible_tests("count_parameters"):
    total, one, stored = count_parameters(10, 4, 1, 2, 1, 3, 5, False)
    parts = "80 in tables, 48 of queries and back, 24 of keys and values, 60 in the MLP, 12 in norms"
    assert total == 224, f"the small model has 224 parameters ({parts}), not {total}"
    assert abs(one - 40 / 224) < 1e-12, f"one table has 40 of the 224 parameters, not {one:.1%} of them"
    assert abs(stored - 80 / 224) < 1e-12, f"both have 80 of the 224 parameters, not {stored:.1%} of them"
    published = {
        "SmolLM2 135M": 134_515_008, "Llama 3.2 1B": 1_235_814_400, "Gemma 2B": 2_506_172_416,
        "Mistral 7B": 7_241_732_096, "Llama 3 8B": 8_030_261_248, "Gemma 7B": 8_537_680_896,
    }
    for name, want in published.items():
        total, one, stored = count_parameters(**MODELS[name])
        assert total == want, f"{name} has {want:,} parameters, not {total:,}"
        print(f"{name}: one table is {one:.1%}, all tables are {stored:.1%}")

# %% nbgrader={"grade": true, "grade_id": "check-count_parameters", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-table_bytes", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 2. Four bits, and what they cost beside
#
# Large models run on phones in four bits, which are more than half a byte a number. Two `int4` share a byte,
# and an odd one at the end of an array takes a whole byte
# ({ref}`memory-from-parameters-to-bytes-and-mb-apart-from-mib`). And they need scales: each `group` of
# neighbours in a row shares one of two bytes. The last group of a row may be smaller.
#
# <details><summary>A hint</summary>
# Count in bits up to the last step. <code>//</code> rounds down, also for negative numbers: so what does
# <code>-(-n // 8)</code> do?
# </details>

# %% nbgrader={"grade": false, "grade_id": "table_bytes", "locked": false, "schema_version": 3, "solution": true, "task": false}
def table_bytes(
    V: int, d: int, dtype: str = "bfloat16", tied: bool = True, group: int | None = None
) -> int:
    """Count the bytes of the token table, with the output matrix if that is stored apart.

    V, d   rows and columns of each matrix
    tied   True: one matrix; False: two
    group  numbers of a row that share a scale; None: there are no scales

    Returns bytes. Each matrix is rounded up to whole bytes, and has scales of its own.

    >>> table_bytes(3, 5, "int4"), table_bytes(3, 5, "int4", tied=False), table_bytes(3, 5, "int4", group=2)
    (8, 16, 26)
    """
    ### BEGIN SOLUTION
    scales = 2 * V * -(-d // group) if group else 0
    return (array_bytes(V * d, dtype) + scales) * (1 if tied else 2)


def array_bytes(count, dtype):
    """Whole bytes of an array of `count` numbers."""
    return -(-count * BITS[dtype] // 8)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-table_bytes", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("table_bytes"):
    for name, bits in BITS.items():
        got = table_bytes(4, 6, name)
        assert got == 3 * bits, f"24 numbers of {bits} bits take {3 * bits} bytes, not {got}"
    for options, want in (
        ({}, 8), ({"tied": False}, 16), ({"group": 5}, 8 + 6), ({"group": 2}, 8 + 18),
        ({"group": 32}, 8 + 6), ({"group": 5, "tied": False}, 28),
    ):
        got = table_bytes(3, 5, "int4", **options)
        assert got == want, f"3 rows of 5 int4, {options}: {want} bytes, not {got}"
    assert table_bytes(2**60 + 1, 1, "int4") == 2**59 + 1, "the last digits of a large count are lost"
    four, full = table_bytes(128_256, 2048, "int4", group=32), table_bytes(128_256, 2048)
    print(f"Llama 3.2 1B: the table takes {format_bytes(full)} in bfloat16, {format_bytes(four)} in int4")
    print(f"With its scales a number has {8 * four / 128_256 / 2048} bits")

# %% nbgrader={"grade": true, "grade_id": "check-table_bytes", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-activation_bytes", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 3. From ids to logits
#
# One array often decides whether a training step fits: the logits, `V` numbers for each token of the batch.
# They need not all exist at once ({ref}`memory-the-logits-need-not-all-exist`).

# %% nbgrader={"grade": false, "grade_id": "activation_bytes", "locked": false, "schema_version": 3, "solution": true, "task": false}
def activation_bytes(
    B: int, T: int, d: int, V: int, dtype: str = "bfloat16", id_dtype: str = "int64",
    piece: int | None = None,
) -> Activations:
    """Count the bytes of a batch as ids, as embedded vectors and as logits.

    B, T      texts, tokens of each
    dtype     of vectors and logits, a name in BITS other than "int4"
    id_dtype  of the ids, "int64" or "int32"
    piece     the loss takes so many tokens of the batch at a time, the last time perhaps fewer, and frees
              their logits before it goes on; None: all at once

    Returns Activations(ids, embeddings, logits): of logits, the most that exist at once.

    >>> activation_bytes(2, 3, 4, 10), activation_bytes(2, 3, 4, 10, piece=4).logits
    (Activations(ids=48, embeddings=48, logits=120), 80)
    """
    ### BEGIN SOLUTION
    tokens = B * T
    alive = tokens if piece is None else min(piece, tokens)
    size = BITS[dtype] // 8
    return Activations(tokens * BITS[id_dtype] // 8, tokens * d * size, alive * V * size)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-activation_bytes", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("activation_bytes"):
    for options, want in (
        ({}, (48, 48, 120)), ({"dtype": "float32", "id_dtype": "int32"}, (24, 96, 240)),
        ({"piece": 4}, (48, 48, 80)), ({"piece": 100}, (48, 48, 120)),
    ):
        got = activation_bytes(2, 3, 4, 10, **options)
        assert tuple(got) == want, f"2 texts of 3 tokens, {options}: expected {want}, not {got}"
    for piece in (None, 512):
        _, rows, logits = activation_bytes(8, 4096, 4096, 128_256, piece=piece)
        print(f"Llama 3 8B, 8 × 4096 tokens, {piece=}: {format_bytes(rows)} and {format_bytes(logits)}")

# %% nbgrader={"grade": true, "grade_id": "check-activation_bytes", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-kv_cache_bytes", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 4. The cache, and layers that forget
#
# In a conversation the cache soon outgrows the table ({ref}`memory-the-key-value-cache-beside-the-table`). So
# many models let some layers look back only a little: such a *local* layer keeps the last `window` tokens of
# each text.

# %% nbgrader={"grade": false, "grade_id": "kv_cache_bytes", "locked": false, "schema_version": 3, "solution": true, "task": false}
def kv_cache_bytes(
    layers: int, kv_heads: int, head_dim: int, B: int, T: int, dtype: str = "bfloat16",
    local: int = 0, window: int | None = None,
) -> int:
    """Count the bytes of the keys and values that a model keeps.

    layers, kv_heads  all layers of the model, key-value heads of each
    head_dim          length of one key, and of one value
    B, T              texts, tokens of each
    local             how many of the layers are local, from 0 to all
    window            tokens that a local layer keeps, or all if there are fewer; None if local is 0

    Returns bytes. A layer's keys are an array, its values another; each is rounded up to whole bytes.

    >>> kv_cache_bytes(2, 1, 3, 1, 5, "float32"), kv_cache_bytes(2, 1, 3, 1, 5, "int4", local=1, window=1)
    (240, 20)
    """
    ### BEGIN SOLUTION
    def arrays(count, tokens):
        return 2 * count * -(-B * kv_heads * tokens * head_dim * BITS[dtype] // 8)

    return arrays(layers - local, T) + (arrays(local, min(T, window)) if local else 0)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-kv_cache_bytes", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("kv_cache_bytes"):
    for options, want in (
        ({"dtype": "float32"}, 240), ({}, 120), ({"dtype": "int4"}, 32),
        ({"local": 1, "window": 2}, 84), ({"local": 2, "window": 2}, 48), ({"local": 1, "window": 9}, 120),
        ({"dtype": "int4", "local": 1, "window": 1}, 2 * 8 + 2 * 2),
    ):
        got = kv_cache_bytes(2, 1, 3, 1, 5, **options)
        assert got == want, f"2 layers, a head of 3, a text of 5 tokens, {options}: {want} bytes, not {got}"
    for local in (0, 40, 70):
        size = kv_cache_bytes(80, 8, 128, 8, 32_768, local=local, window=1024)
        print(f"8 × 32,768 tokens of Llama 3 70B, were {local} of 80 layers local: {format_bytes(size)}")

# %% nbgrader={"grade": true, "grade_id": "check-kv_cache_bytes", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-largest_batch", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 5. The largest batch that fits
#
# Whoever rents a card asks the other way round: how many texts fit? For one array the answer is a division
# ({ref}`memory-the-largest-vocabulary-that-fits`). A real sum has parts that grow with the batch, parts that
# do not, and blocks that are rounded up. Only one thing is certain: it never falls when the batch grows. Ask
# little, and be exact to the byte.
#
# <details><summary>A hint</summary>
# Between a batch that fits and one that does not, ask in the middle. And mind the unit.
# </details>

# %% nbgrader={"grade": false, "grade_id": "largest_batch", "locked": false, "schema_version": 3, "solution": true, "task": false}
def largest_batch(gib: float, need: Callable[[int], int]) -> int:
    """Find the largest batch that fits on a card.

    gib   memory of the card in GiB, above 0: an int or a float
    need  need(B) is how many bytes a batch of B texts takes in all, an int, for B from 1 on. It never falls
          as B grows, but may stay the same or jump. From B = 2 ** 20 on nothing fits

    Returns the largest B for which need(B) is at most the memory; 0 if one text is too much.
    need is called at most 50 times.

    >>> largest_batch(2, lambda B: 5 * 2**28 + B * 2**28)
    3
    """
    ### BEGIN SOLUTION
    fits, fails = 0, 2**20
    while fails - fits > 1:
        middle = (fits + fails) // 2
        if need(middle) <= gib * 2**30:
            fits = middle
        else:
            fails = middle
    return fits
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-largest_batch", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("largest_batch"):
    def asked(gib, need):
        calls = []
        found = largest_batch(gib, lambda B: (calls.append(B), need(B))[1])
        assert len(calls) <= 50, f"need was called {len(calls)} times"
        return found

    for name, need, want in (
        ("3 MiB a text", lambda B: 3 * 2**20 * B, 341),
        ("3 MiB a text and 1 MiB", lambda B: 2**20 + 3 * 2**20 * B, 341),
        ("the same, and a byte", lambda B: 2**20 + 3 * 2**20 * B + 1, 340),
        ("too much", lambda B: 2**30 + B, 0),
        ("blocks for 8 texts", lambda B: 2**28 * -(-B // 8), 32),
        ("a kilobyte a text", lambda B: 1024 * (B + 1), 2**20 - 1),
        ("too much but for one", lambda B: 1 if B == 1 else 2**50, 1),
    ):
        got = asked(1, need)
        assert got == want, f"{name}, a card of 1 GiB: {want} texts, not {got}"
    wide = asked(1, lambda V: 2 * V * 4096)
    assert wide == 2**17, f"rows of a table in place of texts: 2 ** 17 of them fit, not {wide}"

# %% nbgrader={"grade": true, "grade_id": "check-largest_batch", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-roofline_seconds", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 6. The least time
#
# Bytes cost time as well: a machine cannot finish before all operations are done and all bytes are moved
# ({ref}`memory-why-a-lookup-is-bound-by-bandwidth`). A program is a sequence of such pieces of work, and each
# waits for the one before.
#
# <details><summary>A hint</summary>
# One piece is bound by arithmetic and the next by bandwidth: do they take as long as their sum?
# </details>

# %% nbgrader={"grade": false, "grade_id": "roofline_seconds", "locked": false, "schema_version": 3, "solution": true, "task": false}
def roofline_seconds(
    flops: float | list[float], nbytes: float | list[float], peak_flops: float, bandwidth: float
) -> float:
    """Compute a lower bound for the seconds that a piece of work takes, or several one after another.

    flops, nbytes  operations, and bytes read and written, 0 or more; or two lists of them, one entry a piece
    peak_flops     operations a second at best
    bandwidth      bytes a second at best

    Within a piece computing and moving overlap perfectly; pieces do not. The result is right to ten digits.

    >>> roofline_seconds([200, 900], [50, 10], peak_flops=100, bandwidth=10)
    14.0
    """
    ### BEGIN SOLUTION
    if not isinstance(flops, list):
        flops, nbytes = [flops], [nbytes]
    return float(sum(max(f / peak_flops, n / bandwidth) for f, n in zip(flops, nbytes)))
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-roofline_seconds", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("roofline_seconds"):
    for flops, nbytes, want in (
        (200, 50, 5), (900, 50, 9), (30, 40, 4), (0, 50, 5), (200, 0, 2), (0, 0, 0),
        ([200, 900], [50, 10], 14),
    ):
        got = roofline_seconds(flops, nbytes, 100, 10)
        assert abs(got - want) < 1e-12, f"{flops} operations, {nbytes} bytes: {want} seconds, not {got}"

    # A step of Llama 3 8B in bfloat16 on a made-up machine. For each conversation it does two operations with
    # each number of the matrices, which are read once for all, and reads its cache of 4096 tokens.
    read, cache = 2 * 7_504_924_672, 32 * 2 * 8 * 128 * 2 * 4096
    rates = {"peak_flops": 1e15, "bandwidth": 3e12}
    for B in (1, 16, 256, 4096):
        seconds = roofline_seconds([read * B, 0], [read, B * cache], **rates)
        print(f"{B:4} conversations: {1e3 * seconds:6.1f} ms a step, {B / seconds:5.0f} tokens a second")

# %% nbgrader={"grade": true, "grade_id": "check-roofline_seconds", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-measured_bytes", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 7. What is there in fact
#
# A prediction that nobody measures is a guess. A tensor is a view of a *storage*, a piece of memory that
# several tensors can share: `tensor.untyped_storage()` has `.nbytes()`, and `.data_ptr()`, the address at
# which it begins ({ref}`memory-measuring-what-you-predicted`). `example`, given above, makes models to try.
#
# <details><summary>Hints</summary>
# <code>model.parameters()</code> gives each Parameter once, but two can lie in one storage.
# <code>optimizer.state</code> is a dictionary of dictionaries: print it after a step. A dictionary from
# addresses to bytes has one entry for each; an address belongs to a device.
# </details>

# %% nbgrader={"grade": false, "grade_id": "measured_bytes", "locked": false, "schema_version": 3, "solution": true, "task": false}
def measured_bytes(model: nn.Module, optimizer: torch.optim.Optimizer | None = None) -> Measured:
    """Read off the storages how many bytes a model and an optimizer hold.

    The model is on any device but meta, with or without parameters and gradients; the optimizer may be None.

    Returns Measured(parameters, gradients, states): the bytes of the storages of the model's parameters
    (frozen ones too, buffers not), of their gradients where they have one, and of all tensors that are
    values of the dictionaries in optimizer.state; other values do not count. Each of the three counts each
    storage once and whole, also if tensors share it or show a part of it. Model and optimizer stay as they
    are.

    >>> measured_bytes(*example(10, 4, optimizer="Adam"))
    Measured(parameters=160, gradients=160, states=324)
    """
    ### BEGIN SOLUTION
    parameters = list(model.parameters())
    kept = [value for state in optimizer.state.values() for value in state.values()] if optimizer else []
    return Measured(
        storage_bytes(parameters),
        storage_bytes(p.grad for p in parameters),
        storage_bytes(kept),
    )


def storage_bytes(tensors):
    """Bytes of all storages behind the tensors; what is no tensor is passed over."""
    storages = [t.untyped_storage() for t in tensors if isinstance(t, torch.Tensor)]
    return sum({(s.device, s.data_ptr()): s.nbytes() for s in storages}.values())
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-measured_bytes", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it. With a GPU it is tried there too.
with visible_tests("measured_bytes"):
    for device in DEVICES:
        wanted = {"tied": (160, 160), "untied": (320, 320), "alias": (160, 320), "window": (160, 304),
                  "slice": (640, 320), "extras": (480, 320), "bucket": (320, 320)}
        for kind, want in wanted.items():
            got = measured_bytes(example(10, 4, kind, device=device)[0])
            assert tuple(got) == (*want, 0), f"{kind}: {(*want, 0)} is expected, not {got}"
        assert measured_bytes(example(10, 4, steps=0, device=device)[0])[1] == 0, "no step, no gradient"
        got = measured_bytes(*example(10, 4, dtype="bfloat16", device=device))
        assert tuple(got) == (80, 80, 0), f"bfloat16 has 2 bytes: (80, 80, 0) is expected, not {got}"
        for optimizer in ("SGD", "Adagrad", "Adam"):
            predicted = training_bytes(40, optimizer.lower())
            want = predicted.states + 4 * (predicted.states > 0)  # 4 bytes count the steps
            got = measured_bytes(*example(10, 4, optimizer=optimizer, device=device))
            assert got[2] == want, f"{optimizer}: {want} bytes of state are expected, not {got[2]}"
        got = measured_bytes(*example(10, 4, "bucket", optimizer="SGD", device=device))
        assert got[2] == 320 + 240 + 16, f"bucket: 576 bytes of state are expected, not {got[2]}"

# %% nbgrader={"grade": true, "grade_id": "check-measured_bytes", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-build", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## What you have built: what fits on a card
#
# What three published models need in training and in use, with the largest batches that fit, and what a small
# one holds on your machine. Of activations only logits and a vector for each token and layer count. Choose
# another `CARD`, longer texts, a `PIECE` of the logits, other models. Which colour stands in the way?

# %% nbgrader={"grade": false, "grade_id": "build", "locked": true, "schema_version": 3, "solution": false, "task": false}
@last_cell
def build():
    import matplotlib.pyplot as plt

    CARD, T, PIECE = 24, 2048, None  # GiB, tokens of a text, tokens whose logits exist at a time
    CHOSEN = ("SmolLM2 135M", "Llama 3.2 1B", "Gemma 2B")

    def training(name, B):
        sizes = MODELS[name]
        kept = training_bytes(count_parameters(**sizes)[0], "adam", mixed=True)
        _, rows, logits = activation_bytes(B, T, sizes["d"], sizes["V"], piece=PIECE)
        parts = dict(zip(("weights", "gradients", "master copy", "moments"), kept))
        return {**parts, "rows": (sizes["layers"] + 1) * rows, "logits": logits}

    def chat(name, B):
        sizes = MODELS[name]
        V, d, total = sizes["V"], sizes["d"], count_parameters(**sizes)[0]
        cache = kv_cache_bytes(sizes["layers"], sizes["kv_heads"], sizes["head_dim"], B, T)
        return {"weights": table_bytes(total, 1), "logits": activation_bytes(B, 1, d, V)[2], "cache": cache}

    names = ("weights", "gradients", "master copy", "moments", "rows", "logits", "cache")
    colours = dict(zip(names, ("C0", "C1", "C9", "C4", "C2", "C3", "C8")))
    fig, ax = plt.subplots(figsize=(10, 4.5), layout="constrained")
    bars, places = [], []
    for work, account in (("training", training), ("in use", chat)):
        for name in CHOSEN:
            B = largest_batch(CARD, lambda B: sum(account(name, B).values()))
            bars.append(f"{name}, {work}: {f'{B:,} texts' if B else 'not even one'}")
            places.append(len(bars) + 0.5 * (account is chat))
            left = 0
            for part, size in account(name, max(B, 1)).items():
                ax.barh(places[-1], size / 2**30, left=left, color=colours[part])
                left += size / 2**30
    ax.set_yticks(places, bars)
    ax.invert_yaxis()
    ax.axvline(CARD, color="black", linestyle="--")
    patches = [plt.Rectangle((0, 0), 1, 1, color=colour) for colour in colours.values()]
    ax.legend(patches, colours, loc="center left", bbox_to_anchor=(1, 0.5))
    ax.set(xlabel="GiB", title=f"texts of {T:,} tokens on a card of {CARD} GiB")
    plt.show()

    V, d, tokens = 32_000, 256, 512
    device = DEVICES[-1]
    table = nn.Embedding(V, d, device=device)
    adam, saved = torch.optim.Adam(table.parameters()), []

    def note(tensor):  # what the forward pass keeps for the backward pass
        saved.append(tensor.untyped_storage().nbytes())
        return tensor

    ids = torch.randint(V, (2, tokens), device=device)
    with torch.autograd.graph.saved_tensors_hooks(note, lambda tensor: tensor):
        loss = nn.functional.cross_entropy(table(ids[0]) @ table.weight.T, ids[1])
    loss.backward()
    adam.step()
    predicted, found = training_bytes(V * d, "adam"), measured_bytes(table, adam)
    logits = activation_bytes(1, tokens, d, V, "float32")[2]
    said = (predicted.weights, predicted.gradients, predicted.states, logits)
    lines = zip(("weights", "gradients", "moments", "logits"), said, (*found, max(saved)))
    print(f"One step of a tied model, V = {V:,}, d = {d}, {tokens} tokens, on {device}:")
    for name, expected, there in lines:
        print(f"  {name:9} predicted {expected:12,} bytes, measured {there:12,}")

# %% nbgrader={"grade": true, "grade_id": "summary", "locked": true, "points": 0, "schema_version": 3, "solution": false, "task": false}
