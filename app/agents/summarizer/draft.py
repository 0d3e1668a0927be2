"""One summary in the making: reads its messages, describes what they contain, keeps what the check accepts."""

from collections.abc import Callable, Iterable, Sequence

from app.agents.summarizer.extracts import Extract, ExtractReader, quotations
from app.agents.summarizer.occurrences import Counts, Occurrence, OccurrenceKind, OccurrenceReader, turns_of
from app.agents.summarizer.sentences import SentenceWriter, SourceSentence
from app.language.analysis.mentions import mentions_for
from app.language.analysis.ranking import Frequencies
from app.language.analysis.text import count_words
from app.language.checks.summary_check import SummaryCheck
from app.language.checks.summary_form import MAX_SUMMARY_CHARACTERS, MAX_SUMMARY_SENTENCES
from app.language.rendering.phrases import listed
from app.models.memory import CaptureFacts
from app.models.messages.message import Message, Role
from app.models.sheets.scenario import ScenarioSheet
from app.scheduling import Slices

MAX_WORDS = 90
_FEWEST, _FEWEST_OF_VOW = 5, 3
"""The least words of a passage, and of a vow."""
_REFUSED = 8
"""The number of passages tried after others did not fit."""
_MOST_FACTS = 4

Assemble = Callable[[Sequence[Extract]], list[str]]
"""(passages in order) -> the sentences of a summary that contains them."""


class SummaryDraft:
    """Reads the messages of one summary once."""

    def __init__(self, sheet: ScenarioSheet, messages: Sequence[Message], facts: CaptureFacts) -> None:
        self.sheet = sheet
        self.messages = messages
        self.writer = SentenceWriter(sheet)
        self._reader = OccurrenceReader(sheet)
        self.turns = turns_of(messages)
        names = [m.speaker_name for m in messages if m.role is Role.PLAYER and m.speaker_name.strip()]
        players = list(dict.fromkeys(names))
        self._party = self.writer.render("party")
        self.who = listed(players[:4]) or self._party
        self._check = SummaryCheck(messages, facts, sheet, players, mentions_for(sheet))

    def occurrences(self, counts: Counts) -> list[Occurrence]:
        """Return the relevant occurrences."""
        return self._reader.read(self.turns, counts)

    def facts(self, occurrences: Sequence[Occurrence], *, joined: bool) -> list[SourceSentence]:
        """Return the occurrences in sentences, the first ones that the check accepts together."""
        found = self.writer.sentences(occurrences, joined=joined)
        kept = self.fitting((fact.text for fact in found), _MOST_FACTS)
        return [fact for fact in found if fact.text in kept]

    def compose(
        self, counts: Counts, occurrences: Sequence[Occurrence], assemble: Assemble, focus: str | None = None
    ) -> Slices[str]:
        """Return what ``assemble`` makes of the passages that represent the scene. Passages are added greedily, vows
        first, by the frequency of the words not covered yet times their weight."""
        if not self.messages:
            return ""
        yield
        found = ExtractReader(self.sheet, self._reader, self.writer, focus).read(self.turns, counts, occurrences)
        yield
        found = [each for each in found if count_words(each.text) >= (_FEWEST_OF_VOW if each.is_vow else _FEWEST)]
        frequencies = Frequencies(each.text for each in found if each.end - each.start == 1)
        text = self.fitting(assemble([]), MAX_SUMMARY_SENTENCES) or [self.stay(None)]
        frequencies.cover(" ".join(text))
        chosen, refused = list[Extract](), 0
        left = [each for each in found if each.weight and (each.is_news or frequencies.is_shared(each.text))]
        while left and refused < _REFUSED:
            yield
            best = max(left, key=lambda each: (each.is_vow, each.weight * frequencies.score(each.text)))
            more = assemble(sorted([*chosen, best], key=lambda each: (each.number, each.start)))
            if self._is_good(more):
                text = more
                chosen.append(best)
                frequencies.cover(best.text)
                room = MAX_WORDS - count_words(" ".join(text))
                left = [each for each in left if not each.overlaps(best) and count_words(each.text) <= room]
            else:
                refused += 1
                left.remove(best)
        return " ".join(text)

    def fitting(self, sentences: Iterable[str], most: int) -> list[str]:
        """Return the first sentences, at most ``most``, that the check accepts together."""
        kept: list[str] = []
        for sentence in sentences:
            if len(kept) < most and self._is_good([*kept, sentence]):
                kept.append(sentence)
        return kept

    def _is_good(self, sentences: Sequence[str]) -> bool:
        text = " ".join(sentences)
        fits = len(sentences) <= MAX_SUMMARY_SENTENCES and len(text) <= MAX_SUMMARY_CHARACTERS
        return fits and count_words(text) <= MAX_WORDS and self._check.why_bad(text) is None

    def at_place(self, location_id: str, facts: Sequence[SourceSentence], passages: Sequence[Extract]) -> list[str]:
        """Return what happened, then what was said, beginning with the place."""
        said = quotations(passages, self.writer)
        place = self.writer.place(location_id)
        if facts:
            texts = [fact.text for fact in facts]
            if place is None or facts[0].kind is OccurrenceKind.ACT_BEGUN:
                return [*texts, *said]
            if facts[0].kind is OccurrenceKind.EFFECT:
                return [self.stay(location_id), *texts, *said]
            return [self.writer.render("at_place", place=place, sentence=facts[0].inner), *texts[1:], *said]
        if said and place is not None and passages[0].speaker not in ("", self._party):
            return [self.writer.render("at_place", place=place, sentence=said[0]), *said[1:]]
        return [*self.lead(self.partners(location_id), location_id), *said]

    def lead(self, names: Sequence[str], location_id: str | None) -> list[str]:
        """Return a sentence on who was spoken with at a place; without anyone, the sentence that always holds."""
        place = self.writer.place(location_id)
        people = listed([*names[:4], self.writer.render("others")] if len(names) > 5 else names)
        key = "spoke_with" if place is None else "spoke_with_at"
        spoke = [self.writer.render(key, who=self.who, people=people, place=place or "")] if names else []
        return self.fitting([*spoke, self.stay(location_id)], 1)

    def stay(self, location_id: str | None) -> str:
        """Return the one sentence that always holds."""
        place = self.writer.place(location_id)
        return self.writer.render("stay_nowhere" if place is None else "stay", who=self.who, place=place or "")

    def partners(self, location_id: str | None, only: str | None = None) -> list[str]:
        """Return the names of the people who spoke at a place."""
        spoke = [m.speaker_id or "" for m in self.messages if m.role is Role.NPC and m.location_id == location_id]
        names = (self.writer.known(key) for key in spoke if only in (None, key))
        return list(dict.fromkeys(name for name in names if name))
