"""Finding the one thing a typed name means, or telling the player what there is to choose from."""

from collections.abc import Sequence

from app.agents.narrator.acting.company import addressee, typed_lately
from app.agents.narrator.acting.turn import TurnBuilder
from app.agents.narrator.understanding.naming import Kind, Thing, named_in, resolve, which
from app.agents.narrator.understanding.typed_words import name_words, word_set

_SHOWN = 60


def quoted_name(typed: str) -> str:
    """What the player typed, without its article and short enough to be repeated."""
    one_line = " ".join(typed.split())
    first, _, rest = one_line.partition(" ")
    one_line = rest if rest and first.casefold() in word_set("shown_articles") else one_line
    return f"“{one_line if len(one_line) <= _SHOWN else one_line[: _SHOWN - 1] + '…'}”"


def is_someone(typed: str) -> bool:
    return typed.casefold() in word_set("someone")


def is_pronoun(typed: str) -> bool:
    """Whether what was typed only points at what was named before."""
    words = set(name_words(typed[:40]))
    return bool(words) and words <= word_set("for_people") | word_set("for_things") | word_set("for_either")


def find(turn: TurnBuilder, typed: str, things: Sequence[Thing], *, typos: bool = True) -> list[Thing]:
    """The things that fit; a pronoun means what was last named, and of people alike the one spoken to is meant."""
    if is_pronoun(typed):
        return _pointed_at(turn, set(name_words(typed)), things)
    found = list({thing.id: thing for thing in resolve(typed, things, typos=typos)}.values())
    if len(found) > 1 and all(thing.kind is Kind.PERSON for thing in found):
        return [thing for thing in found if thing.id == addressee(turn.state)] or found
    return found


def pick_one(turn: TurnBuilder, found: Sequence[Thing], nothing: str) -> Thing | None:
    """The only one found; else refuses, with ``nothing`` or by asking which."""
    if len(found) == 1:
        return found[0]
    turn.refuse(which(found) if found else nothing)
    return None


def _pointed_at(turn: TurnBuilder, words: set[str], things: Sequence[Thing]) -> list[Thing]:
    if words <= word_set("for_people"):
        fitting = [thing for thing in things if thing.kind is Kind.PERSON]
    elif words <= word_set("for_things"):
        fitting = [thing for thing in things if thing.kind is not Kind.PERSON]
    else:
        fitting = list(things)
    if handled := [thing for thing in fitting if thing.id == turn.last_thing]:
        return handled[:1]
    for text in typed_lately(turn.state):
        if named := named_in(text, fitting):
            return named[:1]
    spoken_to = [thing for thing in fitting if thing.kind is Kind.PERSON and thing.id == addressee(turn.state)]
    return spoken_to or (fitting if len({thing.id for thing in fitting}) == 1 else [])[:1]
