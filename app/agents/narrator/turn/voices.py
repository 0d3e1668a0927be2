"""The speech of people without a model: variants of their sheets, or of the language, filled and never repeated in a
row."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice, takewhile

from app.agents.narrator import company
from app.agents.narrator.knowledge.about_player import first_met, last_met, meeting_memory, promise_of_player, told_to
from app.agents.narrator.knowledge.daily import of_the_day
from app.agents.narrator.knowledge.exchange import Exchange
from app.agents.narrator.knowledge.matters import topic_told
from app.agents.narrator.knowledge.questions import Matter
from app.agents.narrator.knowledge.recalling import Recollection
from app.agents.narrator.telling.descriptions import telling_text
from app.agents.narrator.telling.variants import APART, MEMORY, MarkedText, fill_marked, is_heard, pick_variant
from app.interfaces.services.location import PARTY
from app.language.analysis.text import sentences
from app.language.language import Lines
from app.language.rendering.filling import capital, sentence
from app.language.rendering.phrases import listed, the
from app.memory.stream.condensing import is_condensed
from app.models.clock import part_of_day
from app.models.memory import MemoryKind
from app.models.memory_id import make_message_id
from app.models.messages.passage import Source
from app.models.sheets.condition import Attitude
from app.models.state.conditions import holds, open_topics

_EXCHANGES_PER_GESTURE = 3
_NARRATIONS_APART = 5
_MEMORY_SLOT = "{memory}"
_MUCH = 4.0  # the relationship (-10 to +10) from which it shows in speech
_TOPICS = "{topics}"
_OFFERED = 2  # topics named by a person who cannot answer


class Voice:
    """A person who speaks to one player; ``said`` is what it has said in this turn already."""

    def __init__(self, exchange: Exchange, said: Sequence[str] = ()) -> None:
        self.exchange = exchange
        self._state, self._npc_id = exchange.state, exchange.npc_id
        self._said_now = said
        self._sheet = exchange.state.sheets.npc(exchange.npc_id)

    @cached_property
    def _said(self) -> list[str]:
        return [*self._said_now, *company.recent_speeches(self._state, self._npc_id)]

    def gesture(self, *, asked: bool = False) -> str:
        """Return what it does while it speaks: at every third exchange of a visit, or if ``asked``, without repeating
        one soon; else ""."""
        if not asked and company.times_spoken_this_visit(self._state, self._npc_id) % _EXCHANGES_PER_GESTURE:
            return ""
        seen = list(islice(company.recent_narrations(self._state), _NARRATIONS_APART))
        gestures = self._written("gestures") or self._stock("gestures")
        variants = [sentence(fill_marked(each, self._slots()).text) for each in gestures]
        fresh = [each for each in variants if not any(is_heard(each, text) for text in seen)]
        return pick_variant(self._state, f"gesture:{self._npc_id}", fresh) if fresh else ""

    def has_met(self) -> bool:
        npc = self._state.npc(self._npc_id)
        if npc.topics_told or npc.items_received or self._said:
            return True
        # What it has noticed, planned and heard from others does not make it know the party.
        memories = self.exchange.stream.all()
        return any(memory.kind is MemoryKind.SUMMARY and not is_condensed(memory) for memory in memories)

    def greeting(self) -> MarkedText:
        return self.says("met_before" if self.has_met() else "greeting")

    def returning(self, memory: Recollection | None) -> MarkedText | None:
        """Return the first words of a visit, which show what it remembers; None if it remembers nothing."""
        if memory is None:
            return None
        promise, returning = map(_with_memory, map(self._written, ("promise", "returning")))
        return self.says("promise" if memory.is_promise and (promise or not returning) else "returning", memory)

    def of_player(self, matter: Matter, about: str, question: str) -> MarkedText:
        """Return what it knows of the player by its own memory, or that it knows nothing."""
        match matter:
            case Matter.NAME:
                return self.says("name_known" if self.has_met() else "name_unknown")
            case Matter.LAST:
                return self.says("last_met", last) if (last := last_met(self.exchange)) else self.says("never_met")
            case Matter.FIRST:
                return self.says("first_met", first) if (first := first_met(self.exchange)) else self.says("never_met")
            case Matter.PROMISE:
                promise, is_meant = promise_of_player(self.exchange, question, about)
                name = "recited" if is_meant else "other_promise"
                return self.says(name, promise) if promise else self.says("no_promise")
            case Matter.SELF:
                known = meeting_memory(self.exchange) or promise_of_player(self.exchange, "", "")[0]
                known = known or told_to(self.exchange)
                return self.says("recalled", known) if known else self.says("nothing_known")

    def of_the_day(self, question: str) -> Recollection | None:
        """Return what it says of its day, if it is asked and has something to say; None towards an enemy."""
        return None if self._attitude is Attitude.HOSTILE else of_the_day(self.exchange, question)

    def nothing_said(self, speaker: str) -> MarkedText:
        """Return the answer that it has heard nothing from ``speaker`` (a name) on a subject."""
        name = {self._sheet.name: "nothing_said", self.exchange.player: "nothing_about"}.get(speaker, "nothing_heard")
        return self.says(name, who=speaker)

    def authored(self, text: str) -> MarkedText:
        """Return an authored text in its voice, such as a topic or a refusal to speak of it."""
        return replace(fill_marked(text, self._slots()), source=Source.AUTHOR)

    def unknown(self) -> MarkedText:
        """Return the answer to a question that it cannot answer; now and then it names one or two topics that it has
        not spoken of yet."""
        told = self._state.npc(self._npc_id).topics_told
        topics = [topic.name for topic in open_topics(self._state, self._npc_id) if topic.id not in told][:_OFFERED]
        written = self._written("unknown") or self._stock("unknown")
        offers = [line for line in written if _TOPICS in line]
        offered = any(is_heard(line, text) for line in offers for text in self._said[:APART])
        if topics and offers and not offered and not self._said_now:
            return self._line("unknown", offers, {"topics": listed(topics)}, choice=topics)
        openings = (" ".join(takewhile(lambda each: _TOPICS not in each, sentences(line))) for line in written)
        return self._line("unknown_silent", list(filter(None, openings)))

    def last_topic(self) -> str:
        """Return the id of the topic that it spoke of last, if that was recent; else ""."""
        return topic_told(self._state, self._npc_id, self._said[:APART])

    def is_saying(self, text: str) -> bool:
        """Return whether it has said an authored text in this turn."""
        return any(is_heard(text, said) for said in self._said_now)

    def once_more(self) -> MarkedText | None:
        """Return what it said last, again; None if it has said nothing yet."""
        variants = self._stock("again")
        said = next((text for text in self._said if not any(is_heard(each, text) for each in variants)), None)
        return None if said is None else self._line("again", (), {MEMORY: said}).repeating(self._said_in(said))

    def has_said(self, text: str) -> bool:
        """Return whether an authored line is among the last things that it said."""
        return bool(text) and any(is_heard(text, said) for said in self._said[:APART])

    def introduction(self) -> MarkedText:
        trade = capital(self._sheet.occupation.strip().rstrip("."))
        return self.says("introduction" if trade else "introduction_without_trade", Trade=trade)

    def thanks(self, item_id: str) -> MarkedText:
        """Return its thanks for an item that it wants. What the author wrote for it belongs to the story."""
        item = self._state.name(item_id)
        line = self.says("thanks", item=item, Item=sentence(the(item)).rstrip("."))
        return MarkedText(line.text) if self._written("thanks") else line

    def says(self, name: str, memory: Recollection | None = None, **slots: str) -> MarkedText:
        """Return a line of a list around a memory: the author's list for the person, else the language's, by
        attitude."""
        written = self._written(name)
        if memory is None:
            return self._line(name, written, slots)
        line = self._line(name, _with_memory(written), {MEMORY: memory.words})
        sources = [source.memory_id for source in memory.sources] or self._said_in(memory.words)
        return replace(line.repeating(sources), recalled=memory.sources)

    def _said_in(self, words: str) -> list[str]:
        """Return the id of the message in which it last said these words, if that was recent."""
        lately = company.said_lately(self._state)
        said = (each.index for each in lately if each.speaker_id == self._npc_id and words in each.content)
        return [make_message_id(index) for index in islice(said, 1)]

    @property
    def _attitude(self) -> Attitude:
        """The attitude in which it speaks to the party, one step up or down where it likes or dislikes them much."""
        npc = self._state.npc(self._npc_id)
        liking = npc.relationships.get(PARTY, 0.0)
        step = (liking >= _MUCH) - (liking <= -_MUCH)
        ranks = list(Attitude)
        return ranks[max(0, min(len(ranks) - 1, npc.attitude.rank + step))]

    def _slots(self) -> dict[str, str]:
        part = part_of_day(self._state.clock.minutes)
        part = telling_text(self._state, "part-of-day", part="evening" if part == "night" else part)
        return {"player": self.exchange.player, "name": self._sheet.name, "part": part, "place": self._state.here.name}

    def _written(self, name: str) -> Lines:
        """Return the author's lines for its place; () for a kind that authors do not write."""
        return self._sheet.lines(name, self._state.here.id, lambda condition: holds(condition, self._state))

    def _stock(self, name: str) -> Lines:
        return self.exchange.language.lines(f"manners.{name}", self._attitude)

    def _line(
        self, what: str, written: Sequence[str], slots: Mapping[str, str] | None = None, *, choice: Sequence[str] = ()
    ) -> MarkedText:
        """Return a line that can be said at any time, or around a memory; it is an aside, because it contains no news.
        The author's lines come first, then the language's where all of these were used recently."""
        variants = list(dict.fromkeys(written))
        if all(map(self.has_said, variants)):
            variants += self._stock(what)
        chosen = pick_variant(self._state, f"{what}:{self._npc_id}", variants, self._said)
        given = {**self._slots(), **(slots or {})}
        if choice and self.exchange.language.pattern("manners.offers").search(chosen.partition(_TOPICS)[0]):
            given["topics"] = listed(choice, "or")
        return fill_marked(chosen, given).aside()


def _with_memory(variants: Sequence[str]) -> list[str]:
    """Return the variants with a slot for the memory; the others would hide it."""
    return [variant for variant in variants if _MEMORY_SLOT in variant]
