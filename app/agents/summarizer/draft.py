"""One summary in the making: reading its messages, telling what they hold, keeping what the check accepts."""

from collections.abc import Iterable, Sequence

from app.agents.summarizer.extracts import Extract, Extractor
from app.agents.summarizer.occurrences import Counts, Kind, Occurrence, OccurrenceReader
from app.agents.summarizer.sentences import Sentence, Teller
from app.agents.summarizer.turns import Turn, turns_of
from app.language.analysis.mentions import MentionService, mentions_for
from app.language.checks.summary_check import SummaryCheck
from app.language.reading.spoken_text import spoken_text
from app.language.rendering.phrases import listed
from app.models.memory import CaptureFacts
from app.models.messages.message import Message, Role
from app.models.sheets.scenario import ScenarioSheet

_CHARACTERS = 560
_SHORT_STAY = 2
"""Turns at a place after which one has no longer just passed through."""


class SummaryDraft:
    """Reads the messages of one summary once."""

    def __init__(self, sheet: ScenarioSheet, messages: Sequence[Message], facts: CaptureFacts) -> None:
        self.sheet = sheet
        self.messages = messages
        self.teller = Teller(sheet)
        self._mentions: MentionService = mentions_for(sheet)
        self._reader = OccurrenceReader(sheet)
        self.turns = turns_of(messages, sheet.index)
        names = [m.speaker_name for m in messages if m.role is Role.PLAYER and m.speaker_name.strip()]
        players = list(dict.fromkeys(names))
        self.players = listed(players[:4]) or None
        self.who = self.players or self.teller.render("party")
        self._check = SummaryCheck(messages, facts, sheet, players, self._mentions)

    def turn(self, message: Message) -> Turn:
        return next(turn for turn in self.turns if message in turn.messages)

    def occurrences(self, counts: Counts) -> list[Occurrence]:
        """What happened, as far as it counts."""
        return self._reader.read(self.turns, counts)

    def facts(self, occurrences: Sequence[Occurrence], *, joined: bool) -> list[Sentence]:
        """The occurrences in sentences, those that the check accepts."""
        return [fact for fact in self.teller.sentences(occurrences, joined=joined) if self._is_good(fact.text)]

    def extracts(self, counts: Counts, occurrences: Sequence[Occurrence], focus: str | None = None) -> list[Extract]:
        """The most telling sentences, the best first."""
        found = Extractor(self.sheet, self._reader, self.teller, focus).best(self.turns, counts, occurrences)
        return [extract for extract in found if self._is_good(extract.shown.text)]

    def at_place(self, location_id: str, facts: Sequence[Sentence]) -> list[str]:
        """Facts of a visit, the place first; people spoken with who are in no fact get a sentence."""
        texts = [fact.text for fact in facts]
        named = {self.teller.name(key) for fact in facts for key in fact.people}
        unnamed = [name for name in self.partners(location_id) if name not in named]
        if unnamed or not facts:
            return [*self.spoke_with(unnamed, location_id), *texts]
        place = self.teller.place(location_id)
        if place is None or facts[0].kind is Kind.ACT_BEGUN:
            return texts
        if facts[0].kind is Kind.EFFECT:
            return [self.teller.render("stay", who=self.who, place=place), *texts]
        return [self.teller.render("at_place", place=place, sentence=facts[0].inner), *texts[1:]]

    def stay(self, location_id: str | None) -> str:
        """The one sentence that always holds."""
        place = self.teller.place(location_id)
        if place is None:
            return self.teller.render("stay_nowhere", who=self.who)
        here = [turn for turn in self.turns if turn.of(Role.PLAYER) and turn.messages[0].location_id == location_id]
        moves = [place_id for turn in here for place_id in turn.moves]
        came = [m.location_id for m in self.messages if m.arrived_location_id == location_id]
        if not moves or moves[-1] == location_id or len(here) > _SHORT_STAY:
            how = "stay"
        elif len(moves) == 1 and came[-1:] == moves:
            how = "turned_back"
        else:
            how = "passed_through"
        return self.teller.render(how, who=self.who, place=place)

    def compose(
        self, sentences: Iterable[str], extracts: Sequence[Extract], *, most: int, quotes: int, fallback: str | None
    ) -> str:
        """The accepted sentences in order, then at most ``quotes`` extracts as far as there is room. An extract that
        stands alone is led in by where it was, unless it is a speech."""
        if not self.messages:
            return ""
        kept: list[str] = []
        for sentence in sentences:
            self._keep(kept, sentence, most)
        for extract in extracts:
            if not kept and not extract.is_speech:
                self._keep(kept, self.stay(fallback), most)
            if quotes and self._keep(kept, extract.shown.text, most):
                quotes -= 1
        return " ".join(kept) or self.stay(fallback)

    def _keep(self, kept: list[str], sentence: str, most: int) -> bool:
        text = " ".join((*kept, sentence))
        is_good = len(kept) < most and self._is_good(text)
        kept += [sentence] if is_good else []
        return is_good

    def _is_good(self, text: str) -> bool:
        return len(text) <= _CHARACTERS and self._check.why_bad(text) is None

    def spoke_with(self, names: Sequence[str], location_id: str | None) -> list[str]:
        """Who was spoken with at a place, in one sentence; [] for no one."""
        if not names:
            return []
        place = self.teller.place(location_id)
        people = listed([*names[:4], self.teller.render("others")] if len(names) > 5 else names)
        key = "spoke_with" if place is None else "spoke_with_at"
        return [self.teller.render(key, who=self.who, people=people, place=place or "")]

    def partners(self, location_id: str | None, only: str | None = None) -> list[str]:
        """The names of those who spoke at a place, or were spoken to there."""
        ids: list[str] = []
        for turn in self.turns:
            answered = turn.answered_by(location_id)
            for message in turn.messages:
                if message.location_id != location_id:
                    continue
                if message.role is Role.NPC and message.speaker_id in answered:
                    ids.append(message.speaker_id or "")
                elif message.role is Role.PLAYER and spoken_text(message.fresh_content, self._mentions):
                    # The person spoken to last stays the addressee, also of words that the game did not understand.
                    ids += [key for key in message.addressee_ids if key in answered or key in message.npc_ids]
        known = [key for key in dict.fromkeys(ids) if key in self.sheet.index.npcs and only in (None, key)]
        return list(dict.fromkeys(self.teller.name(key) for key in known))
