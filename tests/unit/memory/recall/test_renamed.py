"""What is derived of a game follows the names of its people when canon changes them, as if it were derived anew."""

import copy

from app.memory.index.stream_index import StreamIndex
from app.memory.stream.claims import stated
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryKind, Scope
from app.models.messages.message import Role
from app.models.messages.payload import Utterance
from app.models.sheets.canon import NameEntry
from app.models.state.game_state import GameState
from tests.unit.events.canonical import game_of
from tests.unit.memory.recall.streams import MARA, context
from tests.worlds import say


def rename(state: GameState, of: str, name: str) -> None:
    state.add_canon(NameEntry(of=of, name=name))


def fresh(state: GameState) -> GameState:
    return GameState.model_validate(copy.deepcopy(state.model_dump()))


def test_the_speakers_of_memories_have_their_new_names() -> None:
    state = game_of()
    said = Utterance(kind="utterance", speaker_id="guard-1", words="The gate stays shut.")
    MemoryStream(state, MARA).add(MemoryKind.CONVERSATION, context("The gate stays shut.", payload=said))
    assert state.name("guard-1") in StreamIndex.of(state, MARA).entries.speakers
    rename(state, "guard-1", "Sergeant Oke")
    assert StreamIndex.of(state, MARA).entries.speakers == StreamIndex.of(fresh(state), MARA).entries.speakers
    assert "Sergeant Oke" in StreamIndex.of(state, MARA).entries.speakers


def test_an_index_is_kept_where_no_speaker_has_another_name() -> None:
    state = game_of()
    index = StreamIndex.of(state, MARA)
    rename(state, "market", "Market Square")
    assert StreamIndex.of(state, MARA) is index


def test_what_somebody_has_stated_is_its_statement_under_the_new_name() -> None:
    state = game_of()
    [message] = say(state, "My purse is in the granary.", role=Role.NPC, speaker_id="mara", speaker_name="Mara")
    before = stated(state, message)
    rename(state, "mara", "Dame Aldith")
    assert stated(state, message) == stated(fresh(state), message)
    assert stated(state, message) != before
    assert Scope.npc("mara") == MARA
