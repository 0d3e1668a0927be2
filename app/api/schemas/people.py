"""The people of a game and their waiting jobs, as the game master sees them. Times are game times: minutes since day 1,
00:00."""

from typing import Annotated, Any, Literal

from pydantic import Field

from app.api.schemas.base import ApiModel, ResponseModel, WrittenAs
from app.api.schemas.canon import AddedBy, ChangedBy
from app.api.schemas.memories import EvidenceOut, MessageId
from app.events.command_table import AnyCommand
from app.services.game.relationship_report import Stay


class PersonOut(ResponseModel):
    id: str = Field(examples=["tove"])
    name: str = Field(examples=["Tove Marrick"])
    location_id: str | None = Field(
        validation_alias="current_location_id", description="null: it is off the map", examples=["ferry-landing"]
    )
    location_name: str | None = Field(examples=["The Ferry Landing"])
    is_present: bool = Field(description="whether it is at the party's place", examples=[True])
    activity: str = Field(
        description="idle, walking, conversing, activity (work or anything else) or sleeping", examples=["conversing"]
    )
    attitude: str = Field(examples=["neutral"], description="towards the party")
    seen: list[str] = Field(default=[], description="its states that players see", examples=[["He is shaking."]])
    is_companion: bool = Field(default=False, description="whether it goes with the party")
    is_dead: bool = Field(default=False, validation_alias="dead")
    added_by: AddedBy = None
    changed_by: ChangedBy = None


class PlanItemOut(ResponseModel):
    id: str = Field(examples=["plan-tove-1-2"])
    description: str = Field(examples=["Mend the nets"])
    place: str | None = Field(description="the id of a place; null: anywhere", examples=["ferry-landing"])
    time: int = Field(description="minutes since day 1, 00:00", examples=[960])
    with_ids: list[str] = Field(description="ids of its company, or `party`")
    priority: int = Field(description="1 to 5, the highest", examples=[4])
    status: str = Field(description="pending, active, completed or cancelled", examples=["pending"])
    stays: list[Stay] = Field(default=[], description="where it really was meanwhile")


class GoalOut(ApiModel):
    id: str = Field(examples=["goal-1"])
    text: str = Field(examples=["as many names under IN as under OUT"])
    progress: int = Field(description="0 to 100, reached", examples=[40])
    note: str = Field(description="the reason of the last change", examples=["The bell hangs again."])


class CommitmentOut(ApiModel):
    """A promise, request, invitation or appointment: who is bound, towards which others, and in which ``words``."""

    id: str = Field(examples=["c-2"])
    kind: str = Field(examples=["promise"])
    by_id: str = Field(examples=["player"])
    to_ids: list[str] = Field(examples=[["tove"]])
    words: str = Field(examples=["I promise to ring it."])
    place_id: str | None
    subject_id: str | None
    quest_id: str | None = Field(default=None, description="the quest that was given with the request")
    at: int | None = Field(description="when it is to be kept, in minutes since day 1, 00:00; null: at any time")
    made_at: int = Field(description="minutes since day 1, 00:00", examples=[941])
    turn: int = Field(examples=[4])
    status: str = Field(description="open, due, kept or withdrawn", examples=["open"])
    message_id: MessageId | None = Field(validation_alias="message_index")
    memory_ids: list[str]


Liking = Literal["close", "likes", "none", "dislikes", "hates"]


class AcquaintanceOut(ResponseModel):
    """A person or player that a person knows, by its own memories: `dealt` with, only `seen`, or only `heard_of`.
    ``since`` and ``last`` are the first and the last time that they dealt with or saw each other, in minutes since day
    1, 00:00; null where they never did."""

    id: str = Field(examples=["odo"])
    name: str = Field(examples=["Odo Fenn"])
    is_player: bool
    tie: Literal["dealt", "seen", "heard_of"] = Field(examples=["dealt"])
    dealings: int = Field(description="the number of exchanges of words or things", examples=[3])
    sightings: int = Field(examples=[12])
    since: int | None = Field(examples=[931])
    last: int | None = Field(examples=[960])
    relationship: float = Field(description="from -10 to 10; for a player, that to the party", examples=[2.5])
    liking: Liking = Field(description="the relationship as a degree", examples=["likes"])
    attitude: str | None = Field(
        description="towards the party where this is a player, else null", examples=["neutral"]
    )


class PersonDetail(PersonOut):
    occupation: str = Field(examples=["ferrywoman"])
    description: str = Field(examples=["A lean woman mending a net."])
    profile: dict[str, str] = Field(
        description="what else its sheet says of it, by heading", examples=[{"Traits": "stubborn, exact"}]
    )
    condition: str = Field(
        description="energy, hunger and mood in words", examples=["rested, well fed, in fair spirits"]
    )
    reason: str = Field(description="the reason of its present activity", examples=["the next item of the plan"])
    energy: float = Field(description="like hunger and mood, 0 to 100", examples=[80.0])
    hunger: float = Field(examples=[70.0])
    mood: float = Field(examples=[60.0])
    items: list[str] = Field(description="ids of the things that it has")
    plan_until: int | None = Field(description="minutes since day 1, 00:00; null: it has no plan yet", examples=[1800])
    has_plan_ready: bool = Field(
        description="whether a plan is ready, which takes effect at the next tick", examples=[False]
    )
    plan: list[PlanItemOut]
    goals: list[GoalOut]
    relationships: dict[str, float] = Field(description="by id of the other, from -10 to 10", examples=[{"odo": 2.5}])
    commitments: list[CommitmentOut]
    reflections: list[EvidenceOut] = Field(
        description="the newest active ones, with four levels of evidence, down to messages or to the memory of the "
        "person who spoke"
    )
    reflections_standing: int = Field(description="the number of active ones", examples=[3])
    reflections_today: int = Field(examples=[1])
    reflections_a_day: int = Field(description="at most", examples=[2])
    reflects_from: int = Field(
        description="the earliest time of the next reflection, in minutes since day 1, 00:00", examples=[1661]
    )
    waiting: list[str] = Field(description="the kinds of its waiting jobs", examples=[["plan"]])
    memories: int = Field(description="the number of all it ever made", examples=[82])
    names: dict[str, str] = Field(
        description="the names of people, players, places and its things, by id", examples=[{"odo": "Odo Fenn"}]
    )
    places: dict[str, str] = Field(
        description="the names of places as used within a sentence, by id",
        examples=[{"ferry-landing": "the Ferry Landing"}],
    )


class JobOut(ApiModel):
    """A job that a mind has to think about; without ``npc_id`` one of places and the world."""

    kind: str = Field(examples=["plan"])
    npc_id: str | None = Field(examples=["tove"])
    with_ids: list[str]
    asked_at: int = Field(description="minutes since day 1, 00:00", examples=[941])


class IntentOut(ApiModel):
    """What a person will do at the next tick."""

    npc_id: str = Field(examples=["tove"])
    reason: str = Field(examples=["the next item of the plan"])
    decided_at: int = Field(description="minutes since day 1, 00:00", examples=[941])
    commands: list[Annotated[dict[str, Any], WrittenAs(AnyCommand)]] = Field(
        description="the commands that it will give, in order"
    )


class CaptureOut(ResponseModel):
    """Messages that wait to be summarised into a memory."""

    of_name: str = Field(description="the owner of the memory; empty for the world", examples=["Tove Marrick"])
    turn: int = Field(examples=[4])
    first_message_id: MessageId = Field(validation_alias="first")
    last_message_id: MessageId | None = Field(validation_alias="last")
    failures: int = Field(description="the number of failed attempts; after one it waits for the next `settle`")
    failure: str = Field(description="the reason of the last failure", examples=["The model did not answer."])


class JobsOut(ResponseModel):
    """The waiting work, and for each kind of job how many were done, how many of these by rule because a model failed
    (``fallbacks``), and how many were given up (``dropped``)."""

    jobs: list[JobOut] = Field(description="the most urgent first")
    intents: list[IntentOut]
    captures: dict[str, list[CaptureOut]] = Field(description="by key of the memory's owner")
    done: dict[str, int] = Field(examples=[{"plan": 4, "reflect": 1}])
    fallbacks: dict[str, int]
    dropped: dict[str, int]
