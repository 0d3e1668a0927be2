"""Messages that people carry for players: taken on or declined, brought, remembered, asked after, undone and kept."""

from pathlib import Path

import pytest
from dependency_injector import providers

from app.container import Container
from app.events.commands import (
    AdjustRelationshipCommand,
    EntrustMessageCommand,
    JoinPartyCommand,
    MoveNPCCommand,
    SetNPCAttitudeCommand,
)
from app.interfaces.agents.narrator import Narration, NarrationContext
from app.interfaces.stores import IGameStore
from app.language.language import language_of
from app.models.command import Command
from app.models.messages.carried import CarriedMessage
from app.models.messages.payload import Utterance
from app.models.records.folding import fold_journal
from app.models.sheets.condition import Attitude
from app.models.state.commitment import CommitmentKind, CommitmentStatus
from app.services.game.games.scenario_library import ScenarioLibrary
from app.settings import PROJECT, Settings
from app.stores.transfer import export_game, import_game
from app.testing.store import InMemoryGameStore
from tests.integration.turns.table import new_table
from tests.integration.turns.test_first_hour import THAW, Game

pytestmark = pytest.mark.long

WORDS = "I have not forgotten my promise"
GIVEN = f"Nils, tell Jorun {WORDS}"


@pytest.fixture(params=["files", "memory"])
def kept_in(request: pytest.FixtureRequest, store: IGameStore) -> IGameStore:
    return store if request.param == "files" else InMemoryGameStore()


@pytest.fixture
def at(kept_in: IGameStore) -> Game:
    return Game(kept_in, THAW)


async def move(at: Game, npc_id: str, place: str) -> None:
    if at.state.npc(npc_id).current_location_id != place:
        await at.table.execute(at.id, MoveNPCCommand(npc_id=npc_id, location_id=place))


async def with_nils(at: Game) -> str:
    """Nils is with the party, alone; return where the party is."""
    here = at.state.here.id
    for npc in at.state.present():
        if npc.instance_id != "nils":
            await move(at, npc.instance_id, "chapel")
    await move(at, "nils", here)
    return here


def carried(at: Game) -> list[tuple[str, str]]:
    return [(each.to_id, each.words) for each in at.state.npc("nils").carries]


def brought(at: Game, npc_id: str) -> list[Utterance]:
    payloads = (entry.payload for entry in at.state.npc(npc_id).npc_memories)
    return [said for said in payloads if isinstance(said, Utterance) and said.chain]


@pytest.mark.parametrize(
    ("line", "to_id", "words"),
    [
        (GIVEN, "jorun", WORDS),
        (f"tell Jorun {WORDS}", "jorun", WORDS),
        ("Nils, run to Teodor and tell him I have both witnesses", "teodor", "I have both witnesses"),
        ("would you tell Jorun that the ice is breaking?", "jorun", "the ice is breaking"),
        ("Nils, could you let Hedda know I'll be late?", "hedda", "I'll be late"),
        ("say hello to Jorun from me", "jorun", "hello"),
        ("can you give Jorun my regards?", "jorun", "my regards"),
    ],
)
async def test_a_person_takes_on_a_message_for_another(at: Game, line: str, to_id: str, words: str) -> None:
    await with_nils(at)
    await at.do("hello Nils", line)
    assert carried(at) == [(to_id, words)]


async def test_nobody_is_a_messenger_who_was_not_spoken_to(at: Game) -> None:
    await with_nils(at)
    await at.do(f"tell Jorun {WORDS}")
    assert carried(at) == []


@pytest.mark.parametrize(
    "line",
    [
        "I'll tell Jorun that you lied",
        "did you tell Jorun?",
        "tell Jorun about the lantern",
        "give Jorun the lantern",
        "what would you tell Jorun?",
        "Nils, tell me about Jorun",
    ],
)
async def test_what_is_no_message_is_not_carried(at: Game, line: str) -> None:
    await with_nils(at)
    await at.do(line)
    assert carried(at) == []


async def test_a_message_arrives_when_the_two_meet_and_both_remember_it(at: Game) -> None:
    await with_nils(at)
    await at.do(GIVEN)
    assert "Not yet" in await at.do("did you tell Jorun?")
    await move(at, "nils", "ropewalk")
    assert carried(at) == []
    for npc_id in ("nils", "jorun"):
        (said,) = brought(at, npc_id)
        assert (said.speaker_id, said.words, said.chain, said.addressee_ids) == ("player", WORDS, ("nils",), ("jorun",))
    kept = [entry.summary for entry in at.state.npc("jorun").npc_memories if isinstance(entry.payload, Utterance)]
    assert kept[-1] == f'Nils Ankar brought Jorun Haldane a message from Élan: "{WORDS}"'


async def test_who_brought_it_and_who_got_it_answer_for_it(at: Game) -> None:
    here = await with_nils(at)
    await at.do(GIVEN)
    await move(at, "nils", "ropewalk")
    await move(at, "jorun", here)
    told = await at.do("hello Jorun")
    assert "Nils Ankar brought me your message" in told
    assert WORDS in told
    for question in ("did Nils tell you anything?", "what did Nils tell you?", "has Nils spoken to you?"):
        assert WORDS in await at.do(question)
    assert "brought me your message" not in await at.do("hello again, Jorun")
    await move(at, "jorun", "ropewalk")
    await move(at, "nils", here)
    for question in ("Nils, did you tell Jorun?", "have you told him?", "what did you tell Jorun?"):
        assert "I told Jorun Haldane" in await at.do(question)
    assert WORDS not in await at.do("did you tell Hedda?")


async def test_who_got_none_says_so(at: Game) -> None:
    here = await with_nils(at)
    await move(at, "jorun", here)
    assert "Nobody has brought me a word" in await at.do("Jorun, did you get my message?")


async def test_a_message_to_who_is_here_is_said_to_them(at: Game) -> None:
    here = await with_nils(at)
    await move(at, "jorun", here)
    await at.do(GIVEN)
    assert carried(at) == []
    message = next(m for m in reversed(at.state.conversation_history) if m.speaker_id == "jorun")
    assert message.content


@pytest.mark.parametrize(
    "prepared",
    [
        [SetNPCAttitudeCommand(npc_id="nils", attitude=Attitude.HOSTILE)],
        [AdjustRelationshipCommand(npc_id="nils", other_id="jorun", change=-2, reason="he broke the sled")] * 3,
    ],
    ids=["hostile", "disliked"],
)
async def test_who_does_not_want_to_declines(at: Game, prepared: list[Command]) -> None:
    await with_nils(at)
    await at.table.execute(at.id, *prepared)
    await at.do(GIVEN)
    assert carried(at) == []


async def test_nobody_says_yes_to_a_message_for_nobody(at: Game) -> None:
    await with_nils(at)
    told = await at.do("Nils, would you tell your brother that I am here?")
    assert carried(at) == []
    agreeing = language_of(at.state.sheet).lines("manners.to_message")
    assert not any(line.partition("{")[0] in told for line in agreeing)


async def test_an_undo_takes_back_what_was_given_and_what_was_brought(at: Game) -> None:
    await with_nils(at)
    await at.do(GIVEN)
    before = len(at.state.npc("jorun").npc_memories)
    await move(at, "nils", "ropewalk")
    await at.table.undo(at.id, 1)
    assert carried(at) == [("jorun", WORDS)]
    assert len(at.state.npc("jorun").npc_memories) == before
    await at.table.undo(at.id, 1)
    assert carried(at) == []


async def test_what_is_carried_is_saved_loaded_and_exported(at: Game, kept_in: IGameStore) -> None:
    await with_nils(at)
    await at.do(GIVEN)
    read = at.table.library.read(at.id)
    for state in (fold_journal(read), fold_journal(import_game(export_game(read)))):
        (message,) = state.npc("nils").carries
        assert isinstance(message, CarriedMessage)
        assert (message.by_id, message.to_id, message.words) == ("player", "jorun", WORDS)
    at.table.library.close(at.id)
    reopened = new_table(kept_in)
    await reopened.execute(at.id, MoveNPCCommand(npc_id="nils", location_id="ropewalk"))
    assert [entry for entry in reopened.state(at.id).npc("jorun").npc_memories if isinstance(entry.payload, Utterance)]


async def test_what_a_message_promises_counts_for_whom_it_is_for_once_it_has_come(at: Game) -> None:
    await with_nils(at)
    await at.do("Nils, tell Jorun I promise to bring the rope back")
    made = [(each.kind, each.to_ids) for each in at.state.commitments.values()]
    assert made == [(CommitmentKind.REQUEST, ("nils",))]
    await move(at, "nils", "ropewalk")
    request, promise = at.state.commitments.values()
    assert request.status is CommitmentStatus.KEPT
    assert (promise.kind, promise.by_id, promise.to_ids) == (CommitmentKind.PROMISE, "player", ("jorun",))


async def test_a_message_is_that_of_the_player_who_gave_it(at: Game) -> None:
    here = await with_nils(at)
    await at.table.execute(at.id, JoinPartyCommand(name="Ada"))
    await at.table.take_turn(at.id, GIVEN, speaker="player-2")
    (message,) = at.state.npc("nils").carries
    assert message.by_id == "player-2"
    await move(at, "nils", "ropewalk")
    await move(at, "jorun", here)
    assert "Nobody has brought me a word" in await at.do("Jorun, did you get my message?")
    before = len(at.state.conversation_history)
    await at.table.take_turn(at.id, "Jorun, did you get my message?", speaker="player-2")
    assert any(WORDS in each.content for each in at.state.conversation_history[before:])


class Sender:
    """A narrator of a model's kind, which orders what it takes a line for and does not say who has typed it."""

    model, mode, tools_tokens = "scripted", "offline", 0

    async def narrate(self, context: NarrationContext) -> Narration:
        await context.execute(EntrustMessageCommand(npc_id="nils", to_id="jorun", words=WORDS))
        return Narration.of("He nods.")


async def test_a_message_that_a_model_orders_is_that_of_who_typed(kept_in: IGameStore) -> None:
    game = Game(kept_in, THAW)
    await with_nils(game)
    await game.table.execute(game.id, JoinPartyCommand(name="Ada"))
    game.table.library.close(game.id)
    table = new_table(kept_in, narrator=Sender())
    await table.take_turn(game.id, "Nils, carry my word to Jorun", speaker="player-2")
    (message,) = table.state(game.id).npc("nils").carries
    assert message.by_id == "player-2"


async def test_people_bring_messages_by_themselves_as_time_passes(tmp_path: Path) -> None:
    container = Container()
    container.settings.override(providers.Object(Settings(saves=tmp_path, embedder="words")))
    table = container.turns()
    table.settle_in_background = False
    sheet = ScenarioLibrary([PROJECT / "app" / "content"]).load(THAW)
    game_id = table.library.begin(sheet, "Élan", seed=7)
    here = table.state(game_id).here.id
    await table.execute(game_id, MoveNPCCommand(npc_id="nils", location_id=here))
    await table.take_turn(game_id, "Nils, tell Hedda that the ice is breaking")
    assert table.state(game_id).npc("nils").carries
    await table.take_turn(game_id, "wait until tomorrow evening")
    assert not table.state(game_id).npc("nils").carries
    kept = [entry.summary for entry in table.state(game_id).npc("hedda").npc_memories]
    assert any("the ice is breaking" in text.casefold() for text in kept)
