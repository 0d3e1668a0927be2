"""How much a spoken sentence tells: names, kin, places, numbers and reasons, rather than courtesies."""

import re
from collections.abc import Collection

from app.language.analysis.mentions import MentionService
from app.language.analysis.names import Folded
from app.language.analysis.text import numbers, words
from app.language.en.words import STOP_WORDS

_MOST = 4
_ONE = re.compile(r"\b(?:one|no-one|ones)\b", re.IGNORECASE)
_CAPITAL_WITHIN = re.compile(r"(?:(?<=[^\W\d_] )|(?<=[,;] ))[^\W\d_]{3,}")
_KIN = re.compile(
    r"\b(?:brother|sister|mother|father|mum|dad|son|daughter|husband|wife|widow|widower|uncle|aunt|cousin|nephew|niece"
    r"|grandmother|grandfather|parents?|child|children|family|twin)s?\b(?!-)",
    re.IGNORECASE,
)
_REASON = re.compile(
    r"\b(?:because|so that|that is why|therefore|in order to|due to|died|drowned|killed)\b", re.IGNORECASE
)


def key_of(sentence: str) -> str:
    """The same for sentences of the same words."""
    return " ".join(words(Folded.of(sentence).folded))


def weight_of_news(sentence: str, mentions: MentionService, known: Collection[str]) -> float:
    """0 for a sentence that says nothing worth keeping; names of the ``known`` people are no news."""
    claimed = {key for found in mentions.claims(sentence) for key in found.ids if key not in known}
    of_scenario = {found.name for found in mentions.claims(sentence) if claimed.intersection(found.ids)}
    proper = {word for word in _CAPITAL_WITHIN.findall(sentence) if word[0].isupper() and not word.isupper()}
    others = {word for word in proper if word.casefold() not in STOP_WORDS and not mentions.known_names(word)}
    told = len(of_scenario) + len(others) + len(numbers(_ONE.sub(" ", sentence)))
    told += len({kin.lower() for kin in _KIN.findall(sentence)}) + len(_REASON.findall(sentence))
    return (1 + 0.25 * min(_MOST, told)) * min(1.0, 0.4 + 0.06 * len(words(sentence))) if told else 0.0
