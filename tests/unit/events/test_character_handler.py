"""What whoever plays a character orders about that character's memory and goals."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from app.errors import InvalidInput, NotFound, TalekeeperError
from app.events.commands import (
    AssociateMemoriesCommand,
    FormMemoryCommand,
    ReinforceMemoryCommand,
    SeedMemoriesCommand,
    UpdateGoalCommand,
)
from app.events.handlers.character_handler import CharacterHandler
from app.language.rendering.distortions import DISTORTED
from app.memory.entries.ageing import score_parts
from app.memory.entries.markers import ASSOCIATION
from app.memory.recall.perceived import perceive
from app.memory.stream.associations import RELATION
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.events import play as facts
from app.models.events.mind import (
    CharacterEvent,
    GoalUpdated,
    MemoriesAssociated,
    MemoriesSeeded,
    MemoryFormed,
    MemoryReinforced,
)
from app.models.memory import MemoryEntry, MemoryKind, MemoryOrigin, MemorySource, Scope
from app.models.minds.plan import Goal
from app.models.sheets.person import DistortionKind, DistortionSheet
from app.models.state.game_state import GameState
from tests.unit.events.refusals import refused
from tests.unit.events.sheets import changed_sheet, game_in
from tests.wording import raises_in_words
from tests.worlds import NOW, new_game, say, small_sheet

GUARDS = ("guard-1", "guard-2")


@pytest.fixture
def handler() -> CharacterHandler:
    return CharacterHandler()


@pytest.fixture
def state() -> GameState:
    """The small world, in a turn."""
    state = new_game()
    state.open_turn(NOW)
    return state


def stream(state: GameState, npc_id: str = "mara") -> MemoryStream:
    return MemoryStream(state, Scope.npc(npc_id))


def form(text: str, npc_id: str = "mara", **fields: object) -> FormMemoryCommand:
    return FormMemoryCommand.model_validate({"npc_id": npc_id, "text": text, **fields})


def reinforce(memory_id: str, npc_id: str = "mara") -> ReinforceMemoryCommand:
    return ReinforceMemoryCommand(npc_id=npc_id, memory_id=memory_id)


def link(first: str, second: str, relation: str = "explains", npc_id: str = "mara") -> AssociateMemoriesCommand:
    return AssociateMemoriesCommand(npc_id=npc_id, first_id=first, second_id=second, relation=relation)


def goal(progress: int, goal_id: str = "goal-1") -> UpdateGoalCommand:
    return UpdateGoalCommand(npc_id="mara", goal_id=goal_id, progress=progress, note="A lantern came.")


async def kept(handler: CharacterHandler, state: GameState, command: FormMemoryCommand) -> MemoryEntry:
    """The memory that an order has formed."""
    result = await handler.form_memory(command, state)
    assert isinstance(result.events[0], MemoryFormed)
    return stream(state, command.npc_id).get(result.events[0].memory_id)


def with_distortion() -> GameState:
    """Mara sees a threat in everything."""
    gloomy = (DistortionSheet(kind=DistortionKind.TRAUMA, triggers=("owl",), about="the night on the tower"),)
    people = [npc.model_copy(update={"distortions": gloomy}) if npc.id == "mara" else npc for npc in small_sheet().npcs]
    return game_in(changed_sheet(npcs=tuple(people)))


# -- seeding -------------------------------------------------------------------------------------------------------


async def test_gifted_memories_are_seeded_once(handler: CharacterHandler, state: GameState) -> None:
    result = await handler.seed_memories(SeedMemoriesCommand(), state)
    [seeded] = result.events
    assert isinstance(seeded, MemoriesSeeded)
    assert seeded.added > 0
    gifts = stream(state).by_kind(MemoryKind.GIFTED)
    assert gifts
    assert all(entry.created_at == NOW for entry in gifts)
    assert "nothing to seed" in await refused(handler, SeedMemoriesCommand(), state)


# -- forming -------------------------------------------------------------------------------------------------------


async def test_what_is_formed_is_the_persons_own_here_and_now(handler: CharacterHandler, state: GameState) -> None:
    command = form("The owl is afraid of light.", memory_kind="semantic", importance=7, subjects=["owl"])
    entry = await kept(handler, state, command)
    assert (entry.source, entry.kind, entry.origin) == (MemorySource.NPC, MemoryKind.SEMANTIC, MemoryOrigin.INTERNAL)
    assert (entry.summary, entry.importance, entry.subjects) == (command.text, 7, ("owl",))
    assert (entry.location_id, entry.game_time, entry.turn, entry.created_at) == ("inn", 480, 1, NOW)
    assert state.memories(Scope.npc("mara"))[-1] is entry
    assert not state.memories(Scope.npc("guard-1"))


async def test_an_event_tells_that_something_was_kept_and_never_what(
    handler: CharacterHandler, state: GameState
) -> None:
    result = await handler.form_memory(form("I poisoned the well.", importance=9), state)
    assert result.events == (
        MemoryFormed(npc_id="mara", memory_id="mara-001", memory_kind=MemoryKind.OBSERVATION, importance=9),
    )


@pytest.mark.parametrize("kind", ["observation", "reflection", "emotional", "procedural", "semantic"])
async def test_every_kind_that_can_be_formed_is(handler: CharacterHandler, state: GameState, kind: str) -> None:
    entry = await kept(handler, state, form("A word is enough.", memory_kind=kind))
    assert entry.kind.value == kind
    assert entry.depth == (1 if kind == "reflection" else 0)


@pytest.mark.parametrize(("subjects", "tags"), [(["  "], []), ([], ["owl", " "])])
async def test_subjects_and_labels_of_blanks_are_refused(
    handler: CharacterHandler, state: GameState, subjects: list[str], tags: list[str]
) -> None:
    with raises_in_words(InvalidInput, match="no blank"):
        await handler.form_memory(form("The owl sleeps.", subjects=subjects, tags=tags), state)
    assert not state.memories(Scope.npc("mara"))


async def test_importance_left_out_is_composed_and_its_parts_are_kept(
    handler: CharacterHandler, state: GameState
) -> None:
    entry = await kept(handler, state, form("Somebody murdered the miller."))
    parts = score_parts(entry)
    assert parts is not None
    assert entry.importance == parts.importance
    assert parts.novelty == 1
    assert parts.emotional_impact > 0.5


async def test_forming_adds_to_what_the_person_has_to_think_about(handler: CharacterHandler, state: GameState) -> None:
    before = state.npc("mara").importance_accumulator
    await handler.form_memory(form("The cellar is wet.", importance=6), state)
    assert state.npc("mara").importance_accumulator == before + 6


@pytest.mark.parametrize(
    ("given", "ids"),
    [
        (("mara",), ("mara",)),
        (("Mara Ironhand", "the innkeeper", "MARA"), ("mara",)),
        (("Élan",), ("player",)),
        (("élan", "player"), ("player",)),
        (("  Guard ",), ("guard-1",)),
        (("the bell that Mara rang",), ("the bell that Mara rang",)),
        (("lantern", "(?:", "😀", "ק"), ("lantern", "(?:", "😀", "ק")),
    ],
)
async def test_names_of_known_people_become_ids_and_others_stay_words(
    handler: CharacterHandler, state: GameState, given: tuple[str, ...], ids: tuple[str, ...]
) -> None:
    """Of two called Guard the one who is there is meant."""
    entry = await kept(handler, state, form("So it is.", npc_id="guard-1", subjects=given))
    assert entry.subjects == ids


async def test_of_two_absent_people_of_one_name_both_are_meant(handler: CharacterHandler, state: GameState) -> None:
    assert (await kept(handler, state, form("So it is.", subjects=["Guard"]))).subjects == GUARDS


async def test_whoever_is_named_in_the_text_is_a_subject_too_but_not_the_person_itself(
    handler: CharacterHandler, state: GameState
) -> None:
    entry = await kept(handler, state, form("I, Mara, owe the Guard a drink.", subjects=["debt"]))
    assert entry.subjects == ("debt", *GUARDS)


async def test_nobody_unknown_forms_a_memory(handler: CharacterHandler, state: GameState) -> None:
    await refused(handler, form("Boo.", npc_id="nobody"), state, NotFound)


async def test_who_is_nowhere_remembers_without_a_place(handler: CharacterHandler, state: GameState) -> None:
    state.npc("mara").current_location_id = None
    assert (await kept(handler, state, form("It is dark here."))).location_id is None


async def test_a_coloured_memory_keeps_the_truth_beside_how_it_seems(handler: CharacterHandler) -> None:
    state = with_distortion()
    entry = await kept(handler, state, form("An owl sat on the sill."))
    assert entry.summary == "An owl sat on the sill."
    assert "the night on the tower" in entry.metadata[DISTORTED]
    assert DISTORTED not in (await kept(handler, state, form("A cat sat on the sill."))).metadata
    assert DISTORTED not in (await kept(handler, state, form("An owl sat there.", npc_id="guard-1"))).metadata


# -- resonance -----------------------------------------------------------------------------------------------------


async def feel(handler: CharacterHandler, state: GameState, *texts: str) -> None:
    for text in texts:
        await handler.form_memory(form(text, memory_kind="emotional"), state)


async def test_a_moving_moment_strengthens_like_feelings_about_the_same(
    handler: CharacterHandler, state: GameState
) -> None:
    await feel(handler, state, "I hate Guard.", "I love the rain.", "I fear the dark cellar.")
    result = await handler.form_memory(form("Guard murdered my cat, and I am furious."), state)
    assert result.events[1:] == (MemoryReinforced(npc_id="mara", memory_id="mara-001", strength=1),)
    assert [state.status(f"mara-{n:03d}").strength for n in range(1, 5)] == [1, 0, 0, 0]


async def test_the_opposite_feeling_and_a_plain_moment_bring_nothing_back(
    handler: CharacterHandler, state: GameState
) -> None:
    await feel(handler, state, "I hate Guard.")
    for text in ("Guard rescued me, what joy!", "Guard stood at the gate.", "The tower burns, we all die!"):
        assert len((await handler.form_memory(form(text), state)).events) == 1


async def test_feelings_in_much_the_same_words_come_back_without_a_name(
    handler: CharacterHandler, state: GameState
) -> None:
    await feel(handler, state, "The flooded cellar is a horror.")
    await handler.form_memory(form("A horror crawled out of the flooded cellar."), state)
    assert state.status("mara-001").strength == 1


async def test_at_most_three_feelings_come_back_the_newest(handler: CharacterHandler, state: GameState) -> None:
    for n in range(5):
        stream(state).add(MemoryKind.EMOTIONAL, _context(f"I hate Guard, reason {n}.", ("guard-1",)))
    stream(state).archive(["mara-004"], by="hand")
    await handler.form_memory(form("Guard betrayed me.", subjects=["guard-1"]), state)
    assert [state.status(f"mara-{n:03d}").strength for n in range(1, 6)] == [0, 1, 1, 0, 1]


async def test_nobody_elses_feelings_grow(handler: CharacterHandler, state: GameState) -> None:
    stream(state, "guard-1").add(MemoryKind.EMOTIONAL, _context("I hate Mara.", ("guard-2",)))
    await handler.form_memory(form("Guard betrayed me, I hate it."), state)
    assert state.status("guard-1-001").strength == 0


# -- reinforcing ---------------------------------------------------------------------------------------------------


async def test_reinforcing_makes_stronger_up_to_a_hundred(handler: CharacterHandler, state: GameState) -> None:
    await handler.form_memory(form("The key sticks."), state)
    result = await handler.reinforce_memory(reinforce("mara-001"), state)
    assert result.events == (MemoryReinforced(npc_id="mara", memory_id="mara-001", strength=1),)
    for _ in range(120):
        result = await handler.reinforce_memory(reinforce("mara-001"), state)
    assert state.status("mara-001").strength == 100
    assert result.events == ()


async def test_another_ones_memory_is_refused_in_the_words_of_one_that_is_not_there(
    handler: CharacterHandler, state: GameState
) -> None:
    await handler.form_memory(form("Nobody knows this.", npc_id="guard-1"), state)
    await handler.form_memory(form("A key."), state)
    for command in (reinforce, lambda key: link("mara-001", key), lambda key: link(key, "mara-001")):
        words = {
            (await refused(handler, command(key), state, NotFound)).replace(key, "…")
            for key in ("guard-1-001", "guard-1-002", "market-001", "world-001", "nobody-001", "mara-002")
        }
        assert len(words) == 1
        assert "Nobody knows" not in words.pop()


async def test_what_is_put_away_is_not_reinforced(handler: CharacterHandler, state: GameState) -> None:
    for text in ("One.", "Two.", "Three."):
        await handler.form_memory(form(text), state)
    stream(state).archive(["mara-001"], by="hand")
    stream(state).supersede("mara-002", "mara-003")
    assert "put away" in await refused(handler, reinforce("mara-001"), state)
    assert "mara-003 has replaced it" in await refused(handler, reinforce("mara-002"), state)


async def test_what_was_said_has_no_strength_of_its_own(handler: CharacterHandler, state: GameState) -> None:
    """Said in the hearing of the person or not: the words of the refusal are the same."""
    say(state, "Good morning.")
    for key in ("m-0", "m-77"):
        assert "form a memory of it" in await refused(handler, reinforce(key, "guard-1"), state, NotFound)


# -- linking -------------------------------------------------------------------------------------------------------


async def test_a_link_is_a_memory_with_both_as_its_evidence(handler: CharacterHandler, state: GameState) -> None:
    await handler.form_memory(form("The bell rang twice.", importance=3, subjects=["bell"]), state)
    await handler.form_memory(form("Guard did not sleep.", importance=6), state)
    result = await handler.associate_memories(link("mara-001", "mara-002"), state)
    assert result.events == (
        MemoriesAssociated(npc_id="mara", memory_id="mara-003", first_id="mara-001", second_id="mara-002"),
    )
    entry = stream(state).get("mara-003")
    assert (entry.kind, entry.evidence, entry.origin) == (
        MemoryKind.SEMANTIC,
        ("mara-001", "mara-002"),
        MemoryOrigin.INTERNAL,
    )
    assert (entry.metadata["type"], entry.metadata[RELATION]) == (ASSOCIATION, "explains")
    assert entry.summary == "explains", "a link, and no third memory that repeats both"
    assert (entry.importance, entry.subjects) == (6, ("bell", *GUARDS))


async def test_a_relation_that_is_a_sentence_stands_before_what_it_links(
    handler: CharacterHandler, state: GameState
) -> None:
    for text in ('He said "no".', "x " * 400):
        await handler.form_memory(form(text), state)
    await handler.associate_memories(link("mara-001", "mara-002", "Both were lies."), state)
    text, *_ = perceive(state, "mara", stream(state).get("mara-003"))
    assert text.startswith('Both were lies. This links "He said \'no\'" and "X x')
    assert len(text) < 300


async def test_the_same_link_is_made_once_and_another_one_may_be(handler: CharacterHandler, state: GameState) -> None:
    for text in ("One.", "Two."):
        await handler.form_memory(form(text), state)
    await handler.associate_memories(link("mara-001", "mara-002", "comes before"), state)
    again = link("mara-001", "mara-002", " Comes  before ")
    assert "mara-003 links mara-001 and mara-002 like that already" in await refused(handler, again, state)
    await handler.associate_memories(link("mara-002", "mara-001", "comes before"), state)
    await handler.associate_memories(link("mara-001", "mara-002", "rhymes with"), state)
    stream(state).archive(["mara-003"], by="hand")
    await handler.associate_memories(link("mara-001", "mara-002", "comes before"), state)


async def test_nothing_is_linked_to_itself_or_to_what_is_put_away(handler: CharacterHandler, state: GameState) -> None:
    for text in ("One.", "Two."):
        await handler.form_memory(form(text), state)
    assert "takes two" in await refused(handler, link("mara-001", "mara-001"), state)
    stream(state).archive(["mara-002"], by="hand")
    await refused(handler, link("mara-001", "mara-002"), state)
    await refused(handler, link("mara-002", "mara-001"), state)


async def test_what_a_person_heard_can_be_linked_and_what_it_did_not_hear_cannot(handler: CharacterHandler) -> None:
    state = new_game()
    say(state, "The bell is cracked.")
    for npc_id in ("guard-1", "mara"):
        await handler.form_memory(form("It sounds wrong.", npc_id=npc_id), state)
    await handler.associate_memories(link("m-0", "guard-1-001", npc_id="guard-1"), state)
    assert stream(state, "guard-1").get("guard-1-002").evidence == ("m-0", "guard-1-001")
    await refused(handler, link("m-0", "mara-001"), state, NotFound)


async def test_a_coloured_link_keeps_the_truth(handler: CharacterHandler) -> None:
    state = with_distortion()
    for text in ("One owl.", "Two."):
        await handler.form_memory(form(text), state)
    await handler.associate_memories(link("mara-001", "mara-002"), state)
    entry = stream(state).get("mara-003")
    assert (entry.summary, entry.evidence) == ("explains", ("mara-001", "mara-002"))
    assert "tower" in entry.metadata[DISTORTED]


# -- goals ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def striving(state: GameState) -> GameState:
    """Mara wants two things."""
    state.npc("mara").goals = [Goal(id="goal-1", text="a light for the tower"), Goal(id="goal-2", text="to sleep")]
    return state


async def test_a_goal_comes_further_with_what_moved_it(handler: CharacterHandler, striving: GameState) -> None:
    result = await handler.update_goal(goal(40), striving)
    assert result.events == (GoalUpdated(npc_id="mara", goal_id="goal-1", before=0, progress=40),)
    first, second = striving.npc("mara").goals
    assert (first.progress, first.note, second.progress) == (40, "A lantern came.", 0)
    await handler.update_goal(goal(100), striving)
    await handler.update_goal(goal(90), striving)
    assert striving.npc("mara").goals[0].progress == 90


async def test_the_same_progress_is_no_progress(handler: CharacterHandler, striving: GameState) -> None:
    assert await refused(handler, goal(0), striving) == "goal-1 of Mara Ironhand is at 0 of 100 already."


async def test_an_unknown_goal_is_refused_with_those_there_are(handler: CharacterHandler, striving: GameState) -> None:
    words = await refused(handler, goal(10, "goal-3"), striving, NotFound)
    assert "goal-1 (a light for the tower), goal-2 (to sleep)" in words
    striving.npc("mara").goals = []
    assert "there are none" in await refused(handler, goal(10), striving, NotFound)


# -- all of them ---------------------------------------------------------------------------------------------------

_ids = st.sampled_from(["mara-001", "mara-002", "guard-1-001", "m-0", "m-9", "market-001", "nobody-7"])
_people = st.sampled_from(["mara", "guard-1", "nobody"])
_text = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=40).filter(str.strip)
_orders = st.one_of(
    st.builds(
        FormMemoryCommand,
        npc_id=_people,
        text=_text | st.sampled_from(["I hate Guard.", "I love Mara."]),
        memory_kind=st.sampled_from([MemoryKind.OBSERVATION, MemoryKind.EMOTIONAL]),
        subjects=st.lists(_text, max_size=3).map(tuple),
    ),
    st.builds(ReinforceMemoryCommand, npc_id=_people, memory_id=_ids),
    st.builds(AssociateMemoriesCommand, npc_id=_people, first_id=_ids, second_id=_ids, relation=_text),
    st.builds(UpdateGoalCommand, npc_id=_people, goal_id=st.just("goal-1"), progress=st.integers(0, 100), note=_text),
    st.just(SeedMemoriesCommand()),
)


@given(st.lists(_orders, max_size=8))
async def test_any_orders_are_carried_out_or_refused_in_one_line_and_then_change_nothing(
    orders: list[FormMemoryCommand],
) -> None:
    handler, state = CharacterHandler(), new_game()
    say(state, "Hello.")
    for order in orders:
        before = state.model_dump()
        refusal = ""
        try:
            result = await handler.handles()[type(order)](order, state)
        except TalekeeperError as error:
            refusal = str(error)
        if refusal:
            assert state.model_dump() == before
            assert len(refusal.splitlines()) == 1
        else:
            dumped = [event.model_dump(mode="json") for event in result.events]
            assert TypeAdapter(tuple[CharacterEvent, ...]).validate_python(dumped) == result.events


def test_every_event_of_a_character_can_be_read_back_from_a_journal() -> None:
    known = {kind.model_fields["kind"].default for kind in get_args(CharacterEvent)}
    event = {"kind": "goal_updated", "npc_id": "mara", "goal_id": "goal-1", "before": 0, "progress": 10}
    assert isinstance(TypeAdapter(facts.AnyEvent).validate_python(event), GoalUpdated)
    assert known == {
        "goal_updated",
        "memories_associated",
        "memories_seeded",
        "memory_formed",
        "memory_reinforced",
    }


def _context(content: str, subjects: tuple[str, ...]) -> MemoryContext:
    return MemoryContext(content=content, created_at=NOW, subjects=subjects)
