"""What a person may say now: the sentences of its topics, short facts of these, and what it is itself. The game has
sentences and facts, too."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from app.agents.narrator.knowledge.exchange import Exchange
from app.language.analysis.text import sentences
from app.language.language import Language
from app.language.rendering.filling import capital
from app.language.rendering.phrases import listed, named_place, the
from app.memory.recall.current_facts import own_matters
from app.models.sheets.person import NPCSheet, TopicSheet
from app.models.state.conditions import can_tell_topic, facts_now, holds
from app.models.state.game_state import GameState

_OF_SELF = ("who", "age", "home", "work", "has")


@dataclass(frozen=True)
class Known:
    """A passage that a person may say.

    Attributes:
        text: Its text.
        topic: The topic that it belongs to; None for what the person says of itself.
        asks: Questions that it answers; of a passage without any, only its text shows its matter.
        is_told: Whether the person has told that topic already.
        is_of_self: Whether it is about the person itself.
        is_introduction: Whether it says who the person is, for which the person has words of its own.
        called: For a passage without a topic the names of its matter.
        is_of_players: Whether it answers how much time the players have.
    """

    text: str
    topic: TopicSheet | None = None
    asks: tuple[str, ...] = ()
    is_told: bool = False
    is_of_self: bool = False
    is_introduction: bool = False
    called: tuple[str, ...] = ()
    is_of_players: bool = False

    @property
    def all_names(self) -> tuple[str, ...]:
        """The names of its topic, or of its matter."""
        return (self.topic.name, *self.topic.aliases) if self.topic else self.called

    @property
    def names(self) -> str:
        """The same as one text."""
        return " ".join(self.all_names)

    @property
    def is_fact(self) -> bool:
        """Whether it is a short fact that an author wrote."""
        return bool(self.asks) and not self.is_of_self


def passages_of(exchange: Exchange) -> list[Known]:
    """Return the passages that a person may say to the player here and now.

    Args:
        exchange: The person and the player.

    Returns:
        The passages of its topics in their order, then those of itself.
    """
    state = exchange.state
    told, topics = state.npc(exchange.npc_id).topics_told, state.sheets.npc(exchange.npc_id).topics
    found = list[Known]()
    for topic in topics:
        if can_tell_topic(state, exchange.npc_id, topic):
            found += passages_of_topic(state, topic, is_told=topic.id in told)
    return [*found, *_of_self(exchange)]


def passages_of_topic(state: GameState, topic: TopicSheet, *, is_told: bool) -> Iterator[Known]:
    """Yield the passages of a topic: its facts, its sentences, and runs of two of these.

    Args:
        state: The game.
        topic: The topic.
        is_told: Whether the person has told it already; its shorter words count only then.
    """
    for fact in facts_now(state, topic.facts):
        yield Known(fact.text, topic, fact.asks, is_told)
    for text in (topic.text, topic.again if is_told else ""):
        lines = sentences(text)
        for line in lines:
            yield Known(line, topic, is_told=is_told)
        for first, second in pairwise(lines):
            yield Known(f"{first} {second}", topic, is_told=is_told)


def _of_self(exchange: Exchange) -> Iterator[Known]:
    """Yield what a person says of itself, where its author wrote what."""
    state, language = exchange.state, exchange.language
    sheet, own = state.sheets.npc(exchange.npc_id), own_matters(state, exchange.npc_id)
    belongings = [the(state.name(item)) for item in own.belongings if item not in own.kept_back]
    slots = {
        "who": {"name": sheet.name, "trade": capital(sheet.occupation.strip().rstrip("."))},
        "age": {"age": "" if sheet.age is None else str(sheet.age)},
        "home": {"place": known_place(state, sheet.home_location)},
        "work": {"place": known_place(state, sheet.work_location)},
        "has": {"matters": listed(belongings)},
    }
    for name in _OF_SELF:
        if all(slots[name].values()):
            asked = language.lines("answering.asks", name)
            asks = tuple(dict.fromkeys(each.format(name=own) for own in exchange.own_names for each in asked))
            text = language.render(f"answers.self-{name}", **slots[name])
            yield Known(text, asks=asks, is_of_self=True, is_introduction=name == "who")


def known_place(state: GameState, location_id: str | None) -> str:
    """Return a place as it is called; "" for one to which no way is known that anybody may see."""
    ways = (way for place in state.sheet.locations for way in place.exits if way.to == location_id)
    is_open = location_id is not None and any(holds(way.hidden_until, state) for way in ways)
    return named_place(state.name(location_id)) if is_open and location_id is not None else ""


def of_person(language: Language, sheet: NPCSheet, place: str) -> str:
    """Return what anybody may say of another person: its trade, and where it is found; "" for neither."""
    trade = " ".join(sheet.occupation.split()).rstrip(".")
    slots = {"name": sheet.name, "trade": trade, "place": place}
    known = (("who", trade), ("place", place))
    return " ".join(language.render(f"answers.fact-{name}", **slots) for name, value in known if value)
