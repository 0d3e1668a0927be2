"""Lookup of scopes and people by name, alias or id, and of a memory's scope."""

from app.errors import InvalidInput, NotFound
from app.language.analysis.mentions import mentions_for
from app.language.language import language_of
from app.memory.prompt_data import clipped
from app.models.memory import MemorySource, Scope
from app.models.memory_id import make_memory_id, parse_memory_id, parse_message_id
from app.models.refusals import memories as refusals
from app.models.refusals.people import PersonUnknown
from app.models.state.game_state import GameState

_LONGEST_SHOWN = 60
_MOST_WORDS = 5  # of a name before other words


def find_scopes(state: GameState, who: str | None) -> list[Scope]:
    """Find the scopes that a name, an alias or an id denotes.

    Args:
        state: The game.
        who: A name, the beginning of one, an alias or an id, in any case; None for all scopes.

    Returns:
        Exact matches, else those whose name begins with it.

    Raises:
        NotFound: No scope matches; the message lists all names.
    """
    if who is None:
        return state.scopes()
    wanted = " ".join(who.split()).casefold()
    named = {scope: {name.casefold() for name in owner_names(state, scope)} for scope in state.scopes()}
    exact = [scope for scope, names in named.items() if wanted in names]
    begun = [scope for scope, names in named.items() if wanted and any(name.startswith(wanted) for name in names)]
    if exact or begun:
        return exact or begun
    raise NotFound(refusals.OwnerUnknown(name=_shown(who), there=tuple(state.scopes())))


def find_scope(state: GameState, who: str) -> Scope:
    """Find the one scope that a name, an alias or an id denotes.

    Raises:
        NotFound: No scope matches.
        InvalidInput: Several scopes match.
    """
    scopes = find_scopes(state, who)
    if len(scopes) > 1:
        raise InvalidInput(refusals.OwnerUnclear(owners=tuple(scope.owner_id or "world" for scope in scopes)))
    return scopes[0]


def scope_and_rest(state: GameState, text: str) -> tuple[Scope, str]:
    """Split a text into the scope that its first words name, as many words as possible, and the rest.

    Raises:
        NotFound: No scope matches.
        InvalidInput: Several scopes match.
    """
    words = text.split()
    for count_of_words in range(min(len(words) - 1, _MOST_WORDS), 0, -1):
        try:
            scope = find_scope(state, " ".join(words[:count_of_words]))
        except NotFound:
            continue
        return scope, " ".join(words[count_of_words:])
    return find_scope(state, words[0] if words else ""), ""


def scope_of_memory(state: GameState, memory_id: str) -> Scope:
    """Return the scope of a memory by its id.

    Raises:
        NotFound: There is no such memory; the message says which ids exist.
    """
    owner, _ = parse_memory_id(memory_id) or ("", 0)
    scope = next((scope for scope in state.scopes() if scope.owner_id == owner), None)
    if scope is None:
        if parse_message_id(memory_id) is not None:
            raise NotFound(refusals.MemoryIsMessage(memory=memory_id))
        example = make_memory_id(state.scopes()[0].owner_id, 1)
        raise NotFound(refusals.MemoryUnknown(memory=memory_id, example=example))
    try:
        state.memory(scope, memory_id)
    except NotFound:
        ids = [entry.id or "" for entry in state.memories(scope)]
        first, last = (ids[0], ids[-1]) if ids else ("", "")
        missing = refusals.MemoryNotOf(memory=memory_id, owner=scope, held=len(ids), first=first, last=last)
        raise NotFound(missing) from None
    return scope


def remembered_text(state: GameState, memory_id: str) -> str:
    """Return the text of the memory or message with this id.

    Raises:
        NotFound: There is neither.
    """
    index = parse_message_id(memory_id)
    if index is not None and index < len(state.conversation_history):
        return state.conversation_history[index].content
    return state.memory(scope_of_memory(state, memory_id), memory_id).summary


def find_person(state: GameState, who: str) -> str:
    """Find the one person that a name, an alias or an id denotes.

    Raises:
        NotFound: No person matches.
        InvalidInput: Several people match.
    """
    try:
        ids = [scope.owner_id or "" for scope in find_scopes(state, who) if scope.source is MemorySource.NPC]
    except NotFound:
        ids = []
    if not ids:
        raise NotFound(PersonUnknown(name=_shown(who), there=tuple(state.npcs)))
    if len(ids) > 1:
        raise InvalidInput(refusals.OwnerUnclear(owners=tuple(ids)))
    return ids[0]


def people_called(state: GameState, name: str) -> list[str]:
    """Find the people of the scenario with a name.

    Args:
        state: The game.
        name: A whole name in any case.

    Returns:
        Their ids; none for a part of a name, or a name within other words.
    """
    folded = name.casefold()
    whole = (mention for mention in mentions_for(state.sheet).names(name) if mention.written.casefold() == folded)
    return [key for mention in whole for key in mention.ids if key in state.npcs]


def subject_meant(state: GameState, name: str) -> str:
    """Return the id of the person or place with a name, or the name itself for anything else."""
    try:
        return find_scope(state, name).owner_id or name
    except NotFound:
        return name


def owner_names(state: GameState, scope: Scope) -> list[str]:
    if scope.owner_id is None:
        return list(language_of(state.sheet).words("phrases.world"))
    if scope.source is MemorySource.LOCATION:
        place = state.sheets.location(scope.owner_id)
        return [place.id, place.name, *place.aliases]
    person = state.sheets.npc(scope.owner_id)
    return [person.id, person.name, *person.aliases, *person.name.split()]


def _shown(who: str) -> str:
    return clipped(" ".join(who.split()), _LONGEST_SHOWN)
