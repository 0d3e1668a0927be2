"""What memories tell, sentence by sentence, and who said it: what people pass on, conclude from and condense."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from app.agents.mind.wording import as_sentence, plain
from app.interfaces.agents.mind import MemoryExcerpt, Portrait
from app.language.analysis.text import sentences
from app.language.language import Language, language_of
from app.language.reading.sayable import LONGEST, tells, tells_own_words
from app.language.rendering.perspective import in_own_words
from app.models.events.play import BeingsSeen, NPCMoved, PlaceReached
from app.models.memory import MemoryKind
from app.models.messages.payload import EventPayload, Utterance, utterances_in
from app.models.messages.speech import WISH, is_confided

_READ = 2_000  # characters of a text that are looked through
_TOLD_IN_TEXT = (MemoryKind.SUMMARY, MemoryKind.GIFTED)  # kinds whose texts tell more than their payloads hold
_NO_NEWS = (BeingsSeen, PlaceReached, NPCMoved)  # sights, and comings and goings


@dataclass(frozen=True)
class MemoryStatement:
    """A sentence of a memory, with the utterance that it is part of; None where it was not said."""

    text: str
    memory: MemoryExcerpt
    said: Utterance | None = None

    @property
    def weight(self) -> float:
        """From 1 to 10."""
        return 5.0 if self.memory.importance is None else self.memory.importance

    @property
    def teller(self) -> str:
        """Return the id of the person that said it last; "" where it was not said."""
        return "" if self.said is None else teller(self.said)

    def reported(self, language: Language) -> str:
        """With who said it, if anybody did."""
        if self.said is None:
            return self.text
        who = speaker(self.said, self.memory) or language.render("minds.somebody")
        return report(self.quoted() or self.said, who, language)

    def quoted(self) -> Utterance | None:
        """Of the utterance only what the statement is: its words, and the acts within them."""
        if self.said is None or self.text == self.said.words:
            return self.said
        start = self.said.words.find(self.text.rstrip("."))
        end = start + len(self.text)
        acts = (act.shifted(-start) for act in self.said.acts if start <= act.span[0] and act.span[1] <= end)
        return self.said.model_copy(update={"words": self.text, "acts": tuple(acts) if start >= 0 else ()})


def report(said: Utterance, who: str, language: Language) -> str:
    """Report an utterance as another person does: a wish by its content; everything else, and what the speaker says of
    itself, word for word."""
    wishes = (act.what for act in said.acts if act.attribute == WISH and act.what is not None)
    what = next((said.words[slice(*span)] for span in wishes), "")
    if what and not language.pattern("stating.first_person").search(what):
        return language.render("minds.reported-wish", who=who, what=what)
    return language.render("minds.reported", who=who, words=said.words)


def teller(said: Utterance) -> str:
    """Return the id of the person that said it last."""
    return said.chain[-1] if said.chain else said.speaker_id


def speaker(said: Utterance, memory: MemoryExcerpt) -> str:
    """Return the name of the first speaker; for one that the game does not know the name that was written."""
    return plain(said.speaker_name or memory.names.get(said.speaker_id, ""), 120)


def tellings(memory: MemoryExcerpt) -> list[Utterance]:
    """What was said in a memory's hearing, of some matter and not in confidence."""
    return [said for said in utterances_in(memory.payload) if not said.is_stock and not is_confided(said.acts)]


def all_statements(memories: Iterable[MemoryExcerpt]) -> Iterator[MemoryStatement]:
    """Yield every sentence of the memories except confidences, sights and conclusions."""
    for memory in memories:
        told = [(said, said.words) for said in tellings(memory)]
        for said, text in (*told, *([(None, memory.happened)] if _tells_more(memory) else [])):
            for sentence in sentences(text[:_READ]):
                yield MemoryStatement(as_sentence(sentence, LONGEST + 2), memory, said)


def _tells_more(memory: MemoryExcerpt) -> bool:
    """Whether its text tells more than what was said."""
    match memory.payload:
        case EventPayload(events=events, said=said):
            is_told = memory.kind in _TOLD_IN_TEXT or any(not isinstance(event, _NO_NEWS) for event in events)
            return is_told and not any(is_confided(each.acts) for each in said)
    return memory.payload is None and memory.kind is not MemoryKind.PLAN


def statements_worth_telling(memories: Iterable[MemoryExcerpt], language: Language) -> list[MemoryStatement]:
    """Those that say something, in order, each sentence of a speaker once."""
    found: dict[tuple[str, str], MemoryStatement] = {}
    for each in all_statements(memories):
        if tells(each.text, language):
            found.setdefault((each.teller, each.text.casefold()), each)
    return list(found.values())


def retold_statement(statement: MemoryStatement, person: Portrait, listener: Portrait) -> str:
    """A statement in the person's words to the listener; "" where it only repeats the person's own words."""
    language, said = language_of(person), statement.said
    if said is not None:
        if said.speaker_id == person.npc_id:
            return ""
        if said.speaker_id == listener.npc_id:
            return language.render("minds.reported-to-speaker", words=statement.text)
        return statement.reported(language)
    words = in_own_words(statement.text, (person.name,), (listener.name,) if listener.name else ()).strip()
    if tells_own_words(words):
        return ""
    if not language.pattern("minds.without_subject").match(words):
        return words
    return language.render("minds.first-person", words=f"{words[0].lower()}{words[1:]}")
