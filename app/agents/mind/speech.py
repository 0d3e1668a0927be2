"""What a person says next, by rule: what it can tell, else what it remembers, else a fitting line."""

from app.agents.mind.feelings import feeling, id_of
from app.agents.mind.statements import MemoryStatement, retold_statement, statements_worth_telling
from app.agents.mind.wording import as_sentence, fill, pick, plain, short_name, tone
from app.interfaces.agents.mind import Portrait, SpeakRequest
from app.language.analysis.terms import analyse
from app.language.analysis.text import sentences, words
from app.language.language import language_of
from app.language.reading.sayable import asks

_READ = 2_000
_MOST_SENTENCES = 2
_FLOOR = 0.3  # the part of a question's terms that a memory must hold
_WELCOME_WORDS = 5


class Speaking:
    """What a person can say next in a dialogue."""

    def __init__(self, request: SpeakRequest) -> None:
        self._request, self._name = request, request.person.name
        others = [line for line in request.dialogue if line.speaker != self._name and line.text.strip()]
        self._last = others[-1].text[:_READ] if others else ""
        self._listener = others[-1].speaker if others else ""
        self._own = " ".join(line.text for line in request.dialogue if line.speaker == self._name)
        self._other = Portrait(id_of(request.person, self._listener), self._listener)
        self._language = language_of(request.person)
        self._frame = frozenset(analyse(" ".join(self._language.words("minds.frame"))).terms)

    def next_words(self) -> str:
        """The person's words alone; never "", and nothing that is neither its topics nor its memories."""
        # The first untold topic; where it is asked again the first of all.
        topics = [topic.strip() for topic in self._request.topics if topic.strip()]
        if topics:
            return next((topic for topic in topics if topic not in self._own), topics[0])
        if found := self._memory():
            return found
        said = words(self._last.casefold())
        is_welcome = len(said) <= _WELCOME_WORDS and not self._language.words("minds.welcomes").isdisjoint(said)
        if not self._last or is_welcome:
            return self._line("greeting")
        return self._line("do_not_know" if any(map(asks, sentences(self._last))) else "remark")

    def _memory(self) -> str:
        """The sentences of a memory that share most with what was said last, in its own words; the newer of equals."""
        wanted = self._terms(self._last) - self._terms(f"{self._name} {self._listener}")
        found = statements_worth_telling(self._request.memories[::-1], self._language) if wanted else []
        best: tuple[float, list[MemoryStatement]] = (0.0, [])
        for at, statement in enumerate(found):
            share = len(wanted & self._terms(statement.text)) / len(wanted)
            if share > best[0] and share >= _FLOOR and self._retold(statement):
                following = [n for n in found[at + 1 : at + _MOST_SENTENCES] if n.memory is statement.memory]
                best = share, [statement, *(n for n in following if n.said is statement.said)]
        words = " ".join(filter(None, map(self._retold, best[1])))
        if words and (thought := best[1][0].memory.thought):
            words = f"{as_sentence(words)} {thought}"
        line = pick(self._language.lines("minds.recalled"), self._request.person.npc_id, self._last)
        return fill(line, memory=words) if words else ""

    def _retold(self, statement: MemoryStatement) -> str:
        """In its own words; "" for what it has said in this dialogue already."""
        words = as_sentence(retold_statement(statement, self._request.person, self._other))
        return "" if words and words.rstrip(".!") in self._own else words

    def _terms(self, text: str) -> frozenset[str]:
        return frozenset(analyse(text).terms) - self._frame

    def _line(self, name: str) -> str:
        manner = tone(self._request.person, feeling(self._request.person, self._other.npc_id))
        options = self._language.lines(f"minds.{name}", manner)
        other = plain(short_name(self._listener), 60) or self._language.render("minds.stranger")
        filled = [fill(line, other=other, part=self._language.render("minds.day")) for line in options]
        fresh = [line for line in filled if line not in self._own] or filled
        about = self._request.person.npc_id, self._listener, self._last, len(self._request.dialogue)
        return plain(pick(fresh, *about))
