"""The scenario library lists, checks and loads JSON files and folders, and says clearly what it cannot."""

import json
import os
from pathlib import Path

import pytest

from app.errors import Conflict, InvalidInput, NotFound
from app.scenarios.folders.writing import folder_files
from app.scenarios.scenario_check import SCHEMA_FILE
from app.services.game.games import scenario_files
from app.services.game.games.scenario_library import ScenarioLibrary
from tests.wording import raises_in_words
from tests.worlds import small_sheet


def put(folder: Path, name: str = "small.json", **changes: object) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(json.dumps({**small_sheet().model_dump(mode="json"), **changes}), encoding="utf-8")
    return path


def test_a_scenario_is_listed_with_its_counts_and_loaded_by_its_id(tmp_path: Path) -> None:
    put(tmp_path)
    library = ScenarioLibrary([tmp_path])

    (info,) = library.list()

    assert (info.id, info.title, info.summary, info.problem) == ("small", "A Small World", "For tests.", None)
    assert (info.places, info.people, info.quests, info.acts) == (5, 3, 2, 2)
    assert library.load("small") == small_sheet()
    assert library.check("small") == ()


def test_a_file_is_loaded_by_its_path_whatever_it_is_called(tmp_path: Path) -> None:
    path = put(tmp_path / "elsewhere", "my story.JSON")

    assert ScenarioLibrary([]).load(str(path)) == small_sheet()
    assert ScenarioLibrary([]).load(path) == small_sheet()


def test_the_first_folder_wins_and_a_missing_one_holds_nothing(tmp_path: Path) -> None:
    put(tmp_path / "a", title="First")
    put(tmp_path / "b", title="Second")
    library = ScenarioLibrary([tmp_path / "none", tmp_path / "a", tmp_path / "b"])

    assert [info.title for info in library.list()] == ["First"]
    assert library.load("small").title == "First"


def test_an_unknown_id_says_which_there_are(tmp_path: Path) -> None:
    put(tmp_path)

    with pytest.raises(NotFound, match=r"no scenario 'large'\. There are: small\."):
        ScenarioLibrary([tmp_path]).load("large")
    with pytest.raises(NotFound, match="There are: none"):
        ScenarioLibrary([]).load("large")


@pytest.mark.parametrize("wanted", ["../small", "small/../small", "", "Small", "small\n", "a" * 65, "c:\\x", "\x1b[2J"])
def test_what_is_no_id_is_refused_before_any_file_is_looked_for(tmp_path: Path, wanted: str) -> None:
    put(tmp_path)

    with pytest.raises(InvalidInput, match="is no scenario id") as caught:
        ScenarioLibrary([tmp_path / "folder"]).load(wanted)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("name", ["none.json", "nul\0.json", f"{'x' * 300}.json", "."])
def test_a_file_that_cannot_be_read_is_not_found_and_its_folder_is_not_told(tmp_path: Path, name: str) -> None:
    with pytest.raises(NotFound) as caught:
        ScenarioLibrary([]).load(tmp_path / name)

    assert str(tmp_path.parent) not in str(caught.value)
    assert str(caught.value).isprintable()


def test_a_broken_scenario_stays_in_the_list_with_its_problem(tmp_path: Path) -> None:
    put(tmp_path, start_location="moon")
    (tmp_path / "torn.json").write_text('{"id": "torn"', encoding="utf-8")
    library = ScenarioLibrary([tmp_path])

    small, torn = library.list()

    assert small.title == "A Small World"
    assert "start_location: 'moon' names no place" in (small.problem or "")
    assert torn.id == "torn"
    assert "line 1, column 14" in (torn.problem or "")
    with pytest.raises(InvalidInput, match="'moon'"):
        library.load("small")
    assert [problem.where for problem in library.check("small")] == ["start_location"]


def test_a_file_called_otherwise_than_its_scenario_is_refused_by_id(tmp_path: Path) -> None:
    put(tmp_path, "other.json")
    library = ScenarioLibrary([tmp_path])

    assert "it is 'small', but the file is called 'other.json'" in (library.list()[0].problem or "")
    with pytest.raises(InvalidInput, match=r"called 'other\.json'"):
        library.load("other")


def test_a_file_whose_name_is_no_id_is_listed_safely(tmp_path: Path) -> None:
    put(tmp_path, "bad\x1b[2J.json")

    (info,) = ScenarioLibrary([tmp_path]).list()

    assert info.id.isprintable()
    assert info.problem is not None


def test_a_file_that_is_too_large_is_refused_by_its_limit(tmp_path: Path) -> None:
    path = put(tmp_path)
    assert scenario_files.MAX_FILE_BYTES == 5_000_000
    with path.open("ab") as file:
        file.write(b" " * 5_000_000)

    with pytest.raises(InvalidInput, match="over 5 MB"):
        ScenarioLibrary([tmp_path]).load("small")
    assert "over 5 MB" in (ScenarioLibrary([tmp_path]).list()[0].problem or "")


def test_the_schema_beside_the_scenarios_is_none(tmp_path: Path) -> None:
    put(tmp_path)
    (tmp_path / SCHEMA_FILE).write_text("{}", encoding="utf-8")

    assert [info.id for info in ScenarioLibrary([tmp_path]).list()] == ["small"]


# -- adding -----------------------------------------------------------------------------------------------------------


def written(**changes: object) -> bytes:
    return json.dumps({**small_sheet().model_dump(mode="json"), **changes}).encode()


def test_a_scenario_is_added_to_the_own_folder_and_read_from_there(tmp_path: Path) -> None:
    library = ScenarioLibrary([tmp_path / "ships", tmp_path], own=tmp_path)
    info = library.add(written())
    assert (info.id, info.problem) == ("small", None)
    assert library.load("small") == small_sheet()
    assert [path.name for path in tmp_path.iterdir()] == ["small.json"]


def test_an_own_scenario_is_replaced(tmp_path: Path) -> None:
    library = ScenarioLibrary([tmp_path], own=tmp_path)
    library.add(written())
    assert library.add(written(title="Second")).title == "Second"
    assert library.load("small").title == "Second"


def test_a_scenario_that_ships_is_never_replaced_or_hidden(tmp_path: Path) -> None:
    put(tmp_path / "ships", title="Ships")
    own = tmp_path / "own"
    own.mkdir()
    library = ScenarioLibrary([tmp_path / "ships", own], own=own)
    with raises_in_words(Conflict, match="'small' ships with Talekeeper"):
        library.add(written(title="Mine"))
    assert [*own.iterdir()] == []


def test_without_an_own_folder_nothing_can_be_added(tmp_path: Path) -> None:
    with raises_in_words(Conflict, match="TALEKEEPER_SCENARIOS"):
        ScenarioLibrary([tmp_path]).add(written())


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", written(id="../x"), written(start_location="nowhere")])
def test_what_cannot_be_played_is_not_added(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(InvalidInput, match="The scenario has"):
        ScenarioLibrary([tmp_path], own=tmp_path).add(data)
    assert [*tmp_path.iterdir()] == []


# -- folders ----------------------------------------------------------------------------------------------------------


def put_folder(folder: Path, name: str = "small", **changes: str) -> Path:
    """The small world as a folder; ``__`` is a slash in the names of changed files, which end in ``.md``."""
    sheet = small_sheet().model_copy(update={"id": name})
    files = {**folder_files(sheet), **{f"{path.replace('__', '/')}.md": text for path, text in changes.items()}}
    for path, text in files.items():
        (folder / name / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / name / path).write_text(text, encoding="utf-8")
    return folder / name


def test_a_folder_is_listed_checked_and_loaded_as_a_file_is(tmp_path: Path) -> None:
    path = put_folder(tmp_path)
    library = ScenarioLibrary([tmp_path])

    (info,) = library.list()

    assert (info.id, info.title, info.problem, info.places) == ("small", "A Small World", None, 5)
    assert library.load("small") == library.load(path) == small_sheet()
    assert library.check("small") == ()


def test_a_folder_without_a_scenario_is_none(tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    put_folder(tmp_path / "_drafts")
    put_folder(tmp_path).rename(tmp_path / ".small")

    assert ScenarioLibrary([tmp_path]).list() == []
    with pytest.raises(NotFound, match="no scenario in the folder pictures"):
        ScenarioLibrary([]).load(tmp_path / "pictures")


def test_the_problems_of_a_folder_name_file_and_line(tmp_path: Path) -> None:
    put_folder(tmp_path, places__market="---\nexit: []\n---\n# Market\n\nStalls.\n")
    library = ScenarioLibrary([tmp_path])

    assert "places/market.md:2: exit: there is no field 'exit'; did you mean 'exits'?" in (
        library.list()[0].problem or ""
    )
    with pytest.raises(InvalidInput, match=r"small has \d+ problems?:\n  places/market\.md:2: exit"):
        library.load("small")


def test_a_folder_called_otherwise_than_its_scenario_is_refused_by_id(tmp_path: Path) -> None:
    put_folder(tmp_path).rename(tmp_path / "other")

    assert [str(problem) for problem in ScenarioLibrary([tmp_path]).check("other")] == [
        "scenario.md:2: id: it is 'small', but the folder is called 'other'."
    ]


def test_a_file_and_a_folder_of_one_id_are_not_guessed_between(tmp_path: Path) -> None:
    put(tmp_path)
    put_folder(tmp_path)

    with pytest.raises(InvalidInput, match=r"a file 'small\.json' and a folder 'small'; remove one"):
        ScenarioLibrary([tmp_path]).load("small")


def test_links_out_of_a_folder_are_not_followed(tmp_path: Path) -> None:
    path = put_folder(tmp_path)
    (tmp_path / "secret.md").write_text("# Secret", encoding="utf-8")
    (path / "people" / "secret.md").symlink_to(tmp_path / "secret.md")
    (path / "people" / "round.md").symlink_to(path / "people" / "round.md")
    (path / "quests" / "out").symlink_to(tmp_path)
    (path / "_notes").symlink_to(tmp_path)

    assert [str(problem).partition(": ")[::2] for problem in ScenarioLibrary([tmp_path]).check("small")][:3] == [
        ("people/round.md", "it is a link in a circle."),
        ("people/secret.md", "it is a link out of the folder."),
        ("quests/out", "it is a link out of the folder."),
    ]


def test_a_link_within_a_folder_is_read_as_its_file(tmp_path: Path) -> None:
    path = put_folder(tmp_path)
    (path / "_shared").mkdir()
    (path / "places" / "market.md").rename(path / "_shared" / "market.md")
    (path / "places" / "market.md").symlink_to(path / "_shared" / "market.md")
    (path / "people" / "same").symlink_to(path / "places")

    assert [str(problem) for problem in ScenarioLibrary([tmp_path]).check("small")] == [
        "people/same: it is a link to a folder, which is not followed."
    ]


def test_folders_are_read_up_to_a_size_and_a_number_of_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = put_folder(tmp_path)
    (path / "people" / "long.md").write_bytes(b" " * (scenario_files.MAX_PART_BYTES + 1))
    assert "people/long.md: it is over 1 MB." in map(str, ScenarioLibrary([]).check(path))
    monkeypatch.setattr(scenario_files, "MAX_FILES", 3)
    with pytest.raises(InvalidInput, match="small has over 3 files"):
        ScenarioLibrary([]).load(path)
    monkeypatch.setattr(scenario_files, "MAX_FILE_BYTES", 1_000)
    with pytest.raises(InvalidInput, match="too large for a scenario"):
        ScenarioLibrary([]).load(path)


@pytest.mark.parametrize("name", [b"\xff.md", b"\x1b[2J.md"])
def test_a_file_whose_name_cannot_be_printed_is_a_problem(tmp_path: Path, name: bytes) -> None:
    path = put_folder(tmp_path)
    try:
        Path(os.fsdecode(bytes(path / "people") + b"/" + name)).write_text("# X")
    except OSError:
        pytest.skip("the file system takes no such name")
    [problem] = ScenarioLibrary([]).check(path)
    assert str(problem).isprintable()
    assert "characters that can be printed" in problem.what


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes with names")
def test_a_pipe_in_a_folder_is_not_waited_for(tmp_path: Path) -> None:
    path = put_folder(tmp_path)
    os.mkfifo(path / "people" / "pipe.md")
    assert [str(problem) for problem in ScenarioLibrary([]).check(path)] == [
        "people/pipe.md: it cannot be read: it is not a regular file."
    ]


def test_an_own_folder_is_not_replaced_by_an_added_file_and_is_made_where_there_is_none(tmp_path: Path) -> None:
    own = tmp_path / "data" / "own"
    library = ScenarioLibrary([own], own=own)
    assert library.add(written(id="first")).problem is None
    put_folder(own)
    with raises_in_words(Conflict, match="'small' is a folder of files"):
        library.add(written())
