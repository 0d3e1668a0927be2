"""What memories say, sentence by sentence, and who said it: the news that people pass on."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from app.agents.mind.feelings import id_of
from app.agents.mind.wording import as_sentence, plain
from app.interfaces.agents.mind import Portrait, Recollection
from app.language.analysis.lexicon import lexicon_of
from app.language.analysis.text import sentences
from app.language.language import Language, language_of
from app.language.reading.reports import READ, reported
from app.language.reading.sayable import LONGEST, is_called, tells, tells_own_words
from app.language.rendering.perspective import in_own_words
from app.models.events.play import BeingsSeen, NPCMoved, PlaceReached
from app.models.memory import MemoryKind
from app.models.messages.payload import ConclusionPayload, EventPayload, Utterance
from app.models.messages.speech import is_confided

_TOLD_IN_TEXT = (MemoryKind.SUMMARY, MemoryKind.GIFTED)  # kinds whose texts tell more than their payloads hold
_NO_NEWS = (BeingsSeen, PlaceReached, NPCMoved)  # whom one sees, and who comes and goes


@dataclass(frozen=True)
class Voice:
    """Who says something: an id where it is known, else the name as it was written; neither: the memory itself."""

    id: str = ""
    name: str = ""

    def __bool__(self) -> bool:
        return bool(self.id or self.name)

    def is_of(self, person: Portrait) -> bool:
        if self.id and person.npc_id:
            return self.id == person.npc_id
        return is_called(self.name, person.name)


_NOBODY = Voice()


@dataclass(frozen=True)
class Statement:
    """A sentence out of a memory: ``who`` said it, ``by`` told it last, ``said`` is the utterance it is part of."""

    text: str
    memory: Recollection
    who: Voice = _NOBODY
    by: Voice = _NOBODY
    said: Utterance | None = None

    @property
    def weight(self) -> float:
        """From 1 to 10."""
        return 5.0 if self.memory.importance is None else self.memory.importance


def all_statements(memories: Iterable[Recollection], language: Language) -> Iterator[Statement]:
    """Every sentence that the memories tell; nothing of what was said in confidence, of sights or of conclusions."""
    for memory in memories:
        match memory.payload:
            case Utterance() as said:
                yield from _of_utterance(said, memory, language)
            case EventPayload(said=said, events=events):
                for each in said:
                    yield from _of_utterance(each, memory, language)
                if memory.kind in _TOLD_IN_TEXT and not any(is_confided(each.acts) for each in said):
                    yield from _of_text(memory, language)
                elif any(not isinstance(event, _NO_NEWS) for event in events):
                    pieces = sentences(memory.text[:READ])
                    yield from (Statement(as_sentence(piece, LONGEST + 2), memory) for piece in pieces)
            case ConclusionPayload():
                pass
            case None if memory.kind is not MemoryKind.PLAN:
                yield from _of_text(memory, language)


def _of_utterance(said: Utterance, memory: Recollection, language: Language) -> Iterator[Statement]:
    if said.is_stock or is_confided(said.acts):
        return
    speaker = _speaker(said, memory)
    by = _voice(said.chain[-1], memory) if said.chain else speaker
    for who, _, piece in reported(said.words, language, is_speech=True):
        yield Statement(as_sentence(piece, LONGEST + 2), memory, Voice(name=who) if who else speaker, by, said)


def _of_text(memory: Recollection, language: Language) -> Iterator[Statement]:
    for who, by, piece in reported(memory.text, language):
        voices = Voice(name=plain(who, 120)), Voice(name=plain(by, 120))
        yield Statement(as_sentence(piece, LONGEST + 2), memory, *voices)


def _speaker(said: Utterance, memory: Recollection) -> Voice:
    """Who said it: one whom the game does not know goes by its name."""
    if said.speaker_name:
        return Voice(name=plain(said.speaker_name, 120))
    return _voice(said.speaker_id, memory)


def _voice(any_id: str, memory: Recollection) -> Voice:
    return Voice(any_id, plain(memory.names.get(any_id, ""), 120))


def statements(memories: Iterable[Recollection], language: Language) -> list[Statement]:
    """Those that say something, in order, each sentence of a speaker once."""
    found: dict[tuple[Voice, str], Statement] = {}
    for each in all_statements(memories, language):
        if tells(each.text, language):
            found.setdefault((each.by, each.text.casefold()), each)
    return list(found.values())


def speakers(memories: Iterable[Recollection], language: Language) -> list[Voice]:
    """Who speaks in the memories, in order."""
    found: dict[Voice, None] = {}
    for memory in memories:
        match memory.payload:
            case Utterance(chain=chain) as said:
                found[_voice(chain[-1], memory) if chain else _speaker(said, memory)] = None
            case EventPayload(said=said):
                found.update({_speaker(each, memory): None for each in said})
            case None:
                found.update({each.by: None for each in _of_text(memory, language) if each.by})
    return list(found)


def is_small_talk(memory: Recollection) -> bool:
    """Whether it is what somebody said, and of no matter."""
    return isinstance(memory.payload, Utterance) and memory.payload.is_stock


def text_of(memory: Recollection) -> str:
    """The words of an utterance, else the beginning of the memory's text."""
    said = memory.payload.words if isinstance(memory.payload, Utterance) else ""
    return said or memory.text[:READ]


# -- news ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class News:
    """A statement as its teller words it for a listener; ``is_of_listener``: it speaks of the listener."""

    words: str
    source: Statement
    is_of_listener: bool
    weight: float


def news(
    memories: Sequence[Recollection], teller: Portrait, listener: Portrait, known: Sequence[str] = ()
) -> list[News]:
    """What the teller can tell the listener, the weightiest first, the newer of equals: nothing that either said
    itself. ``memories`` come oldest first; what stands in ``known``, texts that the listener remembers, comes last."""
    language = language_of(teller)
    found_statements = statements(memories[::-1], language)
    # What it remembers to have said it has mostly said to this listener: memories of the talk with it.
    old = {each.text for each in found_statements if each.by.is_of(teller) or each.by.is_of(listener)}
    addressed = language.pattern("minds.addressed")
    found: list[News] = []
    for statement in found_statements:
        # The listener may be among those who passed it on, or have told it already.
        passed_on = () if statement.said is None else (statement.said.speaker_id, *statement.said.chain)
        is_of_both = statement.who.is_of(teller) or statement.who.is_of(listener) or listener.npc_id in passed_on
        if is_of_both or statement.text in old or (statement.who and addressed.search(statement.text)):
            continue
        words = retold(statement, teller, listener)
        if not words:
            continue
        is_of_listener = not statement.who and words != retold(statement, teller, Portrait("", ""))
        is_known = any(statement.text.rstrip(".!… ") in text for text in known)
        others = _names(statement.text, language).difference(teller.name.split(), listener.name.split())
        weight = statement.weight + min(2, len(others)) - 2 * is_of_listener - 4 * is_known
        found.append(News(words, statement, is_of_listener, weight))
    return sorted(found, key=lambda each: -each.weight)


def retold(statement: Statement, teller: Portrait, listener: Portrait) -> str:
    """A statement in the teller's words to the listener; "" where it only repeats the teller's own words."""
    language = language_of(teller)
    if statement.who.is_of(teller):
        return ""
    if statement.who.is_of(listener):
        return language.render("minds.reported-to-speaker", words=statement.text)
    if statement.who:
        return reported_words(statement, language)
    heard_by = (listener.name,) if listener.name else ()
    words = in_own_words(statement.text, (teller.name,), heard_by).strip()
    if tells_own_words(words):
        return ""
    if not language.pattern("minds.without_subject").match(words):
        return words
    return language.render("minds.first-person", words=f"{words[0].lower()}{words[1:]}")


def reported_words(statement: Statement, language: Language) -> str:
    """A statement with who said it, if anybody did."""
    if not statement.who:
        return statement.text
    who = statement.who.name or language.render("minds.somebody")
    return language.render("minds.reported", who=who, words=statement.text)


def utterance_of(each: News, teller: Portrait, listener: Portrait) -> Utterance:
    """What the listener hears: the words and the chain of who said it, or the teller's own words."""
    source, origin = each.source, each.source.memory.id
    if source.said is not None and (source.who.id or source.who.name == source.said.speaker_name):
        return quoted(source.said, source.text).model_copy(update={"original_id": origin})
    speaker = source.who.id or id_of(teller, source.who.name)
    chain = () if source.said is None or not speaker else (source.said.speaker_id, *source.said.chain)
    return Utterance(
        kind="utterance",
        speaker_id=speaker or teller.npc_id,
        words=source.text if speaker else retold(source, teller, Portrait("", "")),
        addressee_ids=() if speaker else (listener.npc_id,),
        chain=chain,
        original_id=origin,
    )


def quoted(said: Utterance, text: str) -> Utterance:
    """The part of an utterance that a statement is; the words of who spoke it, and the acts within them."""
    if text == said.words:
        return said
    start = said.words.find(text.rstrip("."))
    end = start + len(text)
    acts = (act.shifted(-start) for act in said.acts if start <= act.span[0] and act.span[1] <= end)
    return said.model_copy(update={"words": text, "acts": tuple(acts) if start >= 0 else ()})


def _names(text: str, language: Language) -> set[str]:
    """Words with a capital that are no common words at the beginning of a sentence."""
    words = {match.group() for match in language.pattern("minds.name_within").finditer(text)}
    return {word for word in words if word[0].isupper() and word.casefold() not in lexicon_of(language).stop}
