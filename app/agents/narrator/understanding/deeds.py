"""Whether a line that no rule reads is a deed: an order to the player's own hands, and nothing said to anybody."""

from collections.abc import Iterator
from itertools import chain

from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.action_words import action_words, name_chunks
from app.agents.narrator.understanding.naming import Kind
from app.agents.narrator.understanding.parser import called, stripped, trimmed
from app.agents.narrator.understanding.typed_words import Phrase, word_set
from app.language.analysis.lexicon import lexicon, may_be_mistyped
from app.language.analysis.terms import analyse, term_set, terms_of
from app.language.analysis.text import sentences
from app.language.language import current_language
from app.language.reading.line_kinds import LineKind, line_kinds_of
from app.models.state.game_state import GameState
from app.models.state.texts import description_now

_LATEST, _ADVERB = 6, 2
"""Words before which the player may speak of itself, after with what it acts (``with a stick I …``), or how."""
_FEWEST = 3
"""Words of an order with what it is done to."""
_SURE = 3
"""Letters above which a word is looked up in the vocabulary."""
_OWN_WORD = 0
"""Of the forms of the first person, the subject."""


def plain_step(text: str, *, company: bool = False) -> Phrase:
    """Return a step without politeness before it and remarks after it."""
    phrase = Phrase.of(text.strip(" *_"))
    while phrase and (taken := phrase.starts(*action_words("begging"))) and taken < len(phrase):
        phrase = phrase.after(taken)
    step = trimmed(stripped(phrase, company=company))
    return step.without_last(word_set("between_steps")) or step


def ordered(text: str) -> Phrase:
    """Return a deed from its verb on: without politeness, and without what stands before ``I``."""
    phrase = plain_step(text)
    subject = _subject()
    is_before = phrase.norms[:1] and phrase.norms[0] in lexicon().stop | lexicon().prepositions
    if subject in phrase.norms[: _LATEST if is_before else _ADVERB]:
        phrase = plain_step(phrase.after(phrase.norms.index(subject) + 1).tail) or phrase
    return phrase


def _subject() -> str:
    """Return the word with which players speak of themselves."""
    return current_language().lines("perspective.first")[_OWN_WORD].casefold()


def is_own_deed(clause: Phrase) -> bool:
    """Return whether a clause begins with what the player itself does: ``I rake …``."""
    no_verb = lexicon().stop | lexicon().auxiliaries
    return len(clause) >= _FEWEST and clause.norms[0] == _subject() and clause.norms[1] not in no_verb


def is_deed(state: GameState, text: str, kind: LineKind | None) -> bool:
    """Return whether a line is a deed.

    Args:
        state: The game.
        text: A line that no rule reads.
        kind: Its kind, as the model of kinds reads it; None for a line of no kind surely, or of several.
    """
    if not Phrase.of(text) or called(state, Phrase.of(text)) is not None or Phrase.of(text).is_question:
        return False
    return is_meant(state, text) if kind is LineKind.DEED else _is_ordered(state, text)


def is_meant(state: GameState, text: str) -> bool:
    """Return whether a line has words of the language, or is built like an order, or names something here."""
    phrase = ordered(text)
    if phrase.norms[0] in word_set("for_people") | word_set("for_either"):
        return False
    words = [word.norm for word in phrase.words if word.norm not in lexicon().stop]
    is_known = len(words) > 1 and any(len(word) > _SURE and not may_be_mistyped(word) for word in words[:2])
    return is_known or (len(phrase) > 1 and begins_with_verb(phrase)) or bool(things_named(state, phrase))


def _is_ordered(state: GameState, text: str) -> bool:
    """Return whether a line that may be said begins with a verb all the same, and then names something here that cannot
    be spoken to."""
    phrase = plain_step(text)
    if (
        len(phrase) < _FEWEST
        or not (begins_with_verb(phrase) or _is_of_persons_own(state, phrase))
        or phrase.norms != plain_step(text, company=True).norms
    ):
        return False
    if phrase.has("others") or phrase.asks or not word_set("players").isdisjoint(Phrase.of(text).norms[:_ADVERB]):
        return False
    parts = line_kinds_of(current_language()).parts(text, company=False)
    is_asked = not parts or parts[0].kind not in (LineKind.DEED, LineKind.ASIDE)
    if is_asked:
        return False
    named = chain(things_named(state, phrase), things_described(state, phrase.after(1)))
    return any(thing.kind is not Kind.PERSON for thing in named) or _is_of_persons_own(state, phrase)


def _is_of_persons_own(state: GameState, phrase: Phrase) -> bool:
    """Return whether something of a person who is here is named: ``Tove's hair``."""
    possessive, people = current_language().pattern("narrator.possessive"), naming.people_here(state)
    owners = (phrase.source[word.start : word.end] for word in phrase.words if possessive.search(word.norm))
    return any(naming.resolve(owner, people, typos=False) for owner in owners)


def begins_with_verb(phrase: Phrase) -> bool:
    """Return whether a line begins with a word that can be a verb, and goes on with an article, a preposition, or a
    word that stands for something."""
    words, opens = lexicon(), word_set("name_articles") | word_set("self") | word_set("gesture_whose")
    opens |= words.articles | words.prepositions | word_set("for_people") | word_set("for_things")
    none = words.stop | words.auxiliaries | words.prepositions | word_set("question_words") | word_set("answers")
    first, *then = phrase.norms[:3]
    return first not in none and not opens.isdisjoint(then) and words.auxiliaries.isdisjoint(then)


def things_named(state: GameState, phrase: Phrase) -> list[naming.Thing]:
    """Return what is here and named after the verb of a deed, in the order of the names."""
    here = naming.everything_here(state)
    found: dict[naming.Thing, None] = {}
    for chunk in name_chunks(phrase.after(1), whole=False):
        found |= dict.fromkeys(naming.resolve(chunk.text, here, typos=False)[:1])
    return list(found)


def things_described(state: GameState, phrase: Phrase) -> Iterator[naming.Thing]:
    """Yield what is here whose description has, in one sentence, all that one of the names in some words says."""
    things = [thing for thing in naming.everything_here(state) if thing.kind is not Kind.EXIT]
    for terms in terms_of_names(phrase):
        for thing in things:
            if any(term_set(each).issuperset(terms) for each in sentences(description(state, thing))):
                yield thing


def terms_of_names(phrase: Phrase) -> Iterator[list[str]]:
    """Yield the terms of each name in some words, but for what is the player's own, or says nothing by itself."""
    everyday = terms_of("narrator.everyday_deeds") | terms_of("narrator.question_frame")
    none = action_words("own") | word_set("gesture_whose") | current_language().words("line_kinds.body")
    chunks = (chunk for chunk in name_chunks(phrase, whole=False) if none.isdisjoint(chunk.norms))
    yield from (terms for chunk in chunks if not everyday.issuperset(terms := analyse(chunk.text).terms))


def description(state: GameState, thing: naming.Thing) -> str:
    """Return how something is described now."""
    index = state.sheets
    match thing.kind:
        case Kind.ENCOUNTER:
            return index.encounter(thing.id)[1].description
        case Kind.FEATURE:
            return description_now(state, index.features[thing.id][1])
        case Kind.ITEM:
            return description_now(state, index.item(thing.id))
        case Kind.PERSON:
            return description_now(state, index.npc(thing.id))
        case Kind.PLACE:
            return description_now(state, state.here)
    way = index.exit(state.here.id, thing.id)
    return "" if way is None else way.description
