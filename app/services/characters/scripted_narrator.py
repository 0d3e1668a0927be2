"""A narrator whose commands, speeches and text are given by the client."""

from collections.abc import Callable, Sequence

from app.errors import InvalidInput
from app.interfaces.agents.narrator import Narration, Scene, Spans, Speech
from app.language.rendering.refusing import choices, refused
from app.memory.stream.owners import find_person
from app.models.base import has_control_characters
from app.models.command import Command

Quoting = Callable[[str], Spans]
"""The spans of a text that come from memories which its writer was shown."""


class ScriptedNarrator:
    """Implements `INarrator`: carries out given commands, speeches and a telling. Unlike other narrators it mends
    nothing: a refused command or an absent speaker undoes the turn."""

    model, mode, tools_tokens = "client", "given", 0

    def __init__(
        self, telling: str, commands: Sequence[Command], says: Sequence[tuple[str, str]], quoting: Quoting
    ) -> None:
        """``says`` holds (id or name, text). Raises InvalidInput for control characters."""
        if any(has_control_characters(text) for text in (telling, *(text for _, text in says))):
            raise InvalidInput("A telling holds no control characters.")
        self._telling = telling.strip()
        self._commands = commands
        self._says = says
        self._quoting = quoting

    async def narrate(self, scene: Scene) -> Narration:
        for command in self._commands:
            await scene.execute(command)
        speeches = tuple(self._speech(scene, who, text.strip()) for who, text in self._says)
        scene.show(self._telling)
        return Narration(text=self._telling, speeches=speeches, quoted=self._quoting(self._telling))

    def _speech(self, scene: Scene, who: str, text: str) -> Speech:
        npc_id = find_person(scene.state, who)
        here = [npc.instance_id for npc in scene.state.present()]
        if npc_id not in here:
            names = choices(scene.state, map(scene.state.name, here), "nobody")
            raise refused(scene.state, "person-no-speaker", person=scene.state.name(npc_id), here=names)
        return Speech.now(scene.state, npc_id, text, self._quoting(text))
