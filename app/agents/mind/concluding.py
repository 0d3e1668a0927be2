"""Writing down a conclusion: its words, what it means, what it rests on and what it changes."""

from collections.abc import Mapping, Sequence

from app.agents.mind.wording import display_name, fill, pick, plain
from app.interfaces.agents.mind import Insight, MemoryExcerpt, ReflectRequest
from app.language.language import language_of
from app.models.messages.payload import ConclusionKind, ConclusionPayload, Utterance

IMPORTANCE, MINIMAL_IMPORTANCE = 6.0, 4.0
_MOST_EVIDENCE = 8
_MOST_VALUE = 120  # characters


class Concluding:
    """Makes conclusions of one request, and looks up what they need."""

    def __init__(self, request: ReflectRequest) -> None:
        self.request, self.own = request, request.person.npc_id
        self.language = language_of(request.person)
        self.people = {other.id: other for other in request.people if other.id != request.person.npc_id}
        self.earlier = [
            (memory, memory.payload) for memory in request.earlier if isinstance(memory.payload, ConclusionPayload)
        ]

    def insight(
        self,
        of: ConclusionKind,
        lines: str,
        evidence: Sequence[MemoryExcerpt],
        *,
        about: tuple[str, ...] = (),
        value: str = "",
        said: Utterance | None = None,
        changes: Mapping[str, object] | None = None,
        slots: Mapping[str, str] | None = None,
    ) -> Insight:
        """``lines`` names its variants; ``changes`` are fields of an `Insight`."""
        options = self.language.lines(f"minds.concluded_{lines}")
        what = pick(options, self.request.person.npc_id, self.request.now, lines, *about)
        ids = tuple(dict.fromkeys(memory.id for memory in evidence))[-_MOST_EVIDENCE:]
        text = fill(what, **{"name": display_name(self.request.person), **(slots or {})})
        importance = MINIMAL_IMPORTANCE if of is ConclusionKind.MINIMAL else IMPORTANCE
        means = ConclusionPayload(kind="conclusion", of=of, about=about, value=value[:_MOST_VALUE], quoted=said)
        return Insight(text=text, importance=importance, evidence=ids, means=means).model_copy(update=changes or {})

    def is_new(self, insight: Insight) -> bool:
        """Return whether the person holds no conclusion of the same matter yet."""
        means = insight.means
        return means is None or (means.of.value, means.about, means.value) not in self.request.concluded

    def called(self, other_id: str) -> str:
        name = self.people[other_id].name if other_id in self.people else ""
        return plain(name, 120) or self.language.render("minds.somebody-within")

    def thing(self, any_id: str) -> str:
        """What a place or thing is called, with its article."""
        return plain(self.request.names.get(any_id, ""), 120) or self.language.render("minds.somewhere")
