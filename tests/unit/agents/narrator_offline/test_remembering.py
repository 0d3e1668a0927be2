"""People show what they remember, in their own words, and nothing that is another's."""

import pytest

from app.agents.narrator.knowledge.about_player import meeting_memory
from app.agents.narrator.knowledge.exchange import Exchange
from app.models.events.play import TimeAdvanced
from app.models.memory import MemoryEntry, MemoryKind, MemorySource, MemoryStatus, Scope
from app.models.messages.message import Message, Role
from app.models.messages.payload import EventPayload, Utterance
from app.models.sheets.person import VoiceSheet
from app.models.state.commitment import CommitmentStatus
from app.models.state.game_state import GameState
from tests.unit.agents.narrator_offline.playing import Play, at, remember
from tests.worlds import NOW, new_game, say

PROMISE = "Élan promised Mara to bring back the lantern."
VISIT = "Élan asked Mara about the owl."


def with_voice(state: GameState, **lines: tuple[str, ...]) -> GameState:
    sheet = state.sheets.npc("mara")
    state.sheets.npcs["mara"] = sheet.model_copy(update={"voice": VoiceSheet.model_validate(lines)})
    return state


def at_inn() -> GameState:
    return at(new_game(), "inn")


async def returning(state: GameState, text: str = "talk to mara") -> tuple[str, list[str]]:
    played = await Play(state).do(text)
    speech = played.narration.speeches[0]
    return speech.text, [speech.text[start:end] for start, end in speech.quoted]


async def test_who_has_only_noticed_and_planned_things_meets_a_stranger() -> None:
    state = at_inn()
    for kind in (MemoryKind.OBSERVATION, MemoryKind.PLAN, MemoryKind.REFLECTION, MemoryKind.CONVERSATION):
        entry = MemoryEntry(created_at=NOW, source=MemorySource.NPC, summary="Guard came to the Inn.", kind=kind)
        state.remember(Scope.npc("mara"), entry)
    played = await Play(state).do("talk to mara")
    assert "A broad woman with burnt forearms." in played.text
    assert "Élan" not in played.narration.speeches[0].text


async def test_meeting_again_shows_the_memory_and_all_of_the_line_is_recalled() -> None:
    state = with_voice(at_inn(), returning=("You, {player}. {memory} Sit down.",))
    remember(state, "mara", VISIT)
    text, quoted = await returning(state)
    assert quoted == [text]
    assert "You asked me about the owl." in text
    assert text == "You, Élan. You asked me about the owl. Sit down."


async def test_a_promise_is_remembered_before_what_came_later_and_quoted_as_it_was_said() -> None:
    state = with_voice(at_inn(), returning=("R {memory}",), promise=("P {memory}",))
    play = Play(state)
    await play.all("I promise to bring back the lantern.", "leave")
    remember(state, "mara", VISIT)
    await play.do("go east")
    text, quoted = await returning(state)
    assert text == "P You promised me: “I promise to bring back the lantern.”"
    assert quoted == [text]


async def test_of_several_promises_the_newest_that_is_open_comes_up_on_meeting() -> None:
    state = with_voice(at_inn(), returning=("R {memory}",), promise=("P {memory}",))
    play = Play(state)
    await play.all("I promise to mend the roof.", "I promise to bring you salt.", "leave")
    kept = state.commitments["c-2"].model_copy(update={"status": CommitmentStatus.KEPT})
    state.set_commitment(kept)
    await play.do("go east")
    assert (await returning(state))[0] == "P You promised me: “I promise to mend the roof.”"


async def test_a_promise_of_this_visit_does_not_come_up_as_if_it_were_old() -> None:
    state = with_voice(at_inn(), promise=("P {memory}",))
    play = Play(state)
    say(state, "I promise to mend the roof.", addressee_ids=("mara",))
    play.close(0)
    assert "roof" not in (await returning(state))[0]


@pytest.mark.parametrize(
    ("payload", "is_told"),
    [
        (EventPayload(kind="event"), False),
        (EventPayload(kind="event", events=(TimeAdvanced(minutes=5),)), True),
        (EventPayload(kind="event", said=(Utterance(kind="utterance", speaker_id="player", words="Hm."),)), True),
        (None, True),
    ],
)
def test_a_memory_of_a_mere_stay_is_none_of_the_player(payload: EventPayload | None, is_told: bool) -> None:
    state = at_inn()
    entry = MemoryEntry(created_at=NOW, source=MemorySource.NPC, summary=VISIT, payload=payload)
    state.remember(Scope.npc("mara"), entry)
    assert (meeting_memory(Exchange(state, "mara", "Élan")) is not None) is is_told


async def test_without_variants_of_its_own_a_person_still_shows_its_memory() -> None:
    state = at_inn()
    remember(state, "mara", VISIT)
    text, quoted = await returning(state)
    assert quoted == [text]
    assert "You asked me about the owl." in text


async def test_variants_without_a_place_for_the_memory_do_not_hide_it() -> None:
    state = with_voice(at_inn(), returning=("Hello again.",))
    remember(state, "mara", VISIT)
    _, quoted = await returning(state)
    assert quoted


async def test_the_memory_is_shown_once_in_a_visit() -> None:
    state = at_inn()
    remember(state, "mara", VISIT)
    play = Play(state)
    assert "owl" in (await play.do("talk to mara")).narration.speeches[0].text
    assert "owl" not in (await play.do("talk to mara")).narration.speeches[0].text
    await play.all("leave", "go east")
    assert "owl" in (await play.do("talk to mara")).narration.speeches[0].text


@pytest.mark.parametrize("text", ["hello", "talk to mara", "nice weather today"])
async def test_the_first_word_of_a_visit_shows_it_where_it_says_nothing(text: str) -> None:
    state = at_inn()
    remember(state, "mara", PROMISE)
    said, quoted = await returning(state, text)
    (recalled,) = quoted
    assert said.startswith(recalled)
    assert recalled.endswith("You promised me to bring back the lantern.")


@pytest.mark.parametrize(
    "text",
    [
        "ask mara about the owl",
        "I saw two men with a cart by the mill last night.",
        "Mara, will you lend me your boots?",
        "Good evening. The miller says that you lied to me.",
    ],
)
async def test_what_says_something_is_answered_without_what_it_remembers(text: str) -> None:
    state = at_inn()
    remember(state, "mara", PROMISE)
    said, _ = await returning(state, text)
    assert said
    assert "lantern." not in said.replace("Bring me a lantern", "")


async def test_arriving_and_talking_in_one_turn_is_a_first_word_too() -> None:
    state = new_game()
    remember(state, "mara", VISIT)
    played = await Play(state).do("go east then talk to mara")
    assert played.narration.speeches[0].quoted


async def test_after_arriving_and_talking_in_one_turn_it_is_not_shown_again() -> None:
    state = new_game()
    remember(state, "mara", VISIT)
    play = Play(state)
    assert "owl" in (await play.do("go east then talk to mara")).narration.speeches[0].text
    for text in ("talk to mara", "nice weather today"):
        assert "owl" not in (await play.do(text)).narration.speeches[0].text


@pytest.mark.parametrize(
    "summary",
    [
        "Élan spent some time at the Inn with Mara.",
        "Élan spoke with Mara Ironhand at the Inn.",
        "Mara Ironhand grew friendly towards Élan.",
        'Mara Ironhand said: "The owl has a beak like a sickle." Mara Ironhand kept an open mind about Élan.',
    ],
)
async def test_a_memory_that_says_nothing_is_not_told(summary: str) -> None:
    state = with_voice(at_inn(), returning=("R {memory}",))
    remember(state, "mara", VISIT)
    assert (await returning(state))[0].startswith("R ")
    state = with_voice(at_inn(), returning=("R {memory}",))
    remember(state, "mara", summary)
    text, _ = await returning(state)
    assert not text.startswith("R ")
    assert "Élan" in text


async def test_of_a_memory_at_most_two_sentences_are_told_and_no_feelings() -> None:
    state = with_voice(at_inn(), returning=("R {memory}",))
    remember(
        state,
        "mara",
        "Mara grew wary of Élan. Élan asked Mara about the owl. Élan gave Mara the lantern. Élan drank a beer.",
    )
    assert (await returning(state))[0] == "R You asked me about the owl. You gave me the lantern."


@pytest.mark.parametrize("text", ["What did I promise you?", "Mara, what did I promise?", "ask mara about my promise"])
async def test_a_promise_is_recited_from_memory(text: str) -> None:
    state = at_inn()
    remember(state, "mara", PROMISE)
    remember(state, "mara", VISIT)
    play = Play(state)
    said = (await play.all("talk to mara", text)).narration.speeches[0]
    assert "You promised me to bring back the lantern." in said.text
    assert said.quoted == ((0, len(said.text)),)


async def test_a_promise_that_is_not_condensed_yet_is_recited_as_it_was_heard() -> None:
    play = Play(at_inn())
    said = await play.all("I promise to drive off the owl", "What did I promise you?")
    assert "“I promise to drive off the owl.”" in said.narration.speeches[0].text


@pytest.mark.parametrize("text", ["I promise nothing", "Will you promise it?", "You promised me", "as I promised"])
async def test_what_is_no_promise_is_not_taken_for_one(text: str) -> None:
    play = Play(at_inn())
    said = (await play.all(text, "What did I promise you?")).narration.speeches[0].text
    assert "You said" not in said


@pytest.mark.parametrize(
    "text", ["What do you know about me?", "Do you remember me?", "ask mara about me", "ask mara about our last talk"]
)
async def test_asked_about_the_player_a_person_tells_what_it_remembers(text: str) -> None:
    state = at_inn()
    remember(state, "mara", VISIT)
    play = Play(state)
    assert "You asked me about the owl." in (await play.all("talk to mara", text)).narration.speeches[0].text
    honest = (await Play(at_inn()).do(text)).narration.speeches[0].text
    assert "owl" not in honest


async def test_the_players_name_is_known_once_they_have_spoken() -> None:
    play = Play(at_inn())
    assert "Élan" not in (await play.do("Do you know my name?")).narration.speeches[0].text
    assert "Élan" in (await play.do("What is my name?")).narration.speeches[0].text


async def test_what_was_told_is_remembered_word_for_word() -> None:
    play = Play(at_inn())
    told = await play.all("My brother was a miller", "Do you remember what I told you about my brother?")
    assert "“My brother was a miller.”" in told.narration.speeches[0].text


async def test_asked_about_no_topic_a_person_answers_from_its_own_memory() -> None:
    state = at_inn()
    remember(state, "mara", "Élan sold a silver spoon to Mara.")
    remember(state, "mara", VISIT)
    play = Play(state)
    played = await play.all("talk to mara", "ask mara about the spoons")
    speech = played.narration.speeches[0]
    assert [speech.text[start:end] for start, end in speech.quoted] == [speech.text]
    assert "You sold a silver spoon to me." in speech.text


async def test_one_memory_is_not_told_twice_in_one_speech() -> None:
    state = at_inn()
    remember(state, "mara", "Élan sold a silver spoon to Mara.")
    played = await Play(state).do("ask mara about the spoon")
    assert len(played.narration.speeches[0].quoted) == 1


async def test_nobody_speaks_of_what_another_remembers() -> None:
    state = at_inn()
    remember(state, "guard-1", "Élan promised a silver spoon to the guard.")
    secret = MemoryEntry(created_at=NOW, source=MemorySource.WORLD, summary="Élan stole a silver spoon.")
    state.remember(Scope.world(), secret)
    state.remember(Scope.location("inn"), secret.model_copy(update={"source": MemorySource.LOCATION}))
    play = Play(state)
    for text in ("talk to mara", "ask mara about the spoon", "do you know of a silver spoon?"):
        assert "spoon" not in (await play.do(text)).narration.speeches[0].text


async def test_archived_memories_and_plans_are_not_spoken_of() -> None:
    state = at_inn()
    entry = remember(state, "mara", VISIT)
    state.set_status(entry.id or "", MemoryStatus(archived_by="prune"))
    plan = MemoryEntry(
        created_at=NOW, source=MemorySource.NPC, summary="Élan will be robbed of a spoon.", kind=MemoryKind.PLAN
    )
    state.remember(Scope.npc("mara"), plan)
    play = Play(state)
    for text in ("talk to mara", "ask mara about the spoon", "what do you know about me?"):
        speech = (await play.do(text)).narration.speeches[0]
        assert "spoon" not in speech.text
        assert "owl" not in speech.text.replace("the owl", "")


async def test_what_was_quoted_is_hidden_from_the_next_summary() -> None:
    state = with_voice(at_inn(), returning=("Well. {memory}",))
    remember(state, "mara", VISIT)
    speech = (await Play(state).do("talk to mara")).narration.speeches[0]
    kept = Message(index=0, role=Role.NPC, content=speech.text, quoted=speech.quoted, timestamp=NOW).fresh_content
    assert "asked" not in kept


async def test_the_journal_is_quoted_from_end_to_end() -> None:
    state = at_inn()
    for summary in ("The inn was quiet.", "The inn burned a little."):
        entry = MemoryEntry(created_at=NOW, source=MemorySource.LOCATION, summary=summary)
        state.remember(Scope.location("inn"), entry)
    play = Play(state)
    played = await play.all("ask mara about the owl", "note buy rope", "journal")
    narration = played.narration
    assert narration.quoted == ((0, len(narration.text)),)
    assert "The inn was quiet." in narration.text
    assert "The inn burned a little." in narration.text
    assert "buy rope" in narration.text
    assert "A light for Mara" in narration.text


async def test_one_speech_of_two_lines_keeps_its_spans() -> None:
    state = at_inn()
    remember(state, "mara", PROMISE)
    played = await Play(state).do("talk to mara then ask mara about the owl")
    assert len(played.narration.speeches) == 1
    speech = played.narration.speeches[0]
    (recalled,) = [speech.text[a:b] for a, b in speech.quoted]
    assert recalled.endswith("You promised me to bring back the lantern.")
    assert speech.text.startswith(f"{recalled} An owl took the tower.")


async def test_a_turn_says_which_memories_its_answers_were_made_of() -> None:
    state = at_inn()
    play = Play(state)
    await play.all("I promise to bring back the lantern.", "leave", "go east")
    met = (await play.do("talk to mara")).narration.recalled
    assert [(memory.scope, memory.memory_id) for memory in met] == [(Scope.npc("mara"), "m-0")]
    assert "promise" in met[0].why
    await play.all("My boat is called the Kittiwake.", "nice weather")
    [heard] = (await play.do("What is my boat called?")).narration.recalled
    assert state.conversation_history[int(heard.memory_id[2:])].content == "My boat is called the Kittiwake."
    recited = (await play.do("What did I promise you?")).narration.recalled
    assert [memory.memory_id for memory in recited] == ["m-0"]


async def test_a_memory_that_comes_up_on_meeting_is_named_with_its_reason() -> None:
    state = at_inn()
    entry = remember(state, "mara", VISIT)
    [met] = (await Play(state).do("talk to mara")).narration.recalled
    assert (met.scope, met.memory_id) == (Scope.npc("mara"), entry.id)
    assert "of the player" in met.why


async def test_where_no_memory_is_told_none_is_named() -> None:
    state = at_inn()
    remember(state, "mara", "The mill burned.")
    play = Play(state)
    for text in ("nice weather", "ask mara about the owl", "Where is the moon?", "thanks", "look", "go west"):
        assert (await play.do(text)).narration.recalled == ()


async def test_a_memory_told_twice_in_a_turn_is_named_once() -> None:
    state = at_inn()
    remember(state, "mara", "Élan sold a silver spoon to Mara.")
    played = await Play(state).do("ask mara about the spoon then ask mara about the silver spoon")
    assert len(played.narration.recalled) == 1


async def test_the_answer_does_not_repeat_what_the_greeting_has_told() -> None:
    state = at_inn()
    play = Play(state)
    await play.all("I promise to bring you salt", "go west")
    remember(state, "mara", 'Élan promised Mara: "I promise to bring you salt."')
    await play.do("go east")
    said = (await play.do("What did I say about the salt?")).narration.speeches[0].text
    assert said.count("to bring you salt") == 1


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (
            "What did I promise you?",
            "You said: “I will bring you the lantern.” You said: “I promise to mend the roof.”",
        ),
        ("What did I promise you about the lantern?", "You said: “I will bring you the lantern.”"),
        ("When did I promise you the lantern?", "Yesterday morning you said: “I will bring you the lantern.”"),
        ("Did I promise you a horse?", "You said: “I promise to mend the roof.”"),
    ],
)
async def test_of_several_promises_the_one_asked_for_is_recited(question: str, answer: str) -> None:
    play = Play(at_inn())
    await play.all("I will bring you the lantern", "nice weather", "I promise to mend the roof")
    play.state.clock.minutes += 24 * 60
    said = (await play.do(question)).narration.speeches[0].text
    assert answer in said
    assert (said == answer or "romised me nothing" in said or "Not that" in said) if "horse" in question else True


async def test_a_promise_that_was_kept_is_thanked_for_and_no_longer_listed() -> None:
    play = Play(at_inn())
    play.state.party.items.append("lantern")
    await play.all("I promise to bring you the lantern", "I promise to mend the roof")
    given = (await play.do("give mara the lantern")).narration.speeches[0].text
    assert "hank" in given
    [kept, roof] = play.state.commitments.values()
    play.state.set_commitment(kept.model_copy(update={"status": CommitmentStatus.KEPT}))
    listed = (await play.do("What did I promise you?")).narration.speeches[0].text
    assert "mend the roof" in listed
    assert "lantern" not in listed
    play.state.set_commitment(roof.model_copy(update={"status": CommitmentStatus.KEPT}))
    about = (await play.do("What did I promise you about the lantern?")).narration.speeches[0].text
    assert "“I promise to bring you the lantern.” You kept it, and I thank you for that." in about


@pytest.mark.parametrize(
    "oath", ["the clapper is lost, I swear", "I swear to you, it's true.", "On my honour, I never saw him."]
)
async def test_an_oath_that_something_is_so_is_no_promise(oath: str) -> None:
    play = Play(at_inn())
    await play.do(f'say to mara "{oath}"')
    assert play.state.commitments == {}


@pytest.mark.parametrize(
    "vow", ["I promise to bring it back.", "On my honour, I will find him.", "I promise you it will be done."]
)
async def test_an_oath_that_something_will_be_is_a_promise(vow: str) -> None:
    play = Play(at_inn())
    await play.do(f'say to mara "{vow}"')
    assert len(play.state.commitments) == 1


async def test_a_promise_to_another_is_not_claimed() -> None:
    state = at_inn()
    state.npc("guard-1").current_location_id = "inn"
    play = Play(state)
    state.party.address("player", ["guard-1"])
    await play.do("I promise to pay you tomorrow")
    said = (await play.do("Mara, what did I promise you?")).narration.speeches[0]
    assert said.speaker_id == "mara"
    assert "pay" not in said.text


async def test_what_ends_with_ones_word_is_a_promise() -> None:
    play = Play(at_inn())
    said = await play.all("Whatever became of the miller, I shall know it, I swear.", "What did I promise you?")
    assert "“Whatever became of the miller" in said.narration.speeches[0].text


async def test_when_one_spoke_last_is_the_time_before_this_visit() -> None:
    state = at_inn()
    play = Play(state)
    await play.do("talk to mara")
    state.clock.scene += 1
    state.clock.minutes += 24 * 60
    await play.do("talk to mara")
    played = await play.do("When did we last talk?")
    assert "yesterday morning" in played.narration.speeches[0].text
    assert len(played.narration.recalled) == 1


async def test_a_topic_comes_before_a_memory_that_only_names_it() -> None:
    state = at_inn()
    play = Play(state)
    await play.all("What about the owl?", "Somebody said the owl is dead.")
    assert "still the owl" in (await play.do("What do you know about the owl?")).narration.speeches[0].text


async def test_a_memory_that_answers_all_of_a_question_comes_before_a_topic_it_names() -> None:
    state = at_inn()
    remember(state, "mara", "Élan wounded the owl with a spear.")
    play = Play(state)
    said = (await play.all("talk to mara", "Who wounded the owl with a spear?")).narration.speeches[0].text
    assert "You wounded the owl with a spear." in said


async def test_what_a_player_claims_does_not_stand_before_a_topic_still_to_be_told() -> None:
    state = at_inn()
    say(state, "The owl nests in the chapel.")
    play = Play(state)
    said = await play.do("Where does the owl nest?")
    assert "An owl took the tower" in said.narration.speeches[0].text
    again = (await play.do("Where does the owl nest?")).narration.speeches[0].text
    assert "You said: “The owl nests in the chapel.”" in again


async def test_what_the_other_did_is_no_answer() -> None:
    state = at_inn()
    remember(state, "mara", "Mara Ironhand gave Élan the rye loaf.")
    play = Play(state)
    await play.do("talk to mara")
    assert "loaf" not in (await play.do("Did I give you a loaf?")).narration.speeches[0].text
    assert "I gave you the rye loaf." in (await play.do("Did you give me a loaf?")).narration.speeches[0].text


async def test_honest_about_what_nobody_said() -> None:
    play = Play(at_inn())
    await play.do("talk to mara")
    told = (await play.do("What did I tell you about my brother?")).narration.speeches[0].text
    other = (await play.do("What did the guard say about my brother?")).narration.speeches[0].text
    own = (await play.do("What did you tell me about my brother?")).narration.speeches[0].text
    assert "remember nothing" in told or "told me nothing" in told
    assert "Guard" in other
    assert "spoken" in own or "said anything" in own


async def test_a_word_that_only_looks_like_an_order_is_said() -> None:
    state = with_voice(at_inn())
    play = Play(state)
    said = await play.all("I hid a letter by the street door.", "Where did I hide the letter?")
    assert "by the street door" in said.narration.speeches[0].text
    state.party.items.append("lantern")
    await play.do("My lantern is called Bright Eye.")
    assert "Bright Eye" in (await play.do("What is my lantern called?")).narration.speeches[0].text


async def test_who_says_that_a_promise_is_kept_is_thanked_and_only_where_there_was_one() -> None:
    play = Play(at_inn())
    assert "hank" not in (await play.do("I have mended the roof, as I promised.")).shown
    await play.do("I promise to mend the roof")
    assert "hank" in (await play.do("I have mended the roof, as I promised.")).shown
    [kept] = play.state.commitments.values()
    assert kept.status is CommitmentStatus.KEPT
