"""Of whom a pronoun, or a word for somebody that says as much, may speak."""

from collections.abc import Collection, Iterable

from app.agents.narrator.understanding.naming import Thing
from app.agents.narrator.understanding.typed_words import word_set
from app.models.sheets.scenario import Pronouns


def fitting_pronoun(typed: Collection[str], people: Iterable[Thing]) -> list[Thing]:
    """Those of whom these words, of nothing but pronouns, may speak."""
    said = {each for each in Pronouns if not word_set(f"pronouns_{each}").isdisjoint(typed)}
    return [thing for thing in people if not said or thing.pronouns is None or thing.pronouns in said]


def pronouns_of_kin(word: str) -> Pronouns | None:
    """How somebody is spoken of whom another calls by this word: ``sister``; None where it does not say."""
    return next((each for each in Pronouns if word in word_set(f"kin_{each}")), None)
