"""The narrator without a model, whose turns a narrator with one may retell."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from app.agents.narrator.acting import party, people, places, things
from app.agents.narrator.acting.meaning import asked_back, chosen_by, quoted_name
from app.agents.narrator.acting.turn import OfflineTurn, TurnBuilder, hindrance
from app.agents.narrator.understanding import intents
from app.agents.narrator.understanding.parser import understand
from app.events.commands.play import ChangeLocationCommand
from app.interfaces.agents.narrator import Narration, Scene
from app.language.analysis.mentions import mentions_for
from app.language.checks.prose import Paragraphs
from app.language.language import default_language, find_language
from app.language.rendering.phrases import listed
from app.memory.recall.recaller import Recaller
from app.models.command import Command, Outcome
from app.models.messages.message import Role
from app.models.state.game_state import GameState

MAX_STEPS = 4


async def _whether(turn: TurnBuilder, intent: intents.Whether) -> bool:
    """Try a deed up to its first command, which is not carried out: whether it would be possible, and how."""
    checked: list[str] = []

    async def check(command: Command) -> Outcome:
        way = command.location_id if isinstance(command, ChangeLocationCommand) else ""
        leads = turn.state.sheets.exit(turn.state.here.id, way)
        deed = turn.text("try-go-by", name=leads.name) if leads else intent.deed.typed
        checked.append(hindrance(turn.state, command) or turn.text("possible", deed=deed))
        return Outcome(command=command)

    trial = TurnBuilder(replace(turn.scene, execute=check))
    await _ACTIONS[type(intent.deed)](trial, intent.deed)
    return turn.remark(*(checked[:1] or [trial.build().text or turn.text("not-yet")]))


_ACTIONS: dict[type[intents.Intent], Callable[[TurnBuilder, Any], Awaitable[bool]]] = {
    intents.Go: places.go,
    intents.Leave: places.leave,
    intents.GoBack: places.go_back,
    intents.Cross: places.cross,
    intents.StandBack: places.stand_back,
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
    intents.Listing: party.listing,
    intents.Forbear: party.forbear,
    intents.MakeNote: party.make_note,
    intents.Outside: party.outside,
    intents.Unknown: party.unknown,
    intents.Whether: _whether,
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
        asked = asked_back(scene.state, scene.speaker.id)
        if asked and (chosen := chosen_by(scene.state, asked, scene.text)):
            turn.line, turn.chosen = asked.line, (*asked.chosen, chosen.id)
        wanted = understand(scene.state, mentions_for(scene.state.sheet).with_strangers_joined(turn.line))
        done, is_understood = 0, False
        for intent in wanted[:MAX_STEPS]:
            turn.line = intent.typed if done else turn.line
            done, turn.understood = done + 1, True
            deed = things.with_instrument(turn, intent)
            goes_on = await _ACTIONS[type(deed)](turn, deed) or isinstance(intent, intents.Say | intents.Unknown)
            is_understood |= turn.understood
            if not goes_on:
                break
        else:
            if len(wanted) > MAX_STEPS:
                turn.refuse(turn.text("too-many-steps"))
        turn.understood = is_understood
        if left := [quoted_name(intent.typed) for intent in wanted[done:] if intent.typed]:
            turn.remark(turn.text("left-undone", steps=listed(left)))
        return turn.build()

    async def narrate(self, scene: Scene) -> Narration:
        """Show each paragraph and each line of a speech as it comes. The Narration holds the same lines, the narration
        as one text and each person's lines as one speech."""
        page = Paragraphs(scene.show)
        return await self.carry_out(scene, on_passage=page.add, notice=_language_notice(scene.state))


def _language_notice(state: GameState) -> str:
    """What a player has to know at the beginning of a game in a language that only a model speaks; "" otherwise."""
    tag, history = state.sheet.language, state.conversation_history
    if not tag or find_language(tag) is not None or any(message.role is Role.NARRATOR for message in history):
        return ""
    return default_language().render("notices.no-pack")
