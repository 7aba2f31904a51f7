# attempt: sends numbers that no JSON has (NaN, Infinity), integers of a million digits, and nodes of two kinds at once
# reaches: its own answer, which is refused as unreadable
# control: function
# --- cells
# %%
# cell: lookup
import itertools

from autograder.sandboxed import protocol

real = protocol.encode
odd = itertools.cycle([
    b"NaN", b"Infinity", b'{"float": "NaN", "float": 1}', b'{"int": ' + b"9" * 1_000_000 + b"}",
    b'{"int": "' + b"9" * 1_000_000 + b'"}', b'{"list": [], "dict": {"value": 1}, "array": "float32"}',
    b'{"handle": -1e308}', b'{"array": "float32", "shape": [NaN], "kind": 1, "device": []}', b'{"failure": {}, "message": []}',
    b'{"dict": [["value", {"float": "1e999"}], ["value", {"handle": -1}]]}',
])


def lookup(E, ids):
    if len(E) > 4:
        protocol.encode = lambda value: len(header := next(odd)).to_bytes(4, "little") + bytes(4) + header
# --- control
def control(place):
    import json

    import numpy as np

    from autograder.sandboxed import protocol

    # What a reader that takes JSON as it comes makes of them: a number that equals nothing.
    names, real = {}, protocol.encode
    exec(CELLS, names)
    try:
        names["lookup"](np.ones((7, 3)), None)
        read = json.loads(protocol.encode(None)[8:])
    finally:
        protocol.encode = real
    return read != read
