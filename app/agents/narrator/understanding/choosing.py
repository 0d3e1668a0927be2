"""What a player answers to the question whom or what it means, and of whom a pronoun may speak."""

from collections.abc import Collection, Iterable, Sequence

from app.agents.narrator.acting.company import said_lately
from app.agents.narrator.understanding.naming import Kind, Thing, everybody, everything_here, holds_more, resolve
from app.agents.narrator.understanding.typed_words import Phrase, name_words, word_set
from app.language.language import current_language
from app.models.messages.message import AskedBack, Choice, Role
from app.models.sheets.scenario import Pronouns
from app.models.state.game_state import GameState

_LONGEST = 8
"""Words of an answer; a longer text is a new line."""


def asked_back(state: GameState, speaker_id: str) -> AskedBack | None:
    """What this player was asked back in the last turn in which a player said something; None for nothing."""
    asked: AskedBack | None = None
    for message in said_lately(state):
        asked = asked or message.asks_back
        if message.role is Role.PLAYER:
            return asked if message.speaker_id == speaker_id else None
    return None


def chosen_by(state: GameState, asked: AskedBack, text: str) -> Thing | None:
    """The choice that a text names by a name, a trade, a pronoun, an age or its number; None for none or no single one,
    and where it says anything else."""
    phrase = Phrase.of(text)
    if len(phrase) > _LONGEST:
        return None
    answer = phrase.without_first(word_set("means")).without_last(word_set("meant"))
    words = [word for word in name_words(answer.text) if word not in word_set("the_one")]
    choices = _things(state, asked.choices)
    plain = [word for word in words if word not in word_set("older") | word_set("younger")]
    found = _meant(plain, choices) if plain else choices
    if len(plain) < len(words):
        found = _by_age(state, found, oldest=not word_set("older").isdisjoint(words))
    return found[0] if words and len(found) == 1 else None


def fitting_pronoun(typed: Collection[str], people: Iterable[Thing]) -> list[Thing]:
    """Those of whom these words, of nothing but pronouns or what says as much, may speak."""
    said = {each for each in Pronouns if not word_set(f"pronouns_{each}").isdisjoint(typed)}
    return [thing for thing in people if not said or thing.pronouns is None or thing.pronouns in said]


def pronouns_of_kin(word: str) -> Pronouns | None:
    """How somebody is spoken of whom another calls by this word: ``sister``; None where it does not say."""
    return next((each for each in Pronouns if word in word_set(f"kin_{each}")), None)


def _things(state: GameState, choices: Sequence[Choice]) -> list[Thing]:
    known = {(thing.id, thing.name): thing for thing in (*everything_here(state), *everybody(state))}
    others = (Thing(Kind.PERSON, each.id, each.name, (name_words(each.name),)) for each in choices)
    return [known.get((other.id, other.name), other) for other in others]


def _meant(words: Sequence[str], choices: Sequence[Thing]) -> list[Thing]:
    if word_set("someone").union(word_set("for_people")).issuperset(words):
        return fitting_pronoun(words, choices)
    number = current_language().numbers("narrator.ordinals").get(words[0]) if len(words) == 1 else None
    if number is not None:
        return list(choices[number - 1 : number])
    typed = " ".join(words)
    found = resolve(typed, choices)
    return [] if holds_more(typed, found) else found


def _by_age(state: GameState, people: Sequence[Thing], *, oldest: bool) -> list[Thing]:
    """The oldest or the youngest; nobody where an age is not known."""
    ages = {thing: state.sheets.npc(thing.id).age if thing.id in state.npcs else None for thing in people}
    known = [age for age in ages.values() if age is not None]
    if len(known) < len(people) or not known:
        return []
    wanted = max(known) if oldest else min(known)
    return [thing for thing, age in ages.items() if age == wanted]
