# attempt: prints markup and terminal codes, and displays HTML
# reaches: escaped text on its own page
# control: function
# --- cells
# %%
print("</pre><script>alert(1)</script><img src=x onerror=alert(2)>\x1b]0;title\x07\x1b[2J")
# %%
from IPython.display import HTML, display

display(HTML("<script>alert(3)</script>"))
# --- control
def control(place):
    import contextlib
    import io

    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        exec(CELLS.split("# %%")[1], {})
    return "<script>" in f"<pre>{text.getvalue()}</pre>"
