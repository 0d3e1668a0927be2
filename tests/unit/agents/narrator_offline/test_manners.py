"""Small courtesies that a player expects: pronouns, ways beyond the next room, two questions at once."""

import pytest
from pytest_mock import MockerFixture

from app.agents.narrator.knowledge.exchange import Exchange
from app.agents.narrator.telling.variants import fill_marked
from app.agents.narrator.turn.voices import Voice
from app.events.commands.play import (
    AskTopicCommand,
    ChangeLocationCommand,
    TakeItemCommand,
    UpdateLocationStateCommand,
    UseItemCommand,
)
from app.language.language import default_language
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.command import Command, Outcome
from app.models.events.play import EffectAdded
from app.models.memory import MemoryKind, Scope
from app.models.sheets.item import ItemUse
from app.models.sheets.person import VoiceSheet
from app.models.state.game_state import GameState
from tests.unit.agents.narrator_offline.playing import Play, at, with_lantern
from tests.worlds import NOW, new_game


async def test_two_things_are_asked_about_in_order() -> None:
    played = await Play(at(new_game(), "inn")).do("ask mara about the owl and the key")
    assert played.commands == [
        AskTopicCommand(npc_id="mara", topic_id="owl-trouble"),
        AskTopicCommand(npc_id="mara", topic_id="key"),
    ]


def test_no_stock_word_of_thanks_leaves_a_slot_unfilled() -> None:
    state = at(new_game(), "inn")
    lines = default_language().lines("manners.thanks")
    said = [_thanks(state, line) for line in lines]
    assert said[0] == "The lantern. I won't forget this, Élan."
    assert all(text and "{" not in text for text in said)


def test_stock_words_of_thanks_are_said_where_the_author_wrote_none() -> None:
    state = at(new_game(), "inn")
    stock = {_thanks(state, line) for line in default_language().lines("manners.thanks")}
    state.sheets.npcs["mara"] = state.sheets.npc("mara").model_copy(update={"voice": VoiceSheet()})
    assert Voice(Exchange(state, "mara", "Élan")).thanks("lantern").text in stock


def _thanks(state: GameState, line: str) -> str:
    """What Mara says for the lantern where this is the only line she has."""
    update = {"voice": VoiceSheet(thanks=(line,))}
    state.sheets.npcs["mara"] = state.sheets.npc("mara").model_copy(update=update)
    return Voice(Exchange(state, "mara", "Élan")).thanks("lantern").text


async def test_it_is_what_was_named_last() -> None:
    play = Play()
    assert (await play.all("examine the anvil", "examine the lantern", "take it")).commands == [
        TakeItemCommand(item_id="lantern")
    ]
    assert "Bored." in (await play.all("talk to guard", "examine him")).text


async def test_a_pronoun_that_means_nothing_is_refused() -> None:
    played = await Play(at(new_game(), "cell-1")).do("take it")
    assert played.commands == []
    assert played.text


@pytest.mark.parametrize("line", ["go to the inn", "go to Mara"])
async def test_the_known_way_to_a_place_beyond_the_next_room_is_walked(line: str) -> None:
    play = Play()
    await play.all("go east", "leave", "go down")
    played = await play.do(line)
    assert played.commands == [ChangeLocationCommand(location_id=to) for to in ("market", "inn")]
    assert "Mara Ironhand" in played.text


async def test_a_walk_ends_where_something_happens_and_what_was_to_follow_is_not_done(mocker: MockerFixture) -> None:
    play = Play()
    await play.all("go east", "leave", "go down")
    walk, effect = play._bus.execute, EffectAdded(location_id="market", effect="It begins to snow")

    async def eventful(command: Command, state: GameState) -> Outcome:
        outcome = await walk(command, state)
        return outcome.model_copy(update={"events": (*outcome.events, effect)})

    mocker.patch.object(play._bus, "execute", eventful)
    played = await play.do("go to the inn and talk to Mara")
    assert played.commands == [ChangeLocationCommand(location_id="market")]
    assert "It begins to snow." in played.text
    assert "You stop at the Market, on the way to the Inn." in played.text
    assert not played.narration.speeches


async def test_who_is_next_door_is_gone_to() -> None:
    play = Play()
    await play.all("go east", "leave")
    assert (await play.do("go to mara")).commands == [ChangeLocationCommand(location_id="inn")]


async def test_nothing_is_said_of_places_that_the_party_knows_nothing_of() -> None:
    assert "no way “tower”" in (await Play().do("go to the tower")).text


async def test_what_belongs_here_is_put_there_and_not_dropped() -> None:
    state = with_lantern(new_game())
    sheet = state.sheets.item("lantern")
    only = sheet.model_copy(update={"uses": (ItemUse(on="well", text="It hangs over the shaft."),)})
    state.sheets.items["lantern"] = only
    for text in ("hang lantern", "put the lantern", "place lantern", "insert the lantern"):
        assert (await Play(state).do(text)).commands == [UseItemCommand(item_id="lantern", target_id="well")]


async def test_what_belongs_nowhere_here_is_put_down_or_refused() -> None:
    state = with_lantern(at(new_game(), "cell-1"))
    assert (await Play(state).do("hang lantern")).commands == []
    assert (await Play(state).do("put lantern")).kinds == ["drop_item"]


@pytest.mark.parametrize("text", ["give lantern to owl", "feed owl", "throw lantern at the owl", "cross the owl"])
async def test_what_stands_in_the_way_is_dealt_with_by_what_is_done_to_it(text: str) -> None:
    played = await Play(with_lantern(at(new_game(), "tower"))).do(text)
    assert isinstance(played.commands[0], UpdateLocationStateCommand)


@pytest.mark.parametrize("text", ["talk to the owl", "pet the owl", "examine the owl"])
async def test_what_does_not_answer_says_what_would_work(text: str) -> None:
    assert "fight great owl" in (await Play(at(new_game(), "tower")).do(text)).text


@pytest.mark.parametrize("word", ["undo", "retry", "save", "quit", "restart", "help me", "load"])
async def test_what_concerns_the_game_points_to_its_commands(word: str) -> None:
    assert "/" in (await Play().do(word)).text


async def test_what_is_not_to_be_done_is_let_be() -> None:
    played = await Play(at(new_game(), "cell-1")).do("don't go to the market")
    assert played.commands == []
    assert "You could" not in played.text


@pytest.mark.parametrize(
    "text",
    [
        "I promise to bring it. I promise to find the owl too.",
        'say "I said \\"hello\\""',
        '"Nice weather." I talk to Mara.',
        "Thank you, Mara. Goodbye.",
        "hello mara and greet mara",
    ],
)
async def test_one_remark_gets_one_answer(text: str) -> None:
    played = await Play(at(new_game(), "inn")).do(text)
    assert played.shown.count("Mara Ironhand:") == 1


async def test_what_is_asked_about_is_listed_as_the_sentence_wants_it() -> None:
    state = at(new_game(), "inn")
    topics = state.sheets.npc("mara").topics
    open_too = topics[1].model_copy(update={"condition": None, "refusal": "", "gives_item": None})
    for line, expected in (
        ("What I know is {topics}.", "What I know is the owl and the key."),
        ("Ask me about {topics}.", "Ask me about the owl or the key."),
        ("No. {topics}, that I know.", "No. The owl and the key, that I know."),
    ):
        update = {"voice": VoiceSheet(unknown=(line,)), "topics": (topics[0], open_too)}
        state.sheets.npcs["mara"] = state.sheets.npc("mara").model_copy(update=update)
        assert (await Play(state).do("ask mara about the sea")).narration.speeches[-1].text == expected


def test_names_keep_their_small_letters() -> None:
    assert fill_marked("{player}. {topics}", {"player": "el", "topics": "owls"}).text == "el. Owls"


async def test_a_door_is_gone_through() -> None:
    assert "through the inn door" in (await Play().do("go east")).text


@pytest.mark.parametrize("asked", ["ask Mara who she is", "ask Mara about herself", "Mara, what is your name?"])
async def test_whoever_is_asked_who_it_is_says_its_name_and_trade(asked: str) -> None:
    played = await Play(at(new_game(), "inn")).do(asked)
    said = played.narration.speeches[-1].text
    assert "Mara Ironhand" in said
    assert "Innkeeper" in said


async def test_what_everybody_may_know_is_told_by_whoever_is_asked() -> None:
    state = at(new_game(), "inn")
    lore = {"type": "lore", "category": "lore", "indexed_by": ["the Drowned King"]}
    for scope, text in (
        (Scope.world(), "The Drowned King sleeps below the weir with his bells."),
        (Scope.location("inn"), "The fourth barrel in this cellar is empty since the flood."),
        (Scope.location("market"), "The gibbet at the market is older than the king's law."),
    ):
        context = MemoryContext(content=text, created_at=NOW, metadata=lore)
        MemoryStream(state, scope).add(MemoryKind.GIFTED, context)
    play = Play(state)
    assert "sleeps below the weir" in (await play.do("ask Mara about the Drowned King")).narration.speeches[-1].text
    assert "empty since the flood" in (await play.do("ask Mara about the fourth barrel")).narration.speeches[-1].text
    assert "older than" not in (await play.do("ask Mara about the gibbet")).narration.speeches[-1].text
