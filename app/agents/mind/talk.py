"""A short conversation by rule: greetings, what one of them has to tell, an answer in the other's manner.

What is told comes out of the teller's own memories, in its own words; everything else are lines that say nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from app.agents.mind.feelings import feeling, needs
from app.agents.mind.statements import News, news, sightings, utterance_of, wording
from app.agents.mind.tones import Tone, lines_of, short_name, tone
from app.agents.mind.wording import chance, fill, plain, told
from app.interfaces.agents.mind import Conversation, ConverseAsked, RelationshipChange, Said
from app.language.language import language_of
from app.language.rendering.events import value_words
from app.language.rendering.filling import within
from app.language.rendering.phrases import named_place
from app.models.messages.payload import Utterance
from app.models.state.clock import part_of_day

MOST_LINES = 6
_FEWEST_WITH_GREETINGS = 4
_MOST_TOLD = 400
_MOST_READ = 24
"""Memories of each that are looked through, the last ones; they come oldest first."""
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
        lines = [first.greeting() + (first.topic() or first.small_talk()), second.answer(first)]
    else:
        lines = [first.greeting(), second.reply(), *_exchange(first, second)]
    speakers = first.npc_id, second.npc_id
    said = tuple(line.said_by(speakers[n % 2]) for n, line in enumerate(lines[:most]))
    return Conversation(lines=said, relationships=_changes(asked.place, (first, second)))


@dataclass(frozen=True)
class _Line:
    """Some words, and what of them tells a memory."""

    text: str
    told: Utterance | None = None

    def __add__(self, other: "_Line") -> "_Line":
        return _Line(f"{self.text} {other.text}", other.told or self.told)

    def said_by(self, npc_id: str) -> Said:
        return Said(npc_id=npc_id, text=plain(self.text, 600), told=self.told, stock=self.told is None)


def _exchange(first: "_Side", second: "_Side") -> list[_Line]:
    """What follows the greetings: news of the one, an answer, perhaps news of the other, perhaps goodbyes."""
    lines = [first.topic() or first.small_talk(), second.answer(first)]
    if second.goes_on() and (back := second.topic(first.told)):
        lines[1] = lines[1] + back if first.told is not None else back
        lines.append(first.answer(second))
    elif first.goes_on():
        lines.append(first.farewell())
    if len(lines) == 3 and second.goes_on():
        lines.append(second.farewell())
    return lines


class _Side:
    """One of the two: what it has to tell the other, and how it says it. ``render_event`` is what it has told."""

    def __init__(self, asked: ConverseAsked, which: int) -> None:
        self._person, self._other = asked.people[which], asked.people[1 - which]
        self._now = asked.now
        self._language = language_of(self._person)
        self.feels = feeling(self._person, self._other.npc_id) or 0.0
        self._tone = tone(self._person, self.feels)
        own, others = (asked.memories.get(each.npc_id, ())[-_MOST_READ:] for each in (self._person, self._other))
        self._remembers = [wording(memory) for memory in own]
        self._seen = sightings(own, self._person.npc_id, self._other.npc_id)
        self._news = news(own, self._person, self._other, [wording(memory) for memory in others])
        self.told: News | None = None

    @property
    def npc_id(self) -> str:
        return self._person.npc_id

    @property
    def other_id(self) -> str:
        return self._other.npc_id

    def greeting(self) -> _Line:
        return self._line("greeting", "greeting")

    def reply(self) -> _Line:
        return self._line("reply", "reply")

    def farewell(self) -> _Line:
        return self._line("farewell", "farewell")

    def small_talk(self) -> _Line:
        """How it is, where that shows, or whom it has seen; else that there is nothing new."""
        need = next(needs(self._person), None)
        luck = self.chance("small talk").random()
        if need is not None and luck < _OF_ITSELF:
            return self._fresh(self._language.lines("minds.state", need), "state")
        if self._seen and luck < _OF_ITSELF + _OF_OTHERS:
            who, activity = self.chance("seen").choice(self._seen[:_LATELY_SEEN])
            doing = value_words(self._language, "activity", activity)
            lines = self._language.lines("minds.seen")
            return self._fresh([fill(line, who=who, doing=doing) for line in lines], "seen how")
        return self._line("small", "small")

    def topic(self, heard: News | None = None) -> _Line | None:
        """What it has to tell: one of its weightiest memories; None where there is none but what it has ``heard``."""
        fresh = [each for each in self._news if heard is None or each.source.text != heard.source.text]
        if not fresh:
            return None
        self.told = self.chance("news").choice([each for each in fresh if each.weight >= fresh[0].weight - _EQUAL])
        words = told(self.told.words, _MOST_TOLD)
        if self.told.is_of_listener:
            lines = "shared"
        elif self.told.source.who or self._language.pattern("minds.of_oneself").match(words):
            lines = "own_news"
        else:
            lines = "news"
        line = self._line(lines, "telling", news=within(self._language, words))
        return _Line(line.text, utterance_of(self.told, self._person, self._other))

    def answer(self, teller: "_Side") -> _Line:
        """To what the other has told, or to its having nothing to tell."""
        if teller.told is None:
            return self.small_talk()
        statement = teller.told.source.text.rstrip(".!… ")
        is_known = teller.told.is_of_listener or any(statement in text for text in self._remembers)
        return self._line("knew" if is_known else "answer", "answer")

    def render(self, name: str, **slots: str) -> str:
        """Words that are none of its own."""
        return self._language.render(f"minds.{name}", **slots)

    def goes_on(self) -> bool:
        """Whether it says more: those who speak little, or dislike the other, mostly do not."""
        share = _TACITURN if self._tone in (Tone.TERSE, Tone.COLD) else _TALKATIVE
        return self.chance("goes on").random() < share

    def chance(self, what: str) -> Random:
        """Its own for each purpose, by who and when."""
        return chance(self.npc_id, self.other_id, self._now, what)

    def _line(self, name: str, what: str, **slots: str) -> _Line:
        part = self._language.render("minds.greeted-part", part=part_of_day(self._now))
        other = plain(short_name(self._other.name), 60) or self._language.render("minds.you")
        lines = lines_of(self._language, name, self._tone)
        return self._fresh([fill(line, other=other, part=part, **slots) for line in lines], what)

    def _fresh(self, lines: Sequence[str], what: str) -> _Line:
        """One of the lines, none that it remembers from the last talk if there is another."""
        unsaid = [line for line in lines if not any(line in text for text in self._remembers)]
        return _Line(self.chance(what).choice(unsaid or lines))


def _changes(place: str, sides: Sequence[_Side]) -> dict[str, RelationshipChange]:
    """Now and then one likes the other a little more for it, or, where there is no liking, less."""
    changes: dict[str, RelationshipChange] = {}
    where = plain(named_place(place), 120)
    for side in sides:
        luck = side.chance("liking").random()
        if side.feels <= _DISLIKES and luck < _SOURS:
            change, reason = -1, "hard-words"
        elif _DISLIKES < side.feels <= _LIKES and luck < (_WARMS if side.feels < _LIKES else _WARMS / 2):
            change, reason = 1, "good-talk"
        else:
            continue
        changes[side.npc_id] = RelationshipChange(
            other_id=side.other_id, change=change, reason=side.render(f"{reason}-at" if where else reason, place=where)
        )
    return changes
