"""An MCP server of one seat: its tools, resources and prompts. Answers are JSON of bounded size, errors are one
line."""

import asyncio
import json
from collections.abc import Coroutine, Mapping, Sequence
from typing import Any, TypeVar

import anyio
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from app import __version__
from app.errors import TalekeeperError
from app.interfaces.seat import ISeat, ToolSpec, without_sections
from app.language.rendering.plain_reasons import in_words
from app.log import logger
from app.memory.prompt_data import clipped
from app.package_data import package_data

T = TypeVar("T")
NAME = "talekeeper"
MAX_ANSWER = 100_000  # characters of a tool's answer, as JSON
MAX_TEXT = 400_000
MAX_LINE = 600
SHORTENED = "shortened"  # key that marks an answer whose long lists and texts were cut
_MOST_ITEMS, _MOST_CHARACTERS = 200, 4_000

_INSTRUCTIONS: dict[str, str] = package_data(__package__, "instructions")


def server_for(seat: ISeat, *, announces: bool = False) -> Server[Any]:
    """Return the MCP (Model Context Protocol) server of a seat, which serves any number of clients. The title of the
    seat is read at once, so that errors of its game are raised here, too.

    Args:
        seat: The seat: that of one character, of the game master or of a player, or of a memory alone, as the factories
            of `Container` make it. A call opens its game if that is not open.
        announces: Whether a client is notified when the list of the seat's tools changes; the connection must allow
            this.

    Returns:
        A low-level server, to be run over a transport such as stdio. An error of the game in a tool becomes a failed
        call, and in a resource or prompt an error of the protocol; its message is the reason, which the client reads.

    Raises:
        NotFound: There is no such game any more.
        Conflict: Another program has the game open.
        CorruptSave: The save of the game is damaged.
        StorageFailed: Reading or writing the disk or the database failed.
    """
    handlers = _SeatHandlers(seat, announces=announces)
    return Server(
        NAME,
        version=__version__,
        title=one_line(seat.title),
        instructions=_INSTRUCTIONS["seat"].format(title=one_line(seat.title)),
        get_tool_input_schema=handlers.listed_schema,
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call_tool,
        on_list_resources=handlers.list_resources,
        on_read_resource=handlers.read_resource,
        on_list_prompts=handlers.list_prompts,
        on_get_prompt=handlers.get_prompt,
    )


class _SeatHandlers:
    def __init__(self, seat: ISeat, *, announces: bool) -> None:
        self._seat = seat
        self._announces = announces
        self._tools: tuple[Sequence[ToolSpec], list[types.Tool]] = ((), [])

    @property
    def _listed(self) -> list[types.Tool]:
        """The tools that the seat lists now; made again only when they have changed."""
        specs, tools = self._tools
        if (now := self._seat.tools) != specs:
            tools = [_tool(spec) for spec in now]
            self._tools = now, tools
        return tools

    def listed_schema(self, name: str) -> dict[str, Any] | None:
        """Return the schema of a listed tool's arguments; None for other tools."""
        return next((tool.input_schema for tool in self._listed if tool.name == name), None)

    async def list_tools(self, _context: object, _params: object) -> types.ListToolsResult:
        return types.ListToolsResult(tools=self._listed)

    async def call_tool(
        self, context: ServerRequestContext[Any], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        """Call a tool. Errors of the game become failed calls with a reason; internal errors are logged as well."""
        before = self._seat.tools
        try:
            answer = tool_result(await run_cancelled_once(self._seat.call(params.name, params.arguments or {})))
            if self._announces and self._seat.tools != before:
                await context.session.send_tool_list_changed()
            return answer
        except TalekeeperError as error:
            return error_result(in_words(error))
        except Exception as error:  # noqa: BLE001  # the outermost handler: the details go to the log, a line to the client
            return error_result(_internal_error(error))

    async def list_resources(self, _context: object, _params: object) -> types.ListResourcesResult:
        return types.ListResourcesResult(
            resources=[
                types.Resource(
                    uri=spec.uri, name=one_line(spec.name), description=spec.description, mime_type=spec.mime_type
                )
                for spec in self._seat.resources
            ]
        )

    async def read_resource(
        self, _context: object, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        text = await _text_or_error(self._seat.read(params.uri))
        mime_type = next((spec.mime_type for spec in self._seat.resources if spec.uri == params.uri), "text/plain")
        return types.ReadResourceResult(
            contents=[types.TextResourceContents(uri=params.uri, mime_type=mime_type, text=text)]
        )

    async def list_prompts(self, _context: object, _params: object) -> types.ListPromptsResult:
        return types.ListPromptsResult(
            prompts=[types.Prompt(name=spec.name, description=spec.description) for spec in self._seat.prompts]
        )

    async def get_prompt(self, _context: object, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        text = await _text_or_error(self._seat.prompt(params.name))
        description = next((spec.description for spec in self._seat.prompts if spec.name == params.name), None)
        message = types.PromptMessage(role="user", content=types.TextContent(text=text))
        return types.GetPromptResult(description=description, messages=[message])


def _tool(spec: ToolSpec) -> types.Tool:
    """Return a tool as clients see it. No tool is destructive, because the journal only grows."""
    return types.Tool(
        name=spec.name,
        description=spec.description,
        input_schema=schema_of(spec),
        annotations=types.ToolAnnotations(
            read_only_hint=not spec.changes,
            destructive_hint=False,
            idempotent_hint=not spec.changes,
            open_world_hint=False,
        ),
    )


def schema_of(spec: ToolSpec) -> dict[str, Any]:
    """Return the JSON Schema of a tool's arguments in portable form."""
    schema = spec.arguments.model_json_schema()
    schema.pop("description", None)
    plain: dict[str, Any] = portable(schema) if spec.shown is None else spec.compact_schema(schema)
    plain.setdefault("properties", {})
    for part in plain.get("$defs", {}).values():
        if "description" in part:
            part["description"] = without_sections(part["description"])
    return plain


def portable(schema: Any, *, names: bool = False) -> Any:
    """Return a JSON Schema without generated titles and Python-only patterns; the seat validates them itself.
    ``names``: whether the keys are names of properties and not keywords."""
    if isinstance(schema, list):
        return [portable(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: portable(value, names=key in ("properties", "$defs"))
        for key, value in schema.items()
        if names or not (key == "title" or (key == "pattern" and r"\p" in value))
    }


async def run_cancelled_once(work: Coroutine[Any, Any, T]) -> T:
    """Return the result of the work. When the caller is cancelled, cancel the work once, however often anyio repeats
    the cancellation, so that its cleanup finishes."""
    task = asyncio.create_task(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        task.cancel()
        with anyio.CancelScope(shield=True):
            await asyncio.wait({task})
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.debug("a call failed after its client disconnected: {}", type(error).__name__)
        raise


async def _text_or_error(reading: Coroutine[Any, Any, str]) -> str:
    """Return the text, shortened to `MAX_TEXT`, or raise a one-line protocol error."""
    try:
        return without_surrogates(clipped(await reading, MAX_TEXT))
    except TalekeeperError as error:
        raise MCPError(code=types.INVALID_PARAMS, message=one_line(in_words(error))) from None
    except Exception as error:  # noqa: BLE001  # the outermost handler, as for tools
        raise MCPError(code=types.INVALID_PARAMS, message=_internal_error(error)) from None


def _internal_error(error: Exception) -> str:
    logger.opt(exception=error).error("internal error: {}", type(error).__name__)
    return f"An internal error ({type(error).__name__}); games are saved up to their last turn."


def tool_result(answer: Mapping[str, Any]) -> types.CallToolResult:
    """Return a tool's answer as structured content and as text.

    Raises:
        ValueError: The answer contains a number that JSON cannot represent.
        TypeError: The answer contains a value that JSON cannot represent.
    """
    structured, text = bounded_json(answer)
    return types.CallToolResult(content=[types.TextContent(text=text)], structured_content=structured)


def error_result(why: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(text=one_line(why) or "That did not work.")], is_error=True)


def bounded_json(answer: Mapping[str, Any], room: int = MAX_ANSWER) -> tuple[dict[str, Any], str]:
    """Return the answer and its JSON, shortened to at most ``room`` characters and then marked with `SHORTENED`."""
    short = dict(answer)
    text = _as_json(short)
    items, characters = _MOST_ITEMS, _MOST_CHARACTERS
    while len(text) > room and items:
        short = {**_shortened(short, items, characters), SHORTENED: True}
        text = _as_json(short)
        items, characters = items // 2, characters // 2
    clean = without_surrogates(text)
    return (short, text) if clean == text else (json.loads(clean), clean)


def _as_json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _shortened(value: Any, items: int, characters: int) -> Any:
    """Return the first items of each list and object, and the beginnings of texts."""
    if isinstance(value, Mapping):
        return {key: _shortened(value[key], items, characters) for key in list(value)[:items]}
    if isinstance(value, list | tuple):
        return [_shortened(item, items, characters) for item in value[:items]]
    return f"{value[:characters]}…" if isinstance(value, str) and len(value) > characters else value


def without_surrogates(text: str) -> str:
    """Return the text with lone surrogates replaced, because no transport can send them."""
    return text.encode("utf-8", "replace").decode("utf-8")


def one_line(text: str, limit: int = MAX_LINE) -> str:
    """Return the text on one line of at most ``limit`` characters, unprintable characters replaced by question
    marks."""
    line = " ".join("".join(sign if sign.isprintable() or sign.isspace() else "?" for sign in text).split())
    return line if len(line) <= limit else f"{line[: limit - 1]}…"
