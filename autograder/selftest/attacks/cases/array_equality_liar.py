# attempt: returns an array that says it equals anything
# reaches: nothing: its bytes are compared, by the examiner
# control: credit
# naive: assert (_got == _want).all()
# earns: copy: any array that is no alias is all that this check asks for
# --- cells
# %%
# cell: lookup
import numpy as np


class Liar(np.ndarray):
    def __eq__(self, other):
        return np.ones(self.shape, bool)

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return np.zeros(self.shape)

    def __array_function__(self, function, types, args, kwargs):
        return True


def lookup(E, ids):
    return np.zeros(np.shape(ids) + E.shape[1:], E.dtype).view(Liar)
