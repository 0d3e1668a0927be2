"""Arguments of tools for hypothesis: made from their schemas, bent, and plainly wrong."""

from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

WORDS = (
    *("mara", "Mara Ironhand", "the innkeeper", "guard-1", "Guard", "player", "Élan", "party", "nobody", ""),
    *("market", "Inn", "cell-1", "tower", "lantern", "brass-key", "anvil", "well", "owl", "loose-stone", "world"),
    *("light", "peace", "bring-lantern", "act-2", "owl-trouble", "key", "goal-1", "mara-001", "guard-1-002", "m-0"),
    *("who am I?", "yesterday", "when we first met", "day 3", "take the lantern", "go east", "wait 2 hours"),
    *(" ", "\n", "\x00", "\u2028", "\ud800", "a" * 20_000, "../../etc/passwd", "%s{0}", "<tool>", "é" * 130),
)
"""What means something in the small world, and what means something to careless programs."""

TEXTS = st.one_of(st.sampled_from(WORDS), st.text(max_size=30))
NUMBERS = st.one_of(
    st.integers(-3, 12),
    st.sampled_from([10**9, -(10**30), 10**400, 2**63, 0.5, -0.0, 1e308, float("nan"), float("inf")]),
)
ANYTHING = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXTS, inner, max_size=3)),
    max_leaves=6,
)


def fitting(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> st.SearchStrategy[Any]:
    """Values that a JSON schema asks for, nearly all of them; its limits are met by half."""
    if "$ref" in schema:
        return fitting(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "const" in schema:
        return st.just(schema["const"])
    if "anyOf" in schema:
        return st.one_of([fitting(one, definitions) for one in schema["anyOf"]])
    match schema.get("type"):
        case "object" if "properties" in schema:
            return objects(schema, definitions)
        case "object":
            return st.dictionaries(TEXTS, ANYTHING, max_size=3)
        case "array":
            return st.lists(fitting(schema.get("items", {}), definitions), max_size=3)
        case "string":
            return TEXTS
        case "integer":
            return st.integers(schema.get("minimum", 0), min(schema.get("maximum", 100), 300))
        case "number":
            return st.floats(schema.get("minimum", 0), schema.get("maximum", 10))
        case "boolean":
            return st.booleans()
        case "null":
            return st.none()
    return ANYTHING


def objects(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Objects with every property that is required, and any of the others."""
    required = set(schema.get("required", ()))
    values = {name: fitting(one, definitions) for name, one in schema["properties"].items()}
    return st.fixed_dictionaries(
        {name: value for name, value in values.items() if name in required},
        optional={name: value for name, value in values.items() if name not in required},
    )


def bent(arguments: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    """The same with one property more, less, or of another kind."""

    @st.composite
    def one_wrong(draw: st.DrawFn) -> dict[str, Any]:
        given = dict(draw(arguments))
        name = draw(st.sampled_from([*given, "kind", "npc_id", "game_id"]))
        if name in given and draw(st.booleans()):
            del given[name]
        else:
            given[name] = draw(ANYTHING)
        return given

    return one_wrong()


def calls(tools: Sequence[tuple[str, Mapping[str, Any]]]) -> st.SearchStrategy[tuple[str, dict[str, Any]]]:
    """Calls of the tools, by name and schema, and now and then of one that is not there."""

    def of(name: str, schema: Mapping[str, Any]) -> st.SearchStrategy[tuple[str, dict[str, Any]]]:
        good = objects(schema, schema.get("$defs", {}))
        wrong = st.dictionaries(TEXTS, ANYTHING, max_size=4)
        return st.tuples(st.just(name), st.one_of(good, good, bent(good), wrong))

    unknown = st.tuples(TEXTS, st.dictionaries(TEXTS, ANYTHING, max_size=2))
    return st.one_of([*(of(name, schema) for name, schema in tools), unknown])
