"""A German game: its scenario, forty lines of a player, and a model that answers in German."""

from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic_ai.messages import ModelMessage, ModelRequest, UserPromptPart
from pydantic_ai.models.function import AgentInfo, DeltaToolCall, FunctionModel

from tests.unit.agents.model_narrator.stage import call

SCENARIO = Path(__file__).parents[2] / "data/german/nebelhafen.json"

Calls = Sequence[Mapping[str, Any]]

LINES: tuple[tuple[str, Calls], ...] = (
    ("schau dich um", [{"tool": "look"}]),
    ("untersuche den Brunnen", [{"tool": "discover_secret", "secret_id": "loser-stein"}]),
    ("geh nach Norden", [{"tool": "change_location", "location_id": "turm"}]),
    ("nimm den Amboss", [{"tool": "take_item", "item_id": "amboss"}]),
    ("nimm die Laterne", [{"tool": "take_item", "item_id": "laterne"}]),
    ("nimm die Laterne", [{"tool": "take_item", "item_id": "laterne"}]),
    ("benutze die Laterne mit dem Brunnen", [{"tool": "use_item", "item_id": "laterne", "target_id": "brunnen"}]),
    ("Inventar", []),
    ("Holm, was weißt du über die Eule?", [{"tool": "npc_says", "npc_id": "wache", "text": "Frag Mara danach."}]),
    ("wer ist hier", []),
    ("geh zur Schenke", [{"tool": "change_location", "location_id": "schenke"}]),
    ("sprich mit Mara", []),
    ("frag Mara nach dem Schlüssel", [{"tool": "ask_topic", "npc_id": "mara", "topic_id": "der-schluessel"}]),
    ("frag Mara nach der Eule", [{"tool": "ask_topic", "npc_id": "mara", "topic_id": "eulen-plage"}]),
    ("Aufgaben", []),
    ("gib Mara die Laterne", [{"tool": "give_item", "item_id": "laterne", "npc_id": "mara"}]),
    ("frag Mara nach dem Schlüssel", [{"tool": "ask_topic", "npc_id": "mara", "topic_id": "der-schluessel"}]),
    ("Danke, Mara!", [{"tool": "npc_says", "npc_id": "mara", "text": "Gern geschehen."}]),
    ("Tagebuch", []),
    ("warte eine Stunde", [{"tool": "advance_time", "minutes": 60}]),
    ("sag Mara, dass der Turm dunkel ist", [{"tool": "npc_says", "npc_id": "mara", "text": "Das weiß hier jeder."}]),
    ("geh zum Marktplatz", [{"tool": "change_location", "location_id": "markt"}]),
    ("geh in den Keller", [{"tool": "change_location", "location_id": "keller"}]),
    ("nimm die Kiste", [{"tool": "take_item", "item_id": "kiste"}]),
    ("untersuche die Kiste", []),
    ("leg die Kiste hin", [{"tool": "drop_item", "item_id": "kiste"}]),
    ("öffne die Kiste", [{"tool": "perform_action", "action_id": "open", "target_id": "kiste"}]),
    ("zerbrich die Kiste", [{"tool": "perform_action", "action_id": "break", "target_id": "kiste"}]),
    ("geh zurück", [{"tool": "change_location", "location_id": "markt"}]),
    ("gib Holm die Laterne", [{"tool": "give_item", "item_id": "laterne", "npc_id": "wache"}]),
    ("notiere: Der Turm ist offen", [{"tool": "add_note", "text": "Der Turm ist offen."}]),
    ("wie spät ist es", []),
    ("geh nach Westen", [{"tool": "change_location", "location_id": "keller-2"}]),
    ("ich verspreche Holm, dass ich morgen wiederkomme", []),
    ("Hilfe", []),
    ("schlaf bis zum Morgen", [{"tool": "advance_time", "minutes": 600}]),
    ("geh zum Turm", [{"tool": "change_location", "location_id": "turm"}]),
    ("bekämpfe die Eule", [{"tool": "clear_encounter", "encounter_id": "eule"}]),
    ("schau dich um", [{"tool": "look"}]),
    ("singe ein Lied", []),
)
"""What the player types, and the calls of a game master with tools; some of them are refused."""

TOLD = (
    "Der Wind riecht nach Salz und nassem Tau.",
    "Irgendwo schlägt ein Fensterladen, und jemand lacht leise.",
    "Das Pflaster glänzt, und der Nebel wird dichter.",
    "Für einen Augenblick schweigt alles.",
)


class GermanModel:
    """Gives the calls of the line that is played, if it has tools, and a sentence of its own."""

    def __init__(self) -> None:
        self.turn = 0
        self.instructions: list[str] = []
        self.model = FunctionModel(stream_function=self._answer, model_name="scripted")

    async def _answer(
        self, messages: list[ModelMessage], info: AgentInfo
    ) -> AsyncIterator[str | dict[int, DeltaToolCall]]:
        self.instructions.append(info.instructions or "")
        request = messages[-1]
        assert isinstance(request, ModelRequest)
        is_first = any(isinstance(part, UserPromptPart) for part in request.parts)
        offered = {tool.name for tool in info.function_tools}
        for number, each in enumerate(LINES[self.turn][1] if is_first else ()):
            if each["tool"] in offered:
                yield {number + 1: call(dict(each), f"call-{len(self.instructions)}-{number}")}
        yield TOLD[len(self.instructions) % len(TOLD)]
