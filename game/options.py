"""What an option of the rules is: its values, their limits, and the sentences that explain them."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, Final

AUTO: Final = "auto"
"""The value of an option that follows the preset's table for the number of players."""

Value = int | bool | str


@dataclass(frozen=True, slots=True)
class Option:
    """One ruling that players may differ about."""

    name: str
    title: str
    """Message id: the option in two or three words."""
    says: dict[Value, str]
    """Message id of a whole sentence for a value; the key `AUTO` is there where that is a value."""
    sentence: str
    """Message id for values without a sentence of their own; `{value}` stands for the number."""
    low: int
    high: int
    common: tuple[int, ...]
    """The numbers that a menu offers."""
    kind: type
    """`bool`, `int` or `str`."""

    @property
    def choices(self) -> tuple[Value, ...]:
        """The values that a menu offers, in order."""
        return (*(value for value in self.says if value not in self.common), *self.common)

    def accepts(self, value: object) -> bool:
        """Whether `value` is of the right type and within the limits, whatever the other options say."""
        if value == AUTO and isinstance(value, str):
            return AUTO in self.says
        if type(value) is not self.kind:
            return False
        if self.kind is int and not self.common:
            return value in self.says
        if isinstance(value, int) and self.kind is int:
            return self.low <= value <= self.high
        return value in self.says

    def explain(self, value: Value) -> str:
        """The message id that says in one sentence what `value` means; format it with `value`."""
        return self.says.get(value, self.sentence)


def number(
    default: Value,
    title: str,
    sentence: str,
    *,
    low: int,
    high: int,
    common: tuple[int, ...],
    says: dict[Value, str] | None = None,
) -> Any:
    """A field for a number from `low` to `high`."""
    return _field(default, title, says or {}, sentence, low, high, common, int)


def switch(default: bool, title: str, yes: str, no: str) -> Any:
    """A field for yes or no, each with its sentence."""
    return _field(default, title, {True: yes, False: no}, "", 0, 0, (), bool)


def choice(default: Value, title: str, says: dict[Value, str]) -> Any:
    """A field for one of a few values, each with its sentence."""
    kinds = {type(value) for value in says if value != AUTO}
    return _field(default, title, says, "", 0, 0, (), kinds.pop())


def _field(default: Value, title: str, says: dict[Value, str], sentence: str, *rest: Any) -> Any:
    return dataclasses.field(default=default, metadata={"option": (title, says, sentence, *rest)})


def options_of(cls: type) -> dict[str, Option]:
    """The options declared by a dataclass, by name and in order."""
    return {
        field.name: Option(field.name, *field.metadata["option"])
        for field in dataclasses.fields(cls)
        if "option" in field.metadata
    }
