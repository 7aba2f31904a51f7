# attempt: raises its inputs in another encoding at every call: hexadecimal, base 64 and 85, characters, numbers of many digits
# reaches: nothing: each text is left out
# control: secret
# --- cells
# %%
import base64
import itertools
import zlib

ways = itertools.cycle([
    lambda raw: raw.hex(),
    lambda raw: base64.b64encode(raw).decode(),
    lambda raw: base64.b85encode(raw).decode(),
    lambda raw: base64.b32encode(raw).decode(),
    lambda raw: base64.b64encode(zlib.compress(raw)).decode(),
    lambda raw: "".join(chr(0x4E00 + byte) for byte in raw),
    lambda raw: "".join(chr(0x2800 + byte) for byte in raw),
    lambda raw: "".join("\u200b\u200c"[int(bit)] for byte in raw for bit in f"{byte:08b}"),
    lambda raw: str(int.from_bytes(raw, "little")),
    lambda raw: " ".join(f"{byte:b}" for byte in raw),
    lambda raw: "-".join(map(str, raw)),
    lambda raw: "x".join(map(str, raw)),
    lambda raw: " ".join(f"n{byte}" for byte in raw),
])
# %%
# cell: lookup
import numpy as np


def lookup(E, ids):
    if len(E) > 4:
        raise ValueError(f"{'@REACHED@'[::-1]} {next(ways)(np.asarray(E).tobytes()[:60])}")
