"""Whom a memory's payload speaks well or ill of: by what was done, and by what was done in saying something."""

from collections.abc import Iterable, Iterator

from app.interfaces.agents.mind import KnownPerson, Recollection
from app.interfaces.services.location import PARTY
from app.models.command import Event
from app.models.events.play import EncounterCompleted, ItemGiven, QuestCompleted
from app.models.messages.payload import EventPayload, Utterance
from app.models.messages.speech import ActKind

_BY_ACT = {
    ActKind.KEPT: 1,
    ActKind.THANKS: 1,
    ActKind.APOLOGY: 1,
    ActKind.THREAT: -1,
    ActKind.WITHDRAWN: -1,
}
"""What doing it by speech is worth; thanks and apologies only to whom they are said."""
_TO_ONESELF = frozenset((ActKind.THANKS, ActKind.APOLOGY))


def deserts(memory: Recollection, own_id: str, people: Iterable[KnownPerson]) -> Iterator[tuple[str, int]]:
    """(who, +1 or -1) for each deed that the memory holds, of people other than the one who remembers."""
    known = {key: person.id for person in people for key in (person.id, *person.members)}
    found: list[tuple[str, int]] = []
    match memory.payload:
        case EventPayload(events=events, said=said):
            found += [deed for event in events for deed in _of_event(event, own_id)]
            found += [deed for each in said for deed in _of_utterance(each, own_id)]
        case Utterance() as utterance:
            found += _of_utterance(utterance, own_id)
    yield from ((known[who], value) for who, value in found if who in known)


def _of_event(event: Event, own_id: str) -> Iterator[tuple[str, int]]:
    match event:
        case ItemGiven(npc_id=npc_id, to_party=True) if npc_id != own_id:
            yield npc_id, 1
        case ItemGiven(npc_id=npc_id, to_party=False) if npc_id == own_id:
            yield PARTY, 1
        case EncounterCompleted() | QuestCompleted():
            yield PARTY, 1


def _of_utterance(said: Utterance, own_id: str) -> Iterator[tuple[str, int]]:
    if said.chain or said.speaker_id == own_id:
        return
    for act in said.acts:
        is_meant = own_id in (act.to or said.addressee_ids)
        if act.kind in _BY_ACT and (is_meant or act.kind not in _TO_ONESELF):
            yield said.speaker_id, _BY_ACT[act.kind]
