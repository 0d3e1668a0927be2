"""Recording of lines that were said elsewhere: as messages, with their addressees, hearers and speech acts."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime

from app.language.analysis.address import addressed_names
from app.language.analysis.mentions import mentions_for, player_names
from app.language.analysis.names import Folded
from app.language.language import language_of
from app.language.reading.hearing import Hearing
from app.models.messages.message import Message, Role
from app.models.messages.passage import PassageKind, Source
from app.models.messages.speech import ActKind, SpeechAct, is_confided
from app.models.messages.transcript import TranscriptLine
from app.models.state.game_state import GameState

_LOOK_BACK = 24  # messages in which the one who spoke before is looked for
_TELLING = (ActKind.STATEMENT, ActKind.CLAIM, ActKind.CORRECTION)


class TranscriptRecorder:
    """Writes lines into a game as messages of its party's place. All people there hear them, or those of them that the
    line names as present.

    A confidence, and the lines after it among the same people, are heard by these alone: until another person speaks or
    is addressed, or narration comes.

    Args:
        state: The game.
        now: The wall clock, for lines without a date.
    """

    def __init__(self, state: GameState, now: Callable[[], datetime]) -> None:
        self._state = state
        self._now = now
        self._here = self._present = tuple(npc.instance_id for npc in state.present())
        self._aside = _open_aside(state)

    def record(self, line: TranscriptLine) -> None:
        """Append the messages of a line: one for a player's, one for each part of a person's."""
        given = line.present_ids
        self._present = tuple(one for one in self._here if given is None or one in given or one == line.speaker_id)
        if line.speaker_id is None:
            self._aside = frozenset()
            self._append(line, Role.NARRATOR, line.text, source=Source.MODEL, kind=PassageKind.STORY)
            return
        to = self._addressees(line)
        acts = self._acts(line, to)
        witnesses = self._hearers(line, to, acts)
        if line.is_player:
            self._state.party.address(line.speaker_id, [one for one in to if one in self._present])
            self._append(line, Role.PLAYER, line.text, witnesses, addressee_ids=to, acts=acts)
            return
        for text, is_spoken in line.parts():
            if is_spoken:
                kind = {"source": Source.MODEL, "kind": PassageKind.SPEECH}
                own = self._read(text, to)
                self._append(line, Role.NPC, text, witnesses, addressee_ids=to, acts=own, **kind)
            else:
                kind = {"source": Source.MODEL, "kind": PassageKind.STORY}
                self._append(line, Role.NARRATOR, text, witnesses, **kind)

    def _append(
        self,
        line: TranscriptLine,
        role: Role,
        text: str,
        witnesses: Sequence[str] | None = None,
        **fields: object,
    ) -> None:
        state, heard = self._state, self._present if witnesses is None else witnesses
        is_told = role is Role.NARRATOR
        state.conversation_history.append(
            Message.model_validate(
                {
                    "index": len(state.conversation_history),
                    "turn": state.turn,
                    "role": role,
                    "speaker_id": None if is_told else line.speaker_id,
                    "speaker_name": "Narrator" if is_told else state.name(line.speaker_id or ""),
                    "content": text,
                    "location_id": state.scenario.current_location_id,
                    "witness_ids": heard,
                    "npc_ids": mentions_for(state.sheet).people(text, heard),
                    "game_time": state.clock.minutes,
                    "scene": state.clock.scene_id,
                    "timestamp": line.sent_at or self._now(),
                    **fields,
                }
            )
        )

    def _addressees(self, line: TranscriptLine) -> tuple[str, ...]:
        """Find the addressees: people called by name, else the one person that the narration before the words names,
        else the last speaker."""
        state = self._state
        others = [*self._present, *(player.id for player in state.party.players)]
        others = [one for one in others if one != line.speaker_id]
        called = self._named(f'"{line.words}"', others, is_called=True) if line.spoken else ()
        if called:
            return called
        before = line.text[: line.spoken[0][0]] if line.spoken else line.text
        named = self._named(before, others)
        if len(named) == 1:
            return named
        return next(((one,) for one in _spoke_before(state, line.speaker_id) if one in others), ())

    def _named(self, text: str, others: Sequence[str], *, is_called: bool = False) -> tuple[str, ...]:
        """Return the people and players among ``others`` who are named, or called by name, in a text."""
        folded = Folded.of(text)
        people = (found for found in mentions_for(self._state.sheet).names(text) if set(found.ids) & set(others))
        players = (
            found for found in player_names(self._state.party.players).find(folded) if set(found.ids) & set(others)
        )
        found = sorted((*people, *players), key=lambda name: name.start)
        chosen = addressed_names(folded.tidy, found) if is_called else found
        return tuple(dict.fromkeys(one for name in chosen for one in name.ids if one in others))

    def _acts(self, line: TranscriptLine, to: Sequence[str]) -> tuple[SpeechAct, ...]:
        """Return the speech acts of the words that are said aloud, with spans in the whole line."""
        return tuple(act.shifted(start) for start, end in line.spoken for act in self._read(line.text[start:end], to))

    def _read(self, words: str, to: Sequence[str]) -> tuple[SpeechAct, ...]:
        """Read the speech acts of words. Where the reader is not sure of a confidence it counts as one: to keep too
        much to oneself does less harm than to pass it on."""
        sheet = self._state.sheet
        hearing = Hearing(sheet, self._present, tuple(to), self._state.clock.minutes)
        acts = hearing.read_speech(words)
        if is_confided(acts) or not language_of(sheet).pattern("binding.confided").search(words):
            return acts
        first = next((act for act in acts if act.kind in _TELLING), None)
        return tuple(act.model_copy(update={"kind": ActKind.CONFIDENCE}) if act is first else act for act in acts)

    def _hearers(self, line: TranscriptLine, to: Sequence[str], acts: Sequence[SpeechAct]) -> tuple[str, ...]:
        """Return the people who hear a line, and note who is among themselves from now on."""
        among = frozenset((line.speaker_id or "", *to))
        if is_confided(acts) and to:
            self._aside = among
        elif not among <= self._aside:
            self._aside = frozenset()
        return tuple(one for one in self._present if not self._aside or one in self._aside)


def _spoke_before(state: GameState, speaker_id: str | None) -> Iterator[str]:
    """Yield the others who spoke, newest first, of the last messages."""
    for message in reversed(state.conversation_history[-_LOOK_BACK:]):
        if message.speaker_id is not None and message.speaker_id != speaker_id:
            yield message.speaker_id


def _open_aside(state: GameState) -> frozenset[str]:
    """Return who is among themselves after the last message of the game; empty if nothing was said in confidence since
    others could hear."""
    said = [each for each in state.conversation_history[-_LOOK_BACK:] if each.role is not Role.SYSTEM]
    for message in reversed(said):
        if set(message.witness_ids) != set(said[-1].witness_ids):
            break
        if is_confided(message.acts) and message.addressee_ids:
            return frozenset((message.speaker_id or "", *message.addressee_ids))
    return frozenset()


def lines_of_messages(messages: Iterable[Message], lines: Iterable[TranscriptLine]) -> dict[int, int]:
    """Return the number of the line of each message, by the message's index.

    Args:
        messages: The messages of a game, in which the lines were recorded first.
        lines: The lines, in order.
    """
    parts = (line.number for line in lines for _ in (line.parts() if _is_in_parts(line) else (line,)))
    written = (message.index for message in messages if message.role is not Role.SYSTEM)
    return dict(zip(written, parts, strict=False))


def _is_in_parts(line: TranscriptLine) -> bool:
    return line.speaker_id is not None and not line.is_player
