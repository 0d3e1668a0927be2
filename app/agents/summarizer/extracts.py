"""Choosing the sentences of messages that are worth keeping word for word."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

from app.agents.summarizer.facts import Deed, DeedKind, DeedReader
from app.agents.summarizer.speech import quotable, said
from app.memory.english import IRREGULAR_PAST
from app.memory.mentions import MentionService
from app.memory.names import Folded
from app.memory.perspective import PARTY_NAME
from app.memory.ranking import most_telling
from app.memory.text import UNSPACED, quote_spans, sentences, words
from app.models.message import Message, Role
from app.models.scenario import ScenarioSheet

_QUOTED = {DeedKind.PROMISED, DeedKind.VOWED, DeedKind.THREATENED, DeedKind.EFFECT}
_HANDED = {DeedKind.TOOK, DeedKind.DROPPED, DeedKind.USED_UP, DeedKind.GAVE, DeedKind.RECEIVED}
_PER_MESSAGE = 6
_AT_MOST = 240
_READ = 4_000
"""Characters of a message that are looked through; six sentences are found long before."""

_INTRODUCTIONS = ("It went like this:", "One moment stayed in mind:", "Then came this:")
_MARKUP = re.compile(r"[*_#<>{}\[\]|`~\\=^@]|https?:|\w\(|\ufffd")
_TO_THE_MODEL = re.compile(
    r"\b(?:ignore|disregard|forget)\b.{0,40}\b(?:instructions?|prompts?|rules)\b|\bsystem prompt\b|\bas an ai\b"
    r"|\b(?:system|assistant|user)\s*:",
    re.IGNORECASE,
)
_MECHANICS = re.compile(
    r"(?:exits?|ways? out|inventory|quests?|objectives?|notes?|hint|there is no|there's no|nothing (?:here|happens)"
    r"|(?:time|an hour|some time|a while) passes|i (?:did not|didn't|do not|don't) understand|try|from here"
    r"|here (?:is|are)|it is (?:day|now)"
    r"|you (?:are |now )?(?:carry|carrying|have|hold|can|could|may|see|notice|take|pick|put|drop|give|go|walk|enter"
    r"|leave|head|arrive|are in|are at|wait|rest|look))\b"
    r"|\(|you(?:\W+\w+){1,5}\W*$|[^:]{1,20}:|.*\b(?:is|are) here\W*$"
    r"|(?:by|through|up|down|along|past|over|across)\b[^.]*\byou (?:come|go|reach|arrive|pass|get|climb|step|walk)\b",
    re.IGNORECASE,
)
_GREETING = re.compile(
    r"(?:hello|hi|hey|greetings|good (?:morning|day|evening|afternoon|night)|welcome|farewell|goodbye|bye|thanks"
    r"|thank you|yes|no|aye|well|hm+|ah|oh)\b[^.]{0,25}[.!…]*$",
    re.IGNORECASE,
)
_IN_SCENE = re.compile(
    r"\b(?:you|your|yours|i|my|me|we|our|us|is|are|has|have|does|do|am|will|can|here|now)\b", re.IGNORECASE
)
_PRESENT_VERB = re.compile(r"^(?:The \w+|[A-Z]\w+(?: [A-Z]\w+)?|It|He|She|They) (?:\w+ly )?\w+s\b")
_UNSPACED = re.compile(f"[{UNSPACED}]")


@dataclass(frozen=True)
class Extract:
    """A sentence worth keeping, and how the summary tells it; ``told`` is empty for a quotation of the narrator."""

    sentence: str
    told: str
    weight: float


class Extractor:
    """Finds extracts in messages of one scenario."""

    def __init__(self, sheet: ScenarioSheet, mentions: MentionService, reader: DeedReader) -> None:
        self._sheet = sheet
        self._mentions = mentions
        self._reader = reader

    def best(
        self,
        messages: Sequence[Message],
        count: int,
        *,
        focus: str | None = None,
        deeds: Sequence[Deed] = (),
        outcomes: Sequence[str] = (),
    ) -> list[str]:
        """Up to ``count`` told extracts, the best first; ``focus`` is the person whose memory it is.

        What the ``deeds`` tell already is left out; sentences of the ``outcomes`` (authored texts) count double. At
        most six sentences of a message and the newest 240 of all are weighed.
        """
        taken = {_key(deed.what) for deed in deeds if deed.kind in _QUOTED}
        moved = {deed.what for deed in deeds if deed.kind in _HANDED}
        wanted = {_key(sentence) for text in outcomes for sentence in sentences(text)}
        found: dict[str, Extract] = {}
        for message in messages:
            for extract in islice(self._of(message, focus), _PER_MESSAGE):
                key = _key(extract.sentence)
                if key not in taken and not self._tells_handing(extract, moved):
                    found.setdefault(key, replace(extract, weight=2 * extract.weight) if key in wanted else extract)
        extracts = list(found.values())[-_AT_MOST:]
        order = most_telling([e.sentence for e in extracts], [e.weight for e in extracts], count)
        return [_told(extracts[n], place) for place, n in enumerate(order)]

    def _tells_handing(self, extract: Extract, moved: Collection[str]) -> bool:
        """A short sentence of the narrator that only says who took or gave a thing, as the deeds do."""
        is_short = not extract.told and len(words(extract.sentence)) <= 9
        return is_short and any(key in moved for key in self._mentions.known_names(extract.sentence))

    def _of(self, message: Message, focus: str | None) -> Iterator[Extract]:
        if message.role is Role.PLAYER:
            yield from self._of_player(message, focus)
        elif message.role is Role.NPC:
            for sentence in self._telling(_spoken_part(message.fresh_content), message):
                weight = 1.2 if focus in (None, message.speaker_id) else 0.6
                name = self._sheet.index.name(message.speaker_id or "")
                yield self._extract(sentence, f'{message.speaker_name or name} said: "{quotable(sentence)}"', weight)
        elif message.role is Role.NARRATOR:
            authored = _descriptions(self._sheet)
            for sentence in self._telling(message.fresh_content, message):
                if _key(sentence) not in authored and not _MECHANICS.match(sentence):
                    about = focus is None or focus in self._mentions.people(sentence, message.witness_ids)
                    yield self._extract(sentence, _narrated(sentence), 1.0 if about else 0.3)

    def _of_player(self, message: Message, focus: str | None) -> Iterator[Extract]:
        hearers = self._reader.hearers(message)
        heard = self._sheet.index.name(hearers[0]) if len(hearers) == 1 else ""
        verb = f"told {heard}" if heard else "said"
        for sentence in self._telling(said(message.fresh_content, self._mentions), message):
            if not _MECHANICS.match(sentence):
                weight = 1.6 if focus is not None and focus in hearers else 0.7
                yield self._extract(
                    sentence, f'{message.speaker_name or PARTY_NAME} {verb}: "{quotable(sentence)}"', weight
                )

    def _extract(self, sentence: str, told: str, weight: float) -> Extract:
        named = min(3, len(self._mentions.known_names(sentence)))
        shortness = min(1.0, 0.4 + 0.06 * len(words(sentence)))
        return Extract(sentence, told, weight * (1 + 0.15 * named) * shortness)

    @staticmethod
    def _telling(text: str, message: Message) -> Iterator[str]:
        """The sentences that say something: no fragments, questions, greetings, markup or words to a machine."""
        for sentence in sentences(text[:_READ]):
            size = len(words(sentence)) if not _UNSPACED.search(sentence) else len(sentence) // 2
            is_cut = message.quoted and "…" in sentence
            if not 4 <= size <= 40 or len(sentence) > 240 or is_cut or re.search(r"[?？؟]", sentence):
                continue
            if _MARKUP.search(sentence) or _TO_THE_MODEL.search(sentence) or _GREETING.match(sentence):
                continue
            yield sentence


def _narrated(sentence: str) -> str:
    """A narrator's sentence as it is if told in the past and the third person, else nothing."""
    is_past = any(word in IRREGULAR_PAST or word.endswith("ed") for word in words(sentence.lower()))
    as_it_is = not _IN_SCENE.search(sentence) and not _PRESENT_VERB.match(sentence) and not quote_spans(sentence)
    return sentence if is_past and as_it_is else ""


def _told(extract: Extract, place: int) -> str:
    """The sentence as the summary tells it; quotations of the narrator are introduced each in another way."""
    if extract.told:
        return extract.told
    return f'{_INTRODUCTIONS[place % len(_INTRODUCTIONS)]} "{quotable(extract.sentence)}"'


def _spoken_part(content: str) -> str:
    """What a person says in its message, without the gestures around the quotation marks."""
    spans = quote_spans(content)
    return "\n".join(content[start + 1 : end - 1] for start, end in spans) if spans else content


def _key(sentence: str) -> str:
    return " ".join(words(Folded.of(sentence).folded))


@lru_cache(maxsize=8)
def _described(texts: tuple[str, ...]) -> frozenset[str]:
    return frozenset(_key(sentence) for text in texts for sentence in sentences(text))


def _descriptions(sheet: ScenarioSheet) -> frozenset[str]:
    """Sentences that only describe how things are: the narrator has them at hand, a memory need not keep them."""
    texts = [sheet.opening, sheet.premise, *(item.description for item in sheet.items)]
    texts += [use.adds_effect or "" for item in sheet.items for use in item.uses]
    texts += [quest.description for quest in sheet.quests]
    texts += [step.description for quest in sheet.quests for step in quest.objectives]
    for place in sheet.locations:
        texts += [place.description, place.revisit, place.atmosphere, place.time_of_day]
        texts += [way.description for way in place.exits]
        texts += [detail.description for detail in place.features]
        texts += [encounter.description for encounter in place.encounters]
    for npc in sheet.npcs:
        texts += [npc.description, npc.background, *npc.voice.gestures, *npc.voice.greeting]
    return _described(tuple(text for text in texts if text))
