"""What is in a file of any kind, and where it can go."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pydantic import Field

from app.errors import InvalidInput
from app.interchange.cards.character_card import Card, read_card
from app.interchange.cards.dialects import is_off
from app.interchange.cards.lorebook import Lorebook, read_lorebook, usable_entries
from app.interchange.cards.person import card_to_npc, kept_card
from app.interchange.cards.portrait import portrait_of
from app.interchange.cards.text import speech_in
from app.interchange.chats.chat_file import read_chat
from app.interchange.recognising import FileKind, folder_in, opened
from app.language.rendering.plain_reasons import in_words
from app.models.base import View, is_id
from app.models.picture import Picture, picture_of
from app.models.sheets.person import NPCSheet
from app.scenarios.folders.reading import FolderContent, inspect_folder
from app.scenarios.scenario_check import Inspection, inspect_scenario
from app.stores.transfer import import_playable, pictures_in

Goal = Literal["new_game", "new_scenario", "scenario", "game"]
SHOWN_NOTES = 50


class PartsFound(View):
    """How many parts of one sort a file has."""

    what: str = Field(description="in the plural, as a word to show", examples=["greetings"])
    count: int = Field(examples=[3])


class FileFound(View):
    """What was found in a file, and where it can go."""

    kind: FileKind = Field(examples=["card"])
    title: str = Field(description="the name of the game, scenario or person", examples=["Mara Ironhand"])
    summary: str = Field(default="", examples=["A smith who has seen better days."])
    parts: Sequence[PartsFound] = ()
    has_picture: bool = Field(default=False, description="whether there are pictures that can be shown")
    left_out: Sequence[str] = Field(default=(), description="what is not taken, a sentence each; at most 50")
    goes_to: Sequence[Goal] = Field(
        default=(),
        description="what it can become: a game of its own, a scenario of its own, a part of a scenario that is there,"
        " or of a running game; nothing where it has faults",
        examples=[["new_scenario", "scenario", "game"]],
    )


@dataclass(frozen=True)
class ScenarioFile:
    """The scenario of a file, with the pictures of its parts."""

    inspection: Inspection
    texts: Sequence[tuple[str, bytes]] = ()
    """The files of a folder, by their paths in it; none where it is one file."""
    pictures: Mapping[str, Picture] = field(default_factory=dict)
    left_out: Sequence[str] = ()


def inspect_file(data: bytes) -> FileFound:
    """Say what is in a file, and where it can go; nothing is stored.

    Raises:
        InvalidInput: It is of no known kind, or too damaged to say anything of it.
    """
    kind, data = opened(data)
    if kind is FileKind.GAME:
        return _game_found(data)
    if kind is FileKind.CHAT:
        return _chat_found(data)
    if kind is FileKind.CARD:
        return _card_found(data)
    if kind is FileKind.LOREBOOK:
        return _book_found(read_lorebook(data))
    return _scenario_found(scenario_in(kind, data))


def scenario_in(kind: FileKind, data: bytes) -> ScenarioFile:
    """Read the scenario in a file, one JSON file or a zipped folder, with the pictures in the folder."""
    if kind is FileKind.SCENARIO:
        return ScenarioFile(inspect_scenario(data))
    name, texts, pictures = folder_in(data)
    shown, left_out = dict[str, Picture](), list[str]()
    for of, picture in pictures.items():
        try:
            shown[of] = picture_of(picture)
        except InvalidInput as error:
            left_out.append(f"The picture {of!r}: {in_words(error)}")
    inspection = inspect_folder(FolderContent(name if is_id(name) else "scenario", texts))
    if inspection.sheet is not None:
        known = {each.id for each in (*inspection.sheet.npcs, *inspection.sheet.locations)}
        left_out += [f"The picture {of!r} is of no person or place." for of in shown if of not in known]
        shown = {of: picture for of, picture in shown.items() if of in known}
    return ScenarioFile(inspection, texts, shown, left_out)


def _counted(**parts: int) -> tuple[PartsFound, ...]:
    return tuple(PartsFound(what=what.replace("_", " "), count=count) for what, count in parts.items() if count)


def _game_found(data: bytes) -> FileFound:
    journal = import_playable(data, "The scenario of the exported game")
    state, pictures = journal.opening.state, pictures_in(data)
    return FileFound(
        kind=FileKind.GAME,
        title=journal.header.title or state.sheet.title,
        summary=state.sheet.title,
        parts=_counted(players=len(state.party.players), records=len(journal.records), pictures=len(pictures)),
        has_picture=bool(pictures),
        left_out=("Keys, links and the talk at the table are in no exported game.",),
        goes_to=("new_game",),
    )


def _scenario_found(found: ScenarioFile) -> FileFound:
    sheet, problems = found.inspection.sheet, found.inspection.problems
    faults = [f"{each.where}: {each.what}" for each in problems]
    kind = FileKind.SCENARIO if found.inspection.sources is None else FileKind.FOLDER
    if sheet is None:
        return FileFound(kind=kind, title="A scenario with faults", left_out=faults[:SHOWN_NOTES])
    return FileFound(
        kind=kind,
        title=sheet.title,
        summary=sheet.summary,
        parts=_counted(
            places=len(sheet.locations),
            people=len(sheet.npcs),
            quests=len(sheet.quests),
            acts=len(sheet.acts),
            lore=len(sheet.lore),
            pictures=len(found.pictures),
        ),
        has_picture=bool(found.pictures),
        left_out=[*faults, *found.left_out][:SHOWN_NOTES],
        goes_to=() if problems else ("new_scenario", "game"),
    )


def _card_found(data: bytes) -> FileFound:
    card = read_card(data)
    npc = card_to_npc(card)
    return FileFound(
        kind=FileKind.CARD,
        title=npc.name,
        summary=npc.description,
        parts=_counted(
            greetings=len(npc.voice.greeting),
            traits=len(npc.traits),
            example_dialogues=int(bool(npc.examples)),
            lore=len(npc.lore),
        ),
        has_picture=portrait_of(data, card) is not None,
        left_out=left_of_card(card, npc),
        goes_to=("new_scenario", "scenario", "game"),
    )


def left_of_card(card: Card, npc: NPCSheet) -> list[str]:
    """Say what of a card has no place in a person."""
    kept = kept_card(npc)
    told = {name for name, value in kept.fields.items() if value} - _USED_ELSEWHERE
    alternates = card.greetings[1:] if card.text("first_mes").strip() else card.greetings
    if all(speech_in(text, card.name) for text in alternates):
        told.discard("alternate_greetings")
    unused = [name.replace("_", " ") for name in kept.fields if name in told]
    lines = [*card.notes]
    if unused:
        lines.append(f"Only kept for an export: {', '.join(unused)}.")
    if kept.unplaced:
        lines.append(f"Entries of its book that are off or empty: {len(kept.unplaced)}.")
    return lines[:SHOWN_NOTES]


_USED_ELSEWHERE = frozenset(
    {"name", "nickname", "description", "personality", "scenario", "first_mes", "mes_example", "creator", "assets"}
)


def _book_found(book: Lorebook) -> FileFound:
    usable = usable_entries(book)
    return FileFound(
        kind=FileKind.LOREBOOK,
        title=str(book.fields.get("name") or "A lorebook")[:200],
        parts=_counted(entries=usable),
        left_out=left_of_book(book),
        goes_to=("scenario", "game") if usable else (),
    )


def left_of_book(book: Lorebook) -> list[str]:
    """Say what of a lorebook becomes no lore."""
    off = sum(map(is_off, book.entries))
    empty = len(book.entries) - off - usable_entries(book)
    lines = [f"Entries that are switched off: {off}."] * bool(off) + [f"Empty entries: {empty}."] * (empty > 0)
    return [*lines, *book.notes][:SHOWN_NOTES]


def _chat_found(data: bytes) -> FileFound:
    chat = read_chat(data)
    names = [*chat.users, *chat.characters]
    return FileFound(
        kind=FileKind.CHAT,
        title=f"A chat of {', '.join(names)}"[:200],
        parts=_counted(lines=len(chat.messages), players=len(chat.users), people=len(chat.characters)),
        left_out=[*(f"Line {each.line}: {each.why}." for each in chat.left_out), *chat.notes][:SHOWN_NOTES],
        goes_to=("new_game",),
    )
