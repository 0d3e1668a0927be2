"""Models by name: what is wrong with a name is said in one line, and nothing is sent while building."""

import pydantic_ai
import pytest
from pydantic_ai.messages import ModelResponse, TextPart
from pydantic_ai.models.function import FunctionModel
from pydantic_ai.usage import RequestUsage

from app.agents.checking import check_model
from app.agents.metered_model import MeteredModel, as_metered, spend_of
from app.agents.models import build_model
from app.errors import InvalidInput, ModelUnavailable
from app.models.spend import Spend

SERVER = "http://localhost:11434/v1"
KEYS = ("OPENAI_API_KEY", "OLLAMA_BASE_URL", "OLLAMA_API_KEY", "PYDANTIC_AI_GATEWAY_API_KEY", "AZURE_OPENAI_ENDPOINT")


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in KEYS:
        monkeypatch.delenv(name, raising=False)


def test_a_cloud_name_works_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    assert build_model("openai:gpt-5-mini", None, None, 9).model_id == "openai:gpt-5-mini"


def test_a_key_can_be_given() -> None:
    model = build_model(" openai:gpt-5-mini ", None, "sk-test", 9)
    assert (model.model_id, model.timeout) == ("openai:gpt-5-mini", 9)
    assert build_model("gateway/openai:gpt-5-mini", None, "pylf_v1_us_test", 9).model_name == "gpt-5-mini"


@pytest.mark.parametrize(
    ("name", "bare"),
    [
        ("llama3.2:3b", "llama3.2:3b"),
        ("openai-chat:llama3.2:3b", "llama3.2:3b"),
        ("openai:gpt-oss", "gpt-oss"),
        ("ollama:qwen3", "qwen3"),
        ("vendor/model", "vendor/model"),
    ],
)
def test_with_a_base_url_any_name_is_a_model_of_that_server(name: str, bare: str) -> None:
    model = build_model(name, SERVER, None, 9)
    assert (model.model_name, model.base_url) == (bare, f"{SERVER}/")


def test_a_key_of_the_environment_is_not_sent_to_another_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    provider = build_model("llama3", SERVER, None, 9).wrapped.provider
    assert provider is not None
    assert provider.client.api_key == "none"


@pytest.mark.parametrize(
    ("name", "base_url", "key", "words"),
    [
        ("", None, None, "not a model name"),
        ("  ", SERVER, None, "not a model name"),
        ("x" * 300, None, None, "not a model name"),
        ("openai:gpt\n5", None, None, "not a model name"),
        ("gpt-5-mini", None, None, "Nobody knows the model gpt-5-mini"),
        ("nobody:knows", None, None, "Nobody knows"),
        ("nobody:knows", None, "key", "Nobody knows"),
        ("openai:gpt-5-mini", None, None, "OPENAI_API_KEY"),
        ("ollama:llama3", None, None, "OLLAMA_BASE_URL"),
        ("gateway/openai:gpt-5", None, None, "PYDANTIC_AI_GATEWAY_API_KEY"),
        ("anthropic:claude-sonnet-4-5", None, "key", "pydantic-ai-slim[anthropic]"),
        ("google:gemini-3", None, None, "pydantic-ai-slim[google]"),
        ("openai:", SERVER, None, "Name the model"),
        ("llama3", "localhost:11434", None, "base URL"),
        ("llama3", "ftp://localhost/v1", None, "base URL"),
        ("llama3", "http://", None, "base URL"),
        ("llama3", "http://[::1", None, "base URL"),
        ("llama3", "http://localhost:99999/v1", None, "base URL"),
        ("llama3", " ", None, "Nobody knows the model llama3; "),
    ],
)
def test_what_cannot_be_built_is_said_in_one_line(name: str, base_url: str | None, key: str | None, words: str) -> None:
    with pytest.raises(InvalidInput, match=words.replace("[", r"\[")) as error:
        build_model(name, base_url, key, 9)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 250
    assert error.value.__suppress_context__ or error.value.__cause__ is None


def test_the_library_keeps_off_the_terminal() -> None:
    assert pydantic_ai.BANNER_ENABLED is False


def test_metering_is_never_doubled() -> None:
    model = FunctionModel(lambda *_: ModelResponse(parts=[TextPart("ready")]))
    once = as_metered(model, 3)
    assert as_metered(once) is once
    again = as_metered(once, 5)
    assert (again.timeout, again.wrapped) == (5, model)
    assert isinstance(once, MeteredModel)


async def test_checking_a_model_answers_what_it_said_in_one_short_line() -> None:
    said = f"<think>hm</think> ready\nor \x1b[0mnot {'x' * 500}"
    answer = await check_model(FunctionModel(lambda *_: ModelResponse(parts=[TextPart(said)])))
    assert answer.startswith("ready or [0mnot xxx")
    assert len(answer) == 200


async def test_a_model_that_says_nothing_is_not_available() -> None:
    with pytest.raises(ModelUnavailable, match="empty answer"):
        await check_model(FunctionModel(lambda *_: ModelResponse(parts=[TextPart("")])))


def test_a_price_is_counted_where_it_is_known_and_none_where_it_is_not() -> None:
    usage = RequestUsage(input_tokens=1000, output_tokens=100)
    known = ModelResponse(parts=[], usage=usage, model_name="gpt-4o-mini", provider_name="openai")
    spend = spend_of(known)
    assert (spend.calls, spend.input_tokens, spend.output_tokens) == (0, 1000, 100)
    assert spend.cost is not None
    assert 0 < spend.cost < 0.01
    local = ModelResponse(parts=[], usage=usage, model_name="gpt-4o-mini", provider_name="local", provider_url=SERVER)
    assert spend_of(local) == Spend(input_tokens=1000, output_tokens=100)
    assert spend_of(ModelResponse(parts=[])) == Spend()
