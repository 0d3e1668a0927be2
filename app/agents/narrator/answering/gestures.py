"""Gestures of a player: described in a line, noticed by a person, and without any consequence."""

from app.agents.narrator.company import addressee
from app.agents.narrator.telling import descriptions
from app.agents.narrator.telling.variants import fill_marked
from app.agents.narrator.turn.meaning import find
from app.agents.narrator.turn.turn_builder import TurnBuilder
from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.typed_words import Phrase, is_pronoun, word_set
from app.agents.narrator.understanding.verbs import intent_of
from app.language.analysis.terms import term_set
from app.language.language import cached_by_language, current_language

_MOST_WORDS = 15
_WHOSE, _REFLEXIVE = 2, 4
"""Of the forms of a person of grammar."""


def gestured(turn: TurnBuilder, text: str, *, is_deed: bool = False) -> bool:
    """Show a gesture, if the text is one and nothing else, or, of what is surely a deed (``is_deed``), a deed of the
    player's own body ("I put my hand on her arm"). A person notices it, and it takes no time. Return whether it was
    one."""
    typed = Phrase.of(text)
    phrase = typed.without_first(word_set("gesturing") | word_set("being"))
    shown = _gesture(turn, typed, phrase) if len(phrase) <= _MOST_WORDS and not typed.is_question else None
    shown = shown or (_of_body(turn, typed, phrase) if is_deed else None)
    if shown is None:
        return False
    deed, seen_by = shown
    turn.remark(turn.text("gesture", deed=deed[:1].lower() + deed[1:]))
    if seen_by is not None:
        notice(turn, seen_by)
    turn.understood = False
    return True


def notice(turn: TurnBuilder, npc_id: str) -> None:
    """Tell that a person has noticed what the player did.

    Args:
        turn: The turn.
        npc_id: The person.
    """
    noticed = turn.stock_line(f"noticed:{npc_id}", "noticed")
    turn.remark(fill_marked(noticed, {"name": turn.state.name(npc_id)}).text)


def is_gesture(turn: TurnBuilder, text: str) -> bool:
    """Return whether a text is a known gesture and nothing else."""
    typed = Phrase.of(text)
    phrase = typed.without_first(word_set("gesturing") | word_set("being"))
    is_short = len(phrase) <= _MOST_WORDS and not typed.is_question
    return is_short and _gesture(turn, typed, phrase) is not None


def _gesture(turn: TurnBuilder, typed: Phrase, phrase: Phrase) -> tuple[str, str | None] | None:
    """Return a known gesture in the player's words, and the id of the person that notices it."""
    is_own = len(phrase) < len(typed) or not phrase.has("others")
    if not phrase or not is_own or _goes_on(phrase):
        return None
    term, rest = term_set(phrase.norms[0]), phrase.after(1)
    if not (deed := _deeds().get(term)):
        return None
    towards = rest.starts(*word_set("gesture_at"))
    whom, seen_by = _object(turn, rest.after(towards))
    if not whom and deed in word_set("gestures_of"):
        return None
    how = rest.before(towards).text if whom and towards else ""
    return " ".join(filter(None, (deed, how, whom))), seen_by


@cached_by_language()
def _deeds() -> dict[frozenset[str], str]:
    """Return the verbs of gestures by their terms; of several the first in the order of the alphabet."""
    deeds = sorted(word_set("gestures") | word_set("gestures_of"), reverse=True)
    return {term_set(word): word for word in deeds}


def _of_body(turn: TurnBuilder, typed: Phrase, phrase: Phrase) -> tuple[str, str | None] | None:
    """A deed of the player's own body as far as its first sign, in its own words; None where a thing here is named."""
    is_own = typed.starts(*word_set("gesturing")) or intent_of(phrase) is not None
    phrase = phrase.before(next((at for at in range(1, len(phrase)) if phrase.gap_before(at).strip(" -")), len(phrase)))
    named = naming.named_in(phrase.text, naming.everything_here(turn.state))
    seen_by = named[0].id if named else addressee(turn.state)
    is_bodily = not word_set("body").isdisjoint(phrase.norms)
    is_at_nobody = seen_by is None and phrase.has("gesture_whose")
    if not (is_own and is_bodily) or is_at_nobody or any(thing.kind is not naming.ThingKind.PERSON for thing in named):
        return None
    first, second = (current_language().lines(f"perspective.{who}") for who in ("first", "second"))
    yours = {mine.casefold(): your for mine, your in zip(first, second, strict=True)}
    return " ".join(yours.get(word.norm, phrase.source[word.start : word.end]) for word in phrase.words), seen_by


def _goes_on(phrase: Phrase) -> bool:
    """Whether another clause follows, which may be a wish of its own."""
    gaps = {at: phrase.gap_before(at) for at in range(1, len(phrase))}
    joints = [at for at in gaps if phrase.norms[at] in word_set("between_steps")]
    apart = any(sign in gap for gap in gaps.values() for sign in ".,;:!\n")
    return apart or any(intent_of(phrase.after(at + 1)) is not None for at in joints)


def _object(turn: TurnBuilder, rest: Phrase) -> tuple[str, str | None]:
    """Return the target of a gesture in the player's words, "" for none that is here; and the id of the person that
    notices."""
    seen_by, opening = addressee(turn.state), rest.norms[0] if rest else ""
    first, second = (current_language().lines(f"perspective.{who}") for who in ("first", "second"))
    whose = opening if seen_by and opening in word_set("gesture_whose") else ""
    whose = second[_WHOSE] if opening == first[_WHOSE] else whose
    if whose and len(rest) > 1 and rest.norms[1] not in word_set("between_steps"):
        return f"{whose} {rest.after(1).before(1).text}", seen_by
    if opening == first[_REFLEXIVE]:
        return second[_REFLEXIVE], seen_by
    here = naming.everything_here(turn.state)
    found = find(turn, opening, here) if is_pronoun(opening) else naming.split_name(rest.text, here)[0]
    if opening in word_set("person"):
        found = [thing for thing in here if thing.id == seen_by]
    if len(found) != 1:
        return "", seen_by
    return descriptions.display(found[0]), found[0].id if found[0].kind is naming.ThingKind.PERSON else seen_by
