"""How somebody feels: what it needs, its spirits, and what it thinks of others."""

from collections.abc import Iterator, Sequence

from app.interfaces.agents.mind import KnownPerson, Portrait
from app.interfaces.services.location import PARTY
from app.language.analysis.names import NameTable, name_words
from app.language.analysis.verdicts import unambiguous_names
from app.language.language import Language, language_of
from app.language.rendering.phrases import joint
from app.models.state.activity import Level

_DEGREES = ((6, 1.0), (2, 0.5), (-1, 0.0), (-5, -0.5))
"""From a relationship of so much on: the feeling that it is."""
_SPIRITS = {Level.LOW: -0.6, Level.MIDDLE: 0.1, Level.HIGH: 0.6}


def names_of(people: Sequence[KnownPerson], language: Language) -> NameTable:
    """Whole names, and their words, by whom they mean; the party is also what it is called together."""
    names: dict[str, list[str]] = {}
    for person in people:
        written = [person.name]
        if person.id == PARTY:
            written += [*person.name.split(joint(language)), language.render("phrases.party").capitalize()]
        for name in (*written, *(word for whole in written for word in name_words(whole))):
            names.setdefault(name, []).append(person.id)
    return NameTable(names)


def needs(person: Portrait) -> Iterator[str]:
    """What presses somebody, the most pressing first: exhausted, starving, low (of its spirits), tired, hungry."""
    energy, hunger, mood = (Level.of(meter) for meter in (person.energy, person.hunger, person.mood))
    found = (
        ("exhausted", energy is Level.LOW),
        ("starving", hunger is Level.LOW),
        ("low", mood is Level.LOW),
        ("tired", energy is Level.MIDDLE),
        ("hungry", hunger is Level.MIDDLE),
    )
    return (need for need, presses in found if presses)


def spirits(person: Portrait) -> float:
    """The person's mood, from -1 to +1."""
    return _SPIRITS[Level.of(person.mood)]


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
    """Whom a person calls so; "" for one it does not know, or where it may be one of several."""
    ids = [key for key, called in person.names.items() if called == name]
    return ids[0] if len(ids) == 1 else ""
