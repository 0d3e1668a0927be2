"""A deed from its verb on, and what is here that it names or that a description has."""

from collections.abc import Iterator

from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.action_words import action_words, name_chunks
from app.agents.narrator.understanding.naming import ThingKind
from app.agents.narrator.understanding.parser import stripped, trimmed
from app.agents.narrator.understanding.typed_words import Phrase, word_set
from app.language.analysis.lexicon import lexicon
from app.language.analysis.terms import analyse, term_set, terms_of
from app.language.analysis.text import sentences
from app.language.language import cached_by_language, current_language
from app.models.state.game_state import GameState
from app.models.state.texts import description_now

_LATEST, _ADVERB = 6, 2
"""Words before which the player may speak of itself, after with what it acts (``with a stick I …``), or how."""
_FEWEST = 3
"""Words of an order with what it is done to."""
_CLAUSES = frozenset(",;:")
_SURE = 3
"""Letters above which a word is looked up in the vocabulary."""
_OWN_WORD = 0
"""Of the forms of the first person, the subject."""


def plain_step(text: str, *, company: bool = False) -> Phrase:
    """Return a step without politeness before it and remarks after it."""
    return _plain_step(text, company)


@cached_by_language(256)
def _plain_step(text: str, company: bool) -> Phrase:
    phrase = Phrase.of(text.strip(" *_"))
    while phrase and (taken := phrase.starts(*action_words("begging"))) and taken < len(phrase):
        phrase = phrase.after(taken)
    step = trimmed(stripped(phrase, company=company))
    return step.without_last(word_set("between_steps")) or step


def ordered(text: str) -> Phrase:
    """Return a deed from its verb on: without politeness, and without the words before ``I``."""
    phrase = plain_step(text)
    own_word = subject()
    is_before = phrase.norms[:1] and phrase.norms[0] in lexicon().stop | lexicon().prepositions
    if own_word in phrase.norms[: _LATEST if is_before else _ADVERB]:
        phrase = plain_step(phrase.after(phrase.norms.index(own_word) + 1).tail) or phrase
    return phrase


def subject() -> str:
    """Return the word with which players speak of themselves."""
    return current_language().lines("perspective.first")[_OWN_WORD].casefold()


def things_named(state: GameState, phrase: Phrase) -> list[naming.Thing]:
    """Return what is here and named after the verb of a deed, in the order of the names."""
    here = naming.everything_here(state)
    found: dict[naming.Thing, None] = {}
    for chunk in name_chunks(phrase.after(1), whole=False):
        found |= dict.fromkeys(naming.resolve(chunk.text, here, typos=False)[:1])
    return list(found)


def things_described(state: GameState, phrase: Phrase, *, is_first: bool = False) -> Iterator[naming.Thing]:
    """Yield the things here whose description has, in one sentence, all words of one of the names in some words.

    Args:
        state: The game.
        phrase: The words.
        is_first: Whether a clause has to begin with the name: after a preposition it may be that of another thing.
    """
    things = [thing for thing in naming.everything_here(state) if thing.kind is not ThingKind.EXIT]
    for terms in terms_of_names(phrase):
        for thing in things:
            texts = sentences(description(state, thing))
            if any(term_set(each).issuperset(terms) for text in texts for each in _told(text, is_first=is_first)):
                yield thing


def _told(text: str, *, is_first: bool) -> Iterator[str]:
    """Yield a sentence, or the beginnings of its clauses, each as far as its first preposition."""
    if not is_first:
        yield text
        return
    phrase, begin = Phrase.of(text), 0
    for at in range(1, len(phrase) + 1):
        if at == len(phrase) or _CLAUSES.intersection(phrase.gap_before(at)):
            clause, begin = phrase.before(at).after(begin), at
            yield next(name_chunks(clause, whole=False), clause).text


def terms_of_names(phrase: Phrase) -> Iterator[list[str]]:
    """Yield the terms of each name in some words, but for what is the player's own, or says nothing by itself."""
    everyday = terms_of("narrator.everyday_deeds") | terms_of("narrator.question_frame")
    none = action_words("own") | word_set("gesture_whose") | word_set("body")
    chunks = (chunk for chunk in name_chunks(phrase, whole=False) if none.isdisjoint(chunk.norms))
    yield from (terms for chunk in chunks if not everyday.issuperset(terms := analyse(chunk.text).terms))


def description(state: GameState, thing: naming.Thing) -> str:
    """Return how something is described now."""
    index = state.sheets
    match thing.kind:
        case ThingKind.ENCOUNTER:
            return index.encounter(thing.id)[1].description
        case ThingKind.FEATURE:
            return description_now(state, index.features[thing.id][1])
        case ThingKind.ITEM:
            return description_now(state, index.item(thing.id))
        case ThingKind.PERSON:
            return description_now(state, index.npc(thing.id))
        case ThingKind.PLACE:
            return description_now(state, state.here)
    way = index.exit(state.here.id, thing.id)
    return "" if way is None else way.description
