"""How places on the table are called."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from game.round import train_of
from game.rules import Rules
from game.view import View
from renderer.people import LONGEST, Person, spoken


def place_name(
    place: str,
    people: Sequence[Person],
    words: NullTranslations,
    *,
    view: View | None = None,
    rules: Rules | None = None,
    viewer: int | None = None,
    most: int = LONGEST,
) -> str:
    """“Bo's train”, “the Mexican train”, “Bo's train, branch 2 of the 5”.

    With `rules`, several Mexican trains are told apart from the first on; with `viewer`, their own is “your train”.
    With `view`, the rules are known, and a branch is named after the number of its double; a double lies only once.
    """
    _ = words.gettext
    rules = view.rules if view else rules
    train = train_of(place)
    if train.startswith("M"):
        number = int(train[1:])
        several = number > 1 or (rules is not None and rules.mexican_trains > 1)
        name = _("Mexican train {number}").format(number=number) if several else _("the Mexican train")
    elif viewer == int(train) - 1:
        name = _("your train")
    else:
        name = _("{name}'s train").format(name=spoken(people, int(train) - 1, words, most))
    line, branch = branch_of(place)
    if not branch:
        return name
    value = _double(view, line) if view else None
    if value is None:
        path = f"{line}.{branch}".partition(".")[2]
        return _("{train}, branch {branch}").format(train=name, branch=path)
    return _("{train}, branch {branch} of the {number}").format(train=name, branch=branch, number=value)


def branch_of(place: str) -> tuple[str, str]:
    """The line that a branch leaves, and which of its double's toes it is; a first toe only goes on with its line.

    >>> branch_of("3.1.2"), branch_of("3.2.1"), branch_of("3.1"), branch_of("3")
    (('3.1', '2'), ('3', '2'), ('3', ''), ('3', ''))
    """
    while place.endswith(".1"):
        place = place[:-2]
    line, _, toe = place.rpartition(".")
    return (line, toe) if line else (place, "")


def _double(view: View, line: str) -> int | None:
    """The number of the double at the end of a line."""
    for train in view.trains:
        for one in train.lines:
            if one.place == line:
                return one.tiles[-1][1]
    return None
