"""What every simulated run needs: simcord's gaps mended, and an ear for errors that are only logged."""

from __future__ import annotations

import logging
from types import TracebackType

from bot.sandbox.patches import LOCALES, install

__all__ = ["LOCALES", "ErrorLog", "install"]


class ErrorLog(logging.Handler):
    """Keeps ERROR records; discord.py only logs what a dynamic item's callback raises."""

    def __init__(self, *loggers: str) -> None:
        super().__init__(logging.ERROR)
        self.records: list[logging.LogRecord] = []
        self._loggers = [logging.getLogger(name) for name in loggers]

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)

    def __enter__(self) -> ErrorLog:
        for logger in self._loggers:
            logger.addHandler(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for logger in self._loggers:
            logger.removeHandler(self)
