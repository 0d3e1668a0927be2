"""What a free part of a line means here, by the chances of its kinds and by what its names are bound to."""

from collections.abc import Callable

import pytest

from app.agents.narrator.reading.candidates import Deeds
from app.agents.narrator.reading.choosing import CLEAR, FLOOR, SURE_OF_GAME, SURE_OF_KIND, meaning_of_part
from app.agents.narrator.reading.line_reader import ReadPart
from app.agents.narrator.turn.meaning import ask_which_reading, chosen_by
from app.agents.narrator.understanding.intents import Intent, Wish
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState, PlayerCharacter
from app.models.state.opening import begin
from tests.unit.agents.narrator_offline.playing import Play, at, with_lantern
from tests.unit.agents.narrator_offline.test_handling import playing
from tests.unit.agents.narrator_reading.reading import part_of, turn_of
from tests.worlds import new_game, serialized_parts, small_sheet

State = Callable[[], GameState]


def market() -> GameState:
    return new_game()


def holding() -> GameState:
    return with_lantern(new_game())


def inn() -> GameState:
    return at(new_game(), "inn")


def alone() -> GameState:
    return at(new_game(), "cell-1")


def tower() -> GameState:
    return at(with_lantern(new_game()), "tower")


def choose(state: GameState, text: str, is_speech: bool | None = None, /, **chances: float) -> Intent:
    return meaning_of_part(turn_of(state, text), part_of(state, text, chances, is_speech=is_speech))


def wish(state: GameState, text: str, is_speech: bool | None = None, /, **chances: float) -> tuple[Wish, str, str]:
    intent = choose(state, text, is_speech, **chances)
    return intent.wish, intent.what, intent.to


@pytest.mark.parametrize(
    ("state", "text", "words"),
    [
        (inn, "Mara, where is it?", "where is it?"),
        (inn, "hey Mara: where is it?", "where is it?"),
        (inn, "Mara! where is it", "where is it"),
        (inn, "innkeeper, where is it?", "where is it?"),
        (inn, "where is it, Mara?", "where is it, Mara?"),
        (inn, "Mara where is it?", "Mara where is it?"),
        (market, "Mara, where is it?", "where is it?"),
    ],
)
def test_a_person_who_is_called_by_name_is_spoken_to(state: State, text: str, words: str) -> None:
    assert wish(state(), text, ask=0.9) == (Wish.SAY, words, "Mara Ironhand")


@pytest.mark.parametrize("chances", [{"take": 0.9}, {"undo": 0.9}, {"q_here": 0.9}, {"aside": 0.9}])
def test_whatever_is_said_to_a_called_person_is_speech(chances: dict[str, float]) -> None:
    assert wish(inn(), "Mara, you do it now", **chances) == (Wish.SAY, "you do it now", "Mara Ironhand")


@pytest.mark.parametrize("text", ["Mara where is it?", "where is Mara, then?", "I like Mara, truly", "where is it?"])
def test_a_name_that_is_only_spoken_of_calls_nobody(text: str) -> None:
    assert choose(market(), text, ask=0.9).to == ""


def test_a_marked_deed_of_a_called_name_is_no_speech() -> None:
    assert choose(inn(), "Mara, I nod at you", False, gesture=0.9).wish is Wish.GESTURE


def test_an_answer_goes_by_the_kind_where_that_is_sure_and_else_by_the_words() -> None:
    assert choose(market(), "many thanks for it", thank=SURE_OF_KIND).kind == "thank"
    assert choose(market(), "many thanks for it", thank=SURE_OF_KIND - 0.01).kind == ""


def test_of_several_sentences_the_kind_of_one_is_not_that_of_all() -> None:
    state = market()
    part = part_of(state, "thanks. well met.", {"thank": 0.9})
    whole = ReadPart(part.text, 0, None, part.mentions, part.chances, is_joined=True)
    assert meaning_of_part(turn_of(state, part.text), whole).kind == ""


def test_a_question_that_a_person_could_answer_is_looked_up_only_where_it_is_surely_for_the_game() -> None:
    assert choose(market(), "what is about me?", q_here=SURE_OF_GAME).kind == "q_here"
    assert choose(market(), "what is about me?", q_here=SURE_OF_GAME - 0.01).kind == "q_world"


def test_with_nobody_there_a_question_is_for_the_game() -> None:
    assert wish(alone(), "where is the stove?", ask=0.9) == (Wish.WONDER, "where is the stove?", "")
    assert choose(alone(), "what is about me?", q_here=0.5, ask=0.2).kind == "q_here"
    assert choose(alone(), "what is about me?", q_here=0.2, ask=0.5).kind == "q_world"


def test_a_question_that_names_a_place_elsewhere_does_not_ask_where_one_is() -> None:
    assert choose(alone(), "what is that town?", q_here=0.9).kind == "q_here"
    assert choose(alone(), "what is the old tower?", q_here=0.9).kind == "q_world"


def test_with_nobody_there_a_request_is_a_deed() -> None:
    assert choose(alone(), "kindly tickle the moon", request=0.9).wish is Wish.ATTEMPT
    assert choose(market(), "kindly tickle the moon", request=0.9).wish is Wish.SAY


def test_with_nobody_there_what_is_said_is_said_to_nobody() -> None:
    assert wish(alone(), "hello there", greet=0.9) == (Wish.SAY, "hello there", "")


@pytest.mark.parametrize("kind", ["take", "q_here", "undo"])
def test_with_nobody_there_nothing_is_chosen_below_the_floor(kind: str) -> None:
    below, above = FLOOR - 0.01, FLOOR + 0.01
    assert choose(alone(), "hm the thing", **{kind: below}).wish is Wish.UNKNOWN
    assert choose(alone(), "hm the thing", **{kind: above, "greet": 0.2}).wish is not Wish.UNKNOWN


@pytest.mark.parametrize("state", [market, alone])
def test_nonsense_and_words_of_no_language_are_not_understood(state: State) -> None:
    assert choose(state(), "well the of it", nonsense=0.9).wish is Wish.UNKNOWN
    assert choose(state(), "qzxv brrrt", take=0.9).wish is Wish.UNKNOWN
    assert choose(state(), "?", ask=0.9).wish is Wish.UNKNOWN


@pytest.mark.parametrize("state", [market, alone])
def test_thinking_aloud_is_said_to_nobody(state: State) -> None:
    assert wish(state(), "hm, where was I", aside=0.9) == (Wish.MUSE, "hm, where was I", "")


@pytest.mark.parametrize(
    ("kind", "order"),
    [
        *(("undo", "undo"), ("again", "retry"), ("save", "save"), ("load", "load"), ("quit", "quit")),
        *(("restart", "restart"), ("map", "map")),
    ],
)
@pytest.mark.parametrize("state", [market, alone])
def test_an_order_to_the_program_is_named_and_not_carried_out(state: State, kind: str, order: str) -> None:
    assert wish(state(), "do that for me", **{kind: 0.9}) == (Wish.OUTSIDE, order, "")


def test_without_a_classifier_a_line_is_said_to_who_is_there() -> None:
    assert choose(market(), "what a day").wish is Wish.SAY
    assert choose(alone(), "what a day").wish is Wish.UNKNOWN


@pytest.mark.parametrize(
    ("state", "text", "chances", "expected"),
    [
        (market, "please make the lantern mine", {"take": 0.9}, (Wish.TAKE, "lantern", "")),
        (market, "make the lamp and the anvil mine", {"take": 0.9}, (Wish.TAKE, "lamp and anvil", "")),
        (market, "my eyes on the old well", {"examine": 0.9}, (Wish.EXAMINE, "old well", "")),
        (holding, "lay aside my lamp", {"drop": 0.9}, (Wish.DROP, "lamp", "")),
        (holding, "entrust that guard with my lamp", {"give": 0.9}, (Wish.GIVE, "lantern", "Guard")),
        (holding, "flash my lamp before that guard's eyes", {"show": 0.9}, (Wish.ASK, "lantern", "Guard")),
        (holding, "I try my lamp on the anvil", {"use": 0.9}, (Wish.USE, "lamp", "anvil")),
        (market, "off towards the inn I think", {"go": 0.9}, (Wish.GO, "inn", "")),
        (market, "I meander somewhat east", {"go": 0.9}, (Wish.GO, "east", "")),
        (market, "I meander to Mara", {"go": 0.9}, (Wish.GO, "Mara Ironhand", "")),
        (tower, "rush at the owl", {"attack": 0.9}, (Wish.FIGHT, "owl", "")),
        (inn, "come along, Mara dear", {"join": 0.9}, (Wish.JOIN, "Mara Ironhand", "")),
        (market, "my gaze wanders", {"look": 0.9}, (Wish.LOOK, "", "")),
    ],
)
def test_a_deed_is_bound_to_what_is_named(
    state: State, text: str, chances: dict[str, float], expected: tuple[Wish, str, str]
) -> None:
    assert wish(state(), text, **chances) == expected


def test_a_part_of_a_name_is_bound_to_the_whole_one() -> None:
    assert wish(market(), "slip out by that grating", go=0.9) == (Wish.GO, "the left grating", "")


def test_a_walk_to_a_thing_of_a_person_elsewhere_is_no_walk_to_the_person() -> None:
    assert choose(market(), "I meander on Mara's errand", go=0.9).wish is not Wish.GO


@pytest.mark.parametrize(
    ("state", "text", "kind"),
    [
        (market, "make the map of Brell mine", "take"),
        (market, "lay aside my lamp", "drop"),
        (alone, "trust that lout with my coat", "give"),
        (market, "try my coat on the peg", "use"),
        (market, "I seat myself on a cloud of wool", "put"),
        (market, "I burn the town to ashes", "act"),
        (market, "I rage at all that is above us and below", "attack"),
    ],
)
def test_a_deed_that_cannot_be_bound_is_only_tried(state: State, text: str, kind: str) -> None:
    intent = choose(state(), text, **{kind: 0.9})
    assert intent.wish is Wish.ATTEMPT
    assert intent.typed == text


def test_a_short_name_that_nothing_here_has_is_left_to_its_command_to_refuse() -> None:
    assert wish(market(), "get the moon", take=0.9) == (Wish.ACT, "get the moon", "")


def test_a_deed_of_unsure_kind_and_without_a_whole_name_is_only_tried() -> None:
    text = "slip by the grating and such, somehow"
    assert choose(market(), text, go=0.9).wish is Wish.GO
    assert choose(market(), text, go=0.2, take=0.2, put=0.3, give=0.3).wish is Wish.ATTEMPT


@pytest.mark.parametrize("line", ["I whittle the old post to a point", "I lay my heart at the feet of the moon"])
async def test_what_is_only_tried_changes_nothing(line: str) -> None:
    play = Play()
    before = serialized_parts(play.state)
    played = await play.do(line)
    changed = {name for name, part in serialized_parts(play.state).items() if before.get(name) != part}
    assert not played.commands
    assert played.text
    assert {name for name in changed if name.split("-")[0] in ("party", "world", "clock", "place", "npc")} == set()


def test_what_is_likelier_by_its_kind_is_chosen_of_two_that_can_be_bound() -> None:
    text, state = "the lantern I think", market()
    for chances, kind in (({"take": 0.5, "examine": 0.4}, "take"), ({"take": 0.4, "examine": 0.5}, "examine")):
        best = Deeds(turn_of(state, text), part_of(state, text, chances)).best()
        assert best is not None
        assert best.kind == kind


def test_what_leaves_no_name_over_is_preferred() -> None:
    text = "my lamp to that guard"
    state = holding()
    best = Deeds(turn_of(state, text), part_of(state, text, {"give": 0.45, "take": 0.5})).best()
    assert best is not None
    assert best.kind == "give"


def test_what_changes_the_world_has_to_be_surer_than_what_only_looks() -> None:
    text = "the lantern I think"
    assert choose(market(), text, take=0.4, examine=0.3, drop=0.2).wish is Wish.ATTEMPT
    assert choose(market(), text, take=0.3, examine=0.4, drop=0.2).wish is Wish.EXAMINE


@pytest.mark.parametrize(
    ("state", "text", "chances", "expected"),
    [
        (holding, "lay my lamp by the old well", {"act": 0.6, "put": 0.3}, (Wish.USE, "lamp", "old well")),
        (tower, "shoo the owl with my lamp", {"act": 0.6, "use": 0.3}, (Wish.USE, "lamp", "owl")),
    ],
)
def test_a_use_that_an_author_made_is_preferred(
    state: State, text: str, chances: dict[str, float], expected: tuple[Wish, str, str]
) -> None:
    assert wish(state(), text, **chances) == expected


def test_a_use_of_what_is_not_held_is_none_that_an_author_made() -> None:
    assert choose(market(), "the old well has that lamp by it", act=0.9).wish is not Wish.USE


def test_an_action_that_an_author_wrote_is_done_whatever_the_kind_is() -> None:
    data = small_sheet().model_dump(by_alias=True)
    data["actions"] = [{"id": "hum", "words": ["hum to {target}"], "on": ["well"], "text": "It hums back."}]
    state = begin(ScenarioSheet.model_validate(data), "game-1", [PlayerCharacter(name="Élan")])
    assert wish(state, "hum to the well", give=0.9) == (Wish.ACT, "hum to the well", "")
    assert wish(market(), "hum to the well", give=0.9)[0] is Wish.ATTEMPT


async def test_the_group_of_a_line_decides_before_its_kind() -> None:
    state = market()
    part = part_of(state, "now the lantern", {"take": 0.3, "ask": 0.25, "tell": 0.25, "greet": 0.1})
    assert meaning_of_part(turn_of(state, part.text), part).wish is Wish.SAY


async def test_an_order_in_free_words_changes_nothing_and_names_the_command() -> None:
    play = playing("bell-rock")
    played = await play.do("oh no, please take that last move of mine back")
    assert not played.commands
    assert "undo" in played.text


def test_between_a_deed_that_can_be_done_and_speech_the_player_chooses_where_neither_is_clear() -> None:
    intent = choose(market(), "take the lantern for me", take=CLEAR - 0.2, request=0.4)
    assert (intent.wish, [each.wish for each in intent.readings]) == (Wish.WHICH, [Wish.TAKE, Wish.SAY])
    assert choose(market(), "take the lantern for me", take=CLEAR + 0.01, request=0.2).wish is Wish.TAKE
    assert choose(market(), "take the lantern for me", take=0.2, request=CLEAR + 0.01).wish is Wish.SAY


def test_a_deed_that_nothing_answers_is_less_likely_meant_than_speech() -> None:
    text = "I burn the town to ashes"
    assert choose(market(), text, act=0.6, threaten=0.4).wish is Wish.SAY
    assert choose(market(), text, act=0.9, threaten=0.1).wish is Wish.ATTEMPT


@pytest.mark.parametrize(("answer", "done"), [("do it", True), ("the first", True), ("say it", False), ("2", False)])
async def test_the_next_line_says_which_of_two_readings_is_meant(answer: str, done: bool) -> None:
    state = market()
    turn = turn_of(state, "take the lantern for me")
    part = part_of(state, turn.line, {"take": 0.55, "request": 0.4})
    ask_which_reading(turn, meaning_of_part(turn, part))
    asked = turn.build().asks_back
    assert asked is not None
    assert asked.line == "take the lantern for me"
    meant = chosen_by(state, asked, answer)
    assert meant is not None
    later = turn_of(state, asked.line)
    later.chosen = (meant.id,)
    assert (meaning_of_part(later, part).wish is Wish.TAKE) == done


async def test_asking_which_reading_is_meant_does_nothing() -> None:
    state = market()
    turn = turn_of(state, "take the lantern for me")
    ask_which_reading(turn, meaning_of_part(turn, part_of(state, turn.line, {"take": 0.55, "request": 0.4})))
    told = turn.build()
    assert not told.outcomes
    assert told.text == "Do you do it or say it to Guard? “take the lantern for me” could be either."


@pytest.mark.parametrize(
    ("text", "chances", "expected"),
    [
        ("steal the lantern while the guard looks away", {"take": 0.5, "request": 0.4}, Wish.TAKE),
        ("take the lantern while he looks away", {"take": 0.5, "request": 0.4}, Wish.TAKE),
        ("take the lantern", {"take": 0.5, "request": 0.4}, Wish.WHICH),
        ("examine the guard", {"examine": 0.5, "request": 0.4}, Wish.WHICH),
    ],
)
def test_a_line_that_speaks_of_the_only_hearer_is_not_said_to_it(
    text: str, chances: dict[str, float], expected: Wish
) -> None:
    assert choose(market(), text, **chances).wish is expected


@pytest.mark.parametrize(("text", "kind"), [("can I open it?", "q_can"), ("can the lock come loose?", "q_world")])
def test_only_the_player_is_told_what_can_be_done(text: str, kind: str) -> None:
    assert choose(alone(), text, q_can=0.9).kind == kind


def test_alone_an_order_to_somebody_who_owns_something_is_said() -> None:
    assert choose(alone(), "call off your dogs", act=0.9).wish is Wish.SAY


def test_alone_a_question_without_its_mark_is_for_the_game() -> None:
    assert choose(alone(), "what do seals eat", act=0.6, q_world=0.3).wish is Wish.WONDER


def test_what_the_player_has_is_looked_up_even_where_that_is_not_sure() -> None:
    assert choose(market(), "count my money", q_carry=0.7, act=0.2).kind == "q_carry"


def test_what_a_person_may_know_of_the_player_is_asked_of_the_person() -> None:
    assert choose(inn(), "do I have a scar?", q_carry=0.7, ask=0.2).kind == "q_world"


def test_one_of_several_is_no_pronoun() -> None:
    turn = turn_of(holding(), "turn one of the stones")
    turn.last_thing = "lamp"
    part = part_of(turn.state, "turn one of the stones", {"show": 0.9})
    assert not list(Deeds(turn, part).candidates())


def test_as_far_as_a_way_is_not_through_it() -> None:
    assert choose(market(), "I get as far as the inn door", go=0.95).wish is Wish.ATTEMPT


async def test_who_comes_back_does_not_leave_again() -> None:
    play = Play(new_game())
    await play.do("go to the inn")
    assert choose(play.state, "goes back", False, go=0.95).wish is Wish.GO_BACK
    assert choose(play.state, "comes back", False, go=0.95).wish is not Wish.GO_BACK
