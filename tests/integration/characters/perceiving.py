"""A game in which somebody remembers a thing, with and without distortions, and what is asked for it there."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from app.agents.narrator.knowledge.exchange import Exchange
from app.cognition.talking.converse import ConverseWork
from app.interfaces.agents.mind import ConverseRequest
from app.language.rendering.distortions import filter_of
from app.memory.recall.recaller import Recaller
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.memory import MemoryEntry, MemoryKind, Scope
from app.models.minds.activity import Activity
from app.models.minds.mind_state import Job, JobKind
from app.models.prompt import Agent, Prompt
from app.models.records.record import PromptRecipe
from app.models.sheets.person import DistortionKind, DistortionSheet
from app.models.state.game_state import GameState
from app.services.ai.context_service import NEWEST_LAYOUT, ContextService
from app.services.characters.character_seat import CharacterSeat
from app.services.game.captures.recall_service import RecallService
from app.services.game.turns.turn_service import TurnService
from tests.integration.characters.village import seat
from tests.unit.services.characters.sheets import village_sheet

MARA = Scope.npc("mara")
TRUTH = "The ferryman laughed and gave the miller a wonderful ring."
QUESTION = "Who gave the miller a ring?"
HEARD = "The carter laughed and hid the silver key."

DISTORTIONS = {
    "none": (),
    "paranoid": (DistortionSheet(kind=DistortionKind.PARANOID),),
    "depressed": (DistortionSheet(kind=DistortionKind.DEPRESSED),),
    "trauma": (DistortionSheet(kind=DistortionKind.TRAUMA, triggers=("ring",), about="the night the mill burnt"),),
    "all": (
        DistortionSheet(kind=DistortionKind.DEPRESSED),
        DistortionSheet(kind=DistortionKind.TRAUMA, triggers=("ring",)),
        DistortionSheet(kind=DistortionKind.PARANOID),
    ),
}


@dataclass(frozen=True)
class Game:
    """A game in which Mara, at the inn with the party and Yuri, remembers the `TRUTH` in several forms."""

    turns: TurnService
    game_id: str

    @property
    def state(self) -> GameState:
        return self.turns.state(self.game_id)

    @property
    def stream(self) -> MemoryStream:
        return MemoryStream(self.state, MARA)

    @property
    def mara(self) -> CharacterSeat:
        return seat(self.turns, self.game_id, "mara")

    def remember(self, kind: MemoryKind, **fields: object) -> MemoryEntry:
        given = {"importance": 8.0, "created_at": self.state.written_at, **fields}
        return self.stream.add(kind, MemoryContext(content=TRUTH, **given))  # type: ignore[arg-type]  # its fields

    def seems(self, text: str) -> str:
        """How it seems to Mara: the rule itself, without any door."""
        distortion = filter_of(self.state.sheets.npc("mara"))
        return text if distortion is None else distortion(text)


async def new_game_of(village: TurnService, distortions: tuple[DistortionSheet, ...]) -> Game:
    sheet = village_sheet()
    people = tuple(
        npc.model_copy(update={"distortions": distortions}) if npc.id == "mara" else npc for npc in sheet.npcs
    )
    game_id = village.library.begin(sheet.model_copy(update={"npcs": people}), "Élan", seed=7)
    await village.take_turn(game_id, "to the inn")
    return Game(village, game_id)


async def prompt_of_mara(game: Game) -> Prompt:
    recalled = await RecallService(Recaller()).for_prompt(game.state, "mara", QUESTION)
    recipe = PromptRecipe.model_validate(
        {"model": "m", "mode": "guided", "budget": 20_000, "layout": NEWEST_LAYOUT, "recalled": recalled}
    )
    return await ContextService().build(game.state, Agent.NPC, QUESTION, recipe, npc_id="mara")


def section(prompt: Prompt, name: str) -> str:
    return next(part.text for part in prompt.sections if part.name == name)


def meeting_of(game: Game) -> ConverseRequest:
    game.remember(MemoryKind.OBSERVATION)
    for npc_id in ("mara", "yuri"):
        game.state.npc(npc_id).activity = Activity.IDLE
    meeting = ConverseWork(Recaller()).prepare(game.state, job(game, JobKind.CONVERSE, "yuri"))
    assert meeting is not None
    return meeting.request


def exchange(game: Game) -> Exchange:
    return Exchange(game.state, "mara", "Élan")


def job(game: Game, kind: JobKind, *others: str) -> Job:
    return Job(kind=kind, npc_id="mara", with_ids=others, asked_at=game.state.clock.minutes)


Door = Callable[[Game], Awaitable[str]]
"""Gives all that is shown or said somewhere."""
