"""Choosing the sentences of messages that are worth keeping word for word."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from app.agents.summarizer.authored import authored
from app.agents.summarizer.occurrences import Counts, Kind, Occurrence, OccurrenceReader
from app.agents.summarizer.sentences import QUOTED, Sentence, Teller
from app.agents.summarizer.turns import Turn
from app.language.analysis.informativeness import (
    begins_with_pronoun,
    information_weight,
    informative_sentences,
    is_statement,
    is_told_in_the_past,
    key_of,
    spoken_part,
)
from app.language.analysis.mentions import mentions_for
from app.language.analysis.ranking import rank_sentences
from app.language.analysis.text import words
from app.language.reading.spoken_text import spoken_text
from app.language.rendering.quotation import MAX_AUTHORED_QUOTE, quotable
from app.models.messages.message import Message, Role
from app.models.sheets.scenario import ScenarioSheet

_HANDED = {Kind.TOOK, Kind.DROPPED, Kind.USED_UP, Kind.GAVE, Kind.RECEIVED}
_PER_MESSAGE = 6
_CANDIDATES = 6
_AT_MOST = 240


@dataclass(frozen=True)
class Extract:
    """A sentence worth keeping, and as the summary shows it; ``is_speech`` where that names who said it."""

    sentence: str
    shown: Sentence
    weight: float
    is_speech: bool = True


class Extractor:
    """Finds extracts in turns of one scenario; ``focus`` is the person whose memory it is."""

    def __init__(self, sheet: ScenarioSheet, reader: OccurrenceReader, teller: Teller, focus: str | None) -> None:
        self._mentions = mentions_for(sheet)
        self._reader = reader
        self._teller = teller
        self._language = teller.language
        self._focus = focus
        self._authored = authored(sheet)

    def best(self, turns: Sequence[Turn], counts: Counts, happened: Sequence[Occurrence]) -> list[Extract]:
        """Up to 6 extracts, the best first, of the messages whose turn and place count. Leaves out what
        has ``happened``, and with any the narrator's prose. Weighs 6 sentences of a message, the newest 240 of all."""
        taken = {key_of(each.what) for each in happened if each.kind in QUOTED}
        found: dict[str, Extract] = {}
        for turn in turns:
            for message in turn.messages:
                if counts(turn, message.location_id):
                    for extract in islice(self._of(turn, message, happened), _PER_MESSAGE):
                        own = key_of(extract.sentence)
                        if not any(own in key or key in own for key in taken):
                            found.setdefault(own, extract)
        extracts = list(found.values())[-_AT_MOST:]
        order = rank_sentences([e.sentence for e in extracts], [e.weight for e in extracts], _CANDIDATES)
        return [extracts[n] for n in order]

    def _of(self, turn: Turn, message: Message, happened: Sequence[Occurrence]) -> Iterator[Extract]:
        if message.role is Role.PLAYER:
            yield from self._of_player(turn, message)
        elif message.role is Role.NPC:
            yield from self._of_person(turn, message)
        elif message.role is Role.NARRATOR and not turn.has_moved:
            # What is told of a turn that moved describes more places than one: no one's memory for certain.
            yield from self._of_narrator(message, happened)

    def _of_player(self, turn: Turn, message: Message) -> Iterator[Extract]:
        """What a player told somebody who answered; all else that is typed may be an order that went unheard."""
        answered = turn.answered_by(message.location_id)
        hearers = [key for key in self._reader.hearers(message) if key in answered and key in message.addressee_ids]
        if not hearers or self._focus not in (None, *hearers):
            return
        for sentence in informative_sentences(spoken_text(message.fresh_content, self._mentions), self._language):
            news = information_weight(sentence, self._mentions, hearers, self._language)
            if news and is_statement(sentence, self._language):
                speaker = message.speaker_name or None
                shown = self._teller.sentence("player_told", speaker, hearers[0], quote=quotable(sentence))
                yield Extract(sentence, shown, (0.7 if self._focus is None else 1.6) * news)

    def _of_person(self, turn: Turn, message: Message) -> Iterator[Extract]:
        """What a person said that is news to anybody, and no line of its manner of speech."""
        speaker = message.speaker_id or ""
        for sentence in informative_sentences(spoken_part(message.fresh_content), self._language):
            news = information_weight(sentence, self._mentions, (speaker,), self._language)
            if news and key_of(sentence) not in self._authored.manners:
                weight = (1.2 if self._focus in (None, speaker) else 0.6) * news
                weight *= 0.6 if begins_with_pronoun(sentence, self._language) else 1
                shown = self._teller.sentence("person_told", turn.player, speaker, quote=quotable(sentence))
                yield Extract(sentence, shown, weight)

    def _of_narrator(self, message: Message, happened: Sequence[Occurrence]) -> Iterator[Extract]:
        """What the author wrote of the event; where nothing certain happened, what the narrator told of it."""
        moments = list(self._authored.moments_in(message.fresh_content)) if self._focus is None else []
        for moment, weight in moments:
            shown = self._teller.sentence("moment", None, quote=quotable(moment, MAX_AUTHORED_QUOTE))
            yield Extract(moment, shown, weight, is_speech=False)
        moved = {each.what for each in happened if each.kind in _HANDED}
        told_freely = message.fresh_content if not (moments or happened) else ""
        for sentence in informative_sentences(told_freely, self._language):
            is_about = self._focus is None or self._focus in self._mentions.people(sentence, message.witness_ids)
            length = len(words(sentence))
            # A short sentence that only says who took or gave a thing says no more than they do.
            is_handing = length <= 9 and any(key in moved for key in self._mentions.known_names(sentence))
            if is_about and key_of(sentence) not in self._authored.scenery and not is_handing:
                shortness = min(1.0, 0.4 + 0.06 * length)
                if is_told_in_the_past(sentence, self._language):
                    shown = Sentence(sentence, sentence)
                else:
                    shown = self._teller.sentence("moment", None, quote=quotable(sentence))
                yield Extract(sentence, shown, 0.5 * shortness, is_speech=False)
