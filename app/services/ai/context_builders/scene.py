"""Sections on what everyone present can see (story, place and exits, people), and on the party's progress: quests,
inventory, notes, discovered secrets, effects."""

from collections.abc import Iterator

from app.language.rendering.phrases import time_text
from app.language.rendering.refusing import needs_phrase
from app.language.rendering.states import shown_states
from app.memory.narration_words import note_line
from app.memory.profile import ProfileReader, glimpse, profile, profile_lines
from app.memory.prompt_data import clipped, data_line
from app.models.prompt import LineSource, Why
from app.models.sheets.condition import DangerLevel
from app.models.sheets.location import EncounterSheet
from app.models.sheets.quest import QuestStatus
from app.models.state.conditions import can_tell_topic, is_open, visible_exits
from app.models.state.game_state import GameState, Note
from app.models.state.texts import description_now
from app.models.state.things import gone_from
from app.services.ai.context_builders.actions import content_lines, states_note
from app.services.ai.context_builders.draft import Draft, DraftLine, PromptViewer

MAX_PROSE = 700
"""Characters of an authored text that one line shows."""
MAX_OF_PERSON = 300
"""Characters of each text about a person that a narrator is shown."""
MAX_NOTES = 10


def build_scenario(state: GameState, _viewer: PromptViewer) -> Draft:
    players = ", ".join(data_line(player.name) for player in state.party.players)
    lines = (
        *map(DraftLine, _act_lines(state)),
        DraftLine(f"Time: {time_text(state.clock.minutes)}"),
        DraftLine(f"Players: {players}"),
    )
    return Draft("Story", lines, priority=100, required=True)


def _act_lines(state: GameState) -> Iterator[str]:
    """Yield the act that is played; once the story has ended, how it did, and what that means for what follows."""
    scenario, sheet, ending = state.scenario, state.sheet, state.world.ending
    act_id = scenario.current_act_id
    if not scenario.ended:
        yield f"Act: {data_line(state.name(act_id)) if act_id else 'none'}"
        return
    if ending is not None:
        epilogue = state.sheets.ending(ending).text
        yield "Act: the story has ended; actions are refused, and nothing changes how it ended"
    else:
        epilogue = " ".join(filter(None, (sheet.acts[-1].closing, sheet.ending)))
        yield "Act: the story has ended; play goes on freely after it"
    if epilogue:
        yield f"Epilogue, which the player has read and which holds: {data_line(clipped(epilogue, MAX_PROSE))}"


def build_author_note(state: GameState, _viewer: PromptViewer) -> Draft:
    """Show the author's note on the telling; left out where there is none."""
    lines = (DraftLine(line) for line in [note_line(state.narration_style)] if line)
    return Draft("Author's Note", tuple(lines), priority=101, required=True, is_last=True)


def build_place(state: GameState, viewer: PromptViewer) -> Draft:
    """Describe the reader's place; for the narrator with exits, things and dangers."""
    place_id = viewer.place_id(state)
    if place_id is None:
        return Draft("Place and Exits", (DraftLine("Nowhere in particular."),), priority=99, required=True)
    sheet, now = state.sheets.location(place_id), state.place(place_id)
    description = data_line(clipped(description_now(state, sheet), MAX_PROSE))
    lines = [DraftLine(f"Place: {data_line(sheet.name)} [{sheet.id}]: {description}")]
    lines.extend(DraftLine(f"Seen here: {data_line(words)}") for words in shown_states(state, place_id))
    if sheet.atmosphere:
        lines.append(DraftLine(f"Atmosphere: {data_line(clipped(sheet.atmosphere, MAX_PROSE))}"))
    if viewer.npc_id is None:
        lines.append(DraftLine(f"Danger: {now.danger_level.value}"))
        lines.extend(_exit_lines(state))
        parts = [("Thing here", item) for item in now.items] + [("Detail", detail.id) for detail in sheet.features]
        for kind, part in parts:
            lines.append(DraftLine(f"{kind}: {data_line(state.name(part))} [{part}]{states_note(state, part)}"))
            lines.extend(content_lines(state, (part,)))
        lines.extend(map(DraftLine, gone_lines(state, place_id)))
        lines.extend(
            DraftLine(
                f"Encounter: {data_line(item.name)} [{item.id}]: {data_line(clipped(item.description, MAX_PROSE))}"
            )
            for item in open_encounters(state, place_id)
        )
    return Draft("Place and Exits", tuple(lines), priority=99, required=True)


def gone_lines(state: GameState, place_id: str) -> list[str]:
    """List in one line what lay at a place at the opening and does not now; nothing where all of it is there."""
    gone = ", ".join(f"{data_line(state.name(item))} [{item}]" for item in gone_from(state, place_id))
    return [f"No longer here, whatever a text says: {gone}"] if gone else []


def open_encounters(state: GameState, place_id: str) -> list[EncounterSheet]:
    """List the encounters of a place that are not completed; none once it is cleared."""
    now = state.place(place_id)
    if now.danger_level is DangerLevel.CLEARED:
        return []
    return [item for item in state.sheets.location(place_id).encounters if item.id not in now.completed_encounters]


def _exit_lines(state: GameState) -> list[DraftLine]:
    lines = []
    for way in visible_exits(state):
        shut = "" if is_open(way, state) else f"; locked, needs {data_line(needs_phrase(way.locked_until, state))}"
        heading = f" ({way.direction.value})" if way.direction else ""
        target = f"{data_line(state.name(way.to))} [{way.to}]"
        lines.append(DraftLine(f"Exit: {data_line(way.name)}{heading} to {target}{shut}"))
    return lines


def build_people(state: GameState, viewer: PromptViewer) -> Draft:
    """List the people present with their attitude; for the narrator with their topics."""
    lines = []
    place_id = viewer.place_id(state)
    present = state.present(place_id) if place_id is not None else []
    for npc in (npc for npc in present if npc.instance_id != viewer.npc_id):
        sheet = state.sheets.npc(npc.instance_id)
        about = f"Person: {data_line(sheet.name)} [{npc.instance_id}]"
        if viewer.npc_id is not None:
            lines.append(DraftLine(f"{about}: {glimpse(state, npc.instance_id, 200)}"))
            lines.extend(_seen_lines(state, npc.instance_id))
            continue
        texts = profile(state, npc.instance_id, ProfileReader.NARRATOR)
        seen = data_line(clipped(texts.pop("description"), MAX_OF_PERSON))
        lines.append(DraftLine(f"{about}, {npc.attitude.value}: {seen}"))
        lines.extend(_seen_lines(state, npc.instance_id))
        lines.extend(DraftLine(f"  {line}") for line in profile_lines(texts, MAX_OF_PERSON))
        lines.extend(
            DraftLine(f"  can tell about {data_line(topic.name)} [{topic.id}]")
            for topic in sheet.topics
            if can_tell_topic(state, npc.instance_id, topic)
        )
    return Draft("People Present", tuple(lines) or (DraftLine("Nobody."),), priority=98, required=True)


def _seen_lines(state: GameState, npc_id: str) -> list[DraftLine]:
    """List what is seen of a person's states."""
    return [DraftLine(f"  seen: {data_line(words)}") for words in shown_states(state, npc_id)]


def build_self(state: GameState, viewer: PromptViewer) -> Draft:
    """Describe a person to itself: its sheet, attitude, possessions and the topics it may give now."""
    npc = state.npc(viewer.npc_id or "")
    sheet = state.sheets.npc(npc.instance_id)
    texts = profile(state, npc.instance_id, ProfileReader.SELF)
    lines = [DraftLine(line) for line in profile_lines(texts, MAX_PROSE)]
    lines.extend(DraftLine(f"Seen of you: {data_line(words)}") for words in shown_states(state, npc.instance_id))
    lines.append(DraftLine(f"Attitude to the players: {npc.attitude.value}"))
    if npc.instance_id in state.party.companions:
        lines.append(DraftLine("You go with the players."))
    lines.extend(
        DraftLine(f"May tell about {data_line(topic.name)}: {data_line(clipped(topic.text, MAX_PROSE))}")
        for topic in sheet.topics
        if can_tell_topic(state, npc.instance_id, topic)
    )
    lines.extend(DraftLine(f"Has: {data_line(state.name(item))}") for item in npc.items)
    return Draft("Yourself", tuple(lines), priority=100, required=True)


def build_quests(state: GameState, _viewer: PromptViewer) -> Draft:
    """List open quests with their objectives, and completed ones by name."""
    quests = [(quest, state.sheets.quest(quest.quest_id)) for quest in state.scenario.quests.values()]
    done = [data_line(sheet.name) for quest, sheet in quests if quest.status is QuestStatus.COMPLETED]
    lines = []
    for quest, sheet in (each for each in quests if each[0].status is QuestStatus.ACTIVE):
        about = data_line(clipped(sheet.description, MAX_PROSE))
        lines.append(DraftLine(f"Quest: {data_line(sheet.name)} [{sheet.id}]: {about}"))
        for objective in sheet.objectives:
            mark = "done" if objective.id in quest.completed_objectives else "open"
            lines.append(DraftLine(f"  {mark}: {data_line(objective.name)} [{objective.id}]"))
    if done:
        lines.append(DraftLine(f"Completed: {', '.join(done)}"))
    return Draft("Open Quests", tuple(lines) or (DraftLine("None."),), priority=97, required=True)


def build_inventory(state: GameState, _viewer: PromptViewer) -> Draft:
    carried = ", ".join(
        f"{data_line(state.name(item))} [{item}]{states_note(state, item)}" for item in state.party.items
    )
    lines = (DraftLine(carried or "Nothing."), *content_lines(state, state.party.items))
    return Draft("Inventory", lines, priority=96, required=True)


def build_pinned_notes(state: GameState, viewer: PromptViewer) -> Draft:
    lines = tuple(
        _note_line(state, viewer, note, Why.PINNED, "pinned") for note in _notes(state, viewer) if note.pinned
    )
    return Draft("Pinned Notes", lines, priority=95, required=True)


def build_notes(state: GameState, viewer: PromptViewer) -> Draft:
    """List the newest notes that are not pinned, oldest first."""
    notes = [note for note in _notes(state, viewer) if not note.pinned][-MAX_NOTES:]
    lines = (_note_line(state, viewer, note, Why.NOTE, "one of the newest notes") for note in notes)
    return Draft("Notes", tuple(lines), priority=40)


def _notes(state: GameState, viewer: PromptViewer) -> list[Note]:
    """List the notes for the game master, in a player's turn those that this player may read among them."""
    return [note for note in state.kept_notes if note.for_master or note.owner_id in (None, viewer.player_id)]


def _note_line(state: GameState, viewer: PromptViewer, note: Note, why: Why, reason: str) -> DraftLine:
    """Make the line of a note; a game master reads the number by which it forgets its own."""
    at = next(number for number, kept in enumerate(state.notes) if kept is note)
    number = f"[note {at}] " if viewer.is_master and note.for_master else ""
    text = (
        f"- {number}{data_line(note.text)}{' (for you alone: the players do not know it)' if note.for_master else ''}"
    )
    return DraftLine(text, why=why, reason=reason, source=LineSource(words=note.text, ids=()))


def build_secrets(state: GameState, _viewer: PromptViewer) -> Draft:
    """List discovered secrets; those of this place last, so that they are kept longest."""
    here = state.scenario.current_location_id
    places = sorted(state.scenario.location_states.values(), key=lambda place: place.location_id == here)
    found = ((state.name(place.location_id), key) for place in places for key in place.discovered_secrets)
    secrets = ((data_line(where), state.sheets.secret(key)[1]) for where, key in found)
    told = (f"- {data_line(each.name)} ({where}): {data_line(clipped(each.text, 300))}" for where, each in secrets)
    return Draft("Discovered Secrets", tuple(map(DraftLine, told)), priority=60)


def build_effects(state: GameState, _viewer: PromptViewer) -> Draft:
    here = state.scenario.current_location_id
    effects = state.place(here).lasting_changes if here is not None else []
    return Draft("Lasting Effects Here", tuple(DraftLine(f"- {data_line(effect)}") for effect in effects), priority=61)
