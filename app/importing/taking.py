"""Files of any kind taken in: a game, a scenario, a person or lore is made of each."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Unpack

from pydantic import Field

from app.container import Container
from app.errors import InvalidInput, NotFound
from app.importing.chats import import_chat
from app.importing.finding import SHOWN_NOTES, left_of_book, left_of_card, scenario_in
from app.interchange.cards.character_card import Card, read_card
from app.interchange.cards.lorebook import read_lorebook
from app.interchange.cards.person import KEPT, digest_of, kept_card
from app.interchange.cards.portrait import portrait_of
from app.interchange.cards.scenario import scenario_of, with_lorebook, with_person
from app.interchange.chats.report import ChatReport
from app.interchange.recognising import FileKind, opened
from app.models.base import MAX_ID_LENGTH, View
from app.models.picture import Picture
from app.models.sheets.person import NPCSheet
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState
from app.scenarios.scenario_writing import scenario_bytes
from app.services.game.games.concurrency import from_journal, in_thread
from app.services.game.games.session import Request
from app.stores.transfer import import_playable, pictures_in

_SCENARIO = "The scenario"


class FileTaken(View):
    """What was made of a file."""

    kind: FileKind = Field(examples=["card"])
    title: str = Field(examples=["Meeting Mara Ironhand"])
    game_id: str | None = Field(default=None, description="the game that was made or changed")
    scenario_id: str | None = Field(default=None, description="the scenario that was made or changed")
    person_id: str | None = Field(default=None, description="the person of a card", examples=["mara"])
    entries: int = Field(default=0, description="how many entries of a lorebook became lore")
    turn: int | None = Field(default=None, description="the turn of a running game that took it in; null: no change")
    left_out: Sequence[str] = Field(default=(), description="what was not taken, a sentence each; at most 50")


@dataclass(frozen=True)
class Destination:
    """Where a file is to go.

    Attributes:
        scenario: The id of the scenario that gets a card or lorebook, or that a chat takes place in; None for none.
        place: The id or name of the person's place, the place that gets lore, or that of a chat.
        person: The id or name of the person who gets lore.
    """

    scenario: str | None = None
    place: str | None = None
    person: str | None = None


async def take_in(container: Container, data: bytes, wanted: Destination, **request: Unpack[Request]) -> FileTaken:
    """Make a game or a scenario of a file, or add it to a scenario that is there.

    A card becomes a small scenario of its own, or a person of the named scenario; a lorebook becomes lore of the named
    scenario. A scenario that ships with the program, or is a folder of files, stays: a copy gets the person or lore.

    Args:
        container: The container whose stores get it.
        data: The file.
        wanted: Where it goes.
        request: ``request_id`` and ``request_hash``, as for `GameLibrary.begin`; they matter for games only.

    Returns:
        What was made.

    Raises:
        InvalidInput: The file is of no known kind, has faults, or needs a scenario that was not named.
        NotFound: There is no such scenario, place or person.
        NotPossible: A user of a chat has the name of a person of the scenario.
        Conflict: There is no folder for scenarios, or one that ships with the program has the same id; or the request
            id was used for another request.
        StorageFailed: Reading or writing the disk or the database failed.
    """
    kind, content = await in_thread(lambda: opened(data))
    if kind is FileKind.GAME:
        library = container.library()
        read = partial(import_playable, content, "The scenario of the exported game")
        game_id = await from_journal(
            read, lambda journal: library.import_journal(journal, pictures_in(content), **request)
        )
        return FileTaken(kind=kind, title=library.read(game_id).header.title or game_id, game_id=game_id)
    if kind is FileKind.CHAT:
        report = await import_chat(content, container, scenario=wanted.scenario, place=wanted.place, **request)
        return FileTaken(kind=kind, title=report.title, game_id=report.game_id, left_out=_of_report(report))
    return await in_thread(lambda: _stored(container, kind, content, wanted))


async def take_into_game(
    container: Container, game_id: str, data: bytes, wanted: Destination, **request: Unpack[Request]
) -> FileTaken:
    """Take a card, a lorebook or an edited scenario into an open game, as a turn that can be undone.

    Args:
        container: The container that has the game open.
        game_id: The game.
        data: The file.
        wanted: The place or person; a card's person comes to the party by default, lore to the world.
        request: ``request_id`` and ``request_hash``, as for `TurnService.execute`.

    Returns:
        What was made.

    Raises:
        InvalidInput: The file is of no kind that a game takes, has faults, or does not fit the game.
        NotFound: There is no such game, place or person.
        NotPossible: It is another scenario than that of the game.
        Conflict: Another program has the game open, or the request id was used for another request.
        StorageFailed: Reading or writing the disk or the database failed.
    """
    kind, content = await in_thread(lambda: opened(data))
    state = container.turns().state(game_id)
    added = await in_thread(lambda: _added_to_game(state, kind, content, wanted))
    update = await container.scenario_updates().take_in(game_id, added.sheet, **request)
    pictures = container.pictures()
    for of, picture in added.pictures.items():
        await in_thread(partial(pictures.add, game_id, of, picture))
    return added.taken.model_copy(update={"game_id": game_id, "turn": update.turn})


@dataclass(frozen=True)
class _Added:
    """A scenario with what a file has added to it."""

    sheet: ScenarioSheet
    taken: FileTaken
    pictures: Mapping[str, Picture] = field(default_factory=dict)


def _stored(container: Container, kind: FileKind, data: bytes, wanted: Destination) -> FileTaken:
    """Store what a file holds in the folder of scenarios."""
    scenarios = container.scenarios()
    if kind is FileKind.FOLDER:
        return _stored_folder(container, data)
    if kind is FileKind.SCENARIO:
        sheet = scenario_in(kind, data).inspection.playable(_SCENARIO)
        added = _Added(sheet, FileTaken(kind=kind, title=sheet.title))
    elif kind is FileKind.CARD and wanted.scenario is None:
        card = read_card(data)
        sheet = scenario_of(card)
        sheet = sheet.model_copy(update={"id": _free_id(container, sheet.id, card)})
        added = _with_portrait(sheet, sheet.npcs[0], card, data)
    else:
        if wanted.scenario is None:
            raise InvalidInput("A lorebook is lore of a scenario: name the scenario.")
        before = scenarios.load(wanted.scenario)
        added = _added(before, kind, data, wanted)
        if added.sheet is before:
            return added.taken.model_copy(update={"scenario_id": before.id})
        if not scenarios.is_own(before.id):
            added = _as_copy(container, before, added)
    sheet = added.sheet
    scenarios.add(scenario_bytes(sheet, _SCENARIO), added.pictures)
    return added.taken.model_copy(update={"title": sheet.title, "scenario_id": sheet.id})


def _stored_folder(container: Container, data: bytes) -> FileTaken:
    """Store a scenario's folder as it is, so that its author can go on with it."""
    found = scenario_in(FileKind.FOLDER, data)
    sheet = found.inspection.playable(_SCENARIO)
    before = container.scenarios().add_folder(sheet.id, found.texts, found.pictures)
    kept = [] if before is None else [f"What was there is kept beside it, in the folder {before.name}."]
    return FileTaken(kind=FileKind.FOLDER, title=sheet.title, scenario_id=sheet.id, left_out=[*found.left_out, *kept])


def _as_copy(container: Container, before: ScenarioSheet, added: _Added) -> _Added:
    """Give a scenario that stays as it is a copy under another id, with the pictures of the original."""
    scenarios = container.scenarios()
    more = added.taken.person_id or "lore"
    copy_id = _numbered(f"{before.id}-with-{more}", scenarios.has)
    sheet = added.sheet.model_copy(update={"id": copy_id, "title": f"{before.title}, with {added.taken.title}"[:200]})
    pictures = {of: scenarios.picture(before.id, of) for of in scenarios.pictured(before.id)}
    return replace(added, sheet=sheet, pictures={**pictures, **added.pictures})


def _added_to_game(state: GameState, kind: FileKind, data: bytes, wanted: Destination) -> _Added:
    """Add a file to the scenario of a game as its author has written it."""
    if kind in (FileKind.SCENARIO, FileKind.FOLDER):
        found = scenario_in(kind, data)
        sheet = found.inspection.playable(_SCENARIO)
        return _Added(sheet, FileTaken(kind=kind, title=sheet.title, left_out=found.left_out), found.pictures)
    if kind not in (FileKind.CARD, FileKind.LOREBOOK):
        raise InvalidInput(
            "A running game takes cards, lorebooks and its own scenario; this file is a game of its own."
        )
    authored = state.amended.authored
    here = state.scenario.current_location_id
    is_card = kind is FileKind.CARD
    place = here if is_card and wanted.place is None and here in {each.id for each in authored.locations} else None
    added = _added(authored, kind, data, replace(wanted, place=place or wanted.place))
    if not is_card or added.sheet is authored:
        return added
    return _with_free_id(state.sheet, added)


def _with_free_id(played: ScenarioSheet, added: _Added) -> _Added:
    """Give a card's person another id where the game has made a part of that id."""
    old = added.taken.person_id or ""
    made = {each.id for each in (*played.npcs, *played.locations, *played.items, *played.figures)}
    new = _numbered(old, made.__contains__)
    if new == old:
        return added
    people = tuple(npc.model_copy(update={"id": new}) if npc.id == old else npc for npc in added.sheet.npcs)
    return _Added(
        added.sheet.model_copy(update={"npcs": people}),
        added.taken.model_copy(update={"person_id": new}),
        {new if of == old else of: picture for of, picture in added.pictures.items()},
    )


def _added(sheet: ScenarioSheet, kind: FileKind, data: bytes, wanted: Destination) -> _Added:
    """Add a card's person or a lorebook to a scenario; the same scenario where all of it is there already."""
    if kind is FileKind.CARD:
        card = read_card(data)
        grown, npc = with_person(sheet, card, wanted.place)
        return _with_portrait(grown, npc, card, data)
    book = read_lorebook(data)
    grown, whose, entries = with_lorebook(sheet, book, place=wanted.place, npc=wanted.person)
    taken = FileTaken(kind=kind, title=f"lore of {whose}", entries=entries, left_out=left_of_book(book))
    return _Added(grown if entries else sheet, taken)


def _with_portrait(sheet: ScenarioSheet, npc: NPCSheet, card: Card, data: bytes) -> _Added:
    portrait = portrait_of(data, card)
    taken = FileTaken(kind=FileKind.CARD, title=npc.name, person_id=npc.id, left_out=left_of_card(card, npc))
    return _Added(sheet, taken, {} if portrait is None else {npc.id: portrait})


def _free_id(container: Container, scenario_id: str, card: Card) -> str:
    """Return the id for a card's own scenario: that of the one which was made of the same card, else a free one."""
    scenarios, source = container.scenarios(), digest_of(card)

    def is_anothers(each: str) -> bool:
        if not scenarios.has(each):
            return False
        try:
            people = scenarios.load(each).npcs
        except (InvalidInput, NotFound):
            return True
        is_same = any(KEPT in npc.extensions and kept_card(npc).source == source for npc in people)
        return not (is_same and scenarios.is_own(each))

    return _numbered(scenario_id, is_anothers)


def _numbered(stem: str, is_taken: Callable[[str], bool]) -> str:
    """Return an id with the least number behind it that makes it free."""
    for number in range(1, 1_000):
        ending = f"-{number}" if number > 1 else ""
        found = f"{stem[: MAX_ID_LENGTH - len(ending)].rstrip('-_')}{ending}"
        if not is_taken(found):
            return found
    raise InvalidInput(f"There are too many called {stem!r}.")


def _of_report(report: ChatReport) -> list[str]:
    lines = [f"Line {each.line}: {each.why}." for each in report.left_out]
    return [*lines, *report.notes][:SHOWN_NOTES]
