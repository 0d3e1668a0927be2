"""Deeds as sentences: templates ``summaries.<kind of deed>``, simple past, active, with names instead of pronouns, so
that `app.language.rendering.perspective` can turn them into the words of the person who remembers."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from app.agents.summarizer.deeds import Deed, DeedKind
from app.language.language import language_of
from app.language.rendering.phrases import as_asked, listed, place, the
from app.language.rendering.quotation import as_title, quotable, widest
from app.models.sheets.scenario import ScenarioSheet

QUOTED = {DeedKind.PROMISED, DeedKind.VOWED, DeedKind.THREATENED, DeedKind.EFFECT}
_ASIDE = QUOTED | {DeedKind.ACT_BEGUN, DeedKind.ATTITUDE, DeedKind.RECEIVED, DeedKind.TOLD, DeedKind.LEFT}
_TITLED = {DeedKind.QUEST_DONE, DeedKind.QUEST_BEGUN, DeedKind.OBJECTIVE_DONE, DeedKind.ACT_BEGUN}
_TALKED_OF = {DeedKind.ASKED, DeedKind.TOLD}
_MOST_JOINED = 4
_LONGEST_SLOT = 1_000
"""Characters of one slot; a summary has less than 600, so a sentence with more of them is none."""


@dataclass(frozen=True)
class Sentence:
    """A sentence, how it goes on after "At the Inn,", ids of people in it; ``kind`` None for several deeds in one."""

    text: str
    inner: str
    kind: DeedKind | None = None
    people: tuple[str, ...] = ()


class Teller:
    """Tells deeds with the names of one scenario, in its language."""

    def __init__(self, sheet: ScenarioSheet) -> None:
        self._sheet = sheet
        self._index = sheet.index
        self.language = language_of(sheet)

    def name(self, any_id: str) -> str:
        return self._index.name(any_id)

    def place(self, location_id: str | None) -> str | None:
        """``the Inn``; None for an unknown place."""
        location = self._index.locations.get(location_id or "")
        return place(self._sheet, location) if location else None

    def things(self, ids: Sequence[str]) -> str:
        """``the lantern and the key``."""
        return listed(the(self.name(key)) for key in ids)

    def titles(self, ids: Sequence[str]) -> str:
        """Names in quotation marks."""
        return listed(self.render("title", name=as_title(self.name(key))) for key in ids)

    def render(self, key: str, /, **slots: str | int) -> str:
        """A template of the summaries; "" where a slot is longer than any summary."""
        is_short = all(isinstance(slot, int) or len(slot) <= _LONGEST_SLOT for slot in slots.values())
        return self.language.render(f"summaries.{key}", **slots) if is_short else ""

    def sentence(
        self, key: str, player: str | None, npc_id: str | None = None, kind: DeedKind | None = None, **slots: str | int
    ) -> Sentence:
        """A sentence of a player, or the party, and a person of the world."""
        slots = {"npc": self.name(npc_id or ""), "whom": player or self.render("party_within"), **slots}
        text = self.render(key, player=player or self.render("party"), **slots)
        inner = text if player else self.render(key, player=slots["whom"], **slots)
        return Sentence(text, inner, kind, (npc_id,) if npc_id else ())

    def sentences(self, deeds: Sequence[Deed], *, joined: bool) -> list[Sentence]:
        """One sentence per kind of deed, what is alike in one; ``joined``: one player's deeds share a sentence."""
        found: list[Sentence] = []
        for kind in DeedKind:
            alike = [deed for deed in deeds if deed.kind is kind]
            if kind in _ASIDE:
                found += self._aside(kind, alike)
            elif not joined:
                found += [self._did(player, [what]) for player, *what in self._predicates(kind, alike)]
        return [*self._joined(deeds), *found] if joined else found

    def _joined(self, deeds: Sequence[Deed]) -> list[Sentence]:
        by_player: dict[str | None, list[list[str]]] = {}
        for kind in DeedKind:
            if kind not in _ASIDE:
                for player, *what in self._predicates(kind, [deed for deed in deeds if deed.kind is kind]):
                    by_player.setdefault(player, []).append(what)
        return [self._did(player, predicates[:_MOST_JOINED]) for player, predicates in by_player.items()]

    def _did(self, player: str | None, predicates: Sequence[Sequence[str]]) -> Sentence:
        did = self.sentence("did", player, deeds=listed(predicate for predicate, _ in predicates))
        return replace(did, people=tuple(npc_id for _, npc_id in predicates if npc_id))

    def _predicates(self, kind: DeedKind, deeds: Iterable[Deed]) -> Iterator[tuple[str | None, str, str]]:
        """(player, what it did, to whom or "")."""
        for (player, npc_id), group in groupby(deeds, key=lambda deed: (deed.player, deed.npc_id or "")):
            key = f"{kind}_for" if kind is DeedKind.QUEST_DONE and npc_id else kind
            slots = self._slots(kind, list(group))
            yield player, self.render(key, npc=self.name(npc_id), **slots), npc_id

    def _aside(self, kind: DeedKind, deeds: Sequence[Deed]) -> Iterator[Sentence]:
        """Sentences of their own: with another subject than the player, or with a quotation."""
        if kind in (DeedKind.RECEIVED, DeedKind.TOLD):
            for (npc_id, player), group in groupby(deeds, key=lambda deed: (deed.npc_id, deed.player)):
                yield self.sentence(kind, player, npc_id, kind, **self._slots(kind, list(group)))
            return
        for deed in deeds:
            if (key := self._key(deed)) is not None:
                yield self.sentence(key, deed.player, deed.npc_id, kind, **self._slots(kind, [deed]))

    def _key(self, deed: Deed) -> str | None:
        """The template of a deed; None for an attitude without one: having no opinion is not worth a memory."""
        if deed.kind is DeedKind.ATTITUDE:
            key = f"attitude_{deed.what}"
            return key if self.language.has(f"summaries.{key}") else None
        return f"{deed.kind}_for" if deed.kind is DeedKind.LEFT and deed.what else deed.kind

    def _slots(self, kind: DeedKind, deeds: Sequence[Deed]) -> dict[str, str | int]:
        """What a template of this kind is told of: quoted words, or things by their names."""
        called = {deed.what: deed.called for deed in deeds}
        whats = list(called)
        if kind in QUOTED:
            return {"quote": quotable(whats[0])}
        if kind in _TITLED:
            things = self.titles(whats)
        elif kind in _TALKED_OF:
            names = [called[what] or self.name(what) for what in whats]
            things = listed(as_asked(name) for name in widest(names))
        elif kind is DeedKind.CLEARED:
            things = listed(self.place(what) or what for what in whats)
        else:
            things = self.things(whats)
        return {"things": things, "count": len(whats)}
