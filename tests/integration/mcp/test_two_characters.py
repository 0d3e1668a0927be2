"""Two clients play two characters of one game over HTTP: neither ever gets to see what only the other knows."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from mcp.client.client import Client

from app.models.sheets.lore import LoreSheet
from app.models.sheets.person import NPCSheet
from app.models.sheets.scenario import ScenarioSheet
from tests.examples import examples
from tests.integration.mcp.seats import served
from tests.integration.mcp.serving import begun, new_container
from tests.worlds import small_sheet

pytestmark = pytest.mark.long

TURNS = examples(50)
PEOPLE = {"mara": "sablewort", "guard-1": "quillon"}
"""Whom they play, and a word that stands in everything that nobody else knows of them."""


def with_secrets(sheet: ScenarioSheet) -> ScenarioSheet:
    """Both in one place, each with the word wherever a sheet has room for what is its own."""

    def person(npc: NPCSheet) -> NPCSheet:
        if npc.id not in PEOPLE:
            return npc
        word = PEOPLE[npc.id]
        secrets = {
            "background": f"Once stole the {word}. Never told a soul of {word}.",
            "communication_style": f"Never says {word}.",
            "decision_style": f"Thinks of {word} first.",
            "traits": (f"{word}-minded",),
            "skills": (f"{word}-craft",),
            "values": (f"the {word}",),
            "goals": (f"Hide the {word}.", "Sleep well."),
            "lore": (LoreSheet(name=f"the {word}", keys=(word, "treasure"), text=f"The {word} lies under the well."),),
            "examples": f"{npc.name}: no {word} here.",
            "schedule_hints": (f"counts the {word} at night",),
            "start_location": "inn",
        }
        return npc.model_copy(update=secrets)

    return sheet.model_copy(update={"npcs": tuple(person(npc) for npc in sheet.npcs)})


def calls_of(turn: int, word: str, other: str, memories: Sequence[str]) -> list[tuple[str, dict[str, Any]]]:
    """What one of them does in a turn: speak of nothing in particular, keep a secret, ask for everything."""
    pair = [memories[0], memories[-1]] if len(memories) > 1 else []
    asking: list[tuple[str, dict[str, Any]]] = [
        ("query_self", {}),
        ("query_self", {"question": "what am I hiding?"}),
        ("query_background", {}),
        ("query_communication_style", {}),
        ("query_scene", {}),
        ("query_character", {"name": other}),
        ("query_memory", {"query": "the treasure and its secret"}),
        ("query_memory", {"query": f"{PEOPLE['mara']} {PEOPLE['guard-1']}", "about": other}),
        ("query_memory", {"query": "who knows what?", "type": "lore"}),
        ("query_memory", {"query": "who am I?", "type": "character"}),
        ("query_memory", {"query": "what is it?", "type": "character_knowledge", "speaker": other}),
        ("recall_episodes", {"query": "what was noticed"}),
        ("recall_facts", {"topic": "the treasure"}),
        ("recall_feelings", {"about": other}),
        ("recall_procedures", {"task": "hiding something"}),
        ("recall_interactions", {"character": other}),
        ("check_similar_situations", {"context": "somebody asks for the treasure"}),
        ("consult_memories", {"situation": f"{other} asks what is hidden"}),
    ]
    doing: list[tuple[str, dict[str, Any]]] = [
        ("form_memory", {"content": f"Nobody may see the {word}, number {turn}.", "type": "semantic"}),
        ("say", {"text": f"It is a quiet night, number {turn}.", "to": [other] if turn % 2 else []}),
        ("act", {"action": ("work", "rest", "make")[turn % 3], "what": "a loaf" if turn % 3 == 2 else ""}),
        ("update_goal", {"goal": "goal-1", "progress": turn, "reason": f"the {word} is well hidden"}),
    ]
    if pair:
        doing.append(("associate_memories", {"a": pair[0], "b": pair[1], "relation": f"both are about {word}, {turn}"}))
        doing.append(("reinforce_memory", {"id": pair[1]}))
    return [
        doing[turn % len(doing)],
        ("form_memory", {"content": f"I feel watched for the {word}.", "type": "emotional"}),
    ][: 1 + turn % 2] + [asking[(turn * 3 + step) % len(asking)] for step in range(3)]


class Player:
    """A client that remembers every answer it was given."""

    def __init__(self, client: Client, npc_id: str) -> None:
        self._client = client
        self.word = PEOPLE[npc_id]
        self.other = next(other for other in PEOPLE if other != npc_id)
        self.received: list[str] = []
        self.failed: list[str] = []
        self._memories: list[str] = []

    async def play(self, turn: int) -> None:
        for name, arguments in calls_of(turn, self.word, self.other, self._memories):
            result = await self._client.call_tool(name, arguments)
            self._take(result.model_dump_json())
            if result.is_error:
                self.failed.append(f"{name} {arguments}: {result.content}")
            for memory in (result.structured_content or {}).get("memories", ()):
                if str(memory.get("id", "")).startswith(tuple(PEOPLE)) and memory["id"] not in self._memories:
                    self._memories.append(memory["id"])

    async def read_everything(self) -> None:
        for listed in (
            await self._client.list_resources(),
            await self._client.list_prompts(),
            await self._client.list_tools(),
        ):
            self._take(listed.model_dump_json())
        for resource in (await self._client.list_resources()).resources:
            self._take((await self._client.read_resource(resource.uri)).model_dump_json())
        for prompt in (await self._client.list_prompts()).prompts:
            self._take((await self._client.get_prompt(prompt.name)).model_dump_json())
        other_memories = await self._client.call_tool("reinforce_memory", {"id": f"{self.other}-001"})
        assert other_memories.is_error
        self._take(other_memories.model_dump_json())

    def _take(self, answer: str) -> None:
        self.received.append(answer)


async def test_two_clients_play_two_characters_for_many_turns_and_neither_ever_receives_a_memory_of_the_other(
    tmp_path: Path,
) -> None:
    container = new_container(tmp_path, api_requests_per_minute=10_000)
    game_id, turns = begun(container, with_secrets(small_sheet())), container.turns()
    async with served(container, game_id, *PEOPLE) as server:
        async with server.client("mara") as one, server.client("guard-1") as two:
            players = [Player(one, "mara"), Player(two, "guard-1")]
            for turn in range(TURNS):
                await asyncio.gather(*(player.play(turn) for player in players))
                if turn % 10 == 0:
                    await turns.settle(game_id)
            for player in players:
                await player.read_everything()
        state = turns.state(game_id)
        for player in players:
            assert not player.failed
            hidden = PEOPLE[player.other]
            asked_for = json.dumps(f"{PEOPLE['mara']} {PEOPLE['guard-1']}")[1:-1]
            received = [answer.replace(asked_for, "") for answer in player.received]
            assert not [answer for answer in received if hidden in answer.casefold()]
            assert any(player.word in answer for answer in received), "what is its own it does receive"
            assert any("quiet night" in answer for answer in received), "what the other says aloud it hears"
        for npc_id, word in PEOPLE.items():
            assert any(word in entry.summary for entry in state.npc(npc_id).npc_memories)
            other = next(other for other in PEOPLE if other != npc_id)
            assert not any(PEOPLE[other] in entry.summary for entry in state.npc(npc_id).npc_memories)
