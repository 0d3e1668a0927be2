"""Choosing the sentences of messages that are worth keeping word for word."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from app.agents.summarizer.authored import authored
from app.agents.summarizer.facts import Counts, Deed, DeedKind, DeedReader
from app.agents.summarizer.information import key_of, weight_of_news
from app.agents.summarizer.speech import MAX_AUTHORED_QUOTE, is_statement, quotable
from app.agents.summarizer.turns import Turn
from app.language.analysis.mentions import MentionService
from app.language.analysis.ranking import most_telling
from app.language.analysis.text import UNSPACED, quote_spans, sentences, words
from app.language.en.words import IRREGULAR_PAST
from app.language.reading.aloud import said
from app.language.rendering.perspective import PARTY_NAME
from app.models.message import Message, Role
from app.models.scenario import ScenarioSheet

_QUOTED = {DeedKind.PROMISED, DeedKind.VOWED, DeedKind.THREATENED, DeedKind.EFFECT}
_HANDED = {DeedKind.TOOK, DeedKind.DROPPED, DeedKind.USED_UP, DeedKind.GAVE, DeedKind.RECEIVED}
_PER_MESSAGE = 6
_AT_MOST = 240
_READ = 4_000
"""Characters of a message that are looked through; six sentences are found long before."""

_INTRODUCTION = "It went like this:"
_MARKUP = re.compile(r"[*_#<>{}\[\]|`~\\=^@]|https?:|\w\(|\ufffd")
_TO_THE_MODEL = re.compile(
    r"\b(?:ignore|disregard|forget)\b.{0,40}\b(?:instructions?|prompts?|rules)\b|\bsystem prompt\b|\bas an ai\b"
    r"|\b(?:system|assistant|user)\s*:",
    re.IGNORECASE,
)
_IN_SCENE = re.compile(
    r"\b(?:you|your|yours|i|my|me|we|our|us|is|are|has|have|does|do|am|will|can|here|now)\b", re.IGNORECASE
)
_PRESENT_VERB = re.compile(r"^(?:The \w+|[A-Z]\w+(?: [A-Z]\w+)?|It|He|She|They) (?:\w+ly )?\w+s\b")
_NOBODY_NAMED = re.compile(r"\W*(?:he|she|it|they|that|this|these|those|him|her)\b", re.IGNORECASE)
_UNSPACED = re.compile(f"[{UNSPACED}]")


@dataclass(frozen=True)
class Extract:
    """A sentence worth keeping, and how the summary tells it; ``is_speech`` where that names who said it."""

    sentence: str
    told: str
    weight: float
    is_speech: bool = True


class Extractor:
    """Finds extracts in turns of one scenario; ``focus`` is the person whose memory it is."""

    def __init__(
        self, sheet: ScenarioSheet, mentions: MentionService, reader: DeedReader, focus: str | None = None
    ) -> None:
        self._sheet = sheet
        self._mentions = mentions
        self._reader = reader
        self._focus = focus
        self._authored = authored(sheet)

    def best(self, turns: Sequence[Turn], counts: Counts, count: int, deeds: Sequence[Deed]) -> list[Extract]:
        """Up to ``count`` extracts, the best first, of the messages whose turn and place count.

        What the ``deeds`` tell already is left out; where there are any, so is what a narrator told in its own words.
        At most six sentences of a message and the newest 240 of all are weighed.
        """
        taken = {key_of(deed.what) for deed in deeds if deed.kind in _QUOTED}
        moved = {deed.what for deed in deeds if deed.kind in _HANDED}
        found: dict[str, Extract] = {}
        for turn in turns:
            for message in turn.messages:
                if counts(turn, message.location_id):
                    for extract in islice(self._of(turn, message, deeds, moved), _PER_MESSAGE):
                        if key_of(extract.sentence) not in taken:
                            found.setdefault(key_of(extract.sentence), extract)
        extracts = list(found.values())[-_AT_MOST:]
        order = most_telling([e.sentence for e in extracts], [e.weight for e in extracts], count)
        return [extracts[n] for n in order]

    def _of(self, turn: Turn, message: Message, deeds: Sequence[Deed], moved: Collection[str]) -> Iterator[Extract]:
        if message.role is Role.PLAYER:
            yield from self._of_player(turn, message)
        elif message.role is Role.NPC:
            yield from self._of_person(turn, message)
        elif message.role is Role.NARRATOR and not turn.has_moved:
            # What is told of a turn that moved describes more places than one: it is nobody's memory for certain.
            yield from self._of_narrator(message, deeds, moved)

    def _tells_handing(self, sentence: str, moved: Collection[str]) -> bool:
        """A short sentence of the narrator that only says who took or gave a thing, as the deeds do."""
        return len(words(sentence)) <= 9 and any(key in moved for key in self._mentions.known_names(sentence))

    def _of_player(self, turn: Turn, message: Message) -> Iterator[Extract]:
        """What a player told somebody who answered; all else that is typed may be an order that went unheard."""
        answered = turn.answered_by(message.location_id)
        hearers = [key for key in self._reader.hearers(message) if key in answered and key in message.addressee_ids]
        if not hearers or self._focus not in (None, *hearers):
            return
        name = self._sheet.index.name(hearers[0])
        for sentence in _telling(said(message.fresh_content, self._mentions)):
            news = weight_of_news(sentence, self._mentions, hearers)
            if news and is_statement(sentence):
                told = f'{message.speaker_name or PARTY_NAME} told {name}: "{quotable(sentence)}"'
                yield Extract(sentence, told, (0.7 if self._focus is None else 1.6) * news)

    def _of_person(self, turn: Turn, message: Message) -> Iterator[Extract]:
        """What a person said that is news to anybody, and no line of its manner of speech."""
        speaker = message.speaker_id or ""
        name = message.speaker_name or self._sheet.index.name(speaker)
        for sentence in _telling(_spoken_part(message.fresh_content)):
            news = weight_of_news(sentence, self._mentions, (speaker,))
            if news and key_of(sentence) not in self._authored.manners:
                weight = (1.2 if self._focus in (None, speaker) else 0.6) * (
                    0.6 if _NOBODY_NAMED.match(sentence) else 1
                )
                yield Extract(sentence, f'{name} told {turn.player}: "{quotable(sentence)}"', weight * news)

    def _of_narrator(self, message: Message, deeds: Sequence[Deed], moved: Collection[str]) -> Iterator[Extract]:
        """What the author wrote of the event; where nothing certain happened, what the narrator told of it."""
        moments = list(self._authored.moments_in(message.fresh_content)) if self._focus is None else []
        for moment, weight in moments:
            yield Extract(moment, f'{_INTRODUCTION} "{quotable(moment, MAX_AUTHORED_QUOTE)}"', weight, is_speech=False)
        for sentence in _telling(message.fresh_content) if not (moments or deeds) else ():
            is_about = self._focus is None or self._focus in self._mentions.people(sentence, message.witness_ids)
            if is_about and key_of(sentence) not in self._authored.scenery and not self._tells_handing(sentence, moved):
                shortness = min(1.0, 0.4 + 0.06 * len(words(sentence)))
                told = _narrated(sentence) or f'{_INTRODUCTION} "{quotable(sentence)}"'
                yield Extract(sentence, told, 0.5 * shortness, is_speech=False)


def _telling(text: str) -> Iterator[str]:
    """The sentences that may say something: no fragments, questions, markup or words to a machine."""
    for piece in sentences(text[:_READ]):
        sentence = piece.strip("… ")
        # Where recalled or stock words were taken out of a message, "…" is left: also in the middle of a sentence.
        is_cut = "…" in sentence or (piece[-1:] == "…" and sentence[-1:] not in ".!")
        size = len(words(sentence)) if not _UNSPACED.search(sentence) else len(sentence) // 2
        if is_cut or not 4 <= size <= 40 or len(sentence) > 240 or re.search(r"[?？]", sentence):
            continue
        if not (_MARKUP.search(sentence) or _TO_THE_MODEL.search(sentence)):
            yield sentence


def _narrated(sentence: str) -> str:
    """A narrator's sentence as it is if told in the past and the third person, else nothing."""
    is_past = any(word in IRREGULAR_PAST or word.endswith("ed") for word in words(sentence.lower()))
    as_it_is = not _IN_SCENE.search(sentence) and not _PRESENT_VERB.match(sentence) and not quote_spans(sentence)
    return sentence if is_past and as_it_is else ""


def _spoken_part(content: str) -> str:
    """What a person says in its message, without the gestures around the quotation marks."""
    spans = quote_spans(content)
    return "\n".join(content[start + 1 : end - 1] for start, end in spans) if spans else content
