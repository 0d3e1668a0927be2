"""Which sentences tell something: names, kin, places, numbers and reasons, rather than courtesies and orders."""

import re
from collections.abc import Collection, Iterator

from app.language.analysis.lexicon import lexicon_of
from app.language.analysis.mentions import MentionService
from app.language.analysis.names import Folded
from app.language.analysis.text import count_words, numbers, quote_spans, sentences, words
from app.language.language import Language

_MOST = 4
_READ = 4_000  # characters of a text that are looked through; six sentences are found long before
_CAPITAL_WITHIN = re.compile(r"(?:(?<=[^\W\d_] )|(?<=[,;] ))[^\W\d_]{3,}")
_MARKUP = re.compile(r"[*_#<>{}\[\]|`~\\=^@]|https?:|\w\(|\ufffd")
_ASKING = re.compile(r"[?？]")


def key_of(sentence: str) -> str:
    """The same for sentences of the same words."""
    return " ".join(words(Folded.of(sentence).folded))


def information_weight(sentence: str, mentions: MentionService, known: Collection[str], language: Language) -> float:
    """0 for a sentence that says nothing worth keeping; names of the ``known`` people are no news."""
    claimed = {key for found in mentions.claims(sentence) for key in found.ids if key not in known}
    of_scenario = {found.name for found in mentions.claims(sentence) if claimed.intersection(found.ids)}
    proper = {word for word in _CAPITAL_WITHIN.findall(sentence) if word[0].isupper() and not word.isupper()}
    stop = lexicon_of(language).stop
    others = {word for word in proper if word.casefold() not in stop and not mentions.known_names(word)}
    told = len(of_scenario) + len(others)
    told += len(numbers(language.pattern("summaries.pronoun_ones").sub(" ", sentence)))
    told += len({kin.lower() for kin in language.pattern("summaries.kin").findall(sentence)})
    told += len(language.pattern("summaries.reason").findall(sentence))
    return (1 + 0.25 * min(_MOST, told)) * min(1.0, 0.4 + 0.06 * len(words(sentence))) if told else 0.0


def is_statement(line: str, language: Language) -> bool:
    """Whether a sentence of a player states something: no bare order ("dig here"), no question, no politeness."""
    is_finite = language.pattern("speech.finite").search(line) is not None
    return is_finite and not _ASKING.search(line) and not language.pattern("speech.polite").match(line)


def begins_with_pronoun(sentence: str, language: Language) -> bool:
    """Whether a sentence begins with a pronoun, so that alone it does not say of whom it tells."""
    return language.pattern("summaries.nobody_named").match(sentence) is not None


def informative_sentences(text: str, language: Language) -> Iterator[str]:
    """The sentences that may say something: no fragments, questions, markup or words to a machine."""
    for piece in sentences(text[:_READ]):
        sentence = piece.strip("… ")
        # Where recalled or stock words were taken out of a message, "…" is left: also in the middle of a sentence.
        is_cut = "…" in sentence or (piece[-1:] == "…" and sentence[-1:] not in ".!")
        if is_cut or not 4 <= count_words(sentence) <= 40 or len(sentence) > 240 or _ASKING.search(sentence):
            continue
        if not (_MARKUP.search(sentence) or language.pattern("summaries.to_the_model").search(sentence)):
            yield sentence


def is_told_in_the_past(sentence: str, language: Language) -> bool:
    """Whether a narrator's sentence is told in the past and the third person, so that a memory may take it as it is."""
    past = lexicon_of(language).irregular_past
    is_past = any(word in past or word.endswith("ed") for word in words(sentence.lower()))
    is_in_scene = language.pattern("summaries.in_scene").search(sentence) is not None
    is_present = language.pattern("summaries.present_verb").match(sentence) is not None
    return is_past and not is_in_scene and not is_present and not quote_spans(sentence)


def spoken_part(content: str) -> str:
    """What a person says in its message, without the gestures around the quotation marks."""
    spans = quote_spans(content)
    return "\n".join(content[start + 1 : end - 1] for start, end in spans) if spans else content
