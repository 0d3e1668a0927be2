"""Exchange with other programs: ``import card|lorebook|chat|agents``, ``export card|agents``."""

import asyncio
from collections.abc import Sequence
from contextlib import aclosing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from app.cli.commands.saves import Game, game_id_of, game_to_read
from app.cli.program import program
from app.cli.rendering.screen import Screen
from app.cli.rendering.text import count, one_line
from app.cli.scenario_argument import SCENARIO_HELP, scenario_named
from app.cli.setup import set_up
from app.errors import InvalidInput

if TYPE_CHECKING:
    from app.interchange.cards.lorebook import Lorebook
    from app.interchange.chats.report import ChatReport
    from app.models.sheets.scenario import ScenarioSheet

import_app = typer.Typer(help="Import from files of other programs.", no_args_is_help=True)
export_app = typer.Typer(help="Export people for other programs.", no_args_is_help=True)

MAX_NOTES_SHOWN = 20
_SHOWN_KINDS = {"promise": "promised", "invitation": "invited", "appointment": "has an appointment with"}
Person = Annotated[str, typer.Argument(metavar="NPC", help="a person's id or name")]
Force = Annotated[bool, typer.Option("--force", help="overwrite an existing file")]
Out = Annotated[Path | None, typer.Option("--out", help="the file to write")]


@import_app.command("card")
def import_card(
    file: Annotated[Path, typer.Argument(help="a character card, V1 to V3: JSON, or a PNG or CharX with one inside")],
    *,
    scenario: Annotated[str | None, typer.Option("--scenario", help="add the person to it: an id or a file")] = None,
    at: Annotated[str | None, typer.Option("--at", help="a place of that scenario; default: where it begins")] = None,
    out: Out = None,
    force: Force = False,
) -> None:
    """Import a character card as a person, into a scenario or into a small new one."""
    from app.interchange.cards.character_card import read_card
    from app.interchange.cards.scenario import scenario_of, with_person

    screen, container = set_up()
    if at is not None and scenario is None:
        raise InvalidInput("--at names a place of a scenario: give --scenario too.")
    card = read_card(file)
    if scenario is None:
        sheet = scenario_of(card)
        npc = sheet.npcs[0]
        target = out or Path(f"{sheet.id}.json")
    else:
        before = container.scenarios().load(scenario_named(scenario))
        sheet, npc = with_person(before, card, at)
        if sheet is before:
            screen.say(f"{npc.name} is in this scenario already, as {npc.id}, from the same card: nothing is changed.")
            return
        target = out or Path(f"{sheet.id}-with-{npc.id}.json")
    written = _write_scenario(target, sheet, force=force)
    _show_notes(screen, card.notes)
    screen.say(f"{npc.name} is here as {npc.id}. What has no place there is only kept, for an export.")
    screen.note(written)


@import_app.command("lorebook")
def import_lorebook(
    file: Annotated[Path, typer.Argument(help="a lorebook or world info as JSON, or a card that has one")],
    *,
    scenario: Annotated[str, typer.Option("--scenario", help="the scenario that gets the lore: an id or a file")],
    place: Annotated[str | None, typer.Option("--place", help="make it knowledge of this place")] = None,
    npc: Annotated[str | None, typer.Option("--npc", help="make it knowledge of this person")] = None,
    out: Out = None,
    force: Force = False,
) -> None:
    """Import a lorebook as knowledge of the world, of a place, or of a person."""
    from app.interchange.cards.lorebook import read_lorebook, usable_entries
    from app.interchange.cards.scenario import with_lorebook

    screen, container = set_up()
    book = read_lorebook(file)
    before = container.scenarios().load(scenario_named(scenario))
    sheet, whose, entries = with_lorebook(before, book, place=place, npc=npc)
    usable = usable_entries(book)
    if not usable:
        raise InvalidInput(f"No lore was found: {_why_no_lore(book)} Nothing is written.")
    if not entries:
        screen.say(f"{whose[:1].upper()}{whose[1:]} knows all of this book already: nothing is changed.")
        return
    target = out or Path(f"{sheet.id}-with-lore.json")
    written = _write_scenario(target, sheet, force=force)
    _show_notes(screen, book.notes)
    off, duplicates = len(book.entries) - usable, usable - entries
    rest = f" Left out, because switched off or empty: {off:,}." if off else ""
    rest += f" Known already: {duplicates:,}." if duplicates else ""
    screen.say(f"{count(entries, 'entry', 'entries')} of the book became lore of {whose}.{rest}")
    screen.note(written)


@import_app.command("chat")
def import_chat(
    file: Annotated[Path, typer.Argument(help="a chat file of SillyTavern (JSONL), also of a group")],
    *,
    card: Annotated[list[Path] | None, typer.Option("--card", help="the card of a character; may be repeated")] = None,
    scenario: Annotated[str | None, typer.Option("--scenario", help="where it takes place: an id or a file")] = None,
    at: Annotated[str | None, typer.Option("--at", help="a place of that scenario; default: where it begins")] = None,
    title: Annotated[str | None, typer.Option("--title", help="the title of the game")] = None,
    hidden: Annotated[
        bool, typer.Option("--hidden/--no-hidden", help="take the lines that were hidden from the model, too")
    ] = True,
) -> None:
    """Import a running chat as a game, which goes on where the chat ends."""
    from app.importing.chats import import_chat as import_as_game

    screen, container = set_up()
    if at is not None and scenario is None:
        raise InvalidInput("--at names a place of a scenario: give --scenario too.")

    async def imported() -> "ChatReport":
        report = await import_as_game(
            file, container, cards=card or (), scenario=scenario, place=at, title=title, with_hidden=hidden
        )
        await container.turns().close(report.game_id)
        return report

    _show_report(screen, asyncio.run(imported()))


def _show_report(screen: Screen, report: "ChatReport") -> None:
    """Print the report of the import of a chat."""
    names = {one.id: one.name for one in (*report.players, *report.people)}
    taken = count(report.lines_taken, "line")
    screen.say(f"{report.title} is a game now: {taken} became messages of {report.minutes:,} game minutes.")
    _show_notes(screen, [f"Left out, line {each.line}: {each.why}." for each in report.left_out])
    _show_notes(screen, report.notes)
    people = [f"{one.name} ({one.lines}{', with a card' if one.has_card else ''})" for one in report.people]
    players = [f"{one.name} ({one.lines})" for one in report.players]
    screen.say(f"Lines of people: {', '.join(people) or 'none'}. Lines of players: {', '.join(players) or 'none'}.")
    bound = [each for each in report.commitments if each.kind in _SHOWN_KINDS]
    screen.say(f"{count(len(bound), 'promise, invitation or appointment', 'promises, invitations and appointments')}:")
    for each in bound[:MAX_NOTES_SHOWN]:
        to = ", ".join(names.get(one, one) for one in each.to)
        status = "" if each.status == "open" else f" ({each.status})"
        by = names.get(each.by, each.by)
        screen.line(f"line {each.line}: {by} {_SHOWN_KINDS[each.kind]} {to}: “{each.words}”{status}")
    if len(bound) > MAX_NOTES_SHOWN:
        screen.line(f"… and {len(bound) - MAX_NOTES_SHOWN} more.")
    screen.note(f"Play it: {program()} play --load {report.game_id}")


@export_app.command("card")
def export_card(
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO", help=f"{SCENARIO_HELP}; with --game: a game")],
    npc: Person,
    *,
    out: Annotated[Path, typer.Option("--out", help="the .json file to write")],
    game: Annotated[bool, typer.Option("--game", help="a person of a game, as it is there by now")] = False,
    force: Force = False,
) -> None:
    """Export a person as a character card."""
    from app.interchange.bounded import write_file
    from app.interchange.cards.character_card import as_bytes, as_json
    from app.interchange.cards.person import card_from
    from app.interchange.cards.scenario import find_meant
    from app.models.records.folding import fold_journal

    screen, container = set_up()
    if game:
        sheet = fold_journal(container.library().read(game_id_of(container, scenario))).sheet
    else:
        sheet = container.scenarios().load(scenario_named(scenario))
    person = find_meant(sheet.npcs, npc, "person")
    if out.suffix.casefold() != ".json":
        raise InvalidInput("A card is written as a .json file: name one with --out.")
    write_file(out, as_bytes(as_json(card_from(person))) + b"\n", force=force)
    lost = [name for name in ("topics", "items", "goals", "skills", "values") if getattr(person, name)]
    rest = f" A card has no place for its {', '.join(lost)}." if lost else ""
    screen.say(f"{person.name} is written to {one_line(out.name)}.{rest}")


def _why_no_lore(book: "Lorebook") -> str:
    """Explain why a book has no usable entries: how many are off or empty, and the first note of the reader."""
    from app.interchange.cards.dialects import is_off

    off = sum(map(is_off, book.entries))
    empty = len(book.entries) - off
    counted = [f"{off:,} off"] * bool(off) + [f"{empty:,} without a text"] * bool(empty)
    entries = count(len(book.entries), "entry", "entries")
    why = f"{entries}, {' and '.join(counted)}." if counted else "the book has no entries."
    return " ".join([why, *book.notes[:1]])


def _show_notes(screen: Screen, notes: Sequence[str]) -> None:
    """Print what was left out of a file or changed on import, one note a line."""
    for line in notes[:MAX_NOTES_SHOWN]:
        screen.line(line)
    if len(notes) > MAX_NOTES_SHOWN:
        screen.line(f"… and {len(notes) - MAX_NOTES_SHOWN} more.")


def _write_scenario(target: Path, sheet: "ScenarioSheet", *, force: bool) -> str:
    """Write a playable scenario under the id of its file's name, and return the line that reports it."""
    from app.interchange.bounded import write_file
    from app.models.base import is_id
    from app.scenarios.scenario_writing import scenario_bytes

    if target.suffix != ".json":
        raise InvalidInput("A scenario is a .json file: name one with --out.")
    named = sheet.model_copy(update={"id": target.stem}) if is_id(target.stem) else sheet
    write_file(target, scenario_bytes(named, target.name), force=force)
    name = one_line(str(target))
    return f"Written to {name}. Play it: {program()} play {name}"


@import_app.command("agents")
def import_agents(
    path: Annotated[Path, typer.Argument(help="an agent folder of genagents, a .jsonl file, or a folder of these")],
    game: Game,
    npc: Person,
    *,
    agent: Annotated[str | None, typer.Option("--agent", help="the agent, where the folder has several")] = None,
) -> None:
    """Import an agent of another program as a person of a game; `undo` reverts it."""
    from app.cli.commands.editing import carry_out_edit
    from app.interchange.agents.game_memories import import_agent

    carry_out_edit(game, lambda state: import_agent(path, state, npc, agent_id=agent).model_dump())


@export_app.command("agents")
def export_agents(
    path: Annotated[Path, typer.Argument(help="the folder to write")],
    game: Game,
    npc: Person,
    *,
    form: Annotated[Literal["genagents", "jsonl"], typer.Option("--format", help="the file format")] = "genagents",
    agent: Annotated[str | None, typer.Option("--agent", help="the id of the agent; default: the person's id")] = None,
    force: Force = False,
) -> None:
    """Export a person with its memories for other programs."""
    from app.interchange.agents.game_memories import export_agent
    from app.memory.stream import owners

    screen, container = set_up()
    with game_to_read(container, game) as state:
        npc_id = owners.find_person(state, npc)
    agent_id = agent or npc_id
    there = path / ("meta.json" if form == "genagents" else f"state/memories/{agent_id}.jsonl")
    if there.exists() and not force:
        raise InvalidInput(f"There is an agent in {path.name!r} already; --force writes over it.")

    async def write() -> int:
        async with aclosing(container.vectors()) as vectors:
            if form == "genagents":
                await vectors.start()
            return await export_agent(path, state, npc_id, form=form, agent_id=agent_id, vectors=vectors)

    written = asyncio.run(write())
    screen.say(f"{count(written, 'memory', 'memories')} of {state.name(npc_id)} are written to {one_line(path.name)}.")
