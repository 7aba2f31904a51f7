"""The parts of the build, each alone: what is refused, the cache's key, the check, plain Markdown."""

import json
import re

import bookpages  # first: it puts book/_ext on the path
import nbformat
import pytest
from bs4 import BeautifulSoup
from course import check, execute, markdown as course_markdown

ROOT, small_book = bookpages.ROOT, bookpages.small_book


@pytest.fixture(scope="module")
def build_module():
    """book/build.py, which is a script and in no package."""
    return execute.load(ROOT / "book" / "build.py")


@pytest.mark.parametrize("place", ["root", "root/..", "root/book", "root/site", "root/file", "thesis"])
def test_a_site_replaces_nothing_but_a_site(build_module, tmp_path, place):
    for folder in ("root/book", "thesis", "empty", "earlier/site"):
        (tmp_path / folder).mkdir(parents=True)
    for file in ("root/file", "thesis/chapter.txt", "earlier/site/.buildinfo"):
        (tmp_path / file).write_text("")
    root = tmp_path / "root"
    for allowed in ("empty", "new", "earlier/site", "root/_build/html"):
        build_module.check_out(tmp_path / allowed, root)
    with pytest.raises(build_module.BuildError, match="--out"):
        build_module.check_out((tmp_path / place).resolve(), root)


def test_a_site_is_up_to_date_only_when_whole_and_of_these_sources(build_module, tmp_path):
    site = tmp_path / "site"
    (site / "book").mkdir(parents=True)
    (site / "book" / "index.html").write_text("a page")
    assert not build_module.up_to_date(site, "sources")  # not a finished site
    stamp = {"inputs": "sources", "files": build_module.site_files(site)}
    (site / build_module.STAMP).write_text(json.dumps(stamp))
    assert build_module.up_to_date(site, "sources")
    assert not build_module.up_to_date(site, "other sources")
    (site / "book" / "index.html").write_text("half")
    assert not build_module.up_to_date(site, "sources")
    (site / "book" / "index.html").unlink()
    assert not build_module.up_to_date(site, "sources")


def test_everything_that_a_page_can_show_counts_as_a_source(build_module, tmp_path, monkeypatch):
    root = small_book(tmp_path, "# Small\n")
    before = build_module.inputs(root)
    assert build_module.inputs(root) == before
    for name in (
        "_config.yml",
        "_toc.yml",
        "book/index.md",
        "book/_ext/course/math.js",
        "exercises/small/small.ipynb",
    ):
        old = (root / name).read_text("utf-8")
        (root / name).write_text(old + "\n", "utf-8")
        assert build_module.inputs(root) != before, name
        (root / name).write_text(old, "utf-8")
    assert build_module.inputs(root) == before
    monkeypatch.setenv("BOOK_COLAB_URL", "https://example.org")
    assert build_module.inputs(root) != before


def test_the_fingerprint_sees_helpers_data_and_locks_but_no_prose(tmp_path):
    root = small_book(tmp_path, "# Small\n", helper="WORD = 1\n")
    before = execute.fingerprint(root)

    def changes(name: str) -> bool:
        path = root / name
        old = path.read_text("utf-8") if path.exists() else None
        path.parent.mkdir(exist_ok=True)
        path.write_text((old or "") + "\n# changed\n", "utf-8")
        after = execute.fingerprint(root)
        path.write_text(old, "utf-8") if old is not None else path.unlink()
        assert execute.fingerprint(root) == before
        return after != before

    seen = (
        "helper.py",
        "workbench.py",
        "new.py",
        "data/table.csv",
        "inner/module.py",
        "_static/pieces/token-view.js",
    )
    assert [name for name in seen if not changes(f"book/{name}")] == []
    assert changes("requirements.txt") and changes("constraints.txt")
    unseen = (
        "chapters/small.md",
        "index.md",
        "references.bib",
        "coverage.yml",
        "_static/course.css",
        "build.py",
        "_ext/course/site.py",
    )
    assert [name for name in unseen if changes(f"book/{name}")] == []


def test_few_old_caches_are_kept(tmp_path):
    root = small_book(tmp_path, "# Small\n")
    made = []
    for i in range(5):
        (root / "book" / "helper.py").write_text(f"WORD = {i}\n")
        made.append(execute.cache_folder(root))
    left = set((root / "_build" / ".jupyter_cache").iterdir())
    assert made[-1] in left and len(left) == execute.KEPT_CACHES


def notebook_page(source: str, outputs: list, metadata: dict | None = None, count: int | None = 1):
    cell = nbformat.v4.new_code_cell(source, outputs=outputs, execution_count=count, metadata=metadata or {})
    return nbformat.v4.new_notebook(cells=[cell])


SHOWN = '<div class="cell"><div class="cell_input">x</div><div class="cell_output"><pre>3</pre></div></div>'
BARE = '<div class="cell"><div class="cell_input">x</div></div>'
EMPTY = '<div class="cell"><div class="cell_input">x</div><div class="cell_output"></div></div>'
PRINTED = [nbformat.v4.new_output("stream", name="stdout", text="3\n")]
GLUED = [nbformat.v4.new_output("display_data", data={"application/papermill.record/text/plain": "'3'"})]
PNG = [nbformat.v4.new_output("display_data", data={"image/png": "AA=="})]


@pytest.mark.parametrize(
    ("notebook", "html", "expected"),
    [
        (notebook_page("print(3)", PRINTED), SHOWN, ""),
        (notebook_page("print(3)", PRINTED), BARE, "the page does not show it"),
        (notebook_page("print(3)", PRINTED), EMPTY, "the page does not show it"),
        (notebook_page("print(3)", PRINTED), "", "shows 0 code cells, the chapter has 1"),
        (notebook_page("x = 3", []), BARE, ""),
        (notebook_page("x = 3", [], count=None), BARE, "was not executed"),
        (notebook_page("wb.number('a', 3)", GLUED), BARE, ""),
        (notebook_page("print(3)", PRINTED, {"tags": ["remove-output"]}), BARE, ""),
        (notebook_page("print(3)", PRINTED, {"tags": ["remove-cell"]}), "", ""),
        (notebook_page("plt.plot()", PRINTED, {"mystnb": {"image": {"alt": "a"}}}), SHOWN, "drew no figure"),
        (
            notebook_page("plt.plot()", PNG, {"mystnb": {"image": {"alt": "a"}}}),
            BARE,
            "the page does not show it",
        ),
        (notebook_page("quiz = 1\nwb.quiz('a', 'b', [])", []), BARE, "shows nothing"),
    ],
    ids=[
        "shown",
        "no output box",
        "empty output box",
        "no cell",
        "nothing to show",
        "not executed",
        "a glued number",
        "output removed by tag",
        "cell removed by tag",
        "alt text without a figure",
        "figure not shown",
        "quiz not last",
    ],
)
def test_the_check_compares_outputs_with_the_page(notebook, html, expected):
    problems = check.check_page("chapters/small", notebook, BeautifulSoup(html, "html.parser"))
    assert (
        (expected in problems[0] and problems[0].startswith("chapters/small")) if expected else problems == []
    )


def plain(text: str, cited: list | None = None) -> str:
    """Text as a downloaded notebook shows it, in a book where every answer is its question."""
    book = course_markdown.Book(
        page="small.md",
        number=lambda name: f"N({name})",
        title=lambda page: f"T({page})",
        cite=lambda keys, textual: f"C({keys},{textual})",
        reference=lambda label: f"R({label})",
        numbered=lambda label: f"#{label}",
        assignment=lambda topic, options: f"A({topic},{options.get('time')})",
        devices=lambda name: f"D({name})",
        reading=lambda page: f"L({page})",
        drawing=lambda name: f"P({name})",
    )
    return course_markdown.convert(text, book)


@pytest.mark.parametrize(
    ("myst", "markdown"),
    [
        ("It takes {glue:text}`small-bytes` bytes.", "It takes N(small-bytes) bytes."),
        ("A {term}`gather`, {term}`two rows <row>`.", "A gather, two rows."),
        ("See {cite}`a, b` and {cite:t}`c`.", "See (C(a, b,False)) and C(c,True)."),
        ("{doc}`other` and {doc}`that page <other>`", "“T(other)” and “that page”"),
        ("{numref}`fig-a`, {numref}`Figure %s <fig-a>`, {eq}`e`", "R(fig-a), Figure #fig-a, (#e)"),
        ("{math}`x_1` and $y_2$ and `{term}`", "$x_1$ and $y_2$ and `{term}`"),
        ("Rows. {covers}`A.M.3 A.L.2`", "Rows."),
        ("About {reading-time}`small`.", "About L(small)."),
        ("Rows. {covers}`A.M.3` And more.", "Rows. And more."),
        ("(label)=\n## A part\n% a comment\nText.", "## A part\nText."),
        ("[here](other.md) and [there](https://example.org/a)", "here and [there](https://example.org/a)"),
        ("$$\nx = 1\n$$ (eq-a)", "$$\nx = 1 \\tag{#eq-a}\n$$"),
        ("```{math}\n:label: eq-a\nx = 1\n```", "$$\nx = 1 \\tag{#eq-a}\n$$"),
        (":::{resumen}\nUno.\n:::", "> **Resumen en español**\n>\n> Uno."),
        ("```{note} With $x$\nText {term}`a`.\n```", "> **With $x$**\n>\n> Text a."),
        (
            "::::{prf:theorem} Sums\n:label: thm-a\nAll of\n$$\nx\n$$\n::::\n\n"
            "::::{prf:proof}\n```{math}\ny\n```\n::::",
            "> **Theorem #thm-a (Sums).**\n>\n> All of\n> $$\n> x\n> $$\n\n\n"
            "*Proof.* $$\ny\n$$\n\n$\\square$",
        ),
        ("```{assignment} small\n:time: an hour\n```", "A(small,an hour)"),
        ("```{device-figures} gather\n```", "D(gather)"),
        ("```python\n{term}`x`\n```", "```python\n{term}`x`\n```"),
        (
            "```{list-table} Sizes\n:header-rows: 1\n* - a\n  - b\n* - {term}`c`\n  - d\n    e\n```",
            "**Sizes**\n\n| a | b |\n| --- | --- |\n| c | d e |",
        ),
        ("- a list\n\n  ```{code-block} python\n  x = 1\n  ```", "- a list\n\n  ```python\n  x = 1\n  ```"),
    ],
)
def test_myst_becomes_plain_markdown(myst, markdown):
    found = re.sub(r"\n{3,}", "\n\n", plain(myst))
    assert found == re.sub(r"\n{3,}", "\n\n", markdown)


@pytest.mark.parametrize(
    "text",
    [
        "{glue:figure}`x`",
        "```{tab-set}\n```",
        "![a](b.png)",
        "a note[^1]",
        ":::{note}\nno end",
        "- ```{note}\n  in a list\n  ```",
    ],
)
def test_what_has_no_plain_form_is_an_error_that_names_it(text):
    with pytest.raises(course_markdown.MarkdownError, match="small.md"):
        plain(text)


def test_citations_and_references_are_readable(tmp_path):
    from course.bibliography import Bibliography

    path = tmp_path / "references.bib"
    path.write_text(
        '@article{two, author={Doe, Jane and M{\\"u}ller, Max}, title={A {Title}},\n'
        "  journal={J}, year={2001}, doi={10.1/x}}\n"
        "@article{three, author={A, B and C, D and E, F}, title={Other},\n"
        "  journal={J}, year={2002}, eprint={1234.5678}}\n"
    )
    entries = Bibliography(path)
    assert entries.cite("two", False) == "Doe and Müller, 2001"
    assert entries.cite("two, three", False) == "Doe and Müller, 2001; A et al., 2002"
    assert entries.cite("three", True) == "A et al. (2002)"
    assert entries.reference("two") == "Jane Doe and Max Müller. *A Title*. J. 2001. <https://doi.org/10.1/x>"
    assert entries.reference("three").endswith("<https://arxiv.org/abs/1234.5678>")
    with pytest.raises(KeyError, match="nobody"):
        entries.cite("nobody", False)


def test_a_printed_text_that_came_in_pieces_is_whole():
    from course.execute import joined
    from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

    def stream(name, text):
        return new_output("stream", name=name, text=text)

    shown = new_output("display_data", data={"text/plain": "x"})
    outputs = [
        stream("stdout", "1 to"),
        stream("stdout", " 5\n"),
        stream("stderr", "a"),
        stream("stdout", "b\n"),
        shown,
    ]
    notebook = joined(
        new_notebook(cells=[new_markdown_cell("text"), new_code_cell("print()", outputs=outputs)])
    )
    found = [(o.get("name"), o.get("text")) for o in notebook.cells[1].outputs]
    assert found == [("stdout", "1 to 5\n"), ("stderr", "a"), ("stdout", "b\n"), (None, None)]
