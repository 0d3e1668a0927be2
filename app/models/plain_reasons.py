"""The reasons for errors whose sentences need no game: an unknown id, a malformed argument, a text beyond a limit, a
game that another program has. They are raised where there may be no game yet, as in a store or at a door."""

from enum import StrEnum

from pydantic import ConfigDict

from app.models.base import Tagged


class ReasonValue(Tagged):
    """The reason for an error, as a value. Its code is its ``kind``, which names the template of its sentence."""

    model_config = ConfigDict(defer_build=True)
    """A process meets few of the two hundred reasons: each is built when it is first made."""

    def __str__(self) -> str:
        given = ", ".join(f"{field}={value!r}" for field, value in self if field in self.model_fields_set)
        return f"{self.kind}({given})"


class PlainReason(ReasonValue):
    """A reason of texts, numbers and enum values only: its sentence can be made in any language, without a game."""


class Sought(StrEnum):
    """The sort of thing that an id or a name was looked up in."""

    PLACE = "place"
    PERSON = "person"
    THING = "thing"
    QUEST = "quest"
    ACT = "act"
    ENCOUNTER = "encounter"
    SECRET = "secret"
    OBJECTIVE = "objective"
    TOPIC = "topic"
    TIMER = "timer"
    RULE = "rule"
    ENDING = "ending"
    COMMITMENT = "commitment"
    PARTY_PLACE = "party-place"
    PLAYER = "player"
    PARTY_PLAYER = "party-player"
    PERSON_OR_PLAYER = "person-or-player"
    PERSON_OR_PLACE = "person-or-place"
    PICTURE = "picture"
    OWN_PICTURE = "own-picture"
    MESSAGE = "message"
    REMARK = "remark"
    TOKEN = "token"
    GAME = "game"
    DELETED_GAME = "deleted-game"
    RECORD = "record"
    SCENARIO = "scenario"
    CHAT_MODEL = "chat-model"
    TOOL = "tool"
    RESOURCE = "resource"
    PROMPT = "prompt"
    WAY_TO_PLAY = "way-to-play"
    STYLE_FIELD = "style-field"


class Searched(StrEnum):
    """The place of a lookup."""

    SCENARIO = "scenario"
    GAME = "game"


class Unknown(PlainReason):
    """Nothing of the sort ``what`` has the id or name ``name``; ``there`` are ids of what there is instead, ``of`` is
    the game in which a record was looked up."""

    what: Sought
    name: str = ""
    where: Searched = Searched.SCENARIO
    of: str = ""
    there: tuple[str, ...] = ()


class GameUnclear(PlainReason):
    """Several games match a name."""

    name: str
    there: tuple[str, ...]


class Form(StrEnum):
    """The sort of structured input."""

    ARGUMENTS = "arguments"
    COMMAND = "command"
    EVENT = "event"
    MEMORY = "memory"
    STYLE = "style"
    REQUEST = "request"


class Problem(StrEnum):
    """A fault of a value."""

    VALUE = "value"
    """The value breaks its schema; the validator's words are in ``detail``."""
    NO_OBJECT = "no-object"
    UNKNOWN_NAME = "unknown-name"
    HALF_CHARACTER = "half-character"
    FOR_ACTIONS = "for-actions"
    """The value is given without one of the actions ``there``, or one of them without it."""
    NO_CATEGORY = "no-category"
    NO_ORDER = "no-order"
    NO_COMMAND = "no-command"
    KIND_GIVEN = "kind-given"


class Malformed(PlainReason):
    """The field ``where`` of an input, of the tool ``of`` for arguments, has a value with a fault; ``there`` are the
    values that it may have."""

    form: Form
    problem: Problem = Problem.VALUE
    of: str = ""
    where: str = ""
    detail: str = ""
    there: tuple[str, ...] = ()


class ValueFault(StrEnum):
    """A fault of one text, number, choice or file."""

    TURN_LENGTH = "turn-length"
    TURN_EMPTY = "turn-empty"
    TURN_CONTROL = "turn-control"
    WORDS = "words"
    HINT = "hint"
    NAME = "name"
    SUBJECT_BLANK = "subject-blank"
    LABEL_BLANK = "label-blank"
    NARRATION_CONTROL = "narration-control"
    NARRATION_NEEDED = "narration-needed"
    SITUATION_EMPTY = "situation-empty"
    CLAIM = "claim"
    REMARK_EMPTY = "remark-empty"
    IMPORTANCE = "importance"
    MEMORY_TIME = "memory-time"
    MEMORY_REPLACES_ITSELF = "memory-replaces-itself"
    MEMORY_REPLACES_EARLIER = "memory-replaces-earlier"
    PLACE_NONE = "place-none"
    PLACE_TO_REMEMBER = "place-to-remember"
    GAME_ID = "game-id"
    SCENARIO_ID = "scenario-id"
    PLAYER_ID = "player-id"
    TURN_NAME = "turn-name"
    GAME_NOT_CHOSEN = "game-not-chosen"
    PICTURE_BYTES = "picture-bytes"
    PICTURE_FORMAT = "picture-format"
    PICTURE_DAMAGED = "picture-damaged"
    PICTURE_SIDES = "picture-sides"
    PICTURES_OF_GAME = "pictures-of-game"
    PROMPT_BUDGET = "prompt-budget"
    CAST = "cast"
    CAST_NAMES = "cast-names"
    QUESTIONS = "questions"
    QUESTION_LENGTH = "question-length"
    OPTIONS = "options"
    RANGE = "range"
    CURSOR = "cursor"
    TOKEN_OWNER = "token-owner"
    TOKENS = "tokens"
    MODEL_OF_GAME = "model-of-game"


class ValueUnfit(PlainReason):
    """An input cannot be used. For a limit it has ``given``, and at most ``most`` (and ``most_together``) are allowed.
    ``name`` is the input, or whose it is."""

    fault: ValueFault
    name: str = ""
    given: int = 0
    most: int = 0
    most_together: int = 0


class Clash(StrEnum):
    """A conflict with what another program, request or server does."""

    GAME_EXISTS = "game-exists"
    GAME_EXISTS_AGAIN = "game-exists-again"
    GAME_DIFFERS = "game-differs"
    GAME_AT_RECORD = "game-at-record"
    GAME_CHANGED = "game-changed"
    GAME_TO_LOAD = "game-to-load"
    GAME_CLOSED = "game-closed"
    GAME_IN_OTHER_LOOP = "game-in-other-loop"
    GAME_ELSEWHERE = "game-elsewhere"
    GAME_PERHAPS_ELSEWHERE = "game-perhaps-elsewhere"
    GAME_WRITTEN_ELSEWHERE = "game-written-elsewhere"
    GAME_LOST = "game-lost"
    GAME_MOVED = "game-moved"
    GAME_NOT_HELD = "game-not-held"
    SERVER_SILENT = "server-silent"
    SERVER_FAILED = "server-failed"
    SERVER_CLOSES = "server-closes"
    SERVER_HANDS_OVER = "server-hands-over"
    REQUEST_ID_USED = "request-id-used"
    REMARK_KEY_USED = "remark-key-used"
    NEXT_MEMORY = "next-memory"
    SCENARIO_SHIPPED = "scenario-shipped"
    SCENARIO_IS_FOLDER = "scenario-is-folder"
    SCENARIO_IS_FILE = "scenario-is-file"
    SCENARIO_FOLDER_UNSET = "scenario-folder-unset"
    TRIAL_RUNS = "trial-runs"
    READ_BEFORE = "read-before"


class Clashes(PlainReason):
    """Another program, request or server is in the way. ``name`` is the id of a game, request or scenario; ``present``
    and ``expected`` are a record or a memory, as it is and as the caller expected it."""

    clash: Clash
    name: str = ""
    present: str = ""
    expected: str = ""


class Denial(StrEnum):
    """A refusal by the rights of a token, or by a guard of the server."""

    NOT_SIGNED_IN = "not-signed-in"
    ROLE = "role"
    VIEWER = "viewer"
    OTHER_PLAYER = "other-player"
    LEFT = "left"
    OTHER_SHEET = "other-sheet"
    OTHER_LEAVES = "other-leaves"
    MODEL = "model"
    CHOICE_OF_MODEL = "choice-of-model"
    HOST = "host"
    OTHER_SITE = "other-site"
    REQUESTS = "requests"
    STREAMS = "streams"
    BEGINNING = "beginning"
    """The moderation refuses the texts with which a game is to begin."""


class Denied(PlainReason):
    """A client may not do what it asks for: the role ``needed`` is lacking, or ``most`` are allowed."""

    denial: Denial
    role: str = ""
    needed: str = ""
    most: int = 0
    seconds: int = 0


class LineFault(StrEnum):
    """A fault of a command that begins with a slash, or of a line in a chat client."""

    COMMAND_UNKNOWN = "command-unknown"
    NO_NUMBER = "no-number"
    NO_ANSWER = "no-answer"
    NO_QUESTION = "no-question"
    NO_NAME = "no-name"
    NO_TURNS = "no-turns"
    TOO_MANY_TURNS = "too-many-turns"
    FOR_MASTERS = "for-masters"
    FOR_TERMINALS = "for-terminals"
    OTHER_GAME = "other-game"
    NO_GAME_YET = "no-game-yet"
    NOT_LAST = "not-last"
    TAKEN_BACK = "taken-back"
    NO_LINE = "no-line"
    LAST_NO_LINE = "last-no-line"
    DOCUMENTS = "documents"
    MEMORY_ALONE = "memory-alone"


class LineUnfit(PlainReason):
    """A line cannot be carried out: ``name`` is what was typed, ``example`` a line that can be, ``most`` the most that
    there are."""

    fault: LineFault
    name: str = ""
    example: str = ""
    most: int = 0
