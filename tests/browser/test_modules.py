"""Functions of the page's modules, asked in the browser that runs them."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import Browser

from tests.browser.pages import Table, Window
from tests.integration.api.asking import new_api, served


@pytest.fixture(scope="module")
async def window(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Window]:
    """One for all of them: these functions keep nothing."""
    api = new_api(tmp_path_factory.mktemp("modules") / "saves", tokens_required=False)
    async with served(api) as server, Table(browser, server.url, api).window() as window:
        yield window


async def asked(window: Window, module: str, call: str, *given: Any) -> Any:
    """What a function of a module answers."""
    script = f"async (given) => (await import('/script/{module}.js')).{call}(...given)"
    return await window.page.evaluate(script, list(given))


def mark(start: int, end: int, kind: str, source: str | None = None) -> dict[str, Any]:
    return {"start": start, "end": end, "kind": kind, "source": source}


async def test_marks_count_code_points(window: Window) -> None:
    part = {"text": "𝔘𝔫𝔦 👩‍👩‍👧 said: come back", "marks": [mark(16, 25, "repeated", "m-1")]}
    assert await asked(window, "text", "pieces", part) == [
        {"text": "𝔘𝔫𝔦 👩‍👩‍👧 said: ", "sources": []},
        {"text": "come back", "sources": ["m-1"]},
    ]


async def test_what_is_listed_is_cut_and_several_sources_share_their_words(window: Window) -> None:
    marks = [mark(0, 6, "listing"), mark(7, 12, "repeated", "m-1"), mark(7, 12, "repeated", "m-4"), mark(0, 3, "aside")]
    part = {"text": "A way. again. So", "marks": marks}
    assert await asked(window, "text", "pieces", part) == [
        {"text": " ", "sources": []},
        {"text": "again", "sources": ["m-1", "m-4"]},
        {"text": ". So", "sources": []},
    ]
    nothing_else = {"text": "A way.", "marks": marks[:1]}
    assert await asked(window, "text", "pieces", nothing_else) == []
    assert await asked(window, "text", "pieces", nothing_else, {"withListings": True}) == [
        {"text": "A way.", "sources": []}
    ]


@pytest.mark.parametrize(
    ("straight", "set_round"),
    [
        ('"Mara," he said, "go."', "“Mara,” he said, “go.”"),
        ("Ivo's 'rope' isn't", "Ivo’s ‘rope’ isn’t"),
        ("(\"'So' it goes\")", "(“‘So’ it goes”)"),
        ("the '90s", "the ‘90s"),
    ],
)
async def test_quotes_are_set_round_one_for_one(window: Window, straight: str, set_round: str) -> None:
    assert await asked(window, "text", "rounded", straight) == set_round
    assert len(straight) == len(set_round)


async def test_what_is_quoted_within_a_speech_has_single_quotes(window: Window) -> None:
    part = {"kind": "speech", "text": 'Mara: "I promise." So it was.', "marks": [mark(7, 17, "repeated", "m-1")]}
    assert await asked(window, "text", "pieces", part) == [
        {"text": "Mara: ‘", "sources": []},
        {"text": "I promise.", "sources": ["m-1"]},
        {"text": "’ So it was.", "sources": []},
    ]


@pytest.mark.parametrize(
    ("block", "event"),
    [
        (": keep-alive", None),
        ('event: turn\nid: 4.2\ndata: {"a": 1}', {"name": "turn", "id": "4.2", "data": {"a": 1}}),
        ('data:{"a":\ndata: "b: c"}', {"name": "message", "id": None, "data": {"a": "b: c"}}),
    ],
)
async def test_blocks_of_a_stream_are_events(window: Window, block: str, event: Any) -> None:
    assert await asked(window, "sse", "parsed", block) == event


@pytest.mark.parametrize(
    ("address", "route"),
    [
        ("", {"gameId": None, "view": "start", "query": {}}),
        ("#/games/a%2Fb", {"gameId": "a/b", "view": "play", "query": {}}),
        ("#/games/g/memory?of=tove", {"gameId": "g", "view": "memory", "query": {"of": "tove"}}),
        ("#/games/%E0%A4%A/play", {"gameId": None, "view": "start", "query": {}}),
    ],
)
async def test_an_address_names_a_view(window: Window, address: str, route: Any) -> None:
    assert await asked(window, "router", "parse", address) == route


async def test_the_parts_of_a_score_are_told_by_what_they_mean_and_small_ones_together(window: Window) -> None:
    parts = {"words": 0.46, "around": 0.4, "scene": 0.1, "recency": 0.02, "importance": 0.01, "meaning": -0.9}
    grouped = await asked(window, "parts/score", "grouped", parts)
    assert [(each["kind"], round(each["value"], 2)) for each in grouped] == [
        ("words", 0.46),
        ("meaning", -0.9),
        ("neighbour", 0.5),
        ("rest", 0.03),
    ]
    assert sum(each["value"] for each in grouped) == pytest.approx(sum(parts.values()))
    told = await asked(window, "parts/score", "inWords", parts, ["promis"], "Mara promised it.")
    assert told == "word “promised”; lines beside it fit"


@pytest.mark.parametrize(
    ("cost", "told"),
    [(None, "not known"), (0, "$0.00"), (0.00002, "under $0.0001"), (0.0314, "$0.0314"), (12, "$12.00")],
)
async def test_small_sums_are_told_in_full(window: Window, cost: float | None, told: str) -> None:
    assert await asked(window, "views/cost", "money", cost) == told


def observed(number: int, happened: str, **fields: Any) -> dict[str, Any]:
    kept = {"state": "stands", "pinned": False, "hand_made": False, "kind": "observation"}
    return {"id": f"tove-{number}", "happened": happened, **kept, **fields}


async def test_only_mere_sightings_in_a_row_are_folded(window: Window) -> None:
    sights = [observed(number, "beings_seen") for number in range(3)]
    memories = [*sights, observed(3, "item_given"), *sights[:2], observed(6, "npc_moved", pinned=True), *sights]
    rows = await asked(window, "parts/memories/kinds", "foldedRows", memories, None)
    assert [len(row.get("folded", ())) for row in rows] == [3, 0, 0, 0, 0, 3]
    unfolded = await asked(window, "parts/memories/kinds", "foldedRows", memories, "saw")
    assert len(unfolded) == len(memories)


def page_of(*numbers: int) -> list[dict[str, Any]]:
    return [{"turn": number, "seq": number} for number in numbers]


@pytest.mark.parametrize(
    ("page", "has_older", "before", "turns", "breaks"),
    [
        ((2, 3), True, 4, [2, 3, 8, 9], [8, 2]),
        ((6, 7), True, 8, [6, 7, 8, 9], [6]),
        ((1, 2), False, 3, [1, 2, 8, 9], [8]),
        ((5, 6, 7), True, 20, [5, 6, 7, 8, 9], [5]),
        ((8, 9), True, None, [8, 9], [8]),
        ((7, 10), False, 8, [7, 8, 9], []),  # turn 10 was taken back meanwhile
        ((), False, 8, [8, 9], []),
    ],
)
async def test_a_page_of_turns_joins_those_that_are_there(
    window: Window, page: tuple[int, ...], has_older: bool, before: int | None, turns: list[int], breaks: list[int]
) -> None:
    there = {"turns": page_of(8, 9), "breaks": [8]}
    found = await asked(window, "turns", "joined", there, page_of(*page), has_older, before)
    assert ([turn["turn"] for turn in found["turns"]], found["breaks"]) == (turns, breaks)


async def test_a_new_turn_replaces_those_from_its_number_on(window: Window) -> None:
    there = {"turns": page_of(1, 2, 8, 9), "breaks": [8]}
    for number, turns, breaks in ((2, [1, 2], []), (9, [1, 2, 8, 9], [8]), (5, [1, 2, 5], [5])):
        found = await asked(window, "turns", "replaced", there, page_of(number)[0])
        assert ([turn["turn"] for turn in found["turns"]], found["breaks"]) == (turns, breaks)


async def test_what_is_drawn_reaches_over_no_gap(window: Window) -> None:
    there = {"turns": page_of(1, 2, 8, 9, 20), "breaks": [8, 20]}
    found = [await asked(window, "turns", "segment", there, at) for at in range(5)]
    assert found == [[0, 2], [0, 2], [2, 4], [2, 4], [4, 5]]
    assert await asked(window, "turns", "segment", {"turns": [], "breaks": []}, -1) == [0, 0]
