"""Options and presets: what `auto` means, what is refused, and what is said of it."""

from __future__ import annotations

from typing import Any

import pytest

from game.options import AUTO
from game.presets import PRESETS
from game.refusals import RulesError
from game.rules import OPTIONS, Rules
from game.tiles import size

TABLE = """
                      club        classic     express      station        cuban        chicken
engine                set_aside   dealt       set_aside    highest_dealt  set_aside    set_aside
opening               train       train       single       train          single       single
opening_draw          False       False       True         True           True         True
own_train_first       True        True        False        True           False        False
own_trains            True        True        True         True           True         False
unstarted_trains_open False       False       True         False          True         True
mexican_trains        1           1           1            1              1            4
mexican_from_turn     2           2           1            2              1            1
hub_first             False       False       False        False          False        True
doubles               play_again  play_again  next_covers  cover_it       free         next_covers
double_order          oldest      oldest      oldest       oldest         oldest       oldest
toes                  1           1           1            1              2            3
release_dead_doubles  True        False       False        False          False        True
draw                  one         one         one          one            one          one
winner_bonus          0           0           0            0              0            0
double_blank          50          50          0            0              0            50
double_penalty        0           0           0            0              0            0
tie_break             zero_rounds zero_rounds shared       shared         shared       shared
last_tile             announced   announced   announced    knock          announced    announced
"""
SETS = {
    "club": {**dict.fromkeys(range(2, 9), 12), **dict.fromkeys(range(9, 13), 15), 13: 18, 14: 18},
    "classic": {2: 9, 3: 9, **dict.fromkeys(range(4, 9), 12), **dict.fromkeys(range(9, 13), 15), 13: 18, 14: 18},
    "express": dict.fromkeys(range(2, 9), 12),
    "station": dict.fromkeys(range(2, 11), 12),
    "cuban": dict.fromkeys(range(2, 9), 12),
    "chicken": dict.fromkeys(range(2, 9), 9),
}
SHORT = {2: 15, 3: 15, 4: 15, 5: 12, 6: 12, 7: 10, 8: 10}
LONG = {2: 15, 3: 15, 4: 15, 5: 12, 6: 12, **dict.fromkeys(range(7, 15), 11)}
HANDS = {
    "club": LONG,
    "classic": LONG,
    "express": SHORT,
    "station": {**SHORT, 9: 8, 10: 8},
    "cuban": SHORT,
    "chicken": {2: 12, 3: 11, 4: 10, 5: 8, 6: 7, 7: 6, 8: 5},
}
ROWS = [line.split() for line in TABLE.strip().splitlines()]


@pytest.mark.parametrize("row", ROWS[1:], ids=lambda row: row[0])
def test_a_preset_has_the_option_values_of_its_column(row: list[str]) -> None:
    assert {preset: str(getattr(Rules.of(preset), row[0])) for preset in ROWS[0]} == dict(
        zip(ROWS[0], row[1:], strict=True)
    )


def test_the_table_of_presets_holds_every_option_that_is_not_a_number_of_tiles_or_rounds() -> None:
    assert {row[0] for row in ROWS[1:]} | {"tile_set", "hand_size", "rounds"} == set(OPTIONS)
    assert set(ROWS[0]) == set(PRESETS)


def test_a_table_that_chooses_nothing_plays_club() -> None:
    assert Rules() == Rules.of() == Rules.of("club")


@pytest.mark.parametrize("preset", list(PRESETS))
def test_auto_follows_the_presets_tables_for_every_number_of_players(preset: str) -> None:
    for seats in range(2, 15):
        if seats not in SETS[preset]:
            with pytest.raises(RulesError, match=f"not {seats}"):
                Rules.of(preset).for_seats(seats)
            continue
        rules = Rules.of(preset).for_seats(seats)
        assert rules.tile_set == SETS[preset][seats]
        assert rules.hand_size == HANDS[preset][seats]
        assert rules.rounds == (1 if preset == "station" else rules.tile_set + 1)
        assert rules.for_seats(seats) == rules


@pytest.mark.parametrize("seats", [0, 1, 15, 100, -1])
def test_no_preset_is_for_so_few_or_so_many(seats: int) -> None:
    for preset in PRESETS:
        with pytest.raises(RulesError):
            Rules.of(preset).for_seats(seats)


@pytest.mark.parametrize(
    ("preset", "seats", "hand"),
    [
        ("club", 2, 7), ("club", 3, 7), ("club", 4, 6), ("club", 5, 5), ("club", 8, 3), ("club", 13, 2),
        ("classic", 2, 7), ("classic", 4, 7), ("classic", 5, 5), ("classic", 14, 2),
        ("express", 2, 13), ("express", 4, 6), ("station", 2, 14), ("station", 10, 2), ("chicken", 2, 12),
    ],
)  # fmt: skip
def test_auto_hands_of_a_double_six_set(preset: str, seats: int, hand: int) -> None:
    assert Rules.of(preset, tile_set=6).for_seats(seats).hand_size == hand


@pytest.mark.parametrize(("preset", "seats", "hand"), [("club", 4, 13), ("classic", 4, 13), ("express", 8, 6)])
def test_auto_hands_are_lowered_to_what_a_double_nine_set_allows(preset: str, seats: int, hand: int) -> None:
    assert Rules.of(preset, tile_set=9).for_seats(seats).hand_size == hand


def test_auto_rounds_follow_the_set_that_was_chosen() -> None:
    assert Rules.of("club", tile_set=9).for_seats(2).rounds == 10
    assert Rules.of("station", tile_set=9).for_seats(2).rounds == 1


def test_a_hand_has_at_least_two_tiles() -> None:
    with pytest.raises(RulesError, match="choose a larger one"):
        Rules.of("club", tile_set=6).for_seats(14)
    with pytest.raises(RulesError):
        Rules.of("club", hand_size=1)
    assert Rules.of("classic", tile_set=6).for_seats(14).hand_size == 2


@pytest.mark.parametrize("engine", ["dealt", "set_aside", "highest_dealt"])
@pytest.mark.parametrize("tile_set", [6, 9, 12, 15, 18])
@pytest.mark.parametrize("seats", range(2, 15))
def test_hands_are_refused_exactly_where_the_set_has_too_few_tiles(engine: str, tile_set: int, seats: int) -> None:
    most = (size(tile_set) - (engine == "set_aside")) // seats
    if most < 2:
        return
    rules = Rules.of("club", engine=engine, tile_set=tile_set)
    assert rules.changed(hand_size=most).for_seats(seats).hand_size == most
    with pytest.raises(RulesError, match=f"at most {most} each would fit" if most < 95 else "it takes: 2-95, auto"):
        rules.changed(hand_size=most + 1).for_seats(seats)


def test_there_are_no_more_rounds_than_doubles() -> None:
    assert Rules.of("club", tile_set=6, rounds=7).for_seats(4).rounds == 7
    with pytest.raises(RulesError, match="at most 7 rounds"):
        Rules.of("club", tile_set=6, rounds=8).for_seats(4)
    with pytest.raises(RulesError, match="at most 10 rounds"):
        Rules.of("classic", rounds=11).for_seats(3)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"own_trains": False, "opening": "single", "own_train_first": False, "mexican_trains": 0}, "at least one"),
        ({"own_trains": False, "opening": "train", "own_train_first": False}, "“single”"),
        ({"own_trains": False, "opening": "single", "own_train_first": True}, "switch it off"),
        ({"hub_first": True, "mexican_trains": 0}, "at least one"),
    ],
)
def test_trains_that_cannot_be_are_refused_with_what_would_fit(options: dict[str, Any], says: str) -> None:
    with pytest.raises(RulesError, match=says):
        Rules.of("club", **options).for_seats(4)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("tile_set", 7), ("tile_set", "12"), ("tile_set", 12.0), ("hand_size", 1), ("hand_size", True),
        ("rounds", 0), ("rounds", 20), ("rounds", -1), ("engine", "auto"), ("engine", None), ("opening", "double"),
        ("opening_draw", 1), ("opening_draw", "yes"), ("own_train_first", 0), ("own_trains", None),
        ("unstarted_trains_open", "auto"), ("mexican_trains", 7), ("mexican_trains", -1), ("mexican_trains", False),
        ("mexican_from_turn", 0), ("mexican_from_turn", 3), ("mexican_from_turn", True), ("hub_first", []),
        ("doubles", "FREE"), ("double_order", "youngest"), ("toes", 0), ("toes", 4), ("toes", 1.0), ("toes", True),
        ("release_dead_doubles", {}), ("draw", "two"), ("winner_bonus", 51), ("winner_bonus", -1),
        ("double_blank", 101), ("double_penalty", 101), ("double_penalty", 0.0), ("tie_break", ""),
        ("last_tile", "tap"), ("preset", "club"), ("players", 4), ("", 1), ("cls", 1), ("self", 1),
    ],
)  # fmt: skip
def test_a_value_that_an_option_does_not_take_is_refused(name: str, value: Any) -> None:
    with pytest.raises(RulesError):
        Rules.of("club", **{name: value})
    with pytest.raises(RulesError):
        Rules.of("express").changed(**{name: value})


@pytest.mark.parametrize("preset", ["", "Club", "auto", "club "])
def test_an_unknown_preset_is_refused_with_the_known_ones(preset: str) -> None:
    with pytest.raises(RulesError, match="club, classic, express, station, cuban, chicken"):
        Rules.of(preset)


@pytest.mark.parametrize("name", list(OPTIONS))
def test_every_value_that_a_menu_offers_is_taken_and_explained(name: str) -> None:
    option = OPTIONS[name]
    assert len(option.choices) >= 2
    assert len(set(option.choices)) == len(option.choices)
    for value in option.choices:
        assert getattr(Rules.of("club", **{name: value}), name) == value
        assert option.explain(value).format(value=value).endswith(".")
    assert getattr(Rules.of("club"), name) in option.choices


@pytest.mark.parametrize("preset", list(PRESETS))
def test_the_differences_from_a_preset_make_the_same_rules_again(preset: str) -> None:
    rules = Rules.of(preset, toes=3, rounds=AUTO, winner_bonus=7, own_trains=True)
    assert Rules.of(preset, **rules.differences()) == rules
    assert Rules.of(preset).differences() == {}
    assert rules.changed(toes=1).toes == 1
    assert rules.changed(toes=1).winner_bonus == 7
