"""Playing the walkthroughs of a scenario, to see whether each reaches its ending."""

from collections.abc import AsyncIterator, Iterator, Sequence

from app.errors import TalekeeperError
from app.language.rendering.plain_reasons import in_words
from app.models.base import Frozen
from app.models.events.actions import CheckRolled
from app.models.sheets.scenario import ScenarioSheet
from app.services.game.games.game_library import GameLibrary
from app.services.game.turns.turn_result import paragraphs
from app.services.game.turns.turn_service import TurnService

SEEDS = 1, 2, 3
"""Those of the games in which a walkthrough is played: the first decides, the others show whether the dice matter."""
_SHOWN_LINES = 3
WALKTHROUGH = "walkthrough"


class PlayedLine(Frozen):
    """One line of a walkthrough, and what it led to.

    Attributes:
        number: Its number in the walkthrough, from 1.
        line: What is typed.
        text: What players read then; the error where the turn did not happen.
        is_refused: Whether the turn did not happen.
        is_idle: Whether it had no effect in the game.
        is_rolled: Whether dice were rolled in it.
    """

    number: int
    line: str
    text: str
    is_refused: bool = False
    is_idle: bool = False
    is_rolled: bool = False


class PlayedWalkthrough(Frozen):
    """How far a walkthrough came.

    Attributes:
        where: Its path in the scenario.
        name: What its author calls it; may be empty.
        wanted: The ending that it leads to; None for the end of the last act.
        is_example: Whether it may stop before the end: ``walkthrough``, as made for a card that has no story.
        reached: The ending that it reached; None for the end of the last act, or for no end.
        ended: Whether the story ended.
        lines: How many lines it has.
        played: The lines that were played: up to the end of the story.
        missed_with: Those of `SEEDS` with which the dice lead it elsewhere; nothing where it is wrong with the first.
    """

    where: str
    name: str = ""
    wanted: str | None = None
    is_example: bool = False
    reached: str | None = None
    ended: bool = False
    lines: int = 0
    played: tuple[PlayedLine, ...] = ()
    missed_with: tuple[int, ...] = ()

    @property
    def is_sound(self) -> bool:
        """Whether it reaches its ending, and each of its lines was a turn."""
        return self.is_at_end and not any(line.is_refused for line in self.played)

    @property
    def is_problem(self) -> bool:
        """Whether it is wrong for certain: an example that only stops before the end is not."""
        stops_early = self.is_example and not self.ended and not any(line.is_refused for line in self.played)
        return not self.is_sound and not stops_early

    @property
    def is_at_end(self) -> bool:
        """Whether it reaches its ending."""
        return self.ended and self.reached == self.wanted

    @property
    def failed(self) -> tuple[PlayedLine, ...]:
        """The lines that show where it went wrong: those that were no turn, and where it has not reached its ending,
        the first one without an effect and the last ones."""
        if self.is_sound:
            return ()
        shown = {line.number for line in self.played if line.is_refused}
        if not self.is_at_end:
            shown |= {line.number for line in self.played[-_SHOWN_LINES:]}
            shown |= {next((line.number for line in self.played if line.is_idle), 0)}
        return tuple(line for line in self.played if line.number in shown)


def walkthroughs_of(sheet: ScenarioSheet) -> Iterator[tuple[str, str, Sequence[str], str | None]]:
    """Yield the walkthroughs of a scenario: the path, the name, the lines, and the ending."""
    if sheet.walkthrough:
        yield WALKTHROUGH, "", sheet.walkthrough, None
    for number, walk in enumerate(sheet.walkthroughs):
        yield f"walkthroughs[{number}]", walk.name, walk.lines, walk.ending


async def play_walkthroughs(
    library: GameLibrary, turns: TurnService, sheet: ScenarioSheet
) -> tuple[PlayedWalkthrough, ...]:
    """Play each walkthrough of a scenario in a game of its own, up to the end of the story; one in which dice are
    rolled once more with each of the other `SEEDS`.

    Args:
        library: Begins the games.
        turns: Plays them.
        sheet: The scenario, without problems.
    """
    played = []
    for where, name, lines, wanted in walkthroughs_of(sheet):
        first = PlayedWalkthrough(
            where=where, name=name, wanted=wanted, is_example=where == WALKTHROUGH, lines=len(lines)
        )
        walk = await _played(library, turns, sheet, first, lines, seed=SEEDS[0])
        if walk.is_sound and any(line.is_rolled for line in walk.played):
            others = {seed: await _played(library, turns, sheet, first, lines, seed=seed) for seed in SEEDS[1:]}
            missed = tuple(seed for seed, other in others.items() if not other.is_at_end)
            walk = walk.model_copy(update={"missed_with": missed})
        played.append(walk)
    return tuple(played)


async def _played(
    library: GameLibrary,
    turns: TurnService,
    sheet: ScenarioSheet,
    walk: PlayedWalkthrough,
    lines: Sequence[str],
    *,
    seed: int,
) -> PlayedWalkthrough:
    """Play a walkthrough in a game with a seed; return it with how far it came."""
    game_id = library.begin(sheet, seed=seed)
    try:
        shown = [line async for line in _play(turns, game_id, lines)]
        state = turns.state(game_id)
        came = {"reached": state.world.ending, "ended": state.scenario.ended, "played": tuple(shown)}
        return walk.model_copy(update=came)
    finally:
        await turns.close(game_id)


async def _play(turns: TurnService, game_id: str, lines: Sequence[str]) -> AsyncIterator[PlayedLine]:
    for number, line in enumerate(lines, 1):
        try:
            result = await turns.take_turn(game_id, line)
            await turns.settle(game_id)
            text, is_idle = "\n".join(paragraphs(result.messages)), not result.commands and not result.events
            is_rolled = any(isinstance(event, CheckRolled) for event in result.events)
            yield PlayedLine(number=number, line=line, text=text, is_idle=is_idle, is_rolled=is_rolled)
        except TalekeeperError as error:
            yield PlayedLine(number=number, line=line, text=in_words(error), is_refused=True)
        if turns.state(game_id).scenario.ended:
            return
