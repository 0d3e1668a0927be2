"""A short conversation by rule: greetings, what one of them has to tell, an answer in the other's manner.

What is told comes out of the teller's own memories, in its own words; everything else are lines that say nothing.
"""

from collections.abc import Mapping, Sequence
from random import Random

from app.agents.mind.feelings import feeling
from app.agents.mind.lines import (
    ANSWER,
    FAREWELL,
    GREETING,
    KNEW,
    NEWS,
    OWN_NEWS,
    REPLY,
    SEEN,
    SHARED,
    SMALL,
    STATES,
    Tone,
    short_name,
    tone,
)
from app.agents.mind.statements import News, news, sightings
from app.agents.mind.wording import chance, fill, plain, told, within
from app.agents.narrator.sight import the_place
from app.interfaces.agents.mind import Conversation, ConverseAsked, RelationshipChange, Said
from app.models.clock import part_of_day

MOST_LINES = 6
_FEWEST_WITH_GREETINGS = 4
_MOST_TOLD = 400
_MOST_READ = 24
"""Memories of each that are looked through, the last ones; they come oldest first."""
_READ = 2_000
_EQUAL = 1.0
"""Weight within which pieces of news are as good as each other."""
_TALKATIVE, _TACITURN = 3 / 4, 1 / 3
"""How often somebody goes on after its answer."""
_SOURS, _WARMS = 1 / 3, 1 / 5
_OF_ITSELF, _OF_OTHERS = 0.35, 0.35
"""How often small talk is of how it is, and of whom it has seen."""
_LATELY_SEEN = 6
_DISLIKES, _LIKES = -0.3, 0.5


def conversation(asked: ConverseAsked) -> Conversation:
    """Two to six lines, the first person beginning; only one where no more are wanted."""
    first, second = (_Side(asked, which) for which in (0, 1))
    most = max(1, min(MOST_LINES, asked.most_lines))
    if most < _FEWEST_WITH_GREETINGS:
        lines = [f"{first.greeting()} {first.topic() or first.small_talk()}", second.answer(first)]
    else:
        lines = [first.greeting(), second.reply(), *_exchange(first, second)]
    speakers = first.npc_id, second.npc_id
    said = tuple(Said(npc_id=speakers[n % 2], text=plain(text, 600)) for n, text in enumerate(lines[:most]))
    return Conversation(lines=said, relationships=_changes(asked.place, (first, second)))


def _exchange(first: "_Side", second: "_Side") -> list[str]:
    """What follows the greetings: news of the one, an answer, perhaps news of the other, perhaps goodbyes."""
    lines = [first.topic() or first.small_talk(), second.answer(first)]
    if second.goes_on() and (back := second.topic(first.told)):
        lines[1] = f"{lines[1]} {back}" if first.told is not None else back
        lines.append(first.answer(second))
    elif first.goes_on():
        lines.append(first.farewell())
    if len(lines) == 3 and second.goes_on():
        lines.append(second.farewell())
    return lines


class _Side:
    """One of the two: what it has to tell the other, and how it says it. ``told`` is what it has told."""

    def __init__(self, asked: ConverseAsked, which: int) -> None:
        self._person, self._other = asked.people[which], asked.people[1 - which]
        self._now = asked.now
        self.feels = feeling(self._person, self._other.name) or 0.0
        self._tone = tone(self._person, self.feels)
        own, others = (asked.memories.get(each.npc_id, ())[-_MOST_READ:] for each in (self._person, self._other))
        self._remembers = [memory.text[:_READ] for memory in own]
        self._seen = sightings(own, self._person.name, self._other.name)
        known = [memory.text[:_READ] for memory in others]
        self._news = news(own, self._person.name, self._other.name, known)
        self.told: News | None = None

    @property
    def npc_id(self) -> str:
        return self._person.npc_id

    @property
    def other_id(self) -> str:
        return self._other.npc_id

    def greeting(self) -> str:
        return self._line(GREETING, "greeting")

    def reply(self) -> str:
        return self._line(REPLY, "reply")

    def farewell(self) -> str:
        return self._line(FAREWELL, "farewell")

    def small_talk(self) -> str:
        """How it is, where that shows, or whom it has seen; else that there is nothing new."""
        state = next((lines for words, lines in STATES.items() if words in self._person.state), None)
        luck = self.chance("small talk").random()
        if state is not None and luck < _OF_ITSELF:
            return self._fresh(state, "state")
        if self._seen and luck < _OF_ITSELF + _OF_OTHERS:
            who, doing = self.chance("seen").choice(self._seen[:_LATELY_SEEN])
            return self._fresh([fill(line, who=who, doing=doing) for line in SEEN], "seen how")
        return self._line(SMALL, "small")

    def topic(self, heard: News | None = None) -> str:
        """What it has to tell: one of its weightiest memories; "" where there is none but what it has ``heard``."""
        fresh = [each for each in self._news if heard is None or each.source.text != heard.source.text]
        if not fresh:
            return ""
        self.told = self.chance("news").choice([each for each in fresh if each.weight >= fresh[0].weight - _EQUAL])
        words = told(self.told.words, _MOST_TOLD)
        if self.told.is_of_listener:
            lines = SHARED
        elif self.told.source.who or words.startswith(("I ", "My ")):
            lines = OWN_NEWS
        else:
            lines = NEWS
        return self._line(lines, "telling", news=within(words))

    def answer(self, teller: "_Side") -> str:
        """To what the other has told, or to its having nothing to tell."""
        if teller.told is None:
            return self.small_talk()
        statement = teller.told.source.text.rstrip(".!… ")
        is_known = teller.told.is_of_listener or any(statement in text for text in self._remembers)
        return self._line(KNEW if is_known else ANSWER, "answer")

    def goes_on(self) -> bool:
        """Whether it says more: those who speak little, or dislike the other, mostly do not."""
        share = _TACITURN if self._tone in (Tone.TERSE, Tone.COLD) else _TALKATIVE
        return self.chance("goes on").random() < share

    def chance(self, what: str) -> Random:
        """Its own for each purpose, by who and when."""
        return chance(self.npc_id, self.other_id, self._now, what)

    def _line(self, lines: Mapping[Tone, Sequence[str]], what: str, **slots: str) -> str:
        part = part_of_day(self._now)
        part = "evening" if part == "night" else part
        other = plain(short_name(self._other.name), 60) or "you"
        filled = [fill(line, other=other, part=part, **slots) for line in lines[self._tone]]
        return self._fresh(filled, what)

    def _fresh(self, lines: Sequence[str], what: str) -> str:
        """One of the lines, none that it remembers from the last talk if there is another."""
        unsaid = [line for line in lines if not any(line in text for text in self._remembers)]
        return self.chance(what).choice(unsaid or lines)


def _changes(place: str, sides: Sequence[_Side]) -> dict[str, RelationshipChange]:
    """Now and then one likes the other a little more for it, or, where there is no liking, less."""
    changes: dict[str, RelationshipChange] = {}
    where = f" at {plain(the_place(place), 120)}" if place.strip() else ""
    for side in sides:
        luck = side.chance("liking").random()
        if side.feels <= _DISLIKES and luck < _SOURS:
            change, reason = -1, f"Hard words{where}."
        elif _DISLIKES < side.feels <= _LIKES and luck < (_WARMS if side.feels < _LIKES else _WARMS / 2):
            change, reason = 1, f"A good talk{where}."
        else:
            continue
        changes[side.npc_id] = RelationshipChange(other_id=side.other_id, change=change, reason=reason)
    return changes
