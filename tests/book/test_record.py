"""A record of benchmarks/ on a page: the values as they are, in sentences and tables."""

import json
from statistics import median

import bookpages  # first: it puts book/_ext on the path
import pytest
from bookpages import ROOT, page_path, parsed
from course.record import fill
from jinja2 import UndefinedError


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("{{ seconds | median | number('.1f') }} s", "2.0 s"),
        ("{{ seconds | over(others) | join(', ') }}", "0.5, 1.0, 2.0"),
        ("{% for row in rows %}\n- {{ row.name | code }}: {{ row.why }}\n{% endfor %}", "- `a_b*`: x\n"),
        ("{{ record['two words'] }} of 3", "2 of 3"),
        ("**{{ marks }}**", r"**\*a\* \_\_b\_\_ \`c\` \| \<d\> \[e\] \{f\} \$g\$ \~h \\**"),
    ],
)
def test_a_template_is_filled_with_the_values_of_a_record(template, text):
    data = {
        "seconds": [1.0, 2.0, 6.0],
        "others": [2.0, 2.0, 3.0],
        "rows": [{"name": "a_b*", "why": "x"}],
        "two words": 2,
        "marks": r"*a* __b__ `c` | <d> [e] {f} $g$ ~h \ "[:-1],
    }
    assert fill(template, data) == text


@pytest.mark.parametrize("template", ["{{ second }}", "{{ rows.name }}", "{{ rows[0].why | code }}"])
def test_a_value_that_a_record_does_not_have_is_an_error(template):
    with pytest.raises(UndefinedError):
        fill(template, {"rows": [{}]})


PAGE = """\
# A small book

Its chapter is {doc}`chapters/small`.

```{record} sample.json
:command: make sample

It took {{ seconds }} s.

| name | does |
| --- | --- |
{% for row in rows %}
| {{ row.name | code }} | {{ row.does }} |
{% endfor %}
```
"""


def test_a_page_shows_the_values_as_they_are_and_names_what_is_wrong(tmp_path):
    root = bookpages.small_book(tmp_path, "# Small\n")
    (root / "book" / "index.md").write_text(PAGE, "utf-8")
    (root / "benchmarks").mkdir()
    path = root / "benchmarks" / "sample.json"
    rows = [{"name": "a_b_c", "does": "*all* of __it__ | <b>x</b>"}]
    path.write_text(json.dumps({"seconds": 3, "rows": rows}))
    run = bookpages.build(root)
    assert run.code == 0, run.out + run.err
    article = parsed(page_path(root / "_build" / "html", "index")).article
    assert "It took 3 s." in article.get_text()
    cells = [cell.get_text() for cell in article.select("table.sample tbody td")]
    assert cells == ["a_b_c", "*all* of __it__ | <b>x</b>"]
    assert article.select("table.sample tbody code") and not article.select("table.sample :is(em, strong, b)")

    path.write_text(json.dumps({"rows": rows}))
    run = bookpages.build(root)
    assert run.code == 1 and "index.md" in run.err
    assert "record: benchmarks/sample.json cannot be shown" in run.err and "run `make sample`" in run.err
    assert "'seconds' is undefined" in run.err


# ------------------------------------------------------------------ the page on the grader


def read(name: str) -> dict:
    return json.loads((ROOT / "benchmarks" / f"{name}.json").read_text("utf-8"))


def cells(table) -> list[list[str]]:
    return [[cell.get_text() for cell in row("td")] for row in table.select("tbody tr")]


@pytest.fixture(scope="module")
def grader(built_site):
    return parsed(page_path(built_site, "reference/grader"))


def test_the_page_on_the_grader_shows_every_topic_s_mutants_and_their_sums(grader):
    topics = read("mutants")["topics"]
    rows = [(name, row["mutants"], row["killed"], row["equivalent"]) for name, row in topics.items()]
    rows.append(("all", *(sum(column) for column in list(zip(*rows))[1:])))
    wanted = [
        [name, str(n), str(killed), str(same), f"{killed / n:.1%}", f"{killed / (n - same):.1%}"]
        for name, n, killed, same in rows
    ]
    assert cells(grader.select_one("table.mutants")) == wanted


def test_the_page_on_the_grader_shows_what_a_bound_costs_and_what_a_flood_held(grader):
    found = read("memory")
    cost, floods = map(cells, grader.select("table.memory"))
    ratios = {
        way: median(a / b for a, b in zip(each, found["seconds"]["none"]))
        for way, each in found["seconds"].items()
    }
    assert cost == [
        [way, f"{1e3 * median(each):.0f}", f"{ratios[way]:.2f}"] for way, each in found["seconds"].items()
    ]
    most = {name: max(one["most"] for one in each) for name, each in found["floods"].items()}
    assert floods == [
        [name, f"{size / 2**30:.2f} GiB", f"{100 * size / found['limit']:.0f} %"]
        for name, size in most.items()
    ]


def test_the_page_on_the_grader_lists_what_a_large_class_was_not_compared_by(grader):
    found, text = read("soak"), " ".join(grader.article.get_text().split())
    assert f"Last run on {found['date']} on {found['cores']} cores: {found['students']} submissions" in text
    assert (
        f"Then {found['killed']['kills']} graders were killed, {found['killed']['while recording']} of"
        in text
    )
    assert ("Nothing differs, and nothing was left behind." in text) == (found["problems"] == [])
    shown = [item.get_text() for item in grader.select("article li")]
    assert [
        name for name, why in found["left out of the comparison"].items() if f"{name}: {why}" not in shown
    ] == []
