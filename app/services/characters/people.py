"""Whom and what a name means to one person: ids, names and aliases in any script, the players among them."""

from collections.abc import Iterator

from app.interfaces.services.location import PARTY
from app.memory.gifted import about_of
from app.memory.mentions import mentions_for
from app.memory.names import Folded, NameTable, name_words
from app.memory.phrases import listed
from app.models.game_state import GameState

MOST_NAMED = 24
"""People that a note names."""


def people_meant(state: GameState, npc_id: str, name: str) -> tuple[str, ...]:
    """Ids of the people and players whom a name or an id means; () where it means nobody.

    Of several of one name it means those who are where the person is, if any are.
    """
    given = name.strip()
    players = [player.id for player in state.party.players]
    if given in state.npcs or given in players:
        return (given,)
    if given.casefold() in (PARTY, "the party"):
        return tuple(players)
    here = [npc.instance_id for npc in state.present(state.npc(npc_id).current_location_id or "-")]
    folded = Folded.of(given)
    named = [key for found in _player_table(state).find(folded) for key in found.ids]
    return tuple(dict.fromkeys((*named, *mentions_for(state.sheet).people(given, here))))


def subjects_meant(state: GameState, npc_id: str, name: str) -> tuple[str, ...]:
    """What memories about somebody or something carry as their subject: ids, and the words themselves."""
    people = people_meant(state, npc_id, name)
    things = () if people else sorted(mentions_for(state.sheet).known_names(name))
    return tuple(dict.fromkeys((*people, *things, name.strip())))


def who_is_known(state: GameState, npc_id: str) -> str:
    """A note for who asks about somebody unknown."""
    names = list(dict.fromkeys(_known(state, npc_id)))[:MOST_NAMED]
    return f"You know nobody of that name. You know {listed(names)}." if names else "You know nobody."


def _known(state: GameState, npc_id: str) -> Iterator[str]:
    """The names of those it has been told of, has feelings about or has noticed."""
    npc = state.npc(npc_id)
    told = (about for entry in npc.npc_memories if (about := about_of(entry)) is not None)
    for key in (*told, *npc.relationships, *npc.mind.seen):
        if key == PARTY or any(key == player.id for player in state.party.players):
            yield from (player.name for player in state.party.players)
        elif key in state.npcs and key != npc_id:
            yield state.name(key)


def _player_table(state: GameState) -> NameTable:
    names: dict[str, list[str]] = {}
    for player in state.party.players:
        for written in (player.name, *name_words(player.name)):
            names.setdefault(written, []).append(player.id)
    return NameTable(names)
