"""A host's moderation, over the API: a refused line is a problem, a refused text ends the stream with one."""

from pathlib import Path

from dependency_injector import providers

from app.interfaces.moderation import ModeratedText
from tests.integration.api.asking import Api, api_on
from tests.integration.mcp.serving import new_container
from tests.integration.turns.test_moderation import Host, Streaming


def moderated(folder: Path, host: Host, *pieces: str) -> Api:
    container = new_container(folder / "saves", Streaming(pieces), minds=False)
    container.moderation.override(providers.Object(host))
    return api_on(container)


async def test_a_refused_line_is_a_problem_in_the_hosts_words(tmp_path: Path) -> None:
    api = moderated(tmp_path, Host("curse"), "All is well.")
    game_id = api.begin()
    async with api.client(api.token(game_id, "player")) as client:
        answer = await client.post(f"/v1/games/{game_id}/turns", json={"text": "say a curse"})
    problem = answer.json()
    assert (answer.status_code, problem["type"]) == (409, "urn:talekeeper:problem:not-possible")
    assert problem["detail"] == "Not in this house."


async def test_a_refused_text_is_in_no_stream_and_in_no_turn(tmp_path: Path) -> None:
    api = moderated(tmp_path, Host("curse"), "All is well. ", "Here is a curse. ", "More.")
    game_id = api.begin()
    async with api.client(api.token(game_id, "player"), Accept="text/event-stream") as client:
        answer = await client.post(f"/v1/games/{game_id}/turns", json={"text": "I wait"})
        assert "All is well." in answer.text
        assert "not-possible" in answer.text
        assert "curse" not in answer.text
        listed = await client.get(f"/v1/games/{game_id}/turns", headers={"Accept": "application/json"})
    assert listed.json()["items"] == []


async def test_what_is_allowed_is_streamed_as_it_was_told(tmp_path: Path) -> None:
    api = moderated(tmp_path, Host(), "All is ", "well. Nobody", " comes.")
    game_id = api.begin()
    async with api.client(api.token(game_id, "player"), Accept="text/event-stream") as client:
        answer = await client.post(f"/v1/games/{game_id}/turns", json={"text": "I wait"})
    before, _, after = answer.text.partition("event: turn")
    assert '"words":"All is ' in before
    assert "Nobody" in before
    assert "All is well. Nobody comes." in after


async def test_each_game_is_named_to_the_moderation(tmp_path: Path) -> None:
    asked: list[ModeratedText] = []

    class Listening(Host):
        async def refusal(self, moderated: ModeratedText) -> str | None:
            asked.append(moderated)
            return None

    api = moderated(tmp_path, Listening(), "All is well.")
    game_id = api.begin()
    async with api.client(api.token(game_id, "player")) as client:
        await client.post(f"/v1/games/{game_id}/turns", json={"text": "I wait"})
    assert {each.game_id for each in asked} == {game_id}
    assert asked[0].speaker_id == "player"
