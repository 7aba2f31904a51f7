"""A table keeps its bytes, but for the cells that are filled."""

import pytest
from hypothesis import given, strategies

from autograder.grading.course import CourseError
from autograder.platforms import sheets

TABLE = 'Student,ID,"lookup (7)"\r\n"Lovelace, ""A""",1234,\r\n\r\nBen,"1235",3\n'
FORMS = {
    "utf-8": TABLE.encode(),
    "a mark": TABLE.encode("utf-8-sig"),
    "utf-16": TABLE.encode("utf-16"),
    "cp1252": TABLE.replace("Ben", "Söderström").encode("cp1252"),
    "semicolons": TABLE.replace(",", ";").encode(),
    "tabs": TABLE.replace(",", "\t").encode(),
    "no line end at the end": TABLE.rstrip().encode(),
}


@pytest.mark.parametrize("form", FORMS)
def test_bytes_stay(tmp_path, form):
    path = tmp_path / "a.csv"
    path.write_bytes(FORMS[form])
    sheet = sheets.read(path)
    assert sheet.data() == FORMS[form]
    sign = sheet.sign
    assert [cell.text for cell in sheet.rows[1]] == [f'Lovelace{sign} "A"', "1234", ""]
    sheet.put(1, 2, "27.5")
    wanted = f"{sign}1234{sign}".encode(sheet.encoding)
    assert sheet.data() == FORMS[form].replace(wanted, wanted + "27.5".encode(sheet.encoding))


@given(strategies.text(alphabet='a",;\r\n\t é', max_size=40))
def test_any_text_stays(text):
    for sign in ",;\t":
        rows, ends = sheets._rows(text, sign)
        lines = (sign.join(cell.raw for cell in row) + end for row, end in zip(rows, ends))
        assert "".join(lines) == text


def test_a_line_that_is_too_short_gets_its_cell(tmp_path):
    (tmp_path / "a.csv").write_text("Student,ID,lookup\nada,1\n")
    sheet = sheets.read(tmp_path / "a.csv")
    sheet.put(1, 2, "3")
    assert sheet.data() == b"Student,ID,lookup\nada,1,3\n"


@pytest.mark.parametrize(
    "data, words",
    [
        (b"PK\x03\x04", "export it as CSV"),
        (b"", "no column names"),
        (b"\xff\xfe\x00", "no text in utf-16-le"),
    ],
)
def test_what_is_no_table(tmp_path, data, words):
    (tmp_path / "a.csv").write_bytes(data)
    with pytest.raises(CourseError, match=words):
        sheets.read(tmp_path / "a.csv")
