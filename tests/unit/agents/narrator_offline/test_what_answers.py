"""What fills a question is an answer; what only shares a word with it is none."""

import pytest

from app.agents.narrator.knowledge.wanted import AnswerKind, holds_kind, wanted_kind
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.memory import MemoryKind, Scope
from app.models.sheets.fact import FactSheet
from app.models.sheets.person import TopicSheet
from tests.unit.agents.narrator_offline.playing import Play, remember
from tests.unit.agents.narrator_offline.test_handling import playing
from tests.unit.agents.narrator_offline.test_second_questions import LANDING, ROPEWALK, SQUARE, said, with_topics
from tests.worlds import NOW

OWL = TopicSheet(
    id="owl",
    name="the owl",
    text="It sits in the tower. It came in March with the floods.",
    again="It sits.",
    facts=(FactSheet(asks=("who brought the owl", "whose owl is it"), text="Nobody brought it."),),
)


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("who would want it quiet?", AnswerKind.PERSON),
        ("whos his sister", AnswerKind.PERSON),
        ("where is the ring?", AnswerKind.PLACE),
        ("how long have i got before the tide", AnswerKind.TIME),
        ("how many drops do i give him", AnswerKind.NUMBER),
        ("what does it pay?", AnswerKind.NUMBER),
        ("why'd he need thin line that night?", AnswerKind.REASON),
        ("how did he die?", AnswerKind.MANNER),
        ("what's a gauge?", AnswerKind.THING),
        ("do you miss him?", AnswerKind.YES_OR_NO),
        ("what did the man say who came in wet", AnswerKind.THING),
        ("which man in the village wears a good collar?", AnswerKind.PERSON),
        ("how was he called, the brother who walked into the sea?", AnswerKind.PERSON),
        ("two lanterns went out", AnswerKind.NOTHING),
    ],
)
def test_a_question_says_what_kind_of_answer_it_wants(question: str, kind: AnswerKind) -> None:
    assert wanted_kind(question) is kind


@pytest.mark.parametrize(
    ("kind", "passage", "holds"),
    [
        (AnswerKind.TIME, "Out for seven hours, in for five.", True),
        (AnswerKind.TIME, "He built the frame.", False),
        (AnswerKind.PERSON, "They belong to Ragna.", True),
        (AnswerKind.PERSON, "It is quieter now.", False),
        (AnswerKind.PLACE, "It sits in the tower.", True),
        (AnswerKind.YES_OR_NO, "Nobody.", True),
    ],
)
def test_a_passage_holds_what_is_asked_for_or_not(kind: AnswerKind, passage: str, holds: bool) -> None:
    assert holds_kind(kind, passage) is holds


async def test_a_short_fact_answers_before_its_topic_is_told() -> None:
    played = await Play(with_topics(OWL)).do("whose owl is it?")
    assert played.narration.speeches[0].text == "Nobody brought it."
    assert played.commands == []


async def test_a_sentence_of_a_told_topic_answers_alone() -> None:
    assert await said(Play(with_topics(OWL)), "what about the owl?", "when did the owl come?") == (
        "It came in March with the floods."
    )


async def test_an_untold_topic_that_answers_is_told_whole() -> None:
    played = await Play(with_topics(OWL)).do("did it come in March with the floods?")
    assert played.kinds == ["ask_topic"]


@pytest.mark.parametrize(
    ("place", "first", "question", "wrong"),
    [
        (LANDING, "tell me about the bell", "what was the name of your mother?", "bell"),
        (ROPEWALK, "tell me about Ivo", "how much does your rope cost?", "Ivo"),
        (SQUARE, "tell me about Ivo", "how deep is the lake?", "Thursday"),
    ],
)
async def test_what_shares_a_word_only_is_no_answer(place: str, first: str, question: str, wrong: str) -> None:
    assert wrong not in await said(playing(place), first, question)


@pytest.mark.parametrize(
    "line",
    [
        "two lanterns went out that night, and one came back",
        "I think that Ivo never left",
        "Hedda says he took no bread",
    ],
)
async def test_a_statement_that_names_a_topic_does_not_tell_it(line: str) -> None:
    assert (await playing(SQUARE).do(f'say "{line}"')).kinds == []


async def test_what_a_topic_has_waited_for_is_told_when_it_is_said() -> None:
    play = playing("boiling-house")
    play.state.place("boiling-house").discovered_secrets.append("singed-strap")
    heard = await play.hear("ansel", "I found the singed strap in the ash. You cut the clapper down.", "accuse")
    assert "I cut it down at the spring" in heard[0]


async def test_a_promise_of_the_player_answers_no_question_of_another_matter() -> None:
    play = Play(with_topics(OWL))
    await play.do("say I promise to bring the owl back before winter")
    assert "promise" not in await said(play, "does the owl come back before winter?")
    assert "promise to bring the owl back" in await said(play, "what did I promise you?")


async def test_a_question_is_not_opened_with_what_was_asked_before() -> None:
    play = playing(LANDING)
    remember(play.state, "tove", "Ann asked Tove Marrick about Ansel.")
    assert "asked me" not in " ".join(await play.hear("tove", "how do you mend a sail?", "ask"))


async def test_what_says_no_more_than_the_question_is_no_answer() -> None:
    women = TopicSheet(id="women", name="the women", text="On the second night two women came in wet to the belt.")
    play = Play(with_topics(women))
    await play.do("what about the women?")
    assert "second night" not in await said(play, "Who were the two women that came in wet to the belt?")


@pytest.mark.parametrize("question", ["Was it always Rook himself who sorted the coal?", "is that Rook herself?"])
async def test_a_word_for_another_is_no_question_who_the_person_is(question: str) -> None:
    heard = await Play(with_topics(OWL)).hear("mara", question, "ask")
    assert "Mara" not in " ".join(heard)


@pytest.mark.parametrize("question", ["who are you?", "what is your name?", "are you Mara Ironhand?"])
async def test_who_a_person_is_answered_by_its_introduction(question: str) -> None:
    heard = await Play(with_topics(OWL)).hear("mara", question, "ask")
    assert "Mara Ironhand" in " ".join(heard)


async def test_lore_that_only_shares_a_name_is_no_answer() -> None:
    play = Play(with_topics(OWL))
    lore = {"type": "lore", "category": "lore", "indexed_by": ["Mrs Quill"]}
    text = "Mrs Quill's husband, nine years dead, who was never late."
    context = MemoryContext(content=text, created_at=NOW, metadata=lore)
    MemoryStream(play.state, Scope.world()).add(MemoryKind.GIFTED, context)
    question = "Do you know Mrs Quill well enough to say whether she ever lowers her price?"
    assert "husband" not in " ".join(await play.hear("mara", question, "ask"))
    assert "husband" in " ".join(await play.hear("mara", "who was the husband of Mrs Quill?", "ask"))


async def test_a_question_whether_something_is_so_is_not_answered_by_a_name() -> None:
    play = playing(LANDING)
    assert "Tove Marrick. I row" not in " ".join(await play.hear("tove", "do you like buns?", "ask"))


@pytest.mark.parametrize("question", ["how many minutes do I have?", "how long have I?"])
async def test_a_time_of_the_player_that_names_nothing_is_not_told_of_something_else(question: str) -> None:
    play = playing(LANDING)
    await play.hear("tove", question, "ask")
    assert not play.state.npc("tove").topics_told


async def test_that_night_is_nobody_who_was_seen() -> None:
    assert "last saw that" not in " ".join(await playing(LANDING).hear("tove", "what did you see that night?", "ask"))


async def test_a_time_of_somebody_is_not_any_time_that_is_told_of_it() -> None:
    play = playing(SQUARE)
    await play.hear("nils", "how long will Ivo be out there?", "ask")
    assert not play.state.npc("nils").topics_told
