"""A person's question and its answer: kept with the message and in memory, undone with the turn, loaded, one for each
player, and read without the rules where a model tells the game."""

import pytest

from app.agents.narrator.offline import OfflineNarrator
from app.events.commands import JoinPartyCommand
from app.interfaces.agents.narrator import INarrator, Narration, NarrationContext
from app.interfaces.stores import IGameStore
from app.models.messages.message import Role
from app.models.messages.passage import Passage
from app.models.messages.payload import utterances_in
from app.models.messages.speech import ActKind
from app.models.records.folding import fold_journal
from app.models.sheets.person import TopicSheet, VoiceSheet
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.dialogue import Dialogue, OpenMatter
from app.models.state.game_state import GameState
from app.services.game.turns.turn_service import TurnService
from app.testing.store import InMemoryGameStore
from tests.integration.turns.table import captured, new_table
from tests.unit.events.sheets import changed_sheet
from tests.worlds import small_sheet

ASKED = "Have you seen my ring?"
RING = TopicSheet(id="ring", name="the ring", text=f"I lost it by the well. {ASKED}")


def story() -> ScenarioSheet:
    """The small world with the party beside Mara, who has lost a ring."""
    topics = {"topics": (RING,), "voice": VoiceSheet()}
    people = tuple(each.model_copy(update=topics) if each.id == "mara" else each for each in small_sheet().npcs)
    return changed_sheet(npcs=people, start_location="inn")


class Curious:
    """A narrator of a model's kind: it reads nothing, and Mara asks."""

    model, mode, tools_tokens = "scripted", "offline", 0

    async def narrate(self, context: NarrationContext) -> Narration:
        context.show("The evening goes on.")
        return Narration.of(
            "The evening goes on.", Passage.speech("mara", ASKED if "ring" in context.text else "Well.")
        )


class At:
    def __init__(self, store: IGameStore, narrator: INarrator | None = None) -> None:
        self.table: TurnService = new_table(store, narrator=narrator or OfflineNarrator())
        self.id = self.table.library.begin(story(), "Élan", seed=7)

    @property
    def state(self) -> GameState:
        return self.table.state(self.id)

    def talk(self, player_id: str = "player") -> Dialogue:
        return self.state.dialogues[player_id]

    async def do(self, *lines: str, speaker: str | None = None) -> None:
        for line in lines:
            await self.table.take_turn(self.id, line, speaker=speaker)
        await self.table.settle(self.id)

    def answers(self) -> list[str]:
        typed = [message for message in self.state.conversation_history if message.role is Role.PLAYER]
        return [act.question for act in typed[-1].acts if act.kind is ActKind.ANSWER]


@pytest.fixture(params=["files", "memory"])
def kept_in(request: pytest.FixtureRequest, store: IGameStore) -> IGameStore:
    return store if request.param == "files" else InMemoryGameStore()


@pytest.fixture
async def at(kept_in: IGameStore) -> At:
    game = At(kept_in)
    await game.do("ask Mara about the ring")
    return game


async def test_an_undo_opens_the_question_again(at: At) -> None:
    before = at.talk()
    assert before.question == OpenMatter(words=ASKED, turn=1)
    await at.do("in the cellar")
    assert (at.answers(), at.talk().question) == ([ASKED], None)
    await at.table.undo(at.id, 1)
    assert at.talk() == before
    await at.table.undo(at.id, 1)
    assert at.state.dialogues == {}


async def test_what_is_open_is_loaded(at: At, kept_in: IGameStore) -> None:
    assert fold_journal(at.table.library.read(at.id)).dialogues == at.state.dialogues
    at.table.library.close(at.id)
    again = new_table(kept_in, narrator=OfflineNarrator())
    await again.take_turn(at.id, "yes, I have")
    assert again.state(at.id).dialogues["player"].answered == ASKED


async def test_the_person_remembers_the_answer_with_its_question(at: At) -> None:
    await at.do("in the cellar", "go west")
    kept = captured(at.state.npc("mara").npc_memories)
    assert f'answered Mara Ironhand: "{ASKED} – in the cellar' in kept[-1].summary
    acts = [act for said in utterances_in(kept[-1].payload) for act in said.acts]
    assert [act.question for act in acts if act.kind is ActKind.ANSWER] == [ASKED]


async def test_a_question_is_open_for_the_player_who_was_asked(at: At) -> None:
    await at.table.execute(at.id, JoinPartyCommand(name="Ada"))
    await at.do("Mara, yes", speaker="player-2")
    assert at.answers() == []
    assert at.talk().question is not None
    await at.do("yes")
    assert at.answers() == [ASKED]


async def test_an_answer_is_read_where_a_model_tells_the_game(kept_in: IGameStore) -> None:
    game = At(kept_in, Curious())
    await game.do("hello Mara", "about the ring")
    assert game.talk().question == OpenMatter(words=ASKED, turn=2)
    await game.do("Yes, I have.")
    assert (game.answers(), game.talk().question) == ([ASKED], None)
