"""Choosing which memories go before a model, and being able to say why."""

from app.memory.recall import presets
from app.memory.recall.genagents import GenagentsWeights
from app.memory.recall.hybrid import HybridWeights, hybrid
from app.memory.recall.presets import SituationalWeights, checked_weights
from app.memory.recall.query import Preset, RecallQuery, ScoredMemory
from app.memory.stream.stream import MemoryStream


class Retriever:
    """Recall over one stream at a time. Pure: it changes neither the game nor what it remembers."""

    def __init__(
        self,
        *,
        situational: SituationalWeights | None = None,
        genagents: GenagentsWeights | None = None,
        hybrid: HybridWeights | None = None,
    ) -> None:
        """InvalidInput for weights that are not finite."""
        self._situational = situational or SituationalWeights()
        self._genagents = genagents or GenagentsWeights()
        self._hybrid = hybrid or HybridWeights()
        for weights in (self._situational, self._genagents, self._hybrid):
            checked_weights(weights)

    def recall(self, stream: MemoryStream, query: RecallQuery) -> list[ScoredMemory]:
        """The hits in the preset's order, each with its components; [] if nothing is left to choose from.

        InvalidInput for a query's vector that is not finite or of another dimension than the memories'.
        """
        match query.preset:
            case Preset.RECENT:
                return presets.recent(stream.index.entries, query)
            case Preset.CHRONICLE:
                return presets.chronicle(stream.index.entries, query)
            case Preset.SITUATIONAL:
                return presets.situational(stream.index.entries, query, self._situational)
            case Preset.GENAGENTS:
                return presets.genagents(stream.index.entries, query, self._genagents)
            case Preset.HYBRID:
                return hybrid(stream, query, self._hybrid)
