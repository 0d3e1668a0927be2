"""What a person says next, by rule: what it can tell, else what it remembers, else a fitting line."""

from collections.abc import Sequence

from app.agents.mind.feelings import feeling
from app.agents.mind.lines import DO_NOT_KNOW, GREETING, REMARK, short_name, tone
from app.agents.mind.statements import Statement, as_told, statements
from app.agents.mind.wording import chance, fill, plain, told
from app.agents.narrator import manners
from app.agents.narrator.spoken import asks
from app.interfaces.agents.mind import SpeakAsked
from app.language.analysis.terms import analyse
from app.language.analysis.text import sentences

_READ = 2_000
_MOST_SENTENCES = 2
_FLOOR = 0.3
"""The part of what is asked after that a memory must hold."""
_FRAME = frozenset(
    analyse("tell mention talk remember recall happen know think say ask answer hear story thing please").terms
)
_WELCOMES = frozenset(("hello", "hi", "hail", "greetings", "welcome", "morning", "evening", "afternoon", "day", "met"))
_WELCOME_WORDS = 5


def utterance(asked: SpeakAsked) -> str:
    """The person's words alone; never "", and nothing that is neither its topics nor its memories."""
    return _Speaking(asked).words()


class _Speaking:
    """One utterance in the making."""

    def __init__(self, asked: SpeakAsked) -> None:
        self._asked = asked
        self._name = asked.person.name
        others = [line for line in asked.dialogue if line.speaker != self._name and line.text.strip()]
        self._last = others[-1].text[:_READ] if others else ""
        self._listener = others[-1].speaker if others else ""
        self._own = " ".join(line.text for line in asked.dialogue if line.speaker == self._name)
        self._tone = tone(asked.person, feeling(asked.person, self._listener))

    def words(self) -> str:
        if topic := self._topic():
            return topic
        if memory := self._memory():
            return memory
        if not self._last or self._is_welcome():
            return self._line(GREETING[self._tone])
        return self._line((DO_NOT_KNOW if self._asks() else REMARK)[self._tone])

    def _topic(self) -> str:
        """The first that it has not told yet; the first of all where it is asked again."""
        topics = [topic for topic in self._asked.topics if topic.strip()]
        fresh = [topic for topic in topics if topic.strip() not in self._own]
        return next(iter(fresh or topics), "").strip()

    def _memory(self) -> str:
        """The sentences of a memory that share most with what was said last, in its own words; the newer of equals."""
        wanted = self._terms(self._last) - self._terms(f"{self._name} {self._listener}")
        found = statements(self._asked.memories[::-1])
        if not wanted:
            return ""
        best: tuple[float, list[Statement]] = (0.0, [])
        for at, statement in enumerate(found):
            share = len(wanted & self._terms(statement.text)) / len(wanted)
            if share > best[0] and share >= _FLOOR and self._told(statement):
                beside = [n for n in found[at + 1 : at + _MOST_SENTENCES] if n.memory_id == statement.memory_id]
                best = share, [statement, *(n for n in beside if n.who == statement.who)]
        words = " ".join(filter(None, map(self._told, best[1])))
        if not words:
            return ""
        return fill(chance(self._asked.person.npc_id, self._last).choice(manners.RECALLED), memory=words)

    def _told(self, statement: Statement) -> str:
        """In its own words; "" for what it has said in this dialogue already."""
        words = told(as_told(statement, self._name, self._listener))
        return "" if words and words.rstrip(".!") in self._own else words

    def _terms(self, text: str) -> frozenset[str]:
        return frozenset(analyse(text).terms) - _FRAME

    def _asks(self) -> bool:
        return any(asks(line) for line in sentences(self._last))

    def _is_welcome(self) -> bool:
        said = self._last.casefold().replace(",", " ").replace(".", " ").replace("!", " ").split()
        return len(said) <= _WELCOME_WORDS and not _WELCOMES.isdisjoint(said)

    def _line(self, options: Sequence[str]) -> str:
        fresh = [line for line in options if fill(line, **self._slots) not in self._own] or options
        about = self._asked.person.npc_id, self._listener, self._last, len(self._asked.dialogue)
        return plain(fill(chance(*about).choice(fresh), **self._slots))

    @property
    def _slots(self) -> dict[str, str]:
        other = plain(short_name(self._listener), 60) or "stranger"
        return {"other": other, "part": "day"}
