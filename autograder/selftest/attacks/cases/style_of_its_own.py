# attempt: prints an end of the page's elements and a style that hides what stands on it
# reaches: escaped text on its own page
# control: function
# --- cells
# %%
print("</pre></details></section></main></style><style>.points { display: none } body::before { content: '37 of 37' }</style>")
# --- control
def control(place):
    import contextlib
    import io

    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(CELLS, {})
    page = f"<style>p {{ color: black }}</style><pre>{printed.getvalue()}</pre>"
    return "</style><style>.points { display: none }" in page
