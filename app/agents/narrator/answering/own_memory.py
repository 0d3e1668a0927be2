"""The party's own knowledge: what it has, sees, has to do, has promised and was told, and where it last saw a person.
Its texts are no events."""

from dataclasses import replace
from itertools import chain, islice, pairwise

from app.agents.narrator.answering.of_game import seen_by_party, seen_passages, time_left, who_is
from app.agents.narrator.answering.of_sheet import from_own_sheet
from app.agents.narrator.company import addressee, came_from, last_seen, other_known_places, path_to, said_lately
from app.agents.narrator.knowledge.about_player import told_by_player
from app.agents.narrator.knowledge.of_people import said_by_people
from app.agents.narrator.knowledge.questions import Matter, Report, about_player, reported, without_signs
from app.agents.narrator.knowledge.ranking import fills
from app.agents.narrator.knowledge.recalling import Recollection, recollect
from app.agents.narrator.knowledge.relative_time import relative_time
from app.agents.narrator.telling import descriptions
from app.agents.narrator.telling.variants import join_wordings
from app.agents.narrator.turn.meaning import find
from app.agents.narrator.turn.turn_builder import TurnBuilder
from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.naming import Thing, everybody, named_in, resolve
from app.agents.narrator.understanding.typed_words import Phrase, recall_pattern, word_set
from app.language.analysis.terms import term_set
from app.language.reading.spoken_text import spoken_in
from app.language.rendering.filling import capital, quotation, sentence
from app.language.rendering.phrases import listed, named_place, the
from app.memory.stream.commitments import promises_to
from app.models.memory import MemoryEntry
from app.models.memory_id import make_message_id
from app.models.messages.message import Role
from app.models.sheets.quest import QuestStatus
from app.scheduling import checkpoint, in_slices

_ALL = 0.95
"""The part of what is asked from which on words have found what was said."""
_MOST_PROMISES, _NOTES_SHOWN, _MEMORIES_SHOWN = 5, 5, 3
_LOOKED_UP = ("quests", "who", "place", "ways", "inventory", "clock", "air", "danger", "origin")
"""What a question to the game may ask for, in the order in which it is looked for."""


_KINDS = {
    "q_here": "place",
    "q_people": "who",
    "q_ways": "ways",
    "q_carry": "inventory",
    "q_journal": "journal",
    "q_quest": "quests",
    "q_time": "clock",
    "q_help": "help",
}
"""By the kind of a question to the game what is looked up for it."""


async def answered_by_party(turn: TurnBuilder, text: str, kind: str | None = None) -> bool:
    """Answer a question to the game itself.

    Args:
        turn: The turn.
        text: The question.
        kind: What it asks for, such as "q_carry"; None where that is read from the words, and a person present may
            answer.

    Returns:
        Whether it was answered; always True where the kind is known: without an answer it says so.
    """
    await checkpoint()
    answer = await (_own_answer(turn, text) if kind is None else _of_kind(turn, text, kind))
    turn.remark(answer)
    return bool(answer)


async def _of_kind(turn: TurnBuilder, text: str, kind: str) -> str:
    """What the game answers to a question of this kind; that nothing answers it, where that is so."""
    if own := from_own_sheet(turn, text):
        return own
    if kind in ("q_can", "q_hint"):
        lines = (_after_the_end(turn), *_quest_lines(turn)[0], descriptions.suggestion_line(turn.state))
        return "\n".join(filter(None, lines))
    if kind in _KINDS:
        found = looked_up(turn, _KINDS[kind])
        return f"{found} {await time_left(turn, text)}".strip() if kind == "q_time" else found
    if kind == "q_self":
        you = turn.text("your-name", name=turn.context.speaker.name)
        return "\n".join((you, *_quest_lines(turn)[0]))
    if kind == "q_promised":
        return _promised(turn, text) or turn.text("nothing-promised")
    report = reported(text, asked=False)
    if report is not None and report.who in word_set("players"):
        return _told_by_party(turn, text, report.about) or turn.text("nothing-told")
    is_said = kind == "q_said"
    answers = (
        [said_to_party(turn, text, report, may_be_here=True, is_report=is_said)]
        if report is not None or kind == "q_said"
        else []
    )
    if kind == "q_where" and (sought := recall_pattern("whereabouts").search(without_signs(text))):
        answers.append(_whereabouts(turn, text, sought["who"]))
    found = ""
    for answer in answers:
        found = found or await answer
    found = found or (who_is(turn, text) if kind == "q_who" else "") or await seen_by_party(turn, text)
    return (
        found or await said_to_party(turn, text, None, may_be_here=True, is_report=is_said) or turn.text("nothing-told")
    )


async def _own_answer(turn: TurnBuilder, text: str) -> str:
    if own := from_own_sheet(turn, text):
        return own
    question = " ".join(Phrase.of(text).norms)
    if what := next((what for what in _LOOKED_UP if recall_pattern(f"own_{what}").search(question)), ""):
        return looked_up(turn, what)
    if deed := recall_pattern("deed_seen").search(question):
        seen = find(turn, deed["who"], naming.people_here(turn.state))
        return turn.voice(seen[0].id).gesture(asked=True) if len(seen) == 1 else ""
    asked, report = about_player(text, asked=False), reported(text, asked=False)
    if asked is not None and asked[0] is Matter.PROMISE:
        return _promised(turn, text)
    if report is not None and report.who in word_set("players"):
        return _told_by_party(turn, text, report.about)
    if report is not None:
        return await said_to_party(turn, text, report) or ("" if turn.state.present() else turn.text("nothing-told"))
    sought = recall_pattern("whereabouts").search(without_signs(text))
    return await _whereabouts(turn, text, sought["who"]) if sought else ""


def _promised(turn: TurnBuilder, text: str) -> str:
    state = turn.state
    named = {person.id for person in named_in(text, everybody(state))}
    made = [each for each in promises_to(state, turn.context.speaker.id, None, done=True) if named <= {*each.to_ids}]
    if any(addressee(state) in each.to_ids for each in made):
        return ""
    lines = []
    for each in made[:_MOST_PROMISES][::-1]:
        people, words = listed(map(state.name, each.to_ids)), quotation(spoken_in(state, each.words) or each.words)
        words = turn.repeats(words, [] if each.message_index is None else [make_message_id(each.message_index)])
        when, kept = relative_time(each.made_at, state.clock.minutes), "no" if each.is_open else "yes"
        lines.append(turn.text("promised-to", people=people, when=when, words=words, kept=kept))
    may_answer = state.present() and named <= {addressee(state)}
    return "\n".join(lines) or ("" if may_answer else turn.text("nothing-promised"))


def _told_by_party(turn: TurnBuilder, text: str, about: str) -> str:
    """Return what the party told the people that a text names, of the matter where there is any; "" where one of them
    is here and may answer."""
    people = named_in(text, everybody(turn.state))
    if not people or not set(people).isdisjoint(naming.people_here(turn.state)):
        return ""
    wanted = term_set(about).difference(*(term_set(person.name) for person in people))
    found: list[tuple[bool, str]] = []
    for person in people:
        exchange = turn.voice(person.id).exchange
        for message, said in told_by_player(exchange):
            when = relative_time(message.game_time, turn.state.clock.minutes)
            words = quotation(*map(exchange.without_call, said))
            words = turn.repeats(words, [make_message_id(message.index)])
            is_meant = not wanted.isdisjoint(term_set(" ".join(said)))
            found.append((is_meant, turn.text("told-to", people=person.name, when=when, words=words)))
    meant = [line for is_meant, line in found if is_meant] or [line for _, line in found]
    return "\n".join(meant) or ("" if turn.state.present() else turn.text("nothing-told"))


async def said_to_party(
    turn: TurnBuilder, text: str, report: Report | None, *, may_be_here: bool = False, is_report: bool = False
) -> str:
    """Return what fits best of all that was said to the party; "" for nothing.

    Args:
        turn: The turn.
        text: The question.
        report: What was said is asked for, as far as the words of the question show it.
        may_be_here: Whether who said it may be here to answer.
        is_report: Whether it is known to ask for what was said.
    """
    report = report or Report("", text)
    people = resolve(report.who, everybody(turn.state), typos=False) if report.who else everybody(turn.state)
    here = naming.people_here(turn.state)
    if not may_be_here and here and (not people or not set(here).isdisjoint(people)):
        return ""
    heard = ((replace(turn.voice(person.id).exchange, as_heard=True), person.name) for person in people)
    asked: list[Recollection | None] = []
    for exchange, name in heard:
        await checkpoint()
        asked.append(await in_slices(recollect(exchange, text, replace(report, who=name))))
    found = max(filter(None, asked), key=lambda answer: answer.covered, default=None)
    anybody = next(iter(everybody(turn.state)), None)
    if anybody is not None and (found is None or found.covered < _ALL):
        exchange = replace(turn.voice(anybody.id).exchange, as_heard=True)
        found = await said_by_people(exchange, text, report if reported(text, asked=True) else None) or found
    is_of_words = is_report or (reported(text, asked=True) is not None and bool(people))
    is_sure = found is not None and found.covered >= _ALL and not found.is_nearest
    if found is not None and anybody is not None and not (is_of_words or is_sure):
        lines, exchange = " ".join(found.lines), turn.voice(anybody.id).exchange
        found = found if await fills(exchange, text, lines, list(seen_passages(turn.state))) else None
    return turn.repeats(found.words, [source.memory_id for source in found.sources]) if found else ""


async def _whereabouts(turn: TurnBuilder, text: str, who: str) -> str:
    state, speaker = turn.state, addressee(turn.state)
    people = resolve(who, everybody(state), typos=False)
    if len(people) != 1:
        return _place_of(turn, who) or ("" if speaker else await said_to_party(turn, text, Report("", who)))
    if speaker not in (None, people[0].id) and turn.voice(speaker).of_the_day(text) is not None:
        return ""
    return _last_seen(turn, people[0]) or await said_to_party(turn, text, Report("", who))


def absent(turn: TurnBuilder, typed: str) -> str:
    """Return that a person is not here, and where the party last saw it; "" if the name is that of no person."""
    people = resolve(typed, everybody(turn.state), typos=False) if typed else []
    if len(people) != 1:
        return ""
    return turn.text("not-here", person=people[0].name, seen=_last_seen(turn, people[0])).strip()


def _last_seen(turn: TurnBuilder, person: Thing) -> str:
    if (seen := last_seen(turn.state, person.id)) is None:
        return ""
    place, time, how = seen
    when = relative_time(time, turn.state.clock.minutes)
    return turn.text("last-seen", person=person.name, place=named_place(turn.state.name(place)), when=when, how=how)


def _place_of(turn: TurnBuilder, typed: str) -> str:
    """Where a thing is that the party carries, sees or has seen; of a place the way there, as far as it is known."""
    state = turn.state
    if held := resolve(typed, naming.items_held(state), typos=False):
        return descriptions.telling_text(state, "carried", things=listed([the(thing.name) for thing in held]))
    if here := resolve(typed, [*naming.fixed_here(state), *naming.items_here(state)], typos=False):
        return turn.text("last-seen", person=capital(descriptions.display(here[0])), place="", when="", how="here")
    speaker = addressee(state)
    knows = speaker is not None and named_in(typed, naming.topics_of(state, speaker))
    goals = resolve(typed, naming.exits_here(state), typos=False)
    if not goals and not knows:
        goals = resolve(typed, naming.places(state, other_known_places(state)), typos=False)
    path = path_to(state, goals[0].id) if goals else ()
    walked = [way for ends in pairwise((state.here.id, *path)) if (way := state.sheets.exit(*ends))]
    for way in walked[:1]:
        known = turn.text("known-way", place=named_place(goals[0].name), way=descriptions.way_name(state, way))
        told = known if walked[1:] else descriptions.way_closely(state, way)
        return f"{told} {turn.text('distance', minutes=sum(each.minutes for each in walked))}"
    for message in () if knows else said_lately(state):
        where = message.location_id
        lying = state.place(where).items if where and message.role is Role.NARRATOR else ()
        if seen := named_in(message.content, resolve(typed, naming.items(state, lying), typos=False)):
            when = relative_time(message.game_time, state.clock.minutes)
            slots = {"person": the(seen[0].name), "place": named_place(state.name(where or "")), "when": when}
            return turn.text("last-seen", how="there", **slots)
    return ""


def looked_up(turn: TurnBuilder, what: str) -> str:
    """Paragraphs for what is looked up, or for the "place" and its "ways"."""
    state = turn.state
    for what_there_is in (
        descriptions.people,
        descriptions.things,
        descriptions.ways,
        descriptions.names_of_carried,
        descriptions.suggestion_line,
    ):
        turn.lists(what_there_is(state))
    if tell := {"inventory": descriptions.names_of_carried, "clock": descriptions.hour, "ways": descriptions.ways}.get(
        what
    ):
        return tell(state)
    match what:
        case "air":
            return state.here.atmosphere
        case "danger":
            return join_wordings(descriptions.threats(state), " ").text or turn.text("safe-here")
        case "origin":
            return turn.text("came-from", place=named_place(state.name(back))) if (back := came_from(state)) else ""
        case "who":
            people = descriptions.people(state) or turn.text("nobody-here", ways=descriptions.ways(state))
            apart = addressee(state) if len(state.present()) > 1 else None
            return people + (f"\n\n{turn.text('speaking-with', person=state.name(apart))}" if apart else "")
        case "quests":
            none = "" if state.scenario.ended else turn.text("no-quests", could=descriptions.suggestion_line(state))
            return "\n".join(filter(None, (_after_the_end(turn), *chain(*_quest_lines(turn))))) or none
        case "journal":
            return "\n\n".join(_journal(turn))
        case "place":
            return join_wordings(descriptions.place_in_full(state), "\n\n").text
    return f"{turn.text('help')}\n\n{descriptions.suggestion_line(state)}"


def _after_the_end(turn: TurnBuilder) -> str:
    """Return that the story has ended, and what can be done then; "" before."""
    state = turn.state
    if not state.scenario.ended:
        return ""
    return turn.text("ended" if state.world.ending is not None else "after-the-end")


def _journal(turn: TurnBuilder) -> list[str]:
    """Open quests, notes, and what this place and the world remember."""
    state = turn.state
    memories_here = state.place(state.here.id).location_memories
    parts = {
        turn.text("to-be-done"): _quest_lines(turn)[0],
        turn.text("your-notes"): [
            f"– {turn.keeps_private(note.text) if note.owner_id else note.text}"
            for note in state.notes_for(turn.context.speaker.id)[-_NOTES_SHOWN:]
        ],
        turn.text("of-here", place=named_place(state.here.name)): _remembered(turn, memories_here),
        turn.text("of-world"): _remembered(turn, state.scenario.world_memories),
    }
    shown = ["\n".join([heading, *lines]) for heading, lines in parts.items() if lines]
    return shown or [turn.text("journal-empty")]


def _quest_lines(turn: TurnBuilder) -> tuple[list[str], list[str]]:
    state, open_now, done = turn.state, [], []
    for quest in state.sheet.quests:
        progress = state.quest(quest.id)
        if progress.status is QuestStatus.ACTIVE:
            left = [step.name for step in quest.objectives if step.id not in progress.completed_objectives]
            still = " " + turn.text("still-to-do", left="; ".join(left)) if left else ""
            open_now.append(f"– {quest.name}: {sentence(quest.description)}{still}")
        elif progress.status is QuestStatus.COMPLETED:
            done.append(f"– {turn.text('quest-over', quest=quest.name)}")
    return open_now, done


def _remembered(turn: TurnBuilder, memories: list[MemoryEntry]) -> list[str]:
    """Return the latest memories that are not archived, the oldest of them first."""
    standing = (entry for entry in reversed(memories) if turn.state.status(entry.id).archived_by is None)
    newest = islice(standing, _MEMORIES_SHOWN)
    return [f"– {turn.repeats(entry.summary, filter(None, [entry.id]))}" for entry in newest][::-1]
