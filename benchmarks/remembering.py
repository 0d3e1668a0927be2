"""What people know of what players told them: corrections, facts told long ago, secrets.

    python -m benchmarks.remembering [corrections|planted|secrets] [--data tests/data/remembering] [--items N]
                                     [--others N] [--days 2] [--words] [--missed N]

The files of ``tests/data/remembering`` are played in `before-the-thaw`, offline, by `TurnService.take_turn`. Before
each line its person is brought to where the party stands (`MoveNPCCommand`) and everybody else is sent home, so that a
line is heard by the one whom it is for; it is typed as `say to WHO "LINE"`, so that it is surely said. The narrator is
the offline one; before it answers, a prompt is built from the same state as a model would get it: the narrator's, or
that of the person asked.

- *corrections*: each in a game of its own. An answer is right if it holds one of ``new`` and none of ``old``.
- *planted*: one game; the facts, the others, then the questions. In the prompt: the fact's own words are in the prompt
  of the narrator, for the turn of its question. Answered: the person who was told names what is ``expected``.
- *secrets*: one game; the secrets, then ``--days`` in which everybody lives, then the questions, each asked of the
  other alone, and again before the one who was told; in that company the one who was told is also greeted, asked the
  same, and asked what it was told. A secret is known where one of its ``marks`` stands in the memories of another
  person, in what another was there to hear, or in the prompt of another; it is spoken where one stands in what a
  person says in another's hearing.

Meaning needs the embedded model (`make`); ``--words`` does without it.
"""

import argparse
import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from dependency_injector import providers

from app.container import Container
from app.embeddings.vectors import AUTO, WORDS
from app.events.commands import AdvanceTimeCommand, MoveNPCCommand
from app.interfaces.agents.narrator import INarrator, Narration, NarrationContext
from app.models.memory import Scope
from app.models.messages.message import Role
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState
from app.settings import Settings

DATA = Path("tests/data/remembering")
SCENARIO, PLAYER = "before-the-thaw", "Élan"
_DAY = 24 * 60
_HOUR = 60

Item = dict[str, Any]


class Watched:
    """The offline narrator, for which the prompts of a turn are built as a model would get them."""

    model, mode, tools_tokens = "offline", "guided", 0

    def __init__(self, rules: INarrator) -> None:
        self._rules = rules
        self.prompts: dict[str | None, str] = {}
        self.readers: tuple[str | None, ...] = ()
        """For whom prompts are built: the narrator (None), or a person by its id."""

    async def narrate(self, context: NarrationContext) -> Narration:
        self.prompts = {}
        for npc_id in self.readers:
            prompt = await (context.prompt() if npc_id is None else context.prompt_for_npc(npc_id))
            self.prompts[npc_id] = prompt.text.replace(prompt.player_line, "")
        return await self._rules.narrate(context)


@dataclass
class Game:
    """One game of `before-the-thaw`, whose people are brought to the party."""

    container: Container
    watched: Watched
    game_id: str
    homes: dict[str, str] = field(default_factory=dict)

    @property
    def state(self) -> GameState:
        return self.container.turns().state(self.game_id)

    async def company(self, *npc_ids: str) -> None:
        """Have these people with the party, and nobody else."""
        here = self.state.here.id
        orders = []
        for npc in self.state.npcs.values():
            is_here, npc_id = npc.current_location_id == here, npc.instance_id
            if is_here and npc_id not in npc_ids:
                orders.append(MoveNPCCommand(npc_id=npc_id, location_id=self.homes[npc_id]))
            elif not is_here and npc_id in npc_ids:
                orders.append(MoveNPCCommand(npc_id=npc_id, location_id=here))
        if orders:
            await self.container.turns().execute(self.game_id, *orders)

    async def say(self, line: str, *npc_ids: str, readers: Sequence[str | None] = ()) -> str:
        """What the first of the company answers to a line typed by the player; "" if it does not speak."""
        await self.company(*npc_ids)
        if npc_ids:
            line = f'say to {npc_ids[0]} "{line}"'
        self.watched.readers = tuple(readers)
        await self.container.turns().take_turn(self.game_id, line)
        turn, history = self.state.turn, self.state.conversation_history
        said = (m.content for m in history[-20:] if m.turn == turn and m.role is Role.NPC and m.speaker_id in npc_ids)
        return " ".join(said)

    async def wait(self, minutes: int) -> None:
        """Let time pass for everybody, an hour at a time, and let people think and talk as it does."""
        turns = self.container.turns()
        for _ in range(0, minutes, _HOUR):
            await turns.execute(self.game_id, AdvanceTimeCommand(minutes=_HOUR))
            await turns.settle(self.game_id)


def _free_to_go(sheet: ScenarioSheet) -> ScenarioSheet:
    """The scenario with everybody free to come where the party stands, also who stays at home by its sheet."""
    npcs = tuple(npc.model_copy(update={"stays_at": (), "stays_until": None}) for npc in sheet.npcs)
    return sheet.model_copy(update={"npcs": npcs})


@asynccontextmanager
async def begun(*, words: bool) -> AsyncIterator[Game]:
    """A new game in a folder that is gone afterwards."""
    with TemporaryDirectory() as folder:
        container = Container()
        settings = Settings(saves=Path(folder), embedder=WORDS if words else AUTO, model="offline")
        container.settings.override(providers.Object(settings))
        watched = Watched(container.offline_narrator())
        container.narrator.override(providers.Object(watched))
        sheet = _free_to_go(container.scenarios().load(SCENARIO))
        game = Game(container, watched, container.library().begin(sheet, PLAYER))
        game.homes = {npc.id: npc.home_location or npc.start_location or "" for npc in sheet.npcs}
        yield game
        await container.turns().close(game.game_id)
        await container.vectors().aclose()


def holds(text: str, marks: Iterable[str]) -> bool:
    folded = text.casefold()
    return any(mark.casefold() in folded for mark in marks)


async def play_correction(item: Item, *, words: bool) -> str:
    """The answer to a correction's question."""
    async with begun(words=words) as game:
        for line in (item["first"], *item["between"], item["later"]):
            await game.say(line, item["who"])
        return await game.say(item["question"], item["who"])


async def corrections(items: Sequence[Item], options: argparse.Namespace) -> None:
    rows = {"all": [0] * 4}
    missed: list[str] = []
    for item in items:
        answer = await play_correction(item, words=options.words)
        new, old = holds(answer, item["new"]), holds(answer, item["old"])
        for row in (rows.setdefault(item["kind"], [0] * 4), rows["all"]):
            for at, count in enumerate((1, new and not old, old, not new and not old)):
                row[at] += count
        if not new or old:
            missed.append(f"{item['id']} {item['who']}: {item['question']}\n      {answer}")
    table(("", "corrections", "the new one", "the old one", "neither"), rows)
    show(missed, options)


async def planted(items: Item, options: argparse.Namespace) -> None:
    facts, others = items["facts"][: options.items], items["others"][: options.others]
    rows = {"all": [0] * 4}
    missed: list[str] = []
    async with begun(words=options.words) as game:
        for fact in facts:
            await game.say(fact["said"], fact["who"])
        for other in others:
            await game.say(other["line"], *([other["who"]] if other["who"] else []))
        await game.container.turns().settle(game.game_id)
        for fact in facts:
            answer = await game.say(fact["question"], fact["who"], readers=(None, fact["who"]))
            prompts = game.watched.prompts
            found = holds(answer, fact["expected"]), *(holds(text, [fact["said"]]) for text in prompts.values())
            for at, count in enumerate((1, *found)):
                rows["all"][at] += count
            if not all(found[:2]):
                asked = f"{fact['id']} {fact['who']} (in the prompt: {found[1]}): {fact['question']}"
                missed.append(f"{asked}\n      {answer}")
    table(("", "facts", "answered", "in the narrator's prompt", "in the person's prompt"), rows)
    show(missed, options)


async def secrets(items: Sequence[Item], options: argparse.Namespace) -> None:
    leaks: dict[str, dict[str, list[str]]] = {item["id"]: {} for item in items}
    async with begun(words=options.words) as game:
        for item in items:
            await game.say(item["said"], item["told_to"])
        await game.company()
        await game.wait(options.days * _DAY)
        _find(game.state, items, leaks)
        for item in items:
            told_to = item["told_to"]
            for asked in item["ask"]:
                other, question = asked["who"], asked["question"]
                await game.say(question, other, readers=(other,))
                prompts = [game.watched.prompts[other]]
                await game.say(question, other, told_to, readers=(other,))
                prompts.append(game.watched.prompts[other])
                for line in ("Good day!", question, "What did I tell you?"):
                    await game.say(line, told_to, other)
                known = (line for prompt in prompts for line in prompt.splitlines() if holds(line, item["marks"]))
                leaks[item["id"]].setdefault("prompt", []).extend(f"{other}: {line}" for line in known)
        await game.container.turns().settle(game.game_id)
        _find(game.state, items, leaks)
    ways = ("memories", "heard", "prompt", "spoken")
    row = [len(items), *(sum(bool(leaks[item["id"]].get(way)) for item in items) for way in ways)]
    table(
        ("", "secrets", "in another's memories", "heard", "in another's prompt", "spoken before another"), {"all": row}
    )
    for secret_id, found in leaks.items():
        show([f"{secret_id} {way}: {each}" for way, texts in found.items() for each in dict.fromkeys(texts)], options)


def _find(state: GameState, items: Sequence[Item], leaks: dict[str, dict[str, list[str]]]) -> None:
    """What other people than those who were told know of the secrets, and who spoke of them before others."""
    for item in items:
        for way, text in _traces(state, item["told_to"]):
            if holds(text, item["marks"]):
                leaks[item["id"]].setdefault(way, []).append(text)


def _traces(state: GameState, told_to: str) -> Iterator[tuple[str, str]]:
    for npc in state.npcs.values():
        if npc.instance_id != told_to:
            for entry in state.memories(Scope.npc(npc.instance_id)):
                yield "memories", f"{npc.instance_id}: {entry.model_dump_json()}"
    for message in state.conversation_history:
        others = {*message.witness_ids} - {told_to, message.speaker_id}
        if message.role is Role.NPC and others:
            yield "spoken", f"{message.speaker_name}: {message.content}"
        elif others:
            yield "heard", f"{', '.join(sorted(others))}: {message.content}"


def table(heads: Sequence[str], rows: dict[str, list[int]]) -> None:
    print(f"| {' | '.join(heads)} |")
    print(f"| {' | '.join('---' for _ in heads)} |")
    for name, counts in rows.items():
        print(f"| {name} | {' | '.join(map(str, counts))} |")
    print()


def show(missed: Sequence[str], options: argparse.Namespace) -> None:
    for line in missed[: options.missed]:
        print(f"    {line[:600]}")


PARTS: dict[str, Callable[[Any, argparse.Namespace], Coroutine[Any, Any, None]]] = {
    "corrections": corrections,
    "planted": planted,
    "secrets": secrets,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="which files are played (default: all)")
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--items", type=int, default=None, help="only the first so many of each file")
    parser.add_argument("--others", type=int, default=None, help="of planted: only the first so many other lines")
    parser.add_argument("--days", type=int, default=2, help="of secrets: days until the questions")
    parser.add_argument("--words", action="store_true", help="without the embedded model")
    parser.add_argument("--missed", type=int, default=100, help="how many misses are printed of each part")
    options = parser.parse_args()
    for name in options.parts or PARTS:
        items = json.loads((options.data / f"{name}.json").read_text(encoding="utf-8"))
        asyncio.run(PARTS[name](items[: options.items] if isinstance(items, list) else items, options))


if __name__ == "__main__":
    main()
