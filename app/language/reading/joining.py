"""Acts that reach over several sentences: a secret and the demand to keep it, an error and what is right."""

from collections.abc import Iterator, Sequence

from app.language.reading.clauses import Act, Clauses
from app.language.reading.rules import compiled
from app.language.reading.tokens import Sentence, is_mark
from app.models.messages.speech import ActKind

_TELLING = frozenset({ActKind.STATEMENT, ActKind.CLAIM, ActKind.CORRECTION})
_CONTENT = 3
"""Words beside a frame from which on it has its content with it."""
_FULL = 10
"""Words and marks of a sentence from which on it has its content with it, where no rule says which is its frame."""
_GOING_ON = frozenset({ActKind.CONFIDENCE, ActKind.CORRECTION})


def joined(clauses: Sequence[Clauses], read: list[list[Act]]) -> Iterator[Act]:
    """The acts of all sentences, those that belong together as one."""
    _correct(clauses, read)
    _confide(clauses, read)
    _promise(read)
    _go_on(read)
    for acts in read:
        yield from acts


def _correct(clauses: Sequence[Clauses], read: list[list[Act]]) -> None:
    for number, acts in enumerate(read[:-1]):
        following, value = clauses[number + 1].sentence, compiled(clauses[number].language, "value_given")
        for act in acts:
            is_open = act.kind is ActKind.CORRECTION and "value" not in act.slots
            if is_open and states(read[number + 1]) and not following.is_asked and value.search(following.plain):
                _extend(act, read, number + 1)


def _confide(clauses: Sequence[Clauses], read: list[list[Act]]) -> None:
    for number, acts in enumerate(read):
        for act in [act for act in acts if act.kind is ActKind.CONFIDENCE and (act.rule is None or act.is_frame)]:
            if _has_content(act, clauses[number].sentence):
                continue
            if number + 1 < len(read) and _tells(read[number + 1]):
                _extend(act, read, number + 1)
            elif number > 0 and _tells(read[number - 1]):
                before = read[number - 1][0]
                act.slots["what"] = before.span[0], read[number - 1][-1].span[1]
                act.span = before.span[0], act.span[1]
                read[number - 1][:] = [each for each in read[number - 1] if each.kind is ActKind.CLAIM]


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


def _go_on(read: list[list[Act]]) -> None:
    """Sentences of which each tells the same secret, puts the same right, or gives reasons to accept, are one act."""
    last: Act | None = None
    for acts in read:
        first = acts[0] if acts else None
        if last is not None and first is not None and _is_same(last, first):
            last.span = last.span[0], max(last.span[1], first.span[1])
            last.slots = first.slots | last.slots
            acts.remove(first)
        last = acts[-1] if acts else last


def _is_same(last: Act, act: Act) -> bool:
    """Whether an act goes on with that of the sentence before; invitations that rules read are each one."""
    is_by_rules = last.rule is not None and act.rule is not None
    return act.kind is last.kind and (act.kind in _GOING_ON or (act.kind is ActKind.INVITATION and not is_by_rules))


def _extend(act: Act, read: list[list[Act]], number: int) -> None:
    """Let an act reach to the end of another sentence, which states what it is about."""
    following = read[number]
    for each in following:
        act.slots |= each.slots if each.kind is act.kind else {}
    act.slots["what"] = following[0].span[0], following[-1].span[1]
    act.span = act.span[0], following[-1].span[1]
    keeps = ActKind.CLAIM if act.kind is ActKind.CONFIDENCE else None
    following[:] = [each for each in following if each.kind is keeps]


def states(acts: list[Act]) -> bool:
    """Whether a sentence does nothing but say something."""
    return bool(acts) and all(act.kind in _TELLING for act in acts)


def _tells(acts: list[Act]) -> bool:
    """Whether a sentence may be what is confided."""
    return bool(acts) and all(act.kind in _TELLING or (act.kind is ActKind.CONFIDENCE and not act.rule) for act in acts)


def _has_content(act: Act, sentence: Sentence) -> bool:
    """Whether words enough stand beside what was found."""
    if act.match is None:
        return len(sentence.words) > _FULL
    rest = sentence.plain[act.match.end() :].split()
    before = sentence.plain[: act.match.start()].split()
    return max(sum(not is_mark(word) for word in part) for part in (rest, before)) >= _CONTENT + 1
