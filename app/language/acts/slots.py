"""What an act is about: spans of the text that hold its matter, its time, and the values of claims and corrections."""

from collections.abc import Sequence

from app.language.acts.tokens import Sentence, is_mark
from app.language.language import Language
from app.language.times.when import named_spans
from app.models.messages.speech import ActKind, Span

Slots = dict[str, Span | str]

_WITH_MATTER = frozenset(
    {
        *(ActKind.PROMISE, ActKind.KEPT, ActKind.WITHDRAWN, ActKind.INVITATION, ActKind.CONFIDENCE),
        *(ActKind.REQUEST, ActKind.OFFER),
    }
)
_MATTERS = {
    ActKind.PROMISE: "acts.matter_promise",
    ActKind.INVITATION: "acts.matter_invitation",
    ActKind.CONFIDENCE: "acts.matter_confidence",
}
_VALUES = {ActKind.CLAIM: ("acts.claim",), ActKind.CORRECTION: ("acts.correction_contrast", "acts.correction")}
_NAMES = {"of": "subject", "right": "value", "put": "value", "not": "wrong", "doing": "what", "will": "what"}
_TO_THE_END = frozenset({"doing", "will"})


def slots_of(kind: ActKind, span: Span, own: Sequence[Sentence], text: str, language: Language) -> Slots:
    """Return the slots of an act at a span of a text, in sentences of its own."""
    slots: Slots = {}
    for pattern in _VALUES.get(kind, ()):
        for sentence in own:
            slots = slots or _groups(sentence, span, pattern, language)
    if kind not in _WITH_MATTER:
        return slots
    slots["what"] = span
    if kind in _MATTERS:
        for sentence in own:
            if found := _groups(sentence, span, _MATTERS[kind], language):
                slots |= found
                break
    named = (place for _, places in named_spans(text[slice(*span)], 0) for place in places)
    when = min(named, default=None)
    if when is not None:
        slots["when"] = (span[0] + when[0], span[0] + when[1])
    return slots


def _groups(sentence: Sentence, span: Span, pattern: str, language: Language) -> Slots:
    """Return the groups of a pattern where it matches a sentence within a span; a matter reaches to the span's end."""
    slots: Slots = {}
    for match in language.pattern(pattern).finditer(sentence.plain):
        for name, value in match.groupdict().items():
            at = sentence.source(*match.span(name)) if value else None
            if at is None or not (span[0] <= at[0] and at[1] <= span[1]):
                continue
            slots[_NAMES.get(name, name)] = (at[0], span[1]) if name in _TO_THE_END else at
            if name == "attribute":
                slots[name] = value
        if slots:
            break
    if isinstance(what := slots.get("what"), tuple):
        slots["what"] = what[0], max(what[0] + 1, _end(sentence, what))
    return slots


def _end(sentence: Sentence, span: Span) -> int:
    """Return where the last word within a span ends: marks are no matter."""
    return max(
        (word.end for word in sentence.words if word.end <= span[1] and not is_mark(word.plain)), default=span[1]
    )
