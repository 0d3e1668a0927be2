"""The order that says how models tell a game."""

from app.events.commands import SetNarrationStyleCommand
from app.events.handlers.party_handler import PartyHandler
from app.models.events.play import NarrationStyleSet
from app.models.sheets.narration import NarrationLength, NarrationStyle
from app.models.state.game_state import GameState


async def tell(state: GameState, **values: object) -> tuple[object, ...]:
    command = SetNarrationStyleCommand(narration=NarrationStyle.model_validate(values))
    return (await PartyHandler().set_narration_style(command, state)).events


async def test_an_order_replaces_all_that_the_game_says_and_names_what_differs(state: GameState) -> None:
    assert await tell(state, style="Dry.", tense="past") == (NarrationStyleSet(fields=("style", "tense")),)
    assert await tell(state, style="Dry.", length="long") == (NarrationStyleSet(fields=("length", "tense")),)
    assert state.narration == NarrationStyle(style="Dry.", length=NarrationLength.LONG)
    await tell(state)
    assert state.narration == NarrationStyle()


async def test_an_order_that_changes_nothing_is_no_event(state: GameState) -> None:
    await tell(state, person="third")
    assert await tell(state, person="third") == ()


async def test_the_event_does_not_hold_the_words_which_players_may_not_read(state: GameState) -> None:
    (event,) = await tell(state, author_note="The owl is the baker.")
    assert "baker" not in str(event)
