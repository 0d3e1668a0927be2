"""Looking into minds from the command line, and letting a world go on."""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from app.cli.main import run
from app.embeddings.vectors import WORDS
from app.models.memory import MemoryKind, Scope
from app.models.minds.mind_state import Job, JobKind
from app.models.minds.plan import PlanItem, PlanStatus
from app.models.records.folding import fold_journal
from app.models.records.record import RecordKind
from app.services.game.games.session import GameSession
from app.settings import PROJECT
from tests.integration.cli.conftest import RunCommand
from tests.integration.cli.tables import begin_small_game, container_in, write_scenario
from tests.integration.turns.table import comparable

pytestmark = pytest.mark.long


def flat(text: str) -> str:
    return " ".join(text.split())


def id_in(saves: Path, scenario: str = "tide-bell") -> str:
    [folder] = saves.glob(f"{scenario}-*")
    return folder.name


@pytest.fixture(autouse=True)
def _by_words_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No memory of these days is embedded, here and in the processes that are started."""
    monkeypatch.setenv("TALEKEEPER_EMBEDDER", WORDS)


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a world that has lived for a day, as ``simulate tide-bell --days 1 --npcs 4`` leaves it."""
    saves = tmp_path_factory.mktemp("day")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TALEKEEPER_SAVES", str(saves))
        patch.setenv("TALEKEEPER_EMBEDDER", WORDS)
        assert run(("simulate", "tide-bell", "--days", "1", "--npcs", "4")) == 0
    return saves


@pytest.fixture
def lived(day: Path, command: RunCommand, saves: Path) -> str:
    """That world, in the folder of the test."""
    shutil.copytree(day, saves)
    return id_in(saves)


# -- simulate --------------------------------------------------------------------------------------------------------


def test_a_world_lives_and_a_table_tells_of_everybody(command: RunCommand, saves: Path) -> None:
    ran = command("simulate", "tide-bell", "--days", "1", "--npcs", "4", "--seed", "9")
    assert (ran.code, ran.err) == (0, "")
    game_id = id_in(saves)
    state = fold_journal(container_in(saves).library().read(game_id))
    assert f"{game_id}: 4 people, from Day 1, 15:30 to Day 2, 15:30, 144 steps." in flat(ran.out)
    assert "Day 2, 00:00:" in ran.out
    assert "\x1b" not in ran.out
    for npc_id in state.npcs:
        assert any(line.startswith(state.name(npc_id)[:11]) for line in ran.out.splitlines())
    [header] = [line for line in ran.out.splitlines() if line.split()[:2] == ["seen", "heard"]]
    assert header.split() == [
        "seen",
        "heard",
        "drawn",
        "other",
        "away",
        "plans",
        "kept",
        "refl.",
        "talks",
        "calls",
        "tokens",
    ]
    [together] = [line.split() for line in ran.out.splitlines() if line.startswith("all ")]
    assert together[6:] == ["8", *together[7:]]
    assert together[-2:] == ["0", "0"]
    assert state.seed == 9
    assert state.clock.minutes == 15 * 60 + 30 + 24 * 60
    assert all(len(line) <= 80 for line in ran.out.splitlines())


def test_the_list_of_games_says_what_was_simulated(command: RunCommand, lived: str) -> None:
    assert f"{lived} — Traveller in The Bell on the Sands (simulation, seed 1)" in flat(command("saves", "list").out)


def test_a_scenario_file_of_ones_own_lives_too(command: RunCommand, saves: Path, tmp_path: Path) -> None:
    ran = command("simulate", str(write_scenario(tmp_path)), "--days", "1", "--npcs", "5")
    assert (ran.code, ran.err) == (0, "")
    assert "5 people, from Day 1, 08:00 to Day 2, 08:00, 144 steps." in flat(ran.out)
    assert "Mara Ironhand — Day 2, 08:00" in command("mind", id_in(saves, "small"), "mara").out


def test_a_simulated_world_can_be_played(command: RunCommand, lived: str) -> None:
    ran = command("play", "--load", lived, typed="look\n")
    assert ran.code == 0
    assert "has changed since" not in ran.out


def test_a_world_goes_on_no_further_than_it_is_told(command: RunCommand, lived: str) -> None:
    again = command("simulate", "--game", lived, "--days", "1")
    assert again.code == 0
    assert "on only with more --days" in flat(again.out)


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ((), 2, "either a scenario"),
        (("tide-bell", "--game", "x"), 2, "either a scenario"),
        (("nowhere",), 3, "There is no scenario 'nowhere'"),
        (("--game", "nothing"), 3, "There is no game 'nothing'"),
        (("--game", "x", "--seed", "3"), 2, "--seed and --npcs are for a new game"),
        (("tide-bell", "--days", "0"), 2, "--days"),
        (("tide-bell", "--npcs", "201"), 2, "--npcs"),
        (("tide-bell", "--model", "no-such:model"), 2, "no-such"),
    ],
)
def test_what_cannot_be_simulated_is_said_in_one_line(
    command: RunCommand, saves: Path, arguments: tuple[str, ...], code: int, words: str
) -> None:
    ran = command("simulate", *arguments)
    assert ran.code == code
    assert words in flat(ran.err)
    assert "Traceback" not in ran.err


def test_a_game_that_is_open_elsewhere_cannot_be_simulated_but_looked_into(
    command: RunCommand, saves: Path, lived: str
) -> None:
    container = container_in(saves)
    container.library().open(lived)
    assert command("simulate", "--game", lived, "--days", "2").code == 5
    assert command("mind", lived, "tove").code == 0
    assert command("jobs", lived).code == 0
    container.library().close(lived)


def test_ctrl_c_stops_cleanly_and_says_how_to_go_on_to_the_same_end(
    command: RunCommand, saves: Path, day: Path
) -> None:
    arguments = ("tide-bell", "--days", "1", "--npcs", "4")
    with subprocess.Popen(
        [sys.executable, "-m", "app", "simulate", *arguments],
        cwd=PROJECT,
        env={**os.environ, "TALEKEEPER_SAVES": str(saves)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stdout is not None
        assert any("from Day 1" in line for line in running.stdout)  # a whole day may take but a second
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=60)
    game_id = id_in(saves)
    assert running.returncode == 130
    assert said.strip() == f"Stopped. Go on: python -m app simulate --game {game_id} --days 1"
    assert command("simulate", "--game", game_id, "--days", "1").code == 0
    undisturbed, stopped = (fold_journal(container_in(folder).library().read(id_in(folder))) for folder in (day, saves))
    assert comparable(stopped) == comparable(undisturbed)


# -- mind ------------------------------------------------------------------------------------------------------------


def test_a_mind_shows_plan_conclusions_feelings_and_what_is_due(command: RunCommand, lived: str, saves: Path) -> None:
    state = fold_journal(container_in(saves).library().read(lived))
    thinker = max(
        state.npcs, key=lambda key: sum(entry.kind is MemoryKind.REFLECTION for entry in state.memories(Scope.npc(key)))
    )
    ran = command("mind", lived, thinker)
    assert (ran.code, ran.err) == (0, "")
    shown = flat(ran.out)
    assert f"{state.name(thinker)} — Day 2, 15:30" in shown
    assert "Plan, until Day 3, 06:00" in shown
    assert " done " in ran.out
    assert " to come " in ran.out
    assert "Last conclusions" in shown
    assert "because: " in shown
    assert f"[{thinker}-" in shown
    assert "reflects next: " in shown
    assert "plans next: Day 3, 06:00" in shown
    assert "no model calls; today 0 of at most 24" in shown
    assert all(len(line) <= 80 for line in ran.out.splitlines())


def test_a_mind_in_a_new_game_is_empty_and_says_so(command: RunCommand, saves: Path) -> None:
    game = begin_small_game(container_in(saves))
    shown = flat(command("mind", game, "mara").out)
    for words in (
        "No plan yet",
        "No conclusions yet",
        "No feelings about anybody yet",
        "plans next: now",
    ):
        assert words in shown


@pytest.mark.parametrize(
    ("who", "code", "words"),
    [
        ("market", 3, "There are: Mara Ironhand, Guard, Guard."),
        ("world", 3, "Nobody here is called 'world'."),
        ("", 3, "Nobody here is called ''."),
        ("guard", 2, "Who is meant: guard-1, guard-2?"),
        ("\x1b[31mx", 3, "Nobody here is called"),
    ],
)
def test_only_one_person_has_a_mind(command: RunCommand, saves: Path, who: str, code: int, words: str) -> None:
    game = begin_small_game(container_in(saves))
    ran = command("mind", game, who)
    assert ran.code == code
    assert words in flat(ran.err)
    assert "\x1b" not in ran.err


def test_an_unknown_game_has_no_minds(command: RunCommand) -> None:
    assert command("mind", "nothing", "mara").code == command("jobs", "nothing").code == 3


def _change(saves: Path, game: str) -> None:
    """A game in which much waits, written as any commit is."""
    container = container_in(saves)
    session: GameSession = container.library().open(game)
    state = session.state
    mara = state.npc("mara")
    mara.plan = [
        PlanItem(id="plan-mara-1-1", description="Open", time=420, place="inn", status=PlanStatus.COMPLETED),
        PlanItem(id="plan-mara-1-2", description="Haggle", time=540, with_ids=("party", "guard-1")),
        PlanItem(id="plan-mara-1-3", description="Nap", time=600, status=PlanStatus.CANCELLED),
    ]
    mara.mind.plan_until = 1800
    mara.relationships = {"party": 3.0, "guard-1": -7.0}
    mara.mind.reason = "It means to do this: “Haggle”."
    mara.mind.reflected_at, mara.mind.reflections = 400, {1: 2}
    for kind, npc_id, others in (
        (JobKind.PRUNE, None, ()),
        (JobKind.REFLECT, "guard-1", ()),
        (JobKind.CONVERSE, "guard-2", ("mara",)),
        (JobKind.PLAN, "mara", ()),
    ):
        state.minds.ask(Job(kind=kind, npc_id=npc_id, with_ids=others, asked_at=470))
    state.minds.done = {JobKind.PLAN: 12}
    state.minds.dropped = {JobKind.DECIDE: 5}
    state.minds.fallbacks = {JobKind.REFLECT: 2}
    state.minds.day, state.minds.calls_today, state.minds.calls_this_tick = 1, 17, 3
    asyncio.run(session.append(session.record(RecordKind.SETTLE)))
    container.library().close(game)


def test_what_is_planned_felt_and_waiting_is_shown_by_name(command: RunCommand, saves: Path) -> None:
    game = begin_small_game(container_in(saves))
    _change(saves, game)
    ran = command("mind", game, "mara")
    assert "Inn, idle. It means to do this: “Haggle”." in ran.out
    assert "  done     07:00  Open — Inn\n" in ran.out
    assert "  to come  09:00  Haggle, with Élan, Guard\n" in ran.out
    assert "  given up 10:00  Nap\n" in ran.out
    assert "  hates Guard (-7)\n  likes Élan (+3)\n" in ran.out
    shown = flat(ran.out)
    assert "Mara Ironhand: plan the day — first, since Day 1, 07:50, 10 minutes (number 1 of 4)" in shown
    assert "Guard: talk with Mara Ironhand — high, since Day 1, 07:50, 10 minutes (number 2 of 4)" in shown
    assert "reflects next: tomorrow (2 of 2 today;" in shown


def test_jobs_shows_queue_budgets_and_what_became_of_all(command: RunCommand, saves: Path) -> None:
    game = begin_small_game(container_in(saves))
    _change(saves, game)
    ran = command("jobs", game)
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert [line.partition(" — ")[0] for line in lines[1:5]] == [
        "1. Mara Ironhand: plan the day",
        "2. Guard: talk with Mara Ironhand",
        "3. Guard: reflect",
        "4. places and the world: forget",
    ]
    rows = {line[:17].strip(): line[17:].split() for line in lines}
    assert rows["plan the day"] == ["1", "12", "0", "0"]
    assert rows["reflect"] == ["1", "0", "2", "0"]
    assert rows["decide what to do"] == ["0", "0", "0", "5"]
    shown = flat(ran.out)
    assert "this tick: 3 of 8 model calls" in shown
    assert "day 1: 17 of 300" in shown
    assert "No model thinks for people: nothing is spent." in shown
    assert "the whole game: no model calls" in shown


def test_nothing_waits_in_a_world_that_has_settled(command: RunCommand, lived: str) -> None:
    assert "Nothing waits." in command("jobs", lived).out


def test_a_model_is_named_where_one_thinks(
    command: RunCommand, saves: Path, lived: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TALEKEEPER_MIND_MODEL", "openai:gpt-5-mini")
    assert "No model thinks" not in command("jobs", lived).out
