"""The world keeps the events that concern everybody, and nothing private."""

from app.models.events.play import (
    DangerChanged,
    EncounterCompleted,
    ObjectiveCompleted,
    QuestCompleted,
    SecretDiscovered,
)
from app.models.sheets.condition import DangerLevel
from tests.unit.agents.summarizer_events.turns import STATE, SUMMARIZER, got, line, told, typed

WORLD_TURN = (
    typed("fight the owl", "tower", turn=7, index=0),
    told("The light drives it off.", "tower", turn=7, index=1),
    line(EncounterCompleted(location_id="tower", encounter_id="owl"),
         DangerChanged(location_id="tower", level=DangerLevel.CLEARED),
         ObjectiveCompleted(quest_id="peace", objective_id="drive-owl"), QuestCompleted(quest_id="peace"),
         place="tower", turn=7, index=2),
)  # fmt: skip


async def of_world(kind: str, **related: str) -> str:
    earlier = [
        typed("I promise to return, Mara.", "inn", turn=3, addressee_ids=("mara",), witness_ids=("mara",)),
        line(
            got("brass-key", "mara"),
            SecretDiscovered(location_id="market", secret_id="loose-stone"),
            place="inn",
            turn=3,
        ),
    ]
    return await SUMMARIZER.summarize_world_update(STATE, kind, [*earlier, *WORLD_TURN], related)


async def test_the_world_keeps_the_event_and_what_its_author_wrote_of_it_and_nothing_private() -> None:
    assert await of_world("encounter_completed", location_id="tower", encounter_id="owl") == (
        'Élan overcame the great owl. It went like this: "The light drives it off."'
    )
    assert await of_world("location_cleared", location_id="tower") == (
        "Élan cleared the Tower. With the great owl overcome, nothing threatened anybody there any more."
    )
    assert await of_world("quest_completed", quest_id="peace") == 'Élan completed the quest "Peace in the tower".'


async def test_the_world_tells_whose_turn_it_was() -> None:
    mine = [message.model_copy(update={"speaker_name": "Bela"}) for message in WORLD_TURN[:1]]
    messages = [typed("look", turn=2, index=0), *mine, *WORLD_TURN[1:]]
    told_so = await SUMMARIZER.summarize_world_update(
        STATE, "encounter_completed", messages, {"location_id": "tower", "encounter_id": "owl"}
    )
    assert told_so.startswith("Bela overcame the great owl.")
