"""What one viewer may know, built from what is allowed; hidden tiles never enter it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.law import reachable
from game.match import Match
from game.moves import Move
from game.round import End, Ending, Phase, Round, train_of
from game.rules import Rules
from game.scoring import round_scores, totals
from game.tiles import Tile, tiles_in


@dataclass(frozen=True, slots=True)
class Line:
    """Tiles that follow one another: a train's trunk, or the branch on a toe of a double."""

    place: str
    tiles: tuple[tuple[int, int], ...]
    """Each tile as (half towards the engine, half away from it)."""


@dataclass(frozen=True, slots=True)
class OpenEnd:
    """A place where a tile can be laid next."""

    place: str
    value: int
    toe: int
    """0 for the end of a line; k for the k-th toe of a double."""
    binds: bool
    """An open double that demands a tile."""
    allowed: bool
    """Whether the viewer (without a viewer: the player to move) may lay there, as things stand."""


@dataclass(frozen=True, slots=True)
class TrainView:
    """One train: its lines in the order in which they were begun, and its ends."""

    name: str
    owner: int | None
    """The seat, or None for a Mexican train."""
    marker: bool
    started: bool
    lines: tuple[Line, ...]
    """Empty where no tile lies on it yet."""
    ends: tuple[OpenEnd, ...]

    @property
    def is_open(self) -> bool:
        """Whether others than the owner may play here, as markers and ownership say."""
        return self.owner is None or self.marker


@dataclass(frozen=True, slots=True)
class View:
    """A table as `viewer` (a seat, or None for the public) may see it. Equal views look equal."""

    rules: Rules
    seats: int
    viewer: int | None
    number: int
    """The round, counted from 0."""
    engine: Tile
    starter: int
    boneyard: int
    """How many tiles are left in it."""
    counts: tuple[int, ...]
    """Tiles in hand, by seat."""
    totals: tuple[int, ...]
    """Points of the finished rounds before this one, by seat."""
    scores: tuple[tuple[int, ...], ...]
    """The finished rounds before this one: one tuple a round."""
    trains: tuple[TrainView, ...]
    """The own trains by seat, then the Mexican trains that were started, then the next one that may be."""
    seat: int | None
    """Who is to move; None once the round has ended."""
    phase: Phase
    drew: bool
    lap: int
    open_doubles: tuple[End, ...]
    laid: tuple[tuple[int, Tile, str], ...]
    """Every tile on the table as (seat, tile, place), in the order of laying."""
    hand: tuple[Tile, ...]
    """The viewer's own tiles."""
    legal: tuple[Move, ...]
    """The viewer's legal moves; empty when somebody else is to move."""
    owes_knock: bool
    """The viewer's own debt."""
    ended: Ending | None
    shown: tuple[tuple[Tile, ...], ...]
    """Everybody's rest once the round has ended; empty before."""
    points: tuple[int, ...]
    """The scores of this round once it has ended; empty before."""

    @property
    def is_opening(self) -> bool:
        """Whether the player to move builds an opening train."""
        return self.phase in (Phase.OPENING, Phase.OPENING_ON)

    @property
    def plan_starts(self) -> tuple[End, ...]:
        """The ends of the viewer's own train: where a plan for it begins."""
        if self.viewer is None or not self.rules.own_trains:
            return ()
        return tuple(End(end.place, end.value, end.toe) for end in self.trains[self.viewer].ends)


def view_for(state: Round, viewer: int | None, scores: Sequence[tuple[int, ...]] = ()) -> View:
    """What `viewer` may know of a round; `scores` are those of the rounds before it."""
    deal = state.deal
    ended = state.ended is not None
    return View(
        rules=deal.rules,
        seats=deal.seats,
        viewer=viewer,
        number=deal.number,
        engine=deal.engine,
        starter=deal.starter,
        boneyard=len(deal.boneyard) - state.drawn,
        counts=tuple(hand.bit_count() for hand in state.hands),
        totals=totals(scores, deal.seats),
        scores=tuple(scores),
        trains=_trains(state, viewer),
        seat=None if ended else state.seat,
        phase=state.phase,
        drew=state.drew,
        lap=state.lap,
        open_doubles=state.open_doubles,
        laid=tuple((laid.seat, laid.tile, laid.place) for laid in state.laid),
        hand=() if viewer is None else tiles_in(state.hands[viewer]),
        legal=state.legal if viewer == state.seat else (),
        owes_knock=viewer is not None and bool(state.owing >> viewer & 1),
        ended=state.ended,
        shown=tuple(tiles_in(hand) for hand in state.hands) if ended else (),
        points=round_scores(state) if ended else (),
    )


def view_of(match: Match, viewer: int | None) -> View:
    """What `viewer` may know of a game's latest round."""
    before = match.scores[: match.number]
    return view_for(match.round, viewer, before)


def _trains(state: Round, viewer: int | None) -> tuple[TrainView, ...]:
    deal = state.deal
    allowed = set(_allowed(state, viewer))
    lines = _lines(state)
    next_mexican = deal.starts[len(state.trains) : len(state.trains) + 1]
    found = []
    for index, ends in enumerate((*state.trains, *((start,) for start in next_mexican))):
        name = deal.starts[index].place
        owner = index if index < deal.own else None
        own_lines = tuple(line for place, line in lines.items() if train_of(place) == name)
        found.append(
            TrainView(
                name=name,
                owner=owner,
                marker=owner is not None and bool(state.markers >> owner & 1),
                started=bool(state.started >> index & 1),
                lines=own_lines,
                ends=tuple(OpenEnd(*end, binds=end in state.open_doubles, allowed=end in allowed) for end in ends),
            )
        )
    return tuple(found)


def _allowed(state: Round, viewer: int | None) -> Sequence[End]:
    """Where the viewer may lay; before their turn, as if it were their turn now."""
    if state.ended:
        return ()
    seat, phase, turns = state.seat, state.phase, state.turns
    if viewer is not None and viewer != seat:
        seats = state.deal.seats
        turns += (viewer - seat) % seats
        seat = viewer
        if state.deal.rules.opening == "train" and turns < seats:
            phase = Phase.OPENING
        else:
            phase = Phase.BOUND if state.open_doubles else Phase.TURN
    trains = reachable(state.deal, state.trains, state.started, state.markers, state.open_doubles, seat, phase, turns)
    return [end for train in trains for end in train]


def _lines(state: Round) -> dict[str, Line]:
    """The lines of all trains, from the tiles in the order of laying."""
    tiles: dict[str, list[tuple[int, int]]] = {}
    values = {end.place: end.value for end in state.deal.starts}
    for _, tile, place in state.laid:
        inner = values[place]
        outer = tile.other(inner)
        tiles.setdefault(place, []).append((inner, outer))
        values[place] = outer
        if inner == outer:
            values.update({f"{place}.{toe + 1}": outer for toe in range(state.deal.rules.toes)})
    return {place: Line(place, tuple(line)) for place, line in tiles.items()}
