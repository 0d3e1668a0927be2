"""The messages of a turn: the player's line, the narration, and what changed, each in its scene.

A scene is a stretch of a turn in one place. The witnesses of a message are the people who were there during its
scene."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import groupby

from app.events.commands.play import AddNoteCommand
from app.events.event_table import line_events, message_events
from app.interfaces.agents.narrator import Narration
from app.language.analysis.mentions import mentions_for
from app.models.command import Command, Event
from app.models.events.play import LocationChanged, TopicTold
from app.models.messages.message import Message, Role
from app.models.messages.passage import Passage, PassageKind, Source
from app.models.messages.piece import Piece
from app.models.messages.speech import SpeechAct, spans_within
from app.models.state.game_state import GameState, PlayerCharacter
from app.models.state.placing import placed
from app.services.game.turns.change_line import LINE_GAP, change_line, change_parts, narration_in
from app.services.game.turns.passage_joining import can_join, join_passages, shown_so_far
from app.services.game.turns.speaking import address

Show = Callable[[str], None]


@dataclass
class TypedPart:
    """A part of the player's line, from character ``start`` to ``end``, in the scene where it was carried out."""

    start: int
    end: int
    location_id: str | None
    witness_ids: tuple[str, ...]
    addressee_ids: tuple[str, ...]
    game_time: int
    scene: str | None
    is_named: bool = False
    orders: list[Command] = field(default_factory=list)
    was_refused: bool = False
    was_answered: bool = False

    @property
    def refused(self) -> bool:
        """Whether the part was refused: nothing was carried out, and no person answered."""
        return self.was_refused and not self.orders and not self.was_answered


class SceneRecorder:
    """Collects the messages of a turn, and writes them to the state.

    Args:
        state: The game.
        now: The wall clock.
        on_text: Shows text to the player, a piece at a time.
    """

    def __init__(self, state: GameState, now: Callable[[], datetime], on_text: Show | None = None) -> None:
        self._state = state
        self._now = now
        self._on_text = on_text
        self._first = len(state.conversation_history)
        self._began_at = state.scenario.current_location_id
        self._began_before = self._present()
        self._known_before = frozenset(state.npcs)
        self._speaker: PlayerCharacter | None = None
        self._text = ""
        self.orders: dict[int, tuple[Command, ...]] = {}
        """The commands that the player's words caused, by index of the message that holds the words."""
        self._told: list[TypedPart | Passage] = []
        self._streamed: list[tuple[Piece, Passage]] = []
        self._cut: set[int] = set()
        """The ids of the passages that the player cut off."""
        self._has_shown = False
        self._gap = False

    @property
    def messages(self) -> Sequence[Message]:
        """The messages of the turn so far."""
        return self._state.conversation_history[self._first :]

    def hear_player(self, speaker: PlayerCharacter, text: str) -> None:
        """Record what a player typed, before it is interpreted; "" records nothing."""
        self._speaker = speaker
        self._text = text
        if not text:
            return
        part = self._part(0, text)
        self._told.append(part)
        self._append(self._typed_message(part, text))

    def begin_part(self, words: str) -> None:
        """Begin the next part of the player's line; words that are not in the line begin none."""
        if not self._parts:
            return
        last = self._parts[-1]
        start = self._text.find(words, last.end if last.is_named else 0) if words else -1
        if start < 0 and words:
            start = self._text.find(words, last.start)
        if start < 0:
            return
        if not last.is_named:
            last.end, last.is_named = start + len(words), True
            return
        last.end = min(last.end, start)
        part = replace(self._part(start, words), is_named=True)
        if last.end <= last.start:  # the part before has no words of its own
            self._told.remove(last)
            part = replace(part, orders=last.orders, start=last.start)
        self._told.append(part)

    def _part(self, start: int, words: str) -> TypedPart:
        assert self._speaker is not None
        clock = self._state.clock
        return TypedPart(
            start,
            start + len(words),
            self._state.scenario.current_location_id,
            self._present(),
            address(self._state, words, self._speaker.id),
            clock.minutes,
            clock.scene_id,
        )

    @property
    def _parts(self) -> list[TypedPart]:
        return [each for each in self._told if isinstance(each, TypedPart)]

    def note_order(self, command: Command) -> None:
        """Note a command that was carried out for the current part of the line."""
        if self._parts:
            self._parts[-1].orders.append(command)

    def note_refusal(self) -> None:
        """Note that a command was refused in the current part of the line."""
        if self._parts:
            self._parts[-1].was_refused = True

    def show(self, text: str) -> None:
        """Show text of a passage that is not complete yet."""
        piece = self._shown(Piece.of(text))
        source = Passage("", Source.MODEL, speaker_id=piece.speaker_id)
        self._streamed.append((piece, placed(self._state, source)))

    def tell(self, passage: Passage, *, is_shown: bool = False) -> None:
        """Record a passage, and show it unless it was streamed already (``is_shown``)."""
        new = placed(self._state, passage)
        if is_shown:
            self._streamed.clear()
        else:
            self._gap = self._has_shown
            speaker = new.speaker_id
            name = self._state.name(speaker) if speaker is not None else ""
            whole = Piece(new.text, marks=new.marks)
            self._shown(whole if speaker is None else Piece.speech(name, speaker, new.text, new.marks))
        self._told.append(new)
        self.note_speakers([new])
        self._gap = self._has_shown
        if self._parts:
            self._parts[-1].was_answered |= new.speaker_id is not None
            self._parts[-1].was_refused |= new.kind is PassageKind.REFUSAL

    def note_speakers(self, passages: Iterable[Passage]) -> None:
        """Let the people who speak in passages be in a talk, so that they do not go away before the turn is over."""
        for passage in passages:
            if passage.speaker_id in self._state.npcs:
                self._state.note_speaker(passage.speaker_id)

    def _shown(self, piece: Piece) -> Piece:
        if self._gap and not piece.begins:
            piece = piece.apart()
        self._gap, self._has_shown = False, True
        if self._on_text is not None:
            self._on_text(piece)
        return piece

    def _present(self, place: str | None = None) -> tuple[str, ...]:
        present = self._state.present(place) if place is not None else self._state.present()
        return tuple(npc.instance_id for npc in present)

    def keep_shown(self) -> None:
        """Record what was shown of incomplete passages, as it was shown."""
        kept = shown_so_far(self._streamed)
        self._told += kept
        self._cut = set(map(id, kept))
        self._streamed.clear()

    def write_told(
        self,
        narration: Narration,
        events: Sequence[Event] = (),
        *,
        afterwards: Sequence[Passage] = (),
        interrupted: bool = False,
    ) -> None:
        """Write the messages of the player's line and of all passages.

        Args:
            narration: The result of the narrator. A line that was not understood counts as said to no one.
            events: The events of the turn. Topics belong to the first words of the person who gave them.
            afterwards: What happens in the time that the turn itself takes; it is shown now.
            interrupted: Whether the player stopped the narration; without any passage no message is marked.
        """
        speaker = self._speaker
        if speaker is None:
            return
        for passage in narration.passages:
            is_stand_in = narration.degraded and passage.speaker_id is None
            self._told.append(replace(placed(self._state, passage), degraded=passage.degraded or is_stand_in))
        for passage in afterwards:
            self.tell(passage)
        self._give_topics(events)
        self._address_those_who_answered(speaker)
        if narration.dialogue is not None:
            self._state.dialogues[speaker.id] = narration.dialogue
        if interrupted and not self._cut:  # no passage was cut in two: the last one is marked as interrupted
            last = next((each for each in reversed(self._told) if isinstance(each, Passage)), None)
            self._cut = {id(last)} if last is not None else set()
        is_private = self._keeps_only_notes(speaker)
        groups = [list(group) for _, group in groupby(self._parts, lambda part: (part.location_id, part.refused))]
        for each in self._merged(groups):
            if isinstance(each, list):
                self._write_line_part(each, groups, narration)
            elif each.speaker_id is not None:
                self.record_speech(each, each.addressee_ids or (speaker.id,), interrupted=id(each) in self._cut)
            else:
                self._write_narration(each, speaker, narration)
        if is_private:
            self._keep_for(speaker.id)

    def _give_topics(self, events: Sequence[Event]) -> None:
        held = [event for each in self._told if isinstance(each, Passage) for event in each.events]
        topics = [event for event in events if isinstance(event, TopicTold) and event not in held]
        for position, each in enumerate(self._told):
            if isinstance(each, Passage) and each.speaker_id is not None:
                own = tuple(topic for topic in topics if topic.npc_id == each.speaker_id)
                if own:
                    self._told[position] = replace(each, events=(*each.events, *own))
                    topics = [topic for topic in topics if topic not in own]

    def _write_line_part(self, group: list[TypedPart], groups: list[list[TypedPart]], narration: Narration) -> None:
        start = 0 if group is groups[0] else group[0].start
        end = len(self._text) if group is groups[-1] else group[-1].end
        words = self._text[start:end]
        message = self._typed_message(group[0], words.strip())
        quoted = () if narration.understood else ((0, len(message.content)),)
        begin = start + len(words) - len(words.lstrip())
        said = None if narration.said is None else spans_within(narration.said, begin, begin + len(message.content))
        changes = {"refused": all(part.refused for part in group), "quoted": quoted, "said": said}
        message = message.model_copy(update=changes)
        if group is groups[0]:
            message = message.model_copy(update={"index": self._first})
            self._state.conversation_history[self._first] = message
        else:
            self._append(message)
        self.orders[message.index] = tuple(order for part in group for order in part.orders)

    def _write_narration(self, passage: Passage, speaker: PlayerCharacter, narration: Narration) -> None:
        self._append(
            self._message(
                Role.NARRATOR,
                passage,
                speaker_name="Narrator",
                asks_back=narration.asks_back if passage.kind is PassageKind.REFUSAL else None,
                interrupted=id(passage) in self._cut,
                degraded=passage.degraded,
                owner_id=speaker.id if passage.is_note else None,
            )
        )

    def record_speech(self, passage: Passage, to: tuple[str, ...], *, interrupted: bool = False) -> None:
        """Write the message of a speech.

        Args:
            passage: The speech; without a place it is where its speaker is.
            to: The ids of its addressees.
            interrupted: Whether the player stopped it.
        """
        said = placed(self._state, passage)
        self._append(
            self._message(
                Role.NPC,
                said,
                speaker_id=said.speaker_id,
                speaker_name=self._state.name(said.speaker_id or ""),
                addressee_ids=to,
                interrupted=interrupted,
                degraded=said.degraded,
                acts=_acts_within(said),
                events=said.events,
            )
        )

    def write_changes(self, events: Sequence[Event], *, is_worth_a_line: bool = True) -> None:
        """Write the engine's line, one message per scene; scenes before the last only have one if something changed.

        Args:
            events: All events of the turn, in order.
            is_worth_a_line: Whether the last scene has a line even if nothing changed in it.
        """
        topics = [event for message in self.messages for event in message.events if isinstance(event, TopicTold)]
        scenes = _scenes_of([event for event in events if event not in topics], self._began_at)
        read = narration_in(self.messages)
        for place, happened in scenes[:-1]:
            if parts := change_parts(self._state, happened, place, read):
                line = LINE_GAP.join(text for _, text in parts)
                self._record_line(line, place, happened)
        place, happened = scenes[-1]
        if is_worth_a_line or scenes[1:] or line_events(happened, place):
            self._record_line(change_line(self._state, happened, place, read), place, happened)

    def _record_line(self, line: str, place: str | None, events: Sequence[Event]) -> None:
        witnesses = self._witnesses_at(place)
        passage = Passage(line, Source.ENGINE, PassageKind.CHANGE, location_id=place, witness_ids=witnesses)
        self._append(self._message(Role.SYSTEM, passage, events=message_events(events, place)))

    def _witnesses_at(self, place: str | None) -> tuple[str, ...]:
        """Return the people who were at a place in this turn while the party was there, without those who were made in
        it, since the line reports the whole turn."""
        here = (message for message in self.messages if message.location_id == place)
        found = [npc_id for message in here for npc_id in message.witness_ids]
        if place == self._began_at:
            found = [*self._began_before, *found]
        if place == self._state.scenario.current_location_id:
            found += self._present(place)
        return tuple(dict.fromkeys(npc_id for npc_id in found if npc_id in self._known_before))

    def _typed_message(self, part: TypedPart, text: str) -> Message:
        assert self._speaker is not None
        passage = Passage(text, location_id=part.location_id, witness_ids=part.witness_ids)
        return self._message(
            Role.PLAYER,
            passage,
            speaker_id=self._speaker.id,
            speaker_name=self._speaker.name,
            addressee_ids=part.addressee_ids,
            game_time=part.game_time,
            scene=part.scene,
            source=None,
            kind=None,
        )

    def _message(self, role: Role, passage: Passage, **fields: object) -> Message:
        state = self._state
        witnesses = passage.witness_ids or ()
        return Message.model_validate(
            {
                "index": len(state.conversation_history),
                "turn": state.turn,
                "role": role,
                "content": passage.text,
                "location_id": passage.location_id,
                "witness_ids": witnesses,
                "npc_ids": mentions_for(state.sheet).people(passage.text, witnesses),
                "game_time": state.clock.minutes,
                "scene": state.clock.scene_id,
                "timestamp": self._now(),
                "source": passage.source,
                "kind": passage.kind,
                "quoted": passage.quoted,
                "marks": passage.marks,
                **fields,
            }
        )

    def _append(self, message: Message) -> None:
        self._state.conversation_history.append(message)

    def _merged(self, groups: list[list[TypedPart]]) -> Iterator[list[TypedPart] | Passage]:
        """Yield parts of the line (as groups) and passages in order, adjacent passages merged that differ only in
        words."""
        heads = {id(group[0]): group for group in groups}
        last: Passage | None = None
        for each in self._told:
            if isinstance(each, TypedPart):
                if group := heads.get(id(each)):
                    if last is not None:
                        yield last
                    last = None
                    yield group
            elif each.text and last is not None and can_join(last, each) and id(each) not in self._cut:
                last = join_passages(last, each)
            elif each.text:
                if last is not None:
                    yield last
                last = each
        if last is not None:
            yield last

    def _address_those_who_answered(self, speaker: PlayerCharacter) -> None:
        """Address the people who answered, also when only the narrator understood the name."""
        present = self._present()
        speakers = (each.speaker_id for each in self._told if isinstance(each, Passage))
        answering = [npc_id for npc_id in dict.fromkeys(speakers) if npc_id is not None and npc_id in present]
        if answering and not set(answering) & set(self._state.party.addressees_of(speaker.id)):
            self._state.party.address(speaker.id, answering)

    def _keeps_only_notes(self, speaker: PlayerCharacter) -> bool:
        orders = [order for part in self._parts for order in part.orders]
        notes = [order for order in orders if isinstance(order, AddNoteCommand) and order.owner_id == speaker.id]
        spoken = any(isinstance(each, Passage) and each.speaker_id is not None for each in self._told)
        return bool(notes) and notes == orders and not spoken

    def _keep_for(self, player_id: str) -> None:
        """Hide the turn's messages from everybody but one player, for a turn that only adds notes."""
        history = self._state.conversation_history
        for position, message in enumerate(history[self._first :], self._first):
            private = {"owner_id": player_id, "witness_ids": (), "npc_ids": (), "quoted": ((0, len(message.content)),)}
            history[position] = message.model_copy(update=private)


def _scenes_of(events: Sequence[Event], began_at: str | None) -> list[tuple[str | None, list[Event]]]:
    """Split the events by scene, each with its place; a move is the last event of the scene that it leaves."""
    scenes: list[tuple[str | None, list[Event]]] = [(began_at, [])]
    for event in events:
        scenes[-1][1].append(event)
        if isinstance(event, LocationChanged):
            scenes.append((event.to_id, []))
    return scenes


def _acts_within(speech: Passage) -> tuple[SpeechAct, ...]:
    """Return the speech acts that came with a speech if their spans fit its text; else none, and the speech has to
    be read."""
    return speech.acts if all(0 <= act.span[0] < act.span[1] <= len(speech.text) for act in speech.acts) else ()
