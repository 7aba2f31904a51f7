"""nbgrader's own `zip_collect` with the plugin makes the folders that `collect` makes."""

import shutil

import pytest
import zipped
from grading.test_nbgrader_stock import ROOT, course_of, nbgrader_here

from autograder.grading import timestamps
from autograder.platforms.collect import collect

SETTING = 'c.ZipCollectApp.collector_plugin = "autograder.platforms.collector.PlatformCollector"\n'
FILE = "assignsubmission_file"
ZIPS = {
    "moodle in folders": {
        f"Ada Lovelace_1_{FILE}/lookup.ipynb": "a",
        f"José Söderström_2_{FILE}/homework/lookup (1).ipynb": "b",
        f"Eve Four_3_{FILE}/lookup.ipynb": "c",
        f"Eve Four_4_{FILE}/lookup.ipynb": "d",
        f"Fay Five_5_{FILE}/lookup.ipynb": "e",
        f"Fay Five_5_{FILE}/lookup (1).ipynb": "f",
        f"Gus Six_6_{FILE}/scatter-add.ipynb": "g",
        "Gus Six_6_assignsubmission_onlinetext/onlinetext.html": "h",
        "__MACOSX/x.ipynb": "i",
    },
    "moodle in one folder": {f"Ada Lovelace_1_{FILE}_lookup.ipynb": "a", f"Ben_2_{FILE}_homework.ipynb": "b"},
    "canvas": {
        "lovelaceada_1234_9_lookup.ipynb": "a",
        "lovelaceada_LATE_1234_10_lookup-1.ipynb": "b",
        "söderströmben_LATE_1235_11_lookup.ipynb": "c",
        "newfay_77_12_lookup.pdf": "d",
        "studenttest_5_13_lookup.ipynb": "e",
    },
    "classroom": {
        "W/Ada Lovelace - lookup.ipynb": "a",
        "W/José - M - lookup.ipynb": "b",
        "W/lookup.ipynb": "c",
    },
    "times": {
        "ada_lookup_attempt_2026-11-20-12-00-00_lookup.ipynb": "a",
        "ada_lookup_attempt_2026-11-20-13-30-00_lookup.ipynb": "b",
        "ada_lookup_attempt_2026-11-20-13-30-00.txt": "c",
    },
}


def submitted(course) -> dict[str, object]:
    """The files in submitted/; of a time what it says, as nbgrader leaves out that it is UTC."""
    return {
        path.relative_to(course / "submitted").as_posix(): (
            timestamps.time_in(path.read_bytes()) if path.name == "timestamp.txt" else path.read_text("utf-8")
        )
        for path in (course / "submitted").rglob("*.*")
    }


@pytest.fixture(scope="module")
def released(tmp_path_factory, graded):
    course = course_of(ROOT, tmp_path_factory.mktemp("released") / "course")
    with open(course / "nbgrader_config.py", "a", encoding="utf-8") as config:
        config.write(SETTING)
    (course / "exercises" / "lookup").mkdir(parents=True)
    shutil.copy(ROOT / "exercises" / "lookup" / "lookup.ipynb", course / "exercises" / "lookup")
    shutil.copy(graded / "gradebook.db", course)
    return course


@pytest.mark.parametrize(
    "platform, encoding",
    [
        *((name, "") for name in ZIPS),
        ("moodle in folders", "utf-8"),
        ("canvas", "utf-8"),
        ("canvas", "cp437"),
    ],
)
def test_the_same_folders(released, tmp_path, platform, encoding):
    stock = shutil.copytree(released, tmp_path / "stock")
    ours = shutil.copytree(released, tmp_path / "ours")
    path = zipped.write(stock / "downloaded" / "lookup" / "archive" / "a.zip", ZIPS[platform], encoding)
    nbgrader_here(stock, "zip_collect", "lookup")
    found = collect(ours, [path], "lookup")
    assert submitted(stock) == submitted(ours) and len(found.sorting.taken) >= 1
    if platform == "moodle in folders":
        assert {name.partition("/")[0] for name in submitted(ours)} == {
            *("ada", "José Söderström", "Eve Four_3", "Eve Four_4", "Fay Five")
        }
