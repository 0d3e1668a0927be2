"""Summaries without a model: what the engine knows, and the most telling sentences."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from app.agents.summarizer.extracts import Extractor
from app.agents.summarizer.facts import Deed, DeedKind, DeedReader
from app.agents.summarizer.phrases import listed
from app.agents.summarizer.speech import quotable, said
from app.agents.summarizer.telling import Teller
from app.memory.mentions import MentionService, mentions_for
from app.memory.perspective import PARTY_NAME
from app.memory.summary_check import SummaryCheck
from app.models.game_state import GameState
from app.models.instances.npc_instance import NPCInstance
from app.models.memory import CaptureFacts
from app.models.message import Message, Role
from app.models.scenario import ScenarioSheet

_SENTENCES = 3
_SENTENCES_OF_PERSON = 4
_CHARACTERS = 560
_THE_END = "! the story has reached its end"
_TRIFLES = {DeedKind.ASKED, DeedKind.TOOK, DeedKind.DROPPED, DeedKind.QUEST_BEGUN, DeedKind.ATTITUDE, DeedKind.LEFT}


class ExtractiveSummarizer:
    """ISummarizer that extracts instead of writing; a function of the messages and the scenario's sheets.

    Structural sentences use fixed simple-past templates ("{player} gave {npc} the lantern."), sentences of the
    messages stand in quotation marks. Whatever `why_bad` would refuse is left out; with at least one message the
    result is never empty.
    """

    async def summarize_location_session(
        self, game_state: GameState, location_id: str, messages: Sequence[Message]
    ) -> str:
        """Who was there, what came of it, and a sentence or two that tell it best."""
        work = _Work(game_state.sheet, messages, CaptureFacts(location_id=location_id))
        facts = work.teller.sentences(_without_steps(work.deeds), joined=True)
        return work.compose([work.company(location_id), *facts], location_id, extracts=2)

    async def summarize_npc_interactions(
        self, game_state: GameState, npc: NPCInstance, messages: Sequence[Message]
    ) -> str:
        """Promises first, then what passed between the players and this person."""
        npc_id = npc.instance_id
        place = next((m.location_id for m in messages if m.location_id is not None), None)
        work = _Work(game_state.sheet, messages, CaptureFacts(location_id=place, present_ids=(npc_id,)))
        given = {quest.id for quest in game_state.sheet.quests if quest.giver_id == npc_id}
        mine = [deed for deed in work.deeds if deed.npc_id == npc_id]
        done = [deed for deed in work.deeds if deed.kind is DeedKind.QUEST_DONE and deed.what in given]
        mine += [replace(deed, npc_id=npc_id) for deed in done]
        facts = work.teller.sentences(mine, joined=False)
        return work.compose(facts or [work.company(place, only=npc_id)], place, extracts=1, focus=npc_id)

    async def summarize_world_update(
        self, game_state: GameState, event_kind: str, messages: Sequence[Message], related: Mapping[str, str]
    ) -> str:
        """The event first, then what else was achieved since the last one."""
        location_id = related.get("location_id")
        place = location_id or next((m.location_id for m in reversed(messages) if m.location_id is not None), None)
        facts = CaptureFacts(location_id=place, related=tuple(related.items()), event_kind=event_kind)
        work = _Work(game_state.sheet, messages, facts)
        event = work.event(event_kind, related)
        trifles = _TRIFLES | ({DeedKind.OBJECTIVE_DONE} if event_kind == "quest_completed" else set())
        others = [deed for deed in work.deeds if deed.kind not in trifles and deed.what not in related.values()]
        told = work.teller.sentences(_without_steps(others), joined=True)
        return work.compose([*event, *told], place, extracts=1)


def _without_steps(deeds: Sequence[Deed]) -> list[Deed]:
    """Where a quest was completed its steps go without saying, as does what was asked where much was done."""
    is_done = any(deed.kind is DeedKind.QUEST_DONE for deed in deeds)
    return [deed for deed in deeds if not (is_done and deed.kind is DeedKind.OBJECTIVE_DONE)]


@dataclass
class _Work:
    """One summary in the making."""

    sheet: ScenarioSheet
    messages: Sequence[Message]
    facts: CaptureFacts

    def __post_init__(self) -> None:
        self.mentions: MentionService = mentions_for(self.sheet)
        self.reader = DeedReader(self.sheet.index, self.mentions)
        self.deeds = self.reader.read(self.messages)
        self.teller = Teller(self.sheet)
        names = [m.speaker_name for m in self.messages if m.role is Role.PLAYER and m.speaker_name.strip()]
        self.players = list(dict.fromkeys(names))
        self.who = listed(self.players[:4]) if self.players else PARTY_NAME
        self.check = SummaryCheck(self.messages, self.facts, self.sheet, self.players, self.mentions)

    def company(self, location_id: str | None, only: str | None = None) -> str:
        """Who was with the players, and whether they spoke; of ``only`` one person, if given."""
        here = self._said_at(location_id)
        talked: list[str | None] = [m.speaker_id for m in here if m.role is Role.NPC]
        talked += [key for m in here if self._is_speech(m) for key in m.addressee_ids]
        spoken_with = self._people(key for key in talked if only in (None, key))
        place = self.teller.place(location_id)
        if spoken_with:
            return f"{self.who} spoke with {spoken_with}{f' at {place}' if place else ''}."
        return self.pastime(location_id)

    def pastime(self, location_id: str | None) -> str:
        """The one sentence that always holds."""
        place = self.teller.place(location_id)
        people = self._people(key for m in self._said_at(location_id) for key in m.witness_ids)
        return f"{self.who} spent some time{f' at {place}' if place else ''}{f' with {people}' if people else ''}."

    def _is_speech(self, message: Message) -> bool:
        """Whether a player says something; whoever was spoken to last stays the addressee of orders to the game."""
        return message.role is Role.PLAYER and said(message.fresh_content, self.mentions) != ""

    def _said_at(self, location_id: str | None) -> list[Message]:
        """Without those that came along: the turn of an arrival was witnessed where it began."""
        return [m for m in self.messages if m.location_id == location_id]

    def _people(self, ids: Iterable[str | None]) -> str:
        known = [key for key in dict.fromkeys(ids) if key in self.sheet.index.npcs]
        names = list(dict.fromkeys(self.teller.name(key) for key in known if key is not None))
        return listed([*names[:4], "others"] if len(names) > 5 else names) if names else ""

    def event(self, event_kind: str, related: Mapping[str, str]) -> list[str]:
        """The sentence of a world event; none for a kind that is not known."""
        kinds = {
            "quest_completed": (DeedKind.QUEST_DONE, "quest_id"),
            "encounter_completed": (DeedKind.ENCOUNTER_DONE, "encounter_id"),
            "location_cleared": (DeedKind.CLEARED, "location_id"),
            "objective_completed": (DeedKind.OBJECTIVE_DONE, "objective_id"),
            "act_progressed": (DeedKind.ACT_BEGUN, "act_id"),
        }
        kind, key = kinds.get(event_kind, (None, ""))
        if kind is None or key not in related:
            return []
        if kind is DeedKind.ACT_BEGUN and any(
            _THE_END in m.fresh_content for m in self.messages if m.role is Role.SYSTEM
        ):
            return [f'The act "{quotable(self.teller.name(related[key])).rstrip(".")}" ended, and with it the story.']
        what = self.teller.name(related[key]) if kind is DeedKind.ACT_BEGUN else related[key]
        return self.teller.sentences([Deed(kind, self.who, what)], joined=True)

    def outcomes(self) -> list[str]:
        """What the author wrote to be read when the events of this summary come about."""
        index, texts = self.sheet.index, []
        for key in dict.fromkeys((*self.facts.related_ids.values(), *(deed.what for deed in self.deeds))):
            if quest := index.quests.get(key):
                texts.append(quest.done_text)
            elif step := index.objectives.get(key):
                texts.append(step[1].done_text)
            elif encounter := index.encounters.get(key):
                texts.append(encounter[1].cleared_text)
            elif act := index.acts.get(key):
                texts += [act.opening, act.closing]
        return texts

    def compose(self, told: Sequence[str], location_id: str | None, *, extracts: int, focus: str | None = None) -> str:
        """The sentences in order, then extracts as far as there is room; only what the check accepts."""
        if not self.messages:
            return ""
        kept: list[str] = []
        most = _SENTENCES if focus is None else _SENTENCES_OF_PERSON
        for sentence in told:
            self._keep(kept, sentence, most)
        if len(kept) < most:
            extractor = Extractor(self.sheet, self.mentions, self.reader)
            room = min(extracts, max(1, _SENTENCES - len(kept)))
            before = len(kept)
            choice = extractor.best(
                self.messages, extracts + 4, focus=focus, deeds=self.deeds, outcomes=self.outcomes()
            )
            for extract in choice:
                if len(kept) - before < room:
                    self._keep(kept, extract, most)
        return " ".join(kept) or self.pastime(location_id)

    def _keep(self, kept: list[str], sentence: str, most: int) -> None:
        text = " ".join((*kept, sentence))
        if len(kept) < most and len(text) <= _CHARACTERS and self.check.why_bad(text) is None:
            kept.append(sentence)
