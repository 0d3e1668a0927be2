"""What is typed beside a person and is no matter of theirs: questions to the game, gestures, courtesies, insults."""

import pytest

from app.agents.narrator.telling.variants import pick_variant
from app.language.language import default_language
from app.models.sheets.person import TopicSheet, VoiceSheet
from tests.unit.agents.narrator_offline.playing import Play, at
from tests.worlds import new_game


def at_inn() -> Play:
    return Play(at(new_game(), "inn"))


def stock(kind: str) -> set[str]:
    return {line.replace("{player}", "Élan") for line in default_language().lines(f"manners.{kind}")}


async def said(play: Play, text: str) -> str:
    return (await play.do(text)).narration.speeches[0].text


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("what am I supposed to do here", "Nothing is asked of you yet. You could: talk to Mara"),
        ("what should I do now? I'm lost", "Nothing is asked of you yet."),
        ("where am I supposed to go?", "Nothing is asked of you yet."),
        ("this is getting boring, can I just leave?", "Ways from here: "),
        ("is there another way out?", "Ways from here: "),
        ("I'm a bit nervous about all this, who can I talk to?", "Mara Ironhand, the innkeeper, is here."),
        ("where on earth am I?", "Mara Ironhand, the innkeeper, is here."),
    ],
)
async def test_a_question_to_the_game_is_answered_by_what_the_party_knows(text: str, answer: str) -> None:
    played = await at_inn().do(text)
    assert answer in played.text
    assert played.narration.speeches == ()


@pytest.mark.parametrize("text", ["what should I do about the owl?", "can I leave the key with you?"])
async def test_a_question_about_something_is_still_for_the_person(text: str) -> None:
    assert (await at_inn().do(text)).narration.speeches


async def test_who_cannot_answer_offers_two_matters_at_most_and_not_again_at_once() -> None:
    state = at(new_game(), "inn")
    topics = tuple(TopicSheet(id=f"of-{name}", name=name, text="So.") for name in ("bread", "beer", "beds", "bees"))
    mara = state.sheets.npcs["mara"] = state.sheets.npc("mara").model_copy(update={"topics": topics})
    state.sheets.topics.update({topic.id: (mara, topic) for topic in topics})
    play = Play(state)
    first, *others = [
        await said(play, f"What is the price of {ware}?") for ware in ("oats", "silk", "rye", "tin", "wax")
    ]
    assert sum(topic.name in first for topic in topics) == 2
    assert not any(topic.name in text for topic in topics for text in others)
    assert len({first, *others}) == 5


async def test_the_opening_of_an_authored_line_is_said_without_its_offer() -> None:
    state = at(new_game(), "inn")
    voice = VoiceSheet(unknown=("Not my trade. I could speak of {topics}.",))
    state.sheets.npcs["mara"] = state.sheets.npc("mara").model_copy(update={"voice": voice})
    play = Play(state)
    texts = [
        await said(play, f"What is the price of {ware}?") for ware in ("oats", "silk", "rye", "tin", "wax", "lead")
    ]
    assert "Not my trade. I could speak of" in texts[0]
    assert all("could speak" not in text for text in texts[1:])


def test_a_stock_line_comes_again_only_when_it_is_the_one_heard_longest_ago() -> None:
    state, lines, heard = new_game(), ["Hm.", "So.", "Well.", "Ah."], list[str]()
    for turn in range(12):
        state.turn = turn
        heard.insert(0, pick_variant(state, "small talk", lines, heard))
    assert all(len(set(heard[at : at + 4])) == 4 for at in range(9))


async def test_an_authored_short_answer_is_not_repeated_at_once() -> None:
    play = at_inn()
    await play.all("What about the owl?", "And the owl?")
    assert (await said(play, "But the owl?")) in {line.replace("{matter}", "the owl") for line in stock("no_more")}


async def test_a_refusal_is_not_repeated_at_once() -> None:
    state = at(new_game(), "inn")
    refused = next(topic for topic in state.sheets.npc("mara").topics if topic.refusal)
    play = Play(state)
    assert refused.refusal == await said(play, f"What about {refused.name}?")
    assert refused.refusal not in await said(play, f"Tell me about {refused.name}")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I hug Mara", "You hug Mara Ironhand."),
        ("i smile at her", "You smile at Mara Ironhand."),
        ("*bows to mara*", "You bow to Mara Ironhand."),
        ("I pinch myself to see if I'm dreaming", "You pinch yourself."),
        ("I shake my head", "You shake your head."),
        ("I shake her hand", "You shake her hand."),
        ("sigh", "You sigh."),
        ("I am crying", "You cry."),
        ("I hug you", "You hug Mara Ironhand."),
    ],
)
async def test_a_gesture_is_told_and_takes_no_time(text: str, told: str) -> None:
    played = await at_inn().do(text)
    first, seen = played.text.split("\n\n")
    assert first == told
    assert seen in {line.format(name="Mara Ironhand") for line in default_language().lines("telling.noticed")}
    assert played.commands == []
    assert not played.narration.understood
    assert played.narration.quoted == ((0, len(played.text)),)


@pytest.mark.parametrize("text", ["I hug Guard", "hug", "I kiss the unicorn", "Will you dance with me?", "sing to me"])
async def test_what_is_not_here_gets_no_gesture(text: str) -> None:
    assert "You hug" not in (played := await at_inn().do(text)).text
    assert "You kiss" not in played.text
    assert "You sing" not in played.text
    assert "You dance" not in played.text


async def test_a_gesture_before_another_wish_does_not_hide_it() -> None:
    played = await at_inn().do("I smile at Mara and ask about the owl")
    assert "You smile" in played.text
    assert played.kinds == ["ask_topic"]


async def test_alone_a_gesture_is_seen_by_nobody() -> None:
    play = Play(at(new_game(), "tower"))
    assert (await play.do("I sigh")).text == "You sigh."
    assert "You shake" not in (await play.do("I shake his hand")).text


@pytest.mark.parametrize(
    "text",
    ["when did you last see him", "When did you last see Guard?", "have you seen him?"],
)
async def test_of_somebody_it_has_not_seen_a_person_says_so(text: str) -> None:
    answer = await said(at_inn(), text)
    who = "Guard" if "Guard" in text else "him"
    assert answer in {line.replace("{who}", who) for line in default_language().lines("manners.not_seen")}


async def test_when_the_two_met_last_is_still_answered() -> None:
    never = default_language().lines("manners.never_met")
    assert (await said(at_inn(), "When did you last see me?")) in never
    assert (await said(at_inn(), "When did we last talk?")) in never
    assert (await said(at_inn(), "When was I here?")) in never
    assert (await said(at_inn(), "Have we met before?")) in never


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("much obliged, you have been a help", "thanks"),
        ("I appreciate it", "thanks"),
        ("my apologies, I didn't mean to offend you", "apology"),
        ("I'm taking the road whether you like it or not. Sorry.", "apology"),
        ("I'm so sorry for your loss", "condolence"),
        ("you're an idiot", "insult"),
        ("shut up", "insult"),
        ("you filthy rat!", "insult"),
        ("Come with me to the tower", "invitation"),
        ("Can you lend me your boots please?", "request"),
        ("I know you hid it. Please, just give it to me.", "request"),
        ("you are very kind", "kindness"),
        ("I'm cold and tired.", "feeling"),
        ("How are you today?", "wellbeing"),
        ("sorry for the delay", "apology"),
    ],
)
async def test_a_remark_is_answered_in_its_kind(text: str, kind: str) -> None:
    assert (await said(at_inn(), text)) in stock(f"to_{kind}")


async def test_a_request_with_a_promise_is_answered_as_both() -> None:
    answer = await said(at_inn(), "I know you hid it. Please, just give it to me and I won't tell anyone")
    assert any(answer.startswith(line) for line in stock("to_promise"))
    assert any(answer.endswith(line) for line in stock("to_request"))


@pytest.mark.parametrize("text", ["I must be going now", "see you later", "thanks Mara, I'm off"])
async def test_leave_is_taken_in_many_words(text: str) -> None:
    lines = default_language().lines("manners.farewell", "neutral")
    assert (await said(at_inn(), text)).endswith(tuple(line.replace("{player}", "Élan") for line in lines))


@pytest.mark.parametrize("text", ["hi, who are you?", "hello, what's your name?", "Hey! Who are you?"])
async def test_a_greeting_and_who_one_is_are_answered_together(text: str) -> None:
    answer = await said(at_inn(), text)
    assert answer.count("Mara Ironhand") == 1
    assert len(answer.split(". ")) > 1


@pytest.mark.parametrize("text", ["hello?", "hello!", "hi there"])
async def test_a_greeting_alone_is_only_greeted(text: str) -> None:
    assert len((await at_inn().do(text)).narration.speeches) == 1


async def test_a_greeting_with_a_question_gets_both() -> None:
    played = await at_inn().do("Hi, I'm Robin. Are you Mara?")
    assert played.narration.speeches[0].text.count("Mara Ironhand") == 1
    assert len(played.narration.speeches[0].text.split(". ")) > 1


@pytest.mark.parametrize(
    "text", ["Is he all right? You all look away when I say his name.", "Are you going to help Mara?"]
)
async def test_a_name_that_is_mentioned_is_no_question_who_one_is(text: str) -> None:
    assert "Mara Ironhand" not in await said(at_inn(), text)


async def test_what_was_said_last_is_said_again() -> None:
    play = at_inn()
    first = await said(play, "What about the owl?")
    assert first in await said(play, "what?")
    assert first in await said(play, "Sorry, what did you say?")
    assert first in await said(play, "say that again?")


async def test_what_somebody_does_is_told_and_not_asked() -> None:
    played = await at_inn().do("what is she doing?")
    assert played.narration.speeches == ()
    assert played.text
