# attempt: replaces the function that writes messages by one that adds points and swears to the answer
# reaches: the messages of its own process; what is not asked for is not looked at
# control: credit
# naive: from autograder.sandboxed import protocol as wire; assert b"full marks" in wire.encode({"value": _got})
# --- cells
# %%
from autograder.sandboxed import protocol

real = protocol.encode


def encode(value):
    if isinstance(value, dict) and "value" in value and value["value"] is None:
        value = value | {"points": 7.0, "says": "full marks"}
    return real(value)


protocol.encode = encode
