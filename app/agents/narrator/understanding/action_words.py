"""Matching a typed line against the words of actions: phrases with ``{target}`` and ``{with}`` for names."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.agents.narrator.understanding.typed_words import Phrase, word_set
from app.language.language import cached_by_language, current_language

TARGET, WITH, ANY = "{target}", "{with}", "{any}"
SLOTS = frozenset({TARGET, WITH, ANY})
_LONGEST_VERB = 8


@dataclass(frozen=True)
class Match:
    """The words of an action, found in a line.

    Attributes:
        action_id: The action.
        slots: By slot what was typed in its place.
        parts: The words of the phrase as they were typed, with slots in the places of names.
    """

    action_id: str
    slots: dict[str, Phrase]
    parts: tuple[str, ...]

    @property
    def words(self) -> int:
        """How many words of the phrase itself were typed."""
        return sum(part not in SLOTS for part in self.parts)

    @property
    def takes_body_off(self) -> bool:
        """Whether a part of somebody's body is taken off something, or something off a part of a body: nothing else is
        otherwise then."""
        off = current_language().words("verbs.from")
        if (typed := self.slots.get(TARGET)) is not None:
            parts = tool_in(typed)[0].divided(*off)
            if parts is not None and not word_set("body").isdisjoint(parts[1].norms):
                return True
        return self._is_bodily and not off.isdisjoint(self.parts)

    @property
    def leaves_something(self) -> bool:
        """Whether what is brought to the target may stay there: no part of the player's own body, not everything at
        once, and nothing that goes into something else, as in ``lay the wood into the basket on the cairn``."""
        if self._is_bodily or (brought := self.slots.get(ANY)) is None:
            return not self._is_bodily
        is_one = word_set("everything").isdisjoint(brought.norms[:1]) and action_words("into").isdisjoint(brought.norms)
        return is_one and begins_name(brought)

    @property
    def _is_bodily(self) -> bool:
        moved = self.slots.get(ANY)
        return moved is not None and not word_set("body").isdisjoint(moved.norms)


@dataclass(frozen=True)
class _Row:
    action_id: str
    pattern: tuple[str, ...]


def action_words(name: str) -> frozenset[str]:
    """Return the words of this name in the section ``actions`` of the pack."""
    return current_language().words(f"actions.{name}")


def generic_matches(phrase: Phrase) -> list[Match]:
    """Return the generic actions whose words a line begins with: those with more words first.

    Args:
        phrase: The line, without politeness.
    """
    rows, found = _rows(), list[Match]()
    for length in range(min(_LONGEST_VERB, len(phrase)), 0, -1):
        for row in rows.get(phrase.norms[:length], ()):
            for slots, parts in _fits(row.pattern, phrase.after(length)):
                found.append(Match(row.action_id, slots, (*phrase.norms[:length], *parts)))
                break
    return sorted(found, key=lambda match: -match.words)


def first_token(template: str) -> str:
    """Return the first word of an author's phrase, without articles, or the slot that it begins with."""
    return next(iter(_tokens(template)), "")


def words_fit(template: str, phrase: Phrase) -> Iterator[Match]:
    """Yield the ways in which a line is an author's phrase; articles do not count.

    Args:
        template: The phrase, such as ``pull {target}`` or ``throw the lever``.
        phrase: The line, without politeness.
    """
    for slots, parts in _fits(_tokens(template), phrase, skip=word_set("articles")):
        yield Match("", slots, parts)


def literal_parts(template: str, phrase: Phrase) -> Iterator[tuple[str, str]]:
    """Yield the parts of an author's phrase that may name its target, the longest first, each with the phrase that has
    ``{target}`` in the part's place.

    Args:
        template: The phrase; one with ``{target}`` has no such part.
        phrase: The line, without politeness; one that begins with another word is not the phrase.
    """
    tokens = _tokens(template)
    if TARGET in tokens or not phrase or tokens[:1] != phrase.norms[:1]:
        return
    for length in range(len(tokens) - 1, 0, -1):
        for begin in range(1, len(tokens) - length + 1):
            part = tokens[begin : begin + length]
            if SLOTS.isdisjoint(part):
                yield " ".join(part), " ".join((*tokens[:begin], TARGET, *tokens[begin + length :]))


@cached_by_language(2048)
def _tokens(template: str) -> tuple[str, ...]:
    """Return the words and slots of an author's phrase, without articles."""
    found: list[str] = []
    for part in template.replace("{", " {").replace("}", "} ").split():
        found += [part] if part in SLOTS else Phrase.of(part).norms
    return tuple(token for token in found if token not in word_set("articles"))


@cached_by_language()
def _rows() -> dict[tuple[str, ...], list[_Row]]:
    rows: dict[tuple[str, ...], list[_Row]] = {}
    for action_id in current_language().sections["actions"].lines["phrases"]:
        for line in current_language().lines("actions.phrases", action_id):
            verbs, _, pattern = line.partition(":")
            row = _Row(action_id, tuple(pattern.split()))
            for verb in verbs.split(","):
                rows.setdefault(Phrase.of(verb).norms, []).append(row)
    return rows


def _fits(
    pattern: Sequence[str], rest: Phrase, skip: frozenset[str] = frozenset()
) -> Iterator[tuple[dict[str, Phrase], tuple[str, ...]]]:
    """Yield the slots, and the parts with the words that were typed, of each way in which a pattern fits all words."""
    while rest and rest.norms[0] in skip and pattern and pattern[0] not in SLOTS:
        rest = rest.after(1)
    if not pattern:
        if not rest:
            yield {}, ()
        return
    token, *then = pattern
    if token not in SLOTS:
        if rest and rest.norms[0] in token.rstrip("?").split("/"):
            word = rest.norms[0]
            yield from ((slots, (word, *parts)) for slots, parts in _fits(then, rest.after(1), skip))
        if token.endswith("?"):
            yield from _fits(then, rest, skip)
        return
    for end in range(1, len(rest) + 1) if then else [len(rest)][: len(rest)]:
        for slots, parts in _fits(then, rest.after(end), skip):
            yield {token: rest.before(end), **slots}, (token, *parts)


def name_chunks(phrase: Phrase, *, whole: bool = True) -> Iterator[Phrase]:
    """Yield the parts of a typed text that may be a name: all of it (``whole``), then the parts between words such as
    ``on`` and ``of``; nothing from the words on that name a tool."""
    if whole:
        tools = action_words("tools")
        named = phrase.before(next((at for at in range(1, len(phrase)) if phrase.norms[at] in tools), len(phrase)))
        yield named.without_first(action_words("quantities")) or named
    ends, begin = action_words("name_ends"), 0
    for at in range(len(phrase) + 1):
        is_end = at == len(phrase) or phrase.norms[at] in ends or bool(at and phrase.gap_before(at).strip(" '’-"))
        if not is_end:
            continue
        chunk = phrase.before(at).after(begin)
        if chunk and (begin or at < len(phrase) or not whole):
            yield chunk.without_first(action_words("quantities")) or chunk
        if at < len(phrase) and phrase.norms[at] in action_words("tools"):
            return
        begin = at + 1 if at < len(phrase) and phrase.norms[at] in ends else at


def begins_name(phrase: Phrase) -> bool:
    """Return whether a typed text begins as a name, and not with how or where something is done: ``behind the post``.

    Args:
        phrase: What was typed for a slot.
    """
    return action_words("name_ends").isdisjoint(phrase.norms[:1])


def tool_in(phrase: Phrase) -> tuple[Phrase, Phrase | None]:
    """Return a line without what it is done with at its end, and that; None where no such thing is named."""
    parts = phrase.divided(*action_words("tools"), last=True)
    return (phrase, None) if parts is None else parts


def first_verbs() -> frozenset[tuple[str, ...]]:
    """Return the verbs of all generic actions, each as its words."""
    return frozenset(_rows())
