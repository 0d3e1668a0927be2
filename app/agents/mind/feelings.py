"""The feelings of a person: its needs, its mood, its opinions of others, and of whom its memories speak well or ill."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from app.interfaces.agents.mind import KnownPerson, MemoryExcerpt, Portrait
from app.interfaces.services.location import PARTY
from app.language.analysis.names import NameTable, ids_by_name, short_forms, unambiguous_names
from app.language.language import Language, language_of
from app.language.rendering.phrases import joint
from app.models.command import Event
from app.models.events.play import EncounterCompleted, GatheringHeld, ItemGiven, QuestCompleted
from app.models.messages.payload import Utterance, events_in, utterances_in
from app.models.messages.speech import ActKind
from app.models.minds.activity import Level

_DEGREES = ((6, 1.0), (2, 0.5), (-1, 0.0), (-5, -0.5))  # from a relationship of so much on: the feeling that it is
_MOODS = {Level.LOW: -0.6, Level.MIDDLE: 0.1, Level.HIGH: 0.6}

_FEW = 3  # people at a gathering up to which each coming is noted; of more, the host's alone
_WELL_DONE = (ActKind.KEPT, ActKind.THANKS, ActKind.APOLOGY, ActKind.CONFIDENCE)
_ILL_DONE = (ActKind.THREAT, ActKind.WITHDRAWN)
"""What speaks well, and what ill, of whoever does it by speech; thanks, apologies and confidences
only to whom they are said."""
_TO_ONESELF = (ActKind.THANKS, ActKind.APOLOGY, ActKind.CONFIDENCE)


def names_of(people: Sequence[KnownPerson], language: Language) -> NameTable:
    """Make a table of whole names, and their words, with the ids that they mean; the party is also found by its common
    name."""
    pairs: list[tuple[str, str]] = []
    for person in people:
        written = [person.name]
        if person.id == PARTY:
            written += [*person.name.split(joint(language)), language.render("phrases.party").capitalize()]
        pairs += ((name, person.id) for name in (*written, *chain(*map(short_forms, written))))
    return NameTable(ids_by_name(pairs))


def needs(person: Portrait) -> list[str]:
    """Return the person's needs, the most pressing first: exhausted, starving, low (of its mood), tired, hungry."""
    energy, hunger, mood = (Level.of(meter) for meter in (person.energy, person.hunger, person.mood))
    pressing = ("exhausted", energy, Level.LOW), ("starving", hunger, Level.LOW), ("low", mood, Level.LOW)
    rows = (*pressing, ("tired", energy, Level.MIDDLE), ("hungry", hunger, Level.MIDDLE))
    return [need for need, level, presses in rows if level is presses]


def mood_of(person: Portrait) -> float:
    """The person's mood, from -1 to +1."""
    return _MOODS[Level.of(person.mood)]


def feeling(person: Portrait, other_id: str) -> float | None:
    """What the person feels for another, from -1 to +1; None where its portrait does not say."""
    value = person.feelings.get(other_id)
    return None if value is None else next((felt for least, felt in _DEGREES if value >= least), -1.0)


def feeling_in(person: Portrait, text: str) -> float | None:
    """What it feels for the first person that a text names and that it has feelings about."""
    known = [KnownPerson(key, person.names[key]) for key in person.feelings if key in person.names]
    found = unambiguous_names(text, names_of(known, language_of(person)))
    return feeling(person, found[0].ids[0]) if found else None


def id_of(person: Portrait, name: str) -> str:
    """Return the id of the person with a name; "" for one that ``person`` does not know, or where the name means
    several."""
    ids = [key for key, called in person.names.items() if called == name]
    return ids[0] if len(ids) == 1 else ""


@dataclass(frozen=True)
class Deed:
    """A good (+1) or bad (-1) deed of another, from a payload. ``matter`` is what was done, by ids; ``words`` names its
    wording, in which ``where`` and ``what`` are ids."""

    who: str
    value: int
    words: str
    matter: str
    where: str = ""
    what: str = ""


def deeds(memory: MemoryExcerpt, own_id: str, people: Iterable[KnownPerson]) -> Iterator[Deed]:
    """Each good or bad deed that a memory's payload holds, of people other than who remembers it."""
    known = {key: person.id for person in people for key in (person.id, *person.members)}
    found = chain(
        *(_of_event(event, own_id) for event in events_in(memory.payload)),
        *(_of_utterance(said, own_id) for said in utterances_in(memory.payload)),
    )
    return (replace(deed, who=known[deed.who]) for deed in found if deed.who in known)


def _of_event(event: Event, own_id: str) -> Iterator[Deed]:
    match event:
        case ItemGiven(npc_id=npc_id, item_id=item, to_party=True) if npc_id != own_id:
            yield Deed(npc_id, 1, "gave", f"gave:{item}", what=item)
        case ItemGiven(npc_id=npc_id, item_id=item, to_party=False) if npc_id == own_id:
            yield Deed(PARTY, 1, "gave", f"gave:{item}", what=item)
        case EncounterCompleted(encounter_id=key):
            yield Deed(PARTY, 1, "helped", f"ended:{key}")
        case QuestCompleted(quest_id=key):
            yield Deed(PARTY, 1, "helped", f"completed:{key}")
        case GatheringHeld(host_id=host, location_id=place, at=at, present_ids=present, missing_ids=missing):
            came = present if len(present) <= _FEW or own_id == host else (host,) if host in present else ()
            for who in [key for key in came if key != own_id][:_FEW]:
                yield Deed(who, 1, "kept", f"kept:{place}@{at}", where=place)
            for who in [key for key in missing if key != own_id][:_FEW]:
                yield Deed(who, -1, "missed", f"missed:{place}@{at}", where=place)


def _of_utterance(said: Utterance, own_id: str) -> Iterator[Deed]:
    """What it does for or against who remembers it; promises kept or taken back, and threats, also for others."""
    if said.chain or said.speaker_id == own_id:
        return
    for act in said.acts:
        is_meant = own_id in (act.to or said.addressee_ids)
        value = (act.kind in _WELL_DONE) - (act.kind in _ILL_DONE)
        if value and (is_meant or act.kind not in _TO_ONESELF):
            place = "" if act.place_id is None else f":{act.place_id}@{act.at}"
            matter = place or (f":{said.words[slice(*act.what)].casefold()}" if act.what else "")
            yield Deed(said.speaker_id, value, f"said-{act.kind.value}", f"{act.kind.value}{matter}"[:120])
