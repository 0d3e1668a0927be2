"""Changes a narrator's sentences to the second person and the present tense, in which they are judged."""

from collections.abc import Iterator

from app.agents.narrator.model.spoken_of import SpokenOf
from app.agents.narrator.understanding.mood import known_verbs
from app.agents.narrator.understanding.typed_words import Phrase
from app.language.analysis.lexicon import lexicon
from app.language.language import cached_by_language, current_language, patterns_of
from app.models.sheets.narration import NarrationPerson, NarrationTense
from app.models.state.game_state import GameState

_pattern = patterns_of("checks")


def as_told_to_you(sentence: str, state: GameState, spoken: SpokenOf | None = None) -> str:
    """Return a sentence with "you" for the players where it names them otherwise, the verb after it in its base form.
    Words said aloud stay as they are, and so does a sentence of a game that is told in the usual way.

    Args:
        sentence: A sentence of a narrator.
        state: The game, for its narration style and the players' names.
        spoken: The people named in the sentences before, to which this one is added; None for none.
    """
    if not is_told_otherwise(state):
        return sentence
    players, spoken = subjects(state), spoken or SpokenOf(state)
    aloud = [(said.start(), said.end()) for said in _pattern("prose_speech").finditer(sentence)]
    told, at = "", 0
    for begin, end in [*aloud, (len(sentence), len(sentence))]:
        told += _rewritten(sentence[at:begin], players, spoken) + sentence[begin:end]
        at = end
    return told


def with_players_as_you(sentence: str, state: GameState) -> str:
    """Return a sentence with "you" for the players' names, the verb after each in its base form."""
    return _rewritten(sentence, _named(state), SpokenOf(state))


def is_told_otherwise(state: GameState) -> bool:
    """Return whether a game is told in another person than the second, or in another tense than the present."""
    style = state.narration_style
    return style.person is not NarrationPerson.SECOND or style.tense is not NarrationTense.PRESENT


def subjects(state: GameState) -> tuple[str, ...]:
    """Return what a sentence calls the players that it tells of, folded: "you", "I", or their names."""
    match state.narration_style.person:
        case NarrationPerson.THIRD:
            return _named(state)
        case NarrationPerson.FIRST:
            return tuple(current_language().words("checks.claims_i"))
    return tuple(current_language().words("checks.claims_you"))


def _named(state: GameState) -> tuple[str, ...]:
    """Return the players' names, folded."""
    names = [name for player in state.party.players for name in (player.name, player.called) if name]
    return tuple(" ".join(Phrase.of(name).norms) for name in names)


def _rewritten(text: str, players: tuple[str, ...], spoken: SpokenOf) -> str:
    phrase, you = Phrase.of(text), min(current_language().words("checks.claims_you"))
    changes = list(_changes(phrase, players, you, spoken))
    for begin, end, word in reversed(changes):
        text = text[:begin] + word + text[end:]
    return text


def _changes(phrase: Phrase, players: tuple[str, ...], you: str, spoken: SpokenOf) -> Iterator[tuple[int, int, str]]:
    """Yield beginning, end and new text of the players and of the verbs behind them, in order; a contraction, which is
    two words of one place, stays."""
    at = 0
    while at < len(phrase):
        count = phrase.starts(*players, at=at) or int(spoken.player_at(phrase, at))
        spoken.note(phrase, at)
        begin, end = phrase.words[at].start, phrase.words[at + max(count, 1) - 1].end
        verb = phrase.words[at + count] if at + count < len(phrase) else None
        if count and (verb is None or verb.start >= end):
            yield begin, end, you
            if verb is not None and (base := base_form(verb.norm)) != verb.norm:
                yield verb.start, verb.end, base
        at += count or 1


def base_form(word: str) -> str:
    """Return the base form of a verb that the grammar knows: ``take`` for "took" and "takes"; any other word as it is.

    Args:
        word: A folded word.
    """
    base = current_language().forms("lemmas.verbs").get(word, word)
    return _verbs_by_stem().get(lexicon().stem(base), base)


@cached_by_language()
def _verbs_by_stem() -> dict[str, str]:
    """Return by stem the verbs of orders, and those that a narrator may claim to have happened."""
    language = current_language()
    claimed = ("opened", "arrived", "opens", "came", "left", "died", "spoken")
    forms = (word for claim in claimed for word in language.words(f"checks.claims_{claim}"))
    return {lexicon().stem(word): word for word in sorted({*known_verbs(), *forms}, key=len, reverse=True)}
