"""The table in words: for screen readers, and for channels where no pictures may be posted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from gettext import NullTranslations
from itertools import product
from typing import Final

from game.view import TrainView, View
from renderer.branches import Chain, chains_of
from renderer.hand_plan import Order, in_order, onward, planned, playable, trains_for
from renderer.layout import EndState, state_of
from renderer.people import Person, cut, name_of, spoken
from renderer.places import place_name
from renderer.wording import duty, latest, my_duty, round_line, total_of, worth

BOARD: Final = 3500
HAND: Final = 1500
_EVERYTHING: Final = 1000
_DETAILS: Final = tuple(product((_EVERYTHING, 8, 4, 1, 0), (64, 24, 12, 7)))
"""From the most to the least: how many of a line's last tiles are named, and how long names are."""


def board_text(view: View, people: Sequence[Person], words: NullTranslations) -> str:
    """The whole board as text, at most 3,500 characters for any table."""

    def make(tiles: int, most: int) -> str:
        parts = [round_line(view, words), _where(view, people, words, most), ""]
        if not view.rules.own_trains:
            parts += [seat_words(view, seat, people, words, most) for seat in range(view.seats)]
            parts.append("")
        for train in view.trains:
            parts += train_words(view, train, people, words, tiles, most)
        return "\n".join(parts)

    return shortened(make, _DETAILS, BOARD)


def hand_text(view: View, people: Sequence[Person], words: NullTranslations, order: Order = Order.TRAIN) -> str:
    """The viewer's hand as text, at most 1,500 characters."""

    def make(tiles: int, most: int) -> str:
        lines = hand_lines(view, words, order=order)
        return "\n".join([my_duty(view, people, words, most), *lines, *_ends(view, people, words, most)])

    return shortened(make, ((0, 64), (0, 24), (0, 12), (0, 7)), HAND)


def shortened(make: Callable[[int, int], str], details: Iterable[tuple[int, int]], limit: int) -> str:
    """The first text within the limit; where even the least detail is too long, its beginning."""
    text = ""
    for tiles, most in details:
        text = make(tiles, most)
        if len(text) <= limit:
            return text
    return cut(text, limit)


def hand_lines(
    view: View,
    words: NullTranslations,
    where: Callable[[TrainView], str] | None = None,
    order: Order = Order.TRAIN,
) -> list[str]:
    """The tiles of the viewer: the planned train and the rest, or what can be laid now and the rest.

    `where` names a train, for telling where each tile can be laid.
    """
    _ = words.gettext
    count = len(view.hand)
    text = words.ngettext("Your hand: {count} tile, {worth}.", "Your hand: {count} tiles, {worth}.", count)
    parts = [text.format(count=count, worth=worth(view, words))]
    plan, rest = planned(view)
    if plan:
        said = words.ngettext(
            "Longest train, {count} tile: {tiles}", "Longest train, {count} tiles: {tiles}", len(plan)
        )
        tiles = " ".join(f"{first}-{second}" for first, second in plan)
        parts.append(said.format(count=len(plan), tiles=tiles))
        if rest:
            parts.append(_("The rest: {tiles}").format(tiles=" ".join(map(str, in_order(rest, order)))))
        return parts
    if order is Order.TRAIN and (train := onward(view)):
        said = words.ngettext(
            "Your train could go on with {count} tile: {tiles}", "Your train could go on with {count} tiles: {tiles}",
            len(train),
        )  # fmt: skip
        tiles = " ".join(f"{first}-{second}" for first, second in train)
        parts.append(said.format(count=len(train), tiles=tiles))
    now, later = (in_order(some, order) for some in playable(view))
    if now:
        tiles = " ".join(map(str, now))
        if where is not None:
            names = [", ".join(map(where, trains_for(view, tile))) for tile in now]
            tiles = "; ".join(f"{tile} ({name})" for tile, name in zip(now, names, strict=True))
        text = _("Can be laid now: {tiles}") if view.viewer == view.seat else _("Would fit now: {tiles}")
        parts.append(text.format(tiles=tiles))
    if later:
        parts.append(_("Cannot be laid now: {tiles}").format(tiles=" ".join(map(str, later))))
    return parts


def _ends(view: View, people: Sequence[Person], words: NullTranslations, most: int) -> list[str]:
    """The ends where the viewer may lay."""
    ends = [end for train in view.trains for end in train.ends if end.allowed]
    if not ends:
        return []
    said = [
        f"{place_name(end.place, people, words, view=view, viewer=view.viewer, most=most)}: {end.value}" for end in ends
    ]
    mine = view.viewer == view.seat
    text = words.gettext("Open to you: {places}") if mine else words.gettext("You could lay on: {places}")
    return [text.format(places="; ".join(said))]


def _where(view: View, people: Sequence[Person], words: NullTranslations, most: int) -> str:
    last = latest(view, people, words, most)
    now = f"{duty(view, people, words, most)}."
    return f"{now} {last}." if last else now


def seat_words(view: View, seat: int, people: Sequence[Person], words: NullTranslations, most: int) -> str:
    """“Bo: 87 points, 9 tiles”."""
    tiles = words.ngettext("{count} tile", "{count} tiles", view.counts[seat]).format(count=view.counts[seat])
    total = total_of(view, seat)
    points = words.ngettext("{count} point", "{count} points", total).format(count=total)
    text = words.gettext("{name}: {points}, {tiles}")
    return text.format(name=spoken(people, seat, words, most), points=points, tiles=tiles)


def train_words(
    view: View, train: TrainView, people: Sequence[Person], words: NullTranslations, tiles: int, most: int
) -> list[str]:
    """A train: whose it is, then a line for each of its ends."""
    _ = words.gettext
    if train.owner is None:
        name = place_name(train.name, people, words, view=view)
        head = name[:1].upper() + name[1:]
    else:
        head = seat_words(view, train.owner, people, words, most)
    if train.marker:
        head = _("{train}, marker").format(train=head)
    if not train.started:
        head = _("{train}, not started").format(train=head)
    chains = chains_of(train)
    said = [_chain(view, train, chain, words, tiles) for chain in chains]
    if len(said) == 1:
        return [f"{head}. {said[0]}"]
    return [f"{head}.", *(f"– {line}" for line in said)]


def _chain(view: View, train: TrainView, chain: Chain, words: NullTranslations, tiles: int) -> str:
    _ = words.gettext
    state = state_of(view, train, chain.end)
    text = _("Ends in {number}").format(number=chain.end.value)
    if state is not EndState.OVER:
        said = state_words(state, words)
        text = _("Ends in {number}, {state}").format(number=chain.end.value, state=said)
    if chain.branch:
        branch = _("Branch {branch} of the {number}").format(branch=chain.branch.rpartition(".")[2], number=chain.value)
        text = f"{branch}: {text[:1].lower()}{text[1:]}"
    if not tiles or not chain.tiles:
        return f"{text}."
    shown = chain.tiles[-tiles:]
    before = f"+{len(chain.tiles) - len(shown)} " if len(shown) < len(chain.tiles) else ""
    return f"{text}: {before}{' '.join(f'{inner}-{outer}' for inner, outer in shown)}"


def state_words(state: EndState, words: NullTranslations) -> str:
    """What the badge of an end says."""
    _ = words.gettext
    return {
        EndState.OPEN: _("open"),
        EndState.OWN: _("closed to others"),
        EndState.LATER: _("open, but not now"),
        EndState.CLOSED: _("closed"),
        EndState.BINDS: _("must be covered"),
        EndState.QUEUED: _("to be covered later"),
    }[state]


def owner_words(view: View, train: TrainView, people: Sequence[Person], words: NullTranslations, most: int) -> str:
    """The owner's name, or what a Mexican train is called on its plate."""
    if train.owner is not None:
        return name_of(people, train.owner, words, most)
    _ = words.gettext
    return _("Mexican {number}").format(number=train.name[1:]) if view.rules.mexican_trains > 1 else _("Mexican")
