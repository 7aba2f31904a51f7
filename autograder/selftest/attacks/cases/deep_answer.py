# attempt: answers with lists inside lists, deeper than anybody's recursion
# reaches: its own answer
# control: function
# --- cells
# %%
# cell: lookup
def lookup(E, ids):
    items = []
    for _ in range(100_000):
        items = [items]
    return items
# --- control
def control(place):
    import json

    names = {}
    exec(CELLS, names)
    try:
        json.dumps(names["lookup"](None, None))
    except RecursionError:
        return True
