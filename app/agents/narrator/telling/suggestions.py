"""What would work here: concrete inputs, made from what is there."""

from app.agents.narrator.acting.company import addressee
from app.agents.narrator.understanding import naming
from app.language.analysis.names import without_article
from app.language.language import language_of
from app.language.rendering.phrases import input_line, listed, way_line
from app.models.state.conditions import is_open, is_usable, open_topics, visible_exits
from app.models.state.game_state import GameState

_MOST = 6


def suggestions(state: GameState) -> list[str]:
    """Up to six inputs that mean something here and now, one of each sort before a second of any."""
    people, asked = naming.choice_names(naming.people_here(state)), addressee(state)
    matters = [(state.name(asked), topic.name) for topic in open_topics(state, asked)] if asked else []
    items = [item for item in state.place(state.here.id).items if state.sheets.item(item).portable]
    usable = [item for item in state.party.items if is_usable(state, item)]
    ways = sorted(visible_exits(state), key=lambda way: not is_open(way, state))
    sorts = [
        [_try(state, "talk", name=name) for name in people],
        [_try(state, "ask", name=name, topic=topic) for name, topic in matters],
        [_try(state, "take", name=without_article(state.name(item))) for item in items],
        [_try(state, "fight", name=without_article(thing.name)) for thing in naming.encounters_here(state)],
        [way_line(language_of(state.sheet), way) for way in ways],
        [_try(state, "examine", name=without_article(feature.name)) for feature in state.here.features],
        [_try(state, "use", name=without_article(state.name(item))) for item in usable],
        [_try(state, "look")],
    ]
    return [sort[row] for row in range(max(map(len, sorts))) for sort in sorts if row < len(sort)][:_MOST]


def suggestion_line(state: GameState) -> str:
    """``You could: talk to Mara, take the lantern or look.``"""
    return language_of(state.sheet).render("narrator.could", things=listed(suggestions(state), "or"))


def dealing_with(state: GameState, thing: naming.Thing) -> str:
    """``You could face it: fight great owl.``"""
    deed = "fight" if thing.kind is naming.Kind.ENCOUNTER else "examine"
    tried = _try(state, deed, name=without_article(thing.name))
    return language_of(state.sheet).render(f"narrator.could-{deed}", deed=tried)


def _try(state: GameState, deed: str, **slots: str) -> str:
    return input_line(language_of(state.sheet), deed, **slots)
