"""The form of a model's answer, of a narrator, a person, a summarizer or a mind: it repeats nothing of its prompt, does
not echo the player, and is prose."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property

from app.language.analysis.text import sentences, words
from app.language.checks.quotation_marks import MARKS, paired, quotations
from app.language.language import current_language, patterns_of

QUOTATION_MARKS = f"{MARKS} \n"
RULE_WORDS = 8
"""Consecutive words of what a model is told to do that may not come back."""
_ECHO_WORDS, _ECHO_SHARE = 4, 0.8
"""Consecutive words of the player's line that make a sentence an echo, and their least share of the sentence."""
_NARRATED_ECHO, _SPOKEN_ECHO = 2, 3
"""Words from which on a narrator, and a person, never says the player's line or a sentence of it."""
_MARKUP = re.compile(
    r"<\|?/?(?:tool_call|function|invoke|im_start|im_end|start_header_id|eot_id|endoftext)|\[/?(?:INST|TOOL_CALLS)\]",
    re.IGNORECASE,
)
_CALL = re.compile(r"`{0,3}\s{0,3}(?:functions\.)?[a-z]+(?:_[a-z]+)+\s{0,3}[({].*[)}]\s*`{0,3}", re.DOTALL)
_DATA = re.compile(r"""\{\s*["'}]|\[\s*(?:[\[{"'\]]|-?\d)""")
_FENCED = re.compile(r"```\w*\n?(.*?)\n?(?:```)?", re.DOTALL)
_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+|\n+")
_REPEATED, _SHORT = 4, 12
"""How often a sentence is said in a loop, and the most characters of one that may be."""
_HEADING = re.compile(r"^\s*(?:#{1,6}\s.*|(\*\*|__)[^*_\n]{1,80}\1:?\s*|[=*-]{3,}\s*)$", re.MULTILINE)
_CODE = re.compile(r"^\s*(?:```|~~~)", re.MULTILINE)
_NAME = r"[^\W\d_a-z][\w'’-]{0,30}"
_LABELLED = re.compile(rf"""^\s*["“]?{_NAME}(?: {_NAME}){{0,3}}:\s*["“«„]""", re.MULTILINE)
"""A line of a script: a name, a colon and words said aloud."""
_NUMBERED = re.compile(r"""^\s*["“]?\d{1,2}[.)](?:\s|$)""", re.MULTILINE)
_TAG = re.compile(r"</?[a-z!|?]|\|>|\bthink>|\[/?inst\]|&[lg]t;", re.IGNORECASE)
_QUOTED_DATA = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_ENDS_SENTENCE = re.compile(r"[.!?…][\"”’»]*\s")
_pattern = patterns_of("checks")


@dataclass(frozen=True)
class AnswerForm:
    """Finds what must not be in an answer: parts of the model's input; and mends the answer.

    Args:
        instructions: The instructions to the model; text between quotation marks in them is data.
        prompt: The text that was sent to it.
        headings: Headings of the prompt.
        said: The player's line.
        speaker: The name of the person that it speaks as; "" for a narrator.
        known: Texts that the player has read before or can read at any time; the answer may not hold runs of them.
        outcome: What the answer is to tell, of which it may hold any runs.
    """

    instructions: str = ""
    prompt: str = field(default="", repr=False)
    headings: Sequence[str] = ()
    said: str = ""
    speaker: str = ""
    known: Sequence[str] = ()
    outcome: str = field(default="", repr=False)

    def fault(self, text: str) -> str | None:
        """Return why whole sentences cannot be shown, worded for their model; None where they can."""
        if has_heading(text, self.headings):
            return "it had a heading"
        if _NUMBERED.search(text):
            return "it had a numbered list"
        if _CODE.search(text):
            return "it had a block of code"
        if _LABELLED.search(text) or (self.speaker and self._own_label.search(text)):
            return "it was a script, with names before what is said"
        lines = {line.strip() for line in text.splitlines()} - {""}
        runs = _runs(text)
        if not lines.isdisjoint(self._lines) or not self._rules.isdisjoint(runs):
            return "it repeated the prompt"
        if not self._known_runs.isdisjoint(runs):
            return "it repeated a text that the player has read before"
        return None

    def is_echo(self, sentence: str) -> bool:
        """Return whether a sentence only repeats the player's line: word for word it or a sentence of it, if that is
        long enough or the player speaks of itself in it ("I'm Mara."); from a person also four words in a row that are
        most of it."""
        own = _folded(sentence)
        if tuple(own) in self._said:
            least = _SPOKEN_ECHO if self.speaker else _NARRATED_ECHO
            return len(own) >= least or any(word.partition("'")[0] in _first_person() for word in own)
        if not self.speaker:
            return False
        run = SequenceMatcher(None, own, self._line, autojunk=False).find_longest_match().size
        return run >= max(_ECHO_WORDS, _ECHO_SHARE * len(own))

    def mended(self, text: str, *, is_whole: bool) -> str:
        """Return the text with paired quotation marks, of a person's speech the bare words.

        Args:
            text: All of the text so far.
            is_whole: Whether nothing follows; otherwise what may still be taken away is left out.
        """
        return paired(_bare(text, self.speaker, is_whole=is_whole) if self.speaker else text, is_whole=is_whole)

    @cached_property
    def _lines(self) -> frozenset[str]:
        """The lines of the prompt that hold data between quotation marks."""
        return frozenset(line.strip() for line in self.prompt.splitlines() if '"' in line)

    @cached_property
    def _rules(self) -> frozenset[tuple[str, ...]]:
        return frozenset(_runs(_QUOTED_DATA.sub("\n", self.instructions)))

    @cached_property
    def _known_runs(self) -> frozenset[tuple[str, ...]]:
        return frozenset(run for part in self.known for run in _runs(part)) - _runs(self.outcome)

    @cached_property
    def _own_label(self) -> re.Pattern[str]:
        """A line that begins with the speaker's name, or one of its names, and a colon."""
        names = {self.speaker, *self.speaker.split()}
        return re.compile(rf"^\s*(?:{'|'.join(map(re.escape, names))})\s*:", re.MULTILINE)

    @cached_property
    def _line(self) -> list[str]:
        return _folded(self.said)

    @cached_property
    def _said(self) -> frozenset[tuple[str, ...]]:
        return frozenset(tuple(_folded(part)) for part in (self.said, *sentences(self.said)))


def _first_person() -> frozenset[str]:
    return frozenset(word.casefold() for word in current_language().lines("perspective.first"))


def _folded(text: str) -> list[str]:
    return [word.casefold().replace("’", "'") for word in words(text)]


def _runs(text: str) -> set[tuple[str, ...]]:
    folded = _folded(text)
    return {tuple(folded[at : at + RULE_WORDS]) for at in range(len(folded) - RULE_WORDS + 1)}


def _bare(text: str, name: str, *, is_whole: bool) -> str:
    """Return a speech without the speaker's name before it and without marks around it, of one that goes on what is
    surely so: "" while it may still be either."""
    speech = _without_label(text, name)
    is_label_begun = not is_whole and f"{name}:".startswith(speech.strip())
    if is_label_begun:
        return ""
    if re.match(rf"(?:{'|'.join(map(re.escape, name.split()))})\b", speech):
        return _quoted(speech) if is_whole else ""
    first = next(iter(quotations(speech)), None)
    if first is None or first.open > 0:
        return speech
    stop = _ENDS_SENTENCE.search(speech)
    if first.close is None or (stop is not None and stop.start() < first.close - 1):
        return speech[1:] if is_whole or stop is not None else ""
    if speech[first.close + 1 :].strip():
        return speech
    return speech[1 : first.close] if is_whole else ""


def _quoted(speech: str) -> str:
    """Return the words between the marks of a sentence that tells what its speaker says, and ends with them; any other
    as it is."""
    found = quotations(speech)
    if not found or found[-1].close is None or speech[found[-1].close + 1 :].strip():
        return speech
    return " ".join(speech[each.open + 1 : each.close].strip() for each in found)


def _without_label(text: str, *names: str) -> str:
    speech = text.lstrip()
    for name in filter(None, names):
        speech = speech.removeprefix(f"{name}:").lstrip()
    return speech


def bare_words(text: str, *names: str) -> str:
    """Return a speech without the speaker's name before it and without enclosing quotation marks."""
    speech = _without_label(text, *names).strip()
    if speech[:1] in QUOTATION_MARKS and not any(mark in speech[1:-1] for mark in MARKS):
        speech = speech.strip(QUOTATION_MARKS)
    return speech


def why_bad(text: str, headings: Iterable[str] = ()) -> str | None:
    """Judge whether a text is prose.

    Args:
        text: The text of a model.
        headings: Headings of its prompt.

    Returns:
        Why it is not, worded for the model; None if it is acceptable.
    """
    bare = text.strip()
    if not any(character.isalpha() for character in bare):
        return "it was empty"
    if _pattern("prose_refusal").match(bare):
        return "it refused"
    if _pattern("prose_assistant").match(bare):
        return "it spoke as an assistant, not as the story"
    if is_data(bare) or _CALL.fullmatch(bare) or _MARKUP.search(bare):
        return "it was data or a tool call, not prose"
    lines = {line.strip() for line in bare.splitlines()}
    if any(f"## {heading}" in lines for heading in headings):
        return "it repeated the prompt"
    return "it repeated itself" if is_loop(bare) else None


def has_heading(text: str, headings: Iterable[str] = ()) -> bool:
    """Return whether a line of a text is a heading, one of these or any other."""
    lines = {line.strip(" #*_:").casefold() for line in text.splitlines()}
    return _HEADING.search(text) is not None or any(heading.casefold() in lines for heading in headings)


def has_tags(text: str) -> bool:
    """Return whether a text has tags or signs of a chat's format."""
    return _TAG.search(text) is not None


def is_data(text: str) -> bool:
    """Return whether a text is JSON, or begins like it."""
    fenced = _FENCED.fullmatch(text)
    inner = (fenced.group(1) if fenced else text).strip()
    if _DATA.match(inner):
        return True
    try:
        return not isinstance(json.loads(inner), str)
    except (ValueError, RecursionError):
        return False


def is_loop(text: str) -> bool:
    """Return whether a text says the same sentence again and again."""
    said = Counter(part.strip() for part in _SENTENCE_END.split(text.casefold()) if len(part.strip()) > _SHORT)
    return max(said.values(), default=0) >= _REPEATED
