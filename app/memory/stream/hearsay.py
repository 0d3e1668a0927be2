"""News of a person: memories that it can pass on, news it has heard, and its past words by listener, derived from its
stream."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from app.memory.entries.markers import SELF_TYPES, is_hand_made, type_of
from app.memory.stream.incremental_views import IncrementalView
from app.memory.stream.occasions import is_personal
from app.models.events.play import BeingMissed, BeingsSeen, GatheringHeld, NPCMoved, PlaceReached
from app.models.memory import MemoryEntry, MemoryKind, Scope
from app.models.messages.payload import ConclusionPayload, EventPayload, Utterance, utterances_in
from app.models.messages.speech import ActKind, SpeechAct, is_confided

_TELLING = frozenset({ActKind.STATEMENT, ActKind.CLAIM, ActKind.CORRECTION, ActKind.INVITATION})
_NO_NEWS = (BeingsSeen, BeingMissed, PlaceReached, NPCMoved)  # sights, absences, arrivals and departures
_OWN_THOUGHTS = frozenset({MemoryKind.PLAN, MemoryKind.REFLECTION, MemoryKind.GIFTED})
_COMPANY = 3  # people from which on a gathering is news for others


class PersonalNews(IncrementalView):
    """News and past talk of one person.

    Attributes:
        news: Memories that may be passed on, each with its utterance, or None where it has to be put into words.
        heard: Keys of utterances of others.
    """

    def __init__(self, scope: Scope, entries: Sequence[MemoryEntry]) -> None:
        super().__init__(scope, entries)
        self.news: list[tuple[MemoryEntry, Utterance | None]] = []
        self.heard: set[str] = set()
        self._said: dict[str, set[str]] = defaultdict(set)

    def said_to(self, listener_id: str) -> set[str]:
        """Return the keys of everything the person has said to a listener."""
        return self._said[listener_id]

    def apply(self, entry: MemoryEntry) -> None:
        own = self.scope.owner_id or ""
        for said in utterances_in(entry.payload):
            is_own = own in (said.speaker_id, *said.chain[-1:])
            self.heard.add(news_key(said))
            if is_own and entry.kind is MemoryKind.CONVERSATION:
                for listener in entry.subjects[:2]:
                    self._said[listener].update(statement_keys(said))
            elif not is_own and _may_be_told(said) and own not in said.chain:
                self.news.append((entry, said))
        if _tells_more(entry):
            self.news.append((entry, None))


def _may_be_told(said: Utterance) -> bool:
    is_telling = not said.acts or any(act.kind in _TELLING for act in said.acts)  # what was not read is a statement
    return is_telling and not said.is_stock and not is_confided(said.acts) and not is_personal(said)


def _tells_more(entry: MemoryEntry) -> bool:
    """Return whether a memory holds news apart from utterances: a hand-written text, events, or the outcome of a
    visit."""
    if type_of(entry) in SELF_TYPES:
        return False
    match entry.payload:
        case EventPayload(events=events):
            return any(not isinstance(event, _NO_NEWS) and _is_for_others(event) for event in events)
        case None:
            return entry.kind not in _OWN_THOUGHTS or is_hand_made(entry)
        case ConclusionPayload():
            return is_hand_made(entry)
    return False


def _is_for_others(event: object) -> bool:
    return not isinstance(event, GatheringHeld) or len(event.present_ids) >= _COMPANY


def news_key(said: Utterance) -> str:
    """Return a key that is equal for utterances on the same matter of one original speaker, or on the same place and
    time, however often they were repeated or passed on."""
    announcing = [act for act in said.acts if act.kind in _TELLING]
    for act in announcing:
        if act.place_id is not None and act.at is not None:
            return f"news|{act.place_id}|{act.at}"
    matters = [said.words[slice(*act.what)] for act in announcing if act.what is not None]
    return f"news|{said.speaker_id or said.speaker_name}|{' '.join(matters).casefold() or said.words.casefold()}"


def part_to_pass_on(said: Utterance) -> Utterance:
    """Return the part of an utterance that is passed on, without greetings, questions and acts that concern only its
    listener."""
    announcing = [act for act in said.acts if act.kind in _TELLING]
    if not announcing:
        return said
    start, end = min(act.span[0] for act in announcing), max(act.span[1] for act in announcing)
    acts = (act.shifted(-start) for act in said.acts if start <= act.span[0] and act.span[1] <= end)
    return said.model_copy(update={"words": said.words[start:end], "acts": tuple(acts)})


def memory_key(memory_id: str) -> str:
    return f"memory|{memory_id}"


def act_key(kind: ActKind, *, about: str = "", place: str = "", at: int | None = None, what: str = "") -> str:
    """Return a key that is equal whenever the same is said again."""
    return f"{kind.value}|{about}|{place}|{'' if at is None else at}|{what.casefold()}"


def statement_keys(said: Utterance) -> Iterator[str]:
    """Yield the keys of an utterance's content."""
    if said.original_id is not None:
        yield memory_key(said.original_id)
        yield news_key(said)
    else:
        yield from (_key(act, said.words) for act in said.acts)


def _key(act: SpeechAct, words: str) -> str:
    what = "" if act.what is None else words[slice(*act.what)]
    return act_key(act.kind, about=act.subject_id or "", place=act.place_id or "", at=act.at, what=what)
