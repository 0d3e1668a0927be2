"""A short conversation by rule: stock lines, and news out of the teller's memories in its own words."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle
from random import Random

from app.agents.mind.feelings import feeling, needs
from app.agents.mind.statements import News, news, sightings, text_of, utterance_of
from app.agents.mind.wording import as_sentence, chance, fill, plain, short_name, tone
from app.interfaces.agents.mind import Conversation, ConversationLine, ConverseRequest, RelationshipChange
from app.language.language import language_of
from app.language.rendering.events import value_words
from app.language.rendering.filling import within
from app.language.rendering.phrases import named_place
from app.models.messages.payload import Utterance
from app.models.state.clock import part_of_day

MOST_LINES = 6
_FEWEST_WITH_GREETINGS = 4
_MOST_TOLD = 400
_MOST_READ = 24  # memories of each that are looked through, the last ones; they come oldest first
_EQUAL = 1.0  # weight within which pieces of news are as good as each other
_TALKATIVE, _TACITURN = 3 / 4, 1 / 3  # how often somebody goes on after its answer
_SOURS, _WARMS = 1 / 3, 1 / 5
_OF_ITSELF, _OF_OTHERS = 0.35, 0.35  # how often small talk is of how it is, and of whom it has seen
_LATELY_SEEN = 6
_DISLIKES, _LIKES = -0.3, 0.5


def conversation(request: ConverseRequest) -> Conversation:
    """Two to six lines, the first person beginning; only one where no more are wanted."""
    first, second = (_Side(request, which) for which in (0, 1))
    most = max(1, min(MOST_LINES, request.most_lines))
    if most < _FEWEST_WITH_GREETINGS:
        lines = [first.line("greeting") + (first.topic() or first.small_talk()), second.answer(first)]
    else:
        lines = [first.line("greeting"), second.line("reply"), *_exchange(first, second)]
    said = tuple(
        ConversationLine(npc_id=side.npc_id, text=plain(line.text, 600), told=line.retells, stock=line.retells is None)
        for line, side in zip(lines[:most], cycle((first, second)), strict=False)
    )
    return Conversation(lines=said, relationships=_changes(request.place, (first, second)))


@dataclass(frozen=True)
class _Line:
    """Some words, and what of them retells a memory."""

    text: str
    retells: Utterance | None = None

    def __add__(self, other: "_Line") -> "_Line":
        return _Line(f"{self.text} {other.text}", other.retells or self.retells)


def _exchange(first: "_Side", second: "_Side") -> list[_Line]:
    """What follows the greetings: news of the one, an answer, perhaps news of the other, perhaps goodbyes."""
    lines = [first.topic() or first.small_talk(), second.answer(first)]
    if second.goes_on() and (back := second.topic(first.news_told)):
        lines[1] = lines[1] + back if first.news_told is not None else back
        lines.append(first.answer(second))
    elif first.goes_on():
        lines.append(first.line("farewell"))
    if len(lines) == 3 and second.goes_on():
        lines.append(second.line("farewell"))
    return lines


class _Side:
    """One of the two: what it has to tell the other, and how it says it."""

    def __init__(self, request: ConverseRequest, which: int) -> None:
        self._person, self._other = request.people[which], request.people[1 - which]
        self.npc_id, self.other_id = self._person.npc_id, self._other.npc_id
        self._now = request.now
        self.language = language_of(self._person)
        self.feels = feeling(self._person, self._other.npc_id) or 0.0
        self._tone = tone(self._person, self.feels)
        own, others = (request.memories.get(each.npc_id, ())[-_MOST_READ:] for each in (self._person, self._other))
        self._remembers = [text_of(memory) for memory in own]
        self._seen = sightings(own, self._person.npc_id, self._other.npc_id)
        self._news = news(own, self._person, self._other, [text_of(memory) for memory in others])
        self.news_told: News | None = None

    def small_talk(self) -> _Line:
        """How it is, where that shows, or whom it has seen; else that there is nothing new."""
        pressing = needs(self._person)
        luck = self.chance("small talk").random()
        if pressing and luck < _OF_ITSELF:
            return self._fresh(self.language.lines("minds.state", pressing[0]), "state")
        if self._seen and luck < _OF_ITSELF + _OF_OTHERS:
            who, activity = self.chance("seen").choice(self._seen[:_LATELY_SEEN])
            doing = value_words(self.language, "activity", activity)
            lines = self.language.lines("minds.seen")
            return self._fresh([fill(line, who=who, doing=doing) for line in lines], "seen how")
        return self.line("small")

    def topic(self, heard: News | None = None) -> _Line | None:
        """What it has to tell: one of its weightiest memories; None where there is none but what it has ``heard``."""
        fresh = [each for each in self._news if heard is None or each.source.text != heard.source.text]
        if not fresh:
            return None
        best = [each for each in fresh if each.weight >= fresh[0].weight - _EQUAL]
        chosen = self.news_told = self.chance("news").choice(best)
        words = as_sentence(chosen.words, _MOST_TOLD)
        if chosen.is_of_listener:
            lines = "shared"
        elif chosen.source.who or self.language.pattern("minds.of_oneself").match(words):
            lines = "own_news"
        else:
            lines = "news"
        line = self.line(lines, "telling", news=within(self.language, words))
        return _Line(line.text, utterance_of(chosen, self._person, self._other))

    def answer(self, teller: "_Side") -> _Line:
        """To what the other has told, or to its having nothing to tell."""
        if teller.news_told is None:
            return self.small_talk()
        statement = teller.news_told.source.text.rstrip(".!… ")
        is_known = teller.news_told.is_of_listener or any(statement in text for text in self._remembers)
        return self.line("knew" if is_known else "answer", "answer")

    def goes_on(self) -> bool:
        """Whether it says more: those who speak little, or dislike the other, mostly do not."""
        share = _TACITURN if self._tone in ("terse", "cold") else _TALKATIVE
        return self.chance("goes on").random() < share

    def chance(self, purpose: str) -> Random:
        """Its own for each purpose, by who and when."""
        return chance(self.npc_id, self.other_id, self._now, purpose)

    def line(self, name: str, purpose: str = "", **slots: str) -> _Line:
        """One of the stock lines of this name in its tone, chosen by chance for a purpose (without one: the name)."""
        part = self.language.render("minds.greeted-part", part=part_of_day(self._now))
        other = plain(short_name(self._other.name), 60) or self.language.render("minds.you")
        lines = self.language.lines(f"minds.{name}", self._tone)
        return self._fresh([fill(line, other=other, part=part, **slots) for line in lines], purpose or name)

    def _fresh(self, lines: Sequence[str], purpose: str) -> _Line:
        """One of the lines, none that it remembers from the last talk if there is another."""
        unsaid = [line for line in lines if not any(line in text for text in self._remembers)]
        return _Line(self.chance(purpose).choice(unsaid or lines))


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
        words = side.language.render(f"minds.{reason}-at" if where else f"minds.{reason}", place=where)
        changes[side.npc_id] = RelationshipChange(other_id=side.other_id, change=change, reason=words)
    return changes
