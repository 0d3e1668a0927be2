"""Finding the one thing a typed name means, or asking the player which; and reading what it answers to that."""

from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from app.agents.narrator.company import addressee, said_lately
from app.agents.narrator.turn.turn_builder import OWN_THING, TurnBuilder
from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.action_words import action_words
from app.agents.narrator.understanding.intents import Intent, Wish
from app.agents.narrator.understanding.naming import Thing, ThingKind, named_in, resolve
from app.agents.narrator.understanding.typed_words import Phrase, is_pronoun, name_words, recall_pattern, word_set
from app.language.analysis.lexicon import lexicon
from app.language.analysis.text import NO_BREAK
from app.language.kinds.kinds import QUESTIONS
from app.language.language import current_language
from app.language.rendering.phrases import listed, plural_number, the
from app.models.messages.message import AskedBack, AskedChoice, Role
from app.models.sheets.person import Pronouns
from app.models.state.game_state import GameState

_SHOWN = 60
_LONGEST_NAME = 4
"""Words of a name that is repeated where nothing has it."""
_LOOK_BACK = 40
"""Messages in which what a pronoun means may have been named; of those not typed, it is the only one that fits."""
_FIRST = 5  # words of a question among which a pronoun is what it asks after
_LONGEST_ANSWER = 8
"""Words of what answers a question back; a longer text is a new line."""
_READING = "reading:"


@dataclass(frozen=True)
class Doubt:
    """A part of a line that may mean several things.

    Attributes:
        line: The line as it was typed.
        words: The part.
        readings: What it may mean, as the player is asked; their numbers count from 1 on.
    """

    line: str
    words: str
    readings: tuple[str, ...]


Pick = Callable[[Doubt], Awaitable[int]]
"""Picks the reading that is meant, by its number; any other number where none surely is."""


def quoted_name(typed: str) -> str:
    """What the player typed, between quotation marks."""
    return f"“{plain_name(typed)}”"


def named_or_not(turn: TurnBuilder, template: str, typed: str, **slots: str) -> str:
    """Return a template with a typed name in it, or its wording without one, ``…-unnamed``, where the words are no
    name."""
    if is_like_name(typed):
        return turn.text(template, name=quoted_name(typed), **slots)
    return turn.text(f"{template}-unnamed", **slots)


def is_like_name(typed: str) -> bool:
    """Return whether words may be a name: a short phrase of a noun, without a word that says nothing by itself."""
    norms = Phrase.of(typed).without_first(word_set("name_articles")).norms
    is_short = 0 < len(norms) <= _LONGEST_NAME and norms[-1] not in word_set("of_name")
    plain = word_set("of_name") | lexicon().articles - action_words("indefinite")
    return is_short and lexicon().stop.isdisjoint({*norms} - plain)


def bound_by_reading(turn: TurnBuilder, things: Sequence[Thing], typed: str, pool: Sequence[Thing]) -> list[Thing]:
    """Return what a reading has bound a name to, as far as it is in the pool; of a name that it has not bound, what the
    text means there."""
    return [thing for thing in pool if thing in things] if things else find(turn, typed, pool)


def confirmed(turn: TurnBuilder, thing: Thing) -> bool:
    """Return whether the player has said that it means a thing; False after asking whether it does."""
    return _ask_back(turn, [thing], turn.text("mean-this", thing=the(thing.name))) is not None


def plain_name(typed: str) -> str:
    """What the player typed, without its article and short enough to be repeated."""
    one_line = " ".join(typed.split())
    first, _, rest = one_line.partition(" ")
    one_line = rest if rest and first.casefold() in word_set("shown_articles") else one_line
    return one_line if len(one_line) <= _SHOWN else one_line[: _SHOWN - 1] + "…"


def is_someone(typed: str) -> bool:
    return " ".join(name_words(typed)) in word_set("someone")


def spoken_to(state: GameState, people: Sequence[Thing], typed: str = "") -> list[Thing]:
    """Return which of these people "him" or "someone" means: the present partner of the talk, if the word fits, else
    all that it fits; if it fits none, the same as without a word."""
    fitting = fitting_pronoun(name_words(typed), people) or people
    return [thing for thing in fitting if thing.id == addressee(state)] or list(fitting)


def find(turn: TurnBuilder, typed: str, things: Sequence[Thing], *, typos: bool = True) -> list[Thing]:
    """The things that fit; a pronoun means what was last named, and of people alike the one spoken to is meant."""
    is_pointed = is_pronoun(typed)
    named = _pointed_at(turn, set(name_words(typed)), things) if is_pointed else resolve(typed, things, typos=False)
    found = list({thing.id: thing for thing in named or (resolve(typed, things) if typos else [])}.values())
    if len(found) == 1 and not named:
        turn.remark(turn.text("taken-as", name=naming.nearest_name(typed, found[0])))
    if len(found) > 1 and all(thing.kind is ThingKind.PERSON for thing in found):
        return [thing for thing in found if thing.id == addressee(turn.state)] or found
    return found


def find_at_place(turn: TurnBuilder, typed: str, things: Sequence[Thing]) -> list[Thing]:
    """Return the things that fit without a slip; none where a whole name of the place is typed, which is only a part of
    theirs: the ``shed`` that has a "shed door"."""
    return [] if naming.is_of_place(turn.state, typed) else find(turn, typed, things, typos=False)


def pick_one(turn: TurnBuilder, found: Sequence[Thing], nothing: str) -> Thing | None:
    """The only one found; else refuses, with ``nothing`` or by asking which."""
    if found:
        return found[0] if len(found) == 1 else _ask_back(turn, found, naming.which_is_meant(found))
    turn.refuse(nothing)
    return None


def named_instead(turn: TurnBuilder, question: str) -> str | None:
    """Return a question in which "she" or "my sister" is replaced by a name, of a person who is not here or of whom the
    player has spoken. None after asking back where several fit, or share the name."""
    phrase, state, speaker = Phrase.of(question), turn.state, addressee(turn.state)
    if not phrase.asks:
        return question
    told, owned = _relatives(turn), recall_pattern("owned").search(question)
    people = [*naming.spoken_of(state), *chain.from_iterable(told.values())]
    pronoun = next((word for word in phrase.words[:_FIRST] if word.norm in word_set("for_people")), None)
    meant, place = list[Thing](), (0, 0)
    if owned and (kin := told.get(owned[1].casefold())) and not named_in(question, kin):
        is_name_asked = phrase.has("named")
        meant, place = [] if is_name_asked and len(kin) == 1 else kin, owned.span()
    elif pronoun and not owned and not named_in(question, people):
        meant, place = _pointed_at(turn, {pronoun.norm}, people), (pronoun.start, pronoun.end)
    elif speaker is None or not named_in(question, naming.topics_of(state, speaker)):
        others = [person for person in naming.in_doubt(question, naming.everybody(state)) if person.id != speaker]
        meant = [person for person in others if person in naming.people_here(state)] or others
    if len({each.name for each in meant}) > 1:
        if (person := ask_whom(turn, meant)) is None:
            return None
        meant, place = [person], place if place[1] else _place_of_name(phrase, meant)
    return f"{question[: place[0]]}{meant[0].name}{question[place[1] :]}" if meant and place[1] else question


def ask_whom(turn: TurnBuilder, people: Sequence[Thing]) -> Thing | None:
    """Return the person that the player has chosen of these, else None after asking back."""
    return _ask_back(turn, people, turn.text("whom", people=listed(naming.choice_names(people), "or")))


def _ask_back(turn: TurnBuilder, found: Sequence[Thing], question: str) -> Thing | None:
    if chosen := next((thing for thing in found if thing.id in turn.chosen), None):
        return chosen
    choices = tuple(AskedChoice(id=thing.id, name=thing.name) for thing in found)
    turn.asks_back = AskedBack(line=turn.line, choices=choices, chosen=turn.chosen) if turn.line else None
    turn.refuse(question)
    return None


def ask_which_reading(turn: TurnBuilder, intent: Intent) -> None:
    """Ask the player which of the readings of a part of its line it means.

    Args:
        turn: The turn.
        intent: The part, with its readings.
    """
    names = _names_of_readings(turn, intent)
    choices = tuple(AskedChoice(id=key, name=name) for key, name in names.items())
    turn.asks_back = AskedBack(line=turn.line, choices=choices, chosen=turn.chosen) if turn.line else None
    words = turn.text("which-reading", readings=listed([*names.values()], "or"), words=plain_name(intent.what))
    turn.refuse(words)


async def picked(turn: TurnBuilder, line: str, intent: Intent, pick: Pick | None) -> Intent:
    """Let a reading of a part be picked where it has several. A picked one counts as chosen by the player, so that a
    question about its deed resumes with this reading.

    Args:
        turn: The turn.
        line: The whole line.
        intent: What the part means.
        pick: Picks a reading; None where the player is to choose.

    Returns:
        The reading; the same intent where it has only one, or where none was picked.
    """
    if pick is None or intent.wish is not Wish.WHICH:
        return intent
    names = tuple(_names_of_readings(turn, intent).values())
    number = await pick(Doubt(line.replace(NO_BREAK, " "), intent.typed.replace(NO_BREAK, " "), names))
    if not 0 < number <= len(intent.readings):
        return intent
    reading = intent.readings[number - 1]
    turn.chosen = (*turn.chosen, reading_id(reading))
    return reading


def reading_id(reading: Intent) -> str:
    """Return by which id the player's choice of a reading is kept."""
    return f"{_READING}{reading.wish}"


def _names_of_readings(turn: TurnBuilder, intent: Intent) -> dict[str, str]:
    """Return what the player is asked about the readings of a part, by the ids of these."""
    person = addressee(turn.state) or next(npc.instance_id for npc in turn.state.present())
    return {reading_id(each): _name_of_reading(turn, each, turn.state.name(person)) for each in intent.readings}


def _name_of_reading(turn: TurnBuilder, reading: Intent, person: str) -> str:
    if reading.wish is not Wish.SAY:
        return turn.text("reading-do")
    return turn.text("reading-ask" if reading.kind in QUESTIONS else "reading-say", person=reading.to or person)


def _place_of_name(phrase: Phrase, people: Sequence[Thing]) -> tuple[int, int]:
    """Return the span, in words, of the longest name in a text that all of these have; (0, 0) for none."""
    shared = set(people[0].names).intersection(*(person.names for person in people))
    for name in sorted(shared, key=len, reverse=True):
        for at in range(len(phrase) - len(name) + 1):
            if phrase.norms[at : at + len(name)] == name:
                return phrase.words[at].start, phrase.words[at + len(name) - 1].end
    return 0, 0


def _relatives(turn: TurnBuilder) -> dict[str, list[Thing]]:
    """Return the figures that the player has lately named as its own and that are not of the cast, by their relation to
    the player."""
    found: dict[str, list[Thing]] = {}
    mine = (m.content for m in said_lately(turn.state) if m.speaker_name == turn.context.speaker.name)
    for kin, name, name_first, kin_last in chain.from_iterable(map(recall_pattern("relative").findall, mine)):
        called, word = name or name_first, (kin or kin_last).casefold()
        pronouns = next((each for each in Pronouns if word in word_set(f"kin_{each}")), None)
        thing = Thing(ThingKind.PERSON, called, called, (name_words(called),), pronouns)
        if not resolve(called, naming.everybody(turn.state), typos=False):
            found.setdefault(word, []).append(thing)
    return {kin: list(dict.fromkeys(reversed(named))) for kin, named in found.items()}


def _pointed_at(turn: TurnBuilder, words: set[str], things: Sequence[Thing]) -> list[Thing]:
    if turn.last_thing == OWN_THING and not words <= word_set("for_people"):
        return []
    if words <= word_set("for_people"):
        people = [thing for thing in things if thing.kind is ThingKind.PERSON]
        people = fitting_pronoun(words, people) or people
        fitting = people or [thing for thing in things if thing.kind is ThingKind.ENCOUNTER]
    elif words <= word_set("for_things"):
        fitting = [thing for thing in things if thing.kind is not ThingKind.PERSON]
    else:
        fitting = [
            thing for thing in things if thing.kind is ThingKind.PERSON or plural_number(thing.name) != 1
        ] or list(things)
    if handled := [thing for thing in fitting if thing.id == turn.last_thing]:
        return handled[:1]
    for message in islice(said_lately(turn.state), _LOOK_BACK):
        is_told = message.role is Role.NARRATOR  # what it only lists was not spoken of
        named = named_in(message.fresh_content if is_told else message.content, fitting)
        if named and (message.role is Role.PLAYER or len({thing.name for thing in named}) == 1):
            return named if named[0].kind is ThingKind.PERSON else named[:1]
    spoken_to = [thing for thing in fitting if thing.kind is ThingKind.PERSON and thing.id == addressee(turn.state)]
    return spoken_to or (fitting if len({thing.id for thing in fitting}) == 1 else [])[:1]


def asked_back(state: GameState, speaker_id: str) -> AskedBack | None:
    """What this player was asked back in the last turn in which a player said something; None for nothing."""
    asked: AskedBack | None = None
    for message in said_lately(state):
        asked = asked or message.asks_back
        if message.role is Role.PLAYER:
            return asked if message.speaker_id == speaker_id else None
    return None


def chosen_by(state: GameState, asked: AskedBack, text: str) -> Thing | None:
    """The choice that a text names by a name, a trade, a pronoun, an age or its number; None for none or no single one,
    and where it says anything else."""
    phrase = Phrase.of(text)
    if len(phrase) > _LONGEST_ANSWER:
        return None
    if len(asked.choices) == 1 and current_language().pattern("binding.accepts").search(text):
        return _choices(state, asked.choices)[0]
    answer = phrase.without_first(word_set("means")).without_last(word_set("meant"))
    words = [word for word in name_words(answer.text) if word not in word_set("the_one")]
    choices = _choices(state, asked.choices)
    plain = [word for word in words if word not in word_set("older") | word_set("younger")]
    found = _named_choices(plain, choices) if plain else choices
    if len(plain) < len(words):
        found = _by_age(state, found, oldest=not word_set("older").isdisjoint(words))
    return found[0] if words and len(found) == 1 else None


def fitting_pronoun(typed: Collection[str], people: Iterable[Thing]) -> list[Thing]:
    """Return those of whom these words may speak, which are nothing but pronouns or words like them."""
    said = naming.pronouns_in(typed)
    return [thing for thing in people if not said or thing.pronouns is None or thing.pronouns in said]


def _choices(state: GameState, choices: Sequence[AskedChoice]) -> list[Thing]:
    known = {(thing.id, thing.name): thing for thing in (*naming.everything_here(state), *naming.everybody(state))}
    others = (Thing(ThingKind.PERSON, each.id, each.name, (name_words(each.name),)) for each in choices)
    return [known.get((other.id, other.name), other) for other in others]


def _named_choices(words: Sequence[str], choices: Sequence[Thing]) -> list[Thing]:
    if word_set("someone").union(word_set("for_people")).issuperset(words):
        return fitting_pronoun(words, choices)
    number = current_language().numbers("narrator.ordinals").get(words[0]) if len(words) == 1 else None
    if number is not None:
        return list(choices[number - 1 : number])
    typed = " ".join(words)
    found = resolve(typed, choices)
    return [] if naming.holds_more(typed, found) else found


def _by_age(state: GameState, people: Sequence[Thing], *, oldest: bool) -> list[Thing]:
    """Return the oldest or the youngest; [] where an age is not known."""
    ages = {thing: state.sheets.npc(thing.id).age if thing.id in state.npcs else None for thing in people}
    known = [age for age in ages.values() if age is not None]
    if len(known) < len(people) or not known:
        return []
    wanted = max(known) if oldest else min(known)
    return [thing for thing, age in ages.items() if age == wanted]
