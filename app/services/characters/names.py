"""Resolution of names for one person: people, subjects of memories, and neighbouring places."""

from collections.abc import Iterable, Iterator, Sequence

from app.errors import NotPossible
from app.interfaces.services.location import PARTY
from app.language.analysis.lexicon import lexicon
from app.language.analysis.mentions import mentions_for, player_names
from app.language.analysis.names import Folded, NameMatch, NameTable, short_forms, without_article
from app.language.analysis.terms import analyse, term_set
from app.language.language import language_of
from app.language.rendering.phrases import listed
from app.memory.entries.markers import CHARACTER, LORE, about_of, type_of
from app.memory.entries.speaker import known_name
from app.memory.recall.current_facts import SelfFact, own_facts
from app.memory.stream.owners import owner_names
from app.memory.stream.sights import known_beings
from app.memory.stream.stream import MemoryStream
from app.models.base import fold_text, short_input
from app.models.memory import MemoryEntry, MemoryKind, Scope
from app.models.memory_kinds import kinds_where
from app.models.refusals import places as refusals
from app.models.sheets.location import ExitSheet
from app.models.sheets.person import TopicSheet
from app.models.state.conditions import is_open, open_ways, visible_exits
from app.models.state.game_state import GameState

MOST_NAMED = 24
OWN_THOUGHTS = kinds_where(lambda row: row.is_formed and not row.is_experienced)
LATELY = 200  # messages that are searched for speakers


def find_people(state: GameState, npc_id: str, name: str) -> tuple[str, ...]:
    """Find the people and players that a name, trade or id means; of several those present.

    Returns:
        Their ids; () for none.
    """
    given = name.strip()
    if given in state.npcs or any(given == player.id for player in state.party.ever):
        return (given,)
    if given.casefold() in (PARTY, language_of(state.sheet).render("phrases.party")):
        return tuple(player.id for player in state.party.players)
    here = [npc.instance_id for npc in state.present(state.npc(npc_id).current_location_id or "-")]
    folded = Folded.of(given)
    named = [key for match in player_names(state.party.ever).find(folded) for key in match.ids]
    people = (match for match, owned in _persons(state, folded) if not owned and match.ids[0] in state.npcs)
    meant = (key for match in people for key in ([key for key in match.ids if key in here] or match.ids))
    ids = tuple(dict.fromkeys((*named, *meant)))
    return ids or tuple(_matching_without_accents(state, folded)) or mentions_for(state.sheet).of_trade(given, here)


def find_figures(state: GameState, npc_id: str, name: str) -> tuple[str, ...]:
    """Find figures: people who are mentioned and never appear.

    Args:
        state: The game.
        npc_id: The person who asks.
        name: A name or an alias of the sheet, or a relation ("my brother", "Jorun's brother") that a topic of the
            person who asks, or of the person named, has as its name.

    Returns:
        Their ids; () for none.
    """
    folded, figures = Folded.of(name), {figure.id for figure in state.sheet.figures}
    persons = _persons(state, folded)
    if named := dict.fromkeys(key for match, owned in persons if not owned for key in match.ids if key in figures):
        return tuple(named)
    owner, rest = next(((match.ids[0], owned) for match, owned in persons if owned), (npc_id, folded.tidy))
    names = [name for topic in _topics_called(state, owner, rest) for name in (topic.name, *topic.aliases)]
    topics = (match for name in names for match, owned in _persons(state, Folded.of(name)) if not owned)
    return tuple(dict.fromkeys(key for match in topics for key in match.ids if key in figures))


def own_topics_about(state: GameState, npc_id: str, name: str, figures: Sequence[str]) -> list[SelfFact]:
    """List the topics of a person about a name or figures."""
    wanted = term_set(name)

    def names_it(called: str) -> bool:
        persons = _persons(state, Folded.of(called))
        return term_set(called) == wanted or any(key in figures for match, _ in persons for key in match.ids)

    facts = (fact for fact in own_facts(state, npc_id) if fact.category == "topic")
    return [fact for fact in facts if wanted and any(map(names_it, fact.keys))]


def _topics_called(state: GameState, npc_id: str, words: str) -> list[TopicSheet]:
    """List the topics of a person with this name or alias; none if the words name a thing."""
    wanted = term_set(words)
    if not wanted or npc_id not in state.npcs or mentions_for(state.sheet).known_names(words):
        return []
    topics = state.sheets.npc(npc_id).topics
    return [topic for topic in topics if any(term_set(name) == wanted for name in (topic.name, *topic.aliases))]


def _persons(state: GameState, given: Folded) -> list[tuple[NameMatch, str]]:
    """List each person or figure that a text names, with the relation to it, for example "brother" for "Jorun's
    brother"."""
    known = {*state.npcs, *(figure.id for figure in state.sheet.figures)}
    names = (name for name in mentions_for(state.sheet).names(given.tidy) if name.ids[0] in known)
    return [(name, _owned(given.tidy, name)) for name in names]


def _owned(text: str, match: NameMatch) -> str:
    """Return the relation to a name: "brother" of "X's brother" and "the brother of X"; "" if there is none."""
    words, after, before = lexicon(), text[match.end :], text[: match.start].split()
    if after.casefold().startswith(words.possessive):
        return after[len(words.possessive) :].strip()
    while before and before[-1].casefold() in words.articles:
        before.pop()
    is_of = len(before) > 1 and before[-1].casefold() in words.prepositions
    head = " ".join(before[:-1])
    return head if is_of and term_set(head) else ""


def find_subjects(state: GameState, npc_id: str, name: str) -> tuple[str, ...]:
    """Return the subjects that memories about a name carry: ids, and the name itself."""
    people = find_people(state, npc_id, name) or find_figures(state, npc_id, name)
    things = () if people else sorted(mentions_for(state.sheet).known_names(name))
    return tuple(dict.fromkeys((*people, *things, name.strip())))


def memories_mentioning(state: GameState, npc_id: str, names: Iterable[str]) -> list[MemoryEntry]:
    """List its memories that mention one of the names, gifted ones and lore first, in stream order."""
    wanted = [name for name in map(without_article, names) if analyse(name).terms]
    table = NameTable({name: [npc_id] for name in wanted})
    active = MemoryStream(state, Scope.npc(npc_id)).active()
    own = [entry for entry in active if type_of(entry) in (CHARACTER, LORE) or entry.kind is not MemoryKind.GIFTED]
    mentioning = [entry for entry in own if any(table.find(Folded.of(entry.summary)))]
    return sorted(mentioning, key=lambda entry: entry.kind is not MemoryKind.GIFTED)


def who_is_known(state: GameState, npc_id: str, meant: Sequence[str] = ()) -> str:
    """Return a note for a question about a person that has no answer.

    It makes no difference between an unknown person and one that does not exist. ``meant`` are the ids that the
    question named."""
    language = language_of(state.sheet)
    if tuple(meant) == (npc_id,):
        return language.render("recall.note-yourself")
    names = list(dict.fromkeys(_known_names(state, npc_id)))
    if about := dict.fromkeys(name for name in map(state.name, meant) if name in names):
        return language.render("recall.note-no-memory", names=listed(about))
    if not names:
        return language.render("recall.note-nobody")
    return language.render("recall.note-unknown", names=listed(names[:MOST_NAMED]))


def _known_names(state: GameState, npc_id: str) -> Iterator[str]:
    """Yield the names of people it has given knowledge of, has feelings about, noticed or lately heard."""
    npc = state.npc(npc_id)
    given = (about for entry in npc.npc_memories if (about := about_of(entry)) is not None)
    formed = (key for entry in npc.npc_memories if entry.kind in OWN_THOUGHTS for key in entry.subjects)
    lately = state.message_index.heard(Scope.npc(npc_id))[-LATELY:]
    speakers = (state.conversation_history[position].speaker_id or "" for position in lately)
    for key in (*given, *formed, *npc.relationships, *known_beings(state, npc_id), *speakers):
        if key == PARTY or any(key == player.id for player in state.party.players):
            yield from (player.name for player in state.party.players)
        elif key != npc_id and (name := known_name(state, key)):
            yield name


def _matching_without_accents(state: GameState, given: Folded) -> Iterator[str]:
    """Return the ids of people whose name matches without accents: "Elan" for "Élan"."""
    wanted = fold_text(given.folded)
    people = (state.sheets.npc(npc_id) for npc_id in state.npcs)
    names = {player.id: (player.name, *short_forms(player.name)) for player in state.party.ever}
    names |= {sheet.id: (sheet.name, *short_forms(sheet.name), *sheet.aliases) for sheet in people}
    return (key for key, known in names.items() if wanted and wanted in map(fold_text, known))


def neighbouring_place(state: GameState, npc_id: str, called: str) -> str:
    """Find the neighbouring place that an id, a name, an alias or the name of a way means.

    Raises:
        NotPossible: It means none or several, or the way is locked; the error names the open ways.
    """
    here = state.npc(npc_id).current_location_id or ""
    meant = [way.to for way in visible_exits(state, here) if _is_called(state, way, called)]
    reachable = tuple(open_places(state, here))
    if not meant and _folded(called) in _names(state, here):
        raise NotPossible(refusals.StepIsHere(location_id=here, places=reachable))
    if not meant:
        raise NotPossible(refusals.StepNotNext(called=short_input(called), places=reachable))
    if len(meant) > 1:
        raise NotPossible(refusals.StepUnclear(called=short_input(called), places=tuple(meant)))
    if meant[0] not in reachable:
        raise NotPossible(refusals.StepLocked(location_id=meant[0], places=reachable))
    return meant[0]


def open_places(state: GameState, here: str) -> list[str]:
    """List the ids of the places that open ways lead to."""
    return [way.to for way in open_ways(state, here)]


def way_lines(state: GameState, here: str) -> Iterator[str]:
    """Yield a line for each visible way, ``the inn door to Inn [inn]``, and whether it is open."""
    for way in visible_exits(state, here):
        place, is_way_open = f"{state.name(way.to)} [{way.to}]", "yes" if is_open(way, state) else "no"
        yield language_of(state.sheet).render("refusals.step-way", way=way.name, place=place, open=is_way_open)


def _is_called(state: GameState, way: ExitSheet, called: str) -> bool:
    return _folded(called) in _names(state, way.to).union(map(_folded, (way.name, *way.aliases)))


def _names(state: GameState, place_id: str) -> set[str]:
    return {_folded(name) for name in owner_names(state, Scope.location(place_id))}


def _folded(name: str) -> str:
    return Folded.of(without_article(name)).folded
