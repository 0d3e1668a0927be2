"""Whom a name means, and where somebody can go."""

import pytest

from app.errors import NotPossible
from app.language.rendering.refusing import worded
from app.models.refusals.places import StepIsHere, StepLocked
from app.models.sheets.condition import SecretKnown
from app.models.state.conditions import holds
from app.services.characters.names import (
    find_people,
    find_subjects,
    neighbouring_place,
    open_places,
    way_lines,
    who_is_known,
)
from tests.unit.services.characters.sheets import village
from tests.worlds import say


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("mara", ("mara",)),
        ("Mara Ironhand", ("mara",)),
        ("MARA", ("mara",)),
        ("the innkeeper", ("mara",)),
        ("Юра", ("yuri",)),
        ("юрий ткач", ("yuri",)),
        ("élan", ("player",)),
        ("E\u0301lan", ("player",)),
        ("Elan", ("player",)),
        ("mära", ("mara",)),
        ("player", ("player",)),
        ("the party", ("player",)),
        ("Guard", ("guard-1",)),
        ("guard-2", ("guard-2",)),
        ("", ()),
        ("Nobody at all", ()),
        ("\u202e\u0000", ()),
    ],
)
def test_a_name_an_alias_or_an_id_means_somebody_of_two_the_one_who_is_there(name: str, meant: tuple[str, ...]) -> None:
    assert find_people(village(), "guard-1", name) == meant


def test_of_two_who_are_elsewhere_both_are_meant() -> None:
    assert find_people(village(), "mara", "Guard") == ("guard-1", "guard-2")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        *(("the registrar", ("yuri",)), ("warden", ("yuri",)), ("the chapel warden", ("yuri",)), ("weaver", ("yuri",))),
        *(("the old watchman", ("guard-1", "guard-2")), ("a watchman", ("guard-1", "guard-2")), ("the miller", ())),
        *(
            ("a watchman of the gate", ("guard-1", "guard-2")),
            ("chapel", ()),
            ("the", ()),
        ),
    ],
)
def test_a_trade_means_those_who_have_it(name: str, meant: tuple[str, ...]) -> None:
    state = village()
    trades = {"yuri": "weaver, chapel warden and registrar", "guard-1": "watchman", "guard-2": "watchman"}
    npcs = [npc.model_copy(update={"occupation": trades.get(npc.id, "")}) for npc in state.sheet.npcs]
    state.scenario.sheet = state.sheet.model_copy(update={"npcs": tuple(npcs)})
    assert find_people(state, "mara", name) == meant
    if len(meant) == 2:
        assert find_people(state, "guard-1", name) == ("guard-1",)


def test_memories_are_about_things_and_words_too() -> None:
    assert find_subjects(village(), "mara", "the lamp") == ("lantern", "the lamp")
    assert find_subjects(village(), "mara", "old debts") == ("old debts",)


def test_a_note_names_those_whom_somebody_knows_and_nobody_else() -> None:
    state = village()
    assert who_is_known(state, "mara") == "You know nobody."
    state.npc("mara").relationships.update({"yuri": 3.0, "party": 1.0})

    assert who_is_known(state, "mara") == "You know nobody of that name. You know Юрий Ткач and Élan."


def test_who_has_spoken_is_known_and_of_who_is_known_nothing_more_may_come_to_mind() -> None:
    state = village()
    say(state, "Good evening.", witness_ids=("mara",))

    assert who_is_known(state, "mara") == "You know nobody of that name. You know Élan."
    assert who_is_known(state, "mara", ["player"]) == "Nothing comes to mind about Élan."
    assert who_is_known(state, "mara", ["mara"]) == "That is yourself: query_self tells who you are."
    assert who_is_known(state, "mara", ["yuri"]) == who_is_known(state, "mara", [])


@pytest.mark.parametrize("called", ["inn", "Inn", "the inn", "the inn door", "The Broken Oar", "BROKEN OAR"])
def test_a_place_is_found_by_id_name_alias_and_way(called: str) -> None:
    assert neighbouring_place(village(), "guard-1", called) == "inn"


def test_who_wants_to_go_where_it_is_is_told_so() -> None:
    for called in ("market", "the Market"):
        with pytest.raises(NotPossible) as error:
            neighbouring_place(village(), "guard-1", called)
        assert error.value.reason == StepIsHere(location_id="market", places=("inn", "cell-1"))


def test_of_two_places_of_one_name_the_one_next_to_here_is_meant() -> None:
    assert neighbouring_place(village(), "guard-1", "Prison Cell") == "cell-1"
    assert neighbouring_place(village(), "guard-2", "Prison Cell") == "cell-1"


@pytest.mark.parametrize("called", ["tower", "Tower", "Narnia", " ", "\u0000"])
def test_what_is_hidden_or_not_next_to_here_is_refused_with_what_is_possible(called: str) -> None:
    state = village()
    possible = r"From here one can go to: Inn \[inn\] and Prison Cell \[cell-1\]\.$"
    with pytest.raises(NotPossible, match=possible) as error, worded(state):
        neighbouring_place(state, "guard-1", called)
    assert "stair" not in str(error.value)


def test_a_locked_way_is_seen_and_named_but_not_gone() -> None:
    state = village()
    state.place("market").discovered_secrets.append("loose-stone")
    assert holds(SecretKnown(secret_id="loose-stone"), state)

    assert open_places(state, "market") == ["inn", "cell-1"]
    assert [*way_lines(state, "market")][-1] == "the tower stair to Tower [tower] (locked)"
    with pytest.raises(NotPossible) as error:
        neighbouring_place(state, "guard-1", "Tower")
    assert error.value.reason == StepLocked(location_id="tower", places=("inn", "cell-1"))
