"""Which summaries are refused, each for its own reason, and what is kept of what a good one left out."""

import pytest

from app.language.analysis.mentions import MentionService, mentions_for
from app.language.checks.summary_check import SummaryCheck, missing_keywords
from app.language.language import language_of, using
from app.models.command import Event
from app.models.events.play import (
    DangerChanged,
    ItemGiven,
    ItemTaken,
    LocationChanged,
    NPCMoved,
    ObjectiveCompleted,
    QuestStarted,
)
from app.models.memory import CaptureFacts
from app.models.messages.message import Message, Role
from app.models.sheets.condition import DangerLevel
from app.models.sheets.person import Pronouns
from app.models.sheets.quest import QuestStatus
from app.models.sheets.scenario import ScenarioSheet
from tests.integration.turns.german import SCENARIO
from tests.worlds import message, new_game, small_sheet

SHEET = small_sheet()
MENTIONS = MentionService(SHEET)
INN = {"location_id": "inn", "witness_ids": ("mara",), "game_time": 860}
MESSAGES = (
    message(0, "Mara, I promise to bring three silver coins and your lantern.", addressee_ids=("mara",), **INN),
    message(1, "Bring it by nightfall, then.", role=Role.NPC, speaker_id="mara", speaker_name="Mara Ironhand", **INN),
    message(2, "Mara polishes a cup. Two sailors laugh.", role=Role.NARRATOR, speaker_id=None, speaker_name="", **INN),
)
FACTS = CaptureFacts(location_id="inn", present_ids=("mara",), quest_ids=("light",))

TAKEN = ItemTaken(item_id="lantern", location_id="inn")
MOVED = LocationChanged(from_id="inn", to_id="market", minutes=5, first_visit=False)

GOOD_START = "Élan promised Mara Ironhand her lantern."

BAD = [
    ("", "empty"),
    (" \n\t ", "empty"),
    ("...", "empty"),
    ("I'm sorry, but I cannot summarize this conversation.", "a refusal"),
    ("As an AI language model, I have no memories.", "a refusal"),
    ("Unfortunately, I am unable to help with that.", "a refusal"),
    ("No messages were provided.", "a refusal"),
    ("I cannot assist with this request.", "a refusal"),
    (f"Certainly! {GOOD_START}", "chatter around the summary"),
    (f"Sure, here is the memory. {GOOD_START}", "chatter around the summary"),
    (f"Here's a summary: {GOOD_START}", "chatter around the summary"),
    (f"Summary: {GOOD_START}", "chatter around the summary"),
    (f"{GOOD_START} Let me know if more is needed.", "chatter around the summary"),
    (f"<think>Élan met Mara.</think> {GOOD_START}", "tags or thinking left over"),
    (f"Élan met her, so I should write that.</think> {GOOD_START}", "tags or thinking left over"),
    (f"<|im_start|>assistant {GOOD_START}", "tags or thinking left over"),
    (f"<b>{GOOD_START}</b>", "tags or thinking left over"),
    (f"## Memory\n{GOOD_START}", "markup"),
    (f"- {GOOD_START}\n- Mara agreed.", "markup"),
    (f"1. {GOOD_START}", "markup"),
    (f"**Élan** met Mara. {GOOD_START}", "markup"),
    ('{"summary": "Élan promised Mara Ironhand her lantern."}', "markup"),
    (f"```\n{GOOD_START}\n```", "markup"),
    ("Élan: I promise to bring it.\nMara Ironhand: Bring it by nightfall.", "a transcript"),
    (f"{GOOD_START}\nNarrator: The cup is clean.", "a transcript"),
    ("[Mara]: Bring it by nightfall, then.", "a transcript"),
    ("The narrator found an inn where Mara polished a cup.", "it tells of the program: narrator"),
    ("Mara polished a cup, and the system sent Élan away.", "it tells of the program: the system"),
    (f"{GOOD_START} What do you do?", "a question"),
    (f"{GOOD_START} But could Mara trust him?", "a question"),
    ("You promised Mara her lantern.", "speaks to the player"),
    ("Mara polished a cup and looked into your eyes.", "speaks to the player"),
    ("I promised Mara her lantern.", "told in the first person"),
    ("Mara told us about the nightfall.", "told in the first person"),
    ("Élan will soon return with the lantern.", "continues the story"),
    ("Suddenly the door of the Inn opened.", "continues the story"),
    ("Élan promised the lantern. The adventure continues.", "continues the story"),
    ("Élan promised Mara " + "a lantern and a cup, " * 40 + "and left.", "too long"),
    ("Mara sat. Élan stood. Mara laughed. Élan spoke. Mara nodded. Élan left the room.", "too many sentences"),
    ("Élan promised Mara Ironhand to bring", "a fragment"),
    ("The lantern of Mara and the cup.", "a fragment"),
    ("and then left the room.", "a fragment"),
    ("Élan promised Mara the lantern, and then...", "a fragment"),
    ("Lantern promised.", "a fragment"),
    (f"{GOOD_START} {GOOD_START}", "repeats itself"),
    ("Mara laughed and laughed and laughed and laughed and laughed and laughed.", "repeats itself"),
    ("%&/( 0x3f 0x3f ;;; 12 $$ Mara.", "garbage"),
    ("Mara said aGVsbG8gd29ybGQgaGVsbG8gd29ybGQgaGVsbG8gd29ybGQ today.", "garbage"),
    ("Mara sa\ufffdd the lantern was lost.", "garbage"),
    ("玛拉答应给他一盏灯。他们在酒馆里谈了很久。", "another script than its messages"),
    ("Мара пообещала ему фонарь и ключ.", "another script than its messages"),
    ("Élan promised Mara seven silver coins.", "a number that is not in its messages: 7"),
    ("Élan owed Mara 300 coins.", "a number that is not in its messages: 300"),
    ("Élan met Mara at 09:15.", "a number that is not in its messages: 9:15"),
    ("Élan and Mara walked to the Tower together.", "a name that is not in its messages: Tower"),
    ("Élan gave Mara the brass key.", "a name that is not in its messages: brass key"),
    ("Mara feared the great owl.", "a name that is not in its messages: the great owl"),
    ("The Guard and Mara quarrelled.", "a name that is not in its messages: Guard"),
    ("Élan completed Peace in the tower for Mara.", "a name that is not in its messages: Peace in the tower"),
    ('Élan promised Mara: "I promise to bring three silver coins.', "a quotation mark without its partner"),
    ("“Bring it by nightfall, said Mara.", "a quotation mark without its partner"),
    ("Bring it by nightfall,” said Mara.", "a quotation mark without its partner"),
    ("<messages>Élan promised Mara her lantern.</messages>", "tags or thinking left over"),
    ("Mara Ironhand promised Élan her lantern.", "it does not say rightly who promised: Élan did"),
    ("Élan met Mara, and she promised to bring three coins.", "it does not say rightly who promised: Élan did"),
    ("Mara Ironhand swore to bring her lantern.", "it does not say rightly who swore: Élan did"),
    ("Mara solemnly promised three silver coins.", "it does not say rightly who promised: Élan did"),
    ("Élan met Mara at the Inn thirty minutes later.", "a number that is not in its messages: 30"),
]

GOOD = [
    GOOD_START,
    'Élan promised Mara Ironhand: "I promise to bring three silver coins and your lantern."',
    "Élan promised Mara 3 silver coins and her lantern.",
    "Mara Ironhand told Élan to bring the lantern by nightfall; two sailors laughed.",
    "At the Inn, Mara polished a cup while Élan gave his word.",
    "On Day 1 at 14:20 Élan gave Mara a promise.",
    "“Bring it by nightfall,” said Mara, and Élan agreed.",
    "Élan took on A light for Mara, and Mara told him that she would wait.",
    "Mara warned Élan that the sailors will talk.",
    "Night fell before Mara and Élan had finished.",
    "Élan wanted an inn, and Mara’s was open; nobody asked Mara’s name against her will.",
    "Élan asked Mara: “Will you wait?” Mara said that no one could know.",
    "Élan gave his word at the Broken Oar and Mara believed him.",
    "Élan gave Mara his word. Élan told Mara about the coins.",
    "Élan met Mara Ironhand and promised her three silver coins.",
    "Mara was promised her lantern by Élan.",
    "Mara said that the promised lantern was hers.",
    "Mara's promised lantern was lost, and Mara kept no oath.",
    'Élan told Mara: "I promise to bring three silver coins and your lantern."',
]


@pytest.mark.parametrize(("summary", "reason"), BAD, ids=[f"{n}-{reason}" for n, (_, reason) in enumerate(BAD)])
def test_a_bad_summary_is_refused_for_its_own_reason(summary: str, reason: str) -> None:
    assert SummaryCheck(MESSAGES, FACTS, SHEET, ["Élan"], MENTIONS).why_bad(summary) == reason


@pytest.mark.parametrize("summary", GOOD)
def test_a_good_summary_is_accepted(summary: str) -> None:
    assert SummaryCheck(MESSAGES, FACTS, SHEET, ["Élan"], MENTIONS).why_bad(summary) is None


def why_bad(summary: str, *messages: Message, players: tuple[str, ...] = ("Élan",)) -> str | None:
    return SummaryCheck(messages, FACTS, SHEET, players, MENTIONS).why_bad(summary)


@pytest.mark.parametrize(
    ("summary", "is_good"),
    [
        ("Twenty minutes later Mara wanted the lantern by nightfall.", True),
        ("Some 21 minutes later Mara wanted the lantern by nightfall.", True),
        ("Two hours later Mara wanted the lantern by nightfall.", True),
        ("Fifty minutes later Mara wanted the lantern by nightfall.", False),
        ("Élan brought Mara two hundred lanterns.", False),
    ],
)
def test_a_duration_that_the_messages_span_is_no_invention(summary: str, is_good: bool) -> None:
    first, second, third = MESSAGES
    later = (second.model_copy(update={"game_time": 880}), third.model_copy(update={"game_time": 980}))
    assert (why_bad(summary, first, *later) is None) == is_good


def test_the_title_of_a_quest_that_was_open_or_has_begun_meanwhile_is_no_invention() -> None:
    state, summary = new_game(), "Élan took on A light for Mara and promised Mara her lantern."
    facts = CaptureFacts(location_id="inn")
    unknown = "a name that is not in its messages: A light for Mara"
    assert SummaryCheck.of(state, MESSAGES, facts).why_bad(summary) == unknown
    state.quest("light").status = QuestStatus.ACTIVE  # later than the messages
    assert SummaryCheck.of(state, MESSAGES, facts).why_bad(summary) == unknown
    was_open = facts.model_copy(update={"quest_ids": ("light",)})
    assert SummaryCheck.of(state, MESSAGES, was_open).why_bad(summary) is None
    begun = (*MESSAGES[:-1], MESSAGES[-1].model_copy(update={"events": (QuestStarted(quest_id="light"),)}))
    assert SummaryCheck.of(state, begun, facts).why_bad(summary) is None


GIVEN = ItemGiven(item_id="brass-key", npc_id="mara", to_party=True)


@pytest.mark.parametrize(
    ("summary", "is_good"),
    [
        ("Mara gave Élan the brass key.", True),
        ("Élan gave Mara the brass key.", False),
        ("Élan gave Mara his word and got the brass key.", True),
        ("Élan met Mara, and she gave him the brass key.", False),
    ],
)
def test_what_went_from_hand_to_hand_has_its_giver(summary: str, is_good: bool) -> None:
    line = message(3, "What changed.", role=Role.SYSTEM, speaker_id=None, speaker_name="", events=(GIVEN,), **INN)
    assert (why_bad(summary, *MESSAGES, line) is None) == is_good


def test_a_pronoun_that_only_one_person_can_have_names_its_doer() -> None:
    people = tuple(npc.model_copy(update={"pronouns": Pronouns.SHE}) if npc.id == "mara" else npc for npc in SHEET.npcs)
    sheet = SHEET.model_copy(update={"npcs": people})
    check = SummaryCheck(MESSAGES, FACTS, sheet, ["Élan"], MentionService(sheet))
    assert check.why_bad("Élan met Mara, and he promised to bring her lantern.") is None
    assert check.why_bad("Élan met Mara, and she promised to bring his lantern.") is not None


@pytest.mark.parametrize(
    ("summary", "is_good"),
    [
        ("Mara said that the innkeeper before her had died in bed.", True),
        ("Somebody else built the frame, said Mara.", True),
        ("Mara Ironhand had died in bed of a cough.", False),
        ("Élan asked Mara about the frame. Mara had built it in a gale.", False),
        ("Élan built the frame in a gale.", False),
        ("Mara rang the bell.", True),
    ],
)
def test_what_a_person_says_of_somebody_else_is_neither_its_own_deed_nor_its_hearers(
    summary: str, is_good: bool
) -> None:
    asked, told, _ = MESSAGES
    asked = asked.model_copy(update={"content": "Who was it that kept the inn?", "acts": ()})
    told = told.model_copy(
        update={
            "content": "He built the frame in a gale. He has died in bed of a cough, and I rang the bell.",
            "acts": (),
        }
    )
    assert (why_bad(summary, asked, told) is None) == is_good


def test_what_somebody_tells_of_a_third_person_is_left_to_it() -> None:
    guard = message(3, "The guard promised me a cloak.", role=Role.NPC, speaker_id="mara", speaker_name="Mara", **INN)
    assert why_bad("Mara told Élan that the Guard promised her a cloak.", *MESSAGES, guard) is None


@pytest.mark.parametrize(
    ("player", "said", "summary"),
    [
        ("Ойлан", "Мара, я обещаю вернуть фонарь.", "Ойлан пообещал Маре вернуть фонарь."),
        ("小明", "玛拉，我会把灯带回来。", "小明答应把灯带回来。"),
        ("سلمى", "أعدك أن أعيد المصباح.", "وعدت سلمى بإعادة المصباح."),
        ("O'Brien", "I owe you a dozen eggs.", "O’Brien owed Mara Ironhand 12 eggs."),
        ("Will", "I will come back.", "Will promised Mara to come back."),
    ],
)
def test_summaries_and_names_of_any_script_are_accepted(player: str, said: str, summary: str) -> None:
    messages = [message(0, said, speaker_name=player, **INN)]
    assert SummaryCheck(messages, FACTS, SHEET, [player], MENTIONS).why_bad(summary) is None


def test_another_player_who_had_no_part_in_it_is_a_stranger() -> None:
    reason = SummaryCheck(MESSAGES, FACTS, SHEET, ["Élan", "Bela"], MENTIONS).why_bad("Bela promised Mara her lantern.")
    assert reason == "a name that is not in its messages: Bela"
    assert SummaryCheck(MESSAGES, FACTS, SHEET, ["Élan", "Bela"], MENTIONS).why_bad(GOOD_START) is None


def test_names_and_numbers_of_the_facts_are_known() -> None:
    facts = CaptureFacts(location_id="tower", related=(("encounter_id", "owl"), ("location_id", "tower")))
    assert (
        SummaryCheck(MESSAGES, facts, SHEET, ["Élan"], MENTIONS).why_bad("Élan drove the great owl from the Tower.")
        is None
    )


def test_what_a_message_quotes_from_memory_is_no_evidence() -> None:
    recalled = "You asked me about the Tower."
    told = message(0, recalled + " Sit down.", quoted=((0, len(recalled)),), location_id="inn", witness_ids=("mara",))
    reason = SummaryCheck([told], CaptureFacts(), SHEET, ["Élan"], MENTIONS).why_bad("Élan asked Mara about the Tower.")
    assert reason == "a name that is not in its messages: Tower"


@pytest.mark.parametrize("name", ["What do you do?", "<think>", "I", "you", "Certainly!", "7", "...", "🦊", "玛拉"])
def test_a_strange_name_is_no_bad_form(name: str) -> None:
    messages = [message(0, "I promise.", speaker_name=name, **INN)]
    summary = f"{name} spent some time at the Inn with Mara Ironhand."
    assert SummaryCheck(messages, FACTS, SHEET, [name], MENTIONS).why_bad(summary) is None


@pytest.mark.parametrize("text", ["<" * 20_000, '"' * 20_000, "ha" * 10_000, "Mara " * 4_000, "1," * 10_000])
def test_hostile_answers_are_refused(text: str) -> None:
    assert SummaryCheck(MESSAGES, FACTS, SHEET, ["Élan"], MENTIONS).why_bad(text) is not None


def test_keywords_keep_names_items_and_numbers_that_the_summary_left_out() -> None:
    messages = [
        message(0, "I lost a lantern near the Skerries, Mara. The guard saw it.", **INN),
        message(1, "The lantern? Three crowns.", role=Role.NPC, speaker_id="mara", speaker_name="Mara Ironhand", **INN),
        message(2, "What changed.", role=Role.SYSTEM, speaker_id=None, speaker_name="", events=(TAKEN,), **INN),
    ]
    kept = missing_keywords("Élan spoke with Mara.", messages, SHEET, MENTIONS)
    assert kept == ("lantern", "Guard", "Skerries", "3")


@pytest.mark.parametrize(
    ("event", "kept"),
    [
        (ItemGiven(item_id="brass-key", npc_id="mara", to_party=True), {"brass key", "Mara Ironhand"}),
        (ObjectiveCompleted(quest_id="light", objective_id="bring-lantern"), {"lantern", "Mara Ironhand"}),
        (DangerChanged(location_id="tower", level=DangerLevel.CLEARED), {"Tower"}),
        (NPCMoved(npc_id="guard-1", from_id="market", to_id="inn"), {"Guard", "Inn"}),
        (NPCMoved(npc_id="guard-1", from_id="inn", to_id="market"), {"Guard"}),
        (MOVED, set()),
    ],
)
def test_keywords_of_the_engines_line_are_the_things_of_its_events(event: Event, kept: set[str]) -> None:
    line = message(0, "Whatever it says of the anvil.", role=Role.SYSTEM, speaker_name="", events=(event,))
    assert set(missing_keywords("Élan waited.", [line], SHEET, MENTIONS)) == kept


def test_at_most_twelve_keywords_are_kept_the_most_frequent_first() -> None:
    text = "I met " + ", ".join(f"old N{'abcdefghijklmnop'[n]}me" for n in range(16)) + " and the lantern, the lantern."
    kept = missing_keywords("Élan spoke.", [message(0, text), message(1, "the lantern")], SHEET, MENTIONS)
    assert len(kept) == 12
    assert kept[0] == "lantern"


def test_what_the_summary_names_by_another_name_is_not_missing() -> None:
    messages = [message(0, "I gave Mara the lantern, two coins.", **INN)]
    assert missing_keywords("The innkeeper took a lamp and 2 coins.", messages, SHEET, MENTIONS) == ()


def test_parts_of_names_small_numbers_of_the_narrator_and_ambiguous_words_are_no_keywords() -> None:
    narrator = {"role": Role.NARRATOR, "speaker_id": None, "speaker_name": ""}
    messages = [
        message(0, "They call it the Prison Cell, and a Prison it is. Two ravens and 40 rats live there.", **narrator),
        message(1, "Three of them bit me. Dusk and NIGHT were bad.", **INN),
        message(2, "What changed.", role=Role.SYSTEM, speaker_id=None, speaker_name="", events=(TAKEN, MOVED)),
    ]
    assert missing_keywords("Élan spoke.", messages, SHEET, MENTIONS) == ("lantern", "3", "Prison Cell", "40")


def test_what_was_spoken_of_comes_before_what_was_only_narrated() -> None:
    narrator = {"role": Role.NARRATOR, "speaker_id": None, "speaker_name": ""}
    messages = [
        message(0, "The way goes to the Tower. The Tower is dark, and in the Tower lives Borek.", **narrator),
        message(1, "My aunt Solveig lost a lantern on the 12th.", **INN),
    ]
    kept = missing_keywords("Élan spoke.", messages, SHEET, MENTIONS)
    assert kept == ("lantern", "Solveig", "12", "Tower", "Borek")


GERMAN = ScenarioSheet.model_validate_json(SCENARIO.read_text("utf-8"))


@pytest.mark.parametrize(
    ("summary", "why"),
    [
        ("Élan stand mit Holm im Regen und versprach, eine Laterne zu bringen.", None),
        ("Holm klagte über den Regen. Élan versprach eine Laterne.", None),
        ("Der Regen fiel, und Holm fror.", None),
        ("Mara bat Élan um eine Laterne.", "a name that is not in its messages: Mara"),
        ("Holm bat Élan um sieben Münzen.", "a number that is not in its messages: 7"),
        ("Ich versprach Holm eine Laterne.", "told in the first person"),
        ("Du versprachst Holm eine Laterne.", "speaks to the player"),
        ("Holm wird Élan morgen eine Laterne geben.", "continues the story"),
        ("Es tut mir leid, ich kann das nicht zusammenfassen.", "a refusal"),
    ],
)
def test_a_german_summary_may_hold_nouns_and_is_judged_as_an_english_one(summary: str, why: str | None) -> None:
    """ "Regen" is an act of the scenario, too, and no message names it."""
    here = {"location_id": "markt", "witness_ids": ("wache",)}
    said = [message(0, "Ich bringe dir eine Laterne, Holm. Mir ist kalt hier draußen.", speaker_name="Élan", **here)]
    with using(language_of(GERMAN)):
        check = SummaryCheck(said, CaptureFacts(location_id="markt"), GERMAN, ["Élan"], mentions_for(GERMAN))
        assert check.why_bad(summary) == why
