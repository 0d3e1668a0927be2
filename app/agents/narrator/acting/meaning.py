"""Finding the one thing a typed name means, or telling the player what there is to choose from."""

from collections.abc import Sequence
from itertools import islice

from app.agents.narrator.acting.company import addressee, said_lately
from app.agents.narrator.acting.turn import TurnBuilder
from app.agents.narrator.understanding.naming import Kind, Thing, named_in, nearest_name, resolve, spoken_of, which
from app.agents.narrator.understanding.typed_words import Phrase, asks_anything, is_pronoun, name_words, word_set
from app.models.messages.message import Role

_SHOWN = 60
_LOOK_BACK = 40
"""Messages in which what a pronoun means may have been named; of those not typed, it is the only one that fits."""
_FIRST = 5  # words of a question among which a pronoun is what it asks after


def quoted_name(typed: str) -> str:
    return f"“{plain_name(typed)}”"


def plain_name(typed: str) -> str:
    """What the player typed, without its article and short enough to be repeated."""
    one_line = " ".join(typed.split())
    first, _, rest = one_line.partition(" ")
    one_line = rest if rest and first.casefold() in word_set("shown_articles") else one_line
    return one_line if len(one_line) <= _SHOWN else one_line[: _SHOWN - 1] + "…"


def is_someone(typed: str) -> bool:
    return " ".join(name_words(typed)) in word_set("someone")


def find(turn: TurnBuilder, typed: str, things: Sequence[Thing], *, typos: bool = True) -> list[Thing]:
    """The things that fit; a pronoun means what was last named, and of people alike the one spoken to is meant."""
    if is_pronoun(typed):
        return _pointed_at(turn, set(name_words(typed)), things)
    named = resolve(typed, things, typos=False)
    found = list({thing.id: thing for thing in named or (resolve(typed, things) if typos else [])}.values())
    if len(found) == 1 and not named:
        turn.remark(turn.text("taken-as", name=nearest_name(typed, found[0])))
    if len(found) > 1 and all(thing.kind is Kind.PERSON for thing in found):
        return [thing for thing in found if thing.id == addressee(turn.state)] or found
    return found


def pick_one(turn: TurnBuilder, found: Sequence[Thing], nothing: str) -> Thing | None:
    """The only one found; else refuses, with ``nothing`` or by asking which."""
    if len(found) == 1:
        return found[0]
    turn.refuse(which(found) if found else nothing)
    return None


def named_instead(turn: TurnBuilder, question: str) -> str:
    """A question with the name of whom its pronoun means: somebody spoken of who is not here."""
    phrase = Phrase.of(question)
    pronoun = next((word for word in phrase.words[:_FIRST] if word.norm in word_set("for_people")), None)
    if pronoun is None or not asks_anything(phrase):
        return question
    people = spoken_of(turn.state)
    if named_in(question, people) or not (meant := _pointed_at(turn, {pronoun.norm}, people)):
        return question
    return f"{question[: pronoun.start]}{meant[0].name}{question[pronoun.end :]}"


def _pointed_at(turn: TurnBuilder, words: set[str], things: Sequence[Thing]) -> list[Thing]:
    if words <= word_set("for_people"):
        people = [thing for thing in things if thing.kind is Kind.PERSON]
        fitting = people or [thing for thing in things if thing.kind is Kind.ENCOUNTER]
    elif words <= word_set("for_things"):
        fitting = [thing for thing in things if thing.kind is not Kind.PERSON]
    else:
        fitting = list(things)
    if handled := [thing for thing in fitting if thing.id == turn.last_thing]:
        return handled[:1]
    for message in islice(said_lately(turn.state), _LOOK_BACK):
        is_told = message.role is Role.NARRATOR  # what it only lists was not spoken of
        named = named_in(message.fresh_content if is_told else message.content, fitting)
        if named and (message.role is Role.PLAYER or len({thing.name for thing in named}) == 1):
            return named[:1]
    spoken_to = [thing for thing in fitting if thing.kind is Kind.PERSON and thing.id == addressee(turn.state)]
    return spoken_to or (fitting if len({thing.id for thing in fitting}) == 1 else [])[:1]
