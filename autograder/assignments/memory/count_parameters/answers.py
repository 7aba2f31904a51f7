"""Answers to `count_parameters` of memory."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "shapes",
    how="adds up a list of shapes, and returns a plain tuple",
    source="""
def count_parameters(V, d, layers, heads, kv_heads, head_dim, hidden, tied):
    q, kv = heads * head_dim, kv_heads * head_dim
    layer = [(d, q), (d, kv), (d, kv), (q, d), (d, hidden), (d, hidden), (hidden, d), (1, d), (1, d)]
    shapes = layer * layers + [(1, d)] + [(V, d)] * (1 if tied else 2)
    total = sum(a * b for a, b in shapes)
    return total, V * d / total, (V * d if tied else 2 * V * d) / total
""",
)

answers.right(
    "modules",
    how="asks PyTorch, on the device without storage",
    source="""
def count_parameters(V, d, layers, heads, kv_heads, head_dim, hidden, tied):
    def linear(into, out):
        return nn.Linear(into, out, bias=False)

    with torch.device("meta"):
        block = nn.ModuleList([
            linear(d, heads * head_dim), linear(d, kv_heads * head_dim), linear(d, kv_heads * head_dim),
            linear(heads * head_dim, d), linear(d, hidden), linear(d, hidden), linear(hidden, d),
        ])
        embed, head = nn.Embedding(V, d), linear(d, V)
    if tied:
        head.weight = embed.weight
    tables = sum(p.numel() for p in nn.ModuleList([embed, head]).parameters())
    each = sum(p.numel() for p in block.parameters()) + 2 * d
    total = tables + layers * each + d
    return Count(total, embed.weight.numel() / total, tables / total)
""",
)

answers.right(
    "steps",
    how="step by step, with NumPy's integers",
    source="""
import numpy as np

def count_parameters(V, d, layers, heads, kv_heads, head_dim, hidden, tied):
    table = np.int64(V) * d
    tables = table
    if not tied:
        tables = tables + table
    attention = d * heads * head_dim * 2
    attention += d * kv_heads * head_dim * 2
    mlp = 3 * d * hidden
    norms = 2 * d
    total = tables + d
    for _ in range(layers):
        total += attention + mlp + norms
    return Count(total=total, one=table / total, stored=tables / total)
""",
)

EDITS = (
    ("tied-doubled", "tied-inverted", "V * d if tied else 2 * V * d", "V * d * (1 + tied)", "(1 if tied else 2)", "(1 + tied)", ""),
    ("one-table", "output-forgotten", "(V * d if tied else 2 * V * d)", "V * d", " * (1 if tied else 2)", "", "tied"),
    ("two-tables", "tied-counted-twice", "(V * d if tied else 2 * V * d)", "2 * V * d", "(1 if tied else 2)", "2", ""),
)
for name, key, old, new, older, newer, breaks in EDITS:
    answers.wrong(
        name, key, check="total", breaks=breaks, of="right-shapes", edits=[(old, new), (older, newer)]
    )

LAYERS = (
    ("all-heads", "kv-heads-ignored", "kv_heads * head_dim", "heads * head_dim", "heads", ""),
    ("width", "heads-for-width", "(d, q), (d, kv), (d, kv), (q, d)", "(d, d), (d, kv), (d, kv), (d, d)", "head-dim", "queries are d wide"),
    ("width-by-heads", "heads-for-width", "(d, q), (d, kv), (d, kv), (q, d)", "(d, d), (d, d // heads * kv_heads), (d, d // heads * kv_heads), (d, d)", "", "head_dim is taken for d // heads"),
    ("back-from-d", "heads-for-width", "(q, d)", "(d, d)", "", "the fourth matrix is d × d"),
    ("no-way-back", "projection-forgotten", ", (q, d)", "", "attention", ""),
    ("keys-alone", "kv-matrix-forgotten", "(d, kv), (d, kv)", "(d, kv)", "", ""),
    ("gpt-2", "mlp-of-two", "(d, hidden), (d, hidden)", "(d, hidden)", "mlp", ""),
    ("no-norms", "norms-forgotten", ", (1, d), (1, d)]", "]", "norms", "keeps the last one"),
    ("one-norm", "norms-forgotten", ", (1, d), (1, d)]", ", (1, d)]", "", "one in each layer"),
    ("not-behind-the-last", "last-norm-forgotten", " + [(1, d)] + ", " + ", "", ""),
    ("one-layer", "layers-counted-once", "layer * layers", "layer", "layers", ""),
)  # fmt: skip
for name, key, old, new, breaks, why in LAYERS:
    answers.wrong(name, key, check="total", breaks=breaks, why=why, alone=True, of="right-shapes", old=old, new=new)

SHARES = "    return total, V * d / total, (V * d if tied else 2 * V * d) / total\n"
FRACTIONS = (
    ("percent", "percent", "one", "100 * V * d / total, 100 * tables / total"),
    ("rest", "share-of-rest", "", "V * d / (total - tables), tables / (total - tables)"),
    ("grown", "total-grown", "all", "V * d / total, tables / (total if tied else total + V * d)"),
    ("swapped", "pair-swapped", "order", "tables / total, V * d / total"),
    ("both", "one-as-stored", "", "tables / total, tables / total"),
    ("rounded", "fractions-rounded", "digits", "round(V * d / total, 4), round(tables / total, 4)"),
)
for name, key, breaks, fractions in FRACTIONS:
    answers.wrong(
        name, key, check="shares", breaks=breaks, alone=True, of="right-shapes",
        old=SHARES,
        new=f"    tables = V * d if tied else 2 * V * d\n    return total, {fractions}\n",
    )  # fmt: skip

answers.wrong(
    "share-of-one", "output-forgotten", check="shares", alone=True, why="only in the fraction of all tables",
    of="right-shapes", old="(V * d if tied else 2 * V * d)", new="V * d",
)  # fmt: skip

OTHERS = (
    ("back-from-kv", "attention-of-other-size", "(q, d)", "(kv, d)"),
    ("square-mlp", "mlp-of-other-size", "(d, hidden), (d, hidden)", "(d, hidden), (hidden, hidden)"),
    ("norms-with-shift", "norms-of-other-number", "(1, d), (1, d)]", "(2, d), (2, d)]"),
    ("biases", "biases-counted", "(1, d), (1, d)]", "(1, d), (1, d), (1, q), (2, kv)]"),
)
for name, key, old, new in OTHERS:
    answers.wrong(name, key, check="total", alone=True, of="right-shapes", old=old, new=new)

HALF = (
    ("half-of-stored", "one-is-half", "tables / total / 2, tables / total"),
    ("of-the-tables", "share-of-tables", "V * d / tables, tables / total"),
    ("float32", "fractions-in-float32", "(torch.tensor([V * d, tables]) / total).tolist()"),
)
for name, key, fractions in HALF:
    star = "*" if name == "float32" else ""
    answers.wrong(
        name, key, check="shares", alone=True, of="right-shapes",
        old=SHARES, new=f"    tables = V * d if tied else 2 * V * d\n    return total, {star}{fractions}\n",
    )  # fmt: skip

answers.spoiled("right._replace(total=right.total + 1)", "None", loses=("total",))
answers.spoiled("right._replace(one=right.one + 1e-3)", "right._replace(stored=0.5)", keeps=("total",))
