"""Cutting a typed line: by its marks into what is said aloud and what is done, into sentences, and into clauses."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from app.agents.narrator.acting.steps import as_ordered
from app.agents.narrator.understanding.action_words import action_words
from app.agents.narrator.understanding.deeds import ordered
from app.agents.narrator.understanding.mood import begins_with_verb, is_condition, says_i
from app.agents.narrator.understanding.typed_words import QUOTES, Phrase, TypedWord, word_set
from app.agents.narrator.understanding.verbs import directions
from app.language.analysis.lexicon import is_adverb, is_doing, lexicon

_ENDS = ".!?…;\n"
_MOST_CLAUSES = 10
_FEWEST = 2
"""Words of a name with what is done."""


class LinePart(NamedTuple):
    """A part of a line.

    Attributes:
        text: Its words, without marks of speech and role-play.
        start: Where it begins in the line, in characters.
        is_speech: Whether it is said aloud by its marks; None where no mark says it.
        is_aside: Whether it only says when or why the deed behind it is done.
    """

    text: str
    start: int
    is_speech: bool | None = None
    is_aside: bool = False

    @property
    def end(self) -> int:
        """Where it ends in the line."""
        return self.start + len(self.text)


def marked_parts(line: str) -> list[LinePart]:
    """Divide a line by its marks: quotation marks are speech, asterisks a deed. The rest of a line with quotations is
    done, and of one with asterisks said.

    Args:
        line: The line.

    Returns:
        The parts in order, none without a word.
    """
    quoted = list(_quoted(line))
    acted = [] if quoted else list(_acted(line))
    if not quoted and not acted:
        return [_trimmed(line, 0, len(line), is_speech=None)]
    found, at = list[LinePart](), 0
    for start, end in [*(quoted or acted), (len(line), len(line))]:
        found.append(_trimmed(line, at, start, is_speech=not quoted))
        found.append(_trimmed(line, start, end, is_speech=bool(quoted)))
        at = end
    return [part for part in found if Phrase.of(part.text)]


def _quoted(line: str) -> Iterator[tuple[int, int]]:
    at = 0
    while at < len(line):
        closing = QUOTES.get(line[at])
        if closing is None:
            at += 1
            continue
        end = line.find(closing, at + 1)
        end = len(line) if end < 0 else end
        yield at + 1, end
        at = end + 1


def _acted(line: str) -> Iterator[tuple[int, int]]:
    """Yield what is between asterisks."""
    at = 0
    while (opened := line.find("*", at)) >= 0:
        begin = next((place for place in range(opened, len(line)) if line[place] != "*"), len(line))
        end = line.find("*", begin)
        if end < 0:
            return
        yield begin, end
        at = next((place for place in range(end, len(line)) if line[place] != "*"), len(line))


def _trimmed(line: str, start: int, end: int, *, is_speech: bool | None) -> LinePart:
    text = line[start:end]
    bare = text.lstrip(' *_"“”„«»\t\n,')
    begin = start + len(text) - len(bare)
    return LinePart(bare.rstrip(' *_"“”„«»\t\n'), begin, is_speech)


def in_third_person(part: LinePart, names: frozenset[str]) -> LinePart:
    """Return a sentence that says of a player by name what it does (``Ann steps aside``) as a deed, without the name;
    any other as it is.

    Args:
        part: The sentence.
        names: The words of the players' names.
    """
    phrase = Phrase.of(part.text)
    if part.is_speech or len(phrase) < _FEWEST or phrase.norms[0] not in names or phrase.gap_before(1).strip():
        return part
    verb = phrase.norms[1]
    if verb in lexicon().auxiliaries or as_ordered(verb) == verb:
        return part
    begin = phrase.words[1].start
    return LinePart(part.text[begin:], part.start + begin, is_speech=False)


def clauses(part: LinePart, is_name: Callable[[int, int], bool]) -> list[tuple[int, int]]:
    """List the clauses of a sentence: where each begins and ends in its text, without the joint between them, and
    without one at its end. A condition with what follows from it is one clause.

    Args:
        part: The part.
        is_name: Says whether a name reaches from before one place of the line to after another.
    """
    whole = Phrase.of(part.text)
    if is_condition(whole):
        return [(0, len(part.text))]
    phrase = whole.without_last(word_set("joints") - directions().keys()) or whole
    cuts = [(0, 0)]
    for at in range(1, len(phrase)):
        word, before = phrase.words[at], phrase.words[at - 1]
        if before.end > word.start or is_name(part.start + before.end, part.start + word.end):
            continue
        gap = part.text[before.end : word.start]
        if _is_in_number(before, gap, word):
            continue
        if _is_joint(phrase, at):
            cuts.append((before.end, phrase.words[at + 1].start))
        elif any(sign in gap for sign in ".!?;,…\n–—&+") and cuts[-1][1] < word.start:
            cuts.append((before.end + len(gap.rstrip()), word.start))
    cuts = cuts[:_MOST_CLAUSES]
    last = len(part.text) if len(phrase) == len(whole) else phrase.words[-1].end
    ends = [*(end for end, _ in cuts[1:]), last]
    return [(begin, end) for (_, begin), end in zip(cuts, ends, strict=True) if begin < end]


def _is_in_number(before: TypedWord, gap: str, word: TypedWord) -> bool:
    """Return whether a sign is within a number: ``1.5``."""
    return gap in (".", ",") and before.norm[-1:].isdigit() and word.norm[:1].isdigit()


def _is_joint(phrase: Phrase, at: int) -> bool:
    """Return whether a word joins two clauses. One that may be a direction, too ("n"), does not before another joint
    or a sign."""
    word, joints = phrase.words[at], word_set("joints")
    if word.norm not in joints or at + 1 == len(phrase):
        return False
    is_last = phrase.words[at + 1].norm in joints or phrase.gap_before(at + 1).strip() != ""
    return not (is_last and word.norm in directions())


def may_begin(clause: str) -> bool:
    """Return whether a clause may be a part of its own.

    A clause that begins with a determiner, a number or a participle (``whistling``), or that has stop words alone,
    belongs to the part before it.

    Args:
        clause: Its words.
    """
    norms = Phrase.of(clause).norms
    if norms and (is_doing(norms[0]) or _says_how(norms)):
        return False
    is_noun = bool(norms) and (norms[0] in word_set("name_articles") or norms[0] in lexicon().numbers)
    return not is_noun and not lexicon().stop.issuperset(norms)


def _says_how(norms: Sequence[str]) -> bool:
    """Return whether words begin with adverbs before a preposition: ``very slowly on the carpet``."""
    words = lexicon()
    plain = words.stop - words.prepositions
    at = next((at for at, word in enumerate(norms) if not (is_adverb(word) or word in plain)), len(norms))
    return any(map(is_adverb, norms[:at])) and not words.prepositions.isdisjoint(norms[at : at + 1])


def is_aside(clause: str) -> bool:
    """Return whether a clause only says when or why something is done: ``while the soup cooks``.

    Args:
        clause: The clause.
    """
    first = Phrase.of(clause).norms[:1]
    return not (action_words("clauses") - word_set("fillers") - word_set("to")).isdisjoint(first)


def may_be_deed(clause: str) -> bool:
    """Return whether a clause may be a deed by itself: it begins with a verb or a way, or speaks of the player.

    Args:
        clause: The clause; its verb may be in the third person, as in role-play.
    """
    phrase = Phrase.of(as_ordered(clause))
    leading = word_set("leads_to") | word_set("towards") | word_set("backwards") | directions().keys()
    plain = ordered(phrase.text) if phrase else phrase
    if not plain or plain.norms[0] in leading or begins_with_verb(plain) or says_i(clause):
        return bool(plain)
    is_before_name = not word_set("name_articles").isdisjoint(plain.norms[1:2])  # "have a look": no noun stands there
    return is_before_name and plain.norms[0] not in lexicon().prepositions | lexicon().articles


def says_anything(sentence: str) -> bool:
    """Return whether a sentence says more than how or when the deed before it is done: ``pull. now.``

    Args:
        sentence: Its words.
    """
    phrase = Phrase.of(sentence)
    is_short = phrase.starts(*(word_set("trailing") | word_set("between_steps"))) == len(phrase)
    return phrase.asks or not is_short or not directions().keys().isdisjoint(phrase.norms)


def sentence_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield where each sentence of a text begins and ends."""
    begin = 0
    for at in range(1, len(text) + 1):
        is_end = at == len(text) or text[at - 1] == "\n" or (text[at].isspace() and text[at - 1] in _ENDS)
        if is_end and Phrase.of(text[begin:at]):
            piece = text[begin:at]
            yield begin + len(piece) - len(piece.lstrip()), begin + len(piece.rstrip())
            begin = at
