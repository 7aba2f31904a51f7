# attempt: raises an exception with markup, terminal codes and ten megabytes in its name and text
# reaches: two thousand escaped characters of its own page
# control: function
# --- cells
# %%
# cell: lookup
Odd = type("<script>alert(1)</script>", (Exception,), {})


def lookup(E, ids):
    raise Odd("</pre><script>alert(2)</script>`<b>`\x1b[31m" + "x" * 10_000_000)
# --- control
def control(place):
    from autograder.selftest.attacks import naive

    names = {}
    exec(CELLS, names)
    try:
        names["lookup"](None, None)
    except Exception as error:
        page = f"<pre>{type(error).__name__}: {error}</pre>"
    return naive.live(page) == ["alert(1)", "alert(2)"] and len(page) > 10_000_000
