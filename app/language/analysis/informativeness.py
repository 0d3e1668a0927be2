"""Informativeness of sentences: names, kin, places, numbers and reasons count, courtesies and orders do not."""

import re
from collections.abc import Collection

from app.language.analysis.lexicon import lexicon_of
from app.language.analysis.mentions import MentionService
from app.language.analysis.names import Folded
from app.language.analysis.text import count_words, numbers, quote_spans, words
from app.language.language import Language

_MOST = 4
_LONGEST, _MOST_WORDS = 240, 40

_CAPITAL_WITHIN = re.compile(r"(?:(?<=[^\W\d_] )|(?<=[,;] ))[^\W\d_]{3,}")
_MARKUP = re.compile(r"[*_#<>{}\[\]|`~\\=^@]|https?:|\w\(|\ufffd")
_ASKING = re.compile(r"[?？]")


def sentence_key(sentence: str) -> str:
    """Return a key that is equal for sentences of the same words."""
    return " ".join(words(Folded.of(sentence).folded))


def information_weight(sentence: str, mentions: MentionService, known: Collection[str], language: Language) -> float:
    """Return the weight of a sentence by its names, numbers, kin and reasons.

    Args:
        sentence: The sentence.
        mentions: Finds names of the scenario.
        known: Ids of people whose names do not count.
        language: The language of the sentence.

    Returns:
        1.25 to 2, or 0 without any of them.
    """
    claimed = {key for found in mentions.claims(sentence) for key in found.ids if key not in known}
    of_scenario = {found.name for found in mentions.claims(sentence) if claimed.intersection(found.ids)}
    proper = {word for word in _CAPITAL_WITHIN.findall(sentence) if word[0].isupper() and not word.isupper()}
    stop = lexicon_of(language).stop
    others = {word for word in proper if word.casefold() not in stop and not mentions.known_names(word)}
    count = len(of_scenario) + len(others)
    count += len(numbers(language.pattern("summaries.pronoun_ones").sub(" ", sentence)))
    count += len({kin.lower() for kin in language.pattern("summaries.kin").findall(sentence)})
    count += len(language.pattern("summaries.reason").findall(sentence))
    return 1 + 0.25 * min(_MOST, count) if count else 0.0


def is_statement(line: str, language: Language) -> bool:
    """Return whether a player's sentence states something: no bare order ("dig here"), question or courtesy."""
    past = (word for word in words(line)[1:] if lexicon_of(language).is_verb_like(word))
    is_finite = language.pattern("speech.finite").search(line) is not None or any(past)
    return is_finite and not is_question(line) and not language.pattern("speech.polite").match(line)


def is_question(sentence: str) -> bool:
    return _ASKING.search(sentence) is not None


def is_keepable(piece: str, language: Language) -> bool:
    """Return whether a sentence may be quoted word for word: complete, short enough, without markup and words to a
    machine."""
    # "…" marks where recalled or stock words were removed from a message, also in the middle of a sentence.
    if "…" in piece or len(piece) > _LONGEST or count_words(piece) > _MOST_WORDS:
        return False
    return not (_MARKUP.search(piece) or language.pattern("summaries.to_the_model").search(piece))


def is_past_narration(sentence: str, language: Language) -> bool:
    """Return whether a narrator's sentence is in the past tense and the third person, so that a memory may quote it."""
    past = lexicon_of(language).irregular_past
    is_past = any(word in past or word.endswith("ed") for word in words(sentence.lower()))
    is_in_scene = language.pattern("summaries.in_scene").search(sentence) is not None
    is_present = language.pattern("summaries.present_verb").match(sentence) is not None
    return is_past and not is_in_scene and not is_present and not quote_spans(sentence)


def spoken_part(content: str) -> str:
    """Return the words that a person says in its message, without the gestures around the quotations."""
    spans = quote_spans(content)
    return "\n".join(content[start + 1 : end - 1] for start, end in spans) if spans else content
