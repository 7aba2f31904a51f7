# attempt: returns an object that runs a command where it is unpickled
# reaches: nothing: no pickle crosses
# control: marker
# naive: import pickle; pickle.loads(pickle.dumps(_got))
# --- cells
# %%
# cell: lookup
import os


class Bomb:
    def __reduce__(self):
        return os.system, ("touch @OUTSIDE@/pickled",)


def lookup(E, ids):
    return Bomb()
