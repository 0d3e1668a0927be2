"""The clauses of a narrator's sentence, with marks in the place of what they name."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from app.agents.narrator.model.told_form import base_form
from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.masking import Mention, mentions_in
from app.agents.narrator.understanding.naming import Thing, ThingKind
from app.agents.narrator.understanding.typed_words import Phrase, name_words, word_set
from app.language.analysis.lexicon import is_verb, lexicon
from app.language.kinds.told_features import OTHERS, POSSESSIVE, SPEECH, TARGET
from app.language.language import current_language, patterns_of
from app.models.sheets.person import Pronouns
from app.models.state.game_state import GameState

_pattern = patterns_of("checks")
_PERSON, _THING, _PLACE, _WAY = OTHERS
_MARK_OF = {ThingKind.PERSON: _PERSON, ThingKind.PLACE: _PLACE, ThingKind.EXIT: _WAY}

_SINGLE = frozenset({ThingKind.PERSON, ThingKind.PLACE, ThingKind.EXIT})
"""Kinds of things that an indefinite article does not speak of."""
_JOINED = 12
"""The most tokens of the clause before that one without a verb is read with."""

Named = tuple[Thing, ...]
"""What one name or pronoun may mean."""


@dataclass(frozen=True)
class MarkedWord:
    """A folded word, or what a name or pronoun means; ``of`` whether it is in the possessive."""

    word: str
    named: Named = ()
    of: bool = False
    is_pronoun: bool = False


@dataclass(frozen=True)
class ProseClause:
    """A clause of a sentence: what its subject and verbs were carried over from another, and its own tokens."""

    tokens: tuple[MarkedWord, ...]
    is_joined: bool = False
    """Whether it has no verb, and is read with the clause before it."""

    def targets(self) -> list[Named]:
        """List what it names, each once; nothing where it has no verb."""
        if not any(_may_be_verb(token.word) for token in self.tokens):
            return []
        return list(dict.fromkeys(token.named for token in self.tokens if token.named))

    def names(self, target: Named) -> bool:
        """Return whether a target is named, and not only spoken of by a pronoun."""
        return any(token.named == target and not token.is_pronoun for token in self.tokens)

    def is_of(self, subject: str) -> bool:
        """Return whether a word is its subject: no verb and no name precedes it."""
        for token in self.tokens:
            if token.word == subject:
                return True
            if token.named or _may_be_verb(token.word):
                return False
        return False

    def marked(self, target: Named = ()) -> list[str]:
        """Return its words, with marks for names: the target's own for the target."""
        return list(self._marked(target))

    def _marked(self, target: Named) -> Iterator[str]:
        for token in self.tokens:
            if not token.named:
                yield token.word
                continue
            yield TARGET if token.named == target else _MARK_OF.get(token.named[0].kind, _THING)
            if token.of:
                yield POSSESSIVE


@dataclass
class NamedLast:
    """What a text has named last, of which its pronouns speak."""

    people: dict[Pronouns, Named] = field(default_factory=dict)
    thing: Named = ()

    def copy(self) -> "NamedLast":
        """Return a copy that follows a text on its own."""
        return replace(self, people=dict(self.people))

    def note(self, named: Named) -> None:
        """Note what was named."""
        match named[0].kind:
            case ThingKind.PERSON:
                fitting = Pronouns if named[0].pronouns is None else (named[0].pronouns,)
                self.people.update(dict.fromkeys(fitting, named))
            case ThingKind.ITEM | ThingKind.FEATURE:
                self.thing = named


def clauses_of(sentence: str, state: GameState, last: NamedLast, *, any_form: bool = False) -> list[ProseClause]:
    """List the clauses of a sentence, without what is said aloud.

    Args:
        sentence: The sentence.
        state: The game.
        last: What was named before; what the sentence names is noted in it.
        any_form: Whether verbs are brought to their base form, as in a story that is told in the past tense.
    """
    text = _pattern("prose_speech").sub(f" {SPEECH} ", sentence)
    phrase = Phrase.of(text)
    if not phrase:
        return []
    joints = [match.span() for match in _pattern("prose_clauses").finditer(text)]
    found: list[ProseClause] = []
    carried: tuple[MarkedWord, ...] = ()
    tokens: list[MarkedWord] = []
    end = 0
    for start, token in _tokens(phrase, state, last):
        while joints and start >= joints[0][0]:
            _, end = joints.pop(0)
            if tokens:
                found.append(_whole(tokens, carried, found))
                carried, tokens = _carried(found[-1].tokens), []
        if start < end:  # the word that joins two clauses
            continue
        if _repeats(tokens, token):
            tokens.pop()
            continue
        tokens.append(replace(token, word=base_form(token.word)) if any_form else token)
    return [*found, _whole(tokens, carried, found)] if tokens else found


def _repeats(tokens: Sequence[MarkedWord], token: MarkedWord) -> bool:
    """Return whether a name only goes on with the one before: "a bucket of herring" for the herring bucket."""
    of = current_language().words("checks.claims_of")
    return bool(token.named) and len(tokens) > 1 and tokens[-1].word in of and tokens[-2].named == token.named


def _tokens(phrase: Phrase, state: GameState, last: NamedLast) -> Iterator[tuple[int, MarkedWord]]:
    """Yield the tokens of a text with their places."""
    names = (
        each
        for each in mentions_in(state, phrase)
        if phrase.source[each.start : each.end] not in word_set("this_place")
    )
    mention, at = next(names, None), 0
    here = naming.people_here(state)
    while at < len(phrase):
        word = phrase.words[at]
        if mention is not None and word.start >= mention.start:
            named, end = _meant(mention, phrase, at), mention.end
            mention = next(names, None)
            if named:
                last.note(named)
                yield word.start, MarkedWord("", named, of=_is_possessive(phrase, end))
                while at < len(phrase) and phrase.words[at].start < end:
                    at += 1
                continue
        named = _spoken_of(phrase, at, here, last)
        is_speech = phrase.source[word.start : word.end] == SPEECH
        yield word.start, MarkedWord(SPEECH if is_speech else "" if named else word.norm, named, is_pronoun=bool(named))
        at += 1


def _meant(mention: Mention, phrase: Phrase, at: int) -> Named:
    """Return what a name may mean: none that there is one of behind "a", and of what is not here no item by one word
    that is not its whole name."""
    found = mention.things
    if at and phrase.norms[at - 1] in current_language().words("checks.claims_any"):
        found = tuple(thing for thing in found if thing.kind not in _SINGLE)
    if mention.is_here:
        return found
    words = name_words(phrase.source[mention.start : mention.end])
    return tuple(
        thing for thing in found if thing.kind is not ThingKind.ITEM or len(words) > 1 or words == thing.names[0]
    )


def _is_possessive(phrase: Phrase, end: int) -> bool:
    return phrase.source[max(0, end - 2) : end] in ("'s", "’s")


def _spoken_of(phrase: Phrase, at: int, here: Sequence[Thing], last: NamedLast) -> Named:
    """Return what a pronoun speaks of; () for any other word, and for a possessive."""
    norm = phrase.norms[at]
    if norm not in word_set("for_people") and norm not in word_set("for_things"):
        return ()
    follows = phrase.norms[at + 1] if at + 1 < len(phrase) else ""
    if (
        norm in lexicon().determiners
        and follows
        and follows not in lexicon().stop
        and not phrase.gap_before(at + 1).strip()
    ):
        return ()
    if norm in word_set("for_things"):
        return last.thing if norm in current_language().words("checks.claims_it") else ()
    for each in naming.pronouns_in((norm,)):
        if each in last.people:
            return last.people[each]
        fitting = [person for person in here if person.pronouns in (each, None)]
        if len(fitting) == 1:
            return (fitting[0],)
    return ()


def _whole(tokens: Sequence[MarkedWord], carried: tuple[MarkedWord, ...], before: Sequence[ProseClause]) -> ProseClause:
    """Return a clause, with the subject of the one before where it begins with a verb, and with all of it where it has
    no verb."""
    if before and not any(_may_be_verb(token.word) for token in tokens if not token.named):
        return ProseClause((*before[-1].tokens[-_JOINED:], *tokens), is_joined=True)
    first = tokens[0]
    begins_with_verb = not first.named and _may_be_verb(first.word)
    return ProseClause((*carried, *tokens) if begins_with_verb else tuple(tokens))


def _may_be_verb(word: str) -> bool:
    """Return whether a word may be a verb, in the base form or in that of the third person."""
    words = lexicon()
    if word in words.auxiliaries or word in current_language().words("checks.claims_verbs"):
        return True
    if words.bases.get(word, word) in words.verbs:
        return True
    if word in words.stop or word in words.prepositions:
        return False
    return is_verb(word) or is_verb(words.stem(word))


def _carried(tokens: Sequence[MarkedWord]) -> tuple[MarkedWord, ...]:
    """Return the subject of a clause with what denies it or makes it only possible."""
    words = lexicon()
    at = next((at for at, token in enumerate(tokens) if token.named or token.word in _subjects()), None)
    if at is None:
        return ()
    kept = [tokens[at]]
    for before in tokens[:at]:
        if before.word in current_language().words("checks.claims_if"):
            kept.insert(0, before)
    for token in tokens[at + 1 :]:
        if token.word in words.auxiliaries or token.word in words.negations:
            kept.append(token)
        else:
            break
    return tuple(kept)


def _subjects() -> frozenset[str]:
    return current_language().words("checks.claims_you")
