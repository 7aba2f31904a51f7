# attempt: returns a text that writes a file where it is evaluated
# reaches: nothing: a text stays a text
# control: marker
# naive: assert eval(_got)
# --- cells
# %%
# cell: lookup
def lookup(E, ids):
    return "open('@OUTSIDE@/evaluated', 'w').write('yes')"
