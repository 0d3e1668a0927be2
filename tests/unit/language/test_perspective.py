"""A summary in the words of the person who remembers."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.language.rendering.perspective import in_own_words

MARA = ("Mara Ironhand", "Mara", "the innkeeper")


@pytest.mark.parametrize(
    ("summary", "told"),
    [
        (
            'Élan promised Mara Ironhand: "I will bring it back." Élan gave Mara Ironhand the lantern.',
            'You promised me: "I will bring it back." You gave me the lantern.',
        ),
        (
            'Mara Ironhand gave Élan the key. Mara Ironhand said: "Mara, Élan and I."',
            'I gave you the key. I said: "Mara, Élan and I."',
        ),
        ("Élan asked Mara about the owl and the key.", "You asked me about the owl and the key."),
        (
            'Élan promised Mara: "I will." Mara promised Élan: "You shall." Élan asked Mara about the owl.',
            'You promised me: "I will." I promised you: "You shall." You asked me about the owl.',
        ),
        ('Élan did what Mara asked: "A light for Mara".', 'You did what I asked: "A light for Mara".'),
        ("Mara Ironhand grew friendly towards Élan.", "I grew friendly towards you."),
        ("Élan’s boat sank; Mara's inn stood.", "Your boat sank; my inn stood."),
        ("The key was Mara's. The boat was Élan's.", "The key was mine. The boat was yours."),
        ("Élan was tired and was hungry.", "You were tired and were hungry."),
        ("Mara was tired and Élan was late.", "I was tired and you were late."),
        ("Mara has sworn, and Élan has left.", "I have sworn, and you have left."),
        ("Guard and Élan were friends of Mara.", "Guard and you were friends of me."),
        ("Mara and Élan talked.", "You and I talked."),
        ("Mara and Guard argued.", "Guard and I argued."),
        ('"Go," Mara said. "Now," said the innkeeper.', '"Go," I said. "Now," said I.'),
        ("Mara Ironhand, the innkeeper, gave Élan a key.", "I gave you a key."),
        ("Élan took the lantern Mara wanted.", "You took the lantern I wanted."),
        ("Élan left before Mara returned.", "You left before I returned."),
        ("Élan introduced himself to Mara.", "You introduced yourself to me."),
        ("Tom Ironhand gave Mara a cup.", "Tom Ironhand gave me a cup."),
        ("The party spent some time at the Inn with Mara.", "You spent some time at the Inn with me."),
        ('Élan said: "I will', 'You said: "I will'),
        ("", ""),
    ],
)
def test_names_become_i_and_you(summary: str, told: str) -> None:
    assert in_own_words(summary, MARA, ["Élan"]) == told


@pytest.mark.parametrize(
    ("player", "summary", "told"),
    [
        ("O'Brien", "O’Brien gave Mara O'Brien's lantern.", "You gave me your lantern."),
        (
            "Rain",
            'Rain promised Mara: "Rain or shine." The rain fell.',
            'You promised me: "Rain or shine." The rain fell.',
        ),
        ("rain", "rain gave Mara the lantern in the rain.", "You gave me the lantern in the rain."),
        ("Will", "Will gave Mara the will; Mara said she will wait.", "You gave me the will; I said she will wait."),
        ("The", "The gave Mara Ironhand the lantern.", "You gave me the lantern."),
        ("You", "You gave Mara Ironhand the lantern.", "You gave me the lantern."),
        ('Bob "Tiny" Smith', 'Bob "Tiny" Smith gave Mara a cup.', "You gave me a cup."),
        ("小明", '小明 gave Mara a cup. Mara said: "小明!"', 'You gave me a cup. I said: "小明!"'),
        ("Mara Vale", "Mara Vale gave Mara Ironhand a cup.", "You gave me a cup."),
    ],
)
def test_odd_player_names_work(player: str, summary: str, told: str) -> None:
    assert in_own_words(summary, MARA, [player]) == told


def test_several_players_are_all_you() -> None:
    assert in_own_words("Élan and Bo gave Mara a cup.", MARA, ["Élan", "Bo"]) == "You gave me a cup."


@settings(deadline=None)
@given(st.text(st.characters(exclude_characters='"“”„«»「」『』'), max_size=120))
def test_quotations_are_never_touched(text: str) -> None:
    composed = unicodedata.normalize("NFC", f'Mara said: "{text}" Élan left.')
    assert composed[composed.index('"') : composed.rindex('"') + 1] in in_own_words(composed, MARA, ["Élan"])


@settings(deadline=None)
@given(st.text(max_size=120), st.text(max_size=20), st.text(max_size=20))
def test_any_text_and_names_are_turned_without_error(text: str, own: str, player: str) -> None:
    assert isinstance(in_own_words(text, [own, "Mara"], [player]), str)
