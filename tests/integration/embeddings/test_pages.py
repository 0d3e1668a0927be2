"""The examples of the pages run."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[3] / "docs"


@pytest.mark.parametrize("page", ["embeddings.md", "interchange.md"])
def test_the_examples_of_a_page_run(page: str) -> None:
    examples = re.findall(r"```python\n(.*?)```", (DOCS / page).read_text("utf-8"), re.DOTALL)
    assert examples
    for example in examples:
        done = subprocess.run(
            [sys.executable, "-c", example], cwd=DOCS.parent, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert "False" not in done.stdout
