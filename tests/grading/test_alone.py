"""`check`: one notebook, graded where it lies, and a message in its parts."""

import json
import re
import urllib.error
import urllib.request
from dataclasses import replace

import pytest

from autograder import messages, sections, status
from autograder.cells import tags
from autograder.checks import loading
from autograder.cli import main
from autograder.execution import bwrap
from autograder.grading import alone, asked, check, feedback, served, telling, watched
from autograder.results import CheckResult
from autograder.selftest import demo_class
from autograder.topics import ROOT, exercise_path, topics

TOPIC = "lookup"
TOPICS = topics()


def notebook(make=None, topic=TOPIC) -> dict:
    handed_out = json.loads(exercise_path(topic).read_text("utf-8"))
    return (make or _right)(topic, handed_out)


def _right(topic: str, handed_out: dict) -> dict:
    return demo_class.fill(handed_out, demo_class.right_answers(topic))


@pytest.fixture(scope="module")
def wrong(tmp_path_factory):
    """A notebook with mistakes of the bank, under a name of its author's, and what came of it."""
    path = tmp_path_factory.mktemp("work") / "my work (2).ipynb"
    path.write_text(json.dumps(notebook(demo_class.CLASS["02-some-mistakes"])), "utf-8")
    return path, alone.check(path)


def result(message: str, **more) -> CheckResult:
    return CheckResult(TOPIC, "lookup.order", "check-lookup", 0.0, 1.0, "wrong", message, **more)


# -- the parts of a message -------------------------------------------------------------------------


@pytest.mark.parametrize("topic", TOPICS)
def test_every_message_of_a_mistake_comes_apart_into_its_sentence_and_its_section(topic):
    for key, mistake in loading.suite(topic).misconceptions.items():
        found = telling.said(result(mistake.message(key)))
        assert found.sentence == mistake.text, key
        assert found.address == (sections.find(mistake.section, key).address if mistake.section else "")
        assert not found.paste


@pytest.mark.parametrize("topic", TOPICS)
def test_every_example_comes_apart_into_lines_to_paste_and_what_happens(topic):
    for examples in loading.suite(topic).examples.values():
        for example in examples:
            sentence = example._sentence("returns `[1.0]`")
            found = telling.said(result(f"Not so. Read “A part” in the chapter: `book/a.html#b`. {sentence}"))
            assert (found.sentence, found.title, found.address) == ("Not so.", "A part", "book/a.html#b")
            lines = found.paste.split("\n")
            assert lines[-1] == example.call and "; ".join(lines[:-1]) == example.let
            compile(found.paste, "pasted", "exec")
            assert (
                found.happens.startswith("It returns `[1.0]`; it should ")
                and example.because in found.happens
            )


def test_a_text_of_another_form_stays_whole():
    text = "Your code raised ValueError: For example, `x`. Read “this”."
    assert telling.said(result(text)) == telling.Said(text)


def test_a_section_is_a_link_into_a_book_at_an_address_or_in_a_folder(tmp_path):
    assert telling.link("book/a.html#b", "") == "book/a.html#b"
    assert (
        telling.link("book/a.html#b", "https://example.org/course/")
        == "https://example.org/course/book/a.html#b"
    )
    folder = tmp_path / "the site"
    assert telling.link("book/a.html#b", str(folder)) == f"{folder.as_uri()}/book/a.html#b"
    assert telling.built_book(tmp_path) == ""


# -- a notebook -------------------------------------------------------------------------------------


def test_right_work_earns_all_and_ends_with_status_0(tmp_path, capsys):
    path = tmp_path / f"{TOPIC}.ipynb"
    path.write_text(json.dumps(notebook()), "utf-8")
    assert main(["check", str(path)]) == status.DONE
    said = capsys.readouterr().out
    possible = sum(c.points for c in loading.suite(TOPIC).checks)
    assert said.startswith(f"{TOPIC}: {feedback.points(possible)} of {feedback.points(possible)} points\n")
    assert "Not right" not in said and "\x1b" not in said
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


def test_a_renamed_notebook_is_known_by_its_cells_and_gets_the_verdicts_of_a_class(wrong, tmp_path):
    path, graded = wrong
    assert graded.topic == TOPIC and graded.attempt is None
    mistaken = {a.function for a in demo_class.bank.answers(TOPIC) if not a.right}
    failed = {r.check.partition(".")[0] for r in graded.results if r.verdict != "right"}
    assert failed and failed <= mistaken
    again = alone.check(path)
    assert [(r.check, r.verdict, r.message) for r in again.results] == [
        (r.check, r.verdict, r.message) for r in graded.results
    ]


def test_what_is_not_right_is_told_in_parts_functions_first(wrong):
    _, graded = wrong
    plain = alone.text(graded, "https://example.org")
    first = next(r for r in graded.results if r.verdict != "right")
    function, _, name = first.check.partition(".")
    assert plain.index(f"· {function}") < plain.index(f"{function}, {name}: Not right yet")
    parts = telling.said(first)
    assert f"https://example.org/{parts.address}" in plain
    assert re.sub(r"\s+", " ", parts.sentence) in re.sub(r"\s+", " ", plain)
    coloured = alone.text(graded, "https://example.org", colour=True)
    assert re.sub(r"\x1b\[\d+m", "", coloured) == plain != coloured


def test_what_is_missing_is_told_once_for_a_function(tmp_path):
    path = tmp_path / f"{TOPIC}.ipynb"
    path.write_text(exercise_path(TOPIC).read_text("utf-8"), "utf-8")
    graded = alone.check(path)
    functions = {r.check.partition(".")[0] for r in graded.results}
    plain = alone.text(graded)
    assert plain.count("is not written yet") == len(functions) < len(graded.results)
    assert all(r.check.partition(".")[2] in plain for r in graded.results)


def test_the_page_has_the_call_in_a_block_and_the_section_as_a_link(wrong):
    _, graded = wrong
    page = feedback.render(graded, book="https://example.org/course")
    for r in graded.results:
        parts = telling.said(r)
        if parts.address:
            assert f'href="https://example.org/course/{parts.address}"' in page
    assert "begins at the folder of the book" not in page
    assert "<a href" not in feedback.render(graded).partition("</table>")[2].partition("<section class")[0]


def test_without_bubblewrap_it_runs_unfenced_and_says_so_in_a_line(tmp_path, monkeypatch, capsys):
    path = tmp_path / f"{TOPIC}.ipynb"
    path.write_text(json.dumps(notebook()), "utf-8")
    monkeypatch.setattr(bwrap, "missing", lambda: ["bubblewrap is not installed"])
    assert main(["check", str(path)]) == status.DONE
    assert (
        capsys.readouterr().err == "your code runs unfenced, with your rights: bubblewrap is not installed\n"
    )


def test_without_bubblewrap_it_is_refused_where_only_the_sandbox_will_do(tmp_path, monkeypatch, capsys):
    path = tmp_path / f"{TOPIC}.ipynb"
    path.write_text(json.dumps(notebook()), "utf-8")
    monkeypatch.setattr(bwrap, "missing", lambda: ["bubblewrap is not installed"])
    monkeypatch.setattr(alone, "check", lambda *how: pytest.fail("it ran"))
    assert main(["check", str(path), "--fenced"]) == status.REFUSED
    assert capsys.readouterr().err == f"{path}: not run, for lack of a sandbox: bubblewrap is not installed\n"


def test_a_file_that_is_no_assignment_is_refused_in_a_line(tmp_path, capsys):
    other, none = tmp_path / "other.ipynb", tmp_path / "none.ipynb"
    other.write_text(json.dumps({"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}), "utf-8")
    for path, words in ((other, "no cell of an assignment"), (none, "no such notebook")):
        assert main(["check", str(path)]) == status.REFUSED
        said = capsys.readouterr().err
        assert words in said and str(path) in said and said.count("\n") == 1
    assert main(["check", str(other), "--topic", "lokup"]) == status.REFUSED
    assert "did you mean lookup" in capsys.readouterr().err


def test_a_broken_file_is_refused_with_the_words_of_a_class(tmp_path, capsys):
    path = tmp_path / f"{TOPIC}.ipynb"
    path.write_text("{", "utf-8")
    assert main(["check", str(path)]) == status.REFUSED
    assert capsys.readouterr().err.strip() == f"{path}: {messages.NOT_JSON}"


def test_a_solution_is_printed_on_demand(tmp_path, capsys):
    path = tmp_path / f"{TOPIC}.ipynb"
    assert main(["check", str(path), "--solution", "lookup"]) == status.DONE
    namespace: dict = {}
    source = capsys.readouterr().out
    assert "def lookup(" in source and compile(source, "solution", "exec") and not namespace
    assert main(["check", str(path), "--solution", "lookups"]) == status.REFUSED
    said = capsys.readouterr().err
    assert "did you mean lookup" in said and ROOT.name not in said


def test_the_hints_of_a_function_are_printed_on_demand_as_the_notebook_has_them(tmp_path, capsys):
    path = tmp_path / f"{TOPIC}.ipynb"
    cells = json.loads(exercise_path(TOPIC).read_text("utf-8"))["cells"]
    about = next(
        "".join(c["source"]) for c in cells if c["metadata"]["nbgrader"]["grade_id"] == "about-lookup"
    )
    assert main(["check", str(path), "--hint", "lookup"]) == status.DONE
    said = capsys.readouterr().out
    assert said.startswith("Hint\n  NumPy's indexing") and "`np.shares_memory(result, E)`" in said
    assert about.count("<summary>") == sum(line.startswith("Hint") for line in said.splitlines())
    assert "<" not in said
    assert main(["check", str(path), "--hint", "lookups"]) == status.REFUSED
    assert "did you mean lookup" in capsys.readouterr().err


@pytest.mark.parametrize("topic", TOPICS)
def test_each_function_of_the_course_has_a_solution_and_all_that_the_notebook_folds_away_as_hints(topic):
    cells = json.loads(exercise_path(topic).read_text("utf-8"))["cells"]
    about = {tags(c).grade_id: "".join(c["source"]) for c in cells}
    for function in loading.suite(topic).functions():
        assert function in asked.solution(topic, function)
        found = asked.hints(topic, function)
        assert len(found) == about[f"about-{function}"].count("<details>")
        for title, words in found:
            assert title and words and not re.search(r"</?\w+>", title + words)


@pytest.mark.parametrize("topic", TOPICS)
def test_a_change_of_one_function_seldom_affects_the_others(tmp_path, topic):
    work = notebook(topic=topic)
    path, numbers = tmp_path / f"{topic}.ipynb", []
    path.write_text(json.dumps(work), "utf-8")
    before = alone.script_of(path)
    functions = loading.suite(topic).functions()
    for cell in work["cells"]:
        if (name := cell["metadata"].get("nbgrader", {}).get("grade_id")) in functions:
            cell["source"] += "\n# changed"
            path.write_text(json.dumps(work), "utf-8")
            now = alone.script_of(path)
            again = watched.affected(before, now)
            assert again is not None and name in again
            numbers.append(len(again))
            before = now
    assert len(numbers) == len(functions) and sum(numbers) <= 2.5 * len(functions)


# -- at each save -----------------------------------------------------------------------------------


def scripts(tmp_path, *sources: str, added: tuple[str, str] = ("", "")) -> list:
    """Return two scripts of right work that differ in the cell of `lookup` and in a cell of the student's."""
    found = []
    for source, own in zip(sources, added):
        work = notebook()
        for cell in work["cells"]:
            if source and cell["metadata"].get("nbgrader", {}).get("grade_id") == "lookup":
                cell["source"] = source
        work["cells"].insert(-4, demo_class.code(own))
        path = tmp_path / f"{TOPIC}.ipynb"
        path.write_text(json.dumps(work), "utf-8")
        found.append(alone.script_of(path))
    return found


def test_a_save_affects_the_function_that_changed_and_what_names_it(tmp_path):
    one, two = "def lookup(E, ids):\n    return E[ids]\n", "def lookup(E, ids):\n    return E.take(ids, 0)\n"
    helped = "def helper(E):\n    return E\n\n" + two
    assert watched.affected(*scripts(tmp_path, one, two)) == ["lookup"]
    assert watched.affected(*scripts(tmp_path, one, one)) == []
    assert watched.affected(*scripts(tmp_path, one, helped)) == ["lookup"]
    uses = ("def encode(text, joins):\n    return lookup(text, joins)\n",) * 2
    assert watched.affected(*scripts(tmp_path, one, two, added=uses)) == ["encode", "lookup"]


@pytest.mark.parametrize(
    "after",
    [
        "def lookup(E, ids):\n    return E[ids]\n\nnp.take = None\n",
        "def lookup(E, ids):\n    global np\n    np = None\n    return E[ids]\n",
        "def lookup(E, ids:\n",
        "lookup = np.take",
    ],
)
def test_a_save_that_can_reach_further_affects_all(tmp_path, after):
    assert watched.affected(*scripts(tmp_path, "def lookup(E, ids):\n    return E[ids]\n", after)) is None


def test_a_save_of_a_cell_of_ones_own_affects_all(tmp_path):
    assert watched.affected(*scripts(tmp_path, "", "", added=("x = 1", "x = 2"))) is None
    use = "%timeit lookup(1, 2)"
    one, two = "def lookup(E, ids):\n    return E[ids]\n", "def lookup(E, ids):\n    return E.take(ids, 0)\n"
    assert watched.affected(*scripts(tmp_path, one, two, added=(use, use))) is None


def test_a_watched_notebook_is_checked_again_at_each_save_and_a_broken_save_is_told(tmp_path):
    path, right = tmp_path / f"{TOPIC}.ipynb", notebook()
    path.write_text(json.dumps(notebook(demo_class.CLASS["02-some-mistakes"])), "utf-8")
    found = watched.watched(path)
    first = next(found)
    assert isinstance(first, watched.Seen) and first.again is None
    assert any(r.verdict != "right" for r in first.graded.results)
    path.write_text("{", "utf-8")
    broken = next(found)
    assert isinstance(broken, alone.CannotCheck) and messages.NOT_JSON in str(broken)
    path.write_text(json.dumps(right), "utf-8")
    last = next(found)
    assert isinstance(last, watched.Seen) and all(r.verdict == "right" for r in last.graded.results)
    for cell in right["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "lookup":
            cell["source"] = "def lookup(E, ids):\n    return E[ids]\n"
    path.write_text(json.dumps(right), "utf-8")
    part = next(found)
    found.close()
    assert isinstance(part, watched.Seen) and part.again == ["lookup"]
    whole = alone.check(path)
    assert [(r.check, r.verdict, r.message) for r in part.graded.results] == [
        (r.check, r.verdict, r.message) for r in whole.results
    ]
    assert [(c.source, c.text, c.error) for c in part.graded.cells] == [
        (c.source, c.text, c.error) for c in whole.cells
    ]


def test_watching_ends_with_ctrl_c_and_status_0_and_says_where_the_page_is(monkeypatch, capsys, wrong):
    path, graded = wrong
    monkeypatch.setattr(check, "watched", lambda *how: iter_then_interrupted(graded))
    assert main(["check", str(path), "--watch"]) == status.DONE
    said = capsys.readouterr().out
    assert said.count("waiting for") == 1 and f"{TOPIC}:" in said and "checked again: lookup" in said
    address = said.partition("renews itself: ")[2].split()[0]
    with pytest.raises(OSError):  # it has ended
        urllib.request.urlopen(address, timeout=5)


def iter_then_interrupted(graded):
    yield watched.Seen(graded, ["lookup"])
    raise KeyboardInterrupt


def test_the_page_is_served_with_the_book_beside_it_at_a_secret_address_alone(wrong, tmp_path):
    _, graded = wrong
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "a.html").write_text("a page of the book", "utf-8")

    def read(address: str) -> str:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return answer.read().decode()

    with served.Server(str(tmp_path)) as server:
        assert server.address.startswith("http://127.0.0.1:") and "not checked yet" in read(server.address)
        server.show(graded)
        first = read(f"{server.address}version")
        page = read(server.address)
        assert first and f'name="version" content="{first}"' in page and "connect-src" in page
        assert f'href="{server.address}book/book/' in page
        assert read(f"{server.address}book/book/a.html") == "a page of the book"
        server.tell("Not so: <b>it</b> is broken.")
        assert "Not so: &lt;b&gt;it&lt;/b&gt; is broken." in read(server.address)
        assert read(f"{server.address}version") != first
        root = server.address.rsplit("/", 2)[0]
        for other in ("/", "/version", "/book/book/a.html", "/wrong/", f"{server.address[len(root) :]}other"):
            with pytest.raises(urllib.error.HTTPError, match="404"):
                read(root + other)


def test_the_page_copies_a_call_and_renews_itself_with_the_one_script_that_it_allows(wrong):
    from axe_playwright_python.sync_playwright import Axe
    from browser import browser

    _, graded = wrong
    right = replace(graded, results=[replace(r, verdict="right", message="") for r in graded.results])
    with browser() as chromium, served.Server() as server:
        server.show(graded)
        context = chromium.new_context(permissions=["clipboard-read", "clipboard-write"])
        page, said = context.new_page(), []
        page.on("console", lambda message: said.append(message.text))
        page.goto(server.address)
        block = page.locator("pre.paste").first
        page.get_by_role("button", name="Copy: To paste").first.click()
        page.get_by_role("button", name="Copy: To paste").first.filter(has_text="Copied").wait_for()
        assert page.evaluate("navigator.clipboard.readText()") == block.inner_text()
        found = Axe().run(page).response
        assert [v["id"] for v in found["violations"]] == []
        server.tell("The file is broken.")
        page.get_by_text("The file is broken.").wait_for()
        server.show(right)
        page.get_by_role("heading", name="Overview").wait_for()
        page.wait_for_function("document.querySelectorAll('pre.paste').length == 0")
        assert said == []


# -- in a notebook ----------------------------------------------------------------------------------


@pytest.fixture
def shell():
    from IPython.core.interactiveshell import InteractiveShell

    shell = InteractiveShell()
    shell.run_line_magic("load_ext", "autograder")
    return shell


def saved(path, source: str) -> None:
    """Write a notebook in which one cell, `mine`, has this source, as JupyterLab saves one."""
    work = notebook()
    work["cells"].append(demo_class.code(source) | {"id": "mine"})
    path.write_text(json.dumps(work), "utf-8")


def test_the_magic_checks_the_notebook_of_its_kernel_or_one_function(shell, tmp_path, monkeypatch, capsys):
    path = tmp_path / f"{TOPIC}.ipynb"
    saved(path, "x = 1")
    monkeypatch.setenv("JPY_SESSION_NAME", str(path))
    shell.run_cell("x = 1", cell_id="mine")
    shell.run_cell("%check lookup", cell_id="new")
    possible = feedback.points(sum(c.points for c in loading.suite(TOPIC).of("lookup")))
    said = capsys.readouterr().out
    assert f"{TOPIC}: {possible} of {possible} points" in said and "encode" not in said
    shell.run_cell("%check lookups", cell_id="new")
    assert "did you mean lookup" in capsys.readouterr().out


def test_the_magic_asks_to_save_what_ran_and_is_not_in_the_file(shell, tmp_path, monkeypatch, capsys):
    path = tmp_path / f"{TOPIC}.ipynb"
    saved(path, "x = 1")
    monkeypatch.setattr(alone, "check", lambda *_, **__: pytest.fail("an old file was checked"))
    shell.run_cell("x = 2", cell_id="mine")
    shell.run_cell(f"%check {path}", cell_id="new")
    assert capsys.readouterr().out == f"Save the notebook first: {path.name} does not hold what ran here.\n"


def test_the_magic_says_what_it_needs_where_it_does_not_know_its_file(shell, monkeypatch, capsys):
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    shell.run_cell("%check")
    assert "name it: %check" in capsys.readouterr().out
    shell.user_ns["__vsc_ipynb_file__"] = "gone.ipynb"
    shell.run_cell("%check")
    assert "gone.ipynb: there is no such notebook" in capsys.readouterr().out
