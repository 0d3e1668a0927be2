"""The world's memory of one event: the event, and what its author wrote of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.agents.summarizer.authored import outcome
from app.agents.summarizer.changes import THE_END
from app.agents.summarizer.facts import Deed, DeedKind
from app.agents.summarizer.speech import MAX_AUTHORED_QUOTE, quotable
from app.agents.summarizer.turns import Turn
from app.agents.summarizer.work import Work
from app.models.related import Related, first_ids

_KINDS = {
    "quest_completed": (DeedKind.QUEST_DONE, "quest_id"),
    "encounter_completed": (DeedKind.ENCOUNTER_DONE, "encounter_id"),
    "location_cleared": (DeedKind.CLEARED, "location_id"),
    "objective_completed": (DeedKind.OBJECTIVE_DONE, "objective_id"),
    "act_progressed": (DeedKind.ACT_BEGUN, "act_id"),
}


@dataclass(frozen=True)
class WorldEvent:
    """An event of a known kind."""

    kind: DeedKind
    what: str

    @classmethod
    def of(cls, event_kind: str, related: Related) -> "WorldEvent | None":
        """None for a kind that is not known, or without the id of what it is about."""
        kind, key = _KINDS.get(event_kind, (None, ""))
        what = first_ids(related).get(key)
        return cls(kind, what) if kind is not None and what is not None else None

    def told(self, work: Work) -> list[str]:
        """The event in one sentence, and one about it if the author or the engine has something to say."""
        turn = self._turn(work)
        player = turn.player if turn else work.who
        return [*self._event(work, player, turn), *self._context(work, turn)]

    def _turn(self, work: Work) -> Turn | None:
        """The turn in which it happened: the newest whose line says so, else the last."""
        deeds = work.deeds(lambda _turn, _place: True)
        numbers = [deed.turn for deed in deeds if deed.kind is self.kind and deed.what == self._label(work)]
        wanted = numbers[-1:] or [turn.messages[0].turn for turn in work.turns[-1:]]
        return next((turn for turn in work.turns if [turn.messages[0].turn] == wanted), None)

    def _label(self, work: Work) -> str:
        """What a deed of this kind holds: acts are known by name."""
        return work.teller.name(self.what) if self.kind is DeedKind.ACT_BEGUN else self.what

    def _is_end(self, turn: Turn | None) -> bool:
        return turn is not None and any(change.what == THE_END for change in turn.changes)

    def _event(self, work: Work, player: str, turn: Turn | None) -> list[str]:
        if self.kind is DeedKind.ACT_BEGUN and self._is_end(turn):
            return [f'The act "{quotable(self._label(work)).rstrip(".")}" ended, and with it the story.']
        return work.teller.sentences([Deed(self.kind, player, self._label(work))], joined=True)

    def _context(self, work: Work, turn: Turn | None) -> list[str]:
        if self.kind is DeedKind.CLEARED:
            beaten = self._beaten(work, turn)
            lead = f"With {work.teller.things(beaten)} overcome, nothing" if beaten else "Nothing"
            return [f"{lead} threatened anybody there any more."]
        return [
            f'{lead} "{quotable(words, MAX_AUTHORED_QUOTE)}"'
            for lead, text in self._texts(work, turn)
            if (words := outcome(text))
        ][:1]

    def _beaten(self, work: Work, turn: Turn | None) -> Sequence[str]:
        deeds = work.deeds(lambda other, place: other is turn and place == self.what)
        return [deed.what for deed in deeds if deed.kind is DeedKind.ENCOUNTER_DONE]

    def _texts(self, work: Work, turn: Turn | None) -> Iterator[tuple[str, str]]:
        """How an authored text is introduced, and the text."""
        index = work.sheet.index
        if quest := index.quests.get(self.what):
            yield "What came of it:", quest.done_text
        elif step := index.objectives.get(self.what):
            yield "It went like this:", step[1].done_text
        elif encounter := index.encounters.get(self.what):
            yield "It went like this:", encounter[1].cleared_text
        elif (act := index.acts.get(self.what)) and self._is_end(turn):
            yield "It ended like this:", act.closing
            yield "It ended like this:", work.sheet.ending
        elif act:
            yield "It began like this:", act.opening
