"""What the interactive pieces do alike, in Chromium: they have a name, fit the screen and refuse bad data."""

import importlib
from pathlib import Path

import pytest

MODULES = [
    importlib.import_module(path.stem) for path in sorted(Path(__file__).parent.glob("test_piece_*.py"))
]
PIECES = [module.PIECE for module in MODULES if hasattr(module, "PIECE")]
SPOILT = [(piece, *case) for piece in PIECES for case in piece.refuses]


@pytest.fixture(scope="module", params=PIECES, ids=lambda piece: piece.name)
def shown(request, chromium):
    """A piece and a narrow page that shows it; tests may change the page's width and its folds."""
    with request.param.opened(chromium, viewport={"width": 375, "height": 900}) as view:
        yield request.param, view.page


def test_it_has_a_name(shown):
    piece, page = shown
    assert page.get_by_role("group", name=piece.label, exact=True).count() == 1


def test_the_page_does_not_scroll_sideways(shown):
    """Neither when it is opened on a narrow screen, nor after its width has changed."""
    _, page = shown
    for width in (375, 1000, 1280, 375):
        page.set_viewport_size({"width": width, "height": 900})
        for unfolded in (False, True):
            page.evaluate(
                "open => document.querySelectorAll('details').forEach((fold) => { fold.open = open; })",
                unfolded,
            )
            assert page.evaluate(
                "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
            ), f"at a width of {width}"


@pytest.mark.parametrize(
    "piece, spoil, says", SPOILT, ids=[f"{piece.name}-{says}" for piece, _, says in SPOILT]
)
def test_data_that_do_not_fit_are_refused_in_words(chromium, piece, spoil, says):
    assert says in piece.refused(chromium, spoil)
