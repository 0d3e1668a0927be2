"""Finding the one thing a typed name means, or telling the player what there is to choose from."""

from collections.abc import Sequence

from app.agents.narrator.company import addressee
from app.agents.narrator.naming import Kind, Thing, resolve, which
from app.agents.narrator.turn import Stage
from app.agents.narrator.words import name_words

IT = frozenset({"it", "them", "that", "this", "one"})
SOMEONE = frozenset({"him", "her", "them", "he", "she", "you", "it", "they", "someone", "somebody", "anyone"})
_SHOWN = 60


def quoted_name(typed: str) -> str:
    """What the player typed, short enough to be repeated."""
    one_line = " ".join(typed.split())
    return f"“{one_line if len(one_line) <= _SHOWN else one_line[: _SHOWN - 1] + '…'}”"


def find(stage: Stage, typed: str, things: Sequence[Thing], *, typos: bool = True) -> list[Thing]:
    """The things that fit; ``it`` is what was last handled, and of people alike the one spoken to is meant."""
    if stage.last_thing and name_words(typed)[:2] and set(name_words(typed)) <= IT:
        return [thing for thing in things if thing.id == stage.last_thing][:1]
    found = resolve(typed, things, typos=typos)
    by_id = list({thing.id: thing for thing in found}.values())
    if len(by_id) > 1 and all(thing.kind is Kind.PERSON for thing in by_id):
        spoken_to = [thing for thing in by_id if thing.id == addressee(stage.state)]
        return spoken_to or by_id
    return by_id


def pick_one(stage: Stage, found: Sequence[Thing], nothing: str) -> Thing | None:
    """The only one found; else refuses, with ``nothing`` or by asking which."""
    if len(found) == 1:
        return found[0]
    stage.refuse(which(found) if found else nothing)
    return None
