"""The narrator without a model, whose turns a narrator with one may retell."""

from collections.abc import Awaitable, Callable
from typing import Any

from app.agents.narrator.acting import party, people, places, things
from app.agents.narrator.acting.turn import OfflineTurn, TurnBuilder
from app.agents.narrator.understanding import intents
from app.agents.narrator.understanding.parser import understand
from app.interfaces.agents.narrator import Narration, Scene
from app.language.language import default_language, find_language
from app.memory.recall.recaller import Recaller
from app.models.messages.message import Role
from app.models.state.game_state import GameState

MAX_STEPS = 4

_ACTIONS: dict[type[intents.Intent], Callable[[TurnBuilder, Any], Awaitable[bool]]] = {
    intents.Go: places.go,
    intents.Leave: places.leave,
    intents.GoBack: places.go_back,
    intents.Cross: places.cross,
    intents.Look: places.look,
    intents.Examine: places.examine,
    intents.Fight: places.fight,
    intents.Talk: people.talk,
    intents.Ask: people.ask,
    intents.Tell: people.tell,
    intents.Say: people.say,
    intents.Vow: people.vow,
    intents.Place: things.place,
    intents.Take: things.take,
    intents.Drop: things.drop,
    intents.Give: things.give,
    intents.Use: things.use,
    intents.Handle: things.handle,
    intents.Wait: party.wait,
    intents.Listing: party.look_up,
    intents.Forbear: party.forbear,
    intents.MakeNote: party.make_note,
    intents.Outside: party.point_outside,
    intents.Unknown: party.puzzled,
}
"""What carries out each intent; it returns False if that was refused, was not clear or not understood."""


class OfflineNarrator:
    """Plays the whole game without a model: understands by rules, tells in the scenario's own words."""

    model = "offline"
    mode = "offline"
    tools_tokens = 0

    def __init__(self, recaller: Recaller | None = None) -> None:
        """``recaller`` is asked, on words alone, what people remember."""
        self._recaller = recaller

    async def carry_out(
        self, scene: Scene, *, on_passage: Callable[[str], None] | None = None, notice: str = ""
    ) -> OfflineTurn:
        """Do what the player wants by the offline rules. ``on_passage`` gets each paragraph as it comes; ``notice`` is
        told first and is no part of the story."""
        turn = TurnBuilder(scene, on_passage, self._recaller)
        turn.remark(notice)
        wanted = understand(scene.state, scene.text)
        for intent in wanted[:MAX_STEPS]:
            if not await _ACTIONS[type(intent)](turn, intent):
                break
        else:
            if len(wanted) > MAX_STEPS:
                turn.refuse(turn.text("too-many-steps"))
        return turn.build()

    async def narrate(self, scene: Scene) -> Narration:
        """Show each paragraph and each line of a speech as it comes. The Narration holds the same lines, the narration
        as one text and each person's lines as one speech."""
        shown = False

        def show(paragraph: str) -> None:
            nonlocal shown
            scene.show(f"\n\n{paragraph}" if shown else paragraph)
            shown = True

        return (await self.carry_out(scene, on_passage=show, notice=_language_notice(scene.state))).narration()


def _language_notice(state: GameState) -> str:
    """What a player has to know at the beginning of a game in a language that only a model speaks; "" otherwise."""
    tag, history = state.sheet.language, state.conversation_history
    if not tag or find_language(tag) is not None or any(message.role is Role.NARRATOR for message in history):
        return ""
    return default_language().render("notices.no-pack")
