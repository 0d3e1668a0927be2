"""The scenario of an imported chat, and its lines as a game takes them in."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.errors import InvalidInput
from app.interchange.cards.character_card import Card
from app.interchange.cards.person import card_to_npc
from app.interchange.cards.scenario import PLACE_ID, find_meant
from app.interchange.cards.text import free_id, one_line
from app.interchange.chats.chat_file import Chat, ChatMessage
from app.interchange.chats.dates import LONGEST_GAP, minutes_between
from app.language.language import language_of, using
from app.language.rendering.phrases import listed
from app.models.base import MAX_ID_LENGTH
from app.models.messages.transcript import TranscriptLine
from app.models.sheets.condition import TimeReached
from app.models.sheets.location import LocationSheet
from app.models.sheets.person import NPCSheet
from app.models.sheets.quest import ActSheet
from app.models.sheets.scenario import CanonLevel, MeterRates, ScenarioSheet
from app.models.slugs import slug_of
from app.models.state.game_state import PlayerCharacter
from app.models.typed_text import MAX_TYPED_NAME
from app.scenarios.scenario_rules import walk

MAX_PEOPLE = 64
MAX_USERS = 8  # as many players as a party has
_NEVER = 1_000_000_000
"""Minutes after which the only act is over: a chat has no end of its own."""
_STILL = MeterRates(energy=0, hunger=0, mood=0, energy_asleep=0, mood_in_company=0)
"""Nobody in a chat grows hungry or tired unless it says so."""


@dataclass(frozen=True)
class ChatGame:
    """What a game of a chat is made of.

    Args:
        chat: The chat.
        sheet: The scenario.
        title: The title of the game.
        players: The names of its players.
        people: By the name of a character in the chat the id of its person.
        with_card: The ids of the people who were described by a card.
        notes: What there is to know of the people, a line each.
    """

    chat: Chat
    sheet: ScenarioSheet
    title: str
    players: tuple[str, ...]
    people: Mapping[str, str]
    with_card: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def lines(self, players: Sequence[PlayerCharacter]) -> tuple[TranscriptLine, ...]:
        """Return the lines of the chat for a game with these players, who are those of `players` in their order."""
        users = dict(zip(self.chat.users, players, strict=False))
        messages = self.chat.messages
        minutes = minutes_between([message.sent_at for message in messages])
        present = _present(messages, minutes)
        return tuple(
            TranscriptLine(
                text=message.told.text,
                speaker_id=self._speaker(message, users),
                is_player=message.is_user,
                spoken=message.told.spoken,
                minutes=max(passed, 1) if message.is_user else passed,
                sent_at=message.sent_at,
                present_ids=tuple(self.people[name] for name in here),
                number=message.line,
            )
            for message, passed, here in zip(messages, minutes, present, strict=True)
        )

    def _speaker(self, message: ChatMessage, users: Mapping[str, PlayerCharacter]) -> str | None:
        if message.is_user:
            return users[message.name].id
        return self.people[message.name] if message.name else None


def scenario_of_chat(
    chat: Chat,
    *,
    cards: Sequence[Card] = (),
    scenario: ScenarioSheet | None = None,
    place: str | None = None,
    title: str | None = None,
) -> ChatGame:
    """Make the scenario of a chat: its characters are people who are where the chat takes place.

    Args:
        chat: The chat.
        cards: Cards that describe its characters, found by their names.
        scenario: The scenario that the chat takes place in; None for one of a single place, open to additions.
        place: The id or name of the place in that scenario; None for where it begins.
        title: The title of the game; None for one made of the names.

    Returns:
        The scenario, the players, and how the chat's names are people of it.

    Raises:
        InvalidInput: The chat has too many users or characters, or ``place`` is given without a scenario.
        NotFound: The scenario has no such place.
    """
    if len(chat.users) > MAX_USERS or len(chat.characters) > MAX_PEOPLE:
        raise InvalidInput(
            f"The chat has {len(chat.users):,} users and {len(chat.characters):,} characters; a game takes at most"
            f" {MAX_USERS} and {MAX_PEOPLE}."
        )
    if scenario is None and place is not None:
        raise InvalidInput("A place is one of a scenario: give the scenario, too.")
    base = _place_of(chat) if scenario is None else scenario
    here = base.index.location(base.start_location) if place is None else find_meant(base.locations, place, "place")
    with using(language_of(base)):
        sheet, people, with_card = _with_people(base, chat, cards, here.id)
        named = title or one_line(f"A chat with {listed(chat.characters)}" if chat.characters else "A chat", 60)
    players, notes = _players(chat, sheet)
    notes += [f"No character has the name of the card of {card.name}: it is not used." for card in _unused(cards, chat)]
    return ChatGame(chat, sheet, named, players, people, with_card, tuple(notes))


def _present(messages: Sequence[ChatMessage], minutes: Sequence[int]) -> list[Sequence[str]]:
    """Return for each message the names of the characters who are there: the speakers of its scene, else those of the
    scene before, or after. A scene begins with narration, and after the longest gap."""
    scenes: list[list[str]] = []
    of_message: list[int] = []
    for message, passed in zip(messages, minutes, strict=True):
        if not scenes or not message.name or passed >= LONGEST_GAP:
            scenes.append([])
        if message.name and not message.is_user and message.name not in scenes[-1]:
            scenes[-1].append(message.name)
        of_message.append(len(scenes) - 1)
    known: list[str] = next(filter(None, scenes), [])
    for number, scene in enumerate(scenes):
        known = scenes[number] = scene or known
    return [scenes[number] for number in of_message]


def _place_of(chat: Chat) -> ScenarioSheet:
    """Return a scenario of a single place without people."""
    names = chat.characters
    stem = slug_of(" ".join(names)) or "chat"
    act = ActSheet(
        id="chat", name="The Chat", opening="From here on it is a game.", condition=TimeReached(minutes=_NEVER)
    )
    return ScenarioSheet(
        id=f"chat-{stem}"[:MAX_ID_LENGTH].rstrip("-_"),
        title=one_line(f"A chat with {', '.join(names)}" if names else "A chat"),
        summary="A chat of another program, as a game that goes on.",
        premise="The conversation so far is the story. It goes on from there; the world grows as it is needed.",
        opening="This story began as a chat.",
        start_location=PLACE_ID,
        canon=CanonLevel.OPEN,
        meters=_STILL,
        acts=(act,),
        locations=(
            LocationSheet(
                id=PLACE_ID,
                name="The Place of the Chat",
                description="The place is as the chat has described it.",
            ),
        ),
    )


def _with_people(
    base: ScenarioSheet, chat: Chat, cards: Sequence[Card], place_id: str
) -> tuple[ScenarioSheet, dict[str, str], tuple[str, ...]]:
    """Return the scenario with the chat's characters at a place, by name their ids, and the ids of those with a
    card."""
    npcs, ids, with_card = list(base.npcs), dict[str, str](), list[str]()
    taken = {getattr(part, "id", "") for _, part in walk(base)}
    for name in chat.characters:
        there = next((npc for npc in base.npcs if _is_called(name, npc.name, *npc.aliases)), None)
        card = next((card for card in cards if _is_called(name, card.name, card.called)), None)
        if there is not None:
            ids[name] = there.id
            npcs[npcs.index(there)] = there.model_copy(update={"start_location": place_id})
            continue
        if card is None:
            npc = NPCSheet(id=free_id(name, taken), name=name, description=f"{name} is known from the chat alone.")
            npc = npc.model_copy(update={"start_location": place_id})
        else:
            npc = card_to_npc(card, taken=taken, start_location=place_id)
            with_card.append(npc.id)
        npcs.append(npc)
        taken.add(npc.id)
        ids[name] = npc.id
    changed = {"npcs": tuple(npcs), "start_location": place_id}
    return base.model_copy(update=changed), ids, tuple(with_card)


def _players(chat: Chat, sheet: ScenarioSheet) -> tuple[tuple[str, ...], list[str]]:
    """Return the names of the players: of the users, unless a person has the name already."""
    taken, names, notes = {npc.name.casefold() for npc in sheet.npcs}, list[str](), list[str]()
    for user in chat.users or ("You",):
        name = one_line(user, MAX_TYPED_NAME)
        while name.casefold() in taken:
            name = f"{name[: MAX_TYPED_NAME - 9]} (player)"
        if name != user:
            notes.append(f"The user {user} is the player {name}.")
        taken.add(name.casefold())
        names.append(name)
    return tuple(names), notes


def _is_called(name: str, *names: str) -> bool:
    return name.casefold() in {each.casefold() for each in names}


def _unused(cards: Sequence[Card], chat: Chat) -> Iterator[Card]:
    return (card for card in cards if not any(_is_called(name, card.name, card.called) for name in chat.characters))
