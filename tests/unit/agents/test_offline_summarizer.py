"""Summaries without a model: what the engine knows and the most telling sentences."""

import asyncio
import threading
from typing import Any

import pytest

from app.agents.summarizer.offline import ExtractiveSummarizer
from app.interfaces.agents.summarizer import ISummarizer
from app.language.checks.summary_check import SummaryCheck
from app.language.long_texts import AT_ONCE
from app.language.rendering.filling import MAX_QUOTE
from app.language.rendering.perspective import in_own_words
from app.models.events.play import (
    ActProgressed,
    AttitudeChanged,
    DangerChanged,
    EffectAdded,
    EncounterCompleted,
    ItemDropped,
    ItemGiven,
    ItemTaken,
    LocationChanged,
    ObjectiveCompleted,
    QuestCompleted,
    QuestStarted,
    TopicTold,
)
from app.models.memory import CaptureFacts
from app.models.sheets.condition import Attitude, DangerLevel
from app.scheduling import Slices, run_to_completion
from tests.unit.agents.scenes import MENTIONS, STATE, transcript
from tests.worlds import new_game

SUMMARIZER: ISummarizer = ExtractiveSummarizer()
MARA = ("Mara Ironhand", "Mara", "the innkeeper")
TAKEN = ItemTaken(item_id="lantern", location_id="market")
LEAVING = LocationChanged(from_id="inn", to_id="market", minutes=5, first_visit=False)
TOLD_OWL = TopicTold(npc_id="mara", topic_id="owl-trouble", first_time=True, text="An owl took the tower.")


TAVERN = transcript(
    "inn",
    ("player", "look"),
    ("narrator", "Smoke and warm light. Mara Ironhand is wiping the bar. Exits: the street door."),
    ("engine", "Inn · Day 1, 14:21"),
    ("player", "ask mara about the owl"),
    ("mara", "An owl took the tower. Bring me a lantern and you shall have my key.", (TOLD_OWL,)),
    ("engine", "! quest begun: A light for Mara · Inn · Day 1, 14:22", (QuestStarted(quest_id="light"),)),
    ("player", "My sister drowned off the Skerries last winter. I promise to bring your lantern back."),
    ("mara", "Words are cheap here, Élan, but I will hold you to yours."),
    ("engine", "Inn · Day 1, 14:23"),
    ("player", "go to market"),
    ("narrator", "You step out into the rain."),
    ("engine", "→ Market · Market · Day 1, 14:28", (LEAVING,)),
    heard=("mara",),
)
RETURN = transcript(
    "inn",
    ("player", "give lantern to mara"),
    ("mara", "You kept your word. That is more than most."),
    ("narrator", "She turns the lantern in her hands, and for a moment her face is young."),
    (
        "engine",
        "- lantern to Mara Ironhand · ✓ Bring Mara a lantern · ✓ A light for Mara · ! act begun: Night · Inn"
        " · Day 1, 15:10",
        (
            ItemGiven(item_id="lantern", npc_id="mara", to_party=False),
            ObjectiveCompleted(quest_id="light", objective_id="bring-lantern"),
            QuestCompleted(quest_id="light"),
            ActProgressed(ended="act-1", begun="act-2"),
        ),
    ),
    ("player", "ask mara about the key"),
    ("mara", "Here, take it.", (TopicTold(npc_id="mara", topic_id="key", first_time=True, text="Here, take it."),)),
    (
        "engine",
        "+ brass key from Mara Ironhand · ! Mara Ironhand: friendly · Inn · Day 1, 15:12",
        (
            ItemGiven(item_id="brass-key", npc_id="mara", to_party=True),
            AttitudeChanged(npc_id="mara", attitude=Attitude.FRIENDLY),
        ),
    ),
    heard=("mara",),
    turn=10,
)
FIGHT = transcript(
    "tower",
    ("player", "fight the owl"),
    ("narrator", "It beats you back into the dark."),
    ("engine", "Tower · Day 1, 16:00"),
    ("player", "use lantern"),
    ("narrator", "You light the lantern. The shadows run up the walls like rats."),
    ("engine", "Tower · Day 1, 16:01"),
    ("player", "fight the owl"),
    ("narrator", "The light drives it off. A single white feather comes down through the beam, slow as snow."),
    (
        "engine",
        "✓ the great owl · ✓ Drive off the owl · ! Tower: CLEARED · Tower · Day 1, 16:02",
        (
            EncounterCompleted(location_id="tower", encounter_id="owl"),
            ObjectiveCompleted(quest_id="peace", objective_id="drive-owl"),
            DangerChanged(location_id="tower", level=DangerLevel.CLEARED),
        ),
    ),
    turn=20,
)


async def test_a_tavern_visit_reads_as_who_what_and_the_promise() -> None:
    assert await SUMMARIZER.summarize_location_session(STATE, "inn", TAVERN) == (
        'At the Inn, Élan took on the quest "A light for Mara" and asked Mara Ironhand about the owl. Mara Ironhand'
        ' promised Élan: "Bring me a lantern and you shall have my key." Élan told Mara Ironhand: "My sister drowned'
        ' off the Skerries last winter." Élan promised Mara Ironhand: "I promise to bring your lantern back." Mara'
        ' Ironhand told Élan: "Words are cheap here, Élan, but I will hold you to yours."'
    )


async def test_a_person_keeps_the_promises_and_can_say_it_in_its_own_words() -> None:
    summary = await SUMMARIZER.summarize_npc_interactions(STATE, STATE.npc("mara"), TAVERN)
    assert in_own_words(summary, MARA, ["Élan"]) == (
        'You asked me about the owl. I promised you: "Bring me a lantern and you shall have my key." You told me: "My'
        ' sister drowned off the Skerries last winter." You promised me: "I promise to bring your lantern back." I told'
        ' you: "Words are cheap here, Élan, but I will hold you to yours."'
    )


async def test_a_person_remembers_what_was_given_and_how_it_came_to_feel() -> None:
    summary = await SUMMARIZER.summarize_npc_interactions(STATE, STATE.npc("mara"), RETURN)
    assert in_own_words(summary, MARA, ["Élan"]) == (
        'You gave me the lantern. I gave you the brass key. You did what I asked: "A light for Mara".'
        " I grew friendly towards you."
    )


async def test_a_fight_in_a_tower_keeps_its_course_in_the_words_of_its_author() -> None:
    assert await SUMMARIZER.summarize_location_session(STATE, "tower", FIGHT) == (
        'At the Tower, Élan overcame the great owl. It went like this: "It beats you back into the dark. … The light'
        ' drives it off."'
    )


async def test_a_visit_without_outcome_keeps_what_its_author_wrote_of_the_attempt() -> None:
    assert await SUMMARIZER.summarize_location_session(STATE, "tower", FIGHT[:-3]) == (
        'Élan spent some time at the Tower. It went like this: "It beats you back into the dark."'
    )


async def test_a_visit_that_no_author_wrote_of_keeps_its_best_moment() -> None:
    messages = transcript("tower", ("player", "wait"), ("narrator", "The shadows run up the walls like rats."))
    assert await SUMMARIZER.summarize_location_session(STATE, "tower", messages) == (
        'Élan spent some time at the Tower. It went like this: "The shadows run up the walls like rats."'
    )


@pytest.mark.parametrize(
    ("kind", "related", "first"),
    [
        ("quest_completed", {"quest_id": "light"}, 'Élan completed the quest "A light for Mara".'),
        (
            "objective_completed",
            {"quest_id": "light", "objective_id": "bring-lantern"},
            'Élan completed the task "Bring Mara a lantern".',
        ),
        ("act_progressed", {"act_id": "act-2"}, 'The act "Night" began.'),
        ("encounter_completed", {"location_id": "tower", "encounter_id": "owl"}, "Élan overcame the great owl."),
        ("location_cleared", {"location_id": "tower"}, "Élan cleared the Tower."),
    ],
)
async def test_a_world_event_comes_first_in_the_memory_of_the_world(
    kind: str, related: dict[str, str], first: str
) -> None:
    messages = [*TAVERN, *RETURN, *FIGHT]
    summary = await SUMMARIZER.summarize_world_update(STATE, kind, messages, related)
    assert summary.startswith(first)
    facts = CaptureFacts(location_id="inn", event_kind=kind, related=tuple(related.items()))
    assert SummaryCheck(messages, facts, STATE.sheet, ["Élan"], MENTIONS).why_bad(summary) is None


async def test_a_narrator_in_the_past_tense_is_taken_at_its_word() -> None:
    messages = transcript("market", ("player", "wait"), ("narrator", "The old well froze over that night."))
    summary = await SUMMARIZER.summarize_location_session(STATE, "market", messages)
    assert summary == "Élan spent some time at the Market. The old well froze over that night."


async def test_scenery_and_what_is_no_part_of_the_story_are_not_kept() -> None:
    messages = transcript(
        "inn",
        ("player", "look"),
        ("narrator", "Smoke and warm light. Exits: the street door leads to the market square. You can see a cup."),
        ("player", "who is here"),
        ("narrator", "Here is Mara Ironhand at the bar. Try asking her about the owl or the key."),
        heard=("mara",),
    )
    messages[1] = messages[1].model_copy(update={"quoted": ((22, len(messages[1].content)),)})
    messages[3] = messages[3].model_copy(update={"quoted": ((0, len(messages[3].content)),)})
    assert await SUMMARIZER.summarize_location_session(STATE, "inn", messages) == "Élan spent some time at the Inn."


@pytest.mark.parametrize(
    "content",
    ["Sit down by the Tower. … Mind the Tower and its owl, friend…", "Sit by the Tower and…mind the great owl there."],
)
async def test_a_sentence_that_was_cut_is_not_quoted(content: str) -> None:
    messages = transcript("inn", ("player", "say hello"), ("mara", content), heard=("mara",))
    summary = await SUMMARIZER.summarize_npc_interactions(STATE, STATE.npc("mara"), messages)
    assert "…" not in summary
    assert "mind" not in summary.lower()


async def test_what_a_message_quotes_from_memory_is_never_quoted_again() -> None:
    recalled = 'You promised me: "I promise to bring the silver whistle back."'
    told = f"Back again, Élan, and soaked to the bone as ever. {recalled} The fire is yours until the rain stops."
    start = told.index(recalled)
    messages = transcript("inn", ("player", "talk to mara"), ("mara", told), heard=("mara",))
    messages[1] = messages[1].model_copy(update={"quoted": ((start, start + len(recalled)),)})
    for summary in (
        await SUMMARIZER.summarize_location_session(STATE, "inn", messages),
        await SUMMARIZER.summarize_npc_interactions(STATE, STATE.npc("mara"), messages),
    ):
        assert "whistle" not in summary
        assert "promised" not in summary


async def test_two_players_are_told_apart() -> None:
    messages = transcript(
        "inn", ("player", "I promise to return, Mara."), ("player", "I swear it too."), heard=("mara",)
    )
    messages[1] = messages[1].model_copy(update={"speaker_name": "O'Brien", "speaker_id": "player-2"})
    summary = await SUMMARIZER.summarize_npc_interactions(STATE, STATE.npc("mara"), messages)
    assert summary.startswith(
        'Élan promised Mara Ironhand: "I promise to return, Mara." O\'Brien promised Mara Ironhand: "I swear it too."'
    )


async def test_a_threat_is_remembered() -> None:
    messages = transcript("inn", ("player", "Mara, I will kill you for this."), heard=("mara",))
    summary = await SUMMARIZER.summarize_npc_interactions(STATE, STATE.npc("mara"), messages)
    assert in_own_words(summary, MARA, ["Élan"]).startswith('You threatened me: "Mara, I will kill you for this."')


async def test_what_was_taken_up_and_put_down_again_is_not_worth_a_word() -> None:
    messages = transcript(
        "market",
        ("player", "take lantern"),
        ("engine", "+ lantern · Market · Day 1, 08:01", (TAKEN,)),
        ("player", "drop lantern"),
        ("engine", "- lantern · Market · Day 1, 08:02", (ItemDropped(item_id="lantern", location_id="market"),)),
    )
    assert (
        await SUMMARIZER.summarize_location_session(STATE, "market", messages) == "Élan spent some time at the Market."
    )


async def test_programs_that_act_without_words_are_the_party() -> None:
    lit = EffectAdded(location_id="market", effect="the well is lit")
    line = "+ lantern · ! the well is lit · Market · Day 1, 08:01"
    messages = transcript("market", ("engine", line, (TAKEN, lit)))
    summary = await SUMMARIZER.summarize_location_session(STATE, "market", messages)
    assert summary == 'At the Market, the party took the lantern. What changed there: "The well is lit."'


async def test_no_messages_give_no_summary() -> None:
    assert await SUMMARIZER.summarize_location_session(STATE, "inn", []) == ""
    assert await SUMMARIZER.summarize_npc_interactions(STATE, STATE.npc("mara"), []) == ""
    assert await SUMMARIZER.summarize_world_update(STATE, "quest_completed", [], {"quest_id": "light"}) == ""


async def test_the_same_messages_give_the_same_summary() -> None:
    again = ExtractiveSummarizer()
    first = await SUMMARIZER.summarize_location_session(STATE, "inn", [*TAVERN, *RETURN])
    assert await again.summarize_location_session(new_game(), "inn", [*TAVERN, *RETURN]) == first


async def test_a_long_promise_is_cut_and_its_quotation_closed() -> None:
    messages = transcript("inn", ("player", 'Mara, I promise "this" ' + "and that " * 900), heard=("mara",))
    summary = await SUMMARIZER.summarize_npc_interactions(STATE, STATE.npc("mara"), messages)
    assert len(summary) < MAX_QUOTE + 200
    assert summary.count('"') % 2 == 0


async def test_a_visit_of_long_messages_is_not_read_in_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its sentences are compared with each other: a hostile visit would hold the loop for seconds."""
    threads: list[int] = []
    read = ExtractiveSummarizer._of_place

    def watched(self: ExtractiveSummarizer, *args: Any) -> Slices[str]:
        threads.append(threading.get_ident())
        return (yield from read(self, *args))

    monkeypatch.setattr(ExtractiveSummarizer, "_of_place", watched)
    await SUMMARIZER.summarize_location_session(STATE, "inn", TAVERN)
    long = [*TAVERN, TAVERN[7].model_copy(update={"content": "I wait. " * (AT_ONCE // 8)})]
    told = await SUMMARIZER.summarize_location_session(STATE, "inn", long)
    assert threads[0] == threading.get_ident()
    assert threads[1] != threading.get_ident()
    assert told == run_to_completion(read(ExtractiveSummarizer(), STATE, "inn", long))


async def test_while_a_visit_is_condensed_others_come_in_between() -> None:
    summarizing = asyncio.create_task(SUMMARIZER.summarize_location_session(STATE, "inn", TAVERN))
    rounds = 0
    while not summarizing.done():
        await asyncio.sleep(0)
        rounds += 1
    assert rounds > 3
