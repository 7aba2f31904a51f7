# attempt: raises an exception with ten thousand ancestors and a text of fifty megabytes
# reaches: a line of its own page, cut short
# control: function
# --- cells
# %%
# cell: lookup
def lookup(E, ids):
    if len(E) > 4:
        kind = ValueError
        for n in range(300):
            kind = type(f"Of{n}", (kind,), {})
        raise kind("word " * 10_000_000)
# --- control
def control(place):
    import numpy as np

    names = {}
    exec(CELLS, names)
    try:
        names["lookup"](np.ones((7, 3)), None)
    except ValueError as error:
        page = f"{' '.join(c.__name__ for c in type(error).__mro__)}: {error}"
    return len(page) > 50_000_000 and "Of299 Of298" in page
