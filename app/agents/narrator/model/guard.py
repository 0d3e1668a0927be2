"""Judges a model's text by the state of the game: what it says has happened must be so, what is hidden stays hidden, it
does not speak for a player, and it shows nothing of the program. Figures of speech, moods and dialogue are let through.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from app.agents.narrator.model.spoken_of import SpokenOf
from app.agents.narrator.model.told_form import as_told_to_you, base_form, is_told_otherwise
from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.intents import Wish
from app.agents.narrator.understanding.naming import Thing, ThingKind
from app.agents.narrator.understanding.typed_words import Phrase, word_set
from app.agents.narrator.understanding.verbs import intent_of
from app.language.analysis.terms import term_set
from app.language.analysis.text import sentences
from app.language.checks.evidence import Evidence
from app.language.language import current_language, patterns_of
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.conditions import can_tell_topic, is_open
from app.models.state.game_state import GameState
from app.models.state.things import carried, container_of, is_open_container

_FEWEST_WORDS = 2
"""Words of a secret, found in no other text, that make a sentence give it away."""
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


@dataclass
class NarrationGuard:
    """Judges the sentences of one turn, by the state as it is when each is judged.

    Args:
        state: The game.
        strictness: How much is judged.
        evidence: What a model was shown; where it is None, names are not judged.
        is_person: Whether a person speaks: then no name of the story counts that the model was not shown.

    Sentences are judged in their order: in a game that is told in the third person a pronoun speaks of the last one
    named that it fits, in a sentence that was not refused.
    """

    state: GameState
    strictness: Strictness = Strictness.BALANCED
    evidence: Evidence | None = None
    is_person: bool = False
    _places: list[str | None] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._places.append(self.state.scenario.current_location_id)
        self._spoken = SpokenOf(self.state)

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
        spoken = self._spoken.copy()
        told = sentence if self.is_person else as_told_to_you(sentence, self.state, spoken)
        reason = (
            self._of_program(sentence)
            or self._of_players(told)
            or self._of_secrets(sentence)
            or self._of_strangers(sentence)
            or self._of_state(told)
        )
        if reason is not None:
            return f"{reason}: “{sentence}”"
        self._spoken = spoken
        return None

    def _of_program(self, sentence: str) -> str | None:
        if _pattern("prose_program").search(sentence):
            return "it spoke of the program"
        ids = {word.strip("[].,;:!?“”\"'()") for word in sentence.split() if "-" in word or "[" in word}
        return "it named an id" if any(self._is_bare_id(word) for word in ids) else None

    def _is_bare_id(self, word: str) -> bool:
        """Return whether a word is an id of the story, and no word of its texts."""
        return "-" in word and word in _authored(self.state).ids

    def _of_players(self, sentence: str) -> str | None:
        return "the player speaks and decides alone" if _pattern("prose_for_player").search(sentence) else None

    def _of_secrets(self, sentence: str) -> str | None:
        words = term_set(sentence)
        for telling in self._kept_back():
            if len(words & telling) >= _FEWEST_WORDS:
                return "it gives away what is not known yet"
        return None

    @cached_property
    def _read(self) -> frozenset[str]:
        """The words of the last messages, which grow only when the turn is over."""
        return read_lately(self.state)

    def _kept_back(self) -> list[frozenset[str]]:
        """Return the words that only a secret or a topic has which is not known by now, each apart."""
        hidden = hidden_texts(self.state, self._read)
        return [each.words for each in hidden if not each.is_open]

    def _of_strangers(self, sentence: str) -> str | None:
        if self.evidence is None:
            return None
        if self.strictness is Strictness.STRICT:
            unknown = self.evidence.unknown_number(sentence) or self.evidence.unknown_thing(sentence)
            unknown = unknown or self.evidence.unknown_name(sentence)
        else:
            unknown = self.evidence.unknown_thing(sentence) if self.is_person else None
            unknown = unknown or self.evidence.unknown_actor(sentence)
        return f"it was given nothing of {unknown}" if unknown else None

    def _of_state(self, sentence: str) -> str | None:
        otherwise = is_told_otherwise(self.state)
        for claim, words in claims(sentence, naming.everybody(self.state), any_form=otherwise):
            if any(self._is_false(claim, thing) for thing in self._named(words, begins=claim in _OF_PLAYER)):
                return f"no call has done that ({claim.value.replace('_', ' ')})"
        return None

    def _named(self, words: str, *, begins: bool) -> list[Thing]:
        """List what words name, of all that is here, people, places and things anywhere; with ``begins`` only what they
        begin with."""
        known = [*naming.everything_here(self.state), *_elsewhere(self.state)]
        return naming.split_name(words, known, typos=False)[0] if begins else naming.named_in(words, known)

    def _is_false(self, claim: WorldClaim, thing: Thing) -> bool:
        state = self.state
        match claim, thing.kind:
            case WorldClaim.TAKEN, ThingKind.ITEM:
                return thing.id not in set(carried(state))
            case (WorldClaim.HANDED_OVER | WorldClaim.DROPPED, ThingKind.ITEM):
                return thing.id in state.party.items
            case WorldClaim.OPENED, ThingKind.EXIT:
                way = state.sheets.exit(state.here.id, thing.id)
                return way is not None and not is_open(way, state)
            case WorldClaim.OPENED, ThingKind.ITEM | ThingKind.FEATURE:
                return container_of(state, thing.id) is not None and not is_open_container(state, thing.id)
            case WorldClaim.ARRIVED, ThingKind.PLACE:
                return thing.id not in (state.scenario.current_location_id, *self._places)
            case WorldClaim.CAME, ThingKind.PERSON:
                return not self._is_here(thing.id)
            case WorldClaim.LEFT, ThingKind.PERSON:
                return self._is_here(thing.id)
            case WorldClaim.DIED, ThingKind.PERSON:
                return not state.npc(thing.id).dead
        return False

    def _is_here(self, npc_id: str) -> bool:
        return any(npc.instance_id == npc_id for npc in self.state.present())


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


class HiddenText(NamedTuple):
    """A secret that is not known, or a topic that was not told; ``words`` are those that no other text has and no
    message of late, ``is_open`` whether the topic could be told."""

    id: str
    text: str
    words: frozenset[str]
    is_open: bool = False


def read_lately(state: GameState) -> frozenset[str]:
    """Return the words of the last messages."""
    return frozenset(term for message in state.conversation_history[-60:] for term in term_set(message.content))


def hidden_texts(state: GameState, read: frozenset[str]) -> list[HiddenText]:
    """List the author's texts that the players have not read, as far as these have words of their own.

    Args:
        state: The game.
        read: The words that the players have read.
    """
    authored = _authored(state)
    found = [
        HiddenText(secret.id, secret.text, authored.of(secret.id) - read)
        for place in state.sheet.locations
        for secret in place.secrets
        if secret.id not in state.place(place.id).discovered_secrets
    ]
    found += [
        HiddenText(topic.id, topic.text, authored.of(topic.id) - read, can_tell_topic(state, npc.id, topic))
        for npc in state.sheet.npcs
        for topic in npc.topics
        if topic.id not in state.npc(npc.id).topics_told
    ]
    return [each for each in found if each.words]


class _Authored:
    """The ids of a scenario, and by the id of a secret or topic the words that no other text of it has."""

    def __init__(self, sheet: ScenarioSheet) -> None:
        index = sheet.index
        self.ids = frozenset[str]().union(
            index.locations, index.npcs, index.items, index.quests, index.secrets, index.topics, index.features
        )
        hidden = {key: f"{secret.name} {secret.text}" for key, (_, secret) in index.secrets.items()}
        hidden |= {key: topic.text for key, (_, topic) in index.topics.items()}
        terms = {key: term_set(text) for key, text in hidden.items()}
        plain = frozenset(term for text in _plain_texts(sheet) for term in term_set(text))
        self._own = {key: words - plain for key, words in terms.items()}

    def of(self, any_id: str) -> frozenset[str]:
        return self._own.get(any_id, frozenset())


def _authored(state: GameState) -> _Authored:
    derived = state.sheet.derived
    return derived.get(_Authored) or derived.hold(_Authored(state.sheet))


def _plain_texts(sheet: ScenarioSheet) -> Iterator[str]:
    """Yield the texts that a player may read without finding or asking anything."""
    yield from (sheet.premise, sheet.opening, sheet.summary)
    for place in sheet.locations:
        yield from (place.name, place.description, place.atmosphere)
        yield from (f"{way.name} {way.description}" for way in place.exits)
        yield from (f"{detail.name} {detail.description}" for detail in place.features)
        yield from (f"{danger.name} {danger.description}" for danger in place.encounters)
    yield from (f"{npc.name} {npc.description} {npc.occupation}" for npc in sheet.npcs)
    yield from (f"{item.name} {item.description}" for item in sheet.items)
    yield from (f"{topic.name}" for npc in sheet.npcs for topic in npc.topics)
    yield from (f"{quest.name} {quest.description}" for quest in sheet.quests)
