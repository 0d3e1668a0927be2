"""Judges a model's text by the state of the game: what it says has happened must be so, what is hidden stays hidden, it
does not speak for a player, and it shows nothing of the program. Figures of speech, moods and dialogue are let through.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property

from app.agents.narrator.model.clauses import NamedLast, ProseClause, clauses_of
from app.agents.narrator.model.hidden_texts import authored_ids, hidden_texts, read_lately
from app.agents.narrator.model.spoken_of import SpokenOf
from app.agents.narrator.model.told_changes import CarriedItems, ToldChange, is_untrue, untrue_changes, wills
from app.agents.narrator.model.told_form import as_told_to_you, base_form, is_told_otherwise, with_players_as_you
from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.intents import Wish
from app.agents.narrator.understanding.naming import Thing
from app.agents.narrator.understanding.typed_words import Phrase, word_set
from app.agents.narrator.understanding.verbs import intent_of
from app.language.analysis.terms import term_set
from app.language.analysis.text import sentences
from app.language.checks.evidence import Evidence
from app.language.language import current_language, patterns_of
from app.models.state.game_state import GameState

_pattern = patterns_of("checks")


class Strictness(StrEnum):
    """How much of a model's text is judged."""

    STRICT = "strict"
    """Also each number, and each name that nothing before the model contains."""
    BALANCED = "balanced"
    """The state, secrets, words of players, signs of the program, and unknown people who act."""
    OFF = "off"


class WorldClaim(StrEnum):
    """What a sentence of a narrator says has happened, as far as the state can tell."""

    TAKEN = "taken"
    HANDED_OVER = "handed_over"
    DROPPED = "dropped"
    OPENED = "opened"
    ARRIVED = "arrived"
    CAME = "came"
    LEFT = "left"
    DIED = "died"


_CHANGES = {
    WorldClaim.TAKEN: ToldChange.TAKEN,
    WorldClaim.HANDED_OVER: ToldChange.GONE,
    WorldClaim.DROPPED: ToldChange.GONE,
    WorldClaim.OPENED: ToldChange.OPENED,
    WorldClaim.ARRIVED: ToldChange.ARRIVED,
    WorldClaim.CAME: ToldChange.CAME,
    WorldClaim.LEFT: ToldChange.LEFT,
    WorldClaim.DIED: ToldChange.DIED,
}
"""The change in the state that each claim is of."""


@dataclass
class NarrationGuard:
    """Judges the sentences of one turn, by the state as it is when each is judged.

    Args:
        state: The game.
        strictness: How much is judged.
        evidence: What a model was shown; where it is None, names are not judged.
        is_person: Whether a person speaks: then no name of the story counts that the model was not shown.
        said: The line that the player has typed.
        items: What the party has carried in the turn; None where that is not known.

    Sentences are judged in their order: in a game that is told in the third person a pronoun speaks of the last one
    named that it fits, in a sentence that was not refused.
    """

    state: GameState
    strictness: Strictness = Strictness.BALANCED
    evidence: Evidence | None = None
    is_person: bool = False
    said: str = ""
    items: CarriedItems | None = None
    _places: list[str | None] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._places.append(self.state.scenario.current_location_id)
        self._spoken = SpokenOf(self.state)
        self._last = NamedLast()
        clauses_of(self.said, self.state, self._last)

    def afresh(self) -> "NarrationGuard":
        """Return a guard for another text of the same turn."""
        return replace(self, _places=[])

    def check(self, text: str) -> str | None:
        """Judge a text.

        Args:
            text: Whole sentences of a model.

        Returns:
            Why the first bad sentence cannot be shown, worded for the model; None where all can.
        """
        found = (self.fault(sentence) for sentence in sentences(text))
        return next((reason for reason in found if reason is not None), None)

    def gives_away(self, text: str) -> bool:
        """Return whether a text tells what is not known yet, however strict the guard is."""
        return any(self._of_secrets(sentence) is not None for sentence in sentences(text))

    def contradicts(self, text: str) -> bool:
        """Return whether a text says that something has happened which the state has otherwise."""
        spoken = SpokenOf(self.state)
        told = (as_told_to_you(sentence, self.state, spoken) for sentence in sentences(text))
        return any(self._of_state(sentence) is not None for sentence in told)

    def fault(self, sentence: str) -> str | None:
        """Return why a sentence cannot be shown; None where it can."""
        if self.strictness is Strictness.OFF:
            return None
        spoken, last = self._spoken.copy(), self._last.copy()
        told = sentence if self.is_person else as_told_to_you(sentence, self.state, spoken)
        clauses = [] if self.is_person else self._clauses(told, last)
        reason = (
            self._of_program(sentence)
            or self._of_players(told, clauses)
            or self._of_secrets(sentence)
            or self._of_strangers(sentence)
            or self._of_state(told)
            or self._of_changes(clauses)
        )
        if reason is not None:
            return f"{reason}: “{sentence}”"
        self._spoken, self._last = spoken, last
        return None

    def _clauses(self, sentence: str, last: NamedLast) -> list[ProseClause]:
        if sentence.rstrip().endswith("?"):
            return []
        return clauses_of(sentence, self.state, last, any_form=is_told_otherwise(self.state))

    def _of_program(self, sentence: str) -> str | None:
        if _pattern("prose_program").search(sentence):
            return "it spoke of the program"
        ids = {word.strip("[].,;:!?“”\"'()") for word in sentence.split() if "-" in word or "[" in word}
        return "it named an id" if any(self._is_bare_id(word) for word in ids) else None

    def _is_bare_id(self, word: str) -> bool:
        """Return whether a word is an id of the story, and no word of its texts."""
        return "-" in word and word in authored_ids(self.state)

    def _of_players(self, sentence: str, clauses: list[ProseClause]) -> str | None:
        named = sentence if self.is_person else with_players_as_you(sentence, self.state)
        is_for_player = any(_pattern("prose_for_player").search(each) for each in {sentence, named})
        is_for_player = is_for_player or wills(clauses, self.said)
        return "the player speaks and decides alone" if is_for_player else None

    def _of_secrets(self, sentence: str) -> str | None:
        terms = term_set(sentence)
        hidden = (each for each in hidden_texts(self.state, self._read) if not each.is_open)
        return "it gives away what is not known yet" if any(each.is_given_away_by(terms) for each in hidden) else None

    @cached_property
    def _read(self) -> frozenset[str]:
        """The words of the last messages, which grow only when the turn is over."""
        return read_lately(self.state)

    def _of_strangers(self, sentence: str) -> str | None:
        if self.evidence is None:
            return None
        if self.strictness is Strictness.STRICT:
            unknown = self.evidence.unknown_number(sentence) or self.evidence.unknown_thing(sentence)
            unknown = unknown or self.evidence.unknown_name(sentence)
        else:
            unknown = self.evidence.unknown_thing(sentence) if self.is_person else None
            unknown = unknown or self.evidence.unknown_actor(sentence)
            if not self.is_person:
                unknown = unknown or self.evidence.unknown_subject(_pattern("prose_speech").sub(" ", sentence))
        return f"it was given nothing of {unknown}" if unknown else None

    def _of_state(self, sentence: str) -> str | None:
        otherwise = is_told_otherwise(self.state)
        for claim, words in claims(sentence, naming.everybody(self.state), any_form=otherwise):
            if any(self._is_false(claim, thing) for thing in self._named(words, begins=claim in _OF_PLAYER)):
                return f"no call has done that ({claim.value.replace('_', ' ')})"
        return None

    def _of_changes(self, clauses: list[ProseClause]) -> str | None:
        change, _ = next(untrue_changes(clauses, self.state, self.items, self._places), (None, None))
        return None if change is None else f"no call has done that ({change.value})"

    def _named(self, words: str, *, begins: bool) -> list[Thing]:
        """List what words name, of all that is here, people, places and things anywhere; with ``begins`` only what they
        begin with."""
        known = [*naming.everything_here(self.state), *_elsewhere(self.state)]
        return naming.split_name(words, known, typos=False)[0] if begins else naming.named_in(words, known)

    def _is_false(self, claim: WorldClaim, thing: Thing) -> bool:
        return is_untrue(_CHANGES[claim], thing, self.state, self.items, self._places)


def claims(sentence: str, people: Sequence[Thing], *, any_form: bool = False) -> Iterator[tuple[WorldClaim, str]]:
    """Yield what the clauses of a sentence say has happened: what the player does, with the words after the verb, and
    what people do or what opens, with the clause. What is said aloud, denied, asked or only possible is no claim.

    Args:
        sentence: The sentence.
        people: Everybody of the story.
        any_form: Whether a verb counts in any of its forms, and not only in that of the present tense.
    """
    if sentence.rstrip().endswith("?"):
        return
    is_player = False
    for clause in _pattern("prose_clauses").split(_pattern("prose_speech").sub(" ", sentence)):
        phrase = Phrase.of(clause)
        if not phrase:
            continue
        is_you = phrase.norms[0] in current_language().words("checks.claims_you")
        verb = phrase.norms[is_you] if len(phrase) > is_you else ""
        claim = _of_player(base_form(verb) if any_form else verb)
        is_player = is_you or (is_player and claim is not None)
        if is_player and claim is not None:
            beside = current_language().words("checks.claims_beside")
            yield claim, phrase.after(is_you + 1).without_first(beside).text
        elif not is_player:
            yield from _of_others(clause, phrase, people, any_form=any_form)


def _of_others(
    clause: str, phrase: Phrase, people: Sequence[Thing], *, any_form: bool
) -> Iterator[tuple[WorldClaim, str]]:
    """Yield what a clause claims whose subject is no player: a person, or what opens."""
    actors = {name for person in naming.named_in(clause, people) for name in person.names}
    forms = _in_any_form if any_form else current_language().words
    for at, norm in enumerate(map(base_form, phrase.norms) if any_form else phrase.norms):
        before = phrase.norms[:at]
        if norm in forms("checks.claims_opens"):
            yield WorldClaim.OPENED, clause
        if any(before[-len(name) :] == name for name in actors):
            for claim in (WorldClaim.CAME, WorldClaim.LEFT, WorldClaim.DIED):
                if norm in forms(f"checks.claims_{claim.value}"):
                    yield claim, clause


def _in_any_form(name: str) -> frozenset[str]:
    """Return the base forms of the verbs of this name."""
    return frozenset(map(base_form, current_language().words(name)))


_OF_PLAYER = frozenset({WorldClaim.TAKEN, WorldClaim.HANDED_OVER, WorldClaim.DROPPED, WorldClaim.ARRIVED})
"""Claims whose object is right behind the verb."""
_OF_WISHES = {Wish.TAKE: WorldClaim.TAKEN, Wish.GIVE: WorldClaim.HANDED_OVER, Wish.DROP: WorldClaim.DROPPED}


def _of_player(verb: str) -> WorldClaim | None:
    """Return what the player has done by a verb: what it would order by it, or one of the pack's further verbs."""
    language = current_language()
    for claim in (WorldClaim.OPENED, WorldClaim.ARRIVED):
        if verb in language.words(f"checks.claims_{claim.value}"):
            return claim
    name = next(iter(word_set("for_things")))
    order = intent_of(Phrase.of(f"{verb} {name}"))
    return _OF_WISHES.get(order.wish) if order is not None else None


def _elsewhere(state: GameState) -> Sequence[Thing]:
    """List people, places and things wherever they are."""
    return (
        *naming.everybody(state),
        *naming.places(state, state.sheets.locations),
        *naming.items(state, state.sheets.items),
    )
