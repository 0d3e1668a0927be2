"""Choosing what a free part of a line means here: a deed, something said, a question, an order, or nothing surely."""

from dataclasses import replace

from app.agents.narrator.acting.attempts import ENACTED, SENSING
from app.agents.narrator.acting.meant_actions import authored_action
from app.agents.narrator.acting.steps import as_ordered
from app.agents.narrator.knowledge.wanted import AnswerKind, asks_of_player, wanted_kind
from app.agents.narrator.reading.candidates import Deeds
from app.agents.narrator.reading.certainty import (
    ASKING,
    LOOKING,
    SURE_OF_CHANGE,
    begins_with_walk,
    begins_with_way,
    is_certain,
    is_in_doubt,
)
from app.agents.narrator.reading.line_reader import ReadPart
from app.agents.narrator.telling.descriptions import glimpsed
from app.agents.narrator.turn.meaning import reading_id
from app.agents.narrator.turn.turn_builder import TurnBuilder
from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.deeds import ordered
from app.agents.narrator.understanding.intents import WALKS, Intent, Wish
from app.agents.narrator.understanding.mood import is_own_deed, says_i
from app.agents.narrator.understanding.naming import ThingKind
from app.agents.narrator.understanding.typed_words import Phrase, name_words, word_set
from app.language.analysis.lexicon import may_be_mistyped
from app.language.analysis.terms import term_set, terms_of
from app.language.kinds.features import MASKS
from app.language.kinds.kinds import QUESTIONS, Group, group_of

FLOOR = 0.4
"""The chance of its group below which a part is not understood where nobody is there to take it up."""
CLEAR = 0.75
"""The chance of its group below which the player is asked whether a part is done or said to a person who is here."""
LEAST = 0.2
"""The chance of being a deed below which a part is not compared with the deeds that are possible."""
UNANSWERED = 0.6
"""How much the chance of a deed counts that nothing here answers, beside that of speech."""
SURE_OF_KIND = 0.7
"""The chance from which on a person answers speech of a kind by that kind, and not by what its words do."""
SURE_OF_GAME = 0.8
"""The chance from which on a question that a person could answer, too, is looked up for the player."""
_OF_ALL = frozenset({AnswerKind.NOTHING, AnswerKind.THING, AnswerKind.MANNER})
"""What is asked for where all that can be done may answer."""
_OF_COMPANY = ("join", "stay")
_OF_PLAYER = ("q_quest", "q_help", "q_hint")
"""Kinds of questions that no person could answer better than the game."""


def meaning_of_part(turn: TurnBuilder, part: ReadPart) -> Intent:
    """Return what a part of a line means.

    Args:
        turn: The turn.
        part: The part, with the chances of its kinds.
    """
    has_company = bool(turn.state.present())
    if part.is_aside:
        return Intent(Wish.MUSE, part.text, typed=part.text)
    if not part.mentions and not _has_words(part.text):
        return _not_understood(part)
    if not part.chances:
        return Intent(Wish.SAY, part.text, typed=part.text) if has_company else _not_understood(part)
    if part.is_speech is None and called_in(turn, part, is_marked=True)[0]:
        return spoken(turn, part)
    chances = {group: part.chance_of(group) for group in Group}
    if not has_company and part.is_speech is None:
        return _alone(turn, part)
    if part.is_speech is None and _likeliest(chances) <= {Group.DEED, Group.SAID} and chances[Group.DEED] >= LEAST:
        return _done_or_said(turn, part, chances)
    match max(chances, key=lambda each: chances[each]):
        case Group.SAID:
            return spoken(turn, part)
        case Group.GAME:
            is_sure = chances[Group.GAME] >= SURE_OF_GAME or part.kind in _OF_PLAYER
            is_order = part.kind == "q_carry" and not Phrase.of(part.text).asks  # "count my money" asks nobody
            return asked_of_game(part, part.kind if is_sure or is_order else "q_world")
        case Group.ORDER:
            return ordered_of_program(part)
        case Group.NONE if part.kind == "aside":
            return Intent(Wish.MUSE, part.text, typed=part.text)
        case Group.DEED:
            return deed(turn, part)
    return _not_understood(part)


def _likeliest(chances: dict[Group, float]) -> set[Group]:
    """Return the two likeliest groups."""
    return {*sorted(chances, key=lambda each: -chances[each])[:2]}


def _done_or_said(turn: TurnBuilder, part: ReadPart, chances: dict[Group, float]) -> Intent:
    """Return a part as a deed or as speech. A deed that nothing here answers is less likely meant; between one that
    something answers and speech the player chooses where neither is clear."""
    done, said = deed(turn, part), spoken(turn, part)
    if done.wish is Wish.SAY:
        return done
    if done.wish is Wish.ATTEMPT and part.kind in _OF_COMPANY:
        return said  # a person answers for itself
    if done.wish is Wish.ATTEMPT:
        return done if chances[Group.DEED] * UNANSWERED > chances[Group.SAID] else said
    if _speaks_of_hearer(turn, part, done) and is_own_deed(part.text, in_company=True):
        return done
    if max(chances.values()) < CLEAR:
        return between(turn, part, done, said)
    return done if chances[Group.DEED] > chances[Group.SAID] else said


def _speaks_of_hearer(turn: TurnBuilder, part: ReadPart, done: Intent) -> bool:
    """Return whether the only person who could hear a part is spoken of in it, by name or as he or she, and the deed is
    done to something else."""
    here = {thing.id for thing in naming.people_here(turn.state)}
    if len(here) != 1 or called_in(turn, part)[0] or not here.isdisjoint(thing.id for thing in done.things):
        return False
    is_named = any(not here.isdisjoint(thing.id for thing in each.things) for each in part.mentions)
    return is_named or not word_set("for_people").isdisjoint(Phrase.of(part.text).norms)


def between(turn: TurnBuilder, part: ReadPart, *readings: Intent) -> Intent:
    """Return the reading that the player has chosen; else that it has to choose one.

    Args:
        turn: The turn.
        part: The part.
        readings: What it may mean.
    """
    chosen_before = (each for each in readings if reading_id(each) in turn.chosen)
    asked = Intent(Wish.WHICH, part.text, readings=readings, typed=part.text)
    return next(chosen_before, asked)


def _has_words(text: str) -> bool:
    """Return whether a text has a word of the language."""
    words = [word.norm for word in Phrase.of(text).words]
    return any(not may_be_mistyped(word) for word in words)


def _alone(turn: TurnBuilder, part: ReadPart) -> Intent:
    """Return the meaning of a part that no person hears: a question is for the game, a request is a deed."""
    asked, requested = sum(part.chances.get(kind, 0.0) for kind in QUESTIONS), part.chances.get("request", 0.0)
    chances = {group: part.chance_of(group) for group in Group}
    chances[Group.GAME] += asked
    chances[Group.DEED] += requested
    chances[Group.SAID] -= asked + requested
    group = max(chances, key=lambda each: (chances[each], each is not Group.SAID))
    if group is Group.SAID:
        return spoken(turn, part)
    if chances[group] < FLOOR:
        return _not_understood(part)
    match group:
        case Group.GAME:
            kinds = {kind: chance for kind, chance in part.chances.items() if group_of(kind) is Group.GAME}
            kinds["q_world"] += asked
            return asked_of_game(part, max(kinds, key=lambda kind: kinds[kind]))
        case Group.ORDER:
            return ordered_of_program(part)
        case Group.DEED:
            return deed(turn, part)
    return Intent(Wish.MUSE, part.text, typed=part.text) if part.kind == "aside" else _not_understood(part)


def _not_understood(part: ReadPart) -> Intent:
    return Intent(Wish.UNKNOWN, part.text, typed=part.text)


def spoken(turn: TurnBuilder, part: ReadPart) -> Intent:
    """Return a part as speech, to the person whose name is called in it, or who was spoken to last."""
    who, words = called_in(turn, part)
    is_sure = not part.is_joined and part.chances.get(part.kind, 0.0) >= SURE_OF_KIND
    kind = part.kind if is_sure and group_of(part.kind) is Group.SAID else ""
    return Intent(Wish.SAY, words, who, kind=kind, typed=part.text)


def called_in(turn: TurnBuilder, part: ReadPart, *, is_marked: bool = False) -> tuple[str, str]:
    """Find the person that is called at the beginning or the end of a part.

    Args:
        turn: The turn.
        part: The part.
        is_marked: Whether only a name next to a sign counts: ``Mara, where is the owl?``

    Returns:
        The name, "" without one, and the words without a name at the beginning.
    """
    here = {thing.id for thing in naming.people_here(turn.state)}
    cast = {thing.id for thing in naming.everybody(turn.state)}
    for mention in part.mentions:
        person = next((thing for thing in mention.things if thing.kind is ThingKind.PERSON and thing.id in cast), None)
        if person is None:
            continue
        begin, end = mention.start - part.start, mention.end - part.start
        before, after = part.text[:begin].strip(), part.text[end:].strip()
        has_sign = after[:1] in tuple(",:!")
        is_bare = not before and person.id in here and mention.is_whole and not is_marked
        if len(Phrase.of(before)) <= 1 and (has_sign or is_bare):
            return (person.name, after.lstrip(",:! ") or part.text) if has_sign else (person.name, part.text)
        is_apart = before.endswith(",") and (after[:1] == "," or not Phrase.of(after))
        if is_apart and mention.is_whole and person.id in here:
            return person.name, part.text
    return "", part.text


def asked_of_game(part: ReadPart, kind: str) -> Intent:
    """Return a part as a question to the game: one about where the player is asks about no place elsewhere, and one
    what can be done asks about the player, and not whether one deed is possible."""
    elsewhere = (each for each in part.mentions if each.things[0].kind is ThingKind.PLACE and not each.is_here)
    is_of_other = (kind == "q_here" and any(elsewhere)) or (kind == "q_can" and not _asks_for_all(part.text))
    kind = "q_world" if is_of_other else kind
    return Intent(Wish.WONDER, part.text, kind=kind, typed=part.text)


def _asks_for_all(question: str) -> bool:
    """Return whether a question is what the player can do at all: ``what can I do``, ``can I do anything here``."""
    if not asks_of_player(question):
        return False
    everyday = terms_of("narrator.question_frame") | terms_of("narrator.everyday_deeds")
    return wanted_kind(question) in _OF_ALL or everyday >= term_set(question)


def ordered_of_program(part: ReadPart) -> Intent:
    """Return a part as an order to the program."""
    return Intent(Wish.OUTSIDE, "retry" if part.kind == "again" else part.kind, typed=part.text)


def deed(turn: TurnBuilder, part: ReadPart) -> Intent:
    """Return a part as a deed: the best of its readings, else an attempt that changes nothing.

    A part that is no deed of the player's own is said to the people present, and is a thought where the player is
    alone.
    """
    text = _as_ordered(turn, part)
    is_own = part.is_speech is False or is_own_deed(text, in_company=bool(turn.state.present()))
    if is_own and authored_action(turn, text) is not None:
        return Intent(Wish.ACT, text, kind="act", typed=part.text)
    best = Deeds(turn, part).best()
    is_found = best is not None and best.is_sure and best.intent.wish is not Wish.ATTEMPT
    is_own = is_own or begins_with_way(part)
    if best is not None and is_found and (is_own or best.intent.wish in LOOKING | ASKING):
        if is_certain(turn.state, part, best):
            return best.intent
        if is_in_doubt(part, best):
            return replace(best.intent, is_doubtful=True)
    if not is_own or (part.is_speech is None and Phrase.of(part.text).is_question):
        return _not_own(turn, part)
    is_beside = best is not None and best.intent.wish in WALKS and any(each.is_here for each in best.used)
    if part.kind == "go" and not is_beside and (begins_with_walk(text) or part.chances["go"] >= SURE_OF_CHANGE):
        return _walk_missed(turn, part)
    return Intent(Wish.ATTEMPT, text, kind=_kind_of_attempt(part), typed=part.text)


def _kind_of_attempt(part: ReadPart) -> str:
    """Return how a deed that nothing answers is told: as what is sensed, as what lies in the doing, or as a try."""
    if part.masked.startswith(MASKS):  # "Ragna says sit"
        return "act"
    if part.kind in SENSING and part.is_enacted:
        return part.kind
    return ENACTED if part.is_enacted or part.kind == "gesture" else "act"


def _as_ordered(turn: TurnBuilder, part: ReadPart) -> str:
    """Return a deed as it would be ordered: of role-play, or of the player by name (``Ann steps aside``)."""
    phrase = Phrase.of(part.text)
    names = {word for player in turn.state.party.players for word in name_words(player.name)}
    is_named = len(phrase) > 1 and phrase.norms[0] in names
    return as_ordered(phrase.after(int(is_named)).tail) if is_named or part.is_speech is False else part.text


def _not_own(turn: TurnBuilder, part: ReadPart) -> Intent:
    if turn.state.present():
        return spoken(turn, part)
    phrase = Phrase.of(part.text)
    if phrase.asks:
        return asked_of_game(part, "q_can")
    if not word_set("hearers").isdisjoint(phrase.norms):
        return spoken(turn, part)
    return Intent(Wish.MUSE, part.text, typed=part.text)


def _walk_missed(turn: TurnBuilder, part: ReadPart) -> Intent:
    """Return a walk to what no way leads to. With company what the player says of itself is said where no description
    has that goal: ``I walk on Mara's errand``."""
    phrase = ordered(part.text)
    links = [at for at, word in enumerate(phrase.norms[:-1]) if word in word_set("towards") | word_set("leads_to")]
    goal = phrase.after(links[-1] + 1 if links else 1).text
    if turn.state.present() and says_i(part.text) and part.is_speech is None and not glimpsed(turn.state, goal):
        return spoken(turn, part)
    return Intent(Wish.GO, goal, kind="go", typed=part.text, is_doubtful=True)
