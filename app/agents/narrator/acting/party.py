"""What concerns the party itself: time, belongings, quests, the journal, notes, help."""

from app.agents.narrator.acting.attempts import attempt
from app.agents.narrator.acting.meant_actions import in_second_person, without_clause
from app.agents.narrator.acting.people import say
from app.agents.narrator.acting.places import describe_closely
from app.agents.narrator.answering.gestures import gestured
from app.agents.narrator.answering.of_game import seen_by_party
from app.agents.narrator.answering.own_memory import answered_by_party, looked_up, said_to_party
from app.agents.narrator.knowledge.questions import Report, about_player, reported
from app.agents.narrator.knowledge.wanted import AnswerKind, wanted_kind
from app.agents.narrator.telling import descriptions
from app.agents.narrator.turn.meaning import ask_which_reading, find
from app.agents.narrator.turn.turn_builder import TurnBuilder
from app.agents.narrator.understanding.deeds import ordered, things_described
from app.agents.narrator.understanding.intents import Intent, Wish
from app.agents.narrator.understanding.mood import begins_with_verb
from app.agents.narrator.understanding.naming import everything_here, named_in
from app.agents.narrator.understanding.typed_words import Phrase, is_pronoun, word_set
from app.agents.narrator.understanding.verbs import directions
from app.events.commands.play import AddNoteCommand, AdvanceTimeCommand
from app.language.analysis.terms import analyse, terms_of
from app.language.language import current_language
from app.language.reading.stating import reverses
from app.language.rendering.states import shown_states
from app.language.times.when import future_time
from app.models.base import fold_text
from app.models.clock import MINUTES_PER_DAY

_NOTE_LIMIT = 1000
_LONGEST_WAIT = 30 * MINUTES_PER_DAY  # game minutes: everybody lives through them while the player sits there


_LOOK_UPS = frozenset(("q_here", "q_people", "q_ways", "q_carry", "q_quest", "q_help", "q_hint", "q_self", "q_can"))
"""Kinds of questions that the game answers although a person is here."""


_OPEN = frozenset(("", "q_world", "q_time"))
"""Kinds of questions of which nothing more is known where what is seen and was heard does not answer them."""


async def wait(turn: TurnBuilder, intent: Intent) -> bool:
    minutes = intent.minutes
    if intent.wish is Wish.WAIT_UNTIL:
        minutes = (minutes - turn.state.clock.minutes) % MINUTES_PER_DAY or MINUTES_PER_DAY
    elif current_language().pattern("narrator.wait_until").search(fold_text(intent.typed)):
        at, now = future_time(current_language(), intent.typed, turn.state.clock.minutes), turn.state.clock.minutes
        minutes = at - now if at is not None and at > now else minutes
    if minutes < 1:
        return turn.refuse(turn.text("wait-too-short"))
    if minutes > _LONGEST_WAIT:
        return turn.refuse(turn.text("wait-too-long", days=_LONGEST_WAIT // MINUTES_PER_DAY))
    return await turn.do(AdvanceTimeCommand(minutes=minutes))


async def make_note(turn: TurnBuilder, intent: Intent) -> bool:
    if len(intent.what) > _NOTE_LIMIT:
        return turn.refuse(turn.text("note-too-long", count=len(intent.what), most=_NOTE_LIMIT))
    is_pinned = intent.wish is Wish.PIN
    return await turn.do(AddNoteCommand(text=intent.what, pinned=is_pinned, owner_id=turn.context.speaker.id))


async def look_up(turn: TurnBuilder, intent: Intent) -> bool:
    return turn.remark(looked_up(turn, intent.what))


async def forbear(turn: TurnBuilder, _: Intent) -> bool:
    """Nothing is done, because the player said so."""
    return turn.remark(turn.stock_line("let-be", "let_be"))


async def outside(turn: TurnBuilder, intent: Intent) -> bool:
    """Refuse a line that is no part of the story, with a hint to its command; a line that takes earlier words back is
    said to the people present."""
    if turn.state.present() and reverses(turn.context.text):
        return await say(turn, Intent(Wish.SAY, turn.context.text))
    more = turn.ways() if intent.what == "map" else ""
    return turn.refuse(turn.text("outside", word=intent.what, more=more).strip())


async def wonder(turn: TurnBuilder, intent: Intent) -> bool:
    """Answer a question to the game; a person who is here is asked what the game cannot answer."""
    text, in_company = intent.what, bool(turn.state.present())
    if await answered_by_party(turn, text):
        return True
    if intent.kind in _LOOK_UPS:
        return await answered_by_party(turn, text, intent.kind)
    if in_company and (about_player(text, asked=False) or reported(text, asked=False)):
        return await say(turn, Intent(Wish.SAY, text, kind="ask"))
    turn.understood = False
    heard = await said_to_party(turn, text, Report("", text))
    is_unseen = wanted_kind(text) in _UNSEEN or intent.kind == "q_time" or _is_uncounted(turn, text)
    if told := await seen_by_party(turn, text, facts_only=not is_unseen):
        return turn.remark(told)
    is_seen = not is_unseen and _seen(turn, text)
    if is_seen or heard:
        return turn.remark(turn.text("no-more") if is_seen else heard)
    if in_company:
        turn.understood = True
        return await say(turn, Intent(Wish.SAY, text, kind="ask"))
    if intent.kind in _OPEN:
        now = looked_up(turn, "clock") if intent.kind == "q_time" else ""
        return turn.remark(f"{turn.text('nothing-told')} {now}".strip())
    return await answered_by_party(turn, text, intent.kind)


_UNSEEN = frozenset({AnswerKind.PERSON, AnswerKind.REASON, AnswerKind.MANNER, AnswerKind.TIME})
"""Kinds of answers that no look at a thing gives."""


def _is_uncounted(turn: TurnBuilder, text: str) -> bool:
    """Return whether a question asks for a number of something of which no state is shown."""
    named = named_in(_without_directions(Phrase.of(text)), everything_here(turn.state))
    has_state = any(shown_states(turn.state, thing.id) for thing in named[:1])
    return wanted_kind(text) is AnswerKind.NUMBER and not has_state


def _seen(turn: TurnBuilder, text: str) -> bool:
    """Describe the thing in sight that a question names, if need be by a pronoun at its end. Return whether there is
    one."""
    norms, here = Phrase.of(text).norms, everything_here(turn.state)
    thing = named_in(_without_directions(Phrase.of(text)), here)
    if not thing and is_pronoun(norms[-1]):
        thing = find(turn, norms[-1], here)
    if thing:
        return describe_closely(turn, thing[0])
    left_out = terms_of("narrator.question_frame") | terms_of("narrator.everyday_deeds")
    told = descriptions.described_with(turn.state, [term for term in analyse(text).terms if term not in left_out])
    turn.describe(told)
    return bool(told)


def _without_directions(phrase: Phrase) -> str:
    no_names = word_set("into") | word_set("outside") | directions().keys()
    return " ".join(norm for norm in phrase.norms if norm not in no_names)


async def muse(turn: TurnBuilder, _: Intent) -> bool:
    """Answer a thought with a line of the narrator; no person hears it, and it takes no time."""
    turn.understood = False
    return turn.refuse(turn.stock_line("musing", "musing"))


async def gesture(turn: TurnBuilder, intent: Intent) -> bool:
    """Show a gesture in the player's own words; it has no consequence, and takes no time."""
    if gestured(turn, intent.what, is_deed=True):
        return True
    phrase = without_clause(ordered(intent.what))
    is_at_something = not word_set("gestures_of").isdisjoint(phrase.norms[:1])
    is_at_something |= any(True for _ in things_described(turn.state, phrase.after(1)))
    if is_at_something or named_in(phrase.text, everything_here(turn.state)):
        return await attempt(turn, intent.what)
    if not begins_with_verb(phrase):
        return await muse(turn, intent)
    turn.understood = False
    deed = in_second_person(phrase)
    return turn.remark(turn.text("gesture", deed=deed[:1].lower() + deed[1:]))


async def attempted(turn: TurnBuilder, intent: Intent) -> bool:
    """Try a deed that nothing answers."""
    return await attempt(turn, intent.what, intent.kind)


async def which(turn: TurnBuilder, intent: Intent) -> bool:
    """Ask which of two readings is meant; nothing is done."""
    ask_which_reading(turn, intent)
    return False


async def unknown(turn: TurnBuilder, _: Intent) -> bool:
    """Say that a line was not understood, and what would work here."""
    turn.understood = False
    hint = turn.lists(descriptions.suggestion_line(turn.state))
    return turn.refuse(f"{turn.stock_line('puzzled', 'puzzled')} {hint}")
