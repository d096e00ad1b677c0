"""The settings, and what is said about wrong ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.settings import Settings, SettingsError

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / ".env.example"
NAMES = sorted(name.upper() for name in Settings.model_fields)
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.abcdefghijklmnopqrstuvwxyz-_0123456789"


@pytest.fixture(autouse=True)
def nothing_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder, and none of the settings in the environment."""
    monkeypatch.chdir(tmp_path)
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


def refusal() -> str:
    with pytest.raises(SettingsError) as caught:
        Settings.load()
    assert caught.value.__cause__ is caught.value.__context__ is None
    return str(caught.value)


def test_without_any_setting_the_sandbox_is_played() -> None:
    assert Settings.load().discord_token.get_secret_value() == ""


def test_env_example_lists_every_setting_and_no_other() -> None:
    assert sorted(re.findall(r"^(\w+)=", EXAMPLE.read_text("utf-8"), re.MULTILINE)) == NAMES


def test_env_example_sets_what_is_set_anyway() -> None:
    defaults = Settings.load()
    Path(".env").write_bytes(EXAMPLE.read_bytes())
    assert Settings.load() == defaults


def test_readme_explains_every_setting() -> None:
    assert sorted(re.findall(r"^\| `([A-Z_]+)` \|", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)) == NAMES


def test_dot_env_is_read_and_the_environment_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text(f"DISCORD_TOKEN={TOKEN}\nLOG_LEVEL=debug\nSANDBOX_PORT=\nSOMEBODY_ELSES=1\n", "utf-8")
    monkeypatch.setenv("LOG_LEVEL", "ERROR")
    settings = Settings.load()
    assert settings.discord_token.get_secret_value() == TOKEN
    assert settings.log_level == "ERROR"
    assert settings.sandbox_port == 8765


def test_a_byte_order_mark_does_no_harm() -> None:
    Path(".env").write_text("LOG_LEVEL=warning\n", "utf-8-sig")
    assert Settings.load().log_level == "WARNING"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SANDBOX_PORT", "http"),
        ("SANDBOX_PORT", "0"),
        ("SANDBOX_PORT", "65536"),
        ("LOG_LEVEL", "loud"),
        ("DATABASE", "nowhere/caboose.sqlite3"),
        ("DATABASE", "."),
        ("DISCORD_TOKEN", "your-token-here"),
        ("DISCORD_TOKEN", f"Bot {TOKEN}"),
        ("DISCORD_TOKEN", TOKEN.replace(".", " ")),
    ],
)
def test_a_wrong_value_gets_one_sentence(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)
    sentence = refusal()
    assert sentence.startswith(f"{name} must be ")
    assert sentence.count(".") == 1
    assert sentence.endswith(".")
    assert "\n" not in sentence


def test_each_wrong_value_gets_its_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_LEVEL", "loud")
    monkeypatch.setenv("SANDBOX_PORT", "-1")
    assert (
        refusal() == "LOG_LEVEL must be DEBUG, INFO, WARNING or ERROR. SANDBOX_PORT must be a number from 1 to 65535."
    )


def test_a_dot_env_in_another_encoding_is_refused() -> None:
    Path(".env").write_text("LOG_LEVEL=info\n", "utf-16")
    assert refusal() == "The file .env must be text that can be read, saved as UTF-8."


def test_the_token_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    settings = Settings.load()
    assert TOKEN not in f"{settings!r} {settings} {settings.model_dump()} {settings.model_dump_json()}"
    monkeypatch.setenv("DISCORD_TOKEN", f"{TOKEN} ")
    assert TOKEN not in refusal()
