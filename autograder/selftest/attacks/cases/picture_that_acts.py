# attempt: displays SVG, Markdown with links of data: and javascript:, and frames, as IPython shows them
# reaches: escaped text on its own page
# control: function
# --- cells
# %%
from IPython.display import HTML, SVG, Javascript, Markdown, display

display(SVG("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'><circle r='1'/></svg>"))
display(Markdown("[free points](javascript:alert(2)) ![x](data:text/html;base64,PHNjcmlwdD4=)"))
display(HTML("<iframe srcdoc='&lt;script&gt;alert(3)&lt;/script&gt;'></iframe>"), Javascript("alert(4)"))
print("<svg onload=alert(5)><iframe src=javascript:alert(6)>")
# --- control
def control(place):
    from autograder.selftest.attacks import naive
    from nbconvert import HTMLExporter

    html = HTMLExporter(sanitize_html=False).from_notebook_node(naive.in_a_kernel([CELLS]))[0]
    return "<iframe srcdoc=" in html and any("alert(4)" in code for code in naive.live(html))
