"""One turn of the offline narrator while it is carried out, and what has come of it."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

from app.agents.narrator.company import recent_narrations
from app.agents.narrator.knowledge.exchange import Exchange
from app.agents.narrator.telling import descriptions
from app.agents.narrator.telling.variants import KnownWords, MarkedText, aside, authored, pick_variant
from app.agents.narrator.turn.outcomes import as_passage, passages_of_outcome
from app.agents.narrator.turn.voices import Voice
from app.agents.narrator.understanding.intents import Intent
from app.agents.narrator.understanding.naming import Thing, everything_here
from app.errors import InvalidInput, NotFound, NotPossible
from app.events.commands import play
from app.interfaces.agents.narrator import Narration, NarrationContext
from app.language.analysis.quoting import traced
from app.language.analysis.text import NO_BREAK
from app.language.language import language_of
from app.language.rendering.filling import sentence
from app.language.rendering.plain_reasons import in_words
from app.memory.recall.recaller import Recaller
from app.memory.stream.owners import remembered_text
from app.models.command import Command, Outcome
from app.models.messages.mark import Mark, MarkKind
from app.models.messages.message import AskedBack
from app.models.messages.passage import Passage
from app.models.messages.speech import Span
from app.models.prompt import RecalledMemory
from app.models.sheets.condition import Condition
from app.models.state.conditions import holds
from app.models.state.dialogue import Dialogue
from app.models.state.game_state import GameState

T = TypeVar("T")


@dataclass(frozen=True)
class OfflineTurn(Narration):
    """The deeds and texts of the offline rules; of the addressed person no topic was asked, so a model may answer for
    it."""

    outcomes: tuple[Outcome, ...] = ()
    addressed_npc_id: str | None = None
    told: tuple[Passage, ...] = ()
    """All that was told, in order."""

    @property
    def text(self) -> str:
        """The narration without what people said, as one text."""
        return "\n\n".join(passage.text for passage in self.told if passage.speaker_id is None)


OWN_THING = "-"
"""In place of the id of what was named last: something that the game does not know, as of the player's own."""


class TurnBuilder:
    """Carries out commands and tells their outcomes.

    Args:
        context: The turn.
        recaller: Recalls for people, on words alone.
        tell: Receives each paragraph and each line of a speech as it comes; by default `NarrationContext.tell`.
    """

    def __init__(
        self,
        context: NarrationContext,
        recaller: Recaller | None = None,
        tell: Callable[[Passage], None] | None = None,
    ) -> None:
        self.context = context
        self._recaller = recaller or Recaller()
        self._tell = tell or context.tell
        self.outcomes: list[Outcome] = []
        self.line = context.text
        """What to carry out again once the player has said which of several it means."""
        self.chosen: tuple[str, ...] = ()
        """The ids that the player has chosen where it was asked back."""
        self.asks_back: AskedBack | None = None
        self.understood = True
        self.addressed_npc_id: str | None = None
        self.dialogue: Dialogue | None = None
        """Where the player's talk stands after what was said so far; None for as before."""
        self.last_thing: str = ""
        self.said: list[Span] = []
        """The spans of the player's line that are said aloud."""
        self.unanswered: Intent | None = None
        """The first part of a line that nothing answers beside the other parts."""
        self.came_from: str | None = None
        self._told: list[Passage] = []
        self._recalled: dict[tuple[str, str], RecalledMemory] = {}
        self._known: dict[KnownWords, None] = {}
        self._found: dict[Hashable, Any] = {}
        """What was found out since the last command."""

    def once(self, key: Hashable, find: Callable[[], T]) -> T:
        """Find something out about the state as it is now, once: what is kept is forgotten with the next command.

        Args:
            key: What is found out, with all that it depends on but the state.
            find: Finds it out; it must not change the turn.
        """
        key = (key, self.last_thing)  # what a pronoun means
        if key not in self._found:
            self._found[key] = find()
        found: T = self._found[key]
        return found

    @property
    def state(self) -> GameState:
        return self.context.state

    @property
    def things_here(self) -> Sequence[Thing]:
        """All that can be seen, held or spoken to now."""
        return self.once("things here", lambda: everything_here(self.state))

    def text(self, name: str, /, **slots: str | int) -> str:
        """A template of the section ``narrator`` in the language of the story."""
        return language_of(self.state.sheet).render(f"narrator.{name}", **slots)

    def lists(self, text: str) -> str:
        """The same text: sentences that only say what there is, and are marked so in remarks and refusals."""
        self._known[text, MarkKind.LISTING, None] = None
        return text

    def repeats(self, text: str, sources: Iterable[str]) -> str:
        """The same text: words from these memories or messages, and marked so in remarks and refusals."""
        self._known |= dict.fromkeys((text, MarkKind.REPEATED, source) for source in sources)
        return text

    def keeps_private(self, text: str) -> str:
        """The same text: a note of the player's own, and marked so in remarks."""
        self._known[text, MarkKind.NOTE, None] = None
        return text

    def ways(self) -> str:
        """Which ways there are, as a listing."""
        return self.lists(descriptions.ways(self.state))

    def stock_line(self, purpose: str, name: str) -> str:
        """Return a line of a list of the section ``telling`` that was not shown lately."""
        variants = language_of(self.state.sheet).lines(f"telling.{name}")
        return pick_variant(self.state, purpose, variants, recent_narrations(self.state))

    def voice(self, npc_id: str) -> Voice:
        return Voice(Exchange(self.state, npc_id, self.context.speaker.name, self._recaller), self.said_by(npc_id))

    def said_by(self, npc_id: str) -> list[str]:
        """What a person has said in this turn so far, the newest first."""
        return [passage.text for passage in reversed(self._told) if passage.speaker_id == npc_id]

    def say_aloud(self, words: str, typed: str = "") -> None:
        """Note what is said aloud, for memory.

        Args:
            words: The words.
            typed: The part of the line that they were read in, which counts where they are not in the line as typed.
        """
        line, begin = self.context.text, max((end for _, end in self.said), default=0)
        for text in filter(None, (each.strip().replace(NO_BREAK, " ") for each in (words, typed))):
            if (at := line.find(text, begin)) >= 0:
                self.said.append((at, at + len(text)))
                return

    @property
    def has_told(self) -> bool:
        """Return whether any text was told."""
        return bool(self._told)

    def speak_of(self, things: Iterable[Thing]) -> None:
        """Note what was named without anything being done to it: a pronoun after it means the last of that."""
        for thing in things:
            self.last_thing = thing.id

    def has_spoken(self, npc_id: str) -> bool:
        return any(passage.speaker_id == npc_id for passage in self._told)

    def tell(self, *texts: str | MarkedText) -> bool:
        """Add paragraphs to the narration: events of the story, or wordings that say of themselves what they are.
        Always True, as `refuse` is False: what a deed ends with."""
        for line in filter(None, (MarkedText(text.strip()) if isinstance(text, str) else text for text in texts)):
            traced_line = self._traced(line)
            self._add(as_passage(traced_line), traced_line.recalled)
        return True

    def speak(self, npc_id: str, *lines: MarkedText | None) -> None:
        """Let a person say something."""
        for line in filter(None, lines):
            said = self._traced(line)
            self._add(Passage.speech(npc_id, said.text, said.marks, source=said.source), said.recalled)

    def _add(self, passage: Passage, recalled: Iterable[RecalledMemory] = ()) -> None:
        for memory in recalled:
            self._recalled.setdefault((memory.scope.key, memory.memory_id), memory)
        self._told.append(passage)
        self._tell(passage)

    def remark(self, *texts: str) -> bool:
        """Add paragraphs that are no events, each once: what is possible, what is listed, what is only looked up."""
        told = [(each.text, each.quoted) for each in self._told if each.speaker_id is None]
        remarks = (aside(text.strip(), self._known) for text in texts)
        return self.tell(*(each for each in remarks if (each.text, each.quoted) not in told))

    def describe(self, text: str) -> bool:
        """Add a description; one that the player has read lately is no event any more."""
        line = authored(text)
        return self.tell(line.aside() if any(text in told for told in recent_narrations(self.state)) else line)

    def refuse(self, refusal: str | MarkedText) -> bool:
        """Tell that something was not done; always False. Only the author's words (a passage) belong to the story."""
        told = aside(sentence(refusal), self._known) if isinstance(refusal, str) else refusal
        self.tell(told.marked(MarkKind.REFUSAL))
        return False

    async def attempt(
        self, *commands: Command, goes_on: Callable[[Outcome], bool] = lambda _: True, deed: str = ""
    ) -> MarkedText | None:
        """Carry out commands while ``goes_on`` holds for the last outcome, tell all together; the refusal of one.
        ``deed``: a generic action in the player's own words."""
        done, refusal = list[Outcome](), None
        for command in commands:
            self._found.clear()
            try:
                done.append(await self.context.execute(command))
            except NotPossible as error:  # the author's words alone, where there are any
                said = error.wording
                refusal = authored(sentence(said.text)) if said.is_authored else aside(sentence(said.in_story))
            except (NotFound, InvalidInput) as error:
                refusal = aside(sentence(in_words(error)))
            if refusal is not None or not goes_on(done[-1]):
                break
        self.outcomes += done
        for passage in passages_of_outcome(self.state, done, deed and self.text("gesture", deed=deed)):
            self._add(replace(passage, marks=self._marked(passage.text, passage.marks)))
        return refusal

    async def do(self, *commands: Command, goes_on: Callable[[Outcome], bool] = lambda _: True, deed: str = "") -> bool:
        """Carry out commands and tell their outcomes, also the refusal of one. Return whether none was refused."""
        refusal = await self.attempt(*commands, goes_on=goes_on, deed=deed)
        return True if refusal is None else self.refuse(refusal)

    def _traced(self, told: MarkedText) -> MarkedText:
        return replace(told, marks=self._marked(told.text, told.marks))

    def _marked(self, text: str, marks: tuple[Mark, ...]) -> tuple[Mark, ...]:
        return traced(text, marks, partial(remembered_text, self.state))

    def build(self) -> OfflineTurn:
        return OfflineTurn(
            told=tuple(self._told),
            outcomes=tuple(self.outcomes),
            understood=self.understood,
            asks_back=self.asks_back,
            dialogue=self.dialogue,
            said=tuple(self.said),
            addressed_npc_id=self.addressed_npc_id,
            recalled=tuple(self._recalled.values()),
        )


def hindrance(state: GameState, command: Command) -> str:
    """Return the refusal of a command in words, without trying it; "" where it is possible."""
    condition, told = _requirement(state, command)
    is_fixed = isinstance(command, play.TakeItemCommand) and not state.sheets.item(command.item_id).portable
    if holds(condition, state) and not is_fixed:
        return ""
    not_yet = language_of(state.sheet).render("narrator.not-yet")
    return f"{not_yet} {told}" if isinstance(command, play.UpdateLocationStateCommand) else told or not_yet


def _requirement(state: GameState, command: Command) -> tuple[Condition | None, str]:
    """What must hold for a command, and what the author wrote to be read when it does not; of an obstacle, what is
    seen of it, as it was not tried."""
    match command:
        case play.ChangeLocationCommand(location_id=to) if way := state.sheets.exit(state.here.id, to):
            return way.locked_until, way.locked_text
        case play.UpdateLocationStateCommand(complete_encounter=str(encounter_id)):
            encounter = state.sheets.encounter(encounter_id)[1]
            return encounter.condition, encounter.description
        case play.TakeItemCommand(item_id=item_id):
            return state.sheets.item(item_id).take_condition, state.sheets.item(item_id).take_refusal
        case play.UseItemCommand(item_id=item_id, target_id=target_id):
            uses = [use.condition for use in state.sheets.item(item_id).uses if use.on == target_id]
            return None if any(holds(each, state) for each in uses) else next(iter(uses), None), ""
    return None, ""
