"""What names mean to one person: people, subjects of memories, and the places where it can go from where it is."""

from collections.abc import Iterator, Sequence

from app.interfaces.services.location import PARTY
from app.language.analysis.mentions import mentions_for, player_names
from app.language.analysis.names import Folded, NameTable, name_words, without_article
from app.language.analysis.terms import analyse
from app.language.language import language_of
from app.language.rendering.phrases import listed
from app.language.rendering.refusing import choices, printable, refusal_text, refused
from app.memory.stream.markers import CHARACTER, LORE, about_of, type_of
from app.memory.stream.owners import names_of
from app.memory.stream.remembering import known_name
from app.memory.stream.sights import known_beings
from app.memory.stream.stream import MemoryStream
from app.models.base import fold
from app.models.location import ExitSheet
from app.models.memory import MemoryEntry, Scope
from app.models.state.conditions import is_open, open_ways, visible_exits
from app.models.state.game_state import GameState

MOST_NAMED = 24
LATELY = 200  # messages among which it is looked for who has spoken


def find_people(state: GameState, npc_id: str, name: str) -> tuple[str, ...]:
    """Ids of the people and players that a name, trade or id means, () for none; of several those present."""
    given = name.strip()
    if given in state.npcs or any(given == player.id for player in state.party.ever):
        return (given,)
    if given.casefold() in (PARTY, language_of(state.sheet).render("phrases.party")):
        return tuple(player.id for player in state.party.players)
    here = [npc.instance_id for npc in state.present(state.npc(npc_id).current_location_id or "-")]
    folded = Folded.of(given)
    named = [key for found in player_names(state.party.ever).find(folded) for key in found.ids]
    found = tuple(dict.fromkeys((*named, *mentions_for(state.sheet).people(given, here))))
    return found or tuple(_matching_without_accents(state, folded)) or mentions_for(state.sheet).of_trade(given, here)


def find_subjects(state: GameState, npc_id: str, name: str) -> tuple[str, ...]:
    """The subjects that memories about a name carry: ids, and the name itself."""
    people = find_people(state, npc_id, name)
    things = () if people else sorted(mentions_for(state.sheet).known_names(name))
    return tuple(dict.fromkeys((*people, *things, name.strip())))


def gifted_mentioning(state: GameState, npc_id: str, name: str) -> list[MemoryEntry]:
    """Gifted memories of itself and lore that mention a name, in stream order."""
    wanted = without_article(name)
    table = NameTable({wanted: [npc_id]} if analyse(wanted).terms else {})
    own = (entry for entry in MemoryStream(state, Scope.npc(npc_id)).standing() if type_of(entry) in (CHARACTER, LORE))
    return [entry for entry in own if any(table.find(Folded.of(entry.summary)))]


def who_is_known(state: GameState, npc_id: str, meant: Sequence[str] = ()) -> str:
    """A note for a question about somebody without an answer; ``meant`` are the ids named. It does not tell an unknown
    person from one that does not exist."""
    language = language_of(state.sheet)
    if tuple(meant) == (npc_id,):
        return language.render("recall.note-yourself")
    names = list(dict.fromkeys(_known(state, npc_id)))
    if about := dict.fromkeys(name for name in map(state.name, meant) if name in names):
        return language.render("recall.note-no-memory", names=listed(about))
    if not names:
        return language.render("recall.note-nobody")
    return language.render("recall.note-unknown", names=listed(names[:MOST_NAMED]))


def _known(state: GameState, npc_id: str) -> Iterator[str]:
    """Names of those it was told of, has feelings about, noticed or lately heard."""
    npc = state.npc(npc_id)
    told = (about for entry in npc.npc_memories if (about := about_of(entry)) is not None)
    lately = state.message_index.heard(Scope.npc(npc_id))[-LATELY:]
    speakers = (state.conversation_history[position].speaker_id or "" for position in lately)
    for key in (*told, *npc.relationships, *known_beings(state, npc_id), *speakers):
        if key == PARTY or any(key == player.id for player in state.party.players):
            yield from (player.name for player in state.party.players)
        elif key != npc_id and (name := known_name(state, key)):
            yield name


def _matching_without_accents(state: GameState, given: Folded) -> Iterator[str]:
    """Ids of those whose name matches without accents: "Elan" for "Élan"."""
    wanted = fold(given.folded)
    people = (state.sheets.npc(npc_id) for npc_id in state.npcs)
    names = {player.id: (player.name, *name_words(player.name)) for player in state.party.ever}
    names |= {sheet.id: (sheet.name, *name_words(sheet.name), *sheet.aliases) for sheet in people}
    return (key for key, known in names.items() if wanted and wanted in map(fold, known))


def neighbouring_place(state: GameState, npc_id: str, called: str) -> str:
    """The neighbouring place that an id, a name, an alias or a way's name means. Raises NotPossible, naming the open
    ways, for no or several matches and for a locked way."""
    here = state.npc(npc_id).current_location_id or ""
    meant = [way.to for way in visible_exits(state, here) if _is_called(state, way, called)]
    reachable = open_places(state, here)
    ways = choices(state, (_name_and_id(state, place) for place in reachable), "step-nowhere")
    if not meant and _folded(called) in _names(state, here):
        raise refused(state, "step-is-here", place=state.name(here), ways=ways)
    if not meant:
        raise refused(state, "step-not-next", place=printable(called), ways=ways)
    if len(meant) > 1:
        which = choices(state, (_name_and_id(state, place) for place in meant), "step-nowhere", "or")
        raise refused(state, "step-unclear", place=printable(called), which=which)
    if meant[0] not in reachable:
        raise refused(state, "step-locked", place=state.name(meant[0]), ways=ways)
    return meant[0]


def open_places(state: GameState, here: str) -> list[str]:
    """Ids of the places that open ways lead to."""
    return [way.to for way in open_ways(state, here)]


def way_lines(state: GameState, here: str) -> Iterator[str]:
    """Each visible way: ``the inn door to Inn [inn]``, and whether it is locked."""
    for way in visible_exits(state, here):
        place, is_way_open = _name_and_id(state, way.to), "yes" if is_open(way, state) else "no"
        yield refusal_text(state, "step-way", way=way.name, place=place, open=is_way_open)


def _is_called(state: GameState, way: ExitSheet, called: str) -> bool:
    return _folded(called) in _names(state, way.to).union(map(_folded, (way.name, *way.aliases)))


def _names(state: GameState, place_id: str) -> set[str]:
    return {_folded(name) for name in names_of(state, Scope.location(place_id))}


def _folded(name: str) -> str:
    return Folded.of(without_article(name)).folded


def _name_and_id(state: GameState, place: str) -> str:
    return f"{state.name(place)} [{place}]"
