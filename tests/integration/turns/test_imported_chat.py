"""A chat of 300 lines becomes a game: who promised what is found, and secrets stay with those they were said to."""

import asyncio
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from dependency_injector import providers

from app import ChatReport, Container, Settings, import_chat
from app.errors import Conflict, InvalidInput, NotFound
from app.language.language import language_of, using
from app.models.memory import Scope
from app.models.messages.message import Role
from app.models.records.folding import fold_journal
from app.models.sheets.scenario import CanonLevel
from app.models.state.game_state import GameState
from app.scenarios.scenario_rules import check_scenario
from app.services.game.knowledge import who_knows

pytestmark = pytest.mark.long


CHATS = Path(__file__).parents[2] / "data" / "chats"
CARD = {"spec": "chara_card_v2", "spec_version": "2.0"}
PLANTED: dict[str, list[Any]] = json.loads((CHATS / "lindwater.planted.json").read_text("utf-8"))


@dataclass(frozen=True)
class Imported:
    report: ChatReport
    state: GameState
    found: dict[int, list[str]]
    """By the line of a promise the memories and messages that its maker, else its hearer, has for the question."""
    knowing: dict[int, set[str]]
    """By the line of a secret the people who know it."""


def container_in(folder: Path) -> Container:
    return Container(settings=providers.Object(Settings(saves=folder)))


async def _imported(folder: Path) -> Imported:
    container = container_in(folder)
    report = await import_chat(CHATS / "lindwater.jsonl", container)
    await container.turns().settle(report.game_id)
    state, searches = container.turns().state(report.game_id), container.searches()
    found, knowing = dict[int, list[str]](), dict[int, set[str]]()
    for promise in PLANTED["promises"]:
        owner = next(one for one in (promise["by"], *promise["to"]) if one in state.npcs)
        hits = await searches.search(state, [Scope.npc(owner)], promise["question"], limit=5)
        found[promise["line"]] = [hit.memory.summary for _, hit in hits.hits]
    for secret in PLANTED["secrets"]:
        with using(language_of(state.sheet)):
            reports = who_knows(state, secret["claim"])
        knowing[secret["line"]] = {each.npc_id for each in reports if each.standing == "knows"}
    folded = fold_journal(container.library().read(report.game_id))
    assert folded.model_dump() == state.model_dump(), "the journal alone rebuilds the game"
    await container.turns().close(report.game_id)
    return Imported(report, folded, found, knowing)


@pytest.fixture(scope="module")
def lindwater(tmp_path_factory: pytest.TempPathFactory) -> Imported:
    return asyncio.run(_imported(tmp_path_factory.mktemp("saves")))


def test_nine_of_ten_promises_are_found_by_asking_for_them(lindwater: Imported) -> None:
    promises = PLANTED["promises"]
    missed = [each for each in promises if not any(each["words"] in hit for hit in lindwater.found[each["line"]])]
    assert len(missed) <= len(promises) / 10, missed


def test_most_promises_are_in_the_report_with_who_made_them_to_whom_and_their_line(lindwater: Imported) -> None:
    made = {(each.line, each.by, each.to) for each in lindwater.report.commitments if each.kind == "promise"}
    planted = {(each["line"], each["by"], tuple(each["to"])) for each in PLANTED["promises"]}
    assert len(planted & made) >= 0.75 * len(planted), planted - made
    joint = {(each.line, each.by) for each in lindwater.report.commitments}
    assert {(each["line"], each["by"]) for each in PLANTED["invitations"]} <= joint


def test_secrets_stay_with_those_they_were_said_to(lindwater: Imported) -> None:
    for secret in PLANTED["secrets"]:
        assert lindwater.knowing[secret["line"]] == set(secret["known_to"]), secret["claim"]


def test_the_report_counts_every_line_of_the_file(lindwater: Imported) -> None:
    report = lindwater.report
    assert (report.lines_taken, [each.line for each in report.left_out]) == (296, PLANTED["left_out"])
    assert report.lines_taken + report.lines_left_out == 299
    assert [(player.id, player.name, player.lines) for player in report.players] == [("player", "Ines", 76)]
    assert [person.id for person in report.people] == ["teodor", "sunniva", "maeve"]
    assert sum(person.lines for person in (*report.players, *report.people)) == 296 - 13, "the rest is narration"
    assert 12 * 60 < report.minutes < 24 * 60, "long pauses count for an hour"
    assert report.title == "A chat with Teodor, Sunniva and Maeve"
    assert report.notes == ()


def test_everybody_has_memories_and_the_scenario_is_open_and_sound(lindwater: Imported) -> None:
    state = lindwater.state
    assert not state.pending
    for npc in state.npcs.values():
        summaries = " ".join(memory.summary for memory in npc.npc_memories)
        assert "promised" in summaries
    assert state.sheet.canon_level is CanonLevel.OPEN
    assert check_scenario(state.sheet) == []
    roles = {message.role for message in state.conversation_history}
    assert roles == set(Role)


def chat(*lines: tuple[str, str], user: str = "Ines") -> bytes:
    rows: list[dict[str, object]] = [{"user_name": "unused", "character_name": "unused", "chat_metadata": {}}]
    rows += [{"name": name, "is_user": name == user, "mes": text} for name, text in lines]
    return "\n".join(map(json.dumps, rows)).encode()


SHORT = chat(("Mara", "Evening."), ("Ines", "Mara, I promise to bring the lamp back."), ("Mara", "Good."))


@pytest.fixture
def container(tmp_path: Path) -> Container:
    return container_in(tmp_path)


async def test_the_same_chat_twice_is_two_games_and_the_same_request_one(container: Container) -> None:
    first = await import_chat(SHORT, container)
    second = await import_chat(SHORT, container)
    assert first.game_id != second.game_id
    request = {"request_id": "once", "request_hash": "a"}
    asked = await import_chat(SHORT, container, request_id="once", request_hash="a")
    again = await import_chat(SHORT, container, **request)  # type: ignore[arg-type]  # the fields of a request
    assert asked == again
    assert len(container.library().list()) == 3
    with pytest.raises(Conflict):
        await import_chat(SHORT, container, request_id="once", request_hash="b")
    for game in container.library().list():
        await container.turns().close(game.game_id)


async def test_without_a_container_the_game_is_stored_and_open_for_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, container: Container
) -> None:
    monkeypatch.setenv("TALEKEEPER_SAVES", str(tmp_path))
    report = await import_chat(SHORT)
    turns = container.turns()
    before = turns.state(report.game_id).turn
    assert before > 0
    assert (await turns.take_turn(report.game_id, "look around")).turn == before + 1
    await turns.close(report.game_id)


async def test_the_story_goes_on_where_the_chat_ends(container: Container) -> None:
    report, turns = await import_chat(SHORT, container), container.turns()
    asked = await turns.take_turn(report.game_id, "Mara, what did I promise you?")
    assert "bring the lamp back" in asked.text
    await turns.undo(report.game_id, 2)
    assert not turns.state(report.game_id).commitments
    said = [each.content for each in turns.state(report.game_id).conversation_history if each.role is Role.NPC]
    assert said == ["Evening."]
    await turns.close(report.game_id)


async def test_a_card_describes_its_character_and_one_of_nobody_is_named(container: Container) -> None:
    cards = [
        json.dumps(CARD | {"data": {"name": name, "description": "A smith with one eye.", "first_mes": "What now?"}})
        for name in ("Mara", "Otto")
    ]
    report = await import_chat(SHORT, container, cards=[card.encode() for card in cards])
    assert [(person.id, person.has_card) for person in report.people] == [("mara", True)]
    assert report.notes == (
        "Lines without a date that can be read: 3. A minute passes before each.",
        "No character has the name of the card of Otto: it is not used.",
    )
    sheet = container.turns().state(report.game_id).sheet
    assert sheet.npcs[0].description == "A smith with one eye."
    await container.turns().close(report.game_id)


async def test_a_chat_takes_place_in_a_scenario_and_its_people_are_those_of_the_chat(container: Container) -> None:
    lines = ("Tove", "Evening."), ("Ines", "Evening, Tove."), ("Mara", "Is it open?")
    report = await import_chat(chat(*lines), container, scenario="tide-bell", place="boiling-house")
    state = container.turns().state(report.game_id)
    assert [person.id for person in report.people] == ["tove", "mara"]
    assert {message.location_id for message in state.conversation_history} == {"boiling-house"}
    assert state.npc("tove").current_location_id == "boiling-house"
    assert state.sheet.canon_level is container.scenarios().load("tide-bell").canon_level
    await container.turns().close(report.game_id)
    with pytest.raises(NotFound, match="no place 'the moon'"):
        await import_chat(SHORT, container, scenario="tide-bell", place="the moon")
    with pytest.raises(InvalidInput, match="give the scenario"):
        await import_chat(SHORT, container, place="boiling-house")


async def test_the_report_names_hidden_lines_and_the_chat_that_a_branch_came_from(container: Container) -> None:
    rows = SHORT.replace(b'"chat_metadata": {}', b'"chat_metadata": {"main_chat": "Mara - 1"}')
    rows = rows.replace(
        b'"mes": "Evening."', b'"mes": "Evening.", "is_system": true, "send_date": "2024-06-05T14:56:00Z"'
    )
    report = await import_chat(rows, container)
    assert report.notes == (
        "The chat branched off 'Mara - 1'; only this file was read.",
        "Lines taken that were hidden from the model there: 1.",
        "Lines without a date that can be read: 2. A minute passes before each.",
    )
    without = await import_chat(rows, container, with_hidden=False)
    assert (without.lines_taken, [each.line for each in without.left_out]) == (2, [2])
    for made in (report, without):
        await container.turns().close(made.game_id)


async def test_names_of_users_and_characters_may_be_anything(container: Container) -> None:
    lines = ("You", "Hm."), ("夜の狐", "*bows* 「はい」"), ("You", "“Hello”"), ("World", "Rain."), ("x" * 300, "Hi.")
    rows = chat(*lines, user="You").replace(b'"is_user": true, "mes": "Hm."', b'"is_user": false, "mes": "Hm."')
    report = await import_chat(rows, container)
    assert [player.name for player in report.players] == ["You (player)"]
    assert "The user You is the player You (player)." in report.notes
    assert len({person.id for person in report.people}) == 4
    assert [person.lines for person in report.people] == [1, 1, 1, 1]
    assert check_scenario(container.turns().state(report.game_id).sheet) == []
    await container.turns().close(report.game_id)


async def test_a_chat_without_a_character_or_without_a_user_is_a_game_too(container: Container) -> None:
    alone = await import_chat(chat(("Ines", "Nobody is here.")), container)
    assert (alone.title, alone.people, alone.lines_taken) == ("A chat", (), 1)
    watched = await import_chat(chat(("Mara", "Hello?"), ("Ivo", "Yes.")), container)
    assert [player.name for player in watched.players] == []
    for report in (alone, watched):
        played = await container.turns().take_turn(report.game_id, "look")
        assert played.text
        await container.turns().close(report.game_id)


async def test_what_cannot_be_read_makes_no_game(container: Container) -> None:
    many = chat(*((f"Person {number}", "Hello.") for number in range(65)))
    for source in (b"", b"{}", many):
        with pytest.raises(InvalidInput):
            await import_chat(source, container)
    with pytest.raises(InvalidInput, match="name is 1 to 60"):
        await import_chat(SHORT, container, title="\n")
    assert container.library().list() == []


async def test_an_import_that_fails_leaves_no_game(container: Container, monkeypatch: pytest.MonkeyPatch) -> None:
    async def failing(*_: object, **__: object) -> int:
        raise Conflict("Another program has the game.")

    monkeypatch.setattr(type(container.turns()), "take_in", failing)
    with pytest.raises(Conflict):
        await import_chat(SHORT, container)
    assert container.library().list() == []
