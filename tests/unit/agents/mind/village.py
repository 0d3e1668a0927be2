"""A few people, places and memories, as a mind is told of them."""

from typing import Any

from app.interfaces.agents.mind import KnownPerson, KnownPlace, MemoryExcerpt, PlanRequest, Portrait, ReflectRequest
from app.models.events.play import BeingsSeen, PlaceReached, RecordedEvent
from app.models.memory import MemoryKind
from app.models.messages.payload import EventPayload, Payload, Utterance
from app.models.minds.activity import Activity
from app.models.minds.plan import PlanItem

SIX = 6 * 60
"""06:00 of day 1."""

PLACES = (
    KnownPlace("bakehouse", "The Bakehouse", "restaurant", ("indoors", "warm")),
    KnownPlace("mill", "Idle Mill", "work", ("indoors",)),
    KnownPlace("square", "Village Square", "public", ("outdoors", "social")),
    KnownPlace("lake", "The Lake", "wild"),
)
PEOPLE = (
    KnownPerson("anna", "Anna Brask", 3.0),
    KnownPerson("tobin", "Tobin", -1.0),
    KnownPerson("party", "Élan and Bo"),
)


def hedda(**changes: Any) -> Portrait:
    """A baker who gives orders."""
    sheet: dict[str, Any] = {
        "npc_id": "hedda",
        "name": "Hedda Holm",
        "description": "mother of the village, baker. Small, round, scarlet from the oven.",
        "background": "Has fired the village oven since she was nineteen.",
        "manner": "Gives orders. Insults those she likes.",
        "deciding": "At once.",
        "traits": ("bossy", "impatient"),
        "values": ("that people eat",),
        "goals": ("nobody in the village hungry",),
        "skills": ("bread",),
        "state": "neutral towards the party, idle; rested, well fed, in fair spirits",
        "relationships": ("Hedda Holm likes Anna Brask.", "Hedda Holm dislikes Tobin."),
        "feelings": {"anna": 3.0, "tobin": -3.0},
        "names": {"anna": "Anna Brask", "tobin": "Tobin"},
    }
    return Portrait(**sheet | changes)


def anna() -> Portrait:
    return Portrait("anna", "Anna Brask")


def tobin(**changes: Any) -> Portrait:
    """A hunter of few words."""
    sheet: dict[str, Any] = {"npc_id": "tobin", "name": "Tobin", "manner": "A man of few words."}
    return Portrait(**sheet | changes)


def remembered(*texts: str, of: str = "hedda", importance: float | None = None) -> tuple[MemoryExcerpt, ...]:
    """Memories of these texts, ten minutes apart."""
    return tuple(MemoryExcerpt(f"{of}-{n:03d}", text, 400 + 10 * n, importance) for n, text in enumerate(texts, 1))


NAMES = {"hedda": "Hedda Holm", "tobin": "Tobin", "anna": "Anna Brask", "ragna": "Ragna", "party": "the party"}


def meaning(payload: Payload, text: str = "?", number: int = 1, **fields: Any) -> MemoryExcerpt:
    """A memory that means this, whatever its text says."""
    return MemoryExcerpt(f"hedda-{number:03d}", text, 400 + 10 * number, payload=payload, **{"names": NAMES} | fields)


def said(by: str, words: str, number: int = 1, *, text: str = "?", stock: bool = False, **fields: Any) -> MemoryExcerpt:
    """A memory of what somebody said; a stock line is kept in its text alone."""
    text = words if stock else text
    utterance = Utterance(kind="utterance", speaker_id=by, words="" if stock else words, **fields)
    return meaning(utterance, text, number, kind=MemoryKind.CONVERSATION, subjects=("hedda", by))


def seen(who: str, activity: Activity = Activity.IDLE, number: int = 1, at: str = "square") -> MemoryExcerpt:
    """A memory of having seen somebody."""
    sight = BeingsSeen(being_ids=(who,), activity=activity, location_id=at, since=400)
    return happened(sight, text=f"Saw {NAMES[who]} standing around.", number=number, subjects=(who,))


def arrived(number: int = 1) -> MemoryExcerpt:
    """A memory of having come to the Bakehouse."""
    reached = PlaceReached(npc_id="hedda", location_id="bakehouse")
    here = {"place_id": "bakehouse", "names": {"bakehouse": "The Bakehouse"}}
    return happened(reached, text="Arrived at the Bakehouse.", number=number, **here)


def happened(*events: RecordedEvent, text: str = "?", number: int = 1, **fields: Any) -> MemoryExcerpt:
    """A memory of what happened."""
    return meaning(EventPayload(kind="event", events=events), text, number, kind=MemoryKind.OBSERVATION, **fields)


LATELY = (
    seen("tobin", number=1),
    arrived(number=2),
    *remembered(
        "",
        "",
        "Tobin stole a loaf of bread from the Bakehouse.",
        "Anna Brask helped Hedda carry the flour at the Bakehouse.",
        "Élan promised Hedda to bring back the whistle.",
    )[2:],
    said("anna", "The ice will not hold until Sunday. Good morning, Hedda.", number=6),
)


def planning(now: int = SIX, **changes: Any) -> PlanRequest:
    """What Hedda is asked in the morning."""
    asked: dict[str, Any] = {
        "person": hedda(),
        "now": now,
        "weekday": "Monday",
        "places": PLACES,
        "home": "bakehouse",
        "work": "mill",
        "people": PEOPLE,
    }
    return PlanRequest(**asked | changes)


def undone(*texts: str) -> tuple[PlanItem, ...]:
    """What yesterday left, in words of any sort."""
    return tuple(
        PlanItem.model_construct(
            id=f"plan-{n}", description=text, place=None, time=0, with_ids=(), purpose=None, about=""
        )
        for n, text in enumerate(texts)
    )


def reflecting(*texts: str, **changes: Any) -> ReflectRequest:
    """What Hedda is asked of these memories, or of what happened lately."""
    asked: dict[str, Any] = {
        "person": hedda(),
        "now": 800,
        "memories": remembered(*texts) if texts else LATELY,
        "people": PEOPLE,
        "places": ("The Bakehouse", "Idle Mill", "Village Square"),
    }
    return ReflectRequest(**asked | changes)
