"""The commands of curl that pages show, as requests to a server of the tests."""

import re
import shlex

import httpx2

SHOWN = re.compile(r"^(?:http://)?(?:localhost|127\.0\.0\.1):8000(?=/)")


def curl_request(command: str, address: str) -> httpx2.Request:
    """Return what curl would send.

    Args:
        command: The command as on a page, with the options that pages use.
        address: Host and port that take the place of those on the page.

    Raises:
        ValueError: An option is not read here.
    """
    program, *words = shlex.split(command)
    assert program == "curl", command
    headers: dict[str, str] = {}
    body: str | None = None
    url = ""
    arguments = iter(words)
    for word in arguments:
        match word:
            case "-N":
                pass
            case "-H":
                name, _, value = next(arguments).partition(": ")
                headers[name] = value
            case "--json":
                body = next(arguments)
                headers = {"Content-Type": "application/json", "Accept": "application/json"} | headers
            case _ if word.startswith("-"):
                raise ValueError(word)
            case _:
                assert SHOWN.match(word), word
                url = SHOWN.sub(f"http://{address}", word)
    return httpx2.Request("GET" if body is None else "POST", url, headers=headers, content=body)
