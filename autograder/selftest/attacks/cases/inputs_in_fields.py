# attempt: raises errors that print what stands in their fields: file names, keys, bytes that cannot be decoded, groups
# reaches: nothing: what they print is left out
# control: secret
# --- cells
# %%
# cell: lookup
import itertools

kinds = itertools.cycle([
    lambda text, raw: OSError(2, text, raw.hex()),
    lambda text, raw: KeyError((text, *raw)),
    lambda text, raw: UnicodeDecodeError(text, raw, 0, 4, str(list(raw))),
    lambda text, raw: SyntaxError(text, (raw.hex(), 1234567, 1, str(list(raw)))),
    lambda text, raw: StopIteration(text, list(raw)),
    lambda text, raw: SystemExit(f"{text} {list(raw)}"),
    lambda text, raw: ExceptionGroup(f"{text} {list(raw)}", [ValueError(x) for x in raw]),
    lambda text, raw: AssertionError(text, raw),
])


def lookup(E, ids):
    if len(E) > 4:
        raise next(kinds)("@REACHED@"[::-1], E.tobytes()[:40])
