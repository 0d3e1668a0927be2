"""Requests that the OpenAPI document allows, and ones it forbids, in any order, from every role of two games: each is
answered as the document says, none is a fault, and nobody reads what is not for its role or is of another game."""

from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test
from schemathesis import Case, GenerationMode, Response
from schemathesis.checks import not_a_server_error
from schemathesis.python.asgi import ASGIClient, get_client
from schemathesis.specs.openapi import checks as openapi

from app.interfaces.tokens import GameRole
from app.models.sheets.scenario import ScenarioSheet
from tests.examples import examples
from tests.integration.api.asking import ADMIN, new_api
from tests.integration.api.test_roles import ROWS, STREAMS
from tests.worlds import small_sheet

pytestmark = pytest.mark.long


AnyCase = Case[Any]
CHECKS = [
    not_a_server_error,
    openapi.content_type_conformance,
    openapi.negative_data_rejection,
    openapi.response_headers_conformance,
    openapi.response_schema_conformance,
    openapi.status_code_conformance,
]
URL = "http://localhost"
MARKS = "alderwick", "birchholm"
NOWHERE = "no-such-game"
HIDDEN = "quillhidden"
"""Stands in all that no player can find out."""

PLAYERS = "player", "player-2"
TOKENS = {"viewer": 0, "player": 1, "player-2": 1, "master": 2}
"""Each kind of token, and where the table of routes has its answers."""
ROUTES = {f"{row.method} {row.path}": row for row in ROWS}
TURNS = "POST /v1/games/{game_id}/turns"
READABLE = [row for row in ROWS if row.method == "GET" and "{game_id}" in row.path and row.answers[1] == 200]
TELLS_WHAT_IS_WRONG = "POST /v1/scenarios/check"
"""It refuses no file, but says of each what is wrong with it."""
LABELS = [*ROUTES, *(f"{method} {path}" for method, path in STREAMS), *[TURNS] * 8]
LINES = (
    "look around",
    "go to the inn",
    "go to the market",
    "hello Mara, I promise to bring your lantern",
    "ask Mara about the owl",
    "take the lantern",
    "examine the well",
    "examine the slab",
    "wait",
    "what do you remember?",
    "who is the hermit?",
)
IDS: dict[str, st.SearchStrategy[Any]] = {
    "turn": st.integers(1, 5),
    "player_id": st.sampled_from(["player", "player-2", "player-3"]),
    "npc_id": st.sampled_from(["mara", "guard-1", "hermit"]),
    "memory_id": st.sampled_from(["hermit-001", "hermit-002", "mara-001"]),
    "message_id": st.integers(0, 30).map("m-{}".format),
    "token_id": st.sampled_from([f"token-{number}" for number in range(1, 8)]),
    "scenario_id": st.just("tide-bell"),
    "scenario": st.just("tide-bell"),
    "commands": st.just([{"kind": "advance_time", "minutes": 5}]),
    "of": st.sampled_from(["mara", "npc/hermit", "world", "inn"]),
    "Idempotency-Key": st.sampled_from(["one", "two", "three"]),
}


@cache
def marked_sheet(mark: str) -> ScenarioSheet:
    """The small world with a word of its own in what everybody reads, and secrets behind a way that never opens."""
    sheet = small_sheet().model_dump(mode="json")
    sheet["title"] += f" {mark}"
    sheet["opening"] += f" It is called {mark}."
    sheet["premise"] += f" {HIDDEN} {mark}"
    never = {"kind": "secret_known", "secret_id": "way-down"}
    held = {"kind": "item_held", "item_id": "anvil"}
    market = sheet["locations"][0]
    market["description"] += f" A flag of {mark} hangs there."
    market["exits"].append({"to": "vault", "name": f"the {HIDDEN} stair", "hidden_until": never})
    market["features"].append({"id": "slab", "name": "the slab", "description": "Cracked.", "secret_id": "way-down"})
    market["secrets"].append({"id": "way-down", "name": f"the {HIDDEN} way", "text": HIDDEN, "condition": held})
    for npc in sheet["npcs"]:
        npc["decision_style"] = f"{HIDDEN} {mark}"
    out = {"to": "market", "name": "the way up"}
    sheet["locations"].append({"id": "vault", "name": f"{HIDDEN} vault", "description": HIDDEN, "exits": [out]})
    told = {"id": "hoard", "name": f"the {HIDDEN} hoard", "text": f"{HIDDEN} {mark}"}
    hermit = {"id": "hermit", "name": HIDDEN.title(), "description": HIDDEN, "start_location": "vault"}
    sheet["npcs"].append({**hermit, "topics": [told], "goals": [f"to keep the {HIDDEN} hoard"]})
    return ScenarioSheet.model_validate(sheet)


def note_of(player_id: str) -> str:
    return f"a thought that {player_id} alone has"


def signed_in(token: str | None) -> dict[str, str]:
    return {} if token is None else {"Authorization": f"Bearer {token}"}


@dataclass(frozen=True)
class Table:
    """A game, a word that stands in it alone, and its tokens by kind."""

    game_id: str
    mark: str
    tokens: dict[str, str]

    def hidden_from(self, kind: str) -> list[str]:
        """What no answer to a token of this kind may hold."""
        others = [mark for mark in MARKS if mark != self.mark]
        if kind == "master":
            return others
        return [*others, HIDDEN, HIDDEN.title(), *(note_of(each) for each in PLAYERS if each != kind)]


class Server:
    """One for all examples, each of which begins games of its own. It answers in one event loop."""

    def __init__(self, folder: Path) -> None:
        self.api = new_api(folder, api_requests_per_minute=10**9)
        # A stream of events is read up to the first: it does not end.
        config = schemathesis.Config.from_dict({"max-stream-events": 1})
        self.schema = schemathesis.openapi.from_dict(self.api.app.openapi(), config=config)
        self.schema.app = self.api.app

    @cache  # noqa: B019  # there is one
    def cases(self, label: str, mode: GenerationMode) -> list[AnyCase]:
        """Requests that the document allows or forbids. To draw them anew for each step would reject most examples."""
        found: list[AnyCase] = []
        method, path = label.split(" ")
        operation = self.schema[path][method]
        game = {"game_id": NOWHERE} if "{game_id}" in path else None

        @settings(
            max_examples=examples(12, usual=0.17), phases=[Phase.generate], suppress_health_check=list(HealthCheck)
        )
        @given(operation.as_strategy(mode, path_parameters=game))
        def collect(case: AnyCase) -> None:
            found.append(case)

        with suppress(Unsatisfiable):  # where there is nothing in a request that could be wrong
            collect()
        return found

    def begin_game(self, mark: str) -> str:
        return self.api.begin("Élan", "Odo", sheet=marked_sheet(mark))

    def begin(self, mark: str) -> Table:
        game_id = self.begin_game(mark)
        roles: tuple[GameRole, ...] = ("viewer", "character", "master")
        tokens: dict[str, str] = {role: self.api.token(game_id, role) for role in roles}
        tokens |= {player_id: self.api.token(game_id, "player", player_id) for player_id in PLAYERS}
        path = f"/v1/games/{game_id}"
        self.post(f"{path}/notes", tokens["player"], {"text": note_of("player")})
        self.post(f"{path}/turns", tokens["player-2"], {"text": f"/note {note_of('player-2')}"})
        self.post(f"{path}/memories", ADMIN, {"of": "hermit", "text": f"I saw {HIDDEN} of {mark}."})
        return Table(game_id, mark, tokens)

    def client(self) -> ASGIClient:
        return get_client(self.schema.app)

    def post(self, path: str, token: str, body: Any) -> None:
        with self.client() as client:
            assert client.post(URL + path, json=body, headers=signed_in(token)).ok

    def get(self, path: str, token: str = ADMIN) -> str:
        with self.client() as client:
            return client.get(URL + path, headers=signed_in(token)).text

    def call(self, case: AnyCase, token: str | None) -> Response:
        return case.call(URL, headers=signed_in(token), timeout=None)


class AnyRequests(RuleBasedStateMachine):
    """Two games on one server. Who asks, about which of them, and for what, is drawn for each request."""

    server: ClassVar[Server]

    @initialize()
    def begin(self) -> None:
        self.tables = [self.server.begin(mark) for mark in MARKS]
        self.cursors: list[str] = []

    @rule(
        data=st.data(),
        label=st.sampled_from(LABELS),
        kind=st.sampled_from([*[*TOKENS] * 3, "character", "admin", None]),
        own=st.sampled_from([0, 1]),
        is_foreign=st.sampled_from([False, False, True]),
    )
    def ask(self, data: st.DataObject, label: str, kind: str | None, own: int, is_foreign: bool) -> None:
        home, meant = self.tables[own], self.tables[own ^ is_foreign]
        drawn = data.draw(st.sampled_from(self.server.cases(label, GenerationMode.POSITIVE)), label=label)
        case = aimed_at(meant.game_id, drawn)
        self._aim(data, case, kind)
        before = self.server.get(f"/v1/games/{meant.game_id}") if is_foreign else ""
        token = ADMIN if kind == "admin" else home.tokens[kind] if kind else None
        answer = self.server.call(case, token)
        case.validate_response(answer, CHECKS)
        self._remember(answer)
        if kind in (None, "character"):
            assert not is_done(answer) or ROUTES[label].anyone
            assert not any(mark in answer.text for mark in MARKS)
        elif kind != "admin":
            assert [word for word in home.hidden_from(kind) if word in answer.text] == []
            if label in ROUTES and ROUTES[label].answers[TOKENS[kind]] == 403:
                assert not is_done(answer)
            if is_foreign and "game_id" in case.path_parameters:
                assert not is_done(answer)
                case.path_parameters["game_id"] = NOWHERE
                elsewhere = self.server.call(case, token)
                found = answer.status_code, answer.text.replace(meant.game_id, NOWHERE)
                assert (elsewhere.status_code, elsewhere.text) == found
                assert self.server.get(f"/v1/games/{meant.game_id}") == before

    def teardown(self) -> None:
        """Whatever was done, nothing that a player or viewer can read tells what is hidden from it."""
        for kind in ("viewer", "player"):
            for row in READABLE:
                path = row.path.format(game_id=self.tables[0].game_id, turn=1, message_id="m-0", player_id="player")
                told = self.server.get(path, self.tables[0].tokens[kind])
                assert [word for word in self.tables[0].hidden_from(kind) if word in told] == []

    def _aim(self, data: st.DataObject, case: AnyCase, kind: str | None) -> None:
        """Put ids that there are in the place of made up ones, and lines that do something."""
        places = [case.path_parameters, case.query, case.headers]
        if isinstance(case.body, dict):
            places.append(case.body)
        for place in places:
            for name in [name for name in place if name in IDS and data.draw(st.booleans())]:
                place[name] = data.draw(IDS[name], label=name)
        if self.cursors and "cursor" in case.query and data.draw(st.booleans()):
            case.query["cursor"] = data.draw(st.sampled_from(self.cursors))
        if case.operation.label.startswith(TURNS) and isinstance(case.body, dict) and "text" in case.body:
            own = [f"/note {note_of(kind)}"] if kind in PLAYERS else []
            case.body["text"] = data.draw(st.sampled_from([*LINES, *own, case.body["text"]]), label="text")
            case.headers["Accept"] = data.draw(st.sampled_from(["application/json", "text/event-stream"]))

    def _remember(self, answer: Response) -> None:
        if answer.status_code == 200 and answer.headers["content-type"] == ["application/json"]:
            found = answer.json()
            if isinstance(found, dict) and found.get("next_cursor"):
                self.cursors.append(found["next_cursor"])


def is_done(answer: Response) -> bool:
    return answer.status_code < 400


def aimed_at(game_id: str, case: AnyCase) -> AnyCase:
    """The same request for a game that there is."""
    case = case.derive()
    if "game_id" in case.path_parameters:
        case.path_parameters["game_id"] = game_id
    case.headers.pop("Last-Event-ID", None)  # a stream that goes on behind it may have nothing to tell
    return case


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Server:
    return Server(tmp_path_factory.mktemp("saves"))


@pytest.mark.parametrize("label", dict.fromkeys(LABELS))
def test_what_the_document_forbids_is_refused_and_what_it_allows_is_answered_as_it_says(
    server: Server, label: str
) -> None:
    game_id = server.begin_game(MARKS[0])
    checks = [each for each in CHECKS if label != TELLS_WHAT_IS_WRONG or each is not openapi.negative_data_rejection]
    for mode in GenerationMode:
        for drawn in server.cases(label, mode):
            case = aimed_at(game_id, drawn)
            case.validate_response(server.call(case, ADMIN), checks)


def test_requests_of_any_role_in_any_order_tell_no_secret_of_a_game_or_role(server: Server) -> None:
    class Here(AnyRequests):
        pass

    Here.server = server
    for label in LABELS:
        server.cases(label, GenerationMode.POSITIVE)  # which cannot be drawn while something else is
    run_state_machine_as_test(Here, settings=settings(max_examples=examples(30, usual=0.17), stateful_step_count=40))
