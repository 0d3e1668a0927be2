"""Occurrences as sentences: templates ``summaries.<kind>``, in the simple past, active, with names instead of pronouns,
so that `app.language.rendering.perspective` can convert them to the words of the person who remembers."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from app.agents.summarizer.occurrences import Occurrence, OccurrenceKind
from app.language.analysis.mentions import mentions_for
from app.language.language import language_of
from app.language.rendering.filling import as_title, quotable, widest
from app.language.rendering.phrases import as_asked, listed, place_phrase, the
from app.models.sheets.scenario import ScenarioSheet

_ASIDE = {
    OccurrenceKind.ACT_BEGUN,
    OccurrenceKind.ATTITUDE,
    OccurrenceKind.RECEIVED,
    OccurrenceKind.TOLD,
    OccurrenceKind.LEFT,
    OccurrenceKind.EFFECT,
    OccurrenceKind.DIED,
    OccurrenceKind.CHECK_WON,
    OccurrenceKind.CHECK_LOST,
    OccurrenceKind.JOINED,
    OccurrenceKind.STAYED_BEHIND,
}
_TITLED = {
    OccurrenceKind.QUEST_DONE,
    OccurrenceKind.QUEST_BEGUN,
    OccurrenceKind.QUEST_FAILED,
    OccurrenceKind.OBJECTIVE_DONE,
    OccurrenceKind.ACT_BEGUN,
}
_TRADES = {OccurrenceKind.BOUGHT, OccurrenceKind.SOLD}
_QUOTED = {OccurrenceKind.EFFECT, OccurrenceKind.CHECK_WON, OccurrenceKind.CHECK_LOST}
_TALKED_OF = {OccurrenceKind.ASKED, OccurrenceKind.TOLD}
_MOST_JOINED = 4
_LONGEST_SLOT = 1_000
"""The most characters of one slot: a summary has less than 600, so a longer one cannot be used."""


@dataclass(frozen=True)
class SourceSentence:
    """A sentence, and its form after "At the Inn,"; ``kind`` is None for several occurrences in one sentence."""

    text: str
    inner: str
    kind: OccurrenceKind | None = None


class SentenceWriter:
    """Puts occurrences into words with the names of one scenario, in its language."""

    def __init__(self, sheet: ScenarioSheet) -> None:
        self._sheet = sheet
        self._index = sheet.index
        self.language = language_of(sheet)

    def name(self, any_id: str) -> str:
        return self._index.name(any_id)

    def known(self, npc_id: str) -> str:
        """Return the name of a person; "" for any other id."""
        return self.name(npc_id) if npc_id in self._index.npcs else ""

    def place(self, location_id: str | None) -> str | None:
        """Return ``the Inn``; None for an unknown place."""
        location = self._index.locations.get(location_id or "")
        return place_phrase(self._sheet, location) if location else None

    def things(self, ids: Sequence[str]) -> str:
        """Return ``the lantern and the key``."""
        return listed(the(self.name(key)) for key in ids)

    def titles(self, ids: Sequence[str]) -> str:
        """Return names in quotation marks."""
        return listed(self.render("title", name=as_title(self.name(key))) for key in ids)

    def render(self, key: str, /, **slots: str | int) -> str:
        """Fill a template of the summaries; "" where a slot is longer than any summary."""
        is_short = all(isinstance(slot, int) or len(slot) <= _LONGEST_SLOT for slot in slots.values())
        return self.language.render(f"summaries.{key}", **slots) if is_short else ""

    def sentence(self, key: str, player: str | None, npc_id: str | None = None, **slots: str | int) -> SourceSentence:
        """Return a sentence about a player, or the party, and a person."""
        slots = {"npc": self.name(npc_id or ""), "whom": player or self.render("party_within"), **slots}
        text = self.render(key, player=player or self.render("party"), **slots)
        inner = text if player else self.render(key, player=slots["whom"], **slots)
        return SourceSentence(text, inner)

    def sentences(self, occurrences: Sequence[Occurrence], *, joined: bool) -> list[SourceSentence]:
        """Return a sentence for each kind of occurrence, similar ones combined; ``joined``: everything one player did
        shares a sentence."""
        found: list[SourceSentence] = []
        did: dict[str | None, list[str]] = {}
        named: set[str] = set()
        for kind in OccurrenceKind:
            alike = [each for each in occurrences if each.kind is kind]
            if kind in _ASIDE:
                found += (replace(each, kind=kind) for each in self._aside(kind, alike))
                continue
            for player, predicate in self._predicates(kind, alike, named if joined else set()):
                if joined:
                    did.setdefault(player, []).append(predicate)
                else:
                    found.append(self.sentence("did", player, deeds=predicate))
        together = (self.sentence("did", who, deeds=listed(what[:_MOST_JOINED])) for who, what in did.items())
        return [*together, *found]

    def _predicates(
        self, kind: OccurrenceKind, alike: Iterable[Occurrence], named: set[str]
    ) -> Iterator[tuple[str | None, str]]:
        """Yield each player with its actions; a player ``named`` before is called by its given name where that is
        unambiguous."""
        for (player, npc_id), group in groupby(alike, key=lambda each: (each.player, each.npc_id or "")):
            key = f"{kind}_for" if kind is OccurrenceKind.QUEST_DONE and npc_id else kind
            if kind in _TRADES and self.known(npc_id):
                key = f"{kind}_with"
            given = self.known(npc_id).partition(" ")[0] if npc_id in named else ""
            npc = given if mentions_for(self._sheet).people(given) == (npc_id,) else self.name(npc_id)
            named.add(npc_id)
            yield player, self.render(key, npc=npc, **self._slots(kind, list(group)))

    def _aside(self, kind: OccurrenceKind, occurrences: Sequence[Occurrence]) -> Iterator[SourceSentence]:
        """Yield sentences that cannot be joined: those with another subject than the player, or with a quotation."""
        if kind in (OccurrenceKind.RECEIVED, OccurrenceKind.TOLD, OccurrenceKind.EFFECT):
            pairs = groupby(occurrences, key=lambda each: (each.npc_id, each.player if each.npc_id else None))
            for (npc_id, player), group in pairs:
                yield self.sentence(kind, player, npc_id, **self._slots(kind, list(group)))
            return
        for each in occurrences:
            if (key := self._key(each)) is not None:
                yield self.sentence(key, each.player, each.npc_id, **self._slots(kind, [each]))

    def _key(self, each: Occurrence) -> str | None:
        """Return the template of an occurrence; None for an attitude without one, because having no opinion is not
        worth remembering."""
        if each.kind is OccurrenceKind.ATTITUDE:
            key = f"attitude_{each.what}"
            return key if self.language.has(f"summaries.{key}") else None
        if each.kind is OccurrenceKind.DIED and not self.known(each.npc_id or ""):
            return "player_died" if each.npc_id is None and each.player else None
        return f"{each.kind}_for" if each.kind is OccurrenceKind.LEFT and each.what else each.kind

    def _slots(self, kind: OccurrenceKind, occurrences: Sequence[Occurrence]) -> dict[str, str | int]:
        """Return the slots of a kind's template: quoted words, or the names of things."""
        called = {each.what: each.called for each in occurrences}
        whats = list(called)
        if kind in _QUOTED:
            return {"quote": " ".join(map(quotable, whats))}
        if kind in _TITLED:
            things = self.titles(whats)
        elif kind in _TALKED_OF:
            names = [called[what] or self.name(what) for what in whats]
            things = listed(as_asked(name) for name in widest(names))
        elif kind is OccurrenceKind.CLEARED:
            things = listed(self.place(what) or what for what in whats)
        else:
            things = self.things(whats)
        return {"things": things, "count": len(whats)}
