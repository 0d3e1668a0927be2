"""Whether typed words are an order that the player carries out itself, by their grammatical person and mood."""

from app.agents.narrator.understanding.action_words import action_words, first_verbs
from app.agents.narrator.understanding.deeds import ordered, plain_step, subject
from app.agents.narrator.understanding.typed_words import Phrase, word_set
from app.agents.narrator.understanding.verbs import directions, intent_of, single_verbs
from app.language.analysis.lexicon import is_adverb, is_doing, is_verb, lexicon
from app.language.language import cached_by_language

_LONGEST_CALL = 2
"""Words by which somebody is called that is not named: ``old girl``."""


def is_own_deed(text: str, *, in_company: bool) -> bool:
    """Return whether a text is a deed of the player's own: an order, or a statement of what it does.

    Args:
        text: The text.
        in_company: Whether another person is there, to which a request may be made.

    Returns:
        False for a condition, a request to another person, and the deed of another person. Where the player is alone,
        all that it says of itself may be a deed.
    """
    phrase = Phrase.of(text)
    if is_condition(phrase) or (in_company and is_request(phrase)):
        return False
    if not in_company and not word_set("hearers").isdisjoint(phrase.norms):
        return False
    is_of_player = subject() in phrase.norms or phrase.norms[0] in action_words("own")
    return begins_with_verb(ordered(text)) or is_doing(phrase.norms[0]) or (is_of_player and not in_company)


def begins_with_verb(phrase: Phrase) -> bool:
    """Return whether a phrase begins with a verb as it is ordered, perhaps with an adverb before it.

    Args:
        phrase: The phrase, without politeness.
    """
    if not phrase or is_ordered_verb(phrase.norms[0]) or intent_of(phrase) is not None:
        return bool(phrase)
    words, first, after = lexicon(), phrase.norms[0], phrase.after(1)
    is_plain = first not in words.stop | words.prepositions
    if is_plain and after and after.norms[0] in words.articles | action_words("own"):
        return True  # no noun stands before an article
    return is_adverb(first) and begins_with_verb(after)


def is_ordered_verb(word: str) -> bool:
    """Return whether a word is a verb as it is ordered: one that the grammar knows, or any base form.

    Args:
        word: A folded word.
    """
    return word in known_verbs() or is_verb(word)


@cached_by_language()
def known_verbs() -> frozenset[str]:
    """Return the verbs of one word after which the grammar, or an action that every world has, takes a name."""
    name = word_set("for_things")
    known = {verb for verb in single_verbs() for each in name if intent_of(Phrase.of(f"{verb} {each}")) is not None}
    return frozenset(known.union(verb[0] for verb in first_verbs() if len(verb) == 1))


def is_condition(phrase: Phrase) -> bool:
    """Return whether a sentence begins with a condition: ``if you open the gate, I go in``.

    Args:
        phrase: The sentence.
    """
    return phrase.starts(*word_set("conditions")) > 0 or phrase.holds(*word_set("unless"))


def is_request(phrase: Phrase) -> bool:
    """Return whether another person is asked to do something: ``could you open the gate``.

    Args:
        phrase: The text.
    """
    return phrase.without_first(word_set("fillers")).starts(*action_words("asks_other")) > 0


def says_i(text: str) -> bool:
    """Return whether a text says of the player that it does something: ``I walk to the gate``.

    Args:
        text: The text.
    """
    return subject() in Phrase.of(text).norms[:2]


def has_order(clause: str) -> bool:
    """Return whether a clause is an order by its first words: a verb, and what it is done to or where.

    Args:
        clause: The clause.
    """
    phrase = plain_step(clause)
    if not phrase or not begins_with_verb(phrase):
        return False
    if len(phrase) == 1:
        return intent_of(phrase) is not None
    words = lexicon()
    follows = word_set("name_articles") | words.prepositions | word_set("for_things") | word_set("for_either")
    return phrase.norms[1] in follows | word_set("for_people") or intent_of(phrase) is not None


def is_call(sentence: str) -> bool:
    """Return whether a sentence begins with a word or two that call somebody, and then orders something: ``Lad, run to
    the mill``, ``Dear lake, stay where you are``.

    Args:
        sentence: The sentence.
    """
    phrase = Phrase.of(sentence)
    called = phrase.without_first(action_words("own"))
    own = len(phrase) - len(called)
    ends = range(own + 1, min(own + _LONGEST_CALL + 1, len(phrase)))
    at = next((at for at in ends if "," in phrase.gap_before(at)), 0)
    if not at or not begins_with_verb(plain_step(phrase.after(at).tail)):
        return False
    words = lexicon()
    said = words.stop | words.prepositions | words.exclamations | words.numbers.keys() | word_set("fillers")
    known = said | word_set("answers") | word_set("calls") | directions().keys()
    return not any(word in known or is_adverb(word) or is_ordered_verb(word) for word in phrase.norms[own:at])
