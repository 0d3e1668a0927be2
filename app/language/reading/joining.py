"""Acts that reach over several sentences: a secret and the demand to keep it, an error and what is right."""

from collections.abc import Callable, Iterator, Sequence

from app.language.reading.clauses import Act
from app.language.reading.rules import Pattern
from app.language.reading.tokens import Sentence, is_mark
from app.models.messages.speech import ActKind

_TELLING = frozenset({ActKind.STATEMENT, ActKind.CLAIM, ActKind.CORRECTION})
_CONTENT = 3
"""Words beside a frame from which on it has its content with it."""


def joined(sentences: Sequence[Sentence], read: list[list[Act]], value: Callable[[], Pattern]) -> Iterator[Act]:
    """The acts of all sentences, those that belong together as one; ``value`` is compiled when it is wanted."""
    _correct(sentences, read, value)
    _confide(sentences, read)
    _promise(read)
    for acts in read:
        yield from acts


def _correct(sentences: Sequence[Sentence], read: list[list[Act]], value: Callable[[], Pattern]) -> None:
    for number, acts in enumerate(read):
        for act in list(acts):
            match, rule, plain = act.match, act.rule, sentences[number].plain
            if match is None or rule is None or not (rule.needs_value or rule.needs_more):
                continue
            if value().search(plain, match.end()) or (rule.needs_more and len(plain[match.end() :].split()) > _CONTENT):
                continue
            after = number + 1
            if after < len(read) and _gives_value(sentences[after], read[after], value(), rule.needs_more):
                _extend(act, read, after)
            elif number > 0 and states(read[number - 1]) and value().search(plain, 0, match.start()):
                continue
            else:
                act.kind, act.slots, act.rule = ActKind.STATEMENT, {}, None


def _gives_value(sentence: Sentence, acts: list[Act], value: Pattern, is_sure: bool) -> bool:
    if sentence.is_asked or not states(acts):
        return False
    return is_sure or value.search(sentence.plain) is not None


def _confide(sentences: Sequence[Sentence], read: list[list[Act]]) -> None:
    for number, acts in enumerate(read):
        for act in [act for act in acts if act.kind is ActKind.CONFIDENCE and act.is_frame]:
            if act.rule is None or act.match is None or _has_content(act, sentences[number]):
                continue
            if number + 1 < len(read) and states(read[number + 1]):
                _extend(act, read, number + 1)
            elif number > 0 and states(read[number - 1]) and not act.rule.is_opening:
                before = read[number - 1][0]
                act.slots["what"] = before.span[0], read[number - 1][-1].span[1]
                act.span = before.span[0], act.span[1]
                read[number - 1][:] = [each for each in read[number - 1] if each.kind is ActKind.CLAIM]
            elif act.rule.is_opening:
                is_asked = sentences[number].is_asked
                act.kind, act.slots = ActKind.QUESTION if is_asked else ActKind.STATEMENT, {}


def _promise(read: list[list[Act]]) -> None:
    """A frame and the promise in the sentence beside it, or in the same, are one."""
    last: Act | None = None
    previous = -2
    for number, acts in enumerate(read):
        for act in list(acts):
            if act.kind is not ActKind.PROMISE:
                last = None if act.kind is not ActKind.STATEMENT else last
                continue
            if last is not None and number - previous <= 1 and (last.is_frame or act.is_frame):
                last.span = last.span[0], act.span[1]
                last.slots = act.slots if last.is_frame and not act.is_frame else last.slots
                last.rule = act.rule if last.is_frame else last.rule
                acts.remove(act)
            else:
                last = act
            previous = number


def _extend(act: Act, read: list[list[Act]], number: int) -> None:
    """Let an act reach to the end of another sentence, which states what it is about."""
    following = read[number]
    act.slots["what"] = following[0].span[0], following[-1].span[1]
    act.span = act.span[0], following[-1].span[1]
    keeps = ActKind.CLAIM if act.kind is ActKind.CONFIDENCE else None
    following[:] = [each for each in following if each.kind is keeps]


def states(acts: list[Act]) -> bool:
    """Whether a sentence does nothing but say something."""
    return bool(acts) and all(act.kind in _TELLING for act in acts)


def _has_content(act: Act, sentence: Sentence) -> bool:
    """Whether words enough stand beside what was found."""
    assert act.match is not None
    rest = sentence.plain[act.match.end() :].split()
    before = sentence.plain[: act.match.start()].split()
    return max(sum(not is_mark(word) for word in part) for part in (rest, before)) >= _CONTENT + 1
