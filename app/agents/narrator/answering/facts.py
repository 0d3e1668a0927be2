"""What a person knows of itself and of others, beside the words of its topics: who it is, trades, homes, its age, what
it wants, has with it and can tell."""

from app.agents.narrator.answering.exchange import Exchange
from app.agents.narrator.answering.questions import without_signs
from app.agents.narrator.understanding.naming import everybody, named_in, resolve, split_name
from app.agents.narrator.understanding.typed_words import is_pronoun, recall_pattern
from app.language.rendering.phrases import as_asked, listed, named_place, the
from app.memory.recall.current_facts import own_matters
from app.models.state.conditions import holds
from app.models.state.game_state import GameState

_OWN = ("goals", "belongings", "topics")


def asks_who(state: GameState, question: str) -> bool:
    """Whether it asks who the person is, also as "are you Mara?"."""
    called = recall_pattern("asks_if_called").search(question)
    rest = question[called.end() :].rstrip("?! ") if called else ""
    named, _ = split_name(rest, everybody(state), typos=False)
    return bool(named) or recall_pattern("asks_who").search(question) is not None


def asked_as_seen(state: GameState, question: str) -> str:
    """Whom a question asks to have been seen: a name, or a pronoun as typed; "" for no person."""
    if (sought := recall_pattern("unseen").search(without_signs(question))) is None:
        return ""
    people = resolve(sought["who"], everybody(state))
    return people[0].name if people else sought["who"] if is_pronoun(sought["who"]) else ""


def known_fact(exchange: Exchange, text: str) -> str:
    """What answers a question for where somebody lives or works, how old the person is or who another one is; "" if it
    asks for nothing of that, or the author wrote nothing."""
    state, question = exchange.state, without_signs(text)
    others = [thing for thing in named_in(text, everybody(state)) if thing.id != exchange.npc_id]
    if len(others) > 1 or (not others and recall_pattern("fact_of_self").search(question) is None):
        return ""
    sheet = state.sheets.npc(others[0].id if others else exchange.npc_id)
    kinds = ("who", "home", "work") if others else ("age", "home", "work")
    what = next((kind for kind in kinds if recall_pattern(f"fact_{kind}").search(question)), None)
    places = [_place(exchange, sheet.home_location), _place(exchange, sheet.work_location)]
    place = next(filter(None, places if what == "home" else reversed(places)), "")
    trade, age = " ".join(sheet.occupation.split()).rstrip("."), "" if sheet.age is None else str(sheet.age)
    found = {"who": (("who", trade), ("place", place)), "age": (("age", age),), None: ()}.get(what, (("place", place),))
    slots = {"name": sheet.name, "trade": trade, "place": place, "age": age}
    return " ".join(exchange.language.render(f"answers.fact-{name}", **slots) for name, value in found if value)


def own_matter(exchange: Exchange, text: str) -> str:
    """What the person says it wants, has with it or can tell, without what it keeps back; "" if none of it is asked."""
    words, called = without_signs(text).split(), without_signs(" ".join(exchange.own_names)).split()
    while words and words[-1] in called:
        words.pop()
    what = next((each for each in _OWN if recall_pattern(f"own_{each}").search(" ".join(words))), None)
    if what is None:
        return ""
    name, own = exchange.state.name, own_matters(exchange.state, exchange.npc_id)
    matters = {
        "goals": [_wish(exchange, goal.text) for goal in own.goals if goal.id not in own.kept_back],
        "belongings": [the(name(item)) for item in own.belongings if item not in own.kept_back],
        "topics": [as_asked(topic.name) for topic in own.topics],
    }[what]
    return exchange.language.render(f"answers.own-{what if matters else 'nothing'}", matters=listed(matters))


def _wish(exchange: Exchange, goal: str) -> str:
    """A goal, which an author writes in the third person, as the person says it."""
    words = " ".join(goal.split()).rstrip(".!")
    if named_in(words, everybody(exchange.state)):
        return words
    own = dict(line.split(" > ") for line in exchange.language.lines("perspective.own"))
    return " ".join(own.get(word, word) for word in words.split())


def _place(exchange: Exchange, location_id: str | None) -> str:
    """A place as it is called; "" for one to which no way is known that anybody may see."""
    state = exchange.state
    ways = (way for place in state.sheet.locations for way in place.exits if way.to == location_id)
    is_open = location_id is not None and any(holds(way.hidden_until, state) for way in ways)
    return named_place(state.name(location_id)) if is_open and location_id is not None else ""
