"""The messages of a game's conversation."""

from datetime import datetime
from enum import StrEnum

from pydantic import Field

from app.models.base import Frozen, Id
from app.models.events.play import LocationChanged, RecordedEvent, RecordedEvents
from app.models.messages.mark import Mark
from app.models.messages.passage import PassageKind, Source
from app.models.messages.speech import Span, SpeechAct, unquoted_spans

_GAP = "…"  # replaces what is left out of a message


class Role(StrEnum):
    """Who speaks: a player, the narrator, a person of the world, or the engine itself."""

    PLAYER = "player"
    NARRATOR = "narrator"
    NPC = "npc"
    SYSTEM = "system"


class AskedChoice(Frozen):
    """One of the choices of a question back: its id, and the name under which it was offered. For people outside of the
    cast, such as the player's sister, the name is the id."""

    id: str
    name: str


class AskedBack(Frozen):
    """A question back to the player: which of ``choices`` a typed ``line`` means. ``chosen`` are the ids that were
    chosen for that line before."""

    line: str
    choices: tuple[AskedChoice, ...]
    chosen: tuple[str, ...] = ()


class Message(Frozen):
    """One immutable message of the conversation.

    Args:
        index: Its position in the conversation, from 0.
        turn: The turn in which it was written; 0 before the first.
        role: The kind of speaker: ``player``, ``narrator``, ``npc`` (a person) or ``system`` (the engine).
        speaker_id: The id of the player or person who speaks; None for the narrator and the engine.
        speaker_name: The speaker's display name.
        addressee_ids: The ids of the people and players that it is addressed to; empty for none in particular.
        content: The text.
        location_id: The id of the place where it was written; None for none.
        witness_ids: The ids of the people who heard it.
        npc_ids: The ids of the people that it names.
        game_time: Minutes since day 1, 00:00.
        scene: The scene, such as ``day-003/scene-04``; None for none.
        timestamp: When it was written (UTC).
        interrupted: Whether the player stopped the narration in this message, or after it if no message was cut off.
            Such a message is never condensed.
        degraded: Whether rules replaced a model that failed or gave a text that could not be used.
        edited: Whether the words of a model were replaced by hand.
        quoted: The spans of ``content`` (start, and end exclusive) that are never condensed: text from memories, and
            text outside of the story, such as help.
        marks: Spans of the text (start, and end exclusive) with the kind of each: a listing, a refusal, repeated words,
            an aside or a private note.
        events: For the engine's line the events that it reports; for a speech the topics that it covers.
        acts: The speech acts of the text (such as a question or a promise); they do not change after the turn has
            ended.
        asks_back: The choice that the message asks the player to make; None for none.
        source: The writer of the text; None for a player's words.
        kind: The kind of text; None for a player's words.
        said: The spans of a player's words (start, and end exclusive) that the narrator read as said aloud; empty for a
            line without speech. None if no narrator read them.
        refused: Whether the action in a player's words was refused, and so did not happen.
        owner_id: The id of the only player who may read it, for a private note; None for everybody.

    Raises:
        pydantic.ValidationError: A field is of another type or outside of its limits.
    """

    index: int = Field(ge=0)
    turn: int = Field(default=0, ge=0)
    role: Role
    speaker_id: Id | None = None
    speaker_name: str = ""
    addressee_ids: tuple[Id, ...] = ()
    content: str
    location_id: Id | None = None
    witness_ids: tuple[Id, ...] = Field(default=(), description="the NPCs who heard it")
    npc_ids: tuple[Id, ...] = Field(default=(), description="the NPCs it names")
    game_time: int = Field(default=0, ge=0, description="minutes since day 1, 00:00")
    scene: str | None = Field(default=None, description="day-003/scene-04")
    timestamp: datetime
    interrupted: bool = Field(default=False, description="the player stopped it; cut text is not condensed")
    degraded: bool = Field(default=False, description="the offline narrator stood in for a model")
    edited: bool = Field(
        default=False, exclude_if=lambda edited: not edited, description="a hand replaced the words of a model"
    )
    quoted: tuple[tuple[int, int], ...] = Field(default=(), description="taken from memory, or no part of the story")
    marks: tuple[Mark, ...] = Field(default=(), description="what its parts are, where more is known than that")
    events: RecordedEvents = Field(
        default=(), description="those that the engine's line reports; for a speech its topics"
    )
    acts: tuple[SpeechAct, ...] = Field(default=(), description="what is done by saying it; fixed when the turn closes")
    asks_back: AskedBack | None = Field(
        default=None, exclude_if=lambda asked: asked is None, description="the choice that the player is asked to make"
    )
    source: Source | None = Field(
        default=None, exclude_if=lambda source: source is None, description="who wrote it; None for a player's words"
    )
    kind: PassageKind | None = Field(
        default=None, exclude_if=lambda kind: kind is None, description="what it is; None for a player's words"
    )
    said: tuple[Span, ...] | None = Field(
        default=None,
        exclude_if=lambda said: said is None,
        description="of a player's words: what the narrator read as said aloud; None where it read nothing",
    )
    refused: bool = Field(
        default=False,
        exclude_if=lambda refused: not refused,
        description="of a player's words: what they tried was refused, and did not happen",
    )
    owner_id: Id | None = Field(
        default=None, exclude_if=lambda owner: owner is None, description="the player who alone may read it, as a note"
    )

    @property
    def happened(self) -> tuple[tuple[RecordedEvent, Id | None], ...]:
        """The events of the message, in order, each with the id of the party's place at that moment. For a move it is
        the destination; None if the message has no place."""
        place, placed_events = self.location_id, list[tuple[RecordedEvent, Id | None]]()
        for event in self.events:
            place = event.to_id if isinstance(event, LocationChanged) else place
            placed_events.append((event, place))
        return tuple(placed_events)

    @property
    def fresh_content(self) -> str:
        """The content as a summarizer may see it, with "…" in place of each of its ``quoted`` spans."""
        return self._joined.strip() if self.quoted else self.content

    @property
    def fresh_acts(self) -> tuple[SpeechAct, ...]:
        """The speech acts outside of the ``quoted`` spans. Their own spans are positions in `fresh_content`; an act
        that is partly quoted is left out."""
        if not self.quoted:
            return self.acts
        joined = self._joined
        position, fresh_acts = len(joined.lstrip()) - len(joined), list[SpeechAct]()
        for start, end in self._fresh:
            inside = (act for act in self.acts if start <= act.span[0] and act.span[1] <= end)
            fresh_acts += [act.shifted(position - start) for act in inside]
            position += end - start + len(_GAP)
        return tuple(fresh_acts)

    def for_summary(self) -> "Message":
        """Return the message as a summarizer may see it.

        Text from memories is not condensed again. For a model's narration, which is no fact, and for an action that was
        refused and so did not happen, the content is empty.

        Returns:
            The message itself if nothing is left out; else a copy whose content is `fresh_content` or empty.
        """
        is_model_narration = self.role is Role.NARRATOR and self.source is Source.MODEL
        said = None if self.said is None else ()
        if is_model_narration or self.refused:
            return self.model_copy(update={"content": "", "acts": (), "quoted": (), "marks": (), "said": said})
        if not self.quoted:
            return self
        fresh = {"content": self.fresh_content, "acts": self.fresh_acts, "quoted": (), "marks": (), "said": said}
        return self.model_copy(update=fresh)

    @property
    def _joined(self) -> str:
        return _GAP.join(self.content[start:end] for start, end in self._fresh)

    @property
    def _fresh(self) -> list[Span]:
        return unquoted_spans(self.quoted, len(self.content))
