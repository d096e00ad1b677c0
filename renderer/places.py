"""How places on the table are called."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from game.round import train_of
from game.rules import Rules
from renderer.people import LONGEST, Person, spoken


def place_name(
    place: str,
    people: Sequence[Person],
    words: NullTranslations,
    *,
    rules: Rules | None = None,
    viewer: int | None = None,
    most: int = LONGEST,
) -> str:
    """“Bo's train”, “the Mexican train”, “Bo's train, branch 2”.

    With `rules`, several Mexican trains are told apart from the first on; with `viewer`, their own is “your train”.
    """
    _ = words.gettext
    train = train_of(place)
    if train.startswith("M"):
        number = int(train[1:])
        several = number > 1 or (rules is not None and rules.mexican_trains > 1)
        name = _("Mexican train {number}").format(number=number) if several else _("the Mexican train")
    elif viewer == int(train) - 1:
        name = _("your train")
    else:
        name = _("{name}'s train").format(name=spoken(people, int(train) - 1, words, most))
    branch = place[len(train) + 1 :]
    return _("{train}, branch {branch}").format(train=name, branch=branch) if branch else name
