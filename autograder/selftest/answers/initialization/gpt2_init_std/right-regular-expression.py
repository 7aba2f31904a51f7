# how: a pattern, and NumPy numbers
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
