"""Reading by cue words alone: what stands in for the one reader until it is there."""

import re
from collections.abc import Iterator

from app.language.analysis.text import sentences
from app.language.language import Language
from app.language.reading.promises import given_promise
from app.models.speech import ActKind, Span, SpeechAct


def read(words: str, language: Language) -> tuple[SpeechAct, ...]:
    """The acts of what somebody says, in order: promises, threats, questions, and statements."""
    return tuple(act for span in _sentence_spans(words) for act in _acts(words, span, language))


def question_of(words: str, span: Span, language: Language) -> SpeechAct | None:
    """The question that a part of a text asks, also as an order to ask ("ask Mara about the owl")."""
    start, end = span
    if not language.pattern("speech.question").search(words[start:end]):
        return None
    matter = language.pattern("speech.matter").search(words, start, end)
    return SpeechAct(kind=ActKind.QUESTION, span=span, what=matter.span("what") if matter else None)


def _acts(words: str, span: Span, language: Language) -> Iterator[SpeechAct]:
    sentence = words[slice(*span)]
    is_asking = language.pattern("speech.asking").search(sentence)
    question = question_of(words, span, language)
    given = language.pattern("speech.given_word").search(sentence) and not is_asking
    found = False
    if given_promise(sentence) or given:
        yield SpeechAct(kind=ActKind.PROMISE, span=span)
        found = True
    if language.pattern("speech.threat").search(sentence) and not is_asking:
        yield SpeechAct(kind=ActKind.THREAT, span=span)
        found = True
    if question:
        yield question
    elif not found:
        yield SpeechAct(kind=ActKind.STATEMENT, span=span)


def _sentence_spans(words: str) -> Iterator[Span]:
    """Where the sentences stand; one that goes on in the next line is found across the break."""
    position = 0
    for sentence in sentences(words):
        start, end = words.find(sentence, position), 0
        if start >= 0:
            end = start + len(sentence)
        elif found := re.compile(r"\s+".join(map(re.escape, sentence.split()))).search(words, position):
            start, end = found.span()
        if end:
            position = end
            yield start, end
