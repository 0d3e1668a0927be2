"""One turn of the offline narrator while it is carried out, and what has come of it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from app.agents.narrator.acting.company import recent_narrations
from app.agents.narrator.telling.outcomes import OutcomeTeller, shown_speech
from app.agents.narrator.telling.variants import Passage, aside, joined
from app.agents.narrator.telling.voices import Voice
from app.errors import InvalidInput, NotFound, NotPossible, TalekeeperError
from app.events.commands.play import (
    AskTopicCommand,
    ChangeLocationCommand,
    DiscoverSecretCommand,
    TakeItemCommand,
    UpdateLocationStateCommand,
)
from app.interfaces.agents.narrator import Narration, Scene, Spans, Speech
from app.language.language import language_of
from app.language.rendering.filling import sentence
from app.memory.recall.recaller import Recaller
from app.models.command import Command, Outcome
from app.models.prompt import RecalledMemory
from app.models.state.game_state import GameState


@dataclass(frozen=True)
class OfflineTurn:
    """What the offline rules did and told.

    ``quoted`` are the spans of ``text`` that no summary sees (those of a speech are in the speech). ``refusals`` are
    all that was not done, told in ``text`` or in a speech too. ``understood`` is False when no wish of the player was
    recognised; ``addressed_npc_id`` is the person to whom the player spoke without matching any of its topics, so
    that a model may answer instead. ``recalled`` are the memories that the speeches were made of.
    """

    text: str
    speeches: tuple[Speech, ...] = ()
    quoted: Spans = ()
    outcomes: tuple[Outcome, ...] = ()
    refusals: tuple[str, ...] = ()
    understood: bool = True
    addressed_npc_id: str | None = None
    recalled: tuple[RecalledMemory, ...] = ()

    def narration(self, *, degraded: bool = False) -> Narration:
        return Narration(
            text=self.text, speeches=self.speeches, quoted=self.quoted, degraded=degraded, recalled=self.recalled
        )


class TurnBuilder:
    """Carries out commands and collects what is told; ``on_passage`` gets each paragraph and each line of a speech."""

    def __init__(
        self, scene: Scene, on_passage: Callable[[str], None] | None = None, recaller: Recaller | None = None
    ) -> None:
        self.scene = scene
        self._recaller = recaller
        self.outcomes: list[Outcome] = []
        self.refusals: list[str] = []
        self.understood = True
        self.addressed_npc_id: str | None = None
        self.last_thing: str = ""
        self.came_from: str | None = None
        self._teller = OutcomeTeller(scene.speaker.name)
        self._on_passage = on_passage
        self._passages: list[Passage] = []
        self._speeches: dict[str, list[Passage]] = {}
        self._said: dict[str, Speech] = {}

    @property
    def state(self) -> GameState:
        return self.scene.state

    def text(self, name: str, /, **slots: str | int) -> str:
        """A template of the section ``narrator`` in the language of the story."""
        return language_of(self.state.sheet).render(f"narrator.{name}", **slots)

    def voice(self, npc_id: str) -> Voice:
        said = [passage.text for passage in reversed(self._speeches.get(npc_id, []))]
        return Voice(self.state, npc_id, self.scene.speaker.name, said, self._recaller)

    def has_spoken(self, npc_id: str) -> bool:
        return npc_id in self._speeches

    def tell(self, *texts: str | Passage) -> None:
        """Add paragraphs to the narration: events of the story, or passages that say of themselves what they are."""
        for text in texts:
            passage = Passage(text.strip()) if isinstance(text, str) else text
            if passage:
                self._passages.append(passage)
                self._show(passage.text)

    def speak(self, npc_id: str, *lines: Passage | None) -> None:
        """Let a person say something; all it says in a turn becomes one speech."""
        for line in lines:
            if line:
                self._speeches.setdefault(npc_id, []).append(line)
                before = len(joined(self._passages, "\n\n").text)
                self._said.setdefault(npc_id, replace(Speech.now(self.state, npc_id, ""), after=before))
                self._show(shown_speech(self.state.name(npc_id), line.text))

    def _show(self, paragraph: str) -> None:
        if self._on_passage is not None:
            self._on_passage(paragraph)

    def remark(self, *texts: str) -> None:
        """Add paragraphs that are no events: what is possible, what is listed, what is only looked up."""
        self.tell(*(aside(text.strip()) for text in texts))

    def describe(self, text: str) -> None:
        """Add a description; one that the player has read lately is no event any more."""
        told_lately = any(text in told for told in recent_narrations(self.state))
        self.tell(aside(text) if told_lately else Passage(text))

    def refuse(self, refusal: str | Passage) -> bool:
        """Tell that something was not done; always False. Only the author's words (a passage) belong to the story."""
        passage = aside(sentence(refusal)) if isinstance(refusal, str) else refusal
        self.refusals.append(passage.text)
        self.tell(passage)
        return False

    def refuse_aloud(self, npc_id: str, line: Passage) -> bool:
        """Let a person say why something was not done; always False."""
        self.refusals.append(line.text)
        self.speak(npc_id, line)
        return False

    async def attempt(self, command: Command) -> tuple[Outcome | None, Passage]:
        """Carry out one command and tell what came of it; or None and the refusal, which the caller tells."""
        try:
            outcome = await self.scene.execute(command)
        except (NotPossible, NotFound, InvalidInput) as error:
            return None, _refusal_of(self.state, command, error)
        self.outcomes.append(outcome)
        for line in self._teller.passages_and_speeches(self.state, [outcome]):
            if isinstance(line, Speech):
                self.speak(line.npc_id, Passage(line.text, line.quoted))
            else:
                self.tell(line)
        return outcome, Passage("")

    async def do(self, command: Command) -> bool:
        """Carry out one command and tell what came of it, or its refusal; whether it was done."""
        outcome, refusal = await self.attempt(command)
        return self.refuse(refusal) if outcome is None else True

    def build(self) -> OfflineTurn:
        text = joined(self._passages, "\n\n")
        speeches = [(npc_id, joined(lines, " ")) for npc_id, lines in self._speeches.items()]
        return OfflineTurn(
            text=text.text,
            speeches=tuple(
                replace(self._said[npc_id], text=said.text, quoted=said.quoted) for npc_id, said in speeches
            ),
            quoted=text.quoted,
            outcomes=tuple(self.outcomes),
            refusals=tuple(self.refusals),
            understood=self.understood,
            addressed_npc_id=self.addressed_npc_id,
            recalled=_each_once([*text.recalled, *(memory for _, said in speeches for memory in said.recalled)]),
        )


def _refusal_of(state: GameState, command: Command, error: TalekeeperError) -> Passage:
    """The author's words alone, where there are any; else the engine's reason in story form, which is an aside."""
    if isinstance(error, NotPossible) and error.told and error.told == _authored(state, command):
        return Passage(sentence(error.told))
    return aside(sentence(error.story if isinstance(error, NotPossible) else str(error)))


def _authored(state: GameState, command: Command) -> str:
    """What the author wrote to be read when this command is refused."""
    match command:
        case ChangeLocationCommand(location_id=to):
            way = state.sheets.exit(state.here.id, to)
            return way.locked_text if way else ""
        case UpdateLocationStateCommand(complete_encounter=str(encounter_id)):
            return state.sheets.encounter(encounter_id)[1].failed_text
        case DiscoverSecretCommand(secret_id=secret_id):
            return state.sheets.secret(secret_id)[1].blocked_text
        case AskTopicCommand(topic_id=topic_id):
            return state.sheets.topic(topic_id)[1].refusal
        case TakeItemCommand(item_id=item_id):
            return state.sheets.item(item_id).take_refusal
    return ""


def _each_once(memories: Iterable[RecalledMemory]) -> tuple[RecalledMemory, ...]:
    found: dict[tuple[str, str], RecalledMemory] = {}
    for memory in memories:
        found.setdefault((memory.scope.key, memory.memory_id), memory)
    return tuple(found.values())
