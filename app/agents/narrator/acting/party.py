"""What concerns the party itself: time, belongings, quests, the journal, notes, help."""

from app.agents.narrator.acting.attempts import attempt
from app.agents.narrator.acting.meaning import find, named_instead
from app.agents.narrator.acting.people import say
from app.agents.narrator.acting.places import describe_closely, go
from app.agents.narrator.acting.steps import what_is_missing
from app.agents.narrator.acting.turn import TurnBuilder
from app.agents.narrator.answering.gestures import gestured
from app.agents.narrator.answering.own_memory import answered_by_party, looked_up, said_to_party
from app.agents.narrator.answering.questions import Report, about_player, reported
from app.agents.narrator.telling import descriptions
from app.agents.narrator.understanding import deeds
from app.agents.narrator.understanding.deeds import begins_with_verb, ordered
from app.agents.narrator.understanding.intents import Intent, Wish
from app.agents.narrator.understanding.naming import Kind, everything_here, named_in
from app.agents.narrator.understanding.typed_words import Phrase, is_pronoun, recall_pattern, word_set
from app.agents.narrator.understanding.verbs import directions
from app.events.commands.play import AddNoteCommand, AdvanceTimeCommand
from app.language.analysis.terms import analyse, terms_of
from app.language.reading.line_kinds import LineKind
from app.models.clock import MINUTES_PER_DAY

_NOTE_LIMIT = 1000
_LONGEST_WAIT = 30 * MINUTES_PER_DAY  # game minutes: everybody lives through them while the player sits there


async def wait(turn: TurnBuilder, intent: Intent) -> bool:
    minutes = intent.minutes
    if intent.wish is Wish.WAIT_UNTIL:
        minutes = (minutes - turn.state.clock.minutes) % MINUTES_PER_DAY or MINUTES_PER_DAY
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
    """What is no part of the story has its own commands."""
    more = turn.ways() if intent.what == "map" else ""
    return turn.refuse(turn.text("outside", word=intent.what, more=more).strip())


async def _wondered(turn: TurnBuilder, text: str) -> bool:
    """Answer a question that is asked of no one out of what is in sight or was heard; "who" and "why" of the latter.
    What neither answers, and what was promised or said, is asked of who is present."""
    in_company = bool(turn.state.present())
    if in_company and (about_player(text, asked=False) or reported(text, asked=False)):
        return await say(turn, Intent(Wish.SAY, text))
    turn.understood = False
    heard, unseen = await said_to_party(turn, text, Report("", text)), recall_pattern("asks_unseen").search(text)
    is_seen = not (unseen and (heard or unseen["time"])) and _seen(turn, text)
    if is_seen or heard:
        return turn.remark(turn.text("no-more") if is_seen else heard)
    if in_company:
        turn.understood = True
        return await say(turn, Intent(Wish.SAY, text))
    if Phrase.of(text).has("others"):
        return turn.refuse(turn.text("spoken-alone"))
    return turn.remark(turn.text("nothing-told"))


def _seen(turn: TurnBuilder, text: str) -> bool:
    """Whether a question names something in sight, if need be by a pronoun at its end; what is seen of it is told."""
    norms, here = Phrase.of(text).norms, everything_here(turn.state)
    plain = _without_directions(Phrase.of(text))
    if thing := find(turn, norms[-1], here) if is_pronoun(norms[-1]) else named_in(plain, here):
        return describe_closely(turn, thing[0])
    left_out = terms_of("narrator.question_frame") | terms_of("narrator.everyday_deeds")
    told = descriptions.described_with(turn.state, [term for term in analyse(text).terms if term not in left_out])
    turn.describe(told)
    return bool(told)


def _without_directions(phrase: Phrase) -> str:
    no_names = word_set("into") | word_set("outside") | directions().keys()
    return " ".join(norm for norm in phrase.norms if norm not in no_names)


async def unknown(turn: TurnBuilder, intent: Intent) -> bool:
    """What is not said to anybody the party may know itself; else nothing comes of it: say what would work here."""
    is_deed = deeds.is_deed(turn.state, intent.what, intent.kind)
    if intent.kind is LineKind.ASIDE and not is_deed:
        turn.understood = False
        return turn.refuse(turn.stock_line("musing", "musing"))
    if (text := named_instead(turn, intent.what)) is None:
        return False
    if gestured(turn, intent.what, is_deed=is_deed) or (not is_deed and await answered_by_party(turn, text)):
        return True
    phrase = Phrase.of(text)
    if intent.kind is LineKind.ASKS or (phrase.asks and not is_deed):
        return await _wondered(turn, text)
    named = named_in(_without_directions(phrase), everything_here(turn.state))
    things = [thing for thing in named if thing.kind is not Kind.PERSON]
    is_of_way = things and all(thing.kind is Kind.EXIT for thing in things) and len({thing.id for thing in things}) == 1
    if is_of_way and not begins_with_verb(ordered(intent.what)):
        return await go(turn, Intent(Wish.GO, things[0].name))
    if is_deed or things:
        return await attempt(turn, intent.what)
    if missing := what_is_missing(turn, intent.what):
        return turn.refuse(missing)
    turn.understood = False
    hint = turn.lists(descriptions.suggestion_line(turn.state))
    return turn.refuse(f"{turn.stock_line('puzzled', 'puzzled')} {hint}")
