"""Summaries without a model: recorded facts, and the most representative sentences."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from app.agents.summarizer.authored import closing_quotation
from app.agents.summarizer.draft import SummaryDraft
from app.agents.summarizer.extracts import Extract, quotations
from app.agents.summarizer.occurrences import Occurrence, OccurrenceKind, Turn
from app.language.long_texts import are_long, read_messages
from app.language.rendering.filling import MAX_AUTHORED_QUOTE, quotable
from app.models.instances.npc_instance import NPCInstance
from app.models.memory import CaptureFacts, Related, as_pairs, first_ids
from app.models.messages.message import Message
from app.models.sheets.condition import EncounterCleared, ItemGivenTo, ItemHeld, SecretKnown, TopicAsked
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState
from app.scheduling import Slices, in_slices, run_to_completion

_SENTENCES_OF_WORLD = 2
_TRIFLES = {
    OccurrenceKind.ASKED,
    OccurrenceKind.TOLD,
    OccurrenceKind.TOOK,
    OccurrenceKind.DROPPED,
    OccurrenceKind.QUEST_BEGUN,
    OccurrenceKind.ATTITUDE,
    OccurrenceKind.LEFT,
}

_KINDS = {
    "quest_completed": (OccurrenceKind.QUEST_DONE, "quest_id"),
    "encounter_completed": (OccurrenceKind.ENCOUNTER_DONE, "encounter_id"),
    "location_cleared": (OccurrenceKind.CLEARED, "location_id"),
    "objective_completed": (OccurrenceKind.OBJECTIVE_DONE, "objective_id"),
    "act_progressed": (OccurrenceKind.ACT_BEGUN, "act_id"),
}
"""For each kind of world event, what has happened, and the key of the thing concerned among the related ids."""


class ExtractiveSummarizer:
    """Implements ISummarizer by extraction, as a function of the messages and the scenario's sheets. It first states
    the messages' events in the simple past, then quotes whole sentences with their speakers: at most 90 words, five
    sentences and 600 characters, only of the memory's own place, and nothing that `why_bad` refuses. It is never empty
    if there is a message."""

    model = "offline"

    async def summarize_location_session(
        self, game_state: GameState, location_id: str, messages: Sequence[Message]
    ) -> str:
        return await _assembled(messages, self._of_place(game_state, location_id, messages))

    async def summarize_npc_interactions(
        self, game_state: GameState, npc: NPCInstance, messages: Sequence[Message]
    ) -> str:
        return await _assembled(messages, self._of_person(game_state, npc, messages))

    async def summarize_world_update(
        self, game_state: GameState, event_kind: str, messages: Sequence[Message], related: Related
    ) -> str:
        return await read_messages(messages, self._of_world, game_state, event_kind, messages, related)

    def _of_place(self, game_state: GameState, location_id: str, messages: Sequence[Message]) -> Slices[str]:
        """Summarise a visit: its outcome, then the most representative passages."""
        draft = SummaryDraft(game_state.sheet, messages, CaptureFacts(location_id=location_id))

        def counts(_turn: Turn, place: str | None) -> bool:
            return place == location_id

        occurrences = _without_repeats(draft.occurrences(counts), game_state.sheet)
        facts = draft.facts(occurrences, joined=True)
        return (yield from draft.compose(counts, occurrences, partial(draft.at_place, location_id, facts)))

    def _of_person(self, game_state: GameState, npc: NPCInstance, messages: Sequence[Message]) -> Slices[str]:
        """Summarise the dealings of the players with this person where it was, then the most representative
        passages."""
        npc_id = npc.instance_id
        place = next((m.location_id for m in messages if m.location_id is not None), None)
        draft = SummaryDraft(game_state.sheet, messages, CaptureFacts(location_id=place, present_ids=(npc_id,)))

        def counts(turn: Turn, where: str | None) -> bool:
            return turn.was_at(npc_id, where)

        seen = draft.occurrences(counts)
        given = {quest.id for quest in game_state.sheet.quests if quest.giver_id == npc_id}
        mine = [each for each in seen if each.npc_id == npc_id]
        mine += [replace(d, npc_id=npc_id) for d in seen if d.kind is OccurrenceKind.QUEST_DONE and d.what in given]
        facts = [fact.text for fact in draft.facts(mine, joined=False)]
        visited = ((turn, m.location_id) for turn in reversed(draft.turns) for m in reversed(turn.messages))
        last = next((where for turn, where in visited if counts(turn, where)), place)

        def assemble(passages: Sequence[Extract]) -> list[str]:
            names_people = facts or any(each.speaker for each in passages)
            lead = [] if names_people else draft.lead(draft.partners(last, only=npc_id), last)
            return [*lead, *facts, *quotations(passages, draft.writer)]

        return (yield from draft.compose(counts, mine, assemble, focus=npc_id))

    def _of_world(self, game_state: GameState, event_kind: str, messages: Sequence[Message], related: Related) -> str:
        """Summarise a world event, with at most one sentence about it; for an unknown kind, the facts of its turn."""
        if not messages:
            return ""
        place = first_ids(related).get("location_id")
        place = place or next((m.location_id for m in reversed(messages) if m.location_id is not None), None)
        facts = CaptureFacts(location_id=place, related=as_pairs(related), event_kind=event_kind)
        draft = SummaryDraft(game_state.sheet, messages, facts)
        kind, key = _KINDS.get(event_kind, (None, ""))
        what = first_ids(related).get(key)
        if kind is None or what is None:
            last = draft.turns[-1]
            found = [each for each in draft.occurrences(lambda turn, _: turn is last) if each.kind not in _TRIFLES]
            sentences = [fact.text for fact in draft.facts(_without_repeats(found, game_state.sheet), joined=True)]
        else:
            sentences = _of_event(draft, kind, what)
        return " ".join(draft.fitting(sentences, _SENTENCES_OF_WORLD)) or draft.stay(place)


async def _assembled(messages: Sequence[Message], summary: Slices[str]) -> str:
    """Return a summary computed in slices; that of long messages is computed in a thread."""
    return await (asyncio.to_thread(run_to_completion, summary) if are_long(messages) else in_slices(summary))


def _of_event(draft: SummaryDraft, kind: OccurrenceKind, what: str) -> list[str]:
    """Return a sentence for a world event, and one about it if the author or the engine has more to say."""
    writer = draft.writer
    # It happened in the newest turn whose line says so, else in the last.
    numbers = [each.turn for each in draft.occurrences(lambda *_: True) if (each.kind, each.what) == (kind, what)]
    turn = next((turn for turn in draft.turns if turn.number in numbers[-1:]), draft.turns[-1])
    is_end = turn.has_ended_story
    if kind is OccurrenceKind.ACT_BEGUN and is_end:
        event = [writer.render("act_ended", things=writer.titles([what]))]
    else:
        event = [found.text for found in writer.sentences([Occurrence(kind, turn.player, what)], joined=True)]
    if kind is OccurrenceKind.CLEARED:
        here = draft.occurrences(lambda other, place: other is turn and place == what)
        beaten = [each.what for each in here if each.kind is OccurrenceKind.ENCOUNTER_DONE]
        return [*event, writer.render("all_clear_after" if beaten else "all_clear", things=writer.things(beaten))]
    texts = ((key, closing_quotation(text)) for key, text in _authored_of(draft.sheet, what, is_end=is_end))
    details = [writer.render(key, quote=quotable(words, MAX_AUTHORED_QUOTE)) for key, words in texts if words]
    return [*event, *details[:1]]


def _authored_of(sheet: ScenarioSheet, what: str, *, is_end: bool) -> Iterator[tuple[str, str]]:
    """Yield the template that introduces an authored text about an event, and the text."""
    index = sheet.index
    if quest := index.quests.get(what):
        yield "outcome", quest.done_text
    elif step := index.objectives.get(what):
        yield "moment", step[1].done_text
    elif encounter := index.encounters.get(what):
        yield "moment", encounter[1].cleared_text
    elif (act := index.acts.get(what)) and is_end:
        yield "story_ended", act.closing
        yield "story_ended", sheet.ending
    elif act:
        yield "story_began", act.opening


def _without_repeats(occurrences: Sequence[Occurrence], sheet: ScenarioSheet) -> list[Occurrence]:
    """Return the occurrences without steps of a completed quest, steps that repeat what was done, and cleared
    places."""
    stated = {(each.kind, each.what) for each in occurrences}
    beaten = {each.place for each in occurrences if each.kind is OccurrenceKind.ENCOUNTER_DONE}

    def is_repeat(each: Occurrence) -> bool:
        if each.kind is OccurrenceKind.CLEARED:
            return each.what in beaten
        if each.kind is not OccurrenceKind.OBJECTIVE_DONE:
            return False
        quest, step = sheet.index.objectives[each.what]
        field, kinds = _FULFILLED_BY.get(type(step.condition), ("", ()))
        same_facts = {
            (OccurrenceKind.QUEST_DONE, quest.id),
            *((kind, getattr(step.condition, field)) for kind in kinds),
        }
        return not stated.isdisjoint(same_facts)

    return [each for each in occurrences if not is_repeat(each)]


_FULFILLED_BY: dict[type[object], tuple[str, tuple[OccurrenceKind, ...]]] = {
    TopicAsked: ("topic_id", (OccurrenceKind.ASKED, OccurrenceKind.TOLD)),
    ItemGivenTo: ("item_id", (OccurrenceKind.GAVE,)),
    ItemHeld: ("item_id", (OccurrenceKind.TOOK, OccurrenceKind.RECEIVED)),
    EncounterCleared: ("encounter_id", (OccurrenceKind.ENCOUNTER_DONE,)),
    SecretKnown: ("secret_id", (OccurrenceKind.DISCOVERED,)),
}
"""For each kind of condition the field with its subject, and the occurrences that fulfil it."""
