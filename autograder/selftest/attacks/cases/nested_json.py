# attempt: a notebook of lists nested a hundred thousand deep
# reaches: nothing: what is no cell is passed over
# control: function
# loses: encode, lookup_torch, cross_entropy_from_logits: it has no cell of theirs
# --- build
def build(notebook, folder, place):
    (folder / "lookup.ipynb").write_text('{"cells": ' + "[" * 100_000 + "]" * 100_000 + "}")
# --- control
def control(place):
    import json

    try:
        json.loads("[" * 100_000 + "]" * 100_000)
    except RecursionError:
        return True
