"""Whose memories are meant: places, people and the world by what they are called."""

from app.errors import NotFound
from app.language.language import language_of
from app.language.rendering.refusing import invalid, not_found, refusal_text
from app.memory.prompt_data import clipped
from app.models.memory import MemorySource, Scope
from app.models.state.game_state import GameState

_LONGEST_SHOWN = 60


def scopes_meant(state: GameState, who: str | None) -> list[Scope]:
    """The scopes that a name, an alias or an id means; all for None. NotFound names those there are."""
    if who is None:
        return state.scopes()
    wanted = " ".join(who.split()).casefold()
    named = {scope: {name.casefold() for name in names_of(state, scope)} for scope in state.scopes()}
    exact = [scope for scope, names in named.items() if wanted in names]
    begun = [scope for scope, names in named.items() if wanted and any(name.startswith(wanted) for name in names)]
    if exact or begun:
        return exact or begun
    known = dict.fromkeys(owner_name(state, scope) for scope in state.scopes())
    raise not_found(state, "owner-unknown", name=_shown(who), there=", ".join(known))


def scope_meant(state: GameState, who: str) -> Scope:
    """The one scope that a name means. InvalidInput when it could be several."""
    scopes = scopes_meant(state, who)
    if len(scopes) > 1:
        raise invalid(state, "owner-unclear", owners=", ".join(scope.owner_id or "world" for scope in scopes))
    return scopes[0]


def person_meant(state: GameState, who: str) -> str:
    """The person that a name, an alias or an id means. NotFound, or InvalidInput when it could be several."""
    try:
        people = [scope.owner_id for scope in scopes_meant(state, who) if scope.source is MemorySource.NPC]
    except NotFound:
        people = []
    found = [npc_id for npc_id in people if npc_id is not None]
    if not found:
        there = ", ".join(map(state.name, state.npcs)) or refusal_text(state, "nobody")
        raise not_found(state, "person-unknown", name=_shown(who), there=there)
    if len(found) > 1:
        raise invalid(state, "owner-unclear", owners=", ".join(found))
    return found[0]


def names_of(state: GameState, scope: Scope) -> list[str]:
    """Everything that the owner of a scope is called."""
    if scope.owner_id is None:
        return list(language_of(state.sheet).words("phrases.world"))
    if scope.source is MemorySource.LOCATION:
        place = state.sheets.location(scope.owner_id)
        return [place.id, place.name, *place.aliases]
    person = state.sheets.npc(scope.owner_id)
    return [person.id, person.name, *person.aliases, *person.name.split()]


def owner_name(state: GameState, scope: Scope) -> str:
    """What the owner of a scope is called first of all."""
    return language_of(state.sheet).render("phrases.world") if scope.owner_id is None else state.name(scope.owner_id)


def _shown(who: str) -> str:
    return repr(clipped(" ".join(who.split()), _LONGEST_SHOWN))
