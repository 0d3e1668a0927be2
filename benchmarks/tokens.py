"""Count the tokens of prompts with a real tokenizer, for the test of the estimate.

    python -m pip install mistral-common
    python -m benchmarks.tokens

The texts are the golden prompts, prompts of two games that were played with an earlier version (`played.json`), and the
schemas of the narrator's tools as they were when `tools.json` was written, both in `tests/data/tokens`. Their counts go
to `counts.json` there, with the hash of each text, so that a golden prompt that has changed since is not compared with
an old count. mistral-common carries its tables (36 MB); nothing else here needs it.
"""

import hashlib
import json
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

from app.memory.prompt_data import estimate

TESTS = Path(__file__).parents[1] / "tests"
DATA = TESTS / "data" / "tokens"
TABLE = "tekken_240911.json"


def texts() -> Iterator[tuple[str, str]]:
    """The name and the text of everything that is counted."""
    for path in sorted((TESTS / "unit" / "services" / "golden").glob("*.txt")):
        yield path.stem, path.read_text(encoding="utf-8").partition("\n" + "-" * 40)[0]
    yield from json.loads((DATA / "played.json").read_bytes()).items()
    yield "tools", (DATA / "tools.json").read_text(encoding="utf-8")


def digest(text: str) -> str:
    """What a text is recognized by."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def tokenizer() -> Callable[[str], int]:
    """Counts tokens. SystemExit where mistral-common is not installed."""
    try:
        module = import_module("mistral_common.tokens.tokenizers.tekken")
    except ImportError:
        raise SystemExit("Install mistral-common first.") from None
    tables = Path(str(import_module("mistral_common").__file__)).parent / "data"
    tekken = module.Tekkenizer.from_file(str(tables / TABLE))
    return lambda text: len(tekken.encode(text, bos=False, eos=False))


def main() -> None:
    """Count everything anew, and say how the estimate compares."""
    count = tokenizer()
    counts = {name: {"digest": digest(text), "tokens": count(text)} for name, text in texts()}
    written = json.dumps({"tokenizer": TABLE, "counts": counts}, indent=1)
    (DATA / "counts.json").write_text(written + "\n", encoding="utf-8")
    ratios = sorted(estimate(text) / count(text) for _, text in texts())
    print(f"{len(ratios)} texts; estimated : counted from {ratios[0]:.3f} to {ratios[-1]:.3f}")


if __name__ == "__main__":
    main()
