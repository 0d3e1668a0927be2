"""Arguments of tools as clients of the field send them: read where it is plain what they mean, else refused by name."""

from typing import Any

import pytest

from app.errors import InvalidInput
from app.interfaces.character_acts import FormMemory, Say
from app.interfaces.character_tools import QueryMemory, QuerySelf
from app.interfaces.narrator_tools import Look, Memories, TakeTurn
from app.services.characters.arguments import parse_arguments
from tests.wording import raises_in_words


def say(**given: Any) -> Say:
    return parse_arguments("say", Say, {"text": "Good evening.", **given})


@pytest.mark.parametrize(
    ("given", "read"),
    [
        (["Élan", "Tove"], ("Élan", "Tove")),
        ('["Élan", "Tove"]', ("Élan", "Tove")),
        (' ["Élan"]\n', ("Élan",)),
        ("[]", ()),
        ("Élan", ("Élan",)),
        (None, ()),
        ("", ()),
    ],
)
def test_a_list_of_texts_is_read_in_every_form_that_plainly_means_one(given: Any, read: tuple[str, ...]) -> None:
    assert say(to=given).to == read


@pytest.mark.parametrize(
    "given",
    [
        [{"who": "mara", "text": "Come in."}],
        {"who": "mara", "text": "Come in."},
        '[{"who": "mara", "text": "Come in."}]',
        '{"who": "mara", "text": "Come in."}',
        ['{"who": "mara", "text": "Come in."}'],
    ],
)
def test_a_list_of_objects_is_read_in_every_form_that_plainly_means_one(given: Any) -> None:
    [said] = parse_arguments("take_turn", TakeTurn, {"text": "I knock.", "narration": "x", "says": given}).says
    assert (said.who, said.text) == ("mara", "Come in.")


def test_commands_are_objects_or_json_texts_of_them() -> None:
    order = {"kind": "take_item", "item_id": "lantern"}
    for given in ([order], order, '[{"kind": "take_item", "item_id": "lantern"}]'):
        asked = parse_arguments("take_turn", TakeTurn, {"text": "x", "narration": "x", "commands": given})
        assert asked.commands == (order,)


def test_null_and_an_empty_text_leave_an_optional_argument_out_where_nothing_else_is_meant_by_them() -> None:
    asked = parse_arguments("query_memory", QueryMemory, {"query": "", "about": "", "type": "", "first_turn": None})
    assert asked == QueryMemory(query="")
    formed = parse_arguments("form_memory", FormMemory, {"content": "x", "type": None, "importance": "", "about": None})
    assert formed == FormMemory(content="x")
    assert parse_arguments("memories", Memories, {"of": "mara", "limit": None}).limit == 10
    assert parse_arguments("query_self", QuerySelf, {"question": ""}).question == "", "asks for something of everything"


@pytest.mark.parametrize(
    ("model", "given", "told"),
    [
        (Say, {"text": "x", "to": 5}, "Bad arguments of t, to: Input should be a valid list."),
        (Say, {"text": "x", "to": "[1"}, "Bad arguments of t, to: Input should be a valid list."),
        (Say, {"text": "x", "to": {"a": 1}}, "Bad arguments of t, to.0: Input should be a valid string."),
        (
            Say,
            {"text": "x", "to": ["a"] * 9},
            "Bad arguments of t, to: List should have at most 8 items, not 9.",
        ),
        (
            Say,
            {"text": "x", "loud": True, "game_id": "g"},
            "Bad arguments of t, loud: Extra inputs are not permitted; it takes text, to, unsure, because, request_id.",
        ),
        (Look, {"x\x00": 1}, r"Bad arguments of t, x\x00: Extra inputs are not permitted; it takes none."),
        (Say, {"text": None}, "Bad arguments of t, text: Input should be a valid string."),
        (
            TakeTurn,
            {"text": "x", "says": ["hello"]},
            "Bad arguments of t, says.0: Input should be a valid object.",
        ),
        (
            TakeTurn,
            {"text": "x", "commands": ["go"]},
            "Bad arguments of t, commands.0: Input should be a valid object.",
        ),
    ],
)
def test_what_means_no_list_and_what_is_not_known_is_refused_in_the_words_of_json(
    model: Any, given: dict[str, Any], told: str
) -> None:
    with raises_in_words(InvalidInput) as refused:
        parse_arguments("t", model, given)
    assert str(refused.value) == told
