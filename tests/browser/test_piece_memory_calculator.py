"""The memory calculator in Chromium against the reference solutions, as a notebook's output brings it."""

from __future__ import annotations

import itertools

import pytest
from axe_playwright_python.sync_playwright import Axe
from piecepage import Piece
from reference import load

S = load("memory")
BITS = {"float64": 64, "float32": 32, "float16": 16, "bfloat16": 16, "int8": 8, "int4": 4}
DEVICES: list[dict] = [{"name": "a small one", "bytes": 3 * 10**9}, {"name": "a card", "bytes": 24 * 10**9}]
PRESETS = [
    {
        "name": "Wide",
        "V": 128_256,
        "d": 4096,
        "tied": False,
        "rest": 6_979_588_096,
        "layers": 32,
        "kv_heads": 8,
        "head_dim": 128,
    },
    {
        "name": "Narrow",
        "V": 50_257,
        "d": 768,
        "tied": True,
        "rest": 85_842_432,
        "layers": 12,
        "kv_heads": 12,
        "head_dim": 64,
    },
]
REST = {"dtype": "bfloat16", "B": 8, "T": 4096, "optimizer": "adam", "mixed": True, "train": True}
START = {**{key: value for key, value in PRESETS[0].items() if key != "name"}, **REST}
LABELS = {
    "V": "V, rows of the table",
    "d": "d, numbers in a row",
    "rest": "parameters besides the table",
    "layers": "layers",
    "kv_heads": "key-value heads",
    "head_dim": "width of a head",
    "B": "B, texts in the batch",
    "T": "T, tokens in each",
}
ALWAYS = {"model", "memory", "use it", "train it", LABELS["B"], LABELS["T"], "show GiB and MiB"}
SIZES = {"tied: one matrix", *(LABELS[key] for key in ("V", "d", "rest", "layers", "kv_heads", "head_dim"))}


def expected(s: dict) -> dict[str, tuple[int, int]]:
    """(the table's part, all bytes) of each line of the piece, from the functions that students write."""
    wide = s["dtype"] if BITS[s["dtype"]] >= 16 else "bfloat16"  # of what is computed with
    if not s["train"]:
        _, rows, _ = S.activation_bytes(s["B"], s["T"], s["d"], s["V"], wide)
        table = S.table_bytes(s["V"], s["d"], s["dtype"], s["tied"])
        return {
            "weights": (table, table + S.table_bytes(s["rest"], 1, s["dtype"])),
            "cache": (0, S.kv_cache_bytes(s["layers"], s["kv_heads"], s["head_dim"], s["B"], s["T"], wide)),
            "rows": (0, rows),
            "logits": (0, S.activation_bytes(s["B"], 1, s["d"], s["V"], wide).logits),
        }
    matrices = (1 if s["tied"] else 2) * s["V"] * s["d"]
    own = S.training_bytes(matrices, s["optimizer"], s["mixed"])
    whole = S.training_bytes(matrices + s["rest"], s["optimizer"], s["mixed"])
    _, rows, logits = S.activation_bytes(
        s["B"], s["T"], s["d"], s["V"], "bfloat16" if s["mixed"] else "float32"
    )
    lines = dict(zip(("weights", "gradients", "master", "states"), zip(own, whole)))
    return {**lines, "rows": (0, (s["layers"] + 1) * rows), "logits": (0, logits)}


def starting(start: dict) -> dict:
    """What the piece is fed so that it begins with these settings."""
    return {"start": start, "expected": expected(start)}


PIECE = Piece(
    "memory-calculator",
    {"bits": BITS, "devices": DEVICES, "presets": PRESETS, **starting(START)},
    "Does it fit?",
    refuses=((lambda data: data["expected"].update(logits=(0, 1)), "logits"),),
)


@pytest.fixture
def page(view):
    return view.page


def set_to(page, settings: dict, before: dict) -> None:
    """Fill in the form as a reader does, without the list of models, where it differs from what it held."""
    page.evaluate("document.querySelector('.memory-calculator details').open = true")
    page.get_by_label("train it" if settings["train"] else "use it").check()
    for key, label in LABELS.items():
        if settings[key] != before[key]:
            page.get_by_label(label, exact=True).fill(str(settings[key]))
    if settings["train"]:
        page.get_by_label("optimizer", exact=True).select_option(settings["optimizer"])
        page.get_by_label("mixed precision").set_checked(settings["mixed"])
    else:
        page.get_by_label("weights in", exact=True).select_option(settings["dtype"])
    page.get_by_label("tied: one matrix").set_checked(settings["tied"])
    page.get_by_label("tied: one matrix").blur()


def check(page, settings: dict) -> None:
    """What the piece shows, in both units, against Python; and its bars against its bytes."""
    wanted = expected(settings)
    total = sum(all_ for _, all_ in wanted.values())
    for binary in (False, True):
        page.get_by_label("show GiB and MiB").set_checked(binary)
        found = page.evaluate(
            "Object.fromEntries([...document.querySelectorAll('tr[data-line]:not([hidden])')].map((row) =>"
            " [row.dataset.line, [row.dataset.bytes, row.lastChild.textContent]]))"
        )
        texts = {
            key: [f"{part} {all_}", S.format_bytes(all_, binary=binary)]
            for key, (part, all_) in wanted.items()
        }
        assert found == {**texts, "sum": [str(total), S.format_bytes(total, binary=binary)]}, settings
    page.get_by_label("show GiB and MiB").uncheck()
    widths = page.evaluate(
        "Object.fromEntries([...document.querySelectorAll('tr[data-line]:not([hidden])')]"
        ".filter((row) => row.dataset.line !== 'sum')"
        ".map((row) => [row.dataset.line, "
        "[...row.querySelectorAll('.mc-bar > span')].map((bar) => parseFloat(bar.style.width))]))"
    )
    most = max(all_ for _, all_ in wanted.values())
    for key, (part, all_) in wanted.items():
        assert widths[key] == pytest.approx([100 * part / most, 100 * (all_ - part) / most], abs=0.01), key
    budget = DEVICES[int(page.get_by_label("memory", exact=True).input_value())]["bytes"]
    mark = page.evaluate("parseFloat(document.querySelector('.mc-end').style.left)")
    assert mark == pytest.approx(100 * budget / max(budget, total), abs=0.01)
    status = page.get_by_role("status").inner_text()
    assert ("more than there are" in status) == (total > budget) and S.format_bytes(total) in status
    assert f"has {S.format_bytes(budget)}, or {S.format_bytes(budget, binary=True)}." in status


GRID = [
    {**sizes, "dtype": dtype, "tied": tied, "optimizer": optimizer, "mixed": mixed, "train": train}
    for (sizes, dtype, train), (tied, optimizer, mixed) in zip(
        itertools.product(
            [
                {"V": 1, "d": 1, "rest": 1, "B": 1, "T": 1, "layers": 1, "kv_heads": 1, "head_dim": 1},
                {
                    "V": 1001,
                    "d": 33,
                    "rest": 12_345,
                    "B": 3,
                    "T": 7,
                    "layers": 5,
                    "kv_heads": 3,
                    "head_dim": 5,
                },
                {
                    "V": 256_000,
                    "d": 12_288,
                    "rest": 10**13,
                    "B": 999,
                    "T": 999_999,
                    "layers": 126,
                    "kv_heads": 64,
                    "head_dim": 127,
                },
            ],
            BITS,
            [False, True],
        ),
        itertools.cycle(
            itertools.product([True, False], ["sgd", "momentum", "adagrad", "adam"], [False, True])
        ),
    )
]


def test_the_grid_has_every_choice():
    for key, values in (
        ("dtype", set(BITS)),
        ("tied", {True, False}),
        ("optimizer", {"sgd", "momentum", "adagrad", "adam"}),
        ("mixed", {True, False}),
        ("train", {True, False}),
    ):
        assert {settings[key] for settings in GRID} == values


def test_it_shows_what_the_reference_solutions_compute(page, long_form):
    check(page, START)
    """In the short form each eighth of the settings."""
    for before, settings in itertools.pairwise([START, *(GRID if long_form else GRID[::8])]):
        set_to(page, settings, before)
        check(page, settings)


def test_units_round_as_python_does(page):
    """Ties that a double holds exactly go to the even digit, others to the nearest."""
    before = START
    for T in (125, 625, 1125, 1375, 1875, 128_000, 1152, 1408, 1920, 1005, 1015, 999_999, 124_999, 125_001):
        settings = {**START, "train": False, "B": 1, "T": T, "V": 1, "d": 1, "rest": T, "dtype": "int8"}
        set_to(page, settings, before)
        check(page, settings)
        before = settings


def test_a_model_fills_in_its_sizes_and_an_own_number_leaves_it(page):
    models = page.get_by_label("model", exact=True)
    assert models.locator("option:checked").inner_text() == "Wide"
    models.select_option(label="Narrow")
    settings = {**START, **PRESETS[1]}
    check(page, settings)
    page.get_by_text("Sizes of the model").click()
    page.get_by_label(LABELS["d"], exact=True).fill("512")
    page.get_by_label(LABELS["d"], exact=True).blur()
    check(page, {**settings, "d": 512})
    assert models.locator("option:checked").inner_text() == "sizes of your own"


def test_another_device_moves_the_mark_and_the_verdict(chromium):
    start = {**START, **PRESETS[1], "T": 128}
    with PIECE.opened(chromium, lambda data: data.update(starting(start))) as view:
        status = view.get_by_role("status").inner_text()
        assert "leaves" in status or "more than there are" in status
        for i, _ in enumerate(DEVICES):
            view.get_by_label("memory", exact=True).select_option(str(i))
            check(view.page, start)


def test_the_keyboard_reaches_and_changes_everything(page):
    page.get_by_text("Sizes of the model").press("Enter")
    page.get_by_label("model", exact=True).focus()
    reached = set()
    for _ in range(16):
        reached.add(page.evaluate("document.activeElement.labels?.[0]?.textContent ?? ''"))
        page.keyboard.press("Tab")
    assert reached - {""} == (ALWAYS | SIZES | {"optimizer", "mixed precision"}) - {
        "use it"
    }  # one stop for both
    page.get_by_label("train it").focus()
    page.keyboard.press("ArrowLeft")
    page.get_by_label(LABELS["T"], exact=True).focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("2,048")
    page.keyboard.press("Tab")
    page.get_by_label("weights in", exact=True).press("i")  # by its first letter
    check(page, {**START, "train": False, "T": 2048, "dtype": "int4"})
    assert not page.get_by_label("optimizer", exact=True).is_visible()


@pytest.mark.parametrize("typed", ["0", "-3", "2.5", "", "many", "1e3", "1,2", "10000000000001"])
def test_what_is_no_size_is_named_and_the_results_stay(page, typed):
    page.get_by_text("Sizes of the model").click()
    before = page.locator(".mc-box").inner_text()
    field = page.get_by_label(LABELS["V"], exact=True)
    field.fill(typed)
    status = page.get_by_role("status").inner_text()
    assert status.startswith(f'V, rows of the table: found "{typed}", expected a whole number')
    assert field.get_attribute("aria-invalid") == "true" and page.locator(".mc-box").inner_text() == before
    field.fill("1000")
    assert page.locator("[aria-invalid=true], [data-problem]").count() == 0
    check(page, {**START, "V": 1000})


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [375, 1000])
def test_it_is_accessible(chromium, theme, width):
    with PIECE.opened(chromium, theme=theme, viewport={"width": width, "height": 900}) as view:
        view.get_by_text("Sizes of the model").click()
        for _ in range(2):  # the second time with a message about a wrong number
            found = Axe().run(view.page, options={"resultTypes": ["violations"]})
            assert found.violations_count == 0, found.generate_report()
            view.get_by_label(LABELS["d"], exact=True).fill("none")
