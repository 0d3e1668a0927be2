"""The statements of a speech, clause by clause: a claim, or what supersedes an earlier statement."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from app.language.analysis.lexicon import lexicon
from app.language.analysis.terms import analyse, term_set, terms_of
from app.language.analysis.text import numbers, words
from app.language.language import cached_by_language, current_language, patterns_of
from app.language.reading.sayable import asks

_ALIKE = 0.6
"""The part of a statement that another of the same matter holds at least."""
_FEWEST = 2
"""Terms in common from which on two statements are of the same matter."""
_SINGLE = ("called", "lodging")
"""Values of which a speaker has one at a time."""
_ASIDE = ("narrator.everyday_deeds", "narrator.question_frame", "narrator.measures")

Terms = frozenset[str]
_NONE: Terms = frozenset()
_pattern = patterns_of("stating")


@dataclass(frozen=True)
class Statement:
    """The content of a clause.

    Args:
        terms: Its terms in order, without numbers.
        numbers: Its numbers.
        is_negative: Whether it denies.
        mood: Words that make it supposed or yet to come.
        content: Its terms but for the names of speaker and listeners.
        matter: Of these the ones that tell something.
        own: The same where the speaker is in the clause, else nothing.
        things: Things that are said to be somewhere.
        values: Values by their kinds.
        borrowed: Terms that its pronouns may mean.
        beside: Terms and numbers that are values of the other clauses.
        revises: Whether it, or a clause next to it, says that something is otherwise.
        reverses: Whether it does so without saying what is otherwise.
        is_asked: Whether it is a question.
        is_directed: False where its two sides may change places, as in "the prize is a falcon".
    """

    terms: tuple[str, ...]
    numbers: Terms
    is_negative: bool
    mood: Terms
    content: Terms = _NONE
    matter: Terms = _NONE
    own: Terms = _NONE
    things: Terms = _NONE
    values: Mapping[str, Terms] = field(default_factory=dict)
    borrowed: Terms = _NONE
    beside: Terms = _NONE
    revises: bool = False
    reverses: bool = False
    is_asked: bool = False
    is_directed: bool = True

    def states(self, claim: "Statement") -> bool:
        """Whether it says all that a claim says, in the same mood and sense, and not the other way round."""
        places = [self.terms.index(term) for term in claim.terms if term in self.terms]
        inner = range(1, len(places) - 1) if claim.is_directed else ()
        is_reversed = any(max(places[:at]) > places[at] > min(places[at + 1 :]) for at in inner)
        is_all = claim.numbers <= self.numbers and not _missing(claim.terms, self.borrowed.union(self.terms))
        is_said = self.is_negative is claim.is_negative and self.mood <= claim.mood and not self.is_asked
        return is_all and is_said and not is_reversed and bool(places or claim.numbers)

    @property
    def can_supersede(self) -> bool:
        """Whether there is an earlier statement that it supersedes, or takes back without naming it."""
        return self.revises or self.reverses or self.is_negative or bool(self.things or self.values)

    def supersedes(self, earlier: "Statement") -> bool:
        """Whether this, said later, is about the same and says that it changed, denies it, or gives it another place or
        value."""
        about = earlier.matter if earlier.own else _NONE
        is_changed = self.revises and not self.matter.isdisjoint(about if self.reverses else earlier.own)
        denied = self.matter & about if self.is_negative and not earlier.is_negative else _NONE
        is_denied = len(denied) >= max(_FEWEST, _ALIKE * len(earlier.matter))
        # One says no more than the other: "the key" may be "the brass key", which "the red key" is not.
        is_nested = self.things <= earlier.things or earlier.things <= self.things
        is_moved = bool(self.things & earlier.things) and is_nested
        return is_changed or is_denied or is_moved or self.is_other_version(earlier)

    def is_other_version(self, earlier: "Statement") -> bool:
        """Return whether both are of the same matter, with another value, or the clauses next to this name the earlier
        value."""
        kinds = self.values.keys() & earlier.values.keys()
        if not kinds and not self.revises:
            return False
        is_supposed = (self.mood ^ earlier.mood) - current_language().words("stating.ahead")
        if self.is_negative is not earlier.is_negative or self.is_asked or earlier.is_asked or is_supposed:
            return False
        missing = _missing(self.matter, earlier.matter | earlier.borrowed)
        is_like = len(missing) <= (1 - _ALIKE) * len(self.matter) and len(self.matter) >= _FEWEST
        is_put_right = not (earlier.matter - self.matter - self.borrowed).isdisjoint(self.beside)
        return (self.revises and is_like and is_put_right) or any(self._differs(kind, earlier) for kind in kinds)

    def _differs(self, kind: str, earlier: "Statement") -> bool:
        """Return whether it has another value of a kind, while the two share everything else that one of them says, or
        enough."""
        mine, theirs = self.values[kind], earlier.values[kind]
        own, others = self.content - mine, earlier.content - theirs
        held, told = own | self.borrowed, others | earlier.borrowed
        is_repeated = bool(own) and len(held) >= _FEWEST and not _missing(own, told)
        is_repeating = others <= held and not (others - (_NONE if earlier.own else {kind})).isdisjoint(own)
        shared = (self.matter | self.beside) & (earlier.matter if self.revises else earlier.own) - mine - theirs
        is_near = len(shared) >= _FEWEST and not shared.isdisjoint(self.matter | self.borrowed)
        is_same = is_repeated or kind in _SINGLE or (bool(kind) and (is_repeating or is_near))
        return is_same and mine.isdisjoint(theirs)


def _missing(wanted: Collection[str], held: Terms) -> Terms:
    """Return the wanted terms that ``held`` does not have, except verbs of mere being."""
    return (frozenset(wanted) - terms_of("stating.being") or frozenset(wanted)) - held


def claimed(claim: str) -> Statement:
    """A claim as one statement; without terms for one that says nothing. One that is not of the past is also stated by
    what is yet to come."""
    is_past = not _holds("present", claim) and any(map(lexicon().is_verb_like, words(claim)))
    made = _statement(claim, _is_negative(claim), is_directed=not _holds("equates", claim))
    return made if is_past else replace(made, mood=made.mood | current_language().words("stating.ahead"))


@cached_by_language(4096)
def statements(text: str, speaker: str, listeners: str) -> list[Statement]:
    """Return what each clause of a speech states, in which "I" and "you" become these names. A value that is only
    denied ("Friday, not Thursday") is a statement of its own."""
    called, told, found = term_set(listeners), _NONE, list[Statement]()
    clauses = [found.group().strip() for found in _pattern("clause").finditer(text.replace("’", "'"))]
    values = [term_set(_named(clause, speaker, listeners)) - called | numbers(clause) for clause in clauses]
    for at, clause in enumerate(clauses):
        near = " ".join(clauses[max(0, at - 1) : at + 2])
        borrowed = told if _holds("third_person", clause) else _NONE
        pieces = [piece for piece in clause.split(",") if not called.issuperset(analyse(piece).terms)]
        said = [piece for piece in pieces if not _is_negative(piece)]
        for part, is_negative in ((said, False), (pieces, True)):
            if not is_negative or said != pieces:
                made = _statement(
                    ",".join(part),
                    is_negative,
                    (speaker, listeners),
                    mood=_mood(clause),
                    borrowed=borrowed,
                    revises=reverses(near) or _holds("revised", near),
                    reverses=reverses(near),
                    is_asked=asks(clause),
                )
                beside = values[at] - made.numbers.union(made.terms)
                found.append(replace(made, beside=beside.union(*values[:at], *values[at + 1 :])))
        names = term_set(" ".join(word for word in words(clause)[1:] if word[0].isupper()))
        told = borrowed.union(names if asks(clause) or _mood(clause) else values[at])
    return found


def reverses(text: str) -> bool:
    """Whether words take something back that they need not name."""
    return _holds("reversed", text)


def _holds(pattern: str, text: str) -> bool:
    return _pattern(pattern).search(text) is not None


def _named(text: str, speaker: str, listeners: str) -> str:
    """Replace "I" and "you" by the names of speaker and listeners."""
    text = _pattern("first_person").sub(lambda _: speaker, text) if speaker else text
    return _pattern("second_person").sub(lambda _: listeners, text) if listeners else text


def _statement(text: str, is_negative: bool, names: tuple[str, str] = ("", ""), **context: Any) -> Statement:
    terms = [term for term in analyse(_named(text, *names)).terms if term not in terms_of("words.negations")]
    content = _uncounted(term_set(text) - term_set(" ".join(names)))
    matter = (content & term_set(_pattern("revised").sub(" ", text))).difference(*map(terms_of, _ASIDE))
    own = term_set(_pattern("name").sub(" ", text)) if _holds("own", text) else _NONE
    named = _pattern("named").finditer(_pattern("placed").sub(r"\g<verb>", text) if _holds("placed", text) else "")
    return Statement(
        terms=tuple(dict.fromkeys(term for term in terms if not term.isdecimal())),
        numbers=numbers(text),
        is_negative=is_negative,
        content=content,
        matter=matter,
        own=matter & own,
        things=matter & term_set(" ".join(match["thing"] for match in named)),
        values=_values(text),
        **{"mood": _mood(text), **context},
    )


def _values(text: str) -> dict[str, Terms]:
    """Return the values of a text by what they are values of: a kind, a counted thing, or "" for other numbers."""
    terms = term_set(text)
    found = {kind: terms & terms_of(f"acts.{kind}") for kind in current_language().lines("stating.kinds")}
    found |= {kind: term_set(match["value"]) for kind in _SINGLE for match in _pattern(kind).finditer(text)}
    for match in _pattern("counted").finditer(text):
        found |= {kind: numbers(match["number"]) for kind in analyse(match["of"]).terms[:1]}
    found[""] = numbers(text) | _uncounted(terms & terms_of("acts.numbers"))
    return {kind: values for kind, values in found.items() if values}


def _uncounted(terms: Terms) -> Terms:
    return frozenset(term for term in terms if not term.isdecimal())


def _mood(text: str) -> Terms:
    moods = (current_language().words(f"stating.{name}") for name in ("supposing", "ahead"))
    return frozenset(words(text.casefold())) & _NONE.union(*moods)


def _is_negative(text: str) -> bool:
    known = lexicon()
    return any(word in known.negations or word.endswith(known.negating_ends) for word in words(text.casefold()))
