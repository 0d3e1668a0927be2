"""The TypeScript client, by its own tests: `clients/typescript/test`."""

import subprocess

from clients.build import TYPESCRIPT
from tests.e2e.serving import PATIENCE, environment


def test_its_own_tests_pass_against_a_server(url: str) -> None:
    done = subprocess.run(
        ["npm", "test"],
        cwd=TYPESCRIPT,
        env=environment() | {"TALEKEEPER_URL": url},
        capture_output=True,
        text=True,
        timeout=3 * PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
