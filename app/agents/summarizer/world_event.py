"""The world's memory of one event: the event, and what its author wrote of it."""

from collections.abc import Iterator
from dataclasses import dataclass

from app.agents.summarizer.authored import outcome
from app.agents.summarizer.draft import SummaryDraft
from app.agents.summarizer.occurrences import Kind, Occurrence
from app.agents.summarizer.turns import Turn
from app.language.rendering.quotation import MAX_AUTHORED_QUOTE, quotable
from app.models.memory import Related, first_ids

_KINDS = {
    "quest_completed": (Kind.QUEST_DONE, "quest_id"),
    "encounter_completed": (Kind.ENCOUNTER_DONE, "encounter_id"),
    "location_cleared": (Kind.CLEARED, "location_id"),
    "objective_completed": (Kind.OBJECTIVE_DONE, "objective_id"),
    "act_progressed": (Kind.ACT_BEGUN, "act_id"),
}


@dataclass(frozen=True)
class WorldEvent:
    """An event of a known kind."""

    kind: Kind
    what: str

    @classmethod
    def of(cls, event_kind: str, related: Related) -> "WorldEvent | None":
        """None for a kind that is not known, or without the id of what it is about."""
        kind, key = _KINDS.get(event_kind, (None, ""))
        what = first_ids(related).get(key)
        return cls(kind, what) if kind is not None and what is not None else None

    def sentences(self, draft: SummaryDraft) -> list[str]:
        """The event in one sentence, and one about it if the author or the engine has something to say."""
        turn = self._turn(draft)
        return [*self._event(draft, turn), *self._context(draft, turn)]

    def _turn(self, draft: SummaryDraft) -> Turn | None:
        """The turn in which it happened: the newest whose line says so, else the last."""
        occurrences = draft.occurrences(lambda _turn, _place: True)
        numbers = [each.turn for each in occurrences if (each.kind, each.what) == (self.kind, self.what)]
        wanted = numbers[-1:] or [turn.number for turn in draft.turns[-1:]]
        return next((turn for turn in draft.turns if [turn.number] == wanted), None)

    def _is_end(self, turn: Turn | None) -> bool:
        return turn is not None and turn.has_ended_story

    def _event(self, draft: SummaryDraft, turn: Turn | None) -> list[str]:
        if self.kind is Kind.ACT_BEGUN and self._is_end(turn):
            return [draft.teller.render("act_ended", things=draft.teller.titles([self.what]))]
        player = turn.player if turn else draft.players
        return [found.text for found in draft.teller.sentences([Occurrence(self.kind, player, self.what)], joined=True)]

    def _context(self, draft: SummaryDraft, turn: Turn | None) -> list[str]:
        if self.kind is Kind.CLEARED:
            here = draft.occurrences(lambda other, place: other is turn and place == self.what)
            beaten = [each.what for each in here if each.kind is Kind.ENCOUNTER_DONE]
            key = "all_clear_after" if beaten else "all_clear"
            return [draft.teller.render(key, things=draft.teller.things(beaten))]
        return [
            draft.teller.render(key, quote=quotable(words, MAX_AUTHORED_QUOTE))
            for key, text in self._texts(draft, turn)
            if (words := outcome(text))
        ][:1]

    def _texts(self, draft: SummaryDraft, turn: Turn | None) -> Iterator[tuple[str, str]]:
        """The template that introduces an authored text, and the text."""
        index = draft.sheet.index
        if quest := index.quests.get(self.what):
            yield "outcome", quest.done_text
        elif step := index.objectives.get(self.what):
            yield "moment", step[1].done_text
        elif encounter := index.encounters.get(self.what):
            yield "moment", encounter[1].cleared_text
        elif (act := index.acts.get(self.what)) and self._is_end(turn):
            yield "story_ended", act.closing
            yield "story_ended", draft.sheet.ending
        elif act:
            yield "story_began", act.opening
