"""Talking, asking, telling and speaking freely."""

from collections.abc import Sequence

from app.agents.narrator import naming
from app.agents.narrator.company import addressee, has_spoken_this_visit
from app.agents.narrator.intents import Ask, Say, Talk, Tell
from app.agents.narrator.meaning import SOMEONE, find, quoted_name
from app.agents.narrator.naming import Thing, choice_names, named_in, resolve, split_name
from app.agents.narrator.recollection import is_promise
from app.agents.narrator.suggestions import in_words
from app.agents.narrator.turn import Stage
from app.agents.narrator.words import Phrase, listed, vocabulary
from app.events.commands.npc import AskTopicCommand
from app.models.conditions import holds
from app.models.memory import MemoryEntry

_QUESTION_WORDS = vocabulary(
    "who what where when why how which do does did is are was were can could will would have has should tell"
)
_THANKS = frozenset({"thanks", "thank", "grateful", "cheers"})
_FAREWELLS = frozenset({"goodbye", "bye", "farewell", "goodnight"})
_GREETINGS = frozenset({"hello", "hi", "hey", "greetings", "hail"})


async def talk(stage: Stage, intent: Talk) -> bool:
    """Greet a person: it greets back, and shows what it remembers if this is the first word of the visit."""
    npc_id = _person(stage, intent.who)
    if npc_id is None:
        return False
    if about := Phrase.of(intent.who).divided("about"):
        return await _ask_person(stage, npc_id, about[1].text, telling=False)
    _greet(stage, npc_id)
    return True


async def ask(stage: Stage, intent: Ask) -> bool:
    """Ask a person; without a name it may still stand first in what is asked, or the one spoken to is meant."""
    npc_id, about = _person_and_rest(stage, intent.who, intent.about)
    return npc_id is not None and await _ask_person(stage, npc_id, about, telling=False)


async def tell(stage: Stage, intent: Tell) -> bool:
    """Tell a person something: a topic it knows is talked over, anything else is a remark."""
    npc_id, about = _person_and_rest(stage, intent.who, intent.about)
    if npc_id is None:
        return False
    if intent.who:
        return await _ask_person(stage, npc_id, about, telling=True)
    return await _hear(stage, npc_id, about)


async def say(stage: Stage, intent: Say) -> bool:
    """Speak freely: about one of its topics, or just so."""
    npc_id = _person(stage, intent.who)
    return npc_id is not None and await _hear(stage, npc_id, intent.words)


# -- whom ----------------------------------------------------------------------------------------------------------


def _person(stage: Stage, typed: str) -> str | None:
    """Who is meant: by name, or whoever is spoken to; tells the player otherwise."""
    state = stage.state
    people = naming.people_here(state)
    if not people:
        stage.refuse(f"There is nobody here to talk to. {in_words(state)}")
        return None
    if not typed or typed.casefold() in SOMEONE:
        return addressee(state) or _asked_whom(stage, people)
    found = find(stage, typed, people)
    if not found:
        named, rest = split_name(typed, people)
        found = named if rest.startswith("about ") else []
    if len(found) == 1:
        return found[0].id
    if found:
        return _asked_whom(stage, found)
    stage.refuse(f"There is no {quoted_name(typed)} here. You could talk to {listed(choice_names(people), 'or')}.")
    return None


def _asked_whom(stage: Stage, people: Sequence[Thing]) -> str | None:
    stage.refuse(f"Whom do you mean: {listed(choice_names(people), 'or')}?")
    return None


def _person_and_rest(stage: Stage, who: str, about: str) -> tuple[str | None, str]:
    if who:
        return _person(stage, who), about
    people = naming.people_here(stage.state)
    named, rest = split_name(about, people)
    ids = {thing.id for thing in named}
    if ids and rest:
        one = named[0].id if len(ids) == 1 else _person(stage, named[0].name)
        return one, rest
    absent, other = split_name(about, naming.everybody(stage.state), typos=False)
    if absent and other and not named:
        return _person(stage, absent[0].name), other
    first, _, other = about.partition(" ")
    if first.casefold() in SOMEONE and other:
        return _person(stage, ""), other
    return _person(stage, ""), about


# -- what they answer ----------------------------------------------------------------------------------------------


def _greet(stage: Stage, npc_id: str) -> None:
    voice = stage.voice(npc_id)
    if not voice.has_met():
        stage.tell(stage.state.sheets.npc(npc_id).description)
    _gesture(stage, npc_id)
    if _is_first_word(stage, npc_id):
        stage.speak(npc_id, voice.returning(voice.meeting_memory()) or voice.greeting())
    else:
        stage.speak(npc_id, voice.still_here())
    topics = [topic.name for topic in voice.open_topics()]
    if topics:
        stage.tell(f"You could ask about {listed(topics[:4], 'or')}.")


def _gesture(stage: Stage, npc_id: str) -> None:
    """One gesture of a person in a turn is enough."""
    if not stage.has_spoken(npc_id):
        stage.tell(stage.voice(npc_id).gesture())


def _is_first_word(stage: Stage, npc_id: str) -> bool:
    return not stage.has_spoken(npc_id) and not has_spoken_this_visit(stage.state, npc_id)


def _open_with_memory(stage: Stage, npc_id: str, answer: MemoryEntry | None = None) -> None:
    """The gesture, and on the first word of a visit the memory, unless the answer will be that memory."""
    voice = stage.voice(npc_id)
    _gesture(stage, npc_id)
    if _is_first_word(stage, npc_id):
        memory = voice.meeting_memory()
        if answer is None or answer != memory:
            stage.speak(npc_id, voice.returning(memory))


async def _ask_person(stage: Stage, npc_id: str, about: str, *, telling: bool) -> bool:
    topics = _topics_meant(stage, npc_id, about, by_name=True)
    if topics:
        return await _tell_topic(stage, npc_id, topics)
    stage.addressed_npc_id = npc_id
    answer = stage.voice(npc_id).memory_about(about)
    _open_with_memory(stage, npc_id, answer)
    voice = stage.voice(npc_id)
    recalled = voice.recalled(answer) if answer else None
    stage.speak(npc_id, recalled or (voice.small_talk() if telling else voice.unknown()))
    return True


async def _tell_topic(stage: Stage, npc_id: str, topics: Sequence[Thing]) -> bool:
    if len(topics) > 1:
        return stage.refuse(f"What about: {listed(choice_names(topics), 'or')}?")
    _open_with_memory(stage, npc_id)
    _, refusal = await stage.attempt(AskTopicCommand(npc_id=npc_id, topic_id=topics[0].id))
    if not refusal:
        return True
    _, topic = stage.state.sheets.topic(topics[0].id)
    if topic.refusal and not holds(topic.condition, stage.state):
        return stage.refuse_aloud(npc_id, stage.voice(npc_id).refusal(topic))
    return stage.refuse(refusal)


def _topics_meant(stage: Stage, npc_id: str, text: str, *, by_name: bool) -> list[Thing]:
    """The topics a text speaks of: those that can be told before those that cannot, untold ones before told."""
    state = stage.state
    known = naming.topics_of(state, npc_id)
    found = resolve(text, known) if by_name else []
    found = found or named_in(text, known)[:1]
    for better in (
        [thing for thing in found if holds(state.sheets.topic(thing.id)[1].condition, state)],
        [thing for thing in found if thing.id not in state.npc(npc_id).topics_told],
    ):
        if better and len(better) < len(found):
            found = [thing for thing in found if thing in better]
    return found


async def _hear(stage: Stage, npc_id: str, words: str) -> bool:
    """What a person answers to something said freely."""
    norms = Phrase.of(words[:2000]).norms
    promised = is_promise(words[:2000])
    topics = [] if promised else _topics_meant(stage, npc_id, words, by_name=len(norms) <= 3)
    if topics and not (_is_plan(norms) and not _is_question(words, norms)):
        return await _tell_topic(stage, npc_id, topics[:1])
    stage.addressed_npc_id = npc_id
    if norms and norms[0] in _GREETINGS and len(norms) <= 4:
        _greet(stage, npc_id)
        return True
    asked = _is_question(words, norms)
    answer = stage.voice(npc_id).memory_about(words) if asked else None
    _open_with_memory(stage, npc_id, answer)
    voice = stage.voice(npc_id)
    if promised:
        stage.speak(npc_id, voice.word_given())
    elif _THANKS.intersection(norms[:3]):
        stage.speak(npc_id, voice.thanked())
    elif _FAREWELLS.intersection(norms[:3]):
        stage.speak(npc_id, voice.farewell())
    elif asked:
        stage.speak(npc_id, (voice.recalled(answer) if answer else None) or voice.unknown())
    else:
        stage.speak(npc_id, voice.small_talk())
    return True


def _is_question(words: str, norms: Sequence[str]) -> bool:
    return words.rstrip("\"”' ").endswith(("?", "？", "؟")) or (bool(norms) and norms[0] in _QUESTION_WORDS)


def _is_plan(norms: Sequence[str]) -> bool:
    """Whether the player speaks of what it will do itself, which asks for nothing."""
    return tuple(norms[:2]) in (("i", "will"), ("i", "shall"), ("we", "will"), ("we", "shall"))
