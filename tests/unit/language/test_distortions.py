"""How a person's memories are coloured: where there is an occasion, once, subtly, and never in the entry itself."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.language.language import current_language
from app.language.rendering.distortions import DISTORTED, cues, filter_of, perceived_summary
from app.models.memory import MemoryEntry, MemoryKind, MemorySource
from app.models.sheets.person import DistortionKind, DistortionSheet, NPCSheet
from tests.examples import examples
from tests.worlds import NOW

PARANOID = DistortionSheet(kind=DistortionKind.PARANOID)
DEPRESSED = DistortionSheet(kind=DistortionKind.DEPRESSED)
TRAUMA = DistortionSheet(kind=DistortionKind.TRAUMA, triggers=("the fire", "burning mill"), about="The night it burnt.")
WORDLESS = current_language().data("distortions")["trauma"]["wordless"]
BACK = "It brings back the night it burnt."


def mara(*distortions: DistortionSheet) -> NPCSheet:
    return NPCSheet(id="mara", name="Mara Ironhand", aliases=("Mara",), description="Broad.", distortions=distortions)


def coloured(text: str, *distortions: DistortionSheet) -> str:
    found = filter_of(mara(*distortions))
    assert found is not None
    return found(text)


def trauma(*triggers: str, about: str = "") -> DistortionSheet:
    return DistortionSheet(kind=DistortionKind.TRAUMA, triggers=triggers, about=about)


def thoughts(*kinds: str) -> set[str]:
    """All that may be thought on occasions of these kinds."""
    return {thought for kind in kinds for _, found in cues(kind).values() for thought in found}


def memory(text: str, **fields: object) -> MemoryEntry:
    return MemoryEntry.model_validate({"created_at": NOW, "source": MemorySource.NPC, "summary": text, **fields})


# -- paranoid ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "Saw Tobin standing around.",
        "Saw Tobin having a conversation.",
        "Tobin laughed when the tray fell.",
        "Two strangers whispered at the corner table.",
        "Élan gave Mara the lantern.",
        "Tobin left without a word.",
        "Tobin told Mara that the ferry was late.",
        "Somebody knocked in the night.",
        "There was laughter in the yard",
    ],
)
def test_a_paranoid_one_suspects_what_others_do(text: str) -> None:
    told = coloured(text, PARANOID)
    thought = told.removeprefix(text).removeprefix(".").strip()
    assert told.startswith(text)
    assert thought in thoughts("verbs", "things")


def test_the_thought_is_on_the_strongest_occasion_and_stands_behind_the_text() -> None:
    text = "Tobin said good night. Then somebody laughed. It rained."
    thought = coloured(text, PARANOID).removeprefix(f"{text} ")
    assert thought in {"At whom, I wonder?", "At my expense, I should think.", "I did not see what was funny."}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "The sky was grey and the river was high.",
        "Nobody laughed.",
        "Tobin did not once look up.",
        "Brandt's watch lost nine minutes a day.",
        "Mara laughed.",
        "I quietly laughed.",
        "Mara Ironhand gave Tobin a bed.",
        "Arrived at the Inn.",
        "Mara Ironhand: Take the key.",
        "Mara: Take the key.",
        "彼は火を見た。",
    ],
)
def test_it_suspects_neither_the_weather_nor_itself_nor_what_did_not_happen(text: str) -> None:
    assert coloured(text, PARANOID) == text


def test_what_it_thinks_of_somebodys_speech_stands_apart_from_the_speech() -> None:
    told = coloured("Old Tam: Is the cellar locked?", PARANOID)
    assert told.removeprefix("Old Tam: Is the cellar locked? ").strip("()") in thoughts("verbs")
    assert told.endswith(")")


# -- depressed -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("It was a wonderful evening!", "It was a passable evening!"),
        ("Hesper is an excellent singer.", "Hesper is a decent singer."),
        ("It was a perfect day.", "It was an adequate day."),
        ("Tobin was delighted and laughed.", "Tobin was pleased and smiled."),
        ("The mill burnt! Run!", "The mill burnt! Run!"),
        ("Joy came with Merry.", "Joy came with Merry."),
        ('"A happy day!" said Tobin, happily.', '"A happy day!" said Tobin, quietly.'),
        ("A happy-go-lucky boy.", "A happy-go-lucky boy."),
    ],
)
def test_a_depressed_one_tones_joy_down_but_no_name_and_no_quotation(text: str, told: str) -> None:
    assert coloured(text, DEPRESSED) == told


@pytest.mark.parametrize(
    "text", ["The abbess praised the bread.", "They danced until dawn.", "Tobin: They praised the bread!"]
)
def test_it_does_not_believe_in_praise_and_feasts(text: str) -> None:
    told = coloured(text, DEPRESSED)
    assert told.startswith(text)
    assert told.removeprefix(text).strip(" ()") in thoughts("joys")


# -- trauma --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("A FIRE broke out. Tobin ran.", f"A FIRE broke out. Tobin ran. {BACK}"),
        ("The fires were lit", f"The fires were lit. {BACK}"),
        ("Élan spoke of burning mills in the north.", f"Élan spoke of burning mills in the north. {BACK}"),
        ("Tobin: Fire!", f"Tobin: Fire! ({BACK})"),
        ("The fireplace was cold.", "The fireplace was cold."),
        ("The mill was cold.", "The mill was cold."),
    ],
)
def test_a_trigger_as_a_word_in_any_form_brings_back_what_it_is_about(text: str, told: str) -> None:
    assert coloured(text, TRAUMA) == told


@pytest.mark.parametrize(
    ("trigger", "text"),
    [
        ("火", "彼は火を見た。"),
        ("горе", "У него было Горе."),
        ("e\u0301lan", "Then Élan came."),
        ("Straße", "In der STRASSE."),
    ],
)
def test_triggers_are_of_any_script_and_case(trigger: str, text: str) -> None:
    assert coloured(text, trauma(trigger, about="that day")) == f"{text} It brings back that day."


def test_without_anything_to_bring_back_the_trauma_has_no_words() -> None:
    assert coloured("A fire.", trauma("fire")).removeprefix("A fire. ") in WORDLESS


def test_what_comes_back_is_one_short_line() -> None:
    told = coloured("A fire.", trauma("fire", about="{x} the\nnight\x07 " + "of the long fire " * 16))
    assert "\n" not in told
    assert "\x07" not in told
    assert len(told) <= 200
    assert told.startswith("A fire. It brings back {x} the night of the long fire")


def test_a_trigger_without_words_is_never_found() -> None:
    assert coloured("Well … yes.", trauma("…", "the", about="x")) == "Well … yes."


# -- together ------------------------------------------------------------------------------------------------------


def test_a_person_without_distortions_has_no_filter() -> None:
    assert filter_of(mara()) is None


def test_the_sheets_order_counts_and_two_thoughts_are_the_most() -> None:
    text = "They danced round the fire, whispered and laughed."
    first = coloured(text, TRAUMA, PARANOID, DEPRESSED)
    assert BACK in first
    assert not any(thought in first for thought in thoughts("joys"))
    last = coloured(text, DEPRESSED, PARANOID, TRAUMA)
    assert BACK not in last
    assert "smiled" in first
    assert "smiled" in last


def test_one_thought_is_no_occasion_for_another() -> None:
    """The fire that comes back would be a trigger of the second trauma, the whisper in it one for suspicion."""
    first = DistortionSheet(kind=DistortionKind.TRAUMA, triggers=("owl",), about="the fire and the whispering")
    assert coloured("An owl.", first, TRAUMA, PARANOID) == "An owl. It brings back the fire and the whispering."


WORDS = st.sampled_from(
    [
        *(
            "Tobin",
            "Mara",
            "I",
            "a",
            "an",
            "laughed",
            "laughing",
            "whispered",
            "fire",
            "burning",
            "mill",
            "happy",
            "Joy",
        ),
        *("joy", "wonderful", "excellent", "praised", "danced", "said:", "gave", "left", "not", "nobody", "watch"),
        *("key!", ".", "!", "?!", "…", '"', "“", "”", "(", ")", ",", "\n", "enjoyed", "himself", "Tobin:", "A.", "Mr."),
        *("火", "é", "grinned", "celebrated", "happy"),
    ]
)
TEXTS = st.lists(WORDS, max_size=30).map(" ".join) | st.text(max_size=80)
SHEETS = st.lists(
    st.sampled_from(
        [
            PARANOID,
            DEPRESSED,
            TRAUMA,
            DistortionSheet(kind=DistortionKind.TRAUMA, triggers=("smiled", "key"), about="a whisper. Joy! " * 18),
            DistortionSheet(kind=DistortionKind.TRAUMA, triggers=("火",)),
        ]
    ),
    min_size=1,
    max_size=5,
)


@settings(max_examples=examples(100), deadline=None)
@given(TEXTS, SHEETS)
def test_any_text_is_coloured_in_bounds_and_always_alike(text: str, sheets: list[DistortionSheet]) -> None:
    told = coloured(text, *sheets)
    assert coloured(text, *sheets) == told
    assert len(told) <= 1.5 * len(text) + 400


@pytest.mark.parametrize("text", ["laughed " * 5000, "joy! " * 5000, "fire " * 5000, '"' * 20_000, "a" * 50_000])
def test_long_texts_cost_little_more_than_their_length(text: str) -> None:
    assert len(coloured(text, PARANOID, DEPRESSED, TRAUMA)) <= 1.5 * len(text) + 400


def test_every_thought_is_short_and_no_paler_word_is_joyful() -> None:
    assert all(len(thought) <= 42 for thought in thoughts("verbs", "things", "joys").union(WORDLESS))
    toned = current_language().data("distortions")["depressed"]["toned"]
    assert toned.keys().isdisjoint(toned.values())


# -- what is shown -------------------------------------------------------------------------------------------------


def test_recall_shows_the_coloured_text_and_marks_it_while_the_entry_keeps_the_truth() -> None:
    entry = memory("They laughed.")
    told, is_distorted = perceived_summary(entry, filter_of(mara(PARANOID)))
    assert told.startswith("They laughed. ")
    assert is_distorted
    assert entry.summary == "They laughed."
    assert perceived_summary(entry, None) == ("They laughed.", False)
    assert perceived_summary(memory("It rained."), filter_of(mara(PARANOID))) == ("It rained.", False)


def test_what_was_coloured_when_it_was_formed_stays_so() -> None:
    entry = memory("They laughed.", metadata={DISTORTED: "They laughed at me."})
    assert perceived_summary(entry, filter_of(mara(DEPRESSED))) == ("They laughed at me.", True)
    assert perceived_summary(memory("They laughed.", metadata={DISTORTED: ["no text"]}), None) == (
        "They laughed.",
        False,
    )


@pytest.mark.parametrize("kind", [MemoryKind.GIFTED, MemoryKind.PLAN])
def test_who_it_is_and_what_it_means_to_do_are_never_coloured(kind: MemoryKind) -> None:
    assert perceived_summary(memory("They laughed.", kind=kind), filter_of(mara(PARANOID))) == ("They laughed.", False)
