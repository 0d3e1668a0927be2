"""Messages for another person: what a messenger is asked to pass on, and for which people."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from app.agents.narrator.answering.answers import Listener
from app.agents.narrator.turn.meaning import find
from app.agents.narrator.turn.turn_builder import TurnBuilder
from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.naming import Thing, named_in, split_name
from app.agents.narrator.understanding.typed_words import Phrase, name_words, word_set
from app.events.commands.play import EntrustMessageCommand
from app.language.analysis.text import sentences
from app.language.language import current_language, patterns_of
from app.language.rendering.phrases import listed
from app.memory.messengers import message_hindrance
from app.models.messages.carried import MAX_WORDS
from app.models.refusals.people import MessageHindrance
from app.models.sheets.person import NPCSheet, Pronouns

message_pattern = patterns_of("messages")
"""The compiled expression of a name in the section ``messages`` of the pack."""
_SIGNS = " \t\n,;:–—-"
_QUOTES = '"“”*'
_KIN = tuple(f"kin_{each}" for each in Pronouns)


@dataclass(frozen=True)
class MessageRequest:
    """A message that a person is asked to pass on.

    Attributes:
        to: The people it is for.
        words: The message in the sender's words.
    """

    to: tuple[Thing, ...]
    words: str


def message_in(turn: TurnBuilder, text: str, messenger_id: str) -> MessageRequest | None:
    """Find the message that a person is asked to pass on.

    Args:
        turn: The turn.
        text: The words to the person.
        messenger_id: The person.

    Returns:
        The message; None where the text asks for none, names no person of the story, or is for the messenger itself.
    """
    if Phrase.of(text).starts(*word_set("asking_words")) or message_pattern("told").search(text):
        return None
    for found in message_pattern("tell").finditer(text):
        people, rest = _addressees(turn, found["rest"], text[: found.start("rest")], messenger_id)
        if people and (words := _words(found["verb"], rest, text)):
            return _for_others(people, words, messenger_id)
    if (said := message_pattern("say").search(text)) is not None:
        people, rest = _addressees(turn, said["rest"], text[: said.start("rest")], messenger_id)
        if people and not message_pattern("from_me").sub("", rest).strip(_SIGNS + ".!?" + _QUOTES):
            return _for_others(people, said["words"].strip(_SIGNS + _QUOTES), messenger_id)
    return None


def _for_others(people: list[Thing], words: str, messenger_id: str) -> MessageRequest | None:
    return None if any(each.id == messenger_id for each in people) else MessageRequest(tuple(people), words[:MAX_WORDS])


def _addressees(turn: TurnBuilder, rest: str, before: str, messenger_id: str) -> tuple[list[Thing], str]:
    """Return the people that a text begins with, by name, by a pronoun for who was named before, or as kin of the
    messenger, and the text after that."""
    state = turn.state
    known = [*naming.everybody(state), *naming.spoken_of(state)]
    first, _, after = rest.partition(" ")
    if first.strip(_SIGNS + ".!?").casefold() in word_set("for_people"):
        named = [each for each in named_in(before, known) if each.id != messenger_id]
        others = [each for each in known if each.id != messenger_id]
        return (named[:1] or find(turn, first, others, typos=False)[:1]), after
    if (own := message_pattern("relative").match(rest)) and any(own["kin"].casefold() in word_set(kin) for kin in _KIN):
        return _kin(turn, messenger_id, own["kin"]), rest[own.end() :]
    people, left = _named_first(rest, known)
    joint, _, further = left.partition(" ")
    if people and joint.casefold() in word_set("joints") and (more := _named_first(further, known))[0]:
        return [*people, *more[0]], more[1]
    return people, left


def _named_first(text: str, known: Sequence[Thing]) -> tuple[list[Thing], str]:
    """Return the person that a text begins with by name, and the text after the name: an article after it belongs to
    that."""
    people, left = split_name(text, known, typos=False)
    head = text[: len(text) - len(left)].rstrip()
    while people and " " in head and name_words(head.rpartition(" ")[0]) == name_words(head):
        head = head.rpartition(" ")[0]
    return people[:1], text[len(head) :].lstrip() if people else text


def _kin(turn: TurnBuilder, npc_id: str, kin: str) -> list[Thing]:
    """Return the one person that the texts of a person's sheet name as this kin of it."""
    others = [each for each in naming.everybody(turn.state) if each.id != npc_id]
    found: dict[str, Thing] = {}
    for line in _own_lines(turn.state.sheets.npc(npc_id)):
        named = named_in(line, others) if kin.casefold() in Phrase.of(line).norms else []
        found |= {each.id: each for each in named[:1]}
    return list(found.values()) if len(found) == 1 else []


def _own_lines(sheet: NPCSheet) -> Iterator[str]:
    told = (text for topic in sheet.topics for text in (topic.text, *(fact.text for fact in topic.facts)))
    texts = (sheet.description, sheet.background, *(each.text for each in sheet.lore), *told)
    return chain.from_iterable(map(sentences, filter(None, texts)))


def _words(verb: str, rest: str, text: str) -> str:
    """Return the words of a message from the text after the name; "" where these are none."""
    verb, words = verb.casefold(), rest.strip(_SIGNS)
    if message_pattern("let").fullmatch(verb):
        if not (know := message_pattern("know").match(words)):
            return ""
        words = words[know.end() :]
    elif message_pattern("gives").fullmatch(verb):
        if not message_pattern("regards").match(words):
            return ""
        words = message_pattern("said_before").sub("", words) or words
    words = message_pattern("that").sub("", words.strip(_SIGNS))
    words = message_pattern("from_me").sub("", words).strip(_SIGNS + _QUOTES)
    if Phrase.of(words).starts(*current_language().words("messages.about")):
        return ""
    if text.rstrip(_QUOTES + " ").endswith("?") and not message_pattern("ask").fullmatch(verb):
        words = words.rstrip("? ")
    return words if len(Phrase.of(words)) > 1 else ""


async def take_on_message(turn: TurnBuilder, messenger_id: str, message: MessageRequest) -> bool:
    """Let a person take on a message, or decline it; to an addressee who is here the message is spoken at once.

    Args:
        turn: The turn.
        messenger_id: The person that is asked to pass it on.
        message: The message.
    """
    listener = Listener(turn, messenger_id)
    here = {each.id for each in naming.people_here(turn.state)}
    taken: list[Thing] = []
    for person in message.to:
        if person.id in here:
            await Listener(turn, person.id).hear(message.words)
        elif (why := _declined(turn, messenger_id, person)) is not None:
            listener.reply_to_message(f"to_message_{why}", person.name)
        else:
            command = EntrustMessageCommand(
                npc_id=messenger_id, to_id=person.id, words=message.words, by_id=turn.context.speaker.id
            )
            if not await turn.do(command):
                return False
            taken.append(person)
    if taken:
        listener.reply_to_message("to_message", listed([each.name for each in taken]))
    return True


def _declined(turn: TurnBuilder, messenger_id: str, person: Thing) -> MessageHindrance | None:
    """Return why a person declines a message; one for a figure of the story never arrives."""
    if person.id not in turn.state.npcs:
        return MessageHindrance.APART
    return message_hindrance(turn.state, messenger_id, person.id)
