"""A notebook is read in pieces: what is run is as a whole reading has it, and the rest takes no memory."""

import json
import tracemalloc

import pytest
from hypothesis import given, settings, strategies as st

from autograder import messages
from autograder.grading import reading
from autograder.grading.reading import Reader, Unreadable


def read(data, size=1 << 20):
    """The notebook in these bytes, fed so many at a time."""
    reader = Reader()
    for at in range(0, len(data), size):
        reader.feed(data[at : at + size])
    return reader.notebook()


def whole(data):
    """As `read`, by a reader that takes everything at once."""
    found = json.loads(data.decode("utf-8-sig"))
    cells = []
    for cell in found["cells"]:
        cells.append(reading._cell(cell))
    return cells, found.get("metadata")


def code(source, **more):
    return {"cell_type": "code", "metadata": {}, "outputs": [], "source": source, **more}


def refused(data, size=1 << 20):
    with pytest.raises(Unreadable) as caught:
        read(data, size)
    return str(caught.value)


text = st.text(alphabet='ab"\\[]{},:é\U0001f600\n\u2028', max_size=6)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | text,
    lambda x: (
        st.lists(x, max_size=3)
        | st.dictionaries(
            text | st.sampled_from(["cells", "source", "metadata", "nbgrader", "outputs", "cell_type"]),
            x,
            max_size=4,
        )
    ),
    max_leaves=10,
)
cell = st.fixed_dictionaries(
    {},
    optional={
        "cell_type": st.sampled_from(["code", "markdown"]) | anything,
        "source": text | st.lists(text, max_size=3) | anything,
        "metadata": st.fixed_dictionaries({}, optional={"nbgrader": anything, "tags": anything}) | anything,
        "outputs": anything,
        "attachments": anything,
    },
)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(cell | anything, max_size=5),
    anything,
    st.booleans(),
    st.sampled_from([None, 1]),
    st.integers(1, 9),
)
def test_whatever_is_in_it_the_cells_are_those_of_a_whole_reading(cells, metadata, ascii, indent, size):
    about = {"kernelspec": {"language": "r"}, "more": metadata}
    notebook = {"metadata": about, "cells": cells, "nbformat": 4}
    data = json.dumps(notebook, ensure_ascii=ascii, indent=indent).encode()
    found, (expected, _) = read(data, size), whole(data)
    assert found.cells == expected and found.metadata["kernelspec"] == about["kernelspec"]


@settings(max_examples=200, deadline=None)
@given(st.lists(cell, max_size=3), st.data(), st.integers(1, 50))
def test_what_is_cut_off_or_broken_outside_of_outputs_is_no_valid_json(cells, data, size):
    kept = [{k: v for k, v in cell.items() if k in ("cell_type", "source")} for cell in cells]
    whole = json.dumps({"cells": kept, "metadata": {}}).encode()
    at = data.draw(st.integers(1, len(whole) - 1))
    assert refused(whole[:at], size) == messages.NOT_JSON
    assert refused(whole + b"}", size) == messages.NOT_JSON


BROKEN = [
    b'{"cells": [{} {}]}',
    b'{"cells": [{},]}',
    b'{"cells": [,{}]}',
    b'{"cells": [}]',
    b'{"cells": [{]}',
    b'{"cells": [{"source": ["a" "b"]}]}',
    b'{"cells": [{"source": [1,]}]}',
    b'{"cells": []} {"cells": []}',
    b'{"cells": [] "metadata": {}}',
    b'{"cells": [{"outputs": [}]}',
    b'{"cells": [{"source": "a\nb"}]}',
    b'{"cells": [{"source": "\\x"}]}',
    b'{"cells": [' + b'{"source": "' + b"x" * reading.TOGETHER + b'"},]}',
    b"   ",
    b"\xef\xbb\xbf",
]


@pytest.mark.parametrize("data", BROKEN)
@pytest.mark.parametrize("size", [1, 1 << 20])
def test_broken_json_is_told_as_such(data, size):
    assert refused(data, size) == messages.NOT_JSON


@pytest.mark.parametrize(
    "data, reason",
    [
        (b"", messages.EMPTY),
        (b"[1, 2]", messages.NO_CELLS),
        (b'{"cells": {}}', messages.NO_CELLS),
        (b'{"cells": [{}], "cells": 5}', messages.NO_CELLS),
        (b'{"cells": ["\xff"]}', messages.NOT_UTF8),
        (b'{"cells": [{"outputs": ["\xff"]}]}', messages.NOT_UTF8),
        (b'{"cells": []}\xc3', messages.NOT_UTF8),
        (b"[" * 100_000, messages.NOT_JSON),
        (b'{"cells": [' + b"[" * 100_000 + b"]" * 100_000 + b"]", messages.NOT_JSON),
    ],
)
def test_what_is_no_notebook(data, reason):
    assert refused(data) == refused(data, 7) == reason


def test_a_key_that_is_there_twice_or_is_spelled_with_escapes_counts_as_it_does_elsewhere():
    first, second = json.dumps([code("first")]), json.dumps([code("second")])
    for data in (f'{{"cells": {first}, "cells": {second}}}', f'{{"cells": 5, "c\\u0065lls": {second}}}'):
        assert [c.source for c in read(data.encode(), 5).cells] == ["second"]


def test_ends_of_lines_are_the_same_from_every_system():
    data = json.dumps({"cells": [code("a\r\nb\rc\n"), code(["a\r\n", "b\r\n"])]}).encode()
    assert [c.source for c in read(data).cells] == ["a\nb\nc\n", "a\nb\n"]


def parts(cell, megabytes):
    """A notebook with this cell before one that has an output of so many megabytes, in pieces."""
    line = json.dumps("seventy characters or so, as they stand in a line of what a cell printed\n").encode()
    piece = (line + b", ") * ((1 << 20) // len(line))
    yield b'{"cells": [' + json.dumps(cell).encode() + b', {"cell_type": "code", "outputs": [{"text": ['
    for _ in range(megabytes):
        yield piece
    yield line + b']}], "metadata": {}, "source": "last"}], "metadata": {"widgets": {"state": ['
    for _ in range(megabytes // 4):
        yield piece
    yield line + b"]}}}"


def test_outputs_of_any_size_play_no_part_and_take_no_memory():
    reader = Reader()
    tracemalloc.start()
    try:
        for part in parts(code("first"), 40):
            reader.feed(part)
        found, (_, peak) = reader.notebook(), tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert [c.source for c in found.cells] == ["first", "last"]
    assert peak < 12 << 20


def test_there_is_a_bound_on_the_file_and_one_on_what_is_left_of_it(monkeypatch):
    monkeypatch.setattr(reading, "MAX_FILE", 3 << 20)
    monkeypatch.setattr(reading, "MAX_BYTES", 100_000)
    data = b"".join(parts(code("first"), 2))
    assert len(read(data).cells) == 2
    assert "more than the 3 MB that are read; clear its outputs" in refused(data * 2)
    long = json.dumps({"cells": [code("#" * 100_000)]}).encode()
    assert "that are read without its outputs" in refused(long)


@pytest.mark.parametrize("cells", ["{}," * 60_000 + "{}", "[[],[]]," * 60_000 + "{}"])
def test_more_cells_or_lines_than_anybody_writes_are_refused_before_they_fill_the_memory(cells, monkeypatch):
    monkeypatch.setattr(reading, "MAX_SIGNS", 100_000)
    assert refused(f'{{"cells": [{cells}]}}'.encode(), 1 << 16) == messages.TOO_MANY_PARTS


@pytest.mark.parametrize(
    "inside",
    [
        '"cell_type": "code", "source": [%s"a"]' % ('"a",' * 1_000),
        '"metadata": {"nbgrader": {%s"a": 1}}' % ('"a": 1, ' * 1_000),
    ],
)
def test_a_cell_of_a_million_values_is_refused_before_it_is_parsed(inside, monkeypatch):
    monkeypatch.setattr(reading, "MAX_VALUES", 900)
    assert refused(f'{{"cells": [{{{inside}}}]}}'.encode()) == messages.TOO_MANY_PARTS
