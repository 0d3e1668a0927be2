"""The command line as a user meets it: exit codes, one line per error, no traceback and no path."""

import sys
from pathlib import Path
from typing import Any

import pytest

from app import __version__
from app.cli import setup
from app.cli.errors import EXIT_CODES, error_line, exit_code
from app.cli.playing import play as playing
from app.errors import CorruptSave, InvalidInput, TalekeeperError
from app.models.sheets.scenario import ScenarioSheet
from app.stores.json_store import JsonGameStore
from tests.integration.cli.conftest import RunCommand
from tests.integration.cli.tables import write_scenario
from tests.worlds import small_sheet

pytestmark = pytest.mark.long


def every_error(kind: type[TalekeeperError] = TalekeeperError) -> list[type[TalekeeperError]]:
    """Those of the use cases; the HTTP API has further ones of its own, which never come to the terminal."""
    found = (error for below in kind.__subclasses__() for error in every_error(below))
    return [error for error in (kind, *found) if error.__module__ == TalekeeperError.__module__]


def test_every_error_has_an_exit_code_of_its_own() -> None:
    codes = {kind: exit_code(kind("x")) for kind in every_error()}
    assert all(code != 0 for code in codes.values())
    assert len(set(codes.values())) == len(codes)
    assert set(EXIT_CODES) == set(codes) - {TalekeeperError}


def test_an_error_of_several_lines_becomes_one() -> None:
    assert error_line(InvalidInput("x.json has 2 problems:\n  a: b.\n  c: d.\x1b[31m")) == (
        "x.json has 2 problems: a: b. c: d."
    )
    assert "saves repair" in error_line(CorruptSave("line 3: damaged."))


def test_without_arguments_the_help_is_shown(command: RunCommand) -> None:
    ran = command()
    assert "play" in ran.out + ran.err
    assert "Traceback" not in ran.out + ran.err


def test_the_version_is_shown(command: RunCommand) -> None:
    ran = command("--version")
    assert (ran.code, ran.out) == (0, f"talekeeper {__version__}\n")


def test_an_unknown_command_names_the_nearest(command: RunCommand) -> None:
    ran = command("paly")
    assert ran.code == 2
    assert "play" in ran.err


def test_play_without_input_shows_a_whole_game_and_its_memories(command: RunCommand) -> None:
    ran = command("play", "tide-bell")
    assert ran.code == 0
    assert ran.err == ""
    assert "> look" in ran.out
    for heading in ("What places remember", "What people remember", "What the world remembers"):
        assert heading in ran.out
    assert not any(line.endswith(" ") for line in ran.out.splitlines())


def test_play_reads_its_lines_from_a_pipe(command: RunCommand, saves: Path) -> None:
    ran = command("play", "tide-bell", "--name", "Élan", typed="look\n/save one\n/quit\nlook\n")
    assert ran.code == 0
    assert ran.out.count("> look") == 1
    assert "Turn 1 is named 'one'" in ran.out
    assert len(list(saves.glob("tide-bell-*"))) == 1


def test_a_game_begins_with_the_character_of_a_card_and_of_options(command: RunCommand, saves: Path) -> None:
    card = str(Path(__file__).parents[2] / "data" / "cards" / "v2.json")
    ran = command(
        "play", "tide-bell", "--card", card, "--pronouns", "they/them", "--name", "Lena", typed="look\n/quit\n"
    )
    assert ran.code == 0, ran.err
    (folder,) = saves.glob("tide-bell-*")
    (lena,) = JsonGameStore(saves).read(folder.name).opening.state.party.players
    assert (lena.name, lena.pronouns) == ("Lena", "they/them")
    assert lena.description


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("play", "nowhere"), 3, "There are: "),
        (("play", "../../etc/passwd"), 2, "no scenario id"),
        (("play", "./missing.json"), 3, "missing.json"),
        (("play", "--load", "nothing"), 3, "nothing"),
        (("play", "--load", "../x"), 3, "../x"),
        (("play", "--name", ""), 2, "1 to 60 characters"),
        (("play", "--name", "a\x1b[31m"), 2, "1 to 60 characters"),
        (("play", "--name", "\udcff"), 2, "60 characters"),
        (("play", "--card", "missing.json"), 2, "missing.json"),
        (("play", "--pronouns", "x" * 61), 2, "pronouns"),
        (("play", "--load", "x", "--about", "Tall."), 2, "--load goes on"),
        (("play", "--model", "no-such-model"), 2, "no-such-model"),
        (("play", "--model", ""), 2, "not a model name"),
        (("run", "missing.txt"), 3, "missing.txt"),
        (("memories", "nothing"), 3, "nothing"),
        (("check-scenario", "missing.json"), 3, "missing.json"),
        (("saves", "show", "nothing"), 3, "nothing"),
        (("saves", "restore", "../x"), 2, "no id of a game"),
        (("saves", "repair", "nothing"), 3, "nothing"),
        (("saves", "delete", ""), 3, "''"),
        (("saves", "import", "missing.json"), 3, "missing.json"),
    ],
)
def test_bad_input_ends_in_one_clear_line(
    command: RunCommand, saves: Path, tmp_path: Path, arguments: tuple[str, ...], code: int, says: str
) -> None:
    ran = command(*arguments, typed="look\n")
    assert ran.code == code
    assert says in ran.err
    assert ran.err.count("\n") == 1
    assert str(tmp_path) not in ran.err
    assert not list(saves.glob("*-*")), "no game was begun"


def test_a_setting_that_cannot_be_used_is_named(command: RunCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALEKEEPER_PROMPT_BUDGET", "many")
    monkeypatch.setenv("TALEKEEPER_API_KEY", "secret-key")
    ran = command("play")
    assert ran.code == 2
    assert ran.err.startswith("The setting TALEKEEPER_PROMPT_BUDGET cannot be used: ")
    assert ran.err.count("\n") == 1
    assert "secret" not in ran.err


def test_a_saves_folder_that_is_a_file_is_refused(
    command: RunCommand, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("TALEKEEPER_SAVES", str(tmp_path / "file"))
    ran = command("play")
    assert ran.code == 9
    assert "it is a file" in ran.err
    assert str(tmp_path) not in ran.err


def test_the_saves_folder_is_made_and_may_begin_with_the_home_folder(
    command: RunCommand, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("TALEKEEPER_SAVES", "~/deep/games")
    assert command("play", "tide-bell", typed="look\n").code == 0
    assert list((tmp_path / "deep" / "games").glob("tide-bell-*"))


def test_a_fault_of_the_program_shows_no_traceback_and_is_in_the_log(
    command: RunCommand, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def break_down(_settings: object) -> None:
        raise ValueError("secret prompt")

    monkeypatch.setattr(setup, "make_container", break_down)
    monkeypatch.setenv("TALEKEEPER_LOG", str(tmp_path / "log"))
    ran = command("play")
    assert ran.code == 70
    assert ran.err.count("\n") == 1
    assert "ValueError" in ran.err
    assert "secret" not in ran.err
    assert "internal error" in (tmp_path / "log").read_text()


def test_being_interrupted_ends_in_one_line(command: RunCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    async def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(playing, "play_piped", interrupt)
    ran = command("play")
    assert ran.code == 130
    assert ran.err == "Stopped.\n"


def test_a_log_file_that_cannot_be_written_is_said(
    command: RunCommand, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TALEKEEPER_LOG", str(tmp_path))
    ran = command("scenarios")
    assert ran.code == 2
    assert ran.err.startswith("TALEKEEPER_LOG names a file that cannot be written: ")


def test_warnings_are_shown_only_when_asked_for(command: RunCommand, saves: Path) -> None:
    command("play", "tide-bell", typed="look\n")
    [journal] = saves.glob("*/journal.jsonl")
    journal.write_bytes(journal.read_bytes() + b'{"crc"')
    assert command("play", "--load", "traveller", typed="/quit\n").err == ""
    journal.write_bytes(journal.read_bytes() + b'{"crc"')
    assert "never confirmed" in command("play", "--load", "traveller", "--verbose", typed="/quit\n").err


def test_run_plays_a_file_without_its_comments(command: RunCommand, tmp_path: Path) -> None:
    script = tmp_path / "script.txt"
    script.write_text("\ufeff# a comment\n\nlook\r\n  # another\ntake the bucket\n", encoding="utf-8")
    ran = command("run", str(script), "--scenario", "tide-bell", typed="this is not read\n")
    assert ran.code == 0
    assert [line for line in ran.out.splitlines() if line.startswith("> ")] == ["> look", "> take the bucket"]
    assert "herring bucket" in ran.out
    assert "This game is kept as" in ran.out


def test_a_script_that_is_no_text_is_refused(command: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "script").write_bytes(b"look\n\xff\xfe\n")
    ran = command("run", str(tmp_path / "script"))
    assert ran.code == 2
    assert "not UTF-8 text (byte 6)" in ran.err


def test_scenarios_lists_what_can_be_played_and_what_cannot(
    command: RunCommand, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    write_scenario(tmp_path)
    (tmp_path / "broken.json").write_text("{")
    monkeypatch.setenv("TALEKEEPER_SCENARIOS", str(tmp_path))
    ran = command("scenarios")
    assert ran.code == 0
    assert "small — A Small World\n  For tests.\n  5 places · 3 people · 2 quests · 2 acts\n" in ran.out
    assert "broken\n  Cannot be played: " in ran.out


def test_check_scenario_prints_every_problem_with_its_place(command: RunCommand, tmp_path: Path) -> None:
    sheet = small_sheet().model_copy(update={"start_location": "nowhere"})
    path = write_scenario(tmp_path, sheet)
    ran = command("check-scenario", str(path))
    assert ran.code == 1
    assert any(line.startswith("start_location: ") for line in ran.out.splitlines())
    assert "found." in ran.err


def test_check_scenario_is_content_with_a_good_file_and_a_known_id(command: RunCommand, tmp_path: Path) -> None:
    assert command("check-scenario", str(write_scenario(tmp_path))).code == 0
    assert command("check-scenario", "tide-bell").code == 0


def walking(tmp_path: Path, **fields: Any) -> Path:
    """The small world with two endings, which come with the place that is entered."""
    ends = [
        {
            "id": f"to-{place}",
            "when": {"kind": "place_entered", "location_id": place},
            "effects": [{"kind": "end_story", "ending_id": ending}],
        }
        for place, ending in (("inn", "indoors"), ("cell-2", "below"))
    ]
    endings = [{"id": key, "name": key, "text": f"You are {key}."} for key in ("indoors", "below")]
    raw = {**small_sheet().model_dump(mode="json"), "walkthrough": [], "rules": ends, "endings": endings, **fields}
    return write_scenario(tmp_path, ScenarioSheet.model_validate(raw))


def test_check_scenario_plays_each_walkthrough_to_its_ending(command: RunCommand, tmp_path: Path) -> None:
    inn = {"name": "indoors", "lines": ["look", "go to the inn", "look"], "ending": "indoors"}
    ran = command("check-scenario", str(walking(tmp_path, walkthroughs=[inn])))

    assert ran.code == 0
    assert "walkthroughs[0] (indoors): 2 lines, the ending 'indoors', with 1 line left.\n" in ran.out
    assert command("saves", "list").out.count("Small World") == 0


def test_check_scenario_shows_where_a_walkthrough_differs(command: RunCommand, tmp_path: Path) -> None:
    walks = [
        {"lines": ["go to the inn"], "ending": "below"},
        {"lines": ["look", "fly to the moon", "wait"], "ending": "indoors"},
        {"lines": ["go to the inn"]},
    ]
    ran = command("check-scenario", str(walking(tmp_path, walkthroughs=walks)))

    assert ran.code == 1
    assert (
        "walkthroughs[0]: it reaches the ending 'indoors', not the ending 'below'.\n  line 1: go to the inn\n"
        in ran.out
    )
    assert "walkthroughs[1]: it does not reach the ending 'indoors': the story goes on" in ran.out
    assert "  line 2: fly to the moon\n" in ran.out
    assert "walkthroughs[2]: it reaches the ending 'indoors', not the end of the last act." in ran.out
    assert "3 problems found." in ran.err


def jumping(difficulty: int) -> dict[str, Any]:
    """Fields of a world in which one stumbles into the story's end, where the dice let one."""
    jump = {"text": "Down.", "effects": [{"kind": "end_story", "ending_id": "below"}]}
    check = {"attribute": "agility", "difficulty": difficulty, "failure": jump}
    below = {"id": "below", "name": "below", "text": "You are below."}
    action = {"id": "jump-down", "words": ["jump into the well"], "check": check}
    walk = {"name": "down", "lines": ["look", "jump into the well"], "ending": "below"}
    return {"actions": [action], "walkthroughs": [walk], "rules": [], "endings": [below]}


def test_check_scenario_warns_of_a_walkthrough_that_depends_on_the_dice(command: RunCommand, tmp_path: Path) -> None:
    """With the seeds 1, 2 and 3 they show 4, 12 and 17."""
    ran = command("check-scenario", str(walking(tmp_path, **jumping(10))))

    assert ran.code == 0
    assert "walkthroughs[0] (down): 2 lines, the ending 'below'.\n" in ran.out
    assert (
        "warning: walkthroughs[0] (down): it depends on the dice: it does not reach its ending with 2 of 3 seeds."
        in ran.out
    )


def test_check_scenario_does_not_warn_where_the_dice_cannot_fail(command: RunCommand, tmp_path: Path) -> None:
    ran = command("check-scenario", str(walking(tmp_path, **jumping(21))))

    assert ran.code == 0
    assert "dice" not in ran.out


def test_check_scenario_warns_without_failing(command: RunCommand, tmp_path: Path) -> None:
    never = [{"id": "tide", "name": "the tide", "minutes": 5}]
    ran = command("check-scenario", str(walking(tmp_path, timers=never)))

    assert ran.code == 0
    assert "warning: timers[0]: 'tide' never runs" in ran.out


def test_check_scenario_checks_every_file_of_a_folder(command: RunCommand, tmp_path: Path) -> None:
    walking(tmp_path)
    (tmp_path / "broken.json").write_text("{")
    ran = command("check-scenario", str(tmp_path))

    assert ran.code == 1
    assert "broken.json\nline 1, column 2: this is not JSON" in ran.out
    assert "small.json\n" in ran.out
    assert "1 problem found." in ran.err


def test_memories_of_a_game_from_outside(command: RunCommand) -> None:
    command("play", "tide-bell", typed="talk to Tove\ngo to the boiling house\n")
    everything = command("memories", "traveller")
    assert "Tove Marrick" in everything.out
    one = command("memories", "traveller", "--of", "world")
    assert one.code == 0
    assert "Tove Marrick" not in one.out
    assert command("memories", "traveller", "--of", "Zorro").code == 3


def test_doctor_finds_nothing_wrong_here(command: RunCommand, saves: Path) -> None:
    ran = command("doctor")
    assert ran.code == 0
    assert "ok  Saves folder:" in ran.out
    assert "ok  Narrator, Summarizer and Minds: offline" in ran.out
    assert list(saves.iterdir()) == []


def test_doctor_names_what_is_wrong_and_no_key(command: RunCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALEKEEPER_API_KEY", "secret-key")
    ran = command("doctor", "--model", "no-such-model")
    assert ran.code == 1
    assert "!!  Narrator: " in ran.out
    assert "!!  Summarizer and Minds: " in ran.out
    assert "secret" not in ran.out + ran.err


def test_doctor_says_when_there_is_no_place_for_games(
    command: RunCommand, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("TALEKEEPER_SAVES", str(tmp_path / "file"))
    ran = command("doctor")
    assert ran.code == 1
    assert "!!  Saves folder: " in ran.out


def test_the_module_can_be_run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from app.__main__ import main  # noqa: PLC0415  # what ``python -m app`` does

    monkeypatch.setattr(sys, "argv", ["app", "scenarios"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 0
    assert "tide-bell" in capsys.readouterr().out


def test_recall_of_a_game_from_outside(command: RunCommand) -> None:
    command("play", "tide-bell", typed="ask Tove about the bell\ngo to the boiling house\n")
    asked = command("recall", "traveller", "Tove", "what weighs forty pounds?", "--limit", "2")
    assert asked.code == 0
    assert "clapper" in asked.out
    assert "because: hybrid" in asked.out
    assert command("recall", "traveller", "Zorro", "anything").code == 3


def test_who_knows_of_a_claim_from_outside(command: RunCommand) -> None:
    command("play", "tide-bell", typed="say The lighthouse keeper has drowned\ngo to the boiling house\n")
    asked = command("knows", "traveller", "The lighthouse keeper drowned.")
    assert asked.code == 0
    assert "Tove Marrick knows since Day 1, 15:30 through Traveller" in asked.out
    assert "The lighthouse keeper has drowned [m-" in asked.out
    assert "Ansel" in asked.out.partition("cannot know")[0].rpartition("\n")[2]
    assert command("knows", "traveller", "?").code == EXIT_CODES[InvalidInput]
