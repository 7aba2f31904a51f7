"""Answers to `gpt2_init_std` of initialization."""

from autograder.selftest.entries import Answers

answers = Answers()

answers.right(
    "endswith", how="looks at how the name ends",
    source='''
def gpt2_init_std(name, layers):
    if not name.endswith((".weight", ".bias")) or layers <= 0:
        raise ValueError((name, layers))
    if name.endswith("bias") or ".ln_" in "." + name:
        return 0.0
    return 0.02 * ((2 * layers) ** -0.5 if name.endswith("c_proj.weight") else 1)
''')

answers.right(
    "parts", how="splits at the dots, one case after the other",
    source='''
def gpt2_init_std(name, layers):
    if layers < 1:
        raise ValueError(f"layers must be at least 1, got {layers}")
    parts = name.split(".")
    if parts[-1] == "bias":
        return 0.0
    if parts[-1] != "weight":
        raise ValueError(f"{name} ends neither in weight nor in bias")
    if parts[-2] in ("ln_1", "ln_2", "ln_f"):
        return 0.0
    if parts[-2] == "c_proj":
        return 0.02 / math.sqrt(2 * layers)
    return 0.02
''')

answers.right(
    "regular-expression", how="a pattern, and NumPy numbers",
    source=r'''
import re


def gpt2_init_std(name, layers):
    found = re.search(r"(\w+)\.(weight|bias)$", name)
    if found is None:
        raise ValueError(f"{name!r} is no parameter of GPT-2")
    if not layers >= 1:
        raise ValueError(f"{layers} layers")
    module, kind = found.groups()
    constant = kind == "bias" or module in {"ln_1", "ln_2", "ln_f"}
    return np.float64(0) if constant else np.float64(0.02) / (np.sqrt(2 * layers) if module == "c_proj" else 1)
''')

answers.wrong(
    "all-scaled", "all-scaled", check="readers", breaks="readers",
    of="right-parts", old='    if parts[-2] == "c_proj":', new='    if parts[-1] == "weight":')

answers.wrong(
    "any-name", "name-unchecked", check="errors", breaks="name",
    why="whatever is no bias is a weight",
    of="right-parts", old='''
    if parts[-1] != "weight":
        raise ValueError(f"{name} ends neither in weight nor in bias")
''', new="")

answers.wrong(
    "attention-only", "one-projection", check="projections", breaks="both",
    of="right-parts", 
    old='    if parts[-2] == "c_proj":',
    new='    if parts[-2] == "c_proj" and parts[-3] == "attn":')

answers.wrong(
    "block-number", "layer-index", check="projections",
    of="right-parts", old='''
        return 0.02 / math.sqrt(2 * layers)
''', new='''
        block = int(parts[parts.index("h") + 1])
        return 0.02 / math.sqrt(2 * (block + 1))
''')

answers.wrong(
    "no-root", "no-root", check="projections", breaks="writers",
    of="right-parts", 
    old="        return 0.02 / math.sqrt(2 * layers)",
    new="        return 0.02 / (2 * layers)")

answers.wrong(
    "norm-weights", "norm-drawn", check="constants", breaks="norms",
    why="no case for LayerNorm",
    of="right-parts", old='''
    if parts[-2] in ("ln_1", "ln_2", "ln_f"):
        return 0.0
''', new="")

answers.wrong(
    "openai-positions", "position-table", check="tables",
    of="right-parts", old='''
    return 0.02
''', new='''
    return 0.01 if parts[-2] == "wpe" else 0.02
''')

answers.wrong(
    "plain", "never-scaled", check="projections",
    of="right-parts", old="        return 0.02 / math.sqrt(2 * layers)", new="        return 0.02")

answers.wrong(
    "root-of-layers", "one-addition", check="projections", breaks="layers",
    of="right-parts", 
    old="        return 0.02 / math.sqrt(2 * layers)",
    new="        return 0.02 / math.sqrt(layers)")

answers.wrong(
    "substring", "bias-drawn", check="constants", breaks="biases",
    source='''
def gpt2_init_std(name, layers):
    if layers < 1 or name.split(".")[-1] not in ("weight", "bias"):
        raise ValueError(f"{name}, {layers}")
    if ".c_proj." in name:
        return 0.02 / math.sqrt(2 * layers)
    if name.endswith("bias") or ".ln_" in "." + name:
        return 0.0
    return 0.02
''')

answers.wrong(
    "token-table-scaled", "table-scaled", check="tables", breaks="tables",
    of="right-parts", old='    if parts[-2] == "c_proj":', new='    if parts[-2] in ("c_proj", "wte"):')

answers.spoiled(
    "right * 1.01",
    "right + 1e-3",
    "-right",
    "str(right)",
    "None")

answers.wrong(
    "one-block", "one-refused", check="errors", breaks="one",
    why="one block needs no scaling",
    of="right-endswith", old='''
if name.endswith("c_proj.weight") else 1)''', new='''
if name.endswith("c_proj.weight") and layers > 1 else 1)''')

answers.wrong(
    "layers-unchecked", "sizes-unchecked", check="errors", breaks="few",
    why="layers of any number",
    of="right-endswith", old='''
 or layers <= 0:''', new='''
:
        raise ValueError(name)
    layers = abs(layers) or 1
    if False:''')

answers.wrong(
    "up-projection", "reader-scaled", check="readers",
    of="right-endswith", old='''
name.endswith("c_proj.weight")''', new='''
name.endswith(("c_proj.weight", "c_fc.weight"))''')

answers.wrong(
    "head", "head-drawn-otherwise", check="tables",
    of="right-endswith", old='''
name.endswith("c_proj.weight")''', new='''
name.endswith(("c_proj.weight", "lm_head.weight"))''')

answers.wrong(
    "second-norm", "norm-drawn", check="constants",
    why="looks for the first norm alone",
    of="right-endswith", old='''
".ln_" in "." + name''', new='''
".ln_1" in "." + name or ".ln_f" in "." + name''')

answers.wrong(
    "c-proj-anywhere", "prefix-read", check="readers",
    why="looks for c_proj anywhere in the name",
    of="right-parts", old='    if parts[-2] == "c_proj":', new='    if "c_proj" in name:')

answers.wrong(
    "norm-anywhere", "prefix-read", check="readers",
    why="looks for ln_ anywhere in the name",
    of="right-parts", old='    if parts[-2] in ("ln_1", "ln_2", "ln_f"):', new='    if "ln_" in name:')

answers.wrong(
    "known-prefixes", "prefix-read", check="projections",
    why="takes the prefixes that it knows for all",
    of="right-parts", old='    if parts[-2] == "c_proj":',
    new='    if parts[-2] == "c_proj" and parts[0] in ("transformer", "h"):')

answers.wrong(
    "constants-first", "sizes-unchecked", check="errors", alone=True, breaks="few",
    why="looks at layers only where something is drawn",
    source='''
def gpt2_init_std(name, layers):
    parts = name.split(".")
    if parts[-1] not in ("weight", "bias"):
        raise ValueError(name)
    if parts[-1] == "bias" or parts[-2] in ("ln_1", "ln_2", "ln_f"):
        return 0.0
    if layers < 1:
        raise ValueError(f"layers must be at least 1, got {layers}")
    return 0.02 / math.sqrt(2 * layers) if parts[-2] == "c_proj" else 0.02
''')

answers.wrong(
    "norms-first", "name-unchecked", check="errors", alone=True, breaks="name",
    why="a LayerNorm has its answer before the last part is looked at",
    of="right-parts", old="    parts = name.split(\".\")\n", new='''
    parts = name.split(".")
    if len(parts) > 1 and parts[-2].startswith("ln_"):
        return 0.0
''')

answers.wrong(
    "no-dot", "name-unchecked", check="errors", alone=True, breaks="name",
    why="looks at the last letters, and not at the last part",
    of="right-endswith", old='(".weight", ".bias")', new='("weight", "bias")')

answers.wrong(
    "whole-zero", "no-float", check="constants", alone=True, breaks="float",
    why="returns the integer 0 for a LayerNorm",
    of="right-parts", old='''
    if parts[-2] in ("ln_1", "ln_2", "ln_f"):
        return 0.0
''', new='''
    if parts[-2] in ("ln_1", "ln_2", "ln_f"):
        return 0
''')

answers.wrong(
    "two-parts", "wrong-exception", check="errors", alone=True, breaks="name",
    why="takes the part before the last before it knows that there is one",
    of="right-parts", old="    parts = name.split(\".\")\n", new='''
    parts = name.split(".")
    parts[-2]
''')

answers.wrong(
    "bias-anywhere", "prefix-read", check="tables", breaks="prefix",
    why="looks for bias anywhere in the name",
    of="right-endswith", old='name.endswith("bias") or', new='"bias" in name or')

answers.wrong(
    "weight-anywhere", "prefix-read", check="constants", alone=True, breaks="prefix",
    why="takes every name with weight in it for a weight",
    of="right-endswith", old='name.endswith("bias") or', new='"weight" not in name or')

answers.wrong(
    "rounded", "digits-rounded", check="projections", alone=True, breaks="writers",
    why="rounds to three places, as the example prints the result",
    of="right-parts", old="0.02 / math.sqrt(2 * layers)", new="round(0.02 / math.sqrt(2 * layers), 3)")

# Changes of the reference that no legal input tells from it.
answers.equivalent(
    "if kind == \"bias\" or module.startswith(\"ln_\"):",
    "if kind <= \"bias\" or module.startswith(\"ln_\"):",
    because="Only \"bias\" and \"weight\" come so far, and \"weight\" is the larger text.",
)
