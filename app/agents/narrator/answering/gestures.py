"""Gestures of a player: told in a line, noticed by who is there, and without any consequence."""

from app.agents.narrator.acting.company import addressee
from app.agents.narrator.acting.meaning import find
from app.agents.narrator.acting.turn import TurnBuilder
from app.agents.narrator.telling import sight
from app.agents.narrator.telling.variants import filled
from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.typed_words import Phrase, ends_as_question, is_pronoun, word_set
from app.agents.narrator.understanding.verbs import intent_of
from app.language.analysis.terms import term_set, terms_of
from app.language.language import current_language

_MOST_WORDS = 15
_WHOSE, _REFLEXIVE = 2, 4
"""Of the forms of a person of grammar."""


def gestured(turn: TurnBuilder, text: str) -> bool:
    """Whether the text is a gesture and nothing else; it is told, and takes no time."""
    typed = Phrase.of(text)
    phrase = typed.without_first(word_set("gesturing"))
    is_own = len(phrase) < len(typed) or word_set("others").isdisjoint(phrase.norms)
    if not (is_own and 0 < len(phrase) <= _MOST_WORDS) or ends_as_question(text):
        return False
    term, rest = term_set(phrase.norms[0]), phrase.after(1)
    if term.isdisjoint(terms_of("narrator.gestures") | terms_of("narrator.gestures_of")) or _goes_on(phrase):
        return False
    deeds = sorted(word_set("gestures") | word_set("gestures_of"))
    deed = next((word for word in deeds if term_set(word) == term), "")
    towards = rest.starts(*word_set("gesture_at"))
    whom, seen_by = _object(turn, rest.after(towards))
    if not deed or (not whom and deed in word_set("gestures_of")):
        return False
    how = rest.before(towards).text if whom and towards else ""
    turn.remark(turn.text("gesture", deed=" ".join(filter(None, (deed, how, whom)))))
    if seen_by is not None:
        noticed = turn.stock_line(f"noticed:{seen_by}", "noticed")
        turn.remark(filled(noticed, {"name": turn.state.name(seen_by)}).text)
    turn.understood = False
    return True


def _goes_on(phrase: Phrase) -> bool:
    """Whether another clause follows, which may be a wish of its own."""
    gaps = {at: phrase.gap_before(at) for at in range(1, len(phrase))}
    joints = [at for at in gaps if phrase.norms[at] in word_set("between_steps")]
    apart = any(sign in gap for gap in gaps.values() for sign in ".,;:!\n")
    return apart or any(intent_of(phrase.after(at + 1)) is not None for at in joints)


def _object(turn: TurnBuilder, rest: Phrase) -> tuple[str, str | None]:
    """What a gesture is made at, as it is told, "" for nothing that is here; and who sees it first."""
    seen_by, opening = addressee(turn.state), rest.norms[0] if rest else ""
    first, second = (current_language().lines(f"perspective.{who}") for who in ("first", "second"))
    whose = opening if seen_by and opening in word_set("gesture_whose") else ""
    if len(rest) > 1 and (whose := second[_WHOSE] if opening == first[_WHOSE] else whose):
        return f"{whose} {rest.after(1).before(1).text}", seen_by
    if opening == first[_REFLEXIVE]:
        return second[_REFLEXIVE], seen_by
    here = naming.everything_here(turn.state)
    found = find(turn, opening, here) if is_pronoun(opening) else naming.split_name(rest.text, here)[0]
    if opening in word_set("person"):
        found = [thing for thing in here if thing.id == seen_by]
    if len(found) != 1:
        return "", seen_by
    return sight.display(found[0]), found[0].id if found[0].kind is naming.Kind.PERSON else seen_by
