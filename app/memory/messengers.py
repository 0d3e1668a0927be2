"""Messages that people carry for players: who takes one on, and when it can be passed on."""

from app.language.language import language_of
from app.language.reading.hearing import Hearing
from app.language.rendering.naming import Naming, in_quotes
from app.memory.seeding.gifts import acquaintances
from app.memory.stream.commitments import record_commitments
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.instances.npc_instance import NPCInstance
from app.models.memory import MemoryKind, MemoryOrigin, Scope
from app.models.messages.carried import MAX_CARRIED, CarriedMessage
from app.models.messages.payload import Utterance
from app.models.minds.activity import Activity
from app.models.refusals.people import MessageHindrance
from app.models.sheets.condition import Attitude
from app.models.state.conditions import npc_barred_from
from app.models.state.game_state import GameState

DISLIKED = -5.0
"""The relationship to the addressee at or below which a messenger declines."""
IMPORTANCE = 5.0
"""The importance, 1 to 10, of a memory of a message that was passed on."""


def message_hindrance(state: GameState, npc_id: str, to_id: str) -> MessageHindrance | None:
    """Return why a person does not take a message to another; None where it does.

    Args:
        state: The game.
        npc_id: The messenger, a person at the party's place.
        to_id: The person that the message is for.

    Raises:
        NotFound: The game has no such person.
    """
    messenger, addressee = state.npc(npc_id), state.npc(to_id)
    if npc_id == to_id:
        return MessageHindrance.SELF
    if addressee in state.present() and addressee.activity is not Activity.SLEEPING:
        return MessageHindrance.HERE
    if not knows_person(state, npc_id, to_id):
        return MessageHindrance.UNKNOWN
    if messenger.attitude is Attitude.HOSTILE:
        return MessageHindrance.UNWILLING
    if messenger.relationships.get(to_id, 0.0) <= DISLIKED:
        return MessageHindrance.DISLIKED
    if addressee.dead or not _may_meet(state, messenger, addressee):
        return MessageHindrance.APART
    return MessageHindrance.BUSY if len(messenger.carries) >= MAX_CARRIED else None


def knows_person(state: GameState, npc_id: str, other_id: str) -> bool:
    """Return whether a person knows another: from the start, or by a memory in which the other is.

    Args:
        state: The game.
        npc_id: The person.
        other_id: The other person.
    """
    known = {each.id for each in acquaintances(state, state.sheets.npc(npc_id))}
    return other_id in known or any(other_id in each.subjects for each in state.npc(npc_id).npc_memories)


def _may_meet(state: GameState, messenger: NPCInstance, addressee: NPCInstance) -> bool:
    """Return whether there is a place where both may be."""
    ids = (messenger.instance_id, addressee.instance_id)
    if ids[0] in state.party.companions or ids[1] in state.party.companions:
        return True
    return any(not any(npc_barred_from(state, npc_id, place) for npc_id in ids) for place in state.sheets.locations)


def is_deliverable(state: GameState, npc_id: str, to_id: str) -> bool:
    """Return whether a person can pass on a message to another now: it has one, plays itself, and both are at one
    place, alive and awake.

    Args:
        state: The game.
        npc_id: The messenger.
        to_id: The person that the message is for.
    """
    messenger, addressee = state.npc(npc_id), state.npcs.get(to_id)
    if addressee is None or all(each.to_id != to_id for each in messenger.carries):
        return False
    is_met = (
        messenger.current_location_id is not None and messenger.current_location_id == addressee.current_location_id
    )
    are_able = not any(npc.dead or npc.activity is Activity.SLEEPING for npc in (messenger, addressee))
    return is_met and are_able and not messenger.mind.is_played(state.clock.minutes)


def due_delivery(state: GameState) -> tuple[str, str] | None:
    """Return the ids of a messenger and of a person that it can pass a message on to now; None without one, and once
    the story has reached one of its endings.

    Args:
        state: The game.
    """
    if state.world.ending is not None:
        return None
    for npc_id, npc in state.npcs.items():
        for message in npc.carries:
            if is_deliverable(state, npc_id, message.to_id):
                return npc_id, message.to_id
    return None


def pass_on(state: GameState, npc_id: str, to_id: str) -> CarriedMessage:
    """Let a person pass on the oldest message that it carries for another. Both remember it; what it promises, asks or
    invites to counts from now on.

    Args:
        state: The game, which is changed.
        npc_id: The messenger, which carries a message for the other.
        to_id: The person that the message is for.

    Returns:
        The message, which is carried no more.
    """
    messenger = state.npc(npc_id)
    message = next(each for each in messenger.carries if each.to_id == to_id)
    messenger.carries.remove(message)
    said = Utterance(
        kind="utterance",
        speaker_id=message.by_id,
        words=message.words,
        addressee_ids=(to_id,),
        acts=Hearing(state.sheet, (), (to_id,), message.given_at).read_speech(message.words),
        chain=(npc_id,),
    )
    kept = [_remember(state, owner_id, said) for owner_id in (npc_id, to_id)]
    record_commitments(state, said, memory_ids=kept)
    return message


def _remember(state: GameState, owner_id: str, said: Utterance) -> str:
    """Let the messenger or the addressee remember that a message was passed on; return the id of the memory."""
    name, (messenger,), (addressee,) = Naming(state, owner_id), said.chain, said.addressee_ids
    context = MemoryContext(
        content=language_of(state.sheet).render(
            "engine.message-passed-on",
            messenger=name.person(messenger),
            addressee=name.person(addressee),
            sender=name.players(said.speaker_id) or name.party,
            words=in_quotes(said.words),
        ),
        location_id=state.npc(messenger).current_location_id,
        subjects=(messenger, addressee, said.speaker_id),
        origin=MemoryOrigin.SOCIAL if owner_id == addressee else MemoryOrigin.DIALOGUE,
        origin_id=messenger,
        importance=IMPORTANCE,
        payload=said,
    )
    return MemoryStream(state, Scope.npc(owner_id)).add(MemoryKind.CONVERSATION, context).id or ""
