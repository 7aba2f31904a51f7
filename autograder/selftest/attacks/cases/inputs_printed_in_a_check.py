# attempt: warns, prints and displays its inputs while a check asks
# reaches: nothing: what a check's process prints is shown nowhere
# control: secret
# --- cells
# %%
# cell: lookup
import os
import sys
import warnings

from IPython.display import display


def lookup(E, ids):
    if len(E) > 4:
        text = f"{'@REACHED@'[::-1]} {E.tolist()}"
        print(text, file=sys.stderr)
        display(text)
        warnings.warn(text)
        os.write(1, text.encode())
