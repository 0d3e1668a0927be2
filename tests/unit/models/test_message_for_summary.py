"""What a summarizer sees of a message that quotes memories: text and acts without what is quoted."""

from app.models.events.play import ItemTaken, LocationChanged
from app.models.messages.message import Role
from app.models.messages.speech import ActKind, SpeechAct
from tests.worlds import message

RECALLED = "You said: I promise it."
CONTENT = f"  Good day. {RECALLED} I swear I'll help. {RECALLED}"


def act(words: str, start: int = 0, what: str = "") -> SpeechAct:
    at = CONTENT.index(words, start)
    matter = (CONTENT.index(what, at), CONTENT.index(what, at) + len(what)) if what else None
    return SpeechAct(kind=ActKind.PROMISE, span=(at, at + len(words)), what=matter)


def quoting() -> tuple[tuple[int, int], ...]:
    first = CONTENT.index(RECALLED)
    second = CONTENT.index(RECALLED, first + 1)
    return ((second, second + len(RECALLED)), (first, first + len(RECALLED)))


def test_the_acts_of_a_message_keep_their_words_where_what_is_quoted_is_taken_out() -> None:
    acts = (act("Good day."), act("I promise it."), act("I swear I'll help.", what="help"))
    told = message(0, CONTENT, acts=acts, quoted=quoting())
    bare = told.for_summary()
    assert (bare.content, bare.quoted) == (told.fresh_content, ())
    assert [bare.content[slice(*each.span)] for each in bare.acts] == ["Good day.", "I swear I'll help."]
    matter = bare.acts[1].what
    assert matter is not None
    assert bare.content[slice(*matter)] == "help"


def test_a_message_that_quotes_nothing_is_seen_as_it_is() -> None:
    told = message(0, CONTENT, acts=(act("Good day."),))
    assert told.for_summary() is told


def test_what_happened_in_a_turn_happened_where_the_party_was_then() -> None:
    taken = ItemTaken(item_id="lantern", location_id="market")
    moved = LocationChanged(from_id="market", to_id="inn", minutes=5, first_visit=True)
    line = message(0, "", role=Role.SYSTEM, events=(taken, moved, taken))
    assert line.happened == ((taken, "market"), (moved, "inn"), (taken, "inn"))
