"""The page that a student gets back."""

import base64
import hashlib
from dataclasses import replace
from html.parser import HTMLParser

import pytest
import scratch

from autograder import messages
from autograder.grading import feedback, gradebook
from autograder.grading.standing import CellPoints, Standing
from autograder.results import CellOutput, CheckResult, Graded, refer

TOPIC = scratch.TOPIC
MAX = {"double": 3.0, "biggest": 2.5}
SOLVED = "def double(x):\n    return x + x"


def result(function, points, message="", name="values", possible=None, verdict=None, devices=None):
    possible = MAX[function] if possible is None else possible
    verdict = verdict or ("right" if points == possible else "wrong")
    check, cell = f"{function}.{name}", f"check-{function}"
    return CheckResult(TOPIC, check, cell, points, possible, verdict, message, devices=devices or {})


def graded(cells=()):
    return Graded("ada", TOPIC, [result("double", 3), result("biggest", 2.5)], list(cells))


def held(double, biggest=CellPoints(2.5, None, None, 2.5), comments=(), penalty=0.0, **others):
    """What the gradebook holds of `graded()`."""
    return Standing({"check-double": double, "check-biggest": biggest} | others, dict(comments), penalty)


class Page(HTMLParser):
    """The tags, attributes and text of a page."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.attributes, self.text = [], [], ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.text += "" if tag in ("a", "code", "span") else " "
        self.attributes += [(tag, name, value) for name, value in attrs]

    def handle_data(self, data):
        self.text += data


HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'`</pre></code></details>{{ 7*7 }}&lt;"


EXAMPLE = f"Not so. For example, `double(2)` returns `{HOSTILE}`; it should return `4`: {HOSTILE}."


def written(text):
    """The same text in every place that a student, or an error of theirs, can fill."""
    cells = [
        CellOutput(text, text, text, kind, name)
        for kind, name in [("solution", "double"), ("added", ""), ("given", text), ("solution", text)]
    ]
    devices = {"cpu": text, text: "right"}
    checks = [result("double", 0, text, verdict="error", devices=devices), result("biggest", 2.5)]
    return Graded(text, TOPIC, checks, cells, [text])


@pytest.mark.parametrize(
    "standing, parts",
    [
        (held(CellPoints(3, None, None, 3)), ["5.5 of 5.5 points", "double Right 3 of 3"]),
        (
            held(CellPoints(3, 1, 0.25, 3), penalty=1.5),
            [
                "2.25 of 5.5 points",
                "Points by the checks 5.5",
                "double: Score from your instructor: 1 in place of 3 −2",
                "double: Extra credit from your instructor +0.25",
                "handed in late −1.5",
                "Total 2.25 of 5.5",
                "double Right 1.25 of 3",
            ],
        ),
        (held(CellPoints(3, None, None, 3), penalty=7), ["0 of 5.5", "late −7", "below 0 +1.5"]),
        (
            held(CellPoints(3, None, None, 3), comments={"double": "Well *done*:\n`x + x`."}),
            ["Comment from your instructor: Well *done*: x + x.", "5.5 of 5.5 points"],
        ),
        (
            held(
                CellPoints(3, None, None, 3),
                comments={"why": "Why?", "setup": "Neat."},
                why=CellPoints(None, None, None, 2),
                how=CellPoints(None, 2, None, 2),
            ),
            [
                "7.5 of 9.5 points",
                "how: Score from your instructor: 2 +2",
                "why: Your instructor has not scored this yet. Comment from your instructor: Why?",
                "how: 2 of 2 points.",
                "setup. Comment from your instructor: Neat.",
            ],
        ),
    ],
)
def test_the_page_tells_each_part_of_the_total_and_each_comment(standing, parts):
    html = feedback.render(graded([CellOutput(SOLVED, "", None, "solution", "double")]), standing=standing)
    text = " ".join(Page(html).text.split())
    assert [part for part in parts if part not in text] == []
    assert ("Where the points come from" in text) == (standing.score != 5.5)


def test_nothing_an_instructor_writes_becomes_markup():
    comments = {"double": HOSTILE, "why": HOSTILE, HOSTILE: "words"}
    hostile = Page(feedback.render(graded(), standing=held(CellPoints(3, None, None, 3), comments=comments)))
    assert "script" not in hostile.tags and "img" not in hostile.tags
    assert hostile.text.count("<script>alert(1)</script>") == 3


def test_nothing_a_student_writes_becomes_markup():
    hostile, plain = Page(feedback.render(written(HOSTILE))), Page(feedback.render(written("words")))
    assert (hostile.tags, len(hostile.attributes)) == (plain.tags, len(plain.attributes))
    assert "script" not in hostile.tags and "<script>alert(1)</script>" in hostile.text
    assert "{{ 7*7 }}" in hostile.text


def test_the_page_needs_nothing_else_and_says_so():
    page = Page(feedback.render(written(HOSTILE)))
    links = [
        value for _, name, value in page.attributes if name in ("src", "href", "data", "action", "srcset")
    ]
    assert links and all(value.startswith("#") for value in links)
    assert ("meta", "content", "default-src 'none'; style-src 'unsafe-inline'") in page.attributes


def test_a_page_with_a_call_to_paste_allows_its_own_script_and_no_other(tmp_path):
    failed = replace(written(HOSTILE).results[0], verdict="wrong", message=EXAMPLE)
    html = feedback.render(Graded("ada", TOPIC, [failed], written(HOSTILE).cells))
    page = Page(html)
    assert page.tags.count("script") == 1 and "pre" in page.tags
    script = html.partition("<script>")[2].partition("</script>")[0]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    assert ("meta", "content", policy) in page.attributes


def test_the_page_tells_points_verdicts_messages_code_output_and_notes(tmp_path):
    cells = [
        CellOutput("import math", "", None, "given", "setup"),
        CellOutput(SOLVED, "traced\n", None, "solution", "double"),
        CellOutput("double(math.pi)", "6.28\n", None, "added", ""),
        CellOutput("assert double(2) == 4", "", "AssertionError: oh", "given", "try-double"),
    ]
    checks = [
        result("double", 1, possible=1),
        result("double", 0, "It takes `inf`. Read “Limits” in the chapter.", name="errors", possible=2),
        result("biggest", 0, "`biggest` is not written yet.", verdict="missing"),
    ]
    html = feedback.render(Graded("ada", TOPIC, checks, cells, ["A cell appears `twice`."]), tmp_path)
    text = " ".join(Page(html).text.split())
    for part in (
        "Feedback on two-words",
        "For ada",
        "1 of 5.5 points",
        "double Partly right 1 of 3",
        "errors Not right yet It takes inf. Read “Limits” in the chapter. 0 of 2",
        "biggest Missing 0 of 2.5",
        SOLVED.replace("\n   ", ""),
        "It printed: traced",
        "double(math.pi)",
        "6.28",
        "AssertionError: oh",
        "A cell appears twice.",
        "Your notebook holds no code cell for this function.",
    ):
        assert part in text
    assert "import math" not in text, "a given cell that said nothing is not shown"
    assert "<code>inf</code>" in html


def test_a_neutral_sentence_refers_to_an_earlier_check_that_names_a_mistake():
    named = replace(result("double", 0, "Two is added.", possible=1), misconception="adds")
    large = result("double", 0, "Large numbers are wrong.", name="large", possible=1)
    stopped = result("double", 0, "Too slow.", name="cost", possible=1, verdict="time")
    other = result("biggest", 0, "It is wrong.")
    begin = "Begin with `double.values`: the reason may be the same."
    assert {r.check: messages.told(r) for r in refer([stopped, other, named, large])} == {
        "double.values": "Two is added.",
        "double.large": f"Large numbers are wrong. {begin}",
        "double.cost": "Too slow.",
        "biggest.values": "It is wrong.",
    }
    # What referred to a check that is right by now, after a regrade of that one alone, does so no more.
    mended = [result("double", 1, possible=1), *(r for r in refer([named, large]) if r.check == large.check)]
    assert messages.told(refer(mended)[1]) == "Large numbers are wrong."
    page = Page(feedback.render(Graded("ada", TOPIC, refer([named, large, other]))))
    assert begin.replace("`", "") in page.text


def test_nothing_refers_to_a_mistake_that_cannot_be_its_cause():
    """One that a later check names, beyond what all rests on, or one in what is to be refused."""
    values = result("double", 0, "It gives wrong values.", possible=1)
    dtypes = replace(result("double", 0, "The dtype.", name="dtypes", possible=1), misconception="dtype")
    errors = replace(result("double", 0, "An id passes.", name="errors", possible=1), misconception="id")
    cost = result("double", 0, "It copies the table.", name="cost", possible=1)
    assert [r.begin_with for r in refer([values, errors, cost])] == ["", "", ""]
    assert [r.begin_with for r in refer([values, dtypes, errors, cost])] == ["", "", "", "double.dtypes"]


def test_the_page_shows_every_cell_of_a_function_and_says_where_it_is_if_it_has_none():
    copies = [
        CellOutput(SOLVED, kind="solution", grade_id="double"),
        CellOutput("def double(x): raise", kind="added", grade_id="double"),
        CellOutput("1", kind="added", grade_id=""),
    ]
    page = Page(feedback.render(Graded("ada", TOPIC, [result("double", 0, verdict="missing")], copies)))
    written, undone, other = (page.text.index(cell.source.split("\n")[0]) for cell in copies)
    assert (
        page.text.index("Your code for double") < written < undone < page.text.index("Other cells that ran")
    )
    found = Page(feedback.render(Graded("ada", TOPIC, [result("double", 1)])))
    assert messages.ELSEWHERE in found.text and "no code cell" not in found.text


def test_the_page_names_the_chapter_by_its_heading(tmp_path):
    assert f"“{TOPIC}”" in feedback.render(graded(), tmp_path)
    (tmp_path / "book" / "chapters").mkdir(parents=True)
    (tmp_path / "book" / "chapters" / f"{TOPIC}.md").write_text("---\na: b\n---\n\n# Words, twice\n", "utf-8")
    assert "“Words, twice”" in feedback.render(graded(), tmp_path)


def test_every_verdict_has_words():
    for verdict in messages.VERDICTS:
        page = feedback.render(Graded("ada", TOPIC, [result("double", 0, verdict=verdict)]))
        assert messages.VERDICTS[verdict] in page


def test_the_page_has_a_language_a_title_and_headings_in_order():
    html = feedback.render(written(HOSTILE))
    page = Page(html)
    assert ("html", "lang", "en") in page.attributes and "title" in page.tags
    levels = [int(tag[1]) for tag in page.tags if tag in ("h1", "h2", "h3")]
    assert levels[0] == 1 and levels.count(1) == 1 and set(levels) == {1, 2}
    ids = [value for _, name, value in page.attributes if name == "id"]
    assert len(set(ids)) == len(ids)
    assert {value for _, name, value in page.attributes if name == "aria-labelledby"} <= set(ids)


def test_long_output_many_cells_and_terminal_codes_are_tamed():
    flood = CellOutput("x = 1", "\x1b[32m" + "0123456789" * 1_000_000 + "END", None, "added", "")
    many = [CellOutput(f"y{i} = 1", "", None, "added", "") for i in range(500)]
    html = feedback.render(graded([flood, *many]))
    assert len(html) < 100_000 and "\x1b" not in html
    assert "END" in html and "cut here: 10,000,008 characters in all" in html
    assert "461 more cells ran and are not shown." in html


@pytest.mark.parametrize(
    "text, shown",
    [
        ("\x1b[1;31mred\x1b[0m", "red"),
        ("\x1b]8;;https://example.org\x07link\x1b]8;;\x07", "link"),
        ("10%\r50%\r100%\ndone", "100%\ndone"),
        ("a\r\nb\n", "a\nb\n"),
        ("tab\there", "tab\there"),
        ("nul\0 bell\x07", "nul\ufffd bell\ufffd"),
        ("\ud83d", "\ufffd"),
        ("a\u202eb", "a\\u202eb"),
        ("\x1b", "\ufffd"),
    ],
)
def test_clean_text_is_what_a_terminal_would_have_shown(text, shown):
    assert feedback.clean(text) == shown


def test_feedback_pages_are_the_same_bytes_every_time(tmp_path):
    path = gradebook.write_feedback(tmp_path, graded())
    assert path == tmp_path / "feedback" / "ada" / TOPIC / f"{TOPIC}.html"
    first = path.read_bytes()
    gradebook.write_feedback(tmp_path, graded())
    assert path.read_bytes() == first


def test_feedback_page_in_a_browser(tmp_path):
    """No accessibility fault, no request, no sideways scrolling on a phone, in light and dark."""
    from axe_playwright_python.sync_playwright import Axe
    from browser import browser

    call = f"double({list(range(40))})"
    long = result("double", 0, f"Not so. For example, `{call}` returns `1`; it should return `2`: so.")
    path = gradebook.write_feedback(
        tmp_path,
        Graded("ada", TOPIC, [*written(HOSTILE).results, long], written(HOSTILE).cells, ["A note."]),
        standing=held(
            CellPoints(0, 1, 0.5, 3),
            comments={"double": HOSTILE, "why": "Words."},
            penalty=1,
            why=CellPoints(None, None, None, 2),
        ),
    )
    with browser() as chromium:
        for width, scheme in ((390, "light"), (600, "light"), (1100, "dark")):
            page = chromium.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
            asked, said = [], []
            page.on("request", lambda request: asked.append(request.url))
            page.on("console", lambda message: said.append(message.text))
            page.goto(path.as_uri())
            assert asked == [path.as_uri()] and said == []
            assert page.locator("pre.paste").last.inner_text() == call
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            found = Axe().run(page).response
            assert found["passes"] and [v["id"] for v in found["violations"]] == []
