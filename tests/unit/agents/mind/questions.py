"""One question of each kind, and answers that a model may give."""

import asyncio
from typing import Any

from app.interfaces.agents.mind import (
    CondenseRequest,
    ConverseRequest,
    DecideRequest,
    DraftedLine,
    IMind,
    InterviewRequest,
    PossibleAction,
    ScoreRequest,
    SpeakRequest,
)
from tests.unit.agents.mind.village import LATELY, hedda, planning, reflecting, remembered, tobin

SCORE = ScoreRequest(hedda(), LATELY[:2])
DECIDE = DecideRequest(
    hedda(), 600, "It rains.", (PossibleAction("go:mill", "go to the mill"), PossibleAction("idle", ""))
)
CONVERSE = ConverseRequest((hedda(), tobin()), "Village Square", 600, {"hedda": LATELY}, 4)
CONDENSE = CondenseRequest(hedda(), remembered("Tobin paid 7 coins.", "Anna laughed."))
SPEAK = SpeakRequest(hedda(), (DraftedLine("Élan", "Good day."),), LATELY)
INTERVIEW = InterviewRequest(hedda(), {"Trust Tobin?": ("Yes", "No")}, {"How happy?": (1.0, 5.0)}, LATELY)


async def asked_all(mind: IMind) -> list[object]:
    """What comes of every question: an answer or an error."""
    questions = (
        mind.score(SCORE),
        mind.plan(planning()),
        mind.reflect(reflecting()),
        mind.decide(DECIDE),
        mind.converse(CONVERSE),
        mind.condense(CONDENSE),
        mind.speak(SPEAK),
        mind.interview(INTERVIEW),
    )
    return [(await asyncio.gather(question, return_exceptions=True))[0] for question in questions]


def item(time: object = "07:30", **more: Any) -> dict[str, Any]:
    return {"time": time, "description": "Bake bread", **more}


def day(*items: dict[str, Any]) -> dict[str, Any]:
    """A day that ends with these items."""
    return {"items": [*(item(f"{hour:02d}:00") for hour in (7, 9, 12, 13, 17)), *items]}
