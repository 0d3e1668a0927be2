"""How a person speaks when no model is there: its sheet's variants, or plain ones, filled and never twice in a row."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice

from app.agents.narrator.acting.company import open_topics, recent_narrations, recent_speeches, times_spoken_this_visit
from app.agents.narrator.answering.about_player import last_met, meeting_memory, promise_of_player
from app.agents.narrator.answering.daily import of_the_day
from app.agents.narrator.answering.exchange import Exchange
from app.agents.narrator.answering.questions import AboutPlayer, Matter
from app.agents.narrator.answering.recalling import Recollection
from app.agents.narrator.telling.sight import telling_text
from app.agents.narrator.telling.variants import MEMORY, Passage, filled, is_heard, pick
from app.interfaces.services.location import PARTY
from app.language.language import language_of
from app.language.pack import Lines
from app.language.rendering.filling import capital, sentence
from app.language.rendering.phrases import listed, the
from app.memory.recall.recaller import Recaller
from app.memory.stream.condensing import is_condensed
from app.models.memory import MemoryKind
from app.models.sheets.condition import Attitude
from app.models.state.clock import part_of_day
from app.models.state.game_state import GameState

_EXCHANGES_PER_GESTURE = 3
_NARRATIONS_APART = 5
_MEMORY_SLOT = "{memory}"
_MUCH = 4.0
"""A relationship (-10 to +10) from which on it shows in how somebody speaks."""
_TOPICS = "{topics}"


class Voice:
    """One person speaking to one player; ``said`` is what it has said in this turn already."""

    def __init__(
        self, state: GameState, npc_id: str, player: str, said: Sequence[str] = (), recaller: Recaller | None = None
    ) -> None:
        self._state = state
        self._npc_id = npc_id
        self._player = player
        self.exchange = Exchange(state, npc_id, player, recaller or Recaller())
        self._said_now = said
        self._sheet = state.sheets.npc(npc_id)
        self._language = language_of(state.sheet)

    @cached_property
    def _said(self) -> list[str]:
        return [*self._said_now, *recent_speeches(self._state, self._npc_id)]

    def gesture(self) -> str:
        """What it does while it speaks, the narrator's text: with the first exchange of a visit and every third after
        it, none twice within five narrations; else ""."""
        if times_spoken_this_visit(self._state, self._npc_id) % _EXCHANGES_PER_GESTURE:
            return ""
        seen = list(islice(recent_narrations(self._state), _NARRATIONS_APART))
        gestures = self._sheet.voice.gestures or self._stock("gestures")
        variants = [sentence(filled(each, self._slots()).text) for each in gestures]
        fresh = [each for each in variants if not any(is_heard(each, text) for text in seen)]
        return pick(self._state, f"gesture:{self._npc_id}", fresh) if fresh else ""

    def has_met(self) -> bool:
        npc = self._state.npc(self._npc_id)
        if npc.topics_told or npc.items_received or self._said:
            return True
        # What it has noticed, planned and heard from others does not make it know the party.
        return any(not is_condensed(memory) for memory in self.exchange.stream.by_kind(MemoryKind.SUMMARY))

    def greeting(self) -> Passage:
        if self.has_met():
            return self._line("met-before", self._stock("met_before", self._attitude))
        return self._line("greeting", self._sheet.voice.greeting or self._stock("greeting", self._attitude))

    def returning(self, memory: Recollection | None) -> Passage | None:
        """The first word of a visit, showing what it remembers; None if there is nothing."""
        if memory is None:
            return None
        voice = self._sheet.voice
        if memory.is_promise:
            variants = _with_memory(voice.promise) or _with_memory(voice.returning) or self._stock("promise")
            return self._of_memory("promise", variants, memory)
        return self._of_memory("returning", _with_memory(voice.returning) or self._stock("returning"), memory)

    def recalled(self, answer: Recollection) -> Passage:
        return self._of_memory("recalled", self._stock("recalled"), answer)

    def of_player(self, asked: AboutPlayer, question: str) -> Passage:
        """What it knows of the player, out of its memory of the player; or honestly that it knows nothing."""
        match asked.matter:
            case Matter.NAME:
                return self._line("name", self._stock("name_known" if self.has_met() else "name_unknown"))
            case Matter.LAST:
                if (last := last_met(self.exchange)) is None:
                    return self._line("nothing", self._stock("never_met"))
                return replace(self._line("last", self._stock("last_met"), {"when": last.words}), recalled=last.sources)
            case Matter.PROMISE:
                promise, is_meant = promise_of_player(self.exchange, question, asked.about)
                if promise is None:
                    return self._line("nothing", self._stock("no_promise"))
                variants = self._stock("recited" if is_meant else "other_promise")
                return self._of_memory("of-player", variants, promise)
            case Matter.SELF:
                if (known := meeting_memory(self.exchange) or promise_of_player(self.exchange, "", "")[0]) is None:
                    return self._line("nothing", self._stock("nothing_known"))
                return self._of_memory("of-player", self._stock("recalled"), known)

    def of_the_day(self, question: str) -> Recollection | None:
        """What it says of its day, if that is asked and there is anything; an enemy is told nothing."""
        return None if self._attitude is Attitude.HOSTILE else of_the_day(self.exchange, question)

    def plainly(self, answer: Recollection) -> Passage:
        return self._of_memory("of-the-day", (_MEMORY_SLOT,), answer)

    def nothing_said(self, speaker: str) -> Passage:
        """Asked what somebody (a name) has said of a matter, it has heard nothing."""
        name = {self._sheet.name: "nothing_said", self._player: "nothing_about"}.get(speaker, "nothing_heard")
        return self._line("nothing", self._stock(name), {"who": speaker})

    def _of_memory(self, what: str, variants: Sequence[str], memory: Recollection) -> Passage:
        return replace(self._line(what, variants, {MEMORY: memory.words}), recalled=memory.sources)

    def authored(self, text: str) -> Passage:
        """What the author wrote for it to say, as of a topic or while it will not tell it."""
        return filled(text, self._slots())

    def unknown(self) -> Passage:
        """Asked for what it cannot tell; names what it can."""
        topics = [topic.name for topic in open_topics(self._state, self._npc_id)]
        written = [v for v in self._sheet.voice.unknown if topics or _TOPICS not in v]
        variants = written or self._stock("unknown" if topics else "unknown_silent")
        return self._line("unknown", variants, {"topics": listed(topics)} if topics else {}, choice=topics)

    def stock(self, name: str) -> Passage:
        """One of the stock lines of the language, whatever the sheet holds."""
        return self._line(name.replace("_", "-"), self._stock(name))

    def introduction(self) -> Passage:
        trade = capital(self._sheet.occupation.strip().rstrip("."))
        variants = self._stock("introduction" if trade else "introduction_without_trade")
        return self._line("introduction", variants, {"Trade": trade})

    def thanks(self, item_id: str) -> Passage:
        """Given something it wants. What the author wrote for it belongs to the story."""
        item = self._state.name(item_id)
        slots = {"item": item, "Item": sentence(the(item)).rstrip(".")}
        line = self._line("thanks", self._sheet.voice.thanks or self._stock("thanks"), slots)
        return Passage(line.text) if self._sheet.voice.thanks else line

    def small_talk(self) -> Passage:
        return self._line("small-talk", self._sheet.voice.small_talk or self._stock("small_talk"))

    def farewell(self) -> Passage:
        return self._line("farewell", self._stock("farewell", self._attitude))

    @property
    def _attitude(self) -> Attitude:
        """How it speaks to the party: by its attitude, one step up or down where it likes or dislikes them much."""
        npc = self._state.npc(self._npc_id)
        liking = npc.relationships.get(PARTY, 0.0)
        step = (liking >= _MUCH) - (liking <= -_MUCH)
        ranks = list(Attitude)
        return ranks[max(0, min(len(ranks) - 1, npc.attitude.rank + step))]

    def _slots(self) -> dict[str, str]:
        part = part_of_day(self._state.clock.minutes)
        part = telling_text(self._state, "part-of-day", part="evening" if part == "night" else part)
        return {"player": self._player, "name": self._sheet.name, "part": part, "place": self._state.here.name}

    def _stock(self, name: str, variant: str | None = None) -> Lines:
        return self._language.lines(f"manners.{name}", variant)

    def _line(
        self, what: str, variants: Sequence[str], slots: Mapping[str, str] | None = None, *, choice: Sequence[str] = ()
    ) -> Passage:
        """A line that can be said at any time, or around a memory: no news, and therefore an aside."""
        chosen = pick(self._state, f"{what}:{self._npc_id}", variants, self._said)
        given = {**self._slots(), **(slots or {})}
        if choice and self._language.pattern("manners.offers").search(chosen.partition(_TOPICS)[0]):
            given["topics"] = listed(choice, "or")
        return filled(chosen, given).aside()


def _with_memory(variants: Sequence[str]) -> list[str]:
    """Those that have a place for the memory: without it they would hide that it is there."""
    return [variant for variant in variants if _MEMORY_SLOT in variant]
