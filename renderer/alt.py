"""Alt texts: what a picture says, the most important first, in at most 1,024 characters."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from itertools import product
from typing import Final

from game.view import OpenEnd, TrainView, View
from renderer.branches import chains_of
from renderer.chart import running
from renderer.hand_plan import Order
from renderer.layout import EndState, state_of
from renderer.people import Person, name_of
from renderer.podium import standings
from renderer.text import hand_lines, owner_words, shortened, state_words
from renderer.wording import both, duty, latest, my_duty, round_line, total_of

LIMIT: Final = 1024
_NAMES: Final = (40, 20, 12, 7)
_FIRST: Final = (
    EndState.BINDS,
    EndState.OWN,
    EndState.OPEN,
    EndState.QUEUED,
    EndState.LATER,
    EndState.CLOSED,
)
"""The ends of a hand: where something can be laid comes first."""
_DETAILS: Final = tuple(product((8, 4, 2, 0), _NAMES))


def board_alt(view: View, people: Sequence[Person], words: NullTranslations) -> str:
    """The alt text of the board."""

    def make(tiles: int, most: int) -> str:
        last = latest(view, people, words, most)
        parts = [f"{duty(view, people, words, most)}.", f"{round_line(view, words)}."]
        if last:
            parts.insert(1, f"{last}.")
        if not view.rules.own_trains:
            seats = [_seat(view, seat, name_of(people, seat, words, most), words) for seat in range(view.seats)]
            parts.append(f"{', '.join(seats)}.")
        parts += [f"{_train(view, train, people, words, tiles, most)}." for train in view.trains]
        return " ".join(parts)

    return shortened(make, _DETAILS, LIMIT)


def hand_alt(view: View, people: Sequence[Person], words: NullTranslations, order: Order = Order.TRAIN) -> str:
    """The alt text of a hand."""

    def make(tiles: int, most: int) -> str:
        def where(train: TrainView) -> str:
            return owner_words(view, train, people, words, most)

        lines = hand_lines(view, words, where if tiles else None, order)
        said = [my_duty(view, people, words, most), *(f"{line.rstrip('.')}." for line in lines)]
        for state in _FIRST:
            ends = [
                f"{owner_words(view, train, people, words, most)} {end.value}"
                for train in view.trains
                for end in train.ends
                if state_of(view, train, end) is state
            ]
            if ends:
                name = words.gettext("your own") if state is EndState.OWN else state_words(state, words)
                said.append(f"{name[:1].upper()}{name[1:]}: {', '.join(ends)}.")
        return " ".join(said)

    return shortened(make, tuple(product((1, 0), _NAMES)), LIMIT)


def round_end_alt(view: View, people: Sequence[Person], words: NullTranslations) -> str:
    """The alt text of a round's end."""
    _ = words.gettext

    def make(tiles: int, most: int) -> str:
        number = _("Round {number} of {rounds}").format(number=view.number + 1, rounds=view.rules.rounds)
        parts = [f"{duty(view, people, words, most)}.", f"{number}."]
        for seat in range(view.seats):
            text = _("{name}: {points} this round, {total} in all")
            total = view.totals[seat] + view.points[seat]
            text = text.format(name=name_of(people, seat, words, most), points=view.points[seat], total=total)
            rest = " ".join(str(tile) for tile in reversed(view.shown[seat]))
            parts.append(f"{text} ({rest})." if tiles and rest else f"{text}.")
        return " ".join(parts)

    return shortened(make, tuple(product((1, 0), _NAMES)), LIMIT)


def score_sheet_alt(
    people: Sequence[Person],
    scores: Sequence[Sequence[int]],
    words: NullTranslations,
    *,
    winners: Sequence[int] = (),
) -> str:
    """The alt text of a score sheet."""
    _ = words.gettext

    def make(tiles: int, most: int) -> str:
        count = len(scores)
        head = words.ngettext("Scores after {count} round.", "Scores after {count} rounds.", count).format(count=count)
        parts = [head]
        if winners:
            names = both([name_of(people, seat, words, most) for seat in winners], words)
            text = words.ngettext("{names} has won.", "{names} have won.", len(winners))
            parts.insert(0, text.format(names=names))
        totals = [sum(points[seat] for points in scores) for seat in range(len(people))]
        for seat in sorted(range(len(people)), key=totals.__getitem__):
            text = _("{name}: {total}").format(name=name_of(people, seat, words, most), total=totals[seat])
            rounds = ", ".join(str(points[seat]) for points in scores)
            parts.append(f"{text} ({rounds})." if tiles and rounds else f"{text}.")
        return " ".join(parts)

    return shortened(make, tuple(product((1, 0), _NAMES)), LIMIT)


def chart_alt(people: Sequence[Person], scores: Sequence[Sequence[int]], words: NullTranslations) -> str:
    """The alt text of the chart of totals."""

    def make(tiles: int, most: int) -> str:
        parts = [words.gettext("Totals round by round.")]
        lines = running(scores, len(people))
        for seat in sorted(range(len(people)), key=lambda seat: lines[seat][-1]):
            text = words.gettext("{name}: {total}").format(
                name=name_of(people, seat, words, most), total=lines[seat][-1]
            )
            steps = ", ".join(str(total) for total in lines[seat][1:])
            parts.append(f"{text} ({steps})." if tiles and steps else f"{text}.")
        return " ".join(parts)

    return shortened(make, tuple(product((1, 0), _NAMES)), LIMIT)


def podium_alt(
    people: Sequence[Person],
    scores: Sequence[Sequence[int]],
    words: NullTranslations,
    *,
    winners: Sequence[int],
) -> str:
    """The alt text of the podium."""

    def make(_: int, most: int) -> str:
        names = both([name_of(people, seat, words, most) for seat in winners], words)
        text = words.ngettext("{names} has won.", "{names} have won.", len(winners))
        parts = [text.format(names=names)]
        for one in standings(scores, len(people), winners):
            name = name_of(people, one.seat, words, most)
            points = words.ngettext("{points} point", "{points} points", one.total).format(points=one.total)
            parts.append(f"{one.place}. {name}: {points}.")
        return " ".join(parts)

    return shortened(make, tuple(product((0,), _NAMES)), LIMIT)


def replay_alt(views: Sequence[View], people: Sequence[Person], words: NullTranslations) -> str:
    """The alt text of a replay: how the round ended, and how many boards there are to see."""
    last = views[-1]

    def make(_: int, most: int) -> str:
        boards = words.ngettext("A replay of {count} board.", "A replay of {count} boards.", len(views))
        number = words.gettext("Round {number} of {rounds}").format(number=last.number + 1, rounds=last.rules.rounds)
        parts = [boards.format(count=len(views)), f"{number}.", f"{duty(last, people, words, most)}."]
        for seat, points in enumerate(last.points):
            text = words.gettext("{name}: {total}").format(name=name_of(people, seat, words, most), total=points)
            parts.append(f"{text}.")
        return " ".join(parts)

    return shortened(make, tuple(product((0,), _NAMES)), LIMIT)


def _seat(view: View, seat: int, name: str, words: NullTranslations) -> str:
    tiles = words.ngettext("{count} tile", "{count} tiles", view.counts[seat]).format(count=view.counts[seat])
    text = words.gettext("{name} ({points} pts, {tiles})")
    return text.format(name=name, points=total_of(view, seat), tiles=tiles)


def _state(view: View, train: TrainView, end: OpenEnd, words: NullTranslations) -> str:
    state = state_of(view, train, end)
    return "" if state is EndState.OVER else f" {state_words(state, words)}"


def _train(
    view: View, train: TrainView, people: Sequence[Person], words: NullTranslations, tiles: int, most: int
) -> str:
    name = owner_words(view, train, people, words, most)
    head = name if train.owner is None else _seat(view, train.owner, name, words)
    if not tiles:
        grouped: dict[str, list[str]] = {}
        for end in train.ends:
            grouped.setdefault(_state(view, train, end, words), []).append(str(end.value))
        said = [f"{', '.join(values)}{state}" for state, values in grouped.items()]
        return f"{head}: {'; '.join(said)}"
    ends = []
    for chain in chains_of(train):
        text = f"{chain.end.value}{_state(view, train, chain.end, words)}"
        shown = " ".join(f"{inner}-{outer}" for inner, outer in chain.tiles[-tiles:])
        if len(chain.tiles) > tiles:
            shown = f"+{len(chain.tiles) - tiles} {shown}"
        ends.append(f"{text}, {shown}" if shown else text)
    return f"{head}: {'; '.join(ends)}"
