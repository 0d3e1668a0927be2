"""A few people, places and memories, as a mind is told of them."""

from typing import Any

from app.interfaces.agents.mind import KnownPerson, KnownPlace, PlanAsked, Portrait, Recollection, ReflectAsked

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
    }
    return Portrait(**sheet | changes)


def tobin(**changes: Any) -> Portrait:
    """A hunter of few words."""
    sheet: dict[str, Any] = {"npc_id": "tobin", "name": "Tobin", "manner": "A man of few words."}
    return Portrait(**sheet | changes)


def remembered(*texts: str, of: str = "hedda", importance: float | None = None) -> tuple[Recollection, ...]:
    """Memories of these texts, ten minutes apart."""
    return tuple(Recollection(f"{of}-{n:03d}", text, 400 + 10 * n, importance) for n, text in enumerate(texts, 1))


LATELY = remembered(
    "Saw Tobin standing around.",
    "Arrived at the Bakehouse.",
    "Tobin stole a loaf of bread from the Bakehouse.",
    "Anna Brask helped Hedda carry the flour at the Bakehouse.",
    "Anna said: “The ice will not hold until Sunday. Good morning, Hedda.”",
    "Élan promised Hedda to bring back the whistle.",
)


def planning(now: int = SIX, **changes: Any) -> PlanAsked:
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
    return PlanAsked(**asked | changes)


def reflecting(*texts: str, **changes: Any) -> ReflectAsked:
    """What Hedda is asked of these memories, or of what happened lately."""
    asked: dict[str, Any] = {
        "person": hedda(),
        "now": 800,
        "memories": remembered(*texts) if texts else LATELY,
        "people": PEOPLE,
        "places": ("The Bakehouse", "Idle Mill", "Village Square"),
    }
    return ReflectAsked(**asked | changes)
