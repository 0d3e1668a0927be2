"""Judges what a model wrote in a trial, by the state of the game and the checks that a game uses."""

from collections.abc import Iterable, Sequence

from app.agents.narrator.model.guard import NarrationGuard
from app.agents.recording import RecordedCall
from app.language.analysis.text import sentences, words
from app.language.checks.prose import clean_model_text
from app.language.checks.repeats import RepeatCutter
from app.language.language import current_language
from app.models.model_trial import TrialFault

_ECHO, _FEWEST = 5, 2
"""Words in a row that make a text an echo of the player's line, and the fewest of a whole sentence of it that do."""


def faults_of(
    text: str, line: str, calls: Sequence[RecordedCall], guard: NarrationGuard, headings: Iterable[str]
) -> list[TrialFault]:
    """Return what is wrong with a text of a model.

    Args:
        text: The text as it came.
        line: The player's line.
        calls: The calls whose instructions it may have repeated.
        guard: Judges it by the state as it is now.
        headings: The headings of the prompt.
    """
    said = clean_model_text(text)
    found = {
        TrialFault.CONTRADICTED: guard.contradicts(said),
        TrialFault.LEAKED: guard.gives_away(said),
        TrialFault.ECHOED: any(echoes(sentence, line) for sentence in sentences(said))
        or not _lines(said).isdisjoint(heading.casefold() for heading in headings)
        or any(mark in text for call in calls for mark in _marks(call.prompt))
        or RepeatCutter(call.instructions for call in calls).cut(said) != said,
    }
    return [fault for fault, is_so in found.items() if is_so]


def echoes(sentence: str, line: str) -> bool:
    """Return whether a sentence is one of the player's line, or shares a run of words with it. A run behind its first
    word, or behind "you", tells the player's deed: "As you pick up the bucket"."""
    said, typed = _folded(sentence), _folded(line)
    if len(said) >= _FEWEST and said in [_folded(each) for each in sentences(line)]:
        return True
    runs = {tuple(typed[at : at + _ECHO]) for at in range(len(typed) - _ECHO + 1)}
    begins = next((at for at in range(len(said)) if tuple(said[at : at + _ECHO]) in runs), 1)
    return begins != 1 and (begins == 0 or said[begins - 1] not in current_language().words("checks.claims_you"))


def _lines(text: str) -> set[str]:
    """Return the lines of a text as they would be as headings."""
    return {line.strip(" #*_:").casefold() for line in text.splitlines()}


def _marks(prompt: str) -> set[str]:
    """Return the marks around the data of a prompt, which are lines of their own."""
    return {line for line in prompt.splitlines() if line.startswith("<") and line.endswith(">")}


def _folded(text: str) -> list[str]:
    return [word.casefold() for word in words(text)]
