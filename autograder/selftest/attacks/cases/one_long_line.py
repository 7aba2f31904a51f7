# attempt: prints one line of ninety thousand characters, and names a variable by thirty thousand
# reaches: two boxes of its own page, which scroll
# control: function
# --- cells
# %%
print("a" * 90_000)
exec("a" * 30_000 + " = 1")
# --- control
def control(place):
    import contextlib
    import io

    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(CELLS, {})
    return max(map(len, printed.getvalue().splitlines())) == 90_000
