"""What names mean to one person: people, subjects of memories, and the places where it can go from where it is."""

from collections.abc import Iterable, Iterator, Sequence

from app.interfaces.services.location import PARTY
from app.language.analysis.lexicon import lexicon
from app.language.analysis.mentions import mentions_for, player_names
from app.language.analysis.names import Folded, NameMatch, NameTable, name_words, without_article
from app.language.analysis.terms import analyse, term_set
from app.language.language import language_of
from app.language.rendering.phrases import listed
from app.language.rendering.refusing import choices, refusal_text, refused
from app.memory.entries.markers import CHARACTER, LORE, about_of, type_of
from app.memory.entries.speaker import known_name
from app.memory.recall.current_facts import SelfFact, own_facts
from app.memory.stream.owners import names_of
from app.memory.stream.sights import known_beings
from app.memory.stream.stream import MemoryStream
from app.models.base import fold, short_input
from app.models.memory import MemoryEntry, MemoryKind, Scope
from app.models.memory_kinds import kinds_where
from app.models.sheets.location import ExitSheet
from app.models.sheets.person import TopicSheet
from app.models.state.conditions import is_open, open_ways, visible_exits
from app.models.state.game_state import GameState

MOST_NAMED = 24
OWN_THOUGHTS = kinds_where(lambda row: row.is_formed and not row.is_experienced)
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
    people = (found for found, owned in _persons(state, folded) if not owned and found.ids[0] in state.npcs)
    meant = (key for found in people for key in ([key for key in found.ids if key in here] or found.ids))
    found = tuple(dict.fromkeys((*named, *meant)))
    return found or tuple(_matching_without_accents(state, folded)) or mentions_for(state.sheet).of_trade(given, here)


def find_figures(state: GameState, npc_id: str, name: str) -> tuple[str, ...]:
    """Find those who are spoken of and never appear.

    Args:
        state: The game.
        npc_id: Who asks.
        name: A name or an alias of the sheet, or what a topic of the one who asks, or of the person whose somebody is
            named ("my brother", "Jorun's brother"), calls the one that it names.

    Returns:
        Their ids; () for none.
    """
    folded, figures = Folded.of(name), {figure.id for figure in state.sheet.figures}
    persons = _persons(state, folded)
    if named := dict.fromkeys(key for found, owned in persons if not owned for key in found.ids if key in figures):
        return tuple(named)
    owner, rest = next(((found.ids[0], owned) for found, owned in persons if owned), (npc_id, folded.tidy))
    names = [name for topic in _topics_called(state, owner, rest) for name in (topic.name, *topic.aliases)]
    topics = (found for name in names for found, owned in _persons(state, Folded.of(name)) if not owned)
    return tuple(dict.fromkeys(key for found in topics for key in found.ids if key in figures))


def own_topics_about(state: GameState, npc_id: str, name: str, figures: Sequence[str]) -> list[SelfFact]:
    """What a person can tell of a name or of those who never appear, topic by topic."""
    wanted = term_set(name)

    def names_it(called: str) -> bool:
        persons = _persons(state, Folded.of(called))
        return term_set(called) == wanted or any(key in figures for found, _ in persons for key in found.ids)

    facts = (fact for fact in own_facts(state, npc_id) if fact.category == "topic")
    return [fact for fact in facts if wanted and any(map(names_it, fact.keys))]


def _topics_called(state: GameState, npc_id: str, words: str) -> list[TopicSheet]:
    """The topics of a person that have these words for a name; none where they name a thing."""
    wanted = term_set(words)
    if not wanted or npc_id not in state.npcs or mentions_for(state.sheet).known_names(words):
        return []
    topics = state.sheets.npc(npc_id).topics
    return [topic for topic in topics if any(term_set(name) == wanted for name in (topic.name, *topic.aliases))]


def _persons(state: GameState, given: Folded) -> list[tuple[NameMatch, str]]:
    """Each person or figure that a text names, with the words for what is said to be that one's: "Jorun's brother"."""
    known = {*state.npcs, *(figure.id for figure in state.sheet.figures)}
    found = (name for name in mentions_for(state.sheet).names(given.tidy) if name.ids[0] in known)
    return [(name, _owned(given.tidy, name)) for name in found]


def _owned(text: str, found: NameMatch) -> str:
    """The words for what a name only says whose it is: "brother" of "X's brother" and "the brother of X"."""
    words, after, before = lexicon(), text[found.end :], text[: found.start].split()
    if after.casefold().startswith(words.possessive):
        return after[len(words.possessive) :].strip()
    while before and before[-1].casefold() in words.articles:
        before.pop()
    is_of = len(before) > 1 and before[-1].casefold() in words.prepositions
    head = " ".join(before[:-1])
    return head if is_of and term_set(head) else ""


def find_subjects(state: GameState, npc_id: str, name: str) -> tuple[str, ...]:
    """The subjects that memories about a name carry: ids, and the name itself."""
    people = find_people(state, npc_id, name) or find_figures(state, npc_id, name)
    things = () if people else sorted(mentions_for(state.sheet).known_names(name))
    return tuple(dict.fromkeys((*people, *things, name.strip())))


def memories_mentioning(state: GameState, npc_id: str, names: Iterable[str]) -> list[MemoryEntry]:
    """Its memories that mention one of the names, gifted ones of itself and lore first, in stream order."""
    wanted = [name for name in map(without_article, names) if analyse(name).terms]
    table = NameTable({name: [npc_id] for name in wanted})
    standing = MemoryStream(state, Scope.npc(npc_id)).standing()
    own = [entry for entry in standing if type_of(entry) in (CHARACTER, LORE) or entry.kind is not MemoryKind.GIFTED]
    found = [entry for entry in own if any(table.find(Folded.of(entry.summary)))]
    return sorted(found, key=lambda entry: entry.kind is not MemoryKind.GIFTED)


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
    formed = (key for entry in npc.npc_memories if entry.kind in OWN_THOUGHTS for key in entry.subjects)
    lately = state.message_index.heard(Scope.npc(npc_id))[-LATELY:]
    speakers = (state.conversation_history[position].speaker_id or "" for position in lately)
    for key in (*told, *formed, *npc.relationships, *known_beings(state, npc_id), *speakers):
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
        raise refused(state, "step-not-next", place=short_input(called), ways=ways)
    if len(meant) > 1:
        which = choices(state, (_name_and_id(state, place) for place in meant), "step-nowhere", "or")
        raise refused(state, "step-unclear", place=short_input(called), which=which)
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
