"""A person that answers freely tells topics, too: the model reports which, and their words and quests follow."""

import pytest

from app.agents.narrator.model.guided import GuidedNarrator
from app.agents.narrator.model.reporting import HOW_TO_REPORT, Offer, offers_of, topics_told, with_offers
from app.agents.narrator.model.telling import MAX_REASON, retry_prompt, telling_tokens
from app.language.checks.prose import StreamedProse
from app.language.checks.report_line import reported_numbers, without_report
from app.memory.prompt_data import estimate
from app.models.messages.passage import Source
from app.models.prompt import PromptMoment
from app.models.sheets.condition import ItemHeld
from app.models.sheets.fact import FactSheet
from app.models.sheets.person import TopicSheet
from app.models.state.game_state import GameState
from tests.told import Told
from tests.unit.agents.model_narrator.stage import ScriptedModel, Stage
from tests.unit.agents.model_narrator.test_guided import Rules
from tests.unit.agents.narrator_offline.playing import at
from tests.worlds import new_game

OWL, LATE = "the owl", "the late ferry"


def with_topics(*topics: TopicSheet) -> GameState:
    """A game at the inn whose innkeeper knows these topics."""
    state = at(new_game(), "inn")
    people = tuple(npc.model_copy(update={"topics": topics}) if npc.id == "mara" else npc for npc in state.sheet.npcs)
    state.scenario.sheet = state.sheet.model_copy(update={"npcs": people})
    return state


def owl(**more: object) -> TopicSheet:
    text = "An owl took the tower. Bring me a lantern and you shall have my key."
    fact = FactSheet(asks=("what does it eat",), text="Rats and the odd bell rope.")
    return TopicSheet.model_validate(
        {"id": "owl", "name": OWL, "text": text, "starts_quest": "light", "facts": (fact,), **more}
    )


async def answered(*said: str, state: GameState | None = None) -> tuple[Told, Stage, ScriptedModel]:
    """What comes of an answer of Mara, which comes in pieces."""
    stage, script = Stage(state=state or with_topics(owl())), ScriptedModel(*([*each] for each in said))
    rules = Rules(text="", addressed_npc_id="mara")
    return await stage.narrated_by(GuidedNarrator(script.model, rules)), stage, script


async def test_the_authors_words_follow_and_the_quest_starts() -> None:
    narration, stage, script = await answered("It was an owl that took the tower.\nTOLD: 1")
    assert stage.executed == ["ask_topic"]
    assert "light" in stage.state.scenario.quests
    said = [(each.source, each.text) for each in narration.passages if each.speaker_id == "mara"]
    assert said == [
        (Source.MODEL, "It was an owl that took the tower."),
        (Source.AUTHOR, "An owl took the tower. Bring me a lantern and you shall have my key."),
    ]
    assert len(script.requests) == 1
    assert (narration.degraded, narration.asked, narration.asked_npc_id) == (False, PromptMoment.AFTER, "mara")
    assert narration.dialogue is not None
    assert narration.dialogue.topic_id == "owl"


async def test_what_may_be_told_is_numbered_in_the_prompt_with_its_facts() -> None:
    _, _, script = await answered("Hm. TOLD: 0")
    assert script.prompt(0).endswith(
        '<topics>\n"1. the owl"\n"2. what does it eat: Rats and the odd bell rope."\n</topics>'
    )
    assert "TOLD: 0" in (script.infos[0].instructions or "")


@pytest.mark.parametrize("size", [1, 3, 200])
@pytest.mark.parametrize(
    ("answer", "numbers"),
    [
        ("An owl, they say.\nTOLD: 1", (1,)),
        ("An owl, they say. TOLD: 1, 2", (1, 2)),
        ("An owl, they say.\n\n**TOLD: 1**", (1,)),
        ("An owl, they say.\nTold: 1 and 1", (1,)),
        ("An owl, they say. [TOLD: 0]", (0,)),
        ("An owl, they say.\nTOLD 3", (3,)),
        ("An owl, they say.\n`TOLD:`", ()),
        ("An owl, they say.\nTOLD", ()),
        ("<think>TOLD: 2 perhaps</think>An owl, they say.\nTOLD: 1", (1,)),
        ("An owl, they say.", ()),
    ],
)
def test_the_report_is_read_and_never_shown(answer: str, numbers: tuple[int, ...], size: int) -> None:
    shown: list[str] = []
    part = StreamedProse(shown.append, reports=True)
    for start in range(0, len(answer), size):
        part.feed(answer[start : start + size])
    assert part.close() is None
    assert ("".join(shown).strip(), part.text) == ("An owl, they say.", "An owl, they say.")
    assert part.reported == numbers


def test_told_is_a_word_like_others() -> None:
    assert without_report("I told: nobody. They told me so.") == "I told: nobody. They told me so."
    assert reported_numbers("They told 3 people.") == ()


@pytest.mark.parametrize("report", ["", "TOLD: 0", "TOLD: 7", "TOLD: owl", "TOLD: 2", "told"])
async def test_without_a_number_of_a_topic_the_answer_stands_and_nothing_is_carried_out(report: str) -> None:
    narration, stage, _ = await answered(f"It was an owl that took the tower.\n{report}")
    assert stage.executed == []
    assert narration.speeches[0].text.startswith("It was an owl that took the tower.")
    assert not narration.degraded


async def test_what_the_words_cannot_have_told_is_not_carried_out() -> None:
    _, stage, _ = await answered("Sit down, the soup is hot.\nTOLD: 1")
    assert stage.executed == []


async def test_a_topic_that_is_only_named_begins_nothing() -> None:
    _, stage, _ = await answered("I would rather not speak of the owl.\nTOLD: 1")
    assert stage.executed == []


async def test_what_may_not_be_told_now_is_not_offered() -> None:
    waits = owl(condition=ItemHeld(item_id="brass-key"))
    _, stage, script = await answered("It was an owl that took the tower.\nTOLD: 1", state=with_topics(waits))
    assert stage.executed == []
    assert "<topics>" not in script.prompt(0)


async def test_where_everything_is_told_nothing_is_asked_for_and_a_report_is_not_shown_either() -> None:
    state = with_topics(owl())
    state.npc("mara").topics_told.append("owl")
    narration, stage, script = await answered("Hm. Sit down.\nTOLD: 1", state=state)
    assert ([speech.text for speech in narration.speeches], stage.executed) == (["Hm. Sit down."], [])
    assert "<topics>" not in script.prompt(0)
    assert "TOLD" not in (script.infos[0].instructions or "")


async def test_the_report_of_a_second_answer_counts() -> None:
    narration, stage, _ = await answered("{}\nTOLD: 1", "An owl has the tower.\nTOLD: 1")
    assert stage.executed == ["ask_topic"]
    assert narration.speeches[0].text.startswith("An owl has the tower.")


async def test_a_report_without_words_is_no_answer() -> None:
    narration, stage, _ = await answered("TOLD: 1", "TOLD: 1")
    assert stage.executed == []
    assert narration.degraded


def test_a_fact_is_told_without_its_topic_and_two_topics_at_most_are() -> None:
    offers = [Offer(name, name, "") for name in ("owl", "ferry", "tower")] + [
        Offer("owl", "its food", "", is_fact=True)
    ]
    said = "The owl and the ferry at the tower, and its food."
    assert topics_told(offers, [4], said) == []
    assert topics_told(offers, [3, 1, 1, 2], said) == ["tower", "owl"]


def test_many_topics_take_a_bounded_part_of_the_prompt() -> None:
    state = with_topics(*(owl(id=f"t{n}", name="the very long name of a topic " * 3 + str(n)) for n in range(40)))
    offers = offers_of(state, "mara")
    assert len(offers) == 24
    more = estimate(HOW_TO_REPORT) + estimate(with_offers("", offers)) + estimate(retry_prompt("", "x" * MAX_REASON))
    assert more <= telling_tokens()


def test_a_fact_of_a_topic_waits_for_its_condition() -> None:
    fact = FactSheet(
        asks=("what does it eat",), text="Rats and the odd bell rope.", condition=ItemHeld(item_id="lantern")
    )
    state = with_topics(owl(facts=(fact,)))
    assert not any(offer.is_fact for offer in offers_of(state, "mara"))
    state.party.items.append("lantern")
    assert [offer.text for offer in offers_of(state, "mara") if offer.is_fact] == [fact.text]
