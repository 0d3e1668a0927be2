"""What `app/content/scenario.schema.json` is made of: ``python -m tests.unit.content.schema`` writes it anew."""

import json

from app.models.sheets.scenario import ScenarioSheet
from app.scenarios.scenario_check import SCHEMA_FILE, SCHEMA_KEY
from tests.unit.content.conftest import CONTENT


def schema_text() -> str:
    """The JSON Schema of a scenario file, for editors that complete and check while one writes."""
    made = ScenarioSheet.model_json_schema()
    made["properties"] = {SCHEMA_KEY: {"type": "string"}, **made["properties"]}
    whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", **made}
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    (CONTENT / SCHEMA_FILE).write_text(schema_text(), encoding="utf-8")
