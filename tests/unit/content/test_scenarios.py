"""The scenarios that ship are whole: sound, solvable on paper, and with words for everybody in them."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from app.models.sheets.condition import AllOf, AnyOf, Condition
from app.models.sheets.person import NPCSheet, VoiceSheet
from app.models.sheets.scenario import CanonLevel, ScenarioSheet
from app.models.typed_text import MAX_PLAYER_TEXT
from app.scenarios.scenario_check import SCHEMA_FILE
from app.scenarios.scenario_reach import reach_of
from app.services.game.games.scenario_library import ScenarioLibrary
from tests.unit.content.conftest import CONTENT, LARGE, SMALL, STARTER
from tests.unit.content.schema import FOLDER, folder_schemas, schema_text

REGENERATE = "python -m tests.unit.content.schema"
VOICE_SLOTS = {
    **{occasion: {"memory"} for occasion in ("returning", "promise", "recalled")},
    "unknown": {"topics"},
    "no_more": {"matter"},
    "introduction": {"name", "Trade"},
    "thanks": {"item"},
}
COMMON_WORDS = {
    *("the", "a", "an", "will", "rose", "mark", "grace", "hope", "dawn", "faith", "bill", "jack", "may", "june"),
    *("april", "strand", "page", "reed", "finch", "hale", "stone", "frost", "wren", "lark", "pike", "cole", "art"),
}


def _texts(part: Any) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict | list):
        # words of actions are no texts: their slots are for what players name
        for value in (part[key] for key in part if key != "words") if isinstance(part, dict) else part:
            yield from _texts(value)


def _kinds(condition: Condition) -> Iterator[str]:
    yield condition.kind
    if isinstance(condition, AllOf | AnyOf):
        for part in condition.conditions:
            yield from _kinds(part)


def test_every_scenario_in_the_folder_can_be_played() -> None:
    infos = ScenarioLibrary([CONTENT]).list()

    assert {info.id: info.problem for info in infos} == {LARGE: None, STARTER: None, SMALL: None}


def test_stories_with_a_plot_take_details_and_the_starter_is_open_to_anything(sheet: ScenarioSheet) -> None:
    starter = ScenarioLibrary([CONTENT]).load(STARTER)

    assert sheet.canon is CanonLevel.DETAILS
    assert starter.canon is CanonLevel.OPEN
    assert (starter.quests, len(starter.locations), len(starter.npcs)) == ((), 2, 1)


def test_the_schema_on_disk_is_what_the_models_generate() -> None:
    on_disk = (CONTENT / SCHEMA_FILE).read_text(encoding="utf-8")

    assert on_disk == schema_text(), f"The models have changed; regenerate with: {REGENERATE}"
    folder = {path.relative_to(CONTENT): path.read_text(encoding="utf-8") for path in (CONTENT / FOLDER).iterdir()}
    assert folder == folder_schemas(), f"The models have changed; regenerate with: {REGENERATE}"


def test_the_small_scenario_is_small(small: ScenarioSheet) -> None:
    assert (len(small.locations), len(small.npcs), len(small.acts), len(small.quests)) == (4, 2, 1, 1)
    assert sum(len(place.encounters) for place in small.locations) == 1
    assert any(way.locked_until for place in small.locations for way in place.exits)
    assert 15 <= len(small.walkthrough) <= 30


def test_the_large_scenario_is_half_an_hour(large: ScenarioSheet) -> None:
    assert (len(large.locations), len(large.npcs), len(large.acts), len(large.quests)) == (13, 8, 2, 4)
    assert sum(len(place.encounters) for place in large.locations) == 3
    assert sum(len(place.secrets) for place in large.locations) >= 4
    assert 60 <= len(large.walkthrough) <= 110


def test_the_large_scenario_has_a_way_of_every_sort(large: ScenarioSheet) -> None:
    ways = [way for place in large.locations for way in place.exits]

    locks = {kind for way in ways if way.locked_until is not None for kind in _kinds(way.locked_until)}
    hidden = {way.hidden_until.kind for way in ways if way.hidden_until is not None}
    assert locks >= {"item_held", "place_entered", "quest_active", "danger_at_most"}
    assert hidden == {"secret_known"}


def test_two_people_know_different_sides_of_one_night(large: ScenarioSheet) -> None:
    told = {topic.id: topic.text for npc in large.npcs for topic in npc.topics}

    assert "One. Coming back" in told["sunniva-light"]
    assert "Two lanterns out" in told["ragna-two"]


def _lines(npc: NPCSheet) -> Iterator[tuple[str, str]]:
    """Every line of a person with its occasion, those of certain places too."""
    for voice in (npc.voice, *npc.voices):
        for occasion in VoiceSheet.model_fields:
            yield from ((occasion, line) for line in getattr(voice, occasion))


def test_everybody_has_words_of_its_own_for_every_occasion(sheet: ScenarioSheet) -> None:
    for npc in sheet.npcs:
        for occasion in VoiceSheet.model_fields:
            lines = npc.lines(occasion, npc.work_location or "", lambda _: True)
            assert 2 <= len(lines) <= 6, f"{npc.id} has {len(lines)} lines for {occasion}"
            assert npc.lines(occasion, "", lambda _: True), f"{npc.id} has no line for {occasion} away from its work"
            assert len(set(lines)) == len(lines)
    spoken = Counter(line for npc in sheet.npcs for _, line in _lines(npc))
    assert [line for line, count in spoken.items() if count > 1] == []


def test_lines_of_memory_hold_the_memory_as_sentences_of_its_own(sheet: ScenarioSheet) -> None:
    for npc in sheet.npcs:
        for line in (line for occasion, line in _lines(npc) if occasion in ("returning", "promise", "recalled")):
            before, memory, after = line.partition("{memory}")
            assert memory, f"{npc.id}: {line}"
            assert not before or re.search(r"[.!?] $", before), f"{npc.id}: {line}"
            assert not after or re.match(r" [A-Z]", after), f"{npc.id}: {line}"


def test_no_text_has_a_slot_that_nobody_fills(sheet: ScenarioSheet) -> None:
    for npc in sheet.npcs:
        for occasion, line in _lines(npc):
            allowed = {"player", *VOICE_SLOTS.get(occasion, set())}
            assert set(re.findall(r"\{(.*?)\}", line)) <= allowed, f"{npc.id}: {occasion}"


def test_nothing_but_voices_has_slots(sheet: ScenarioSheet) -> None:
    silent = {"voice": VoiceSheet(), "voices": ()}
    texts = sheet.model_copy(update={"npcs": tuple(npc.model_copy(update=silent) for npc in sheet.npcs)})

    assert [text for text in _texts(texts.model_dump(mode="json")) if "{" in text or "}" in text] == []


def test_topics_can_be_asked_again_and_say_why_they_are_kept_back(sheet: ScenarioSheet) -> None:
    for npc in sheet.npcs:
        assert 4 <= len(npc.topics) <= 7, npc.id
        for topic in npc.topics:
            assert 0 < len(topic.again) < len(topic.text), f"{topic.id}"
            assert bool(topic.condition) == bool(topic.refusal), f"{topic.id}"
            assert '"' not in topic.text + topic.again + topic.refusal


def test_places_are_worth_coming_back_to(sheet: ScenarioSheet) -> None:
    for place in sheet.locations:
        assert place.revisit, place.id
        assert place.atmosphere, place.id
        assert len(place.revisit) < len(place.description)
        assert 1 <= len(place.features) <= 4, place.id
        assert place.aliases, place.id


def test_no_two_people_answer_to_one_name_and_no_name_is_a_common_word(sheet: ScenarioSheet) -> None:
    names = Counter(name.casefold() for npc in sheet.npcs for name in {npc.name, *npc.aliases})
    assert [name for name, count in names.items() if count > 1] == []
    assert COMMON_WORDS.isdisjoint(names)
    words = {word.casefold() for npc in sheet.npcs for word in npc.name.split()}
    assert COMMON_WORDS.isdisjoint(words)


def test_people_are_not_described_where_they_might_not_be(sheet: ScenarioSheet) -> None:
    """A place's texts are shown whoever is there; who is there is told by the game."""
    for place in sheet.locations:
        for npc in sheet.npcs:
            assert npc.name.split()[0] not in place.description + place.revisit + place.atmosphere


def test_everything_in_play_can_be_reached(sheet: ScenarioSheet) -> None:
    reach = reach_of(sheet)

    things = {place.id for place in sheet.locations} | {item.id for item in sheet.items if item.portable}
    assert not (things | sheet.index.secrets.keys() | sheet.index.topics.keys()) - reach.ids
    assert reach.quests_done == {quest.id for quest in sheet.quests}


def test_nothing_needed_can_be_given_to_somebody_who_would_keep_it(sheet: ScenarioSheet) -> None:
    """What a way, an encounter or a use needs in the party's hands is wanted by nobody."""
    wanted = {item for npc in sheet.npcs for item in npc.wants}
    held = set(re.findall(r"'kind': 'item_held', 'item_id': '([^']+)'", str(sheet.model_dump(mode="json"))))

    kept = wanted & held
    assert not kept, f"given away for good: {kept}"


def test_the_walkthrough_makes_a_promise_early_and_meets_that_person_again_late(sheet: ScenarioSheet) -> None:
    lines = list(sheet.walkthrough)
    promised = next(number for number, line in enumerate(lines) if line.startswith("say I promise"))
    spoken_to = next(line.split()[1] for line in reversed(lines[:promised]) if line.startswith("ask "))
    met_again = [number for number, line in enumerate(lines) if line == f"talk to {spoken_to}" and number > promised]

    assert promised < len(lines) / 3
    assert len(met_again) >= 2
    assert met_again[-1] > len(lines) * 0.85
    assert any(line.startswith("go to") for line in lines[promised : met_again[0]])


def test_walkthroughs_are_what_a_player_could_type(sheet: ScenarioSheet) -> None:
    assert all(line == line.strip() and 0 < len(line) < MAX_PLAYER_TEXT for line in sheet.walkthrough)


def test_authors_have_described_whoever_can_be_met(sheet: ScenarioSheet) -> None:
    fields = ("occupation", "background", "communication_style", "decision_style", "traits", "goals")
    for npc in sheet.npcs:
        assert all(getattr(npc, field) for field in fields), npc.id
        assert npc.start_location == (npc.work_location or npc.home_location)


def test_locked_ways_and_blocked_secrets_say_so_in_words(sheet: ScenarioSheet) -> None:
    for place in sheet.locations:
        assert all(way.locked_text for way in place.exits if way.locked_until is not None)
        assert all(secret.blocked_text for secret in place.secrets if secret.condition is not None)
        assert all(danger.failed_text for danger in place.encounters if danger.condition is not None)
