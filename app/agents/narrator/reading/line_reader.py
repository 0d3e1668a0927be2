"""Reading a typed line: its parts, and how likely each kind is for each of them."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from app.agents.narrator.reading.parts import (
    LinePart,
    clauses,
    in_third_person,
    is_aside,
    marked_parts,
    may_be_deed,
    may_begin,
    says_anything,
    sentence_spans,
)
from app.agents.narrator.understanding.masking import Mention, masked, mentions_in
from app.agents.narrator.understanding.mood import has_order, is_call, says_i
from app.agents.narrator.understanding.naming import Thing, ThingKind
from app.agents.narrator.understanding.tokens import tokens_of
from app.agents.narrator.understanding.typed_words import Phrase, name_words, word_set
from app.agents.narrator.understanding.verbs import directions
from app.language.kinds.classifier import KindClassifier, LogChances, classifier_of
from app.language.kinds.deeds import deeds_of
from app.language.kinds.features import MASKS
from app.language.kinds.kinds import QUESTIONS, Group, group_of
from app.language.language import language_of
from app.models.state.game_state import GameState

VectorsOf = Callable[[Sequence[str]], Awaitable[Sequence[NDArray[np.floating] | None]]]
"""Returns the sentence vector of each text; None where there is none."""
LONGEST = 1_000
"""Characters of a line that is cut into parts; a longer one is one part, which is read by its beginning."""
SURE_OF_PART = 0.6
"""The chance from which on a clause is a part of its own."""
SURE_OF_SPEECH = 0.9
"""The chance from which on a whole sentence is said, and none of its clauses is a deed."""
_SPOKEN = frozenset({Group.SAID, Group.NONE})
_CALLING = (",", ":", "!")
_SIGNS = " ,.:;!…"
_AFTER_CALL = (*_CALLING, ".", "?", ";")
_BY_MARK = {True: frozenset({Group.SAID}), False: frozenset({Group.DEED})}
"""The groups that marks leave to a part."""


@dataclass(frozen=True)
class ReadPart:
    """A part of a line as it is read.

    Attributes:
        text: Its words.
        start: Where it begins in the line, in characters.
        is_speech: Whether it is said aloud by its marks; None where no mark says it.
        mentions: The names in it, placed in the line.
        chances: The chance of each kind, 0 to 1.
        is_joined: Whether it is several sentences, of which the chances are those of one.
        is_aside: Whether it only says when or why the deed behind it is done.
        is_enacted: Whether it is a deed that lies in the doing, and leaves nothing in the world otherwise.
    """

    text: str
    start: int
    is_speech: bool | None
    mentions: tuple[Mention, ...]
    chances: dict[str, float] = field(default_factory=dict)
    is_joined: bool = False
    is_aside: bool = False
    is_enacted: bool = False

    @property
    def end(self) -> int:
        """Where it ends in the line."""
        return self.start + len(self.text)

    @cached_property
    def kind(self) -> str:
        """The likeliest kind of the likeliest group; "" without a classifier."""
        group = self.group
        fitting = {kind: chance for kind, chance in self.chances.items() if group_of(kind) is group}
        return max(fitting, key=lambda kind: fitting[kind], default="")

    @cached_property
    def _of_groups(self) -> dict[Group, float]:
        found = dict.fromkeys(Group, 0.0)
        for kind, chance in self.chances.items():
            found[group_of(kind)] += chance
        return found

    @cached_property
    def group(self) -> Group:
        """The likeliest group."""
        return max(Group, key=self.chance_of)

    @property
    def things_here(self) -> list[Thing]:
        """What is here and named in it, in order."""
        return [each.things[0] for each in self.mentions if each.is_here]

    @property
    def leads_to(self) -> str:
        """The id of the place that a walk names last, by more than a direction, as it was read; "" for none, and for
        another deed."""
        ways = [each for each in self.mentions if each.things[0].kind in (ThingKind.EXIT, ThingKind.PLACE)]
        if self.kind != "go" or not ways:
            return ""
        typed = name_words(self.text[ways[-1].start - self.start : ways[-1].end - self.start])
        return "" if directions().keys() >= {*typed} else ways[-1].things[0].id

    def read_again(self, state: GameState, line: str) -> "ReadPart":
        """Return the part with the names that are in it as the state is now: a part before it may have changed that.

        Args:
            state: The game.
            line: The line.
        """
        if self.end > len(line) or len(line) > LONGEST:
            return self
        return replace(self, mentions=tuple(_within(mentions_in(state, Phrase.of(line)), self.start, self.end)))

    def chance_of(self, group: Group) -> float:
        """Return the chance of a group of kinds, 0 to 1."""
        return self._of_groups[group]

    @property
    def masked(self) -> str:
        """Its words with masks in the place of names."""
        return masked(self.text, self.mentions, self.start)


async def read_line(state: GameState, line: str, vectors_of: VectorsOf | None = None) -> list[ReadPart]:
    """Read a line.

    Args:
        state: The game.
        line: The line.
        vectors_of: Gives the sentence vectors of the embedded model; None for words alone.

    Returns:
        Its parts in order; in a language without a classifier, with no chances.
    """
    parts = _parts(state, line)
    texts = [part.masked[:LONGEST] for part in parts]
    vectors = await vectors_of(texts) if vectors_of is not None else [None] * len(texts)
    return _read(state, line, parts, vectors)


def read_by_words(state: GameState, line: str) -> list[ReadPart]:
    """Read a line by its words alone.

    Args:
        state: The game.
        line: The line.
    """
    parts = _parts(state, line)
    return _read(state, line, parts, [None] * len(parts))


def _parts(state: GameState, line: str) -> list[ReadPart]:
    """Cut a line into its parts, which have no chances yet."""
    if len(line) > LONGEST or not Phrase.of(line):
        return [ReadPart(line, 0, None, ())]
    classifier, company = classifier_of(language_of(state.sheet)), bool(state.present())
    mentions = mentions_in(state, Phrase.of(line))
    names = frozenset(word for player in state.party.players for word in name_words(player.name))
    divided = [part for marked in marked_parts(line) for part in _divided(marked, mentions, classifier, company, names)]
    return [
        ReadPart(
            part.text,
            part.start,
            part.is_speech,
            tuple(_within(mentions, part.start, part.end)),
            is_aside=part.is_aside,
        )
        for part in divided
    ]


def _read(
    state: GameState, line: str, parts: Sequence[ReadPart], vectors: Sequence[NDArray[np.floating] | None]
) -> list[ReadPart]:
    """Give parts the chances of their kinds, and join those that are one speech."""
    if (classifier := classifier_of(language_of(state.sheet))) is None:
        return list(parts)
    company, deeds = bool(state.present()), deeds_of(language_of(state.sheet))
    found = list[ReadPart]()
    for part, vector in zip(parts, vectors, strict=True):
        tokens = tokens_of(part.masked[:LONGEST])
        scores = classifier.scores(tokens, vector, company=company)
        chances = np.exp(scores + _allowed(classifier, part.is_speech))
        named = dict(zip(classifier.kinds, (chances / chances.sum()).tolist(), strict=True))
        is_enacted = deeds is not None and deeds.is_enacted(tokens, vector)
        found.append(replace(part, chances=named, is_enacted=is_enacted))
    return joined_parts(line, found, company=company)


def joined_parts(line: str, parts: Sequence[ReadPart], *, company: bool) -> list[ReadPart]:
    """Join parts that follow one another as one speech, or as one aside. In company an aside next to a speech is said,
    too. A speech is of the kind of its first question, or else of its last part.

    Args:
        line: The line.
        parts: Its parts, with the chances of their kinds.
        company: Whether another person is there.
    """
    found = list[ReadPart]()
    for part in parts:
        before = found[-1] if found else None
        if before is None or not _is_one(before, part, company=company):
            found.append(part)
            continue
        is_first = before.group is Group.SAID and (before.kind in QUESTIONS or part.group is not Group.SAID)
        chances = before.chances if is_first else part.chances
        mentions = (*before.mentions, *part.mentions)
        whole = line[before.start : part.end]
        found[-1] = ReadPart(whole, before.start, part.is_speech, mentions, chances, is_joined=True)
    return found


def _is_one(before: ReadPart, part: ReadPart, *, company: bool) -> bool:
    if before.is_aside or part.is_aside or before.is_speech != part.is_speech:
        return False
    groups = {before.group, part.group}
    return groups == _SPOKEN if len(groups) > 1 and company else len(groups) == 1 and groups <= _SPOKEN


def _within(mentions: Sequence[Mention], start: int, end: int) -> list[Mention]:
    return [each for each in mentions if start <= each.start and each.end <= end]


def _divided(
    part: LinePart,
    mentions: Sequence[Mention],
    classifier: KindClassifier | None,
    company: bool,
    names: frozenset[str],
) -> list[LinePart]:
    """Divide a part at the ends of its sentences, and these where another deed or order begins; not one in which a
    person is called, for all of it is said, and so is an order that follows."""
    if classifier is None:
        return [part]
    found, is_called = list[LinePart](), False
    for begin, end in sentence_spans(part.text):
        sentence = in_third_person(LinePart(part.text[begin:end], part.start + begin, part.is_speech), names)
        if found and found[-1].is_speech is part.is_speech and not says_anything(sentence.text):
            found[-1] = found[-1]._replace(text=part.text[found[-1].start - part.start : end])
            continue
        if is_called and has_order(sentence.text) and not says_i(sentence.text):
            whole = part.text[found[-1].start - part.start : end]
            found[-1] = found[-1]._replace(text=whole)
            continue
        is_named = calls_person(sentence.text, sentence.start, mentions)
        is_ordered = is_call(sentence.text)
        is_called = company and part.is_speech is None and (is_called or is_named or is_ordered)
        if is_ordered and part.is_speech is None:
            sentence = sentence._replace(is_speech=True)
        is_said = part.is_speech or is_named or is_ordered
        found += [sentence] if is_said else _by_deeds(sentence, mentions, classifier, company)
    return found


def calls_person(text: str, start: int, mentions: Sequence[Mention]) -> bool:
    """Return whether a text calls a person: with its name between signs (``Take this, Mara, and go``), before one at
    the beginning, or after one at the end.

    Args:
        text: The text, a part of a line.
        start: Where it begins in the line.
        mentions: The names in the line.
    """
    for each in mentions:
        before, after = text[: max(each.start - start, 0)].rstrip(), text[each.end - start :].lstrip()
        is_within = start <= each.start and each.end <= start + len(text)
        if is_within and any(thing.kind is ThingKind.PERSON for thing in each.things):
            is_first, is_last = not before and after[:1] in _CALLING, before[-1:] == "," and not after
            if is_first or is_last or (before[-1:] == "," and after[:1] in _AFTER_CALL):
                return True
    return False


def _by_deeds(
    sentence: LinePart, mentions: Sequence[Mention], classifier: KindClassifier, company: bool
) -> Iterator[LinePart]:
    def is_name(before: int, after: int) -> bool:
        return any(each.start < before and after <= each.end for each in mentions)

    spans = clauses(sentence, is_name)
    texts = [masked(sentence.text[begin:end], mentions, sentence.start + begin) for begin, end in spans]
    groups = [_groups(text, classifier, sentence, company) for text in texts]
    whole = _groups(masked(sentence.text, mentions, sentence.start), classifier, sentence, company)
    is_said = company and whole[Group.SAID] >= SURE_OF_SPEECH and groups[0][Group.DEED] < SURE_OF_PART
    if not is_said and len(spans) > 1 and is_aside(texts[0]) and groups[1][Group.DEED] >= SURE_OF_PART:
        begin, end = spans[0]
        yield LinePart(sentence.text[begin:end], sentence.start + begin, sentence.is_speech, is_aside=True)
        spans, texts, groups = spans[1:], texts[1:], groups[1:]
    first, is_speech = spans[0][0], sentence.is_speech
    followed = zip(spans, spans[1:], groups, groups[1:], texts[1:], strict=False)
    for (_, before), (begin, end), left, right, text in followed:
        if not may_begin(sentence.text[begin:end]) or is_said:
            continue
        is_listed = text.strip(_SIGNS) in MASKS  # a name alone: "water, leek, onion"
        is_order = not is_listed and left[Group.DEED] >= SURE_OF_PART and has_order(sentence.text[begin:end])
        is_joined = any(map(str.isalpha, sentence.text[before:begin]))
        may_be_own = (is_joined or may_be_deed(sentence.text[begin:end])) and not is_listed
        is_own = right[Group.DEED] < SURE_OF_PART or may_be_own
        is_deed = is_order or (is_own and right[Group.DEED] + right[Group.ORDER] >= SURE_OF_PART)
        if is_deed or (left[Group.DEED] >= SURE_OF_PART and right[Group.SAID] >= SURE_OF_PART):
            yield LinePart(sentence.text[first:before], sentence.start + first, is_speech)
            is_same = is_joined and is_deed and left[Group.DEED] >= SURE_OF_PART and not _has_subject(text)
            is_done = (is_order or is_same) and right[Group.SAID] < SURE_OF_SPEECH
            first, is_speech = begin, False if is_done else sentence.is_speech
    yield LinePart(sentence.text[first : spans[-1][1]], sentence.start + first, is_speech)


def _has_subject(text: str) -> bool:
    """Return whether a clause, with masks for names, begins with who or what does something: ``he leaves it open``."""
    words = Phrase.of(text).norms[:1]
    subjects = word_set("for_people") | word_set("for_things") | word_set("for_either") | word_set("players")
    return text.startswith(MASKS) or not (subjects | word_set("person")).isdisjoint(words)


def _groups(text: str, classifier: KindClassifier, part: LinePart, company: bool) -> dict[Group, float]:
    scores = classifier.by_words(tokens_of(text), company=company) + _allowed(classifier, part.is_speech)
    chances = np.exp(scores) / np.exp(scores).sum()
    found = dict.fromkeys(Group, 0.0)
    for group, chance in zip(classifier.groups, chances.tolist(), strict=True):
        found[group] += chance
    return found


def _allowed(classifier: KindClassifier, is_speech: bool | None) -> LogChances:
    """Return nothing for the kinds that marks leave to a part, and a great loss for the others."""
    if is_speech is None:
        return np.zeros(len(classifier.kinds))
    return np.array([0.0 if group in _BY_MARK[is_speech] else -50.0 for group in classifier.groups])
