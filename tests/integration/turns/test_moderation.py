"""A host's own moderation: a line is checked before it is played, every text before it is shown."""

import asyncio
from collections.abc import Sequence

import pytest
from dependency_injector import providers

from app import Container, Settings
from app.errors import InvalidInput, NotPossible
from app.events.commands import (
    AddMemoryCommand,
    AddNoteCommand,
    ChangeLocationCommand,
    FormMemoryCommand,
    JoinPartyCommand,
    RememberCommand,
    SetNarrationStyleCommand,
    UpdatePlayerSheetCommand,
)
from app.interfaces.agents.narrator import Narration, NarrationContext
from app.interfaces.moderation import ModeratedKind, ModeratedText
from app.models.command import Command
from app.models.memory import Scope
from app.models.messages.passage import Passage
from app.models.refusals.turns import LineRefused, TextRefused
from app.models.sheets.narration import NarrationStyle
from app.models.sheets.player import PlayerSheet
from app.services.game.turns.turn_service import TurnService
from app.testing import FakeSummarizer, InMemoryGameStore, small_sheet


class Host:
    """Refuses what holds one of some words, and keeps what it was asked."""

    def __init__(self, *refused: str, reason: str = "Not in this house.") -> None:
        self.refused = refused
        self.reason = reason
        self.asked: list[ModeratedText] = []

    async def refusal(self, moderated: ModeratedText) -> str | None:
        self.asked.append(moderated)
        await asyncio.sleep(0)
        return self.reason if any(word in moderated.text for word in self.refused) else None

    def shown(self) -> list[str]:
        return [each.text for each in self.asked if each.kind is ModeratedKind.SHOWN]


class Streaming:
    """Streams a text in pieces, and says whether it came to its end."""

    model, mode, tools_tokens = "streaming", "guided", 0

    def __init__(self, pieces: Sequence[str], *, tells: str = "") -> None:
        self.pieces = pieces
        self.tells = tells
        self.has_ended = False

    async def narrate(self, context: NarrationContext) -> Narration:
        for piece in self.pieces:
            context.show(piece)
            await asyncio.sleep(0.01)
        context.tell(Passage("".join(self.pieces)), is_shown=True)
        self.has_ended = True
        return Narration(passages=(Passage(self.tells),) if self.tells else ())


def container_of(host: Host) -> Container:
    container = Container()
    container.settings.override(providers.Object(Settings(minds=False, embedder="words")))
    container.store.override(providers.Object(InMemoryGameStore()))
    container.moderation.override(providers.Object(host))
    return container


def table(host: Host, narrator: Streaming | None = None) -> tuple[TurnService, str]:
    container = container_of(host)
    if narrator is not None:
        container.narrator.override(providers.Object(narrator))
    return container.turns(), container.library().begin(small_sheet(), "Élan")


async def test_a_line_is_refused_before_anything_happens() -> None:
    turns, game_id = table(Host("curse"))
    with pytest.raises(NotPossible) as refused:
        await turns.take_turn(game_id, "say a curse on this house")
    assert isinstance(refused.value.reason, LineRefused)
    assert str(refused.value) == "Not in this house."
    assert turns.state(game_id).turn == 0


async def test_without_a_reason_the_refusal_has_a_sentence_of_its_own() -> None:
    turns, game_id = table(Host("curse", reason=""))
    with pytest.raises(NotPossible, match=r"^That line is not allowed here\.$"):
        await turns.take_turn(game_id, "say a curse on this house")


async def test_a_text_is_checked_sentence_by_sentence_before_it_is_shown() -> None:
    host = Host()
    pieces = ["The fog li", "fts. A bell r", "ings", " twice.", " Nobody comes"]
    turns, game_id = table(host, Streaming(pieces))
    shown: list[str] = []

    def show(piece: str) -> None:
        allowed = " ".join(host.shown())
        assert all(sentence.strip() in allowed for sentence in [piece])
        shown.append(piece)

    result = await turns.take_turn(game_id, "I wait", on_text=show)
    assert "".join(shown) == result.text.partition("\n\n")[0] == "".join(pieces)
    assert host.shown()[:3] == ["The fog lifts.", "A bell rings twice.", "Nobody comes"]
    assert [each.before for each in host.asked if each.text == "A bell rings twice."] == ["The fog lifts. "]


async def test_a_refused_text_is_never_shown_stops_the_narration_and_undoes_the_turn() -> None:
    narrator = Streaming(["All is well. ", "Here is a curse. ", "And ", "more ", "of ", "it. ", "And more. "])
    turns, game_id = table(Host("curse"), narrator)
    shown: list[str] = []
    with pytest.raises(NotPossible) as refused:
        await turns.take_turn(game_id, "I wait", on_text=shown.append)
    assert isinstance(refused.value.reason, TextRefused)
    assert "".join(shown).strip() == "All is well."
    assert not narrator.has_ended
    assert (turns.state(game_id).turn, turns.state(game_id).conversation_history) == (0, [])
    turns.moderation = None
    assert (await turns.take_turn(game_id, "I wait")).turn == 1


async def test_what_is_recorded_and_was_not_shown_is_checked_too() -> None:
    turns, game_id = table(Host("curse"), Streaming(["All is well."], tells="A curse, unseen."))
    with pytest.raises(NotPossible):
        await turns.take_turn(game_id, "I wait")
    assert turns.state(game_id).turn == 0


async def test_a_failing_moderation_lets_nothing_through() -> None:
    class Broken(Host):
        async def refusal(self, moderated: ModeratedText) -> str | None:
            if moderated.kind is ModeratedKind.SHOWN:
                raise ConnectionError("away")
            return None

    turns, game_id = table(Broken(), Streaming(["All is well."]))
    shown: list[str] = []
    with pytest.raises(ConnectionError):
        await turns.take_turn(game_id, "I wait", on_text=shown.append)
    assert (shown, turns.state(game_id).turn) == ([], 0)


async def test_the_rules_own_telling_and_words_at_a_seat_are_checked_as_well() -> None:
    host = Host("owl")
    turns, game_id = table(host)
    with pytest.raises(NotPossible) as refused:
        await turns.speak(game_id, "mara", "Have you seen the owl?")
    assert isinstance(refused.value.reason, LineRefused)
    result = await turns.take_turn(game_id, "look")
    assert host.shown()
    assert result.turn == 1


WRITTEN = (
    AddNoteCommand(text="a curse on Mara"),
    AddMemoryCommand(scope=Scope.npc("mara"), text="A curse lies on the well."),
    UpdatePlayerSheetCommand(player_id="player", description="bears a curse"),
    JoinPartyCommand(name="Zoe", sheet=PlayerSheet(name="Zoe", description="bears a curse")),
    FormMemoryCommand(npc_id="mara", text="Élan spoke a curse."),
    RememberCommand(owner="mara", text="Élan spoke a curse."),
    SetNarrationStyleCommand(narration=NarrationStyle(author_note="There is a curse.")),
)


@pytest.mark.parametrize("order", WRITTEN, ids=lambda order: order.kind)
async def test_what_is_written_by_hand_is_refused_before_anything_happens(order: Command) -> None:
    host = Host("curse")
    turns, game_id = table(host)
    before = turns.library.read(game_id).last_seq
    with pytest.raises(NotPossible, match="Not in this house"):
        await turns.execute(game_id, AddNoteCommand(text="All is well."), order)
    assert turns.library.read(game_id).last_seq == before
    assert {each.kind for each in host.asked} == {ModeratedKind.LINE}
    assert "mara" not in [each.text for each in host.asked]


async def test_orders_without_words_are_nobodys_to_refuse() -> None:
    host = Host("")  # refuses everything
    turns, game_id = table(host)
    await turns.execute(game_id, ChangeLocationCommand(location_id="inn"))
    assert host.asked == []


async def left_the_place(host: Host, *summaries: str) -> tuple[list[str], FakeSummarizer]:
    """What the place remembers once the party has talked there, left and let the game settle."""
    container = container_of(host)
    fake = FakeSummarizer(*summaries)
    container.summarizer.override(providers.Object(fake))
    game_id = container.library().begin(small_sheet(), "Élan")
    turns = container.turns()
    start = turns.state(game_id).here.id
    await turns.take_turn(game_id, 'I say "The harvest was good this year."')
    await turns.execute(game_id, ChangeLocationCommand(location_id="inn"))
    await turns.settle(game_id)
    state = turns.state(game_id)
    assert not state.pending
    return [entry.summary for entry in state.memories(Scope.location(start))], fake


async def test_of_a_refused_summary_the_extract_is_kept_and_of_that_nothing() -> None:
    text = "Élan said that the harvest was good this year, a curse on it."
    kept, fake = await left_the_place(Host("curse"), *[text] * 4)
    assert fake.history
    assert kept[-1] == "Élan spoke with Guard at the Market."
    nothing, _ = await left_the_place(Keeping("curse", "spoke"), *[text] * 4)
    assert nothing == kept[:-1]


async def test_a_summary_stays_pending_where_the_moderation_fails() -> None:
    class Failing(Host):
        async def refusal(self, moderated: ModeratedText) -> str | None:
            if moderated.kind is ModeratedKind.KEPT:
                raise ConnectionError
            return None

    with pytest.raises(AssertionError):  # something is pending
        await left_the_place(Failing(), "Élan told everybody that the harvest was good.")


class Keeping(Host):
    """Refuses only what would be remembered."""

    async def refusal(self, moderated: ModeratedText) -> str | None:
        return await super().refusal(moderated) if moderated.kind is ModeratedKind.KEPT else None


async def test_the_settings_name_a_moderation() -> None:
    container = Container()
    container.settings.override(providers.Object(Settings(moderation="tests.integration.turns.test_moderation:Host")))
    assert isinstance(container.moderation(), Host)
    container = Container()
    container.settings.override(providers.Object(Settings(moderation="tests.nowhere:Host")))
    with pytest.raises(InvalidInput, match="cannot be loaded"):
        container.moderation()
