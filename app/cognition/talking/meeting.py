"""Two people who have met, and what they can say to each other: nothing that they cannot know of."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from app.cognition.talking.known_names import KnownNames
from app.interfaces.agents.mind import BadAnswer, Conversation, ConversationLine, ConverseRequest, RelationshipChange
from app.language.language import language_of
from app.models.base import on_one_line

LONGEST = 600  # characters of a line


@dataclass(frozen=True)
class Meeting:
    """A question to two minds: the game, the request, the place, and, by person, the ids of what its words may name."""

    game_id: str
    request: ConverseRequest
    location_id: str
    names: KnownNames
    known: Mapping[str, frozenset[str]]

    @property
    def ids(self) -> tuple[str, str]:
        """Who talks, the one who begins first."""
        first, second = self.request.people
        return first.npc_id, second.npc_id

    def other(self, npc_id: str) -> str:
        return self.ids[npc_id == self.ids[0]]


def sayable(meeting: Meeting, answer: Conversation, *, leaves_out: bool = False) -> Conversation:
    """What of an answer can be said, at most as many lines as were asked for; a line may name what its speaker knows,
    and what the talk has named. BadAnswer for the first that cannot be said, unless ``leaves_out``, and for none."""
    lines: list[ConversationLine] = []
    said: frozenset[str] = frozenset()
    for line in answer.lines[: meeting.request.most_lines]:
        text = on_one_line(line.text[: 4 * LONGEST])[:LONGEST].strip()
        why = _why_unfit(meeting, line.npc_id, text, said)
        if not why:
            lines.append(line.model_copy(update={"text": text}))
            said |= meeting.names.ids_in((text,))
        elif not leaves_out:
            raise BadAnswer(why)
    if not lines:
        raise BadAnswer("nothing was said")
    return Conversation(lines=tuple(lines), relationships=dict(_changes(meeting, answer, said)))


def _why_unfit(meeting: Meeting, npc_id: str, text: str, said: frozenset[str]) -> str:
    """Why a line cannot be said; "" where it can."""
    if npc_id not in meeting.ids:
        return "somebody speaks who is not in this talk"
    if not text:
        return "a line is empty"
    name = meeting.names.unknown(text, meeting.known[npc_id] | said)
    return f"{npc_id} cannot know of {name[:60]}" if name is not None else ""


def _changes(meeting: Meeting, answer: Conversation, said: frozenset[str]) -> Iterator[tuple[str, RelationshipChange]]:
    """Yield what the talk changes between the two; a reason that cannot be told is replaced."""
    for npc_id, change in answer.relationships.items():
        if npc_id not in meeting.ids or change.other_id != meeting.other(npc_id) or not change.change:
            continue
        reason = on_one_line(change.reason)
        if _why_unfit(meeting, npc_id, reason, said):
            reason = language_of(meeting.request.people[0]).render("reasons.talk", place=meeting.request.place)
        yield npc_id, change.model_copy(update={"reason": reason})
