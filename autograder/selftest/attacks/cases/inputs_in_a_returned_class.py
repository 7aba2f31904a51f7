# attempt: returns objects of classes whose names spell the inputs
# reaches: nothing: a class that is not well known is told as an object
# control: function
# --- cells
# %%
# cell: lookup
def lookup(E, ids):
    if len(E) > 4:
        return type(f"{'@REACHED@'[::-1]}_{'_'.join(str(abs(int(1e6 * x))) for x in E.ravel()[:6])}", (), {})()
# --- control
def control(place):
    import numpy as np

    names = {}
    exec(CELLS, names)
    value = names["lookup"](np.arange(21.0).reshape(7, 3), np.array([0]))
    message = f"It returned an object of type {type(value).__name__}; a NumPy array is expected."
    return place.tokens["reached"] in message and "_1000000_2000000" in message
