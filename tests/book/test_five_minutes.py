"""The course in five minutes, in Chromium: its pictures against NumPy, on the page's own data."""

from __future__ import annotations

import re

import coversite
import numpy as np
import pytest
from browser import SCREENS, opened
from course import reading
from sample import few

PARTS = ("cut", "rows", "near", "gradient", "scores")
TWICE = "The cat saw the dog and the bird."


# How many names a drawing has, how many of them its frame cuts, and how many lie over another one.
NAMES = """map => {
  const frame = map.getBoundingClientRect();
  const boxes = [...map.querySelectorAll("text")].map((name) => name.getBoundingClientRect());
  const cut = boxes.filter(({ left, right, bottom, height }) =>
    left < frame.left - 1 || right > frame.right + 1 || bottom - height / 5 > frame.bottom);
  const over = boxes.filter((a, n) => boxes.slice(0, n).some((b) => a.left + 2 < b.right
    && b.left + 2 < a.right && a.top + a.height / 4 < b.bottom && b.top + a.height / 4 < a.bottom));
  return [boxes.length, cut.length, over.length];
}"""


@pytest.fixture(scope="module", autouse=True)
def small_site(tmp_path_factory):
    coversite.prepare(tmp_path_factory)


@pytest.fixture(scope="module")
def data():
    return coversite.data()


@pytest.fixture
def page(chromium):
    with opened(chromium, coversite.page("five-minutes"), coversite.site().as_uri()) as shown:
        shown.locator("five-minutes[part=scores][data-ready]").wait_for()
        yield shown


def picture(page, part: str):
    return page.locator(f"five-minutes[part={part}]")


def type_in(page, text: str) -> list[str]:
    """Types a sentence; returns its pieces."""
    page.get_by_label("A sentence of yours").fill(text)
    page.keyboard.press("Enter")
    return (
        picture(page, "cut")
        .locator(".five-chips button")
        .evaluate_all("nodes => nodes.map((node) => node.firstChild.data)")
    )


def numbers(text: str) -> list[float]:
    return [float(found.replace("−", "-")) for found in re.findall(r"−?\d+\.\d+", text)]


def gradients(data, pieces: list[str]) -> list[np.ndarray | None]:
    """For each position the gradient of the cross-entropy of its successor, by a numerical derivative."""
    places, S = [data.place(piece) for piece in pieces], data.rows
    found = []
    for here, after in zip(places, places[1:]):

        def loss(h, after=after):
            scores = S @ h
            return np.log(np.exp(scores - scores.max()).sum()) + scores.max() - scores[after]

        h, step = S[here], 1e-5
        unit = np.eye(len(h)) * step
        found.append(np.array([(loss(h + e) - loss(h - e)) / (2 * step) for e in unit]))
    return [*found, None]


def test_a_sentence_is_cut_into_pieces_with_their_ids(page, data):
    pieces = type_in(page, TWICE)
    assert pieces == ["the", "cat", "saw", "the", "dog", "and", "the", "bird", "."]
    shown = picture(page, "cut").locator(".five-id").all_inner_texts()
    assert shown == [f"{data.ids[data.place(piece)]:,}" for piece in pieces]
    assert (
        picture(page, "cut").get_by_role("status").inner_text()
        == "9 pieces, each with the number of its row."
    )
    # All five pictures speak of it.
    assert picture(page, "rows").locator(".five-left li").all_inner_texts() == pieces
    assert picture(page, "scores").locator(".five-chips button").all_inner_texts() == pieces


def test_an_unknown_word_is_cut_into_known_pieces_and_that_is_told(page, data):
    pieces = type_in(page, "Embeddings")
    assert (
        "".join(pieces) == "embeddings" and len(pieces) > 1 and all(piece in data.known for piece in pieces)
    )
    for n, piece in enumerate(pieces):  # the longest that fits, from the left
        rest = "".join(pieces[n:])
        assert not any(rest.startswith(word) and len(word) > len(piece) for word in data.known)
    said = picture(page, "cut").get_by_role("status").inner_text()
    assert (
        f"“embeddings” is not among this page's words, so it is cut into {', '.join(pieces[:-1])} and "
        f"{pieces[-1]}." in said
    )


def test_accents_marks_and_signs_of_other_scripts(page, data):
    pieces = type_in(page, "Cléar, “Ω” 42🙂")
    assert pieces == ["clear", ",", "“", "ω", "”", "4", "2", "🙂"]
    rows = picture(page, "cut").locator(".five-id").all_inner_texts()
    unknown = f"{data.ids[data.place('[UNK]')]:,}"
    assert [piece for piece, row in zip(pieces, rows) if row == unknown] == ["“", "ω", "”", "🙂"]
    assert (
        "takes the row that the table keeps for the unknown"
        in picture(page, "cut").get_by_role("status").inner_text()
    )


def test_a_long_sentence_is_cut_off_and_that_is_told(page):
    assert len(type_in(page, "one two three four five six seven eight nine ten " * 2 + "one two")) == 20
    assert (
        "The page takes 20 pieces; 2 more are left out."
        in picture(page, "cut").get_by_role("status").inner_text()
    )


def test_nothing_typed_changes_nothing(page):
    pieces = type_in(page, TWICE)
    assert type_in(page, "   ") == pieces


def test_positions_pick_rows_and_a_repeated_word_picks_one_row(page, data):
    pieces = type_in(page, TWICE)
    rows = picture(page, "rows")
    ids = [int(text.replace(",", "")) for text in rows.locator(".five-right .five-id").all_inner_texts()]
    assert ids == sorted({data.ids[data.place(piece)] for piece in pieces})
    assert "9 positions, 7 rows: “the” three times." in rows.locator(".five-says").inner_text()
    for line in rows.locator(".five-right li").all():
        k = data.ids.index(int(line.locator(".five-id").inner_text().replace(",", "")))
        assert line.locator(".words-hot").count() == (data.rows[k] > 0).sum()
    # A line from each position to the height of its row.
    ends = [path.get_attribute("d") for path in rows.locator(".five-joined > svg path:not(.five-head)").all()]
    places = [ids.index(data.ids[data.place(piece)]) for piece in pieces]
    heights = {
        place: {end.split()[-1] for end, at in zip(ends, places) if at == place} for place in set(places)
    }
    assert len(ends) == 9 and all(len(found) == 1 for found in heights.values())
    assert len({next(iter(found)) for found in heights.values()}) == 7


def test_the_chosen_piece_shows_its_true_neighbours_everywhere(page, data):
    type_in(page, TWICE)
    for place, piece in ((1, "cat"), (7, "bird"), (8, ".")):
        picture(page, "near").locator(".five-chips button").nth(place).click()
        k = data.place(piece)
        names = picture(page, "near").locator(".words-name").all_inner_texts()
        assert names == data.near[k]
        shown = [float(text) for text in picture(page, "near").locator(".words-number").all_inner_texts()]
        assert shown == pytest.approx(data.cosines[k], abs=0.0051)
        for part in PARTS:
            pressed = picture(page, part).locator(".five-chips button[aria-pressed=true]")
            assert pressed.count() == 1 and pressed.evaluate("node => node.firstChild.data") == piece
        # The button that was pressed keeps the focus, though the picture was drawn anew.
        assert page.evaluate("document.activeElement.textContent") == piece


def test_gradients_of_a_repeated_word_add_up_to_the_sum_computed_independently(page, data):
    pieces = type_in(page, TWICE)
    back = gradients(data, pieces)
    picture(page, "gradient").locator(".five-chips button").first.click()
    said = picture(page, "gradient").locator(".five-says").inner_text()
    found = re.search(
        r"The row of “the” gets 3 gradients through the lookup, and they add up\. "
        r"In column (\d+): (.+) = (\S+)\.",
        said,
    )
    column, parts, total = int(found[1]) - 1, numbers(found[2]), numbers(found[3])[0]
    mine = [back[t][column] for t, piece in enumerate(pieces) if piece == "the"]
    assert parts == pytest.approx(mine, abs=0.0051)
    assert total == pytest.approx(sum(mine), abs=0.0051) and round(sum(parts), 2) == total


def opacities(strip) -> np.ndarray:
    """A drawn strip as numbers: opacity, below zero for blue."""
    values = np.zeros(int(strip.get_attribute("viewBox").split()[2]))
    for rect in strip.locator("rect").all():
        sign = -1 if "words-cold" in rect.get_attribute("class") else 1
        values[int(float(rect.get_attribute("x")))] = sign * float(rect.get_attribute("fill-opacity"))
    return values


def test_the_strips_are_the_gradients_of_the_positions_and_their_sums(page, data):
    pieces = type_in(page, TWICE)
    back = gradients(data, pieces)
    names = picture(page, "gradient").locator(".five-right .five-name").all_inner_texts()
    assert names == sorted(set(pieces), key=lambda piece: data.ids[data.place(piece)])
    sums = {
        name: sum((g for g, piece in zip(back, pieces) if piece == name and g is not None), np.zeros(48))
        for name in names
    }
    seen = 16
    most = max(np.abs(total[:seen]).max() for total in sums.values())
    close = {"abs": 0.0251}  # what is fainter than a fiftieth is not drawn
    for line, g in zip(picture(page, "gradient").locator(".five-left li").all(), back):
        if g is None:
            assert "nothing" in line.inner_text()
        else:
            assert opacities(line.locator("svg")) == pytest.approx((g[:seen] / most).clip(-1, 1), **close)
    for line, name in zip(picture(page, "gradient").locator(".five-right li").all(), names):
        assert opacities(line.locator("svg")) == pytest.approx(
            (sums[name][:seen] / most).clip(-1, 1), **close
        )
    assert picture(page, "gradient").locator(".five-joined > svg .five-head").count() == len(pieces) - 1


def test_without_a_repetition_nothing_is_said_to_add_up(page):
    for text in ("cats chase dogs", "cats chase cats"):  # the last one gets none, so the row gets one
        type_in(page, text)
        for chip in picture(page, "gradient").locator(".five-chips button").all():
            chip.click()
            said = picture(page, "gradient").locator(".five-says").inner_text()
            assert "No row gets more than one here" in said and "add up" not in said


def test_the_pictures_of_the_table_follow_the_chosen_piece(page, data):
    """The second and the fourth: which position and which row are marked, and what is said of them."""
    pieces = type_in(page, TWICE)
    for t, piece in enumerate(pieces):
        picture(page, "rows").locator(".five-chips button").nth(t).click()
        k = data.place(piece)
        where = [n for n, other in enumerate(pieces, 1) if other == piece]
        arrive = [n for n in where if n < len(pieces)]  # nothing follows the last
        for part in ("rows", "gradient"):
            left = picture(page, part).locator(".five-left li")
            marked = left.evaluate_all("nodes => nodes.map((node) => node.classList.contains('five-chosen'))")
            assert marked == [n == t for n in range(len(pieces))]
            name = picture(page, part).locator(".five-right .five-chosen .five-name")
            assert name.evaluate_all("nodes => nodes.map((node) => node.firstChild.data)") == [piece]
            thick = picture(page, part).locator(".five-joined > svg path[style*='stroke-width: 4px']")
            assert thick.count() == (1 if part == "rows" or t + 1 < len(pieces) else 0)
        row = f"{data.ids[k]:,}"
        says = picture(page, "rows").locator(".five-says").inner_text()
        if len(where) > 1:
            assert f"Positions 1, 4 and 7, “the”, pick one and the same row, {row}." in says
        else:
            assert f"Position {t + 1}, “{piece}”, picks row {row}." in says
        says = picture(page, "gradient").locator(".five-says").inner_text()
        assert ("they add up" in says) == (len(arrive) > 1)
        if len(arrive) == 1:
            assert (
                f"The row of “{piece}” gets one gradient through the lookup, that of position {t + 1}" in says
            )
            assert "Choose “the” to see gradients meet." in says
        elif not arrive:
            assert f"Nothing follows “{piece}”, so its row gets none through the lookup." in says


@pytest.mark.parametrize("width", [375, 1280])
def test_names_on_the_map_of_a_sentence_stay_apart(page, width):
    page.set_viewport_size({"width": width, "height": 900})
    for text in (TWICE, "my grandmother and the family of her father", "monday tuesday friday sunday"):
        pieces = type_in(page, text)
        for t in range(len(pieces)):
            picture(page, "near").locator(".five-chips button").nth(t).click()
            found = picture(page, "near").locator(".five-map").evaluate(NAMES)
            assert found[0] > 0 and found[1:] == [0, 0], (text, pieces[t])


def test_every_row_of_the_model_gets_a_gradient_and_the_picture_says_which_are_not_drawn(page, data):
    pieces = type_in(page, TWICE)
    E, places = data.rows, [data.place(piece) for piece in pieces]
    scores = E[places[:-1]] @ E.T
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    shares[np.arange(len(places) - 1), places[1:]] -= 1
    assert (np.abs(shares.T @ E[places[:-1]]).max(axis=1) > 0).all()  # of the table as the way out
    said = picture(page, "gradient").locator(".five-says").inner_text()
    assert said.endswith(
        "Drawn are the first 16 of 48 columns. Not drawn is what the table gets as the way out, "
        f"where each of its {len(data.known):,} rows gets a gradient."
    )


def test_the_chosen_piece_stands_out_in_the_pictures_that_join(page, data):
    type_in(page, TWICE)
    for place, piece in ((4, "dog"), (3, "the")):
        picture(page, "cut").locator(".five-chips button").nth(place).click()
        for part in ("rows", "gradient"):
            chosen = picture(page, part).locator(".five-joined li.five-chosen")
            assert chosen.count() == 2 and all(text.startswith(piece) for text in chosen.all_inner_texts())
            assert picture(page, part).locator("path.five-chosen").count() == 1


def test_no_name_leaves_the_map(page):
    for text in ("grandmother der grandfather grandson", "the cat chased the dog"):
        type_in(page, text)
        plan = picture(page, "near").locator(".five-map")
        frame, names = plan.bounding_box(), [name.bounding_box() for name in plan.locator("text").all()]
        assert names
        for box in names:
            assert frame["x"] <= box["x"] and box["x"] + box["width"] <= frame["x"] + frame["width"]
            assert frame["y"] <= box["y"] and box["y"] + box["height"] <= frame["y"] + frame["height"]


def test_scores_are_the_products_with_every_row(page, data):
    pieces = type_in(page, TWICE)
    for t in (1, 2, 8):
        picture(page, "scores").locator(".five-chips button").nth(t).click()
        scores = data.rows @ data.rows[data.place(pieces[t])]
        order = np.argsort(-scores, kind="stable")
        names = picture(page, "scores").locator(".words-name").all_inner_texts()
        assert names[:8] == [data.known[k] for k in order[:8]]
        shown = numbers(" ".join(picture(page, "scores").locator(".words-number").all_inner_texts()))
        assert shown[:8] == pytest.approx(scores[order[:8]], abs=0.0051)
        said = picture(page, "scores").locator(".five-says").inner_text()
        if t == 8:
            assert "is the last piece of your sentence" in said
            continue
        place = int((scores > scores[data.place(pieces[t + 1])]).sum()) + 1
        assert said == (
            f"After “{pieces[t]}” your sentence has “{pieces[t + 1]}”: "
            f"of {len(data.known):,} scores it has place {place:,}."
        )
        assert picture(page, "scores").locator(".five-right-one .words-name").all_inner_texts() == [
            pieces[t + 1]
        ]


def test_one_piece_alone(page):
    type_in(page, "dog")
    assert "1 position, 1 row" in picture(page, "rows").locator(".five-says").inner_text()
    assert "“dog” is the last piece" in picture(page, "scores").locator(".five-says").inner_text()


@pytest.mark.parametrize("width, theme", few(SCREENS, 4))
def test_axe_finds_nothing(chromium, theme, width):
    settings = {"viewport": {"width": width, "height": 900}, "color_scheme": theme}
    with opened(chromium, coversite.page("five-minutes"), coversite.site().as_uri(), **settings) as page:
        for text in (TWICE, "Incomprehensibilities are mountainous things for embeddings"):
            type_in(page, text)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        found = coversite.violations(page)
        assert not found, "\n".join(found)


def test_without_scripts_the_words_say_what_would_be_seen(chromium):
    with opened(
        chromium, coversite.page("five-minutes"), coversite.site().as_uri(), java_script_enabled=False
    ) as page:
        for part in PARTS:
            assert "With scripts" in picture(page, part).inner_text()
        assert page.locator("five-minutes :is(input, button)").count() == 0


def test_what_the_page_says_without_scripts_is_true(page, data):
    assert type_in(page, "The cat chased the dog.") == ["the", "cat", "chased", "the", "dog", "."]
    assert data.near[data.place("cat")][:7][:5] == ["cats", "kitten", "kitty", "dog", "pets"]
    picture(page, "scores").locator(".five-chips button").nth(1).click()
    first = picture(page, "scores").locator(".words-name").all_inner_texts()[:8]
    assert {"cats", "dog", "animals"} <= set(first) and "chased" not in first


def test_it_takes_five_minutes_and_has_no_code():
    shown, folded = reading.amounts(coversite.source("five-minutes"))
    assert 3 <= shown.minutes <= 6 and shown.lines == 0 and folded.minutes == 0
    assert re.findall(r"\{five-minutes\} (\w+)", coversite.source("five-minutes")) == [*PARTS, "model"]


def test_a_first_view_is_light(chromium):
    assert coversite.weight(chromium, "five-minutes") <= 500_000
