"""Turns, games and scenarios as paragraphs. Nothing is printed here."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from app.cli.rendering.canon import canon_summary
from app.cli.rendering.screen import Paragraph, Part
from app.cli.rendering.text import count, one_line
from app.language.rendering.phrases import time_text
from app.language.rendering.states import shown_states
from app.models.events import play
from app.models.events.actions import StoryEnded
from app.models.events.mind import MemoriesSeeded
from app.models.memory import MemoryKind
from app.models.messages.message import Message
from app.models.records.folding import fold_journal
from app.models.records.record import GameSummary, Header, Journal
from app.models.sheets.quest import QuestStatus
from app.models.sheets.values import COUNT, GAME, PARTY
from app.models.spend import Spend
from app.models.state.game_state import GameState
from app.models.state.things import carried
from app.models.state.values import count_of, declared
from app.services.game.games.scenario_library import ScenarioInfo
from app.services.game.turns.turn_result import TurnResult, UndoneTurn, changes_of, paragraphs, typed_line


def heading(text: str) -> Paragraph:
    return Paragraph(one_line(text), "bold")


def indented(text: str, style: str = "", by: int = 2) -> Paragraph:
    return Paragraph(text, style, by)


def remarks(result: TurnResult, *, stopped: bool = False) -> list[str]:
    lines = []
    if result.interrupted or stopped:
        lines.append("You stopped the telling; what was done and shown stays. /undo takes it back.")
    if result.degraded:
        why = result.failure or "The model's words could not be used."
        lines.append(f"{why} This was told by the rules of the game.")
    return lines


def after_the_end(result: TurnResult) -> str:
    """Return what can be done after a turn in which the story ended; "" for any other turn."""
    if any(isinstance(event, StoryEnded) for event in result.events):
        done = "The story is over."
    elif any(isinstance(event, play.ActProgressed) and event.begun is None for event in result.events):
        done = "That was the last act. You can play on."
    else:
        return ""
    return f"{done} /undo takes the last turn back, /memories shows what is remembered, /quit leaves; play begins anew."


def states_seen(state: GameState) -> Iterator[str]:
    """Yield what is seen of the states of place, game, party, players and people, who comes along, and how the story
    ended."""
    here = state.scenario.current_location_id
    owners = [*([here] if here else []), GAME, PARTY, *(player.id for player in state.party.players)]
    if seen := [words for of in owners for words in shown_states(state, of)]:
        yield " · ".join(seen)
    if along := state.party.companions:
        states = {key: " ".join(shown_states(state, key)) for key in along}
        names = (f"{state.name(key)} ({seen})" if seen else state.name(key) for key, seen in states.items())
        yield f"with you: {', '.join(names)}"
    for npc in state.present():
        key = npc.instance_id
        if key not in along and (seen_of_it := shown_states(state, key)):
            yield f"{state.name(key)}: {' '.join(seen_of_it)}"
    if state.world.ending is not None:
        ending = state.sheets.ending(state.world.ending)
        yield f"The end ({'won' if ending.won else 'lost'}): {ending.name}"


def _counted(state: GameState, item_id: str) -> str:
    """Return a thing's name, after its count where it is a bundle."""
    is_bundle = declared(state, item_id, COUNT) is not None
    return f"{count_of(state, item_id)} {state.name(item_id)}" if is_bundle else state.name(item_id)


def turn_again(messages: Iterable[Message]) -> Iterator[Part]:
    seen = list(messages)
    if line := typed_line(seen):
        yield Paragraph(f"> {line}", "bold")
    yield Paragraph("\n\n".join(paragraphs(seen)))
    if changes := changes_of(seen):
        yield indented(changes, "dim")


def undone(turns: Sequence[UndoneTurn], state: GameState) -> Iterator[Part]:
    """Describe undone turns, newest first. An edit by hand gets a line of its own, because nothing else shows it."""
    if not any(turn.edits for turn in turns):
        yield Paragraph(f"Taken back: {', '.join(map(_what_it_was, turns))}.", "dim")
        return
    yield Paragraph("Taken back:", "dim")
    for turn in turns:
        for edit in turn.edits:
            yield indented(f"turn {turn.turn}: {edited(edit, state)}", "dim")
        if not turn.edits:
            yield indented(_what_it_was(turn), "dim")


def _what_it_was(turn: UndoneTurn) -> str:
    """Describe an undone turn by its line; one without by who spoke and what it changed."""
    if turn.player_input:
        return f"“{one_line(turn.player_input, 60)}”"
    done = [f"what {speaker} said" for speaker in turn.speakers]
    done += [f"the changes “{one_line(turn.changes)}”"] if turn.changes else []
    return ", ".join(done) or "what came without a line"


def edited(edit: play.MemoryEdited | MemoriesSeeded, state: GameState) -> str:
    """Describe an edit by hand: ``a memory of Mara was pinned (mara-003): “…”``."""
    if isinstance(edit, MemoriesSeeded):
        return f"{edit.added} memories were given, {edit.superseded} hold no longer, {edit.unchanged} are as they were"
    if isinstance(edit, play.MemoriesImported):
        if not edit.count:
            return f"what an agent of another program is was brought in for {state.name(edit.npc_id)}, without memories"
        which = edit.first_id if edit.count == 1 else f"{edit.first_id} to {edit.last_id}"
        return f"{count(edit.count, 'memory', 'memories')} were brought in for {state.name(edit.npc_id)} ({which})"
    which = edit.memory_id
    match edit:
        case play.MemoryAdded(pinned=pinned):
            done = "added and pinned" if pinned else "added"
        case play.MemoryPinned(pinned=pinned):
            done = "pinned" if pinned else "unpinned"
        case play.MemoryArchived():
            done = "archived"
        case play.MemoryRestored():
            done = "restored"
        case play.MemoryReplaced(replaced_id=old):
            done, which = "replaced", f"{old} by {edit.memory_id}"
    owner = state.name(edit.scope.owner_id) if edit.scope.owner_id is not None else "the world"
    return f"a memory of {owner} was {done} ({which}): “{one_line(edit.text, 60)}”"


def scenario_parts(infos: Sequence[ScenarioInfo]) -> Iterator[Part]:
    """List scenarios; a broken one with its problem."""
    for info in infos:
        yield heading(f"{info.id} — {info.title}" if info.title else info.id)
        if info.problem is not None:
            yield indented(f"Cannot be played: {one_line(info.problem)}", "red")
            continue
        if info.summary:
            yield indented(info.summary)
        size = f"{count(info.places, 'place')} · {count(info.people, 'person', 'people')}"
        yield indented(f"{size} · {count(info.quests, 'quest')} · {count(info.acts, 'act')}", "dim")


def games(summaries: Sequence[GameSummary]) -> Iterator[Part]:
    for game in summaries:
        yield heading(f"{game.game_id} — {game.title}" if game.title else game.game_id)
        if game.problem is not None:
            yield indented(f"Cannot be read: {one_line(game.problem)}", "red")
            continue
        yield indented(" · ".join(_standing(game)), "dim")
        if game.labels:
            yield indented(f"named turns: {one_line(', '.join(game.labels))}", "dim")


def _standing(game: GameSummary) -> list[str]:
    parts = [f"turn {game.turn}"]
    if game.game_time is not None:
        parts.append(time_text(game.game_time))
    if game.last_played is not None:
        parts.append(f"played {local_time(game.last_played)}")
    return parts


def standing(game: GameSummary) -> str:
    return f"{game.title} ({', '.join(_standing(game)[:2])})"


def local_time(when: datetime) -> str:
    """Return a time in the local time zone."""
    try:
        return when.astimezone().strftime("%Y-%m-%d %H:%M")
    except (OverflowError, OSError, ValueError):
        return "at an unknown time"


def spend(total: Spend) -> str:
    if not total:
        return "no model calls"
    tokens = count(total.input_tokens + total.output_tokens, "token")
    price = f", about ${total.cost:.4f}" if total.cost is not None else ""
    return f"{count(total.calls, 'model call')}, {tokens}{price}"


def origin(header: Header) -> str:
    source = header.branched_from
    return f"{source.how} from {source.game_id} at turn {source.turn}" if source else ""


def game_rows(journal: Journal) -> dict[str, str]:
    """Return the facts of a game by name; empty ones need not be shown."""
    state, header = fold_journal(journal), journal.header
    place = state.scenario.current_location_id
    quests = [
        f"{state.name(key)} ({'done' if quest.status is QuestStatus.COMPLETED else 'open'})"
        for key, quest in state.scenario.quests.items()
        if quest.status is not QuestStatus.NOT_STARTED
    ]
    spent = sum((record.spend for record in journal.records if record.spend), Spend())
    entries = (entry for scope in state.scopes() for entry in state.memories(scope))
    remembered = sum(entry.kind is not MemoryKind.GIFTED for entry in entries)
    waiting = sum(len(queue) for queue in state.pending.values())
    return {
        "Game": header.game_id,
        "Title": header.title,
        "Scenario": f"{header.scenario_title} ({header.scenario_id})",
        "Players": ", ".join(header.players),
        "Begun": local_time(header.created_at),
        "Came from": origin(header),
        "Stands at": f"turn {state.turn}, {time_text(state.clock.minutes)}",
        "Place": state.name(place) if place else "nowhere",
        "Carried": ", ".join(_counted(state, item) for item in carried(state)),
        "Quests": ", ".join(quests),
        "Story": "has ended" if state.scenario.ended else "",
        "States": "; ".join(states_seen(state)),
        "Canon": canon_summary(state),
        "Remembers": f"{count(remembered, 'memory', 'memories')}, {waiting} waiting to be made",
        "Named turns": ", ".join(dict.fromkeys(record.label for record in journal.records if record.label)),
        "Spent": spend(spent),
        "Journal": f"{count(len(journal.records), 'record')}, format {header.save_format}",
    }
