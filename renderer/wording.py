"""Sentences about a table: where the round stands, what has to be done, what happened, what a move does.

Names go in as they are, cleaned of controls: who sends a sentence where `*` or `@` mean something escapes them first.
"""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Final, assert_never

from game.events import Caught, Drew, EngineLaid, Event, Knocked, Laid, LastTile, MarkerTaken, Passed, RoundEnded
from game.moves import Act, Call, Move, Play
from game.round import End, Ending, Phase, train_of
from game.rules import OPTIONS, Rules
from game.scoring import hand_points
from game.tiles import mask_of
from game.view import View
from renderer.people import LONGEST, Person, spoken
from renderer.places import branch_of, place_name

__all__ = [
    "duty",
    "event_sentence",
    "headline",
    "last_laid",
    "latest",
    "move_label",
    "my_duty",
    "my_headline",
    "place_name",
    "round_line",
    "rules_sentences",
]

LABEL: Final = 80
"""A button's label has at most this many characters."""


def round_line(view: View, words: NullTranslations) -> str:
    """“Round 3 of 13 · engine 10-10 · boneyard 17”."""
    text = words.gettext("Round {number} of {rounds} · engine {engine} · boneyard {boneyard}")
    return text.format(number=view.number + 1, rounds=view.rules.rounds, engine=view.engine, boneyard=view.boneyard)


def total_of(view: View, seat: int) -> int:
    """The points of a seat as they stand: an ended round is counted."""
    return view.totals[seat] + (view.points[seat] if view.ended else 0)


def worth(view: View, words: NullTranslations) -> str:
    """What the viewer's hand counts: “13 pips”, or “63 points” where some tiles count more than their pips."""
    pips = sum(tile.pips for tile in view.hand)
    points = hand_points(view.rules, mask_of(view.hand))
    if points == pips:
        return words.ngettext("{count} pip", "{count} pips", pips).format(count=pips)
    return words.ngettext("{count} point", "{count} points", points).format(count=points)


def went_out(view: View) -> tuple[int, ...]:
    """Who went out in an ended round."""
    if view.ended is not Ending.OUT:
        return ()
    return tuple(seat for seat, count in enumerate(view.counts) if not count)


def headline(view: View, people: Sequence[Person], words: NullTranslations, most: int = LONGEST) -> str:
    """What the player to move has to do, as short as can be: the heading of the board."""
    _ = words.gettext
    if view.seat is None:
        out = went_out(view)
        return _ending(out, people, words, most) if out else _("The round is stranded")
    name = spoken(people, view.seat, words, most)
    if view.phase in (Phase.COVER, Phase.BOUND):
        return _("{name} must cover the {number}").format(name=name, number=_numbers(view, words))
    return _headline(view, words).format(name=name)


def _headline(view: View, words: NullTranslations) -> str:
    _ = words.gettext
    if view.phase is Phase.OPENING:
        return _("{name} starts a train")
    if view.phase is Phase.OPENING_ON:
        return _("{name} goes on with the train")
    if middle_first(view):
        return _("{name} must start Mexican {number}").replace("{number}", str(_to_start(view)[0]))
    if view.phase is Phase.AGAIN:
        return _("{name} must lay another tile")
    if own_only(view):
        return _("{name} plays on their own train")
    return _("{name} is to play")


def duty(view: View, people: Sequence[Person], words: NullTranslations, most: int = LONGEST) -> str:
    """What the player to move has to do; once the round has ended, how it did. No full stop."""
    _ = words.gettext
    if view.seat is None:
        return _ending(went_out(view), people, words, most)
    if view.seat is not None:
        name = spoken(people, view.seat, words, most)
        if view.phase is Phase.OPENING:
            return _("{name} starts a train: lay as many tiles as you like").format(name=name)
        if view.phase is Phase.OPENING_ON:
            return _("{name} goes on with the opening train, or ends it").format(name=name)
        if view.phase is Phase.AGAIN and not middle_first(view):
            return _("{name} laid a double and must lay another tile").format(name=name)
        if view.phase in (Phase.COVER, Phase.BOUND):
            text = _("{name} must cover the {number} on {place}")
            ends = must_cover(view)
            if len({train_of(end.place) for end in ends}) == 1:
                place = place_name(ends[0].place, people, words, view=view, most=most)
                if len(ends) > 1:
                    place = place_name(train_of(ends[0].place), people, words, view=view, most=most)
                if train_of(ends[0].place) == str(view.seat + 1) and not branch_of(ends[0].place)[1]:
                    place = _("their own train")
                return text.format(name=name, number=_numbers(view, words), place=place)
        if middle_first(view):
            number, count = _to_start(view)
            text = _("{name} must start Mexican train {number} of {count}, before anything else")
            return text.format(name=name, number=number, count=count)
    return headline(view, people, words, most)


def my_duty(view: View, people: Sequence[Person], words: NullTranslations, most: int = LONGEST) -> str:
    """What the viewer has to do now, addressed to them; without a viewer the same as `duty`, as a sentence."""
    _ = words.gettext
    if view.viewer is None or view.seat is None:
        text = f"{duty(view, people, words, most)}."
    elif view.viewer != view.seat:
        text = _("Please wait: {duty}.").format(duty=headline(view, people, words, most))
    elif view.phase is Phase.OPENING_ON:
        lays = any(isinstance(move, Play) for move in view.legal)
        text = _("Lay more tiles, or end your turn.") if lays else _("Nothing more fits: end your turn.")
    elif Act.DRAW in view.legal or Act.PASS in view.legal:
        text = _stuck(view, people, words, most)
    else:
        text = _to_lay(view, people, words, most)
    if view.owes_knock:
        text = _("You have one tile left: knock!") + " " + text
    return text


def my_headline(view: View, people: Sequence[Person], words: NullTranslations, most: int = LONGEST) -> str:
    """What the viewer has to do now, as short as can be: the heading of a hand."""
    _ = words.gettext
    if view.viewer is None or view.viewer != view.seat:
        return _("Knock!") if view.owes_knock else headline(view, people, words, most)
    if Act.DRAW in view.legal:
        return _("Draw a tile")
    if Act.PASS in view.legal:
        return _("Pass")
    if view.phase in (Phase.COVER, Phase.BOUND):
        return _("Cover the {number}").format(number=_numbers(view, words))
    if view.phase is Phase.OPENING_ON:
        lays = any(isinstance(move, Play) for move in view.legal)
        return _("Lay more tiles, or end") if lays else _("End your turn")
    if middle_first(view):
        return _("Start Mexican {number}").format(number=_to_start(view)[0])
    return {
        Phase.OPENING: _("Start your train"),
        Phase.AGAIN: _("Lay another tile"),
    }.get(view.phase, _("Lay a tile"))


def _to_lay(view: View, people: Sequence[Person], words: NullTranslations, most: int) -> str:
    _ = words.gettext
    if view.phase is Phase.OPENING:
        return _("Start your train: lay as many tiles as you like.")
    if view.phase in (Phase.COVER, Phase.BOUND):
        return _("Cover {doubles}.").format(doubles=_doubles(view, people, words, most))
    if middle_first(view):
        number, count = _to_start(view)
        return _("Start Mexican train {number} of {count}: nothing else may be laid before.").format(
            number=number, count=count
        )
    if view.phase is Phase.AGAIN:
        return _("You laid a double: lay another tile.")
    if own_only(view):
        return _("Lay a tile on your own train.")
    return _("Lay a tile.")


def _stuck(view: View, people: Sequence[Person], words: NullTranslations, most: int) -> str:
    _ = words.gettext
    if view.phase in (Phase.COVER, Phase.BOUND):
        why = _("You cannot cover {doubles}").format(doubles=_doubles(view, people, words, most))
    elif middle_first(view):
        number, count = _to_start(view)
        why = _("You cannot start Mexican train {number} of {count}").format(number=number, count=count)
    else:
        why = _("Nothing fits")
    if Act.DRAW in view.legal:
        return _("{why}: draw a tile.").format(why=why)
    if not view.rules.own_trains:
        return _("{why}: pass.").format(why=why)
    if view.trains[view.viewer or 0].marker:
        return _("{why}: pass; your train stays open.").format(why=why)
    return _("{why}: pass, and your train is open.").format(why=why)


def must_cover(view: View) -> tuple[End, ...]:
    """The open doubles of which the player to move has to cover one."""
    if view.phase is Phase.COVER:
        return view.open_doubles[-1:]
    if view.phase is Phase.BOUND:
        return view.open_doubles if view.rules.double_order == "any" else view.open_doubles[:1]
    return ()


def _numbers(view: View, words: NullTranslations) -> str:
    """“7”, or “7 or 5”."""
    return either([str(value) for value in dict.fromkeys(end.value for end in must_cover(view))], words)


def _doubles(view: View, people: Sequence[Person], words: NullTranslations, most: int) -> str:
    """“the 7 on Bo's train”, or several with “or”; beyond three the numbers alone."""
    ends = must_cover(view)
    if len(ends) > 3:
        return words.gettext("the {number}").format(number=_numbers(view, words))
    said = [
        words.gettext("the {number} on {place}").format(
            number=end.value,
            place=place_name(end.place, people, words, view=view, viewer=view.viewer, most=most),
        )
        for end in ends
    ]
    return either(said, words)


def either(parts: Sequence[str], words: NullTranslations) -> str:
    """The parts with commas, and “or” before the last one."""
    if len(parts) < 2:
        return "".join(parts)
    return words.gettext("{first} or {last}").format(first=", ".join(parts[:-1]), last=parts[-1])


def both(parts: Sequence[str], words: NullTranslations) -> str:
    """The parts with commas, and “and” before the last one."""
    if len(parts) < 2:
        return "".join(parts)
    return words.gettext("{first} and {last}").format(first=", ".join(parts[:-1]), last=parts[-1])


def middle_first(view: View) -> bool:
    """Whether the next train in the middle has to be started before anything else is laid."""
    waits = bool(view.trains) and view.trains[-1].owner is None and not view.trains[-1].started
    return view.rules.hub_first and waits and view.phase in (Phase.TURN, Phase.AGAIN)


def _to_start(view: View) -> tuple[int, int]:
    """The number of the Mexican train that comes next, and how many there are."""
    return int(view.trains[-1].name[1:]), view.rules.mexican_trains


def own_only(view: View) -> bool:
    """Whether only the own train counts, since it is the first lap of single tiles."""
    return view.rules.own_train_first and view.lap == 1 and view.phase in (Phase.TURN, Phase.AGAIN)


def last_laid(view: View, people: Sequence[Person], words: NullTranslations, most: int = LONGEST) -> str:
    """“Cyprien laid 7-7”, or how long the opening train was; nothing before the first tile."""
    if not view.laid:
        return ""
    seat, tile, _ = view.laid[-1]
    name = spoken(people, seat, words, most)
    count = opening_length(view)
    if count > 1:
        text = words.ngettext("{name} laid a train of {count} tile", "{name} laid a train of {count} tiles", count)
        return text.format(name=name, count=count)
    return words.gettext("{name} laid {tile}").format(name=name, tile=tile)


def latest(view: View, people: Sequence[Person], words: NullTranslations, most: int = LONGEST) -> str:
    """What was last laid, and whether the player to move has drawn since."""
    said = last_laid(view, people, words, most)
    if view.seat is None or not view.drew:
        return said
    drew = words.gettext("{name} drew a tile").format(name=spoken(people, view.seat, words, most))
    return f"{said} · {drew}" if said else drew


def opening_length(view: View) -> int:
    """How many tiles the last turn laid if it was an opening turn; 0 if it was not."""
    first_lap = view.lap == 1 or (
        view.lap == 2 and view.seat == view.starter and view.phase in (Phase.TURN, Phase.BOUND)
    )
    if view.rules.opening != "train" or not first_lap:
        return 0
    seat = view.laid[-1][0]
    return next((n for n, (who, *_) in enumerate(reversed(view.laid)) if who != seat), len(view.laid))


def _ending(out: Sequence[int], people: Sequence[Person], words: NullTranslations, most: int) -> str:
    if not out:
        return words.gettext("Nobody can play any more: the round is stranded")
    names = both([spoken(people, seat, words, most) for seat in out], words)
    return words.ngettext("{names} went out", "{names} went out", len(out)).format(names=names)


def event_sentence(
    event: Event,
    people: Sequence[Person],
    words: NullTranslations,
    *,
    view: View | None = None,
    rules: Rules | None = None,
) -> str:
    """What happened, in one sentence; `view` (after it) and `rules` serve as in `place_name`."""
    _, ngettext = words.gettext, words.ngettext
    if isinstance(event, RoundEnded):
        return f"{_ending(event.out, people, words, LONGEST)}."
    name = "" if event.seat is None else spoken(people, event.seat, words)
    match event:
        case EngineLaid():
            return _engine(event, name, words)
        case Laid():
            return _laid(event, people, words, view.rules if view else rules, view)
        case Drew():
            return (_("{name} drew a tile.") if event.tile is None else _("{name} drew {tile}.")).format(
                name=name, tile=event.tile
            )
        case Passed():
            return (_("{name} passed: the train is open.") if event.marked else _("{name} passed.")).format(name=name)
        case MarkerTaken():
            return _("{name} took the marker off: the train is closed.").format(name=name)
        case LastTile():
            return _("{name} has one tile left.").format(name=name)
        case Knocked():
            return _("{name} knocked.").format(name=name)
        case Caught():
            text = ngettext(
                "{name} forgot to knock and drew {count} tile.",
                "{name} forgot to knock and drew {count} tiles.",
                event.count,
            )
            return text.format(name=name, count=event.count)
        case _:
            assert_never(event)


def _engine(event: EngineLaid, name: str, words: NullTranslations) -> str:
    if event.seat is None:
        return words.gettext("The engine is {tile}.").format(tile=event.tile)
    if not event.draws:
        return words.gettext("{name} laid the engine {tile} and begins.").format(name=name, tile=event.tile)
    text = words.ngettext(
        "After {count} draw {name} laid the engine {tile} and begins.",
        "After {count} draws {name} laid the engine {tile} and begins.",
        event.draws,
    )
    return text.format(name=name, tile=event.tile, count=event.draws)


def _laid(
    event: Laid, people: Sequence[Person], words: NullTranslations, rules: Rules | None, view: View | None
) -> str:
    _ = words.gettext
    name = spoken(people, event.seat, words)
    if train_of(event.place) == str(event.seat + 1) and not branch_of(event.place)[1]:
        return _("{name} laid {tile} on their own train.").format(name=name, tile=event.tile)
    place = place_name(event.place, people, words, view=view, rules=rules)
    return _("{name} laid {tile} on {place}.").format(name=name, tile=event.tile, place=place)


def move_label(
    move: Move,
    people: Sequence[Person],
    words: NullTranslations,
    *,
    view: View | None = None,
    rules: Rules | None = None,
    viewer: int | None = None,
) -> str:
    """What a move does, in at most 80 characters: “12-5 on Bo's train”; `view` names the viewer's “your train”."""
    if view is not None:
        viewer = view.viewer
    label = ""
    for most in (LONGEST, 40, 24, 12, 6):
        label = _label(move, people, words, view, rules, viewer, most)
        if len(label) <= LABEL:
            return label
    return f"{label[: LABEL - 1]}…"


def _label(
    move: Move, people: Sequence[Person], words: NullTranslations, view: View | None, rules: Rules | None,
    viewer: int | None, most: int,
) -> str:  # fmt: skip
    _ = words.gettext
    match move:
        case Play(tile, place):
            where = place_name(place, people, words, view=view, rules=rules, viewer=viewer, most=most)
            return _("{tile} on {place}").format(tile=tile, place=where)
        case Call(kind, seat):
            if kind == "knock":
                return _("Knock")
            return _("Catch {name}").format(name=spoken(people, seat, words, most))
        case Act.DRAW:
            return _("Draw a tile")
        case Act.PASS:
            return _("Pass")
        case Act.END:
            return _("End the turn")
        case _:
            assert_never(move)


def rules_sentences(rules: Rules, words: NullTranslations) -> list[str]:
    """Every option of the rules as one whole sentence, in the order in which people read them."""
    said = []
    for name, option in OPTIONS.items():
        value = getattr(rules, name)
        if matters(rules, name):
            said.append(words.gettext(option.explain(value)).format(value=value))
    return said


def matters(rules: Rules, name: str) -> bool:
    """Whether an option says anything: not what every game has, nor what concerns trains that nobody owns."""
    if name == "unstarted_trains_open":
        return rules.own_trains
    if name == "own_train_first":
        return rules.own_trains and rules.opening == "single"  # an opening train is one's own anyway
    if name == "mexican_from_turn":
        bound = rules.opening == "train" or (rules.own_trains and rules.own_train_first)
        return rules.mexican_trains > 0 and not rules.hub_first and not bound
    if name in ("double_order", "release_dead_doubles"):
        return rules.doubles != "free"
    if name == "opening_draw":
        return rules.opening == "train"
    usual = {"own_trains": True, "hub_first": False, "toes": 1, "double_penalty": 0}
    return name not in usual or getattr(rules, name) != usual[name]
