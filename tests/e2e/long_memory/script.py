"""The script of the game: two hundred turns in Varnholt, the same each time."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from random import Random

from tests.e2e.long_memory.facts import FACTS, PLANTED, Planted
from tests.e2e.long_memory.near_misses import NEAR_MISSES
from tests.e2e.long_memory.prose import AROUND, GESTURES, MISSES, NIGHT, PLACES, WALKING
from tests.e2e.long_memory.slots import SLOTS
from tests.e2e.long_memory.small_talk import OWN, PLAIN
from tests.e2e.long_memory.talk import (
    AFTERTHOUGHTS,
    FAREWELLS,
    LEADS,
    LOOKS,
    OPENERS,
    PARTINGS,
    Exchange,
)

SCENARIO = "before-the-thaw"
SQUARE = "varnholt-square"
"""Every other place of the village is a step from here."""

HOSTS = {
    SQUARE: "nils",
    "bakehouse": "hedda",
    "ropewalk": "jorun",
    "chapel": "teodor",
    "toll-house": "talle",
    "idle-mill": "wenzel",
    "ice-landing": "sunniva",
}
"""Who is to be met where."""

CALLED = {
    "nils": "Nils",
    "hedda": "Hedda",
    "jorun": "Jorun",
    "teodor": "Teodor",
    "talle": "Emeric Talle",
    "wenzel": "Wenzel",
    "sunniva": "Sunniva",
}

TOPICS = {
    "nils": (("nils-village", "the village"), ("nils-whistle", "the whistle")),
    "hedda": (("hedda-village", "the village"), ("hedda-reeve", "the reeve")),
    "jorun": (
        ("jorun-thaw", "the thaw"),
        ("jorun-village", "the village"),
        ("jorun-ivo", "Ivo"),
        ("jorun-ring", "the ring"),
    ),
    "teodor": (("teodor-flood", "the flood"), ("teodor-board", "the painted board")),
    "talle": (("talle-gate", "the gate"), ("talle-village", "the village")),
    "wenzel": (("wenzel-clock", "the chapel clock"), ("wenzel-ivo", "Ivo")),
    "sunniva": (("ice-harvest", "the ice"), ("sunniva-village", "the village"), ("sunniva-ivo", "Ivo")),
}
"""What the scenario lets people tell, asked for once each and in this order: the topic's id and name."""

STAYS = (
    ("pass-road", 1),
    (SQUARE, 3),
    ("bakehouse", 4),
    ("ropewalk", 3),
    ("chapel", 5),
    ("toll-house", 2),
    (SQUARE, 2),
    ("ice-landing", 3),
    ("bakehouse", 4),
    ("idle-mill", 5),
    (SQUARE, 2),
    ("toll-house", 3),
    ("ropewalk", 4),
    ("ice-landing", 5),
    ("bakehouse", 4),
    ("chapel", 4),
    ("idle-mill", 4),
    (SQUARE, 3),
    ("ice-landing", 5),
    ("pass-road", 1),
    (SQUARE, 2),
    ("bakehouse", 5),
    ("ropewalk", 5),
    ("toll-house", 4),
    ("chapel", 4),
    ("idle-mill", 5),
    (SQUARE, 4),
    ("ice-landing", 5),
    ("ropewalk", 4),
    ("bakehouse", 6),
    ("toll-house", 4),
    ("chapel", 5),
    (SQUARE, 3),
    ("idle-mill", 5),
    ("ice-landing", 5),
    ("bakehouse", 5),
    ("ropewalk", 5),
    ("toll-house", 4),
    ("chapel", 4),
    ("idle-mill", 4),
    (SQUARE, 5),
)
"""Where the party goes, and for how many turns beside the one in which it walks there."""

LAST_PLANTED = 30
SLEEPS_AT = "bakehouse"
WAKES_AT = 7 * 60 + 30


@dataclass(frozen=True)
class ScriptTurn:
    """One turn: the player's words, what the narrator carries out, and what it tells.

    ``ways`` are the places to walk to, one after the other. ``speaker`` says ``speech``, or what the scenario lets it
    tell about ``topic``. After a turn that ``sleeps`` it is morning.
    """

    text: str
    narration: str
    speaker: str | None = None
    speech: str = ""
    topic: str | None = None
    ways: tuple[str, ...] = ()
    sleeps: bool = False


_TOLD_BY = frozenset((fact.kind, fact.person) for fact in FACTS)


class Grammar:
    """Deals the sentences of each pool without repeating one before all are used, and fills their slots."""

    _SLOT = re.compile(r"\{(\w+?)(\d?)\}")

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)
        self._hands: dict[tuple[str, ...], list[str]] = {}

    def deal(self, pool: tuple[str, ...]) -> str:
        """The next item of a pool, as it was written."""
        hand = self._hands.setdefault(pool, [])
        if not hand:
            hand.extend(self._random.sample(pool, len(pool)))
        return hand.pop()

    def line(self, pool: tuple[str, ...], **given: str) -> str:
        """The next sentence of a pool, filled."""
        return self.fill(self.deal(pool), given)[0]

    def fill(self, text: str, given: dict[str, str], *more: str) -> list[str]:
        """Texts with their slots filled, each slot in all of them alike; ``{N}`` is ``{n}`` with a capital."""
        known = dict(given)

        def filled(match: re.Match[str]) -> str:
            key = match[1].lower() + match[2]
            if key not in known:
                known[key] = self.deal(SLOTS[match[1].lower()])
            word = known[key]
            return word[0].upper() + word[1:] if match[1][0].isupper() else word

        return [self._SLOT.sub(filled, part) for part in (text, *more)]


class _Writer:
    """Writes the turns in order."""

    def __init__(self) -> None:
        self._grammar = Grammar("before the thaw")
        self._written = 0
        self._topics = {person: list(topics) for person, topics in TOPICS.items()}

    def turns(self) -> Iterator[ScriptTurn]:
        place = STAYS[0][0]
        for target, count in STAYS:
            if target != place:
                yield self._counted(self._walk(place, target))
                place = target
            for left in reversed(range(count)):
                sleeps = place == SLEEPS_AT and left == 0 and self._written > LAST_PLANTED
                yield self._counted(self._stay(place, sleeps=sleeps))

    def _counted(self, turn: ScriptTurn) -> ScriptTurn:
        self._written += 1
        return turn

    def _walk(self, place: str, target: str) -> ScriptTurn:
        ways = (target,) if SQUARE in (place, target) else (SQUARE, target)
        host = HOSTS.get(place)
        speaker = host if self._written % 2 else None
        name = target.replace("-", " ").removeprefix("varnholt ")
        leave = self._grammar.line(PARTINGS, target=name)
        told = self._told(WALKING, AROUND, PLACES[target], AROUND, PLACES[target])
        farewell = self._grammar.line(FAREWELLS) if speaker else ""
        return ScriptTurn(text=leave, narration=told, speaker=speaker, speech=farewell, ways=ways)

    def _stay(self, place: str, *, sleeps: bool) -> ScriptTurn:
        planted = PLANTED.get(self._written + 1)
        if planted is not None:
            return _as_turn(planted)
        host = HOSTS.get(place)
        if host is None:
            told = self._told(PLACES[place], AROUND, PLACES[place], AROUND)
            return ScriptTurn(text=self._grammar.line(LOOKS), narration=told)
        extra = NIGHT if sleeps else MISSES if self._written % 3 == 0 else AROUND
        told = self._told(
            PLACES[place], GESTURES[host], extra, PLACES[place], AROUND, *((AROUND,) * (self._written % 2))
        )
        if self._topics[host] and self._written > LAST_PLANTED and self._written % 4 == 0:
            topic, about = self._topics[host].pop(0)
            text = f"{self._grammar.line(LEADS, you=CALLED[host])} Tell me about {about}, and take your time."
            return ScriptTurn(text=text, narration=told, speaker=host, topic=topic, sleeps=sleeps)
        said, answer = self._exchange(host)
        return ScriptTurn(text=said, narration=told, speaker=host, speech=answer, sleeps=sleeps)

    def _exchange(self, host: str) -> tuple[str, str]:
        """Half of what is talked about is nearly a fact; but nobody gives two answers to what is asked in the end."""
        near = tuple(
            exchange for kind, found in NEAR_MISSES.items() if (kind, host) not in _TOLD_BY for exchange in found
        )
        pool = (near, PLAIN, near, OWN[host])[self._written % 4]
        chosen = _by_said(pool)[self._grammar.deal(tuple(exchange.said for exchange in pool))]
        lead, opener = self._grammar.deal(LEADS), self._grammar.deal(OPENERS[host])
        if pool is OWN[host]:
            opener = ""
        if "{you}" in chosen.said:
            lead = ""
        you = {"you": CALLED[host]}
        answer = f"{opener} {chosen.answer} {self._grammar.deal(AFTERTHOUGHTS)}"
        said, answered = self._grammar.fill(f"{lead} {chosen.said}".strip(), you, answer.strip())
        return said, answered

    def _told(self, *pools: tuple[str, ...]) -> str:
        return " ".join(self._grammar.line(pool) for pool in pools)


def _by_said(pool: Iterable[Exchange]) -> dict[str, Exchange]:
    return {exchange.said: exchange for exchange in pool}


def _as_turn(planted: Planted) -> ScriptTurn:
    return ScriptTurn(text=planted.said, narration=planted.narration, speaker=planted.speaker, speech=planted.speech)


def script() -> list[ScriptTurn]:
    """The whole game."""
    return list(_Writer().turns())


def sentences() -> set[str]:
    """Every sentence that was written for narration and talk, with its slots."""
    told = chain(
        *PLACES.values(),
        *GESTURES.values(),
        AROUND,
        MISSES,
        WALKING,
        NIGHT,
        FAREWELLS,
        AFTERTHOUGHTS,
        *OPENERS.values(),
    )
    talked = chain(*NEAR_MISSES.values(), PLAIN, *OWN.values())
    return {*told, *(text for exchange in talked for text in (exchange.said, exchange.answer))}
