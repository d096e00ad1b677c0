"""Sentences: there is one for everything that happens or can be done, within the limits, whatever people are called."""

from __future__ import annotations

import re
from gettext import NullTranslations
from typing import get_args

import pytest

from game.events import Caught, Drew, EngineLaid, Event, Knocked, Laid, LastTile, MarkerTaken, Passed, RoundEnded
from game.match import Match
from game.moves import Act, Call, Play
from game.options import Value
from game.presets import PRESETS
from game.round import Phase
from game.rules import OPTIONS, Rules
from game.tiles import Tile
from game.view import view_of
from renderer.alt import board_alt, hand_alt, round_end_alt, score_sheet_alt
from renderer.board import draw_board
from renderer.gallery import people
from renderer.hand import draw_hand
from renderer.people import Person, name_of, spoken
from renderer.text import board_text, hand_text
from renderer.wording import (
    duty,
    event_sentence,
    latest,
    matters,
    move_label,
    my_duty,
    place_name,
    round_line,
    rules_sentences,
)

Games = tuple[Match, ...]
ODD = (
    "", "   ", "🎲🎲", "שלום עולם", "مرحبا بالعالم", "W" * 32, "{name}", "{0}", "%s %(x)d", "**bold** @everyone `x`",
    "two\nlines", "a\u202egnp.exe", "Z̸̧̢̛̖̟̭̩̲̫͚͓̫̭̤͇̗̈́̓a", "\u200b\u200d",
)  # fmt: skip
TABLE = [Person(name) for name in ODD]
EVENTS: tuple[Event, ...] = (
    EngineLaid(None, Tile.of(9, 9), 0), EngineLaid(1, Tile.of(9, 9), 0), EngineLaid(1, Tile.of(9, 9), 1),
    EngineLaid(1, Tile.of(9, 9), 3), Laid(0, Tile.of(5, 3), "1"), Laid(0, Tile.of(5, 3), "2"),
    Laid(0, Tile.of(5, 3), "1.2.1"), Laid(0, Tile.of(5, 3), "M1"), Laid(0, Tile.of(5, 3), "M2.3"), Drew(0, None),
    Drew(0, Tile.of(5, 3)), Passed(0, True), Passed(0, False), MarkerTaken(0, "1"), LastTile(0), Knocked(0),
    Caught(0, 2), Caught(0, 1), Caught(0, 0), RoundEnded(()), RoundEnded((0,)), RoundEnded((0, 1, 2)),
)  # fmt: skip


class Loud(NullTranslations):
    """A language in which every message is in guillemets, so that what is not translated is seen."""

    def gettext(self, message: str) -> str:
        return f"«{message}»"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"«{msgid1 if n == 1 else msgid2}»"


def test_the_list_of_events_is_complete() -> None:
    assert {type(event) for event in EVENTS} == set(get_args(Event))


@pytest.mark.parametrize("event", EVENTS, ids=repr)
def test_every_event_has_a_sentence(event: Event, words: NullTranslations) -> None:
    sentence = event_sentence(event, people(4), words)
    assert sentence.endswith(".")
    assert not set("{}") & set(sentence)
    assert event_sentence(event, people(4), Loud()).startswith("«")


def test_a_tile_drawn_by_somebody_else_is_not_told(words: NullTranslations) -> None:
    assert event_sentence(Drew(1, None), people(4), words) == "Bo drew a tile."
    assert event_sentence(Drew(1, Tile.of(7, 3)), people(4), words) == "Bo drew 7-3."


def test_passing_says_that_the_train_is_open(words: NullTranslations) -> None:
    assert event_sentence(Passed(1, True), people(4), words) == "Bo passed: the train is open."


def test_every_move_has_a_label_that_fits_a_button(played: Games, words: NullTranslations) -> None:
    for match in played:
        for move in match.round.legal:
            assert 0 < len(move_label(move, people(match.seats), words)) <= 80
            assert 0 < len(move_label(move, TABLE, words, rules=match.rules, viewer=match.round.seat)) <= 80


def test_labels_say_what_and_where(words: NullTranslations) -> None:
    table = people(4)
    tile = Tile.of(12, 5)
    assert move_label(Play(tile, "2"), table, words) == "12-5 on Bo's train"
    assert move_label(Play(tile, "2"), table, words, viewer=1) == "12-5 on your train"
    assert move_label(Play(tile, "M1"), table, words) == "12-5 on the Mexican train"
    assert move_label(Play(tile, "2.2"), table, words) == "12-5 on Bo's train, branch 2"
    assert [move_label(act, table, words) for act in Act] == ["Draw a tile", "Pass", "End the turn"]
    assert move_label(Call("catch", 1), table, words) == "Catch Bo"
    assert move_label(Call("knock", 1), table, words) == "Knock"


def test_places_are_named_after_their_owners(words: NullTranslations) -> None:
    assert place_name("M2", people(2), words) == "Mexican train 2"
    assert place_name("1.2.1", people(2), words) == "Ann's train, branch 2"
    assert place_name("1.2.3", people(2), words) == "Ann's train, branch 2.3"
    assert place_name("1.1", people(2), words) == "Ann's train"


def test_every_end_has_a_name_of_its_own(played: Games, words: NullTranslations) -> None:
    for match in played[::4]:
        view = view_of(match, match.round.seat)
        ends = [end.place for train in view.trains for end in train.ends]
        for known in (None, view):
            names = {place_name(end, people(14), words, view=known, viewer=view.viewer) for end in ends}
            assert len(names) == len(ends)


def test_a_branch_is_named_after_its_double(words: NullTranslations) -> None:
    from renderer.gallery import Scene, moments

    for match in moments(Scene("", "cuban", 4, rounds=1)):
        view = view_of(match, None)
        for train in view.trains:
            for end in train.ends:
                if end.toe == 2:
                    name = place_name(end.place, people(4), words, view=view)
                    assert name.endswith(f" train, branch 2 of the {end.value}")


def test_duties_are_said_at_every_moment(played: Games, words: NullTranslations) -> None:
    for match in played:
        public = view_of(match, None)
        said = duty(public, people(match.seats), words)
        assert said
        assert not said.endswith(".")
        assert not set("{}") & set(said)
        for seat in {match.round.seat, 0}:
            assert my_duty(view_of(match, seat), people(match.seats), words).endswith((".", "!"))


def test_whoever_is_bound_is_told_what_to_cover(played: Games, words: NullTranslations) -> None:
    for match in played:
        view = view_of(match, match.round.seat)
        if view.phase is not Phase.BOUND or view.ended:
            continue
        number = view.open_doubles[0].value
        said = duty(view, people(match.seats), words)
        assert f" must cover the {number} on " in said or f" must cover the {number} or " in said
        own = my_duty(view, people(match.seats), words)
        assert own.startswith((f"Cover the {number}", f"You cannot cover the {number}"))


def test_a_drawn_tile_is_told_beside_the_last_one_laid(words: NullTranslations) -> None:
    from renderer.gallery import Scene, moments

    for match in moments(Scene("", "club", 4)):
        view = view_of(match, None)
        said = latest(view, people(4), words)
        assert said.endswith("drew a tile") == (view.drew and view.seat is not None)
        assert not view.laid or said.startswith(f"{people(4)[view.laid[-1][0]].name} laid ")


def test_the_round_line_tells_round_engine_and_boneyard(played: Games, words: NullTranslations) -> None:
    view = view_of(played[0], None)
    said = round_line(view, words)
    assert said.startswith(f"Round 1 of {view.rules.rounds} · engine ")
    assert said.endswith(f"boneyard {view.boneyard}")


@pytest.mark.parametrize("table", ["usual", "odd", "long"])
def test_texts_keep_their_limits(played: Games, words: NullTranslations, table: str) -> None:
    for match in (*played[:: max(1, len(played) // 8)], played[-1]):
        seats = {"usual": people(14), "odd": TABLE, "long": [Person("M" * 32)] * 14}[table][: match.seats]
        view, own = view_of(match, None), view_of(match, match.round.seat)
        assert 0 < len(board_text(view, seats, words)) <= 3500
        assert 0 < len(hand_text(own, seats, words)) <= 1500
        assert 0 < len(board_alt(view, seats, words)) <= 1024
        assert 0 < len(hand_alt(own, seats, words)) <= 1024
        assert 0 < len(score_sheet_alt(seats, match.scores, words, winners=(0,))) <= 1024
        if view.ended:
            assert 0 < len(round_end_alt(view, seats, words)) <= 1024


def test_alt_texts_name_every_end(played: Games, words: NullTranslations) -> None:
    for match in played[:: max(1, len(played) // 8)]:
        view = view_of(match, None)
        text = board_alt(view, people(match.seats), words)
        for train in view.trains:
            assert all(re.search(rf" {end.value}[ ,;.]", text) for end in train.ends)
        assert text.startswith(duty(view, people(match.seats), words)[:3])


def test_a_score_sheet_of_nineteen_rounds_keeps_its_limit(words: NullTranslations) -> None:
    scores = tuple(tuple(100 + seat for seat in range(14)) for _ in range(19))
    text = score_sheet_alt([Person("M" * 32)] * 14, scores, words, winners=(3,))
    assert len(text) <= 1024
    assert "has won" in text


def test_odd_names_leave_pictures_and_sentences_whole(words: NullTranslations) -> None:
    from renderer.gallery import Scene, moments

    match = list(moments(Scene("", "club", 14, rounds=1)))[120]
    view, own = view_of(match, None), view_of(match, match.round.seat)
    assert draw_board(view, TABLE, words)
    assert draw_hand(own, TABLE, words)
    text = board_text(view, TABLE, words)
    assert "Seat 1" in text
    assert "{name}" in text
    assert "\u202e" not in text
    for seat in range(14):
        assert name_of(TABLE, seat, words).strip()


def test_right_to_left_names_are_isolated(words: NullTranslations) -> None:
    assert spoken(TABLE, 3, words) == "\u2068שלום עולם\u2069"
    assert event_sentence(Passed(3, False), TABLE, words) == "\u2068שלום עולם\u2069 passed."
    assert spoken([Person("Bo")], 0, words) == "Bo"


def test_a_seat_without_a_person_is_still_named(words: NullTranslations) -> None:
    assert name_of([], 2, words) == "Seat 3"


@pytest.mark.parametrize("preset", PRESETS)
def test_rules_are_told_with_one_sentence_an_option(preset: str, words: NullTranslations) -> None:
    rules = Rules.of(preset)
    said = rules_sentences(rules, words)
    assert len(said) == sum(matters(rules, name) for name in OPTIONS)
    assert all(sentence.endswith(".") and not set("{}") & set(sentence) for sentence in said)


@pytest.mark.parametrize(("change", "sentence"), [
    ({"hand_size": 9}, "Everyone starts with 9 tiles."),
    ({"winner_bonus": 10}, "Who goes out takes 10 points off their score."),
])  # fmt: skip
def test_rules_say_their_numbers(change: dict[str, Value], sentence: str, words: NullTranslations) -> None:
    assert sentence in rules_sentences(Rules.of("club", **change), words)
