"""The lines of memories in a prompt: what stands in one, in which order, and what is left out of it."""

import pytest

from app.models.memory import MemoryEntry, Scope
from app.models.messages.message import Role
from app.models.messages.payload import EventPayload, Utterance
from app.models.messages.speech import ActKind, SpeechAct
from app.models.prompt import Agent, Prompt, RecalledMemory
from app.models.state.game_state import GameState
from app.services.ai.context_builders.draft import PromptViewer
from app.services.ai.context_builders.memory_sections import MAX_LINE, build_recalled
from app.services.ai.context_service import ContextService
from tests.unit.services.prompts import honest, narrator_prompt, npc_prompt, recipe, remember, rich_game, section, talk
from tests.unit.services.remembering import GUARD, INN, MARA, WORLD
from tests.worlds import NOW, at_once, new_game, say

PEOPLE = ("mara", "guard-1")
NARRATOR, PERSON = PromptViewer(), PromptViewer("mara")


def recalled(scope: Scope, memory_id: str | None, score: float = 1.0) -> RecalledMemory:
    return RecalledMemory(scope=scope, memory_id=memory_id or "", score=score, why="words")


def game_with_memories() -> GameState:
    state = new_game()
    say(state, "The bell rings.", game_time=481)
    say(state, "Far away.", location_id=None, speaker_name="", game_time=482)
    for scope, minutes in ((WORLD, 500), (INN, 510), (GUARD, 520), (MARA, 530)):
        remember(state, scope, f"Of {scope.key}.", game_time=minutes)
    state.remember(MARA, MemoryEntry(created_at=NOW, source=MARA.source, summary="Of old.", game_time=None))
    return state


LINES = {
    (WORLD, "m-0"): '- said at "Market", Day 1, 08:01: "Élan: The bell rings."',
    (WORLD, "m-1"): '- said, Day 1, 08:02: "Far away."',
    (WORLD, "world-001"): '- Day 1, 08:20: "Of world."',
    (INN, "inn-001"): '- "Inn" [inn], Day 1, 08:30: "Of location/inn."',
    (GUARD, "guard-1-001"): '- "Guard" [guard-1] remembers, Day 1, 08:40: "Of npc/guard-1."',
    (MARA, "mara-001"): '- "Mara Ironhand" [mara] remembers, Day 1, 08:50: "Of npc/mara."',
    (MARA, "mara-002"): '- "Mara Ironhand" [mara] remembers, earlier: "Of old."',
}


@pytest.mark.parametrize(("scope", "memory_id", "line"), [(*where, line) for where, line in LINES.items()])
def test_a_recalled_memory_says_whose_it_is_where_and_when(scope: Scope, memory_id: str, line: str) -> None:
    draft = at_once(build_recalled(game_with_memories(), NARRATOR, [recalled(scope, memory_id)], "", ()))
    assert [each.text for each in draft.lines] == [line]
    assert [each.shown.because for each in draft.lines] == [f"{memory_id}: words"]
    assert [key for key, _ in draft.lines[0].memories] == [memory_id]


def test_a_person_reads_its_own_memories_without_its_name_and_those_of_others_with_theirs() -> None:
    own, other, place = recalled(MARA, "mara-001"), recalled(GUARD, "guard-1-001"), recalled(INN, "inn-001")
    draft = at_once(build_recalled(game_with_memories(), PERSON, [own, other, place], "", ()))
    assert [line.text for line in draft.lines] == [
        LINES[INN, "inn-001"],
        LINES[GUARD, "guard-1-001"],
        '- Day 1, 08:50: "Of npc/mara."',
    ]


def test_recalled_memories_stand_oldest_first_those_without_a_time_before_all_and_equals_by_rank() -> None:
    state = game_with_memories()
    first = remember(state, WORLD, "One minute.", game_time=1)
    ranked = [recalled(scope, key) for scope, key in reversed(LINES)]
    same = remember(state, WORLD, "As late as Mara's.", game_time=530)
    given = [recalled(WORLD, first.id), *ranked, recalled(WORLD, same.id)]
    draft = at_once(build_recalled(state, NARRATOR, given, "", {"world-001"}))
    assert [line.memories[0][0] for line in draft.lines] == [
        "mara-002",
        "world-002",
        "m-0",
        "m-1",
        "inn-001",
        "guard-1-001",
        "mara-001",
        "world-003",
    ]
    ranks = {line.memories[0][0]: line.age for line in draft.lines}
    assert [ranks[memory.memory_id] for memory in given if memory.memory_id in ranks] == [0, 1, 2, 3, 4, 6, 7, 8]


def test_what_was_recalled_is_kept_as_it_stands_in_the_memory_and_quoted_text_is_not_recalled_again() -> None:
    state = new_game()
    say(state, "I said: old words.", quoted=((8, 18),))
    say(state, "+ lantern", role=Role.SYSTEM, speaker_name="")
    lines = at_once(build_recalled(state, NARRATOR, [recalled(WORLD, "m-0"), recalled(WORLD, "m-1")], "", ())).lines
    assert [line.text for line in lines] == [
        '- said at "Market", Day 1, 08:00: "Élan: I said:"',
        '- said at "Market", Day 1, 08:00: ""',
    ]
    assert [line.memories for line in lines] == [(("m-0", "I said: …"),), (("m-1", "+ lantern"),)]


# -- visits -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("length", "is_shown"), [(399, True), (400, False)])
def test_pieces_of_a_visit_share_one_line_of_limited_length(length: int, is_shown: bool) -> None:
    """With a space between two of them."""
    state = new_game()
    state.scenario.current_location_id = "inn"
    for size in (length, MAX_LINE - 400):
        remember(state, INN, "x" * size, visit="inn-1")
    say(state, "I look around.")
    prompt = narrator_prompt(state)
    assert len(section(prompt, "Recent Location Memory").partition('"')[2]) == (length + 302 if is_shown else 301)
    left_out = "Recent Location Memory: 1 earlier pieces of the visit (before inn-002)"
    assert prompt.dropped == (() if is_shown else (left_out,))
    assert [*prompt.shown_memories] == (["inn-001", "inn-002"] if is_shown else ["inn-002"])


def test_the_pieces_that_fit_stand_in_their_order_and_the_first_of_them_is_named() -> None:
    state = new_game()
    state.scenario.current_location_id = "inn"
    for number in range(6):
        remember(state, INN, f"{number}" * 200, visit="inn-1", game_time=480 + number)
    say(state, "I look around.")
    prompt = narrator_prompt(state)
    text = " ".join(f"{number}" * 200 for number in (3, 4, 5))
    assert section(prompt, "Recent Location Memory") == f'- Day 1, 08:05: "{text}"'
    assert prompt.dropped == ("Recent Location Memory: 3 earlier pieces of the visit (before inn-004)",)
    (told,) = [part for part in prompt.sections if part.name == "Recent Location Memory"]
    assert told.reasons == ("inn-004, inn-005, inn-006: one of the last 3 of Inn",)


# -- recall and the conversation ----------------------------------------------------------------------------------


def prompt_with(state: GameState, budget: int, *memories: RecalledMemory) -> Prompt:
    asked = recipe(budget).model_copy(update={"recalled": memories})
    return at_once(ContextService().build(state, Agent.NARRATOR, "I look around.", asked))


@pytest.mark.parametrize("number", [0, 2, 4])
def test_a_recalled_message_is_shown_once_as_soon_as_there_is_room_for_it(number: int) -> None:
    """In the conversation if that reaches so far, else among what was recalled."""
    state = new_game()
    talk(state, 9, "They spoke at length of the owl and of the rain. " * 8)
    say(state, "Much later.", "I look around.", turn=20)
    hit = recalled(WORLD, f"m-{number}")
    places = set()
    for budget in range(1_600, 2_600, 20):
        prompt = prompt_with(state, budget, hit)
        assert honest(prompt)
        in_conversation = any(f"({number})" in line for line in prompt.conversation)
        in_section = f"({number})" in section(prompt, "Recalled")
        assert in_conversation is not in_section
        assert prompt.recalled == ((hit,) if in_section else ())
        places.add(in_section)
    assert places == {True, False}


def test_a_memory_that_its_section_shows_is_not_recalled_beside_it() -> None:
    state = rich_game()
    prompt = prompt_with(state, 6_000, recalled(WORLD, "world-001"), recalled(GUARD, "guard-1-001"))
    assert [line.partition("]")[0] for line in section(prompt, "Recalled").splitlines()] == ['- "Guard" [guard-1']
    assert [memory.memory_id for memory in prompt.recalled] == ["world-001", "guard-1-001"]


def test_recalled_lines_that_do_not_fit_are_named_and_every_offered_one_is_shown_or_named() -> None:
    """Shown among what was recalled, in the conversation, in a section of its own, or named as left out."""
    state = new_game()
    talk(state, 9, "They spoke at length of the owl and of the rain. " * 4)
    say(state, "Much later.", "I look around.", turn=20)
    entries = [remember(state, INN, f"The owl came back, the {n}th time. " * 6, game_time=480 + n) for n in range(6)]
    hits = [recalled(WORLD, "m-0"), *(recalled(INN, entry.id) for entry in entries)]
    named = set()
    for budget in range(1_600, 4_000, 50):
        prompt = prompt_with(state, budget, *hits)
        assert honest(prompt)
        conversation = {f"m-{n}" for n in range(9) if any(f"({n})" in line for line in prompt.conversation)}
        (left_out,) = [what for what in prompt.dropped if what.startswith("Recalled: ")] or [""]
        missing = [key for key in left_out.partition("(")[2].removesuffix(")").split(", ") if key]
        assert {*missing, *prompt.shown_memories, *conversation} >= {hit.memory_id for hit in hits}
        assert not {*prompt.shown_memories, *conversation} & {*missing}
        if missing:
            assert left_out.startswith(f"Recalled: {len(missing)} of ")
        named.add(len(missing))
    assert named >= {0, 1, 2, 3, 4, 5}


def test_lines_of_memories_that_do_not_fit_are_named_by_their_ids() -> None:
    state = new_game()
    for number in range(3):
        remember(state, WORLD, f"Word of the owl went round, {number}. " * 8, game_time=480 + number)
    say(state, "I look around.")
    whole = prompt_with(state, 6_000)
    short = prompt_with(state, whole.tokens - 1)
    assert "World Memory: 1 of 3 lines (world-001)" in short.dropped


def confided(scope: Scope, summary: str) -> MemoryEntry:
    act = SpeechAct(kind=ActKind.CONFIDENCE, span=(0, 4))
    said = Utterance(kind="utterance", speaker_id="player", words="Hush", addressee_ids=("mara",), acts=(act,))
    payload = EventPayload(kind="event", said=(said,))
    return MemoryEntry(created_at=NOW, source=scope.source, summary=summary, game_time=480, payload=payload)


def test_what_was_confided_is_marked_and_shown_to_no_other_person() -> None:
    state = rich_game()
    state.npc("guard-1").current_location_id = "inn"
    for scope, name in ((MARA, "person"), (INN, "place"), (WORLD, "world")):
        state.remember(scope, confided(scope, f"A secret of the {name}."))
    prompts = {npc_id: npc_prompt(state, npc_id, "Hm.") for npc_id in PEOPLE}
    assert [prompt.text.count("A secret") for prompt in prompts.values()] == [1, 0]
    assert ', Day 1, 08:00, in confidence, not to be mentioned before others: "A secret of the person."' in (
        narrator_prompt(state).text
    )


def test_a_recalled_confidence_is_marked() -> None:
    state = new_game()
    say(state, "Hush.", acts=(SpeechAct(kind=ActKind.CONFIDENCE, span=(0, 5)),))
    draft = at_once(build_recalled(state, NARRATOR, [recalled(WORLD, "m-0")], "", ()))
    assert ", in confidence, not to be mentioned before others: " in draft.lines[0].text


def test_what_was_said_otherwise_since_stands_beside_what_is_recalled() -> None:
    state = new_game()
    say(state, "My purse is in the granary.", "I like plums.", "The purse is in the kiln now.")
    draft = at_once(build_recalled(state, NARRATOR, [recalled(WORLD, "m-0"), recalled(WORLD, "m-1")], "", ()))
    purse, plums = (line.text for line in draft.lines)
    assert purse.endswith(
        '"Élan: My purse is in the granary." (superseded since: "Élan: The purse is in the kiln now.")'
    )
    assert plums.endswith('"Élan: I like plums."')


def test_a_last_memory_of_what_was_changed_since_says_so_to_who_has_heard_it() -> None:
    state = rich_game()
    begin = len(say(state, "My purse is in the granary.")) - 1
    for scope in (MARA, GUARD):
        fields = {"first_message_index": begin, "since_message_index": begin}
        remember(state, scope, "Élan said: My purse is in the granary.", **fields)
    say(state, "The purse is in the kiln now.", witness_ids=("mara",))
    for npc_id, times in (("mara", 1), ("guard-1", 0)):
        memories = section(npc_prompt(state, npc_id, "Hm."), "Your Memories")
        assert memories.count('(superseded since: "Élan: The purse is in the kiln now.")') == times


# -- what a place and a person there both remember ------------------------------------------------------------------

TALK = 'Mara Ironhand told Élan: "The well is dry. My father dug it."'
AT_INN = f"At the Inn, Élan took the lamp and asked Mara Ironhand about the well. {TALK} A shutter fell into the yard."


def visited() -> GameState:
    state = rich_game()
    state.scenario.current_location_id = "inn"
    state.npcs["mara"].current_location_id = "inn"
    remember(state, INN, AT_INN)
    remember(state, MARA, f'Élan asked Mara Ironhand about the well. {TALK[:-1]} … It took a year."')
    say(state, "Look.", location_id="inn")
    return state


def test_what_a_person_present_remembers_stands_once_in_the_narrators_prompt() -> None:
    prompt = narrator_prompt(visited())
    place, people = section(prompt, "Recent Location Memory"), section(prompt, "NPC Memory")
    assert "The well is dry." in people
    assert "The well is dry." not in place
    assert "took the lamp" in place
    assert "A shutter fell into the yard." in place


def test_what_a_place_remembers_of_people_who_are_away_stands_whole() -> None:
    state = visited()
    state.npcs["mara"].current_location_id = None
    assert "The well is dry." in section(narrator_prompt(state), "Recent Location Memory")
