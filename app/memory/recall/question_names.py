"""Whom a question names, and the same question without their names."""

from dataclasses import dataclass

from app.language.analysis.mentions import mentions_for
from app.language.analysis.names import Folded, NameTable
from app.models.state.game_state import GameState

_OTHER, _SELF = "\0", "\1"
"""Marks that nobody types."""


@dataclass(frozen=True)
class QuestionNames:
    """The ids named by a question (``others``), whether it names its asker, and its text with marks for names."""

    others: tuple[str, ...]
    names_self: bool
    text: str

    @classmethod
    def of(cls, state: GameState, npc_id: str, question: str) -> "QuestionNames":
        """Of several people of one name those present are meant."""
        folded = Folded.of(question)
        here = state.npc(npc_id).current_location_id
        present = {npc.instance_id for npc in state.present(here)} - {npc_id} if here is not None else set()
        players = NameTable({player.name: [player.id] for player in state.party.players})
        people = (
            name for name in mentions_for(state.sheet).names(question) if not state.npcs.keys().isdisjoint(name.ids)
        )
        pieces: list[str] = []
        ids: dict[str, None] = {}
        position = 0
        for name in sorted((*people, *players.find(folded)), key=lambda name: (name.start, -name.end)):
            if name.start < position:
                continue
            meant = tuple(key for key in name.ids if key in present) or name.ids
            pieces += [folded.tidy[position : name.start], _SELF if meant == (npc_id,) else _OTHER]
            ids.update(dict.fromkeys(meant))
            position = name.end
        text = "".join(pieces) + folded.tidy[position:]
        return cls(tuple(key for key in ids if key != npc_id), npc_id in ids, text)

    def masked(self, other: str, own: str) -> str:
        return self.text.replace(_OTHER, other).replace(_SELF, own)
