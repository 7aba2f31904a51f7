"""Zip files as somebody wrote them who means ill, or whose disk was full."""

import stat
import zipfile

import pytest
import zipped

from autograder.grading.course import CourseError
from autograder.platforms import zips
from autograder.platforms.names import Entry


@pytest.fixture
def opened(tmp_path):
    """Open a zip file of these files, until the test ends."""
    found = []

    def of(files, **how):
        found.append(zips.Zip(zipped.write(tmp_path / "a.zip", files, **how)))
        return found[-1]

    yield of
    for file in found:
        file.close()


@pytest.mark.parametrize(
    "name", ["../x.ipynb", "/x.ipynb", "a/../../x.ipynb", "..\\x.ipynb", "C:/x.ipynb", "a\\..\\x.ipynb"]
)
def test_a_path_that_leads_out(opened, name):
    file = opened({name: "x"})
    assert [file.refusal(entry) for entry in file.entries()] == ["its path leads out of the zip file"]


def test_links_encrypted_and_oddly_compressed_files_and_doubles(tmp_path):
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as file:
        link = zipfile.ZipInfo("link.ipynb")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        file.writestr(link, "/etc/passwd")
        file.writestr("odd.ipynb", "x" * 100, zipfile.ZIP_BZIP2)
        file.writestr("good.ipynb", "x")
        with pytest.warns(UserWarning, match="Duplicate name"):
            for _ in range(2):
                file.writestr("twice.ipynb", "x")
        file.writestr("secret.ipynb", "x")
        file.infolist()[-1].flag_bits |= 1
    with zips.opened([path]) as files:
        told = {entry.path: files["a"].refusal(entry) for entry in files["a"].entries()}
    assert told == {
        "link.ipynb": "a link, expected a file",
        "odd.ipynb": "compressed in a way that is not read here",
        "good.ipynb": "",
        "twice.ipynb": "the zip file holds it twice",
        "secret.ipynb": "encrypted",
    }


def test_a_notebook_that_is_too_large(opened, monkeypatch):
    monkeypatch.setattr(zips, "MAX_FILE", 2_000_000)
    file = opened({"bomb.ipynb": "0" * 2_000_001, "fits.ipynb": "0" * 2_000_000})
    assert [file.refusal(entry) for entry in file.entries()] == ["larger than 2 MB", ""]


def test_no_more_is_unpacked_than_the_table_says(opened, tmp_path):
    file = opened({"a.ipynb": "0123456789" * 1000})
    entry = Entry("a", "a.ipynb")
    file._infos[entry].file_size = 15
    with pytest.raises(zips.BadEntry, match="broken"):
        # What is left of it shows at the end, where the sum is compared.
        file.unpack(entry, tmp_path / "out")
    assert (tmp_path / "out").stat().st_size <= 15


def test_a_broken_notebook(opened, tmp_path):
    file = opened({"a.ipynb": "0123456789" * 1000})
    data = bytearray(file.path.read_bytes())
    data[60] ^= 0xFF
    file.path.write_bytes(data)
    with zips.opened([file.path]) as files, pytest.raises(zips.BadEntry, match="broken"):
        files["a"].unpack(Entry("a", "a.ipynb"), tmp_path / "out")


@pytest.mark.parametrize("cut", [0, 10, 200])
def test_a_file_that_is_no_zip_file(tmp_path, cut):
    path = zipped.write(tmp_path / "a.zip", {"a.ipynb": "x" * 500})
    path.write_bytes(path.read_bytes()[:-cut] if cut else b"no zip file")
    with pytest.raises(CourseError, match=r"a\.zip: no zip file, or a broken one"):
        zips.Zip(path)


def test_a_table_of_contents_of_any_size(tmp_path, monkeypatch):
    path = zipped.write(tmp_path / "a.zip", {f"{n}.ipynb": "" for n in range(100)})
    monkeypatch.setattr(zips, "TABLE", 1000)
    with pytest.raises(CourseError, match="its table of contents is larger than 1,000 bytes"):
        zips.Zip(path)


def test_two_files_of_one_name(tmp_path):
    paths = [zipped.write(tmp_path / folder / "a.zip", {"a.ipynb": "x"}) for folder in "xy"]
    with pytest.raises(CourseError, match="a second zip file of this name"), zips.opened(paths):
        pass


def test_unpacked_as_it_was(opened, tmp_path):
    text = "é" * 100_000
    file = opened({"a.ipynb": text})
    content = file.unpack(Entry("a", "a.ipynb"), tmp_path / "out")
    assert (tmp_path / "out").read_text("utf-8") == text and zips.digest(tmp_path / "out") == content
