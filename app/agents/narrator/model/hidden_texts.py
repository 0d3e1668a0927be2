"""The author's texts that the players of a game have not read: its secrets, the topics of its people, and facts whose
condition does not hold."""

from collections.abc import Iterator
from typing import NamedTuple

from app.language.analysis.terms import term_set
from app.models.sheets.fact import FactSheet
from app.models.sheets.location import LocationSheet
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.conditions import can_tell_topic, holds
from app.models.state.game_state import GameState

_OWN, _SHARED = 1.0, 0.5
"""What a word of a hidden text counts that no other text has, and what one that the players have not read lately."""
_LEAST = 2.0
"""What the words of a sentence count together from which on it gives a hidden text away."""


class HiddenText(NamedTuple):
    """A secret that is not known, a topic that was not told, or a fact that is not answered yet.

    Attributes:
        id: Its id.
        text: What the author wrote.
        words: The terms that no other text has and no message of late.
        shared: Its further terms that are in no name and no message of late, nor in a text of this place.
        is_open: Whether the topic could be told.
    """

    id: str
    text: str
    words: frozenset[str]
    shared: frozenset[str] = frozenset()
    is_open: bool = False

    def is_given_away_by(self, terms: frozenset[str]) -> bool:
        """Return whether a sentence with these terms gives it away."""
        own = len(terms & self.words)
        return own > 0 and own * _OWN + len(terms & self.shared) * _SHARED >= _LEAST


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
    read_here = read | term_set(" ".join(_texts_of(state.here)))

    def hidden(any_id: str, text: str, *, is_open: bool = False) -> HiddenText:
        return HiddenText(any_id, text, authored.own(any_id) - read, authored.shared(any_id) - read_here, is_open)

    found = [
        hidden(secret.id, secret.text)
        for place in state.sheet.locations
        for secret in place.secrets
        if secret.id not in state.place(place.id).discovered_secrets
    ]
    found += [
        hidden(topic.id, topic.text, is_open=can_tell_topic(state, npc.id, topic))
        for npc in state.sheet.npcs
        for topic in npc.topics
        if topic.id not in state.npc(npc.id).topics_told
    ]
    found += [
        hidden(key, fact.text) for key, fact in authored.waiting_facts.items() if not holds(fact.condition, state)
    ]
    return [each for each in found if each.words]


def authored_ids(state: GameState) -> frozenset[str]:
    """Return the ids of a scenario."""
    return _authored(state).ids


class _Authored:
    """The ids of a scenario; by the id of a secret, topic or fact the terms that no other text of it has, and others;
    and the facts that have a condition."""

    def __init__(self, sheet: ScenarioSheet) -> None:
        index = sheet.index
        self.ids = frozenset[str]().union(
            index.locations, index.npcs, index.items, index.quests, index.secrets, index.topics, index.features
        )
        hidden = {key: f"{secret.name} {secret.text}" for key, (_, secret) in index.secrets.items()}
        hidden |= {key: topic.text for key, (_, topic) in index.topics.items()}
        self.waiting_facts = {
            f"{owner}:{fact.asks[0]}": fact for owner, fact in _facts(sheet) if fact.condition is not None
        }
        hidden |= {key: fact.text for key, fact in self.waiting_facts.items()}
        terms = {key: term_set(text) for key, text in hidden.items()}
        plain = frozenset(term for text in _plain_texts(sheet) for term in term_set(text))
        self._own = {key: words - plain for key, words in terms.items()}
        names = term_set(" ".join(_names(sheet)))
        self._shared = {key: words - self._own[key] - names for key, words in terms.items()}

    def own(self, any_id: str) -> frozenset[str]:
        return self._own.get(any_id, frozenset())

    def shared(self, any_id: str) -> frozenset[str]:
        return self._shared.get(any_id, frozenset())


def _authored(state: GameState) -> _Authored:
    derived = state.sheet.derived
    return derived.get(_Authored) or derived.hold(_Authored(state.sheet))


def _names(sheet: ScenarioSheet) -> Iterator[str]:
    """Yield the names of all that a scenario has."""
    for place in sheet.locations:
        yield from (place.name, *place.aliases)
        yield from (name for way in place.exits for name in (way.name, *way.aliases))
        yield from (name for detail in place.features for name in (detail.name, *detail.aliases))
        yield from (name for danger in place.encounters for name in (danger.name, *danger.aliases))
    yield from (name for npc in sheet.npcs for name in (npc.name, *npc.aliases))
    yield from (name for item in sheet.items for name in (item.name, *item.aliases))


def _facts(sheet: ScenarioSheet) -> Iterator[tuple[str, FactSheet]]:
    """Yield the facts of a scenario, each with the id of what has it."""
    owners: list[tuple[str, tuple[FactSheet, ...]]] = [(sheet.id, sheet.facts)]
    owners += [(item.id, item.facts) for item in sheet.items]
    owners += [(topic.id, topic.facts) for npc in sheet.npcs for topic in npc.topics]
    for place in sheet.locations:
        owners.append((place.id, place.facts))
        owners += [(detail.id, detail.facts) for detail in place.features]
        owners += [(danger.id, danger.facts) for danger in place.encounters]
        owners += [(f"{place.id}:{way.to}", way.facts) for way in place.exits]
    yield from ((owner, fact) for owner, facts in owners for fact in facts)


def _plain_texts(sheet: ScenarioSheet) -> Iterator[str]:
    """Yield the texts that a player may read without finding or asking anything."""
    yield from (sheet.premise, sheet.opening, sheet.summary)
    for place in sheet.locations:
        yield from _texts_of(place)
    yield from (f"{npc.name} {npc.description} {npc.occupation}" for npc in sheet.npcs)
    yield from (f"{item.name} {item.description}" for item in sheet.items)
    yield from (f"{topic.name}" for npc in sheet.npcs for topic in npc.topics)
    yield from (f"{quest.name} {quest.description}" for quest in sheet.quests)


def _texts_of(place: LocationSheet) -> Iterator[str]:
    """Yield the texts of a place that a player may read there."""
    yield from (place.name, place.description, place.atmosphere)
    yield from (f"{way.name} {way.description}" for way in place.exits)
    yield from (f"{detail.name} {detail.description}" for detail in place.features)
    yield from (f"{danger.name} {danger.description}" for danger in place.encounters)
