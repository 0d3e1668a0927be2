"""The passages of messages that a summary may keep verbatim, and the sentences that quote them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from app.agents.summarizer.authored import authored_texts, closing_quotation
from app.agents.summarizer.occurrences import Counts, Occurrence, OccurrenceKind, OccurrenceReader, Turn
from app.agents.summarizer.sentences import SentenceWriter
from app.language.analysis.informativeness import (
    information_weight,
    is_keepable,
    is_past_narration,
    is_question,
    is_statement,
    sentence_key,
    spoken_part,
)
from app.language.analysis.mentions import mentions_for
from app.language.analysis.text import count_words, quote_spans, sentences
from app.language.language import patterns_of
from app.language.reading.spoken_text import words_aloud
from app.language.rendering.filling import quotable
from app.language.rendering.phrases import listed
from app.models.messages.message import Message, Role
from app.models.sheets.scenario import ScenarioSheet

_pattern = patterns_of("summaries")
_READ, _PER_MESSAGE = 4_000, 12
"""The most characters and sentences of a message that are read."""
_LONGEST, _TOGETHER = 240, 3
"""The most characters and sentences of one passage."""
_MOST_HEARERS = 3
_QUESTION, _LEANING, _OVERHEARD, _VOW, _ANSWER = 0.15, 0.5, 0.5, 3.0, 2.0
"""Factors of a sentence's weight: a question with news (other questions are never kept alone); one that begins with a
pronoun or a conjunction, whose subject is missing when it is quoted alone; one neither of nor to the person who
remembers; a promise or a threat; the weight of an answer with its question."""


@dataclass(frozen=True)
class Extract:
    """Consecutive sentences of the message ``number``, from ``start`` to before ``end``.

    Attributes:
        template: Names the speaker and the hearer; None for narration.
        is_news: Whether they contain a name, a number, a kinship or a reason, or bind the speaker.
    """

    text: str
    weight: float
    is_news: bool
    template: str | None
    speaker: str = ""
    hearer: str = ""
    number: int = 0
    start: int = 0
    end: int = 1

    @property
    def is_vow(self) -> bool:
        return self.template in ("speech_promised", "speech_threatened")

    def overlaps(self, other: "Extract") -> bool:
        return self.number == other.number and self.start < other.end and other.start < self.end

    def with_next(self, other: "Extract") -> "Extract":
        """Join this passage and the next sentence; each contributes to the weight by its length."""
        weights = len(self.text) * self.weight + len(other.text) * other.weight
        return replace(
            self,
            text=f"{self.text} {other.text}",
            weight=weights / (len(self.text) + len(other.text)),
            is_news=self.is_news or other.is_news,
            end=other.end,
        )


_LEFT_OUT = Extract("", 0, is_news=False, template=None)


def quotations(passages: Iterable[Extract], writer: SentenceWriter) -> list[str]:
    """Return the passages, in order, as sentences. What one speaker says to the same hearer shares a sentence, with an
    ellipsis for omissions."""
    found: list[str] = []
    for (template, speaker, hearer), group in groupby(passages, key=lambda p: (p.template, p.speaker, p.hearer)):
        said = list(group)
        if template is None:
            found += [passage.text for passage in said]
            continue
        quote = quotable(said[0].text, _LONGEST)
        for last, passage in pairwise(said):
            gap = " " if (last.number, last.end) == (passage.number, passage.start) else " … "
            quote += gap + quotable(passage.text, _LONGEST)
        found.append(writer.render(template, speaker=speaker, hearer=hearer, quote=quote))
    return found


class ExtractReader:
    """Finds the passages in the turns of one scenario; ``focus`` is the person whose memory it is."""

    def __init__(
        self, sheet: ScenarioSheet, reader: OccurrenceReader, writer: SentenceWriter, focus: str | None
    ) -> None:
        self._sheet = sheet
        self._mentions = mentions_for(sheet)
        self._reader = reader
        self._writer = writer
        self._language = writer.language
        self._focus = focus
        self._authored = authored_texts(sheet)

    def read(self, turns: Sequence[Turn], counts: Counts, happened: Sequence[Occurrence]) -> list[Extract]:
        """Return what was said in the relevant turns and places, and the author's texts of their events; without any of
        these, the narration. A repeated sentence counts once."""
        taken = {sentence_key(each.what) for each in happened if each.kind is OccurrenceKind.EFFECT}
        players = {m.speaker_id: m.speaker_name for turn in turns for m in turn.of(Role.PLAYER)}
        messages = [(turn, m) for turn in turns for m in turn.messages if counts(turn, m.location_id)]
        lines = [[*self._of_speaker(turn, m, players), *self._moments(m)] for turn, m in messages]
        if not happened and not any(line.text for each in lines for line in each):
            lines = [list(self._narrated(message)) for turn, message in messages if not turn.is_arrival(message)]
        found: list[Extract] = []
        for number, of_message in enumerate(lines):
            placed = [replace(line, number=number, start=at, end=at + 1) for at, line in enumerate(of_message)]
            fresh = [line for line in placed if line.text and sentence_key(line.text) not in taken]
            taken.update(sentence_key(line.text) for line in fresh)
            found += _together(fresh)
        return found

    def _of_speaker(self, turn: Turn, message: Message, players: dict[str | None, str]) -> Iterator[Extract]:
        """Yield every sentence of a player's or person's speech, without text if it is not to be kept."""
        if message.role is Role.PLAYER:
            hearers = self._reader.hearers(message)
            speaker = message.speaker_name or self._writer.render("party")
            aloud = words_aloud(message, self._sheet)
            if not quote_spans(message.fresh_content) and _pattern("table_talk").search(aloud):
                return
        elif message.role is Role.NPC:
            hearers, speaker = message.addressee_ids, self._writer.name(message.speaker_id or "")
            aloud = spoken_part(message.fresh_content)
        else:
            return
        called = (players.get(key) or self._writer.known(key) for key in hearers or message.addressee_ids)
        others = [name for name in called if name]
        if message.role is Role.NPC and not others:
            others = [turn.player or self._writer.render("party_within")]
        known = (*hearers, message.speaker_id or "")
        if question := next((act.question for act in message.acts if act.question), ""):
            said = self._writer.render("answer_to", question=question, answer=(aloud or message.fresh_content).strip())
            yield Extract(said, _ANSWER, True, "speech_answered", speaker, listed(others[:_MOST_HEARERS]))
            return
        for sentence in sentences(aloud[:_READ])[:_PER_MESSAGE]:
            line = self._spoken(message, sentence, known, speaker, listed(others[:_MOST_HEARERS]))
            yield line if self._focus in (None, *known) else replace(line, weight=line.weight * _OVERHEARD)

    def _spoken(self, message: Message, sentence: str, known: Sequence[str], speaker: str, hearer: str) -> Extract:
        """Return a spoken sentence weighted by its news; empty for courtesies and stock lines."""
        is_asked = is_question(sentence)
        vow = next((verb for verb, said in self._reader.vows(message) if said in sentence or sentence in said), None)
        is_stated = vow or is_asked or message.role is Role.NPC or is_statement(sentence, self._language)
        if (
            not (is_stated and is_keepable(sentence, self._language))
            or sentence_key(sentence) in self._authored.manners
        ):
            return _LEFT_OUT
        news = information_weight(sentence, self._mentions, known, self._language)
        weight = (news or 1.0) * (_VOW if vow else 1)
        weight *= 1 if not is_asked else _QUESTION if news else 0
        weight *= _LEANING if _pattern("leaning").match(sentence) else 1
        template = f"speech_{vow or 'told'}" if hearer else "speech_said"
        return Extract(sentence, weight, bool(news or vow), template, speaker, hearer)

    def _moments(self, message: Message) -> list[Extract]:
        """Return the author's texts of events that a narration contains verbatim."""
        narration = _narration(message) if self._focus is None else ""
        quotes = [(closing_quotation(text), weight) for text, weight in self._authored.moments if text in narration]
        return [Extract(text, weight, True, "moment") for text, weight in quotes if text]

    def _narrated(self, message: Message) -> Iterator[Extract]:
        """Yield the narration without scenery and questions."""
        for sentence in sentences(_narration(message)[:_READ])[:_PER_MESSAGE]:
            is_about = self._focus is None or self._focus in self._mentions.people(sentence, message.witness_ids)
            is_scenery = sentence_key(sentence) in self._authored.scenery or bool(
                _pattern("table_talk").search(sentence)
            )
            is_whole = is_keepable(sentence, self._language) and not is_question(sentence)
            template = None if is_past_narration(sentence, self._language) else "moment"
            yield Extract(sentence, 1.0, True, template) if is_about and is_whole and not is_scenery else _LEFT_OUT


def _narration(message: Message) -> str:
    return message.fresh_content if message.role is Role.NARRATOR else ""


def _together(lines: Sequence[Extract]) -> Iterator[Extract]:
    """Yield each sentence, and joined with the sentences that follow it directly, as long as they fit."""
    for n, line in enumerate(lines):
        passage = line
        yield passage
        for after in lines[n + 1 : n + _TOGETHER]:
            fits = len(passage.text) + len(after.text) < _LONGEST and passage.end == after.start
            if not fits or after.template is None or after.is_vow > passage.is_vow:
                break
            passage = passage.with_next(after)
            if after.weight and (after.is_news or count_words(after.text) > 1):  # "Well." ends nothing
                yield passage
