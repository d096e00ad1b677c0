"""What whoever runs the bot can set, in the environment or in a file called `.env`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

_TOKEN = re.compile(r"[\w-]+\.[\w-]+\.[\w-]+", re.ASCII)


class SettingsError(Exception):
    """Settings that cannot be; the message names each variable and what to set it to."""


def _token(secret: SecretStr) -> SecretStr:
    if secret and not _TOKEN.fullmatch(secret.get_secret_value()):
        raise ValueError
    return secret


def _file(path: Path) -> Path:
    if path.is_dir() or not path.parent.is_dir():
        raise ValueError
    return path


class Settings(BaseSettings):
    """Everything that can be set; each description says what a value must be."""

    model_config = SettingsConfigDict(
        env_file=".env",
        env_file_encoding="utf-8-sig",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
    )

    discord_token: Annotated[SecretStr, AfterValidator(_token)] = Field(
        default=SecretStr(""),
        description="the token from the page “Bot” of your application in Discord's developer portal "
        "(three parts, with dots between), or empty to play in the sandbox",
    )
    database: Annotated[Path, AfterValidator(_file)] = Field(
        default=Path("caboose.sqlite3"),
        description="the path of a file, in a folder that exists",
    )
    log_level: Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(str.upper)] = Field(
        default="INFO",
        description="DEBUG, INFO, WARNING or ERROR",
    )
    sandbox_port: Annotated[int, Field(ge=1, le=65535)] = Field(
        default=8765,
        description="a number from 1 to 65535",
    )

    @classmethod
    def load(cls) -> Self:
        """Read the settings.

        Raises:
            SettingsError: if a value cannot be; one sentence for each, none of which repeats the value.
        """
        try:
            return cls()
        except ValidationError as error:
            wrong = [str(detail["loc"][0]) for detail in error.errors()]
            reason = " ".join(f"{name.upper()} must be {cls.model_fields[name].description}." for name in wrong)
        except (OSError, UnicodeError):
            reason = "The file .env must be text that can be read, saved as UTF-8."
        raise SettingsError(reason)  # out here, so that no traceback leads back to the token
