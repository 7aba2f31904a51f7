"""The piece on joins, in Chromium: its pieces against those of another encoder, its keys, field and goals."""

from __future__ import annotations

from piecepage import Piece, has_focus, met

TEXT = "the cat sat on the mat the cat ate the rat"
JOINS = [
    ("a", "t"),
    ("t", "h"),
    ("th", "e"),
    (" ", "the"),
    (" ", "c"),
    (" c", "at"),
    (" ", "s"),
    (" s", "at"),
]
PIECE = Piece(
    "joins-view",
    {
        "text": TEXT,
        "words": ["chat", "that", "heat", "mats", "sea"],
        "joins": [[left, right, 256 + n] for n, (left, right) in enumerate(JOINS)],
    },
    "Joins of one word",
    refuses=(
        (lambda data: data["joins"].pop(0), "join 261 uses “at”"),
        (lambda data: data["joins"].append(["t", "he", 264]), "join 264 uses “he”"),
        (lambda data: data["joins"].append(["a", "t", 264]), "join 264 makes “at” again"),
        (lambda data: data["words"].append("pin"), "the word “pin”"),
        (lambda data: data.update(text="the piñata"), "the training text has “ñ”"),
    ),
)


def encoded(word: str) -> list[tuple[int, list[str]]]:
    """Give (join, pieces) for the word with its space as single bytes, then after each join that occurs."""
    text = "|".join(f" {word}")
    found = [(-1, text.split("|"))]
    for n, (left, right) in enumerate(JOINS):
        before = text
        # Between bars a piece is whole; a bar that two pairs share is doubled first.
        text = f"|{text}|".replace("|", "||").replace(f"|{left}||{right}|", f"|{left}{right}|")
        text = text.replace("||", "|").strip("|")
        if text != before:
            found.append((n, text.split("|")))
    return found


def spaced(text: str) -> str:
    return text.replace(" ", "␣")


def lines(view) -> list[list[str] | str]:
    """Read each line of the table: its pieces, or the words that stand there instead."""
    return view.locator("tbody tr").evaluate_all(
        "rows => rows.map((row) => { const found = [...row.querySelectorAll('.jv-piece')];"
        " return found.length ? found.map((piece) => piece.textContent) : row.lastChild.textContent; })"
    )


def table(word: str, at: int) -> tuple[list[list[str] | str], int | None]:
    """Give the lines of the table after `at` joins of the word, and the number of the join that follows."""
    steps = encoded(word)
    following = steps[at + 1][0] if at + 1 < len(steps) else None
    done = {n: [spaced(piece) for piece in pieces] for n, pieces in steps[: at + 1]}
    found: list[list[str] | str] = []
    for n in range(-1, len(JOINS)):
        waits = following is not None and n >= following
        found.append(done.get(n) or ("next" if n == following else "" if waits else "not in it"))
    return found, following


def shows(view, word: str, at: int) -> None:
    """Check that the table and its mark are those of the word after `at` of its joins."""
    expected, following = table(word, at)
    assert lines(view) == expected, (word, at)
    marked = view.locator("tbody tr").evaluate_all(
        "rows => rows.flatMap((row, n) => row.getAttribute('aria-current') === 'step' ? [n - 1] : [])"
    )
    assert marked == ([] if following is None else [following])


def button(view, name: str):
    return view.get_by_role("button", name=name, exact=True)


def status(view) -> str:
    return view.get_by_role("status").inner_text()


def test_each_join_is_stepped_forward_and_back_by_keys(view):
    for word in PIECE.data["words"]:
        button(view, word).press("Enter")
        assert view.get_by_role("textbox").input_value() == word
        assert button(view, word).get_attribute("aria-pressed") == "true"
        last = len(encoded(word)) - 1
        for name, order in (("Next join", range(last)), ("Back", range(last, 0, -1))):
            for at in order:
                shows(view, word, at)
                button(view, name).press("Enter")
        shows(view, word, 0)
        button(view, "Back").press("Enter")  # at its end: nothing happens, and the focus stays
        assert has_focus(button(view, "Back"))
        shows(view, word, 0)
        button(view, "All joins").press("Enter")
        button(view, "Next join").press("Enter")
        shows(view, word, last)


def test_goals_are_reached_by_words_of_the_reader_and_only_after_the_last_join(view):
    field = view.get_by_role("textbox")
    found = [False] * 3
    for word, goal in (("sat", 0), ("moon", 1), ("that", None), ("cat", 0), ("rest", 1), ("then", 2)):
        field.fill(word)
        assert met(view.locator("li")) == (found if goal != 1 else [found[0], True, found[2]]), word
        button(view, "All joins").press("Enter")
        if goal is not None:
            found[goal] = True
        assert met(view.locator("li")) == found, word
        shows(view, word, len(encoded(word)) - 1)
    assert found == [True] * 3


def test_the_field_takes_letters_of_the_training_text(view):
    field = view.get_by_role("textbox")
    field.press("End")
    field.press_sequentially("TpX ñs")
    assert field.input_value() == "chatts" and has_focus(field)
    shows(view, "chatts", 0)
    field.fill("pi")
    assert field.input_value() == "" and "no “p” and “i”" in status(view)
    assert "The word is still “chatts”." in status(view)
    shows(view, "chatts", 0)
    field.fill("sathsatthe")  # joins that occur twice, and pairs that share a letter
    for at in range(len(encoded("sathsatthe"))):
        shows(view, "sathsatthe", at)
        button(view, "Next join").press("Enter")
