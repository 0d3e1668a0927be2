"""Speech acts of a new text: the part that is said aloud is read once, with the ids of what its acts name; and the
recorded acts of a message."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from app.language.acts.reader import reader_of
from app.language.analysis.mentions import mentions_for
from app.language.language import Language, language_of
from app.language.reading.spoken_text import joined_words, spoken_text, words_aloud
from app.language.times.when import future_time
from app.models.messages.message import Message, Role
from app.models.messages.speech import SLOTS, ActKind, Span, SpeechAct, is_confided, unquoted_spans
from app.models.sheets.scenario import ScenarioSheet

BINDING = frozenset({ActKind.PROMISE, ActKind.REQUEST, ActKind.INVITATION})
"""Acts that bind somebody to something that is yet to come."""
_KEPT = 2_000  # texts whose acts are kept
_TELLING = frozenset({ActKind.STATEMENT, ActKind.CLAIM, ActKind.CORRECTION})
_ANNOUNCING = frozenset({ActKind.STATEMENT, ActKind.CLAIM, ActKind.CONFIDENCE})


@dataclass(frozen=True)
class Hearing:
    """Where a text is heard: the people ``present``, those it is addressed to, the game time in minutes."""

    sheet: ScenarioSheet
    present: tuple[str, ...] = ()
    addressee_ids: tuple[str, ...] = ()
    now: int = 0

    def read_typed(self, text: str, said: Sequence[Span] | None = None) -> tuple[SpeechAct, ...]:
        """Return the acts of the words that a player says aloud in a typed line; none for an order to the game.

        Args:
            text: The typed line.
            said: The spans that are said aloud, as the narrator read them; None to read the form of the text.
        """
        mentions = mentions_for(self.sheet)
        words = spoken_text(text, mentions)
        if said is not None:
            words = joined_words([_part(text, span) for span in said], mentions)
        acts = _read(words, language_of(self.sheet)) if words.strip() else ()
        if not is_confided(acts) and language_of(self.sheet).pattern("binding.confided").search(words):
            # The reader is not sure, but to keep too much to oneself does less harm than to tell.
            first = next((act for act in acts if act.kind in _TELLING), None)
            acts = tuple(act.model_copy(update={"kind": ActKind.CONFIDENCE}) if act is first else act for act in acts)
        return tuple(_carried(self._with_ids(acts, words), words, text))

    def read_speech(self, text: str, quoted: Sequence[Span] = ()) -> tuple[SpeechAct, ...]:
        """Return the acts of a speech, without its quotations."""
        return tuple(
            act.shifted(start)
            for start, end in unquoted_spans(quoted, len(text))
            if text[start:end].strip()
            for act in self._with_ids(_read(text[start:end], language_of(self.sheet)), text[start:end])
        )

    def _with_ids(self, acts: Sequence[SpeechAct], words: str) -> Iterator[SpeechAct]:
        for act in acts:
            found = self._ids(act, words) if act.kind in BINDING else self._subject(act, words)
            if act.kind is ActKind.PROMISE and self._asserts(_part(words, act.span)):
                found = {"kind": ActKind.STATEMENT}
            yield act.model_copy(update=found) if found else act

    def _asserts(self, clause: str) -> bool:
        """Return whether the speaker gives its word that something is so, and not that it will be."""
        language = language_of(self.sheet)
        is_sworn = language.pattern("binding.sworn").search(clause) is not None
        return is_sworn and language.pattern("binding.ahead").search(clause) is None

    def _ids(self, act: SpeechAct, words: str) -> dict[str, object]:
        """Return the ids of a binding act: its addressees, place and time, and the thing to be handed over."""
        clause, language = _part(words, act.span), language_of(self.sheet)
        places = self._places(_part(words, act.where)) or self._places(clause)
        found = {
            "place_id": places.pop() if len(places) == 1 else None,
            "at": future_time(language, clause, self.now),
            "subject_id": self._thing(language, clause),
            "to": self._named_before(words, act) or None,
        }
        return {slot: value for slot, value in found.items() if value is not None}

    def _places(self, text: str) -> set[str]:
        return self.sheet.index.locations.keys() & mentions_for(self.sheet).known_names(text)

    def _thing(self, language: Language, clause: str) -> str | None:
        """The one thing that is to be handed over, where it is surely one."""
        hands_over, denied = (language.pattern(f"binding.{key}").search(clause) for key in ("hands_over", "denied"))
        if hands_over is None or denied is not None:
            return None
        named = mentions_for(self.sheet).names(clause)
        things = [found.ids for found in named if any(key in self.sheet.index.items for key in found.ids)]
        return things[0][0] if len(things) == 1 == len(things[0]) else None

    def _named_before(self, words: str, act: SpeechAct) -> tuple[str, ...]:
        """The people that the act itself is for by name: "I promise Mara to …"; () where these are the addressees."""
        named = mentions_for(self.sheet).people(words[act.span[0] : act.what[0]], self.present) if act.what else ()
        return () if set(named) == set(self.addressee_ids) else named

    def _subject(self, act: SpeechAct, words: str) -> dict[str, object]:
        """What a claim is about; of a statement, where and when that is to be of which it says both."""
        clause = _part(words, act.span)
        is_found = act.subject is not None or act.kind is not ActKind.CLAIM
        ids = mentions_for(self.sheet).known_names(_part(words, act.subject)) if is_found else self._first_named(clause)
        about: dict[str, object] = {"subject_id": min(ids)} if len(ids) == 1 else {}
        return about | (self._announced(clause) if act.kind in _ANNOUNCING else {})

    def _first_named(self, clause: str) -> frozenset[str]:
        """Return the ids of the name that a clause begins with."""
        first = min(mentions_for(self.sheet).names(clause), key=lambda found: found.start, default=None)
        begins = first is not None and len(clause[: first.start].split()) <= 1
        return frozenset(first.ids) if first is not None and begins else frozenset()

    def _announced(self, clause: str) -> dict[str, object]:
        language = language_of(self.sheet)
        announced, past = (language.pattern(f"time.{key}").search(clause) for key in ("announced", "over"))
        if announced is None or past is not None:
            return {}
        at, places = future_time(language, clause, self.now), self._places(clause)
        return {"place_id": places.pop(), "at": at} if at is not None and len(places) == 1 else {}


@lru_cache(maxsize=_KEPT)
def _read(words: str, language: Language) -> tuple[SpeechAct, ...]:
    """Read a speech. Cached: the person that answers reads it and the end of the turn too; stock lines and topics come
    again."""
    return reader_of(language).read(words)


def whole(text: str, kind: ActKind, **slots: object) -> SpeechAct:
    """The act of a text that does one thing as a whole."""
    return SpeechAct.model_validate({"kind": kind, "span": (0, len(text)), **slots})


def _part(words: str, span: Span | None) -> str:
    return "" if span is None else words[span[0] : span[1]]


def _carried(acts: Iterable[SpeechAct], words: str, text: str) -> Iterator[SpeechAct]:
    """Acts, in order, of words said aloud in a text, with spans in it: all of it where a clause reads otherwise."""
    begin, last = text.find(words), 0
    for act in acts:
        if begin >= 0:
            yield act.shifted(begin)
            continue
        clause = _part(words, act.span)
        start = text.find(clause, last)
        last = max(start, last)
        span = (start, start + len(clause)) if start >= 0 else (0, len(text))
        slots: dict[str, Span | None] = {}
        for name in SLOTS:
            if part := _part(words, getattr(act, name)):
                at = text.find(part, span[0], span[1])
                slots[name] = (at, at + len(part)) if at >= 0 else None
        yield act.model_copy(update={"span": span, **slots})


@dataclass(frozen=True)
class Clause:
    """An act, the words that perform it, and their matter: all of them if none is found."""

    act: SpeechAct
    words: str
    matter: str

    @property
    def kind(self) -> ActKind:
        return self.act.kind


def acts_of(message: Message, sheet: ScenarioSheet) -> tuple[Clause, ...]:
    """Return the acts of a message, in order, without quotations from memory. Messages without recorded acts (made by
    hand, or of an old save) are read now; of a player's line what is said aloud, and an order to ask."""
    language, content = language_of(sheet), message.fresh_content
    if message.acts:
        return tuple(_clauses(content, message.fresh_acts, language))
    if message.role not in (Role.PLAYER, Role.NPC):
        return ()
    if spoken := words_aloud(message, sheet) if message.role is Role.PLAYER else content:
        return tuple(_clauses(spoken, reader_of(language).read(spoken), language))
    is_question = language.pattern("speech.question").search(content) is not None
    return tuple(_clauses(content, (whole(content, ActKind.QUESTION),) if is_question else (), language))


def _clauses(text: str, acts: Sequence[SpeechAct], language: Language) -> Iterator[Clause]:
    for act in acts:
        words = _part(text, act.span)
        about = language.pattern("speech.matter").search(words) if act.kind is ActKind.QUESTION else None
        matter = _part(text, act.what) if act.what else about["what"] if about else words
        yield Clause(act, words, matter)
