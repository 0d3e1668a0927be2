"""The narrator that needs no model; narrators with a model may retell its turns."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from app.agents.narrator.acting import actions, party, people, places, things
from app.agents.narrator.acting.attempts import attempt
from app.agents.narrator.acting.steps import (
    action_meant,
    as_ordered,
    authored_meant,
    awaited,
    companion_meant,
    is_attempt,
    particle_missed,
    with_object,
    without_aside,
)
from app.agents.narrator.answering.gestures import gestured
from app.agents.narrator.reading.aloud import said_aloud
from app.agents.narrator.reading.choosing import meaning_of_part
from app.agents.narrator.reading.exact import exact_steps
from app.agents.narrator.reading.line_reader import ReadPart, VectorsOf, read_line
from app.agents.narrator.turn.meaning import Pick, asked_back, chosen_by, picked, quoted_name
from app.agents.narrator.turn.turn_builder import OfflineTurn, TurnBuilder, hindrance
from app.agents.narrator.understanding.deeds import plain_step
from app.agents.narrator.understanding.intents import DEEDS, WAITS, Intent, Wish
from app.agents.narrator.understanding.parser import stripped, trimmed
from app.agents.narrator.understanding.verbs import intent_of
from app.events.commands.play import ChangeLocationCommand
from app.interfaces.agents.narrator import Narration, NarrationContext
from app.language.analysis.mentions import mentions_for
from app.language.analysis.text import NO_BREAK
from app.language.language import default_language, find_language
from app.language.rendering.phrases import listed
from app.memory.recall.recaller import Recaller
from app.models.command import Command, Outcome
from app.models.messages.message import Role
from app.models.messages.passage import Passage
from app.models.messages.speech import Span
from app.models.state.game_state import GameState
from app.scheduling import checkpoint

MAX_STEPS = 4
"""Parts of a line that are carried out."""


def _typed(part: Intent | ReadPart) -> str:
    return part.text if isinstance(part, ReadPart) else part.typed


async def _whether(turn: TurnBuilder, deed: Intent) -> bool:
    """Try an action up to its first command, which is not carried out, and report whether it is possible, and how."""
    checked: list[str] = []

    async def check(command: Command) -> Outcome:
        way = command.location_id if isinstance(command, ChangeLocationCommand) else ""
        leads = turn.state.sheets.exit(turn.state.here.id, way)
        tried = turn.text("try-go-by", name=leads.name) if leads else deed.typed
        checked.append(hindrance(turn.state, command) or turn.text("possible", deed=tried))
        return Outcome(command=command)

    trial = TurnBuilder(replace(turn.context, execute=check), tell=lambda _: None)
    await _ACTIONS[deed.wish](trial, deed)
    return turn.remark(*(checked[:1] or [trial.build().text or turn.text("not-yet")]))


async def _carry_out(turn: TurnBuilder, intent: Intent) -> bool:
    """Carry out one step: an author's action, else a deed of the grammar or a generic action, else an attempt."""
    state = turn.state
    if state.world.ending is not None and intent.wish in _AFTER_ALL:
        return turn.refuse(turn.text("ended"))
    is_name = intent.wish is Wish.UNKNOWN and intent.typed[:1].isupper()
    is_doubtful = intent.is_doubtful or intent.wish in (Wish.ATTEMPT, Wish.WHICH, Wish.MUSE)
    if (is_name or is_doubtful) and await people.answered(turn, intent.typed):
        return True
    if intent.kind and intent.wish is not Wish.ACT:
        used = things.with_instrument(turn, intent)
        return await _ACTIONS[used.wish](turn, used)
    if (companion := companion_meant(turn, intent)) is not None:
        is_joining, person = companion
        return await (actions.let_join if is_joining else actions.leave_behind)(turn, person)
    if (person_awaited := awaited(turn, intent)) is not None:
        return await actions.wait_for(turn, person_awaited)
    step = _by_grammar(intent) if intent.wish is Wish.ACT else intent
    use = things.with_instrument(turn, step)
    meant = authored_meant(turn, step) if use.wish is Wish.USE and use is not step else action_meant(turn, step)
    if meant is not None:
        return await actions.act(turn, meant, step.typed)
    if step is not intent and step.wish is Wish.ATTEMPT and await people.answered(turn, step.typed):
        return True
    if step.wish is Wish.ATTEMPT and gestured(turn, step.typed, is_deed=True):
        return True
    if step.wish is Wish.ATTEMPT or particle_missed(turn, step) or (use is step and is_attempt(turn, step)):
        return await attempt(turn, step.typed or turn.line)
    return await (_whether(turn, use.deed) if use.deed else _ACTIONS[use.wish](turn, use))


def _by_grammar(intent: Intent) -> Intent:
    """Return a step as the grammar of verbs reads it; an attempt where it does not."""
    text = without_aside(intent.what)
    step = intent_of(trimmed(stripped(plain_step(text), company=False)))
    return replace(step, typed=intent.typed) if step else Intent(Wish.ATTEMPT, text, typed=intent.typed)


_AFTER_ALL = (DEEDS - {Wish.EXAMINE}) | WAITS | {Wish.ACT, Wish.UNKNOWN}
"""What is refused once the story has reached one of its endings."""

_GOING_ON = frozenset({Wish.SAY, Wish.MUSE, Wish.WONDER, Wish.GESTURE, Wish.ATTEMPT, Wish.UNKNOWN})
"""What the parts after it do not depend on."""

_ACTIONS: dict[Wish, Callable[[TurnBuilder, Intent], Awaitable[bool]]] = {
    Wish.GO: places.go,
    Wish.LEAVE: places.leave,
    Wish.GO_BACK: places.go_back,
    Wish.CROSS: places.cross,
    Wish.STAND_BACK: places.stand_back,
    Wish.LOOK: places.look,
    Wish.EXAMINE: places.examine,
    Wish.FIGHT: places.fight,
    Wish.TALK: people.talk,
    Wish.ASK: people.ask,
    Wish.TELL: people.tell,
    Wish.SAY: people.say,
    Wish.VOW: people.vow,
    Wish.PLACE: things.place,
    Wish.FIX: things.place,
    Wish.TAKE: things.take,
    Wish.DROP: things.drop,
    Wish.GIVE: things.give,
    Wish.USE: things.use,
    Wish.PUSH: things.handle_thing,
    Wish.CLOSE: things.handle_thing,
    Wish.CLIMB: things.handle_thing,
    Wish.WAIT: party.wait,
    Wish.WAIT_UNTIL: party.wait,
    Wish.LOOK_UP: party.look_up,
    Wish.FORBEAR: party.forbear,
    Wish.NOTE: party.make_note,
    Wish.PIN: party.make_note,
    Wish.OUTSIDE: party.outside,
    Wish.JOIN: people.ask_to_join,
    Wish.STAY: people.stay,
    Wish.ATTEMPT: party.attempted,
    Wish.GESTURE: party.gesture,
    Wish.WONDER: party.wonder,
    Wish.MUSE: party.muse,
    Wish.WHICH: party.which,
    Wish.UNKNOWN: party.unknown,
}
"""The function that carries out each verb except `WHETHER`; it returns False for an action that was refused, ambiguous
or not understood."""


class OfflineNarrator:
    """Plays the whole game without a model: understands by rules, narrates in the scenario's own words."""

    model = "offline"
    mode = "offline"
    tools_tokens = 0

    def __init__(self, recaller: Recaller | None = None, vectors_of: VectorsOf | None = None) -> None:
        """Play by rules.

        Args:
            recaller: Finds what people remember; None for one by words alone.
            vectors_of: Returns the sentence vectors of the embedded model, by which lines are read; None for words
                alone.
        """
        self._recaller = recaller
        self.vectors_of = vectors_of

    async def said_aloud(self, state: GameState, line: str) -> tuple[Span, ...] | None:
        """Return the spans of a line that are said aloud; None in a language without a classifier of lines."""
        return await said_aloud(state, line, self.vectors_of)

    async def carry_out(
        self,
        context: NarrationContext,
        *,
        tell: Callable[[Passage], None] | None = None,
        notice: str = "",
        pick: Pick | None = None,
    ) -> OfflineTurn:
        """Do what the player wants by the offline rules.

        Args:
            context: The turn.
            tell: Receives each paragraph and each line of a speech as it comes; by default `NarrationContext.tell`.
            notice: A text that comes first and is not part of the story.
            pick: Picks the reading of a part that may be a deed or speech; None to ask the player.
        """
        turn = TurnBuilder(context, self._recaller, tell)
        turn.remark(notice)
        asked = asked_back(context.state, context.speaker.id)
        if asked and (chosen := chosen_by(context.state, asked, context.text)):
            turn.line, turn.chosen = asked.line, (*asked.chosen, chosen.id)
        line = mentions_for(context.state.sheet).with_strangers_joined(turn.line)
        wanted: Sequence[Intent | ReadPart] = exact_steps(turn, line)
        if not wanted:
            wanted = await read_line(context.state, line, self.vectors_of)
        left, is_understood, by_player, begun = list[str](), False, turn.chosen, context.state.here.id
        for at, part in enumerate(wanted):
            typed = _typed(part)
            if at == MAX_STEPS:
                turn.refuse(turn.text("too-many-steps"))
            if at >= MAX_STEPS or left:
                left.append(typed)
                continue
            if len(wanted) > 1:
                context.begin_part(typed.replace(NO_BREAK, " "))
            turn.line = typed if at else turn.line
            turn.understood = True
            turn.chosen = by_player
            await checkpoint()
            if isinstance(part, ReadPart) and begun != context.state.here.id and part.leads_to == context.state.here.id:
                continue  # the way is named once more that a part before it has taken
            left += await self._carry_out_part(turn, line, part, pick, is_one_of_several=len(wanted) > 1) or ()
            is_understood |= turn.understood
        if turn.unanswered is not None and not turn.has_told:
            is_understood = False
            await _carry_out(turn, turn.unanswered)
        turn.understood = is_understood
        if left := [quoted_name(typed) for typed in left if typed]:
            turn.remark(turn.text("left-undone", steps=listed(left)))
        return turn.build()

    async def _carry_out_part(
        self, turn: TurnBuilder, line: str, part: Intent | ReadPart, pick: Pick | None, *, is_one_of_several: bool
    ) -> list[str] | None:
        """Carry out a part of a line, read as the state is now.

        Returns:
            What of the part was left undone, as it was typed; "" for nothing, where the next part does not follow
            either. None where it follows.
        """
        if isinstance(part, ReadPart):
            read = part.read_again(turn.state, line)
            text = with_object(turn, as_ordered(part.text) if part.is_speech is False else part.text)
            exact = () if part.is_speech or part.is_aside else exact_steps(turn, text, is_whole=False)
            intents = exact or (await picked(turn, line, meaning_of_part(turn, read), pick),)
            if is_one_of_several and not exact and intents[0].wish in (Wish.MUSE, Wish.UNKNOWN):
                turn.speak_of(read.things_here)
                turn.unanswered = turn.unanswered or intents[0]
                return None
        else:
            intents = (part,)
        for at, intent in enumerate(intents):
            if not (await _carry_out(turn, intent) or intent.wish in _GOING_ON):
                return [each.typed for each in intents[at + 1 :]] or [""]
        return None

    async def narrate(self, context: NarrationContext) -> Narration:
        """Carry out what the player wants and narrate it, each paragraph and each line of a speech as it comes."""
        return await self.carry_out(context, notice=_language_notice(context.state))


def _language_notice(state: GameState) -> str:
    """Return what a player has to know at the start of a game in a language that only a model speaks; "" otherwise."""
    tag, history = state.sheet.language, state.conversation_history
    if not tag or any(message.role is Role.NARRATOR for message in history):
        return ""
    if (language := find_language(tag)) is None:
        return default_language().render("notices.no-pack")
    return language.render("notices.partial-pack") if language.is_partial else ""
