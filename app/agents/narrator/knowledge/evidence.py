"""What a player can show and tell a person: things that it carries, secrets that it has found, what it has heard of
others; and the topics of the person that are about just that."""

from collections.abc import Callable, Collection, Iterator, Sequence

from app.agents.narrator.knowledge import matters
from app.agents.narrator.knowledge.exchange import Exchange
from app.agents.narrator.knowledge.passages import Known, passages_of_topic
from app.agents.narrator.knowledge.ranking import likeliest
from app.agents.narrator.knowledge.wanted import answer_pattern
from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.naming import Thing, named_in
from app.agents.narrator.understanding.typed_words import Phrase, name_words, recall_pattern
from app.language.analysis.text import sentences
from app.models.sheets.condition import Condition, ItemGivenTo, ItemHeld, SecretKnown, TopicAsked
from app.models.sheets.person import TopicSheet
from app.models.state.conditions import can_tell_topic, holds, parts_of
from app.models.state.game_state import GameState


def held_named(state: GameState, words: str) -> list[Thing]:
    """Return the things that the party carries and a text names, by a name or by the last word of one.

    Args:
        state: The game.
        words: The text.
    """
    held = naming.items_held(state)
    if named := named_in(words, held):
        return named
    said = {*Phrase.of(words).norms, *map(naming.singular, Phrase.of(words).norms)}
    return [thing for thing in held if any(naming.singular(name[-1]) in said for name in thing.names)]


def is_shown(words: str) -> bool:
    """Return whether a text shows something: "look at this ring"."""
    return answer_pattern("shows").search(" ".join(Phrase.of(words).norms)) is not None


def topics_of_thing(state: GameState, npc_id: str, thing: Thing) -> list[TopicSheet]:
    """Return the topics of a person that are about a thing: those of its name, then those that wait for it.

    Args:
        state: The game.
        npc_id: The person.
        thing: The thing.
    """
    called = {*thing.names, *((naming.singular(name[-1]),) for name in thing.names)}
    named = [topic for topic in _topics(state, npc_id) if not called.isdisjoint(_names(topic))]

    def waits(part: object) -> bool:
        return isinstance(part, ItemHeld | ItemGivenTo) and part.item_id == thing.id

    return list(dict.fromkeys((*_by_use(state, npc_id, named), *_waiting(state, npc_id, waits))))


def waited_by_name(state: GameState, npc_id: str, words: str) -> TopicSheet | None:
    """Return the topic with this very name, such as "he is dead", that waited for what the party knows by now.

    Args:
        state: The game.
        npc_id: The person.
        words: What is said.
    """
    named = (topic for topic in _topics(state, npc_id) if name_words(words) in _names(topic))
    return next((topic for topic in named if topic.condition is not None and _is_new(state, npc_id, topic)), None)


async def topic_of_evidence(exchange: Exchange, words: str) -> TopicSheet | None:
    """Return the topic of a person that a statement opens: one that it names and that waited for what the party knows
    by now, else one about a thing that the party carries, about what another person has said, or about a secret.

    Args:
        exchange: Who is spoken to by which player.
        words: The statement.
    """
    state, npc_id = exchange.state, exchange.npc_id
    known = naming.topics_of(state, npc_id)
    by_id = {topic.id: topic for topic in _topics(state, npc_id)}
    named = [by_id[thing.id] for thing in matters.topics_named(words, known)]
    waited = [topic for topic in named if topic.condition is not None]
    of_things = (topic for thing in held_named(state, words) for topic in topics_of_thing(state, npc_id, thing))
    for topic in (*waited, *of_things):
        if _is_new(state, npc_id, topic):
            return topic
    if (told := await _of_others(exchange, words, named)) is not None:
        return told
    return await _of_secret(exchange, words)


async def _of_others(exchange: Exchange, words: str, named: Sequence[TopicSheet]) -> TopicSheet | None:
    """Return the topic about the words that another person has said to the party, as in "Tove told me that …"."""
    state, npc_id = exchange.state, exchange.npc_id
    if (says := recall_pattern("hearsay").search(words)) is None:
        return None
    tellers = [each for each in named_in(words[: says.start()], naming.everybody(state)) if each.id != npc_id]
    told = [
        topic for each in tellers for topic in _topics(state, each.id) if topic.id in state.npc(each.id).topics_told
    ]
    if not told:
        return None
    passages = [known for topic in told for known in passages_of_topic(state, topic, is_told=True)]
    found = await likeliest(exchange, words[says.end() :], passages)
    heard = [known.topic for known in (found.answer, found.near) if known is not None and known.topic] or told
    ids = {topic.id for topic in heard}

    def waits(part: object) -> bool:
        return isinstance(part, TopicAsked) and part.topic_id in ids

    of_tellers = {name for each in tellers for name in each.names}
    about = [*_waiting(state, npc_id, waits), *(each for each in named if of_tellers.isdisjoint(_names(each)))]
    return next((topic for topic in about if topic.id not in state.npc(npc_id).topics_told), None)


async def _of_secret(exchange: Exchange, words: str) -> TopicSheet | None:
    """Return the topic that waited for the secret that a statement is nearest to, of those that the party has found."""
    state, npc_id = exchange.state, exchange.npc_id
    waiting: dict[str, TopicSheet] = {}
    for topic in _topics(state, npc_id):
        for secret_id in _secrets(topic.condition) if _is_new(state, npc_id, topic) else ():
            waiting.setdefault(secret_id, topic)
    passages: list[Known] = []
    secret_of: dict[str, str] = {}
    for secret_id in waiting:
        _, secret = state.sheets.secret(secret_id)
        for line in sentences(secret.text):
            secret_of[line] = secret_id
            passages.append(Known(line, called=(secret.name,)))
    if not passages:
        return None
    found = await likeliest(exchange, words, passages)
    return None if found.answer is None else waiting[secret_of[found.answer.text]]


def _secrets(condition: Condition | None) -> Iterator[str]:
    return (part.secret_id for part in parts_of(condition) if isinstance(part, SecretKnown))


def _topics(state: GameState, npc_id: str) -> Sequence[TopicSheet]:
    return state.sheets.npc(npc_id).topics


def _names(topic: TopicSheet) -> set[tuple[str, ...]]:
    return {name_words(each) for each in (topic.name, *topic.aliases)}


def _waiting(state: GameState, npc_id: str, fits: Callable[[object], bool]) -> list[TopicSheet]:
    """Return the topics whose condition has a part that fits, new ones that hold first."""
    topics = [topic for topic in _topics(state, npc_id) if any(fits(part) for part in parts_of(topic.condition))]
    return _by_use(state, npc_id, topics)


def _by_use(state: GameState, npc_id: str, topics: Collection[TopicSheet]) -> list[TopicSheet]:
    """Sort topics: new ones whose condition holds, other new ones, the rest."""
    told = state.npc(npc_id).topics_told
    return sorted(topics, key=lambda topic: (topic.id in told, not holds(topic.condition, state)))


def _is_new(state: GameState, npc_id: str, topic: TopicSheet) -> bool:
    return topic.id not in state.npc(npc_id).topics_told and can_tell_topic(state, npc_id, topic)
