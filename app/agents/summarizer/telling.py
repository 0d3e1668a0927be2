"""Putting deeds into sentences: simple past, active, with names instead of pronouns, so that they can be turned round.

`app.language.rendering.perspective` turns these sentences into the words of the person who remembers.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from app.agents.summarizer.facts import Deed, DeedKind
from app.agents.summarizer.speech import quotable
from app.language.rendering.phrases import as_asked, listed, place, the
from app.models.condition import Attitude
from app.models.scenario import ScenarioSheet

_ASIDE = {DeedKind.PROMISED, DeedKind.VOWED, DeedKind.THREATENED, DeedKind.ACT_BEGUN, DeedKind.ATTITUDE}
_ASIDE |= {DeedKind.RECEIVED, DeedKind.TOLD, DeedKind.LEFT, DeedKind.EFFECT}
_MOST_JOINED = 4
_ATTITUDES = {  # nothing for NEUTRAL: who has no opinion does nothing that one would remember
    Attitude.HOSTILE.value: "turned against",
    Attitude.WARY.value: "grew wary of",
    Attitude.FRIENDLY.value: "grew friendly towards",
    Attitude.LOYAL.value: "became a loyal friend of",
}


class Teller:
    """Tells deeds with the names of one scenario."""

    def __init__(self, sheet: ScenarioSheet) -> None:
        self._sheet = sheet
        self._index = sheet.index

    def name(self, any_id: str) -> str:
        return self._index.name(any_id)

    def place(self, location_id: str | None) -> str | None:
        """``the Inn``; None for an unknown place."""
        location = self._index.locations.get(location_id or "")
        return place(self._sheet, location) if location else None

    def things(self, ids: Sequence[str]) -> str:
        """``the lantern and the key``."""
        return listed(the(self.name(key)) for key in ids)

    def sentences(self, deeds: Sequence[Deed], *, joined: bool) -> list[str]:
        """One sentence per kind of deed, what is alike in one; ``joined``: one player's deeds share a sentence."""
        told: list[str] = []
        for kind in DeedKind:
            alike = [deed for deed in deeds if deed.kind is kind]
            if kind in _ASIDE:
                told += self._aside(kind, alike)
            elif not joined:
                told += [f"{player} {predicate}." for player, predicate in self._predicates(kind, alike)]
        return [*self._joined(deeds), *told] if joined else told

    def _joined(self, deeds: Sequence[Deed]) -> list[str]:
        by_player: dict[str, list[str]] = {}
        for kind in DeedKind:
            if kind not in _ASIDE:
                for player, predicate in self._predicates(kind, [deed for deed in deeds if deed.kind is kind]):
                    by_player.setdefault(player, []).append(predicate)
        return [f"{player} {listed(predicates[:_MOST_JOINED])}." for player, predicates in by_player.items()]

    def _predicates(self, kind: DeedKind, deeds: Iterable[Deed]) -> Iterable[tuple[str, str]]:
        for (player, npc_id), group in groupby(deeds, key=lambda deed: (deed.player, deed.npc_id or "")):
            things = list(dict.fromkeys(deed.what for deed in group))
            yield player, self._predicate(kind, things, self.name(npc_id))

    def _predicate(self, kind: DeedKind, things: Sequence[str], npc: str) -> str:
        names = [self.name(thing) for thing in things]
        titles = listed(f'"{_plain(name)}"' for name in names)
        objects = listed(the(name) for name in names)
        match kind:
            case DeedKind.QUEST_DONE if npc:
                return f"did what {npc} asked: {titles}"
            case DeedKind.QUEST_DONE:
                return f"completed the {'quests' if len(names) > 1 else 'quest'} {titles}"
            case DeedKind.OBJECTIVE_DONE:
                return f"completed the {'tasks' if len(names) > 1 else 'task'} {titles}"
            case DeedKind.QUEST_BEGUN:
                return f"took on the {'quests' if len(names) > 1 else 'quest'} {titles}"
            case DeedKind.ENCOUNTER_DONE:
                return f"overcame {objects}"
            case DeedKind.CLEARED:
                return f"cleared {listed(self.place(thing) or thing for thing in things)}"
            case DeedKind.GAVE:
                return f"gave {npc} {objects}"
            case DeedKind.DISCOVERED:
                return f"discovered {objects}"
            case DeedKind.ASKED:
                return f"asked {npc} about {listed(as_asked(name) for name in _widest(names))}"
            case DeedKind.DROPPED:
                return f"put down {objects}"
            case DeedKind.USED_UP:
                return f"used up {objects}"
            case _:
                return f"took {objects}"

    def _aside(self, kind: DeedKind, deeds: Sequence[Deed]) -> Iterable[str]:
        """Sentences of their own: with another subject than the player, or with a quotation."""
        if kind in (DeedKind.RECEIVED, DeedKind.TOLD):
            for (npc_id, player), group in groupby(deeds, key=lambda deed: (deed.npc_id or "", deed.player)):
                names = list(dict.fromkeys(self.name(deed.what) for deed in group))
                if kind is DeedKind.TOLD:
                    about = listed(as_asked(name) for name in _widest(names))
                    yield f"{self.name(npc_id)} told {player} about {about}."
                else:
                    yield f"{self.name(npc_id)} gave {player} {listed(map(the, names))}."
            return
        for deed in deeds:
            npc, quote = self.name(deed.npc_id or ""), f'"{quotable(deed.what)}"'
            match kind:
                case DeedKind.PROMISED:
                    yield f"{deed.player} promised {npc}: {quote}"
                case DeedKind.VOWED:
                    yield f"{npc} promised {deed.player}: {quote}"
                case DeedKind.THREATENED:
                    yield f"{deed.player} threatened {npc}: {quote}"
                case DeedKind.ATTITUDE if deed.what in _ATTITUDES:
                    yield f"{npc} {_ATTITUDES[deed.what]} {deed.player}."
                case DeedKind.ATTITUDE:
                    continue
                case DeedKind.ACT_BEGUN:
                    yield f'The act "{_plain(deed.what)}" began.'
                case DeedKind.LEFT:
                    yield f"{npc} left." if deed.what == "away" else f"{npc} left for {the(deed.what)}."
                case _:
                    yield f"What changed there: {quote}"


def _widest(topics: Sequence[str]) -> list[str]:
    """Without topics whose name is part of another's: "what became of Ivo" says that it was about Ivo."""

    def is_part(topic: str) -> bool:
        return any(topic != other and re.search(rf"\b{re.escape(topic)}\b", other) for other in topics)

    return [topic for topic in topics if not is_part(topic)]


def _plain(name: str) -> str:
    """A title inside quotation marks brings none of its own."""
    return name.replace('"', "'").replace("“", "'").replace("”", "'")
