"""What people know of what players told them: corrections, facts told long ago, secrets.

    python -m benchmarks.remembering [corrections|changed|people|planted|secrets] [--data tests/data/remembering]
                                     [--items N] [--others N] [--days 2] [--words] [--missed N]

The files of ``tests/data/remembering`` are played in `before-the-thaw`, offline, by `TurnService.take_turn`. Before
each line its person is brought to where the party stands (`MoveNPCCommand`) and everybody else is sent home, so that a
line is heard by the one whom it is for; it is typed as `say to WHO "LINE"`, so that it is surely said. The narrator is
the offline one; before it answers, a prompt is built from the same state as a model would get it: the narrator's, or
that of the person asked.

- *corrections*, *changed*: each in a game of its own. An answer is right if it holds one of ``new`` and none of
  ``old``, but in a quotation that is introduced as what was said at first.
- *people*: each in a game of its own. People say their lines, to the player or to each other, where the party is; then
  the question is asked of nobody, where the party is alone, of another who heard the lines, and of one who did not. An
  answer is right if it quotes a sentence of the line that answers, and names who said it where that is asked.
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
import re
from collections.abc import Callable, Coroutine, Iterator, Sequence
from pathlib import Path
from typing import Any

from app.language.analysis.text import sentences, words
from app.models.memory import Scope
from app.models.messages.message import Role
from app.models.state.game_state import GameState
from benchmarks.remembering_games import Item, begun, holds, show, table

DATA = Path("tests/data/remembering")
_DAY = 24 * 60
_AT_FIRST = re.compile(r"\bfirst\b[^“”.]*“[^”]*”")
"""A quotation of what was said before it changed."""
_FEWEST_QUOTED = 4


async def play_correction(item: Item, *, words: bool) -> str:
    """Return the answer to a correction's question."""
    async with begun(words=words) as game:
        for line in (item["first"], *item["between"], item["later"]):
            await game.say(line, item["who"])
        await game.container.turns().settle(game.game_id)
        return await game.say(item["question"], item["who"])


async def corrections(items: Sequence[Item], options: argparse.Namespace) -> None:
    """Print how many changed statements are answered with the new version, the old one, or neither."""
    rows = {"all": [0] * 5}
    missed: list[str] = []
    for item in items:
        answer = await play_correction(item, words=options.words)
        now = _AT_FIRST.sub("", answer)
        new, old, before = holds(now, item["new"]), holds(now, item["old"]), holds(answer, item["old"])
        for row in (rows.setdefault(item["kind"], [0] * 5), rows["all"]):
            counts = 1, new and not old, old, not new and not old, new and before and not old
            for at, count in enumerate(counts):
                row[at] += count
        if not new or old:
            missed.append(f"{item['id']} {item['who']}: {item['question']}\n      {answer}")
    table(("", "corrections", "the new one", "the old one", "neither", "with what was said first"), rows)
    show(missed, options)


async def people(items: Sequence[Item], options: argparse.Namespace) -> None:
    """Print how many questions about what people said are answered with the line that answers."""
    rows = {"all": [0] * 4}
    missed: list[str] = []
    for item in items:
        answers = await play_people(item, words=options.words)
        found = [_quotes(answer, item) for answer in answers]
        for row in (rows.setdefault(item["kind"], [0] * 4), rows["all"]):
            for at, count in enumerate((1, *found)):
                row[at] += count
        for asked, answer, is_right in zip(("alone", "another", "one who was not there"), answers, found, strict=True):
            if is_right is (asked == "one who was not there"):
                missed.append(f"{item['id']} {asked}: {item['question']}\n      {answer}")
    table(("", "questions", "asked alone", "asked of another who heard it", "of one who did not"), rows)
    show(missed, options)


async def play_people(item: Item, *, words: bool) -> tuple[str, str, str]:
    """Return the answers of the party alone, of another who heard the lines, and of one who did not."""
    async with begun(words=words) as game:
        speakers = list(dict.fromkeys(line["speaker"] for line in item["said"]))
        await game.company(*speakers)
        for line in item["said"]:
            await game.speak(line["speaker"], line["text"], line["to"])
        await game.container.turns().settle(game.game_id)
        told = item["said"][item["answer"]]["speaker"]
        heard = next(npc_id for npc_id in speakers if npc_id != told)
        absent = next(npc_id for npc_id in sorted(game.homes) if npc_id not in speakers)
        alone = await game.ask_nobody(item["question"])
        return alone, await game.say(item["question"], heard), await game.say(item["question"], absent)


def _quotes(answer: str, item: Item) -> bool:
    """Whether an answer holds a sentence of the line that answers, and who said it where that is asked."""
    line, said = item["said"][item["answer"]], " ".join(words(answer.casefold()))
    quoted = (" ".join(words(each.casefold())) for each in sentences(line["text"]))
    is_named = item["kind"] != "who said" or line["speaker"] in said.split()
    return is_named and any(len(each.split()) >= _FEWEST_QUOTED and each in said for each in quoted)


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


PARTS: dict[str, Callable[[Any, argparse.Namespace], Coroutine[Any, Any, None]]] = {
    "corrections": corrections,
    "changed": corrections,
    "people": people,
    "planted": planted,
    "secrets": secrets,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="which files are played (default: all)")
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--name", default=None, help="of one part: another file of the folder")
    parser.add_argument("--items", type=int, default=None, help="only the first so many of each file")
    parser.add_argument("--others", type=int, default=None, help="of planted: only the first so many other lines")
    parser.add_argument("--days", type=int, default=2, help="of secrets: days until the questions")
    parser.add_argument("--words", action="store_true", help="without the embedded model")
    parser.add_argument("--missed", type=int, default=100, help="how many misses are printed of each part")
    options = parser.parse_args()
    for name in options.parts or PARTS:
        items = json.loads((options.data / f"{options.name or name}.json").read_text(encoding="utf-8"))
        asyncio.run(PARTS[name](items[: options.items] if isinstance(items, list) else items, options))


if __name__ == "__main__":
    main()
