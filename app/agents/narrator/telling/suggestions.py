"""What would work here: concrete inputs, made from what is there."""

from app.agents.narrator.acting.company import addressee, open_topics
from app.agents.narrator.telling.sight import telling_text
from app.agents.narrator.understanding import naming
from app.language.analysis.names import without_article
from app.language.language import language_of
from app.language.rendering.phrases import listed
from app.models.location import ExitSheet
from app.models.state.conditions import holds, is_open, visible_exits
from app.models.state.game_state import GameState

_MOST = 6


def suggestions(state: GameState) -> list[str]:
    """Up to six inputs that mean something here and now, one of each sort before a second of any."""
    people, asked = naming.choice_names(naming.people_here(state)), addressee(state)
    matters = [(state.name(asked), topic.name) for topic in open_topics(state, asked)] if asked else []
    items = [item for item in state.place(state.here.id).items if state.sheets.item(item).portable]
    usable = [item for item in state.party.items if _is_usable(state, item)]
    sorts = [
        [_try(state, "talk", name=name) for name in people],
        [_try(state, "ask", name=name, topic=topic) for name, topic in matters],
        [_try(state, "take", name=without_article(state.name(item))) for item in items],
        [_try(state, "fight", name=without_article(thing.name)) for thing in naming.encounters_here(state)],
        [_way(state, way) for way in sorted(visible_exits(state), key=lambda way: not is_open(way, state))],
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


def _is_usable(state: GameState, item_id: str) -> bool:
    """Whether a thing has one use here and now when nothing is named to use it on."""
    target = only_target(state, item_id)
    return any(use.on == target and holds(use.condition, state) for use in state.sheets.item(item_id).uses)


def only_target(state: GameState, item_id: str) -> str | None:
    """What a thing is used on when nothing is named: the only thing here that its sheet has a use for."""
    uses = {use.on for use in state.sheets.item(item_id).uses}
    fitting = set() if None in uses else targets_here(state) & uses
    return fitting.pop() if len(fitting) == 1 else None


def targets_here(state: GameState) -> set[str]:
    """Ids of what is here to use a thing on: people, features, encounters that stand, and the place."""
    return {thing.id for thing in [*naming.fixed_here(state), *naming.place_here(state)]}


def _way(state: GameState, way: ExitSheet) -> str:
    if way.direction is None:
        return _try(state, "go-by", name=way.name)
    return _try(state, "go", direction=telling_text(state, "direction", direction=way.direction.value))


def _try(state: GameState, deed: str, **slots: str) -> str:
    """An input as a player would type it."""
    return language_of(state.sheet).render(f"narrator.try-{deed}", **slots)
