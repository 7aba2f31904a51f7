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
# # Memory: what an embedding layer costs
#
# You write a small calculator, function by function: parameters and bytes of a table, the same bytes
# in two units, what a batch adds, what training adds, and the largest vocabulary that fits. The last
# two functions ask whether the arithmetic holds: how long moving the bytes takes at least, and what
# PyTorch holds in fact.
#
# - **Time**: about two hours.
# - **Before you start**: read {ref}`memory-counting-parameters` and
#   {ref}`memory-from-parameters-to-bytes-and-mb-apart-from-mib` in the chapter. Each part below names
#   what else it uses.
# - **Points**: the cells that begin with *Try it* let you work alone. They carry no points and
#   may be run as often as you like. Hidden tests decide: they draw new sizes, small and very large,
#   and try bad input too, as the docstrings describe it. Each test gives its points on its own; a
#   mistake that touches several tests costs several.
# - **Graded with**: Python 3.11 or newer, NumPy and PyTorch. No other package is there, and no keyboard.
#
# ## Rules for all ten
#
# **Numbers.** Counts and bytes are whole numbers (`int`), exact at any size. A `float` is not: from
# $2^{53}$ on it skips integers.
#
# **Dtypes** are given by their names:
#
# | name | bits | name | bits |
# | --- | --- | --- | --- |
# | `"float64"`, `"int64"` | 64 | `"int8"` | 8 |
# | `"float32"`, `"int32"` | 32 | `"int4"` | 4 |
# | `"float16"`, `"bfloat16"` | 16 | | |
#
# Two `int4` share a byte. An array with an odd number of them takes up a whole byte at its end, so
# that its size is rounded up; every array is rounded up on its own. (The scales that come with a
# quantized table are left out here.)
#
# **Bad input.** This table holds for the first eight functions:
#
# | what is wrong | what to raise |
# | --- | --- |
# | a size that is no integer: `bool`, `float`, anything but `int` | `TypeError` |
# | a size below 1, or below 0 where the docstring says "0 or more" | `ValueError` |
# | a string that is not in the list of dtypes, or of optimizers | `ValueError` that names it |
#
# The first two rows are done for you by `check_sizes` in the next cell: call it with the sizes by
# name. `tied`, `output_bias`, `binary` and `mixed` are switches, True or False, and need no check.
# Names are always strings. Where two things are wrong at once, either exception will do.
#
# The cells of a notebook share their names, so what you write in one cell can be used in those below.
# Write helpers of your own into the cells of the functions or into new cells, not into the given
# ones, which are replaced by the originals when the notebook is graded.

# %% nbgrader={"grade": false, "grade_id": "start", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% nbgrader={"grade": false, "grade_id": "setup", "locked": true, "schema_version": 3, "solution": false, "task": false}
from typing import Literal, NamedTuple

import torch
from torch import nn


def check_sizes(least=1, **sizes):
    """Refuse what is no size: `check_sizes(V=V, d=d)`, or `check_sizes(0, positions=positions)`."""
    for name, size in sizes.items():
        if type(size) is not int:
            raise TypeError(f"{name} is {size!r}, a {type(size).__name__}; expected an int")
        if size < least:
            raise ValueError(f"{name} is {size}; expected {least} or more")


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


def example(V, d, kind="tied", dtype="float32", device=None, optimizer=None, steps=1):
    """(model, optimizer): a table and an output matrix of V × d, after some steps; for the last function.

    kind  "tied": one Parameter; "untied": two; "alias": two Parameters in the same memory;
          "window": the output sees the rows of the table from the second on; "slice": the table is a
          part of an array three times as large; "extras": untied, with a buffer and with a frozen
          parameter, both of V × d; "bucket": untied, with both gradients in one array. In its
          optimizer the state of each of the two holds the gradient, a third of an array of uint8 and a
          plain number; a Parameter (d,) that is not the model's has a state too
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

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-embedding_parameters", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 1. How many numbers
#
# The *embedding parameters* of a model are its token table of `V × d`, the output matrix of the same
# size unless it is tied to the table, a table of positions and one of segments where there are such,
# each with rows of length `d`, and the bias of the output, one number for each token.
#
# For `V = 10` and `d = 4` the tied model stores 40 numbers and the untied one 80. With `positions=6`,
# `segments=2` and a bias the tied one has `40 + 6·4 + 2·4 + 10 = 82`. The bias has nothing to do with
# tying: a tied model can have one too. (Section {ref}`memory-counting-parameters`.)
#
# <details><summary>A hint</summary>
# Write down the shape of each array first. Which of them have <code>d</code> in it, and which have not?
# </details>

# %% nbgrader={"grade": false, "grade_id": "embedding_parameters", "locked": false, "schema_version": 3, "solution": true, "task": false}
def embedding_parameters(
    V: int,
    d: int,
    *,
    tied: bool = True,
    positions: int = 0,
    segments: int = 0,
    output_bias: bool = False,
) -> int:
    """Parameters of a model's embedding layer and its output matrix.

    V, d                 rows and columns of the token table
    tied                 True: the output matrix is the token table itself, stored once
    positions, segments  rows of two further tables of width d, 0 or more; 0 for none
    output_bias          True: the output has a bias of V numbers (tied or not)

    Returns the number of stored parameters, an int. TypeError and ValueError as in the rules.

    >>> embedding_parameters(10, 4, tied=False, output_bias=True)
    90
    """
    ### BEGIN SOLUTION
    check_sizes(V=V, d=d)
    check_sizes(0, positions=positions, segments=segments)
    rows = (V if tied else 2 * V) + positions + segments
    return rows * d + (V if output_bias else 0)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-embedding_parameters", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("embedding_parameters"):
    assert embedding_parameters(10, 4) == 40, f"10 rows of 4 numbers, not {embedding_parameters(10, 4)}"
    assert embedding_parameters(10, 4, tied=False) == 80, "untied: the output has a matrix of its own"
    full = embedding_parameters(10, 4, positions=6, segments=2, output_bias=True)
    assert full == 82, f"40 + 24 + 8 + 10 is 82, not {full}"
    bert = embedding_parameters(30_522, 768, positions=512, segments=2, output_bias=True)
    assert bert == 23_866_170, f"the tables of BERT-base and the output's bias: 23,866,170, not {bert:,}"
    assert embedding_parameters(2**60 + 1, 3) == 3 * 2**60 + 3, "the last digits of a large count are lost"

    for bad, kind in ((4.0, TypeError), (True, TypeError), (0, ValueError), (-4, ValueError)):
        problem = error_of(lambda: embedding_parameters(10, bad))
        assert isinstance(problem, kind), f"d = {bad!r}: expected a {kind.__name__}, not {problem!r}"
    problem = error_of(lambda: embedding_parameters(10, 4, positions=-1))
    assert isinstance(problem, ValueError), "a table of -1 positions"

# %% nbgrader={"grade": true, "grade_id": "check-embedding_parameters", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-embedding_share", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 2. Which part of the model
#
# "The table is 6.5 % of the model" and "the table is 13 % of the model" can both be said of one and
# the same model: of one matrix, or of all that is stored. Return both, as fractions of all
# parameters. In a tied model they are equal. `total` counts every parameter that the model stores:
# the one matrix of a tied model, or both of an untied one, and all others.
#
# For `V = 10`, `d = 4` and a model of 400 parameters: `(0.1, 0.1)` tied, `(0.1, 0.2)` untied.
#
# <details><summary>A hint</summary>
# The total does not change with your question: it is the denominator of both fractions as it is given.
# The end of the docstring says which totals are too small.
# </details>

# %% nbgrader={"grade": false, "grade_id": "embedding_share", "locked": false, "schema_version": 3, "solution": true, "task": false}
def embedding_share(V: int, d: int, total: int, tied: bool) -> tuple[float, float]:
    """Share of the token table in a model, counted in two ways.

    V, d   rows and columns of the token table
    total  stored parameters of the whole model, the table included
    tied   True: the output matrix is the token table itself

    Returns (one, stored), a tuple of two floats between 0 and 1: one matrix V × d over the total, and
    all stored matrices V × d (one if tied, two if not) over the total.

    TypeError and ValueError as in the rules. ValueError also if the stored matrices have more
    parameters than the whole model; as many are allowed.

    >>> embedding_share(10, 4, 400, tied=False)
    (0.1, 0.2)
    """
    ### BEGIN SOLUTION
    check_sizes(V=V, d=d, total=total)
    stored = embedding_parameters(V, d, tied=tied)
    if stored > total:
        raise ValueError(f"total is {total}; the matrices alone have {stored} parameters")
    return V * d / total, stored / total
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-embedding_share", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("embedding_share"):
    one, stored = embedding_share(10, 4, 400, tied=True)
    assert (one, stored) == (0.1, 0.1), f"tied: 40 of 400 parameters, counted either way, not {(one, stored)}"
    one, stored = embedding_share(10, 4, 400, tied=False)
    assert (one, stored) == (0.1, 0.2), f"untied: 40 and 80 of 400, not {(one, stored)}"
    one, stored = embedding_share(128_256, 4096, 8_030_261_248, tied=False)
    llama = f"{one:.2%} and {stored:.2%}"
    assert llama == "6.54% and 13.08%", f"Llama-3 8B: 6.54% and 13.08%, not {llama}"
    assert embedding_share(10, 4, 40, tied=True) == (1, 1), "a model may consist of its table"
    problem = error_of(lambda: embedding_share(10, 4, 79, tied=False))
    assert isinstance(problem, ValueError), "79 parameters cannot hold two matrices of 40"

# %% nbgrader={"grade": true, "grade_id": "check-embedding_share", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-table_bytes", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 3. Bytes
#
# Bytes of the token table, and of the output matrix beside it if the model is untied. The rules above
# say how many bits a number of each dtype takes.
#
# A table of 3 rows and 5 columns has 15 numbers: 60 bytes in `float32`, 30 in `bfloat16`, 15 in `int8`,
# and 8 in `int4`, seven full bytes and one half full. Untied in `int4` there are two such arrays, each
# rounded up on its own: 16 bytes. (Section
# {ref}`memory-from-parameters-to-bytes-and-mb-apart-from-mib`.)
#
# Other functions need bytes of an array too. A helper that takes a number of entries and the name of
# a dtype serves them all.
#
# <details><summary>A hint</summary>
# Count in bits up to the last step. Then what is asked is a division by 8 that rounds up.
# </details>
# <details><summary>Rounding up without floats</summary>
# <code>//</code> rounds down, also for negative numbers. So what does
# <code>-(-n // 8)</code> do?
# </details>

# %% nbgrader={"grade": false, "grade_id": "table_bytes", "locked": false, "schema_version": 3, "solution": true, "task": false}
def table_bytes(V: int, d: int, dtype: str = "bfloat16", tied: bool = True) -> int:
    """Bytes of the token table, with the output matrix if that is stored apart.

    V, d   rows and columns of each matrix
    dtype  name of the dtype, one of the table in the rules
    tied   True: one matrix; False: two, each rounded up to whole bytes on its own

    Returns bytes, an int, exact at any size. TypeError and ValueError as in the rules.

    >>> table_bytes(3, 5, "float32"), table_bytes(3, 5, "int4"), table_bytes(3, 5, "int4", tied=False)
    (60, 8, 16)
    """
    ### BEGIN SOLUTION
    check_sizes(V=V, d=d)
    return array_bytes(V * d, dtype) * (1 if tied else 2)


BITS = {"float64": 64, "float32": 32, "float16": 16, "bfloat16": 16,
        "int64": 64, "int32": 32, "int8": 8, "int4": 4}


def array_bytes(count, dtype, allowed=tuple(BITS), name="dtype"):
    """Whole bytes of an array of `count` numbers."""
    if dtype not in allowed:
        raise ValueError(f"{name} is {dtype!r}; expected one of {', '.join(allowed)}")
    return (count * BITS[dtype] + 7) // 8
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-table_bytes", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("table_bytes"):
    sizes = {"float64": 120, "int64": 120, "float32": 60, "int32": 60, "float16": 30, "bfloat16": 30,
             "int8": 15}
    for name, want in sizes.items():
        got = table_bytes(3, 5, name)
        assert got == want, f"15 numbers of {name}: {want} bytes, not {got}"
    assert table_bytes(4, 5, "int4") == 10, f"20 numbers of half a byte, not {table_bytes(4, 5, 'int4')}"
    assert table_bytes(3, 5, "int4") == 8, f"15 halves of a byte need 8 bytes, not {table_bytes(3, 5, 'int4')}"
    assert table_bytes(3, 5, "int4", tied=False) == 16, "two arrays, each rounded up on its own"
    assert type(table_bytes(3, 5, "int4")) is int, "bytes are whole numbers"
    assert table_bytes(128_256, 8192) == 2_101_346_304, "Llama-3 70B, one table in bfloat16"
    assert table_bytes(2**60 + 1, 1, "int4") == 2**59 + 1, "the last digits of a large count are lost"
    problem = error_of(lambda: table_bytes(3, 5, "float8"))
    assert isinstance(problem, ValueError) and "float8" in str(problem), f"float8 is no name: {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-table_bytes", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-format_bytes", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 4. MB or MiB
#
# The same table is "1.05 GB" and "1002.00 MiB": a megabyte is $10^6$ bytes, a mebibyte $2^{20}$.
# Write a number of bytes so that nobody has to ask.
#
# Take the largest unit of which there is at least one whole. The number before it has two
# digits after the point; bytes themselves have none. No separator of thousands.
#
# | | units, from small to large |
# | --- | --- |
# | decimal, steps of 1000 | `B`, `kB`, `MB`, `GB`, `TB`, `PB` |
# | binary, steps of 1024 | `B`, `KiB`, `MiB`, `GiB`, `TiB`, `PiB` |
#
# So 999 bytes are `"999 B"`, 1000 are `"1.00 kB"`, in binary units `"1000 B"`. The unit is chosen
# before anything is rounded: 999,999 bytes are `"1000.00 kB"`, since they are less than one megabyte.
# Above the last unit there is none: 5000 petabytes are `"5000.00 PB"`. No more than $10^{21}$ bytes,
# a million petabytes, are asked for. The digits are rounded to the nearest; halfway between two, as at
# 1125 bytes, either will do: `"1.12 kB"` or `"1.13 kB"`. The same holds if the quotient is halfway
# only once it is a `float`.
#
# <details><summary>A hint</summary>
# Go through the units from the largest to the smallest, and stop at the first that is not larger
# than the number.
# </details>

# %% nbgrader={"grade": false, "grade_id": "format_bytes", "locked": false, "schema_version": 3, "solution": true, "task": false}
def format_bytes(n: int, binary: bool = False) -> str:
    """A number of bytes with the largest unit of which there is at least one.

    n       bytes, 0 or more, at most 10**21
    binary  False: kB, MB, ... in steps of 1000; True: KiB, MiB, ... in steps of 1024

    Returns the number, one space, the unit: two digits after the point, rounded to nearest (at a tie
    to either side, also if only floats make it one), and none for plain bytes. TypeError and ValueError
    as in the rules; a larger n than 10**21 is not asked for and need not be refused.

    >>> format_bytes(1_050_673_152), format_bytes(1_050_673_152, binary=True), format_bytes(999)
    ('1.05 GB', '1002.00 MiB', '999 B')
    """
    ### BEGIN SOLUTION
    check_sizes(0, n=n)
    step, units = (1024, "KiB MiB GiB TiB PiB") if binary else (1000, "kB MB GB TB PB")
    if n < step:
        return f"{n} B"
    power, names = 1, units.split()
    while power < len(names) and n >= step ** (power + 1):
        power += 1
    return f"{n / step**power:.2f} {names[power - 1]}"
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-format_bytes", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("format_bytes"):
    cases = {
        (1_050_673_152, False): "1.05 GB", (1_050_673_152, True): "1002.00 MiB",
        (131_072, False): "131.07 kB", (131_072, True): "128.00 KiB",
        (0, False): "0 B", (999, False): "999 B", (1000, False): "1.00 kB", (1000, True): "1000 B",
        (1023, True): "1023 B", (1024, True): "1.00 KiB", (999_999, False): "1000.00 kB",
        (10**12, False): "1.00 TB", (2**50, True): "1.00 PiB", (5 * 10**18, False): "5000.00 PB",
    }
    for (n, binary), want in cases.items():
        got = format_bytes(n, binary)
        assert got == want, f"{n:,} bytes, binary={binary}: {want!r} is expected, not {got!r}"
    assert isinstance(error_of(lambda: format_bytes(-1)), ValueError), "-1 bytes"
    assert isinstance(error_of(lambda: format_bytes(1e6)), TypeError), "1e6 is a float"

# %% nbgrader={"grade": true, "grade_id": "check-format_bytes", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-activation_bytes", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 5. From ids to logits
#
# Follow a batch through the layer: `B` texts of `T` tokens, as ids, as vectors of length `d` for each
# of them, and, at the other end of the model, as `V` logits for each of them. Three arrays, three
# sizes. Ids have a dtype of their own, `int64` or `int32`; vectors and logits share the other one.
#
# Two texts of three tokens with `d = 4`, `V = 10`, in `bfloat16` and `int64`: 48 bytes of ids, 48 of
# vectors, 120 of logits. (Section {ref}`memory-from-ids-to-activations-and-logits`.)
#
# <details><summary>A hint</summary>
# Write down the three shapes. The table itself is none of them.
# </details>

# %% nbgrader={"grade": false, "grade_id": "activation_bytes", "locked": false, "schema_version": 3, "solution": true, "task": false}
def activation_bytes(
    B: int, T: int, d: int, V: int, dtype: str = "bfloat16", id_dtype: str = "int64"
) -> Activations:
    """Bytes of a batch as ids, as embedded vectors and as logits.

    B, T      texts in the batch, tokens in each
    d, V      length of a vector, size of the vocabulary
    dtype     name of the dtype of vectors and logits, one of the table in the rules
    id_dtype  name of the dtype of the ids: "int64" or "int32", no other

    Returns Activations(ids, embeddings, logits), or a plain tuple, of three ints: one array of
    B × T ids, one of B × T × d numbers and one of B × T × V, each rounded up to whole bytes.
    TypeError and ValueError as in the rules, for both names.

    >>> activation_bytes(2, 3, 4, 10)
    Activations(ids=48, embeddings=48, logits=120)
    """
    ### BEGIN SOLUTION
    check_sizes(B=B, T=T, d=d, V=V)
    return Activations(
        array_bytes(B * T, id_dtype, ("int64", "int32"), "id_dtype"),
        array_bytes(B * T * d, dtype),
        array_bytes(B * T * V, dtype),
    )
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-activation_bytes", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("activation_bytes"):
    got = activation_bytes(2, 3, 4, 10)
    assert got == (48, 48, 120), f"expected (48, 48, 120), not {got}"
    got = activation_bytes(2, 3, 4, 10, dtype="float32", id_dtype="int32")
    assert got == (24, 96, 240), f"with four bytes everywhere expected (24, 96, 240), not {got}"
    got = activation_bytes(1, 3, 5, 7, dtype="int4")
    assert got == (24, 8, 11), f"15 and 21 numbers of half a byte take 8 and 11 bytes, not {got}"
    llama = Activations(*activation_bytes(8, 4096, 4096, 128_256))
    assert llama.embeddings == 268_435_456, f"8 × 4096 × 4096 numbers of 2 bytes, not {llama.embeddings:,}"
    print(f"Llama-3 8B: the vectors of 8 × 4096 tokens take {format_bytes(llama.embeddings, binary=True)},")
    print(f"their logits {format_bytes(llama.logits, binary=True)}")
    for settings in ({"dtype": "half"}, {"id_dtype": "int16"}):
        name = next(iter(settings.values()))
        problem = error_of(lambda: activation_bytes(2, 3, 4, 10, **settings))
        assert isinstance(problem, ValueError) and name in str(problem), f"{settings}: {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-activation_bytes", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-kv_cache_bytes", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 6. The cache beside the table
#
# For every token that a model has read it keeps, in each layer and for each key-value head, one key
# and one value of length `head_dim`. So each layer has two arrays of shape
# `(B, kv_heads, T, head_dim)`. The number of *key-value* heads counts: with grouped-query attention
# it is smaller than the number of query heads.
#
# Two layers, one head of length 3, one text of five tokens in `float32`: `2 · 2 · 15 · 4 = 240`
# bytes. (Section {ref}`memory-the-key-value-cache-beside-the-table`.)
#
# <details><summary>A hint</summary>
# Bytes of one array first; then how many such arrays there are. In <code>int4</code> each of them is
# rounded up.
# </details>

# %% nbgrader={"grade": false, "grade_id": "kv_cache_bytes", "locked": false, "schema_version": 3, "solution": true, "task": false}
def kv_cache_bytes(
    layers: int, kv_heads: int, head_dim: int, B: int, T: int, dtype: str = "bfloat16"
) -> int:
    """Bytes of the keys and values that a decoder keeps.

    layers    layers of the model
    kv_heads  key-value heads in a layer
    head_dim  length of one key, and of one value
    B, T      texts in the batch, tokens kept of each
    dtype     name of the dtype, one of the table in the rules

    Returns bytes, an int: 2 · layers arrays (keys apart from values) of shape
    (B, kv_heads, T, head_dim), each rounded up to whole bytes on its own. TypeError and
    ValueError as in the rules.

    >>> kv_cache_bytes(2, 1, 3, 1, 5, "float32")
    240
    """
    ### BEGIN SOLUTION
    check_sizes(layers=layers, kv_heads=kv_heads, head_dim=head_dim, B=B, T=T)
    return 2 * layers * array_bytes(B * kv_heads * T * head_dim, dtype)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-kv_cache_bytes", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("kv_cache_bytes"):
    assert kv_cache_bytes(2, 1, 3, 1, 5, "float32") == 240, "two layers, keys and values, 15 numbers of 4 bytes"
    assert kv_cache_bytes(2, 1, 3, 1, 5) == 120, "the same in bfloat16"
    assert kv_cache_bytes(2, 1, 3, 1, 5, "int4") == 32, "four arrays of 15 half bytes: each takes 8 bytes"
    per_token = kv_cache_bytes(80, 8, 128, 1, 1)
    assert per_token == 327_680, f"one token of Llama-3 70B takes 327,680 bytes, not {per_token:,}"
    whole = kv_cache_bytes(80, 8, 128, 8, 4096)
    print(f"8 × 4096 tokens of Llama-3 70B: {format_bytes(whole)}, or {format_bytes(whole, binary=True)}")
    problem = error_of(lambda: kv_cache_bytes(2, 1, 3, 1, 5, "int3"))
    assert isinstance(problem, ValueError) and "int3" in str(problem), f"int3 is not in the list: {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-kv_cache_bytes", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-training_bytes", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 7. What training adds
#
# Beside each weight training keeps a gradient, and what the optimizer remembers of it:
#
# | optimizer | remembers for each parameter |
# | --- | --- |
# | `"sgd"` | nothing |
# | `"momentum"` | one number: the running sum of its gradients |
# | `"adagrad"` | one number: the sum of their squares |
# | `"adam"` | two numbers: a running mean, and one of the squares |
#
# These are `float32` always. Without mixed precision so are weights and gradients. With `mixed=True`
# weights and gradients have 2 bytes each, and a *master copy* of the weights is kept in `float32`,
# which the optimizer updates. Without it there is none.
#
# Ten parameters with Adam: `(40, 40, 0, 80)`, and `(20, 20, 40, 80)` mixed: 160 bytes either way.
# (Section {ref}`memory-what-training-adds`. Adam's counter of steps, 4 bytes a tensor, is not counted
# here; you will meet it in the last function.)

# %% nbgrader={"grade": false, "grade_id": "training_bytes", "locked": false, "schema_version": 3, "solution": true, "task": false}
def training_bytes(
    parameters: int, optimizer: Literal["sgd", "momentum", "adagrad", "adam"], mixed: bool = False
) -> TrainingBytes:
    """Bytes that training keeps for a number of parameters.

    parameters  how many parameters are trained
    optimizer   "sgd" (without momentum), "momentum", "adagrad" or "adam"
    mixed       False: weights and gradients in float32, no master copy; True: weights and
                gradients of 2 bytes, and a master copy in float32

    Returns TrainingBytes(weights, gradients, master, states), or a plain tuple, of four ints. States
    are float32, mixed or not. TypeError and ValueError as in the rules.

    >>> training_bytes(10, "adam", mixed=True)
    TrainingBytes(weights=20, gradients=20, master=40, states=80)
    """
    ### BEGIN SOLUTION
    check_sizes(parameters=parameters)
    remembered = {"sgd": 0, "momentum": 1, "adagrad": 1, "adam": 2}
    if optimizer not in remembered:
        raise ValueError(f"optimizer is {optimizer!r}; expected one of {', '.join(remembered)}")
    number = 2 if mixed else 4
    master = 4 * parameters if mixed else 0
    states = 4 * parameters * remembered[optimizer]
    return TrainingBytes(number * parameters, number * parameters, master, states)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-training_bytes", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("training_bytes"):
    states = {"sgd": 0, "momentum": 40, "adagrad": 40, "adam": 80}
    for optimizer in states:
        want, got = (40, 40, 0, states[optimizer]), training_bytes(10, optimizer)
        assert got == want, f"10 parameters with {optimizer}: {want} is expected, not {got}"
    got = training_bytes(10, "adam", mixed=True)
    assert got == (20, 20, 40, 80), f"mixed: (20, 20, 40, 80) is expected, not {got}"
    assert sum(training_bytes(10, "sgd", mixed=True)) == 80, "with SGD too there is a master copy"
    problem = error_of(lambda: training_bytes(10, "lion"))
    assert isinstance(problem, ValueError) and "lion" in str(problem), f"lion is not in the list: {problem!r}"

# %% nbgrader={"grade": true, "grade_id": "check-training_bytes", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-largest_vocabulary", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 8. The largest vocabulary that fits
#
# Turn the third function round: given a budget of bytes, how many rows may the table have? The answer
# is the largest `V` for which `table_bytes(V, d, dtype, tied)` is at most the budget. Round
# sizes are often asked for, so `V` must be a multiple of `multiple`.
#
# With 100 bytes, `d = 5` and `bfloat16` a row takes 10 bytes: 10 rows, or 5 if the output has a
# matrix of its own. With `multiple=4` it is 8. If not even `multiple` rows fit, the answer is 0.
# (Section {ref}`memory-the-largest-vocabulary-that-fits`.)
#
# No search is needed (a bisection is allowed), and a budget may be so large that counting up or down
# would take years. Mind the odd cases of `int4`: a row of 5 numbers takes two and a half bytes, and
# two tables share the budget, each rounded up on its own.
#
# <details><summary>A hint</summary>
# How many whole bytes may one table have? How many numbers fit into these? How many rows is that?
# Each answer is a division that rounds down; in between nothing is rounded up.
# </details>

# %% nbgrader={"grade": false, "grade_id": "largest_vocabulary", "locked": false, "schema_version": 3, "solution": true, "task": false}
def largest_vocabulary(
    budget: int, d: int, dtype: str = "bfloat16", tied: bool = True, multiple: int = 1
) -> int:
    """The most rows, in multiples, that a table may have within a budget of bytes.

    budget    bytes, 0 or more
    d         columns of the table
    dtype     name of the dtype, one of the table in the rules
    tied      False: a second matrix of the same size must fit as well
    multiple  the result is a multiple of this number, 1 or more

    Returns the largest V, 0 included, that is a multiple of `multiple` and for which
    table_bytes(V, d, dtype, tied) <= budget (with 0 bytes for 0 rows); an int, exact at any size,
    without trying one V after another. TypeError and ValueError as in the rules.

    >>> largest_vocabulary(100, 5), largest_vocabulary(100, 5, tied=False)
    (10, 5)
    """
    ### BEGIN SOLUTION
    check_sizes(0, budget=budget)
    check_sizes(d=d, multiple=multiple)
    array_bytes(d, dtype)  # refuses a dtype that is not allowed
    each = budget if tied else budget // 2
    V = each * 8 // BITS[dtype] // d
    return V // multiple * multiple
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-largest_vocabulary", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("largest_vocabulary"):
    got = largest_vocabulary(100, 5)
    assert got == 10, f"100 bytes, 10 for each row: not {got} rows"
    assert largest_vocabulary(109, 5) == 10, "a row fits as a whole or not at all"
    assert largest_vocabulary(100, 5, tied=False) == 5, "two matrices must fit"
    assert largest_vocabulary(100, 5, multiple=4) == 8, "8 is the largest multiple of 4 that fits"
    assert largest_vocabulary(39, 5, multiple=4) == 0, "three rows fit, and so no multiple of 4 but 0"
    assert largest_vocabulary(8, 5, "int4") == 3, "3 rows of 5 half bytes take 8 bytes"
    assert largest_vocabulary(15, 5, "int4", tied=False) == 2, "two tables of 3 rows take 8 bytes each"
    assert largest_vocabulary(2**70 + 1, 1, "int8") == 2**70 + 1, "the last digits of a large number are lost"
    # The way there and back: V rows fit, one multiple more does not.
    for budget in range(200, 260):
        for dtype in ("float32", "bfloat16", "int8", "int4"):
            for tied in (True, False):
                V = largest_vocabulary(budget, 3, dtype, tied, multiple=2)
                case = f"{V} rows: {budget=}, {dtype}, {tied=}"
                assert V % 2 == 0 and table_bytes(V, 3, dtype, tied) <= budget, case
                assert table_bytes(V + 2, 3, dtype, tied) > budget, f"two more fit than {case}"

# %% nbgrader={"grade": true, "grade_id": "check-largest_vocabulary", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-roofline_seconds", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 9. The least time
#
# A machine that computes `peak_flops` operations in a second and moves `bandwidth` bytes in a second
# does both at once. So a piece of work takes at least as long as the slower of the two takes on its
# own. Whichever it is, the work is said to be *bound* by it.
#
# At 100 operations and 10 bytes a second, 200 operations on 50 bytes take 5 seconds at least: the
# arithmetic needs 2, the bytes need 5. (Section {ref}`memory-why-a-lookup-is-bound-by-bandwidth`.)
#
# Here the arguments may be integers or floats, and so the table of errors above does not apply: only
# signs are checked. Each is 0, or between `1e-100` and `1e100` in size.

# %% nbgrader={"grade": false, "grade_id": "roofline_seconds", "locked": false, "schema_version": 3, "solution": true, "task": false}
def roofline_seconds(flops: float, nbytes: float, peak_flops: float, bandwidth: float) -> float:
    """A lower bound for the time of a piece of work, in seconds.

    flops       floating-point operations, 0 or more
    nbytes      bytes read and written, 0 or more
    peak_flops  operations a second at best, above 0
    bandwidth   bytes (not bits) a second at best, above 0

    Each an int or a float: 0, or from 1e-100 to 1e100 in size. Returns seconds, a float, if computing and
    moving go on at the same time (Williams, Waterman and Patterson 2009). ValueError: a negative amount,
    a rate that is not above 0.

    >>> roofline_seconds(200, 50, peak_flops=100, bandwidth=10)
    5.0
    """
    ### BEGIN SOLUTION
    if flops < 0 or nbytes < 0:
        raise ValueError(f"expected amounts of 0 or more, found {flops=}, {nbytes=}")
    if peak_flops <= 0 or bandwidth <= 0:
        raise ValueError(f"expected rates above 0, found {peak_flops=}, {bandwidth=}")
    return max(flops / peak_flops, nbytes / bandwidth)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-roofline_seconds", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it.
with visible_tests("roofline_seconds"):
    got = roofline_seconds(200, 50, 100, 10)
    assert got == 5, f"the bytes take 5 seconds, not {got}"
    assert roofline_seconds(900, 50, 100, 10) == 9, "now the arithmetic takes longer"
    assert roofline_seconds(0, 50, 100, 10) == 5, "nothing to compute, 50 bytes to move"
    assert roofline_seconds(200, 0, 100, 10) == 2, "nothing to move, 200 operations"
    for bad in ((-1, 50, 100, 10), (200, -1, 100, 10), (200, 50, 0, 10), (200, 50, 100, -10)):
        problem = error_of(lambda: roofline_seconds(*bad))
        assert isinstance(problem, ValueError), f"roofline_seconds{bad}: expected a ValueError, not {problem!r}"

    # The vectors of 8 × 4096 tokens, copied out of the table: read once, written once. (The ids, 8 bytes
    # beside two rows of 8192, are left out here; the chapter counts them.) And the same as a product with
    # one-hot rows. The rates are those of no machine in particular.
    n, V, d, rates = 8 * 4096, 128_256, 4096, {"peak_flops": 1e15, "bandwidth": 3e12}
    gather = roofline_seconds(0, 2 * n * d * 2, **rates)
    product = roofline_seconds(2 * n * V * d, (n * V + V * d + n * d) * 2, **rates)
    print(f"lookup {gather * 1e3:.2f} ms, product {product * 1e3:.0f} ms: {product / gather:.0f} times as long")

# %% nbgrader={"grade": true, "grade_id": "check-roofline_seconds", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-measured_bytes", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## 10. What is there in fact
#
# Now look instead of predicting. A tensor is a view of a *storage*, a piece of memory; several
# tensors can share one. `tensor.untyped_storage()` has `.nbytes()`, and `.data_ptr()`, the address at
# which it begins. Two tensors with the same storage cost its bytes once, whatever their names, shapes
# and offsets; and a tensor that shows only some rows of a storage keeps all of it alive. (Section
# {ref}`memory-measuring-what-you-predicted`.)
#
# Return three numbers for a model: bytes of the storages of its parameters, of their gradients, and
# of the tensors that an optimizer keeps. Count each storage once in each of the three numbers. Nothing
# is assumed: where there is no gradient yet, there are no bytes. The tensors lie on the CPU or on a
# GPU, or some here and some there.
#
# `example`, at the end of the first code cell, makes a model of a table and an output, in one of seven
# ways, and trains it for some steps. The hidden tests use it too. For `example(10, 4)`, tied and in
# `float32`, the answer without an optimizer is `Measured(160, 160, 0)`.
#
# <details><summary>Which parameters</summary>
# <code>model.parameters()</code> gives each Parameter once, but two Parameters can lie in one storage.
# </details>
# <details><summary>Where an optimizer keeps its tensors</summary>
# <code>optimizer.state</code> is a dictionary; its keys are parameters and its values are
# dictionaries. Print them after a step.
# </details>
# <details><summary>Once each</summary>
# A dictionary from address to bytes keeps one entry for each address. An address belongs to a device,
# so the pair of both is the safe key.
# </details>

# %% nbgrader={"grade": false, "grade_id": "measured_bytes", "locked": false, "schema_version": 3, "solution": true, "task": false}
def measured_bytes(model: nn.Module, optimizer: torch.optim.Optimizer | None = None) -> Measured:
    """Bytes that a model and an optimizer hold, read off their storages.

    model      a module, on CPU or GPU, with parameters or without, with dense gradients or without
    optimizer  its optimizer, or None

    Returns Measured(parameters, gradients, states), or a plain tuple, of three ints: the bytes of the
    storages of the model's parameters (frozen ones too, buffers not), of their gradients where they
    have one, and of the tensors that are values of the dictionaries in optimizer.state (Adam's counters
    of steps too; what is no tensor does not count). The last is 0 without an optimizer, or while it keeps
    nothing. Each number counts each storage once and whole, also if tensors share it or show a part of
    it; a storage can be in several of the numbers. Model and optimizer stay as they are.

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
                  "slice": (640, 320), "extras": (480, 320)}
        for kind, want in wanted.items():
            got = measured_bytes(example(10, 4, kind, device=device)[0])
            assert tuple(got) == (*want, 0), f"{kind}: {(*want, 0)} is expected, not {got}"
        assert measured_bytes(example(10, 4, steps=0, device=device)[0])[1] == 0, "no step, no gradient"
        got = measured_bytes(*example(10, 4, dtype="bfloat16", device=device))
        assert tuple(got) == (80, 80, 0), f"bfloat16 has 2 bytes: (80, 80, 0) is expected, not {got}"
        for optimizer, want in {"SGD": 0, "Adagrad": 164, "Adam": 324}.items():
            got = measured_bytes(*example(10, 4, optimizer=optimizer, device=device))
            assert got[2] == want, f"{optimizer}: {want} bytes of state are expected, not {got[2]}"

# %% nbgrader={"grade": true, "grade_id": "check-measured_bytes", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-together", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## All together
#
# Nothing to write here. The cell compares your predictions with what PyTorch holds, and prints one
# model's account on a few lines.

# %% nbgrader={"grade": false, "grade_id": "try-together", "locked": true, "schema_version": 3, "solution": false, "task": false}
# Try it: predicted and measured.
with visible_tests("together"):
    for optimizer in ("SGD", "Adagrad", "Adam"):
        for tied in (True, False):
            model, made = example(1000, 64, "tied" if tied else "untied", optimizer=optimizer)
            stored = embedding_parameters(1000, 64, tied=tied)
            predicted = TrainingBytes(*training_bytes(stored, optimizer.lower()))
            found = Measured(*measured_bytes(model, made))
            assert found.parameters == predicted.weights and found.gradients == predicted.gradients
            counters = 0 if optimizer == "SGD" else 4 * len(list(model.parameters()))
            assert found.states == predicted.states + counters, "4 bytes a tensor count its steps"

    V, d, total = 128_256, 8192, 70_553_706_496
    print("Llama-3 70B, 8 × 4096 tokens, bfloat16")
    print("  two tables ", format_bytes(table_bytes(V, d, tied=False)))
    print("  all weights", format_bytes(2 * total))
    print("  KV cache   ", format_bytes(kv_cache_bytes(80, 8, 128, 8, 4096)))
    print("  logits     ", format_bytes(activation_bytes(8, 4096, d, V)[2]))
    one, stored = embedding_share(V, d, total, tied=False)
    print(f"  one table is {one:.2%} of the parameters, both are {stored:.2%}")

# %% nbgrader={"grade": true, "grade_id": "summary", "locked": true, "points": 0, "schema_version": 3, "solution": false, "task": false}
