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
    from autograder.selftest.attacks import naive
    from nbconvert import HTMLExporter

    # Stock nbgrader makes its feedback like this: what is displayed as HTML is HTML on the page.
    notebook = naive.in_a_kernel(CELLS.split("# %%\n")[1:])
    return "alert(3)" in naive.live(HTMLExporter().from_notebook_node(notebook)[0])
