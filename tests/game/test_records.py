"""Records: real ones are replayed as ever, and what is written is read back the same."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.dealing import shuffled
from game.match import begin_match, next_round, play
from game.moves import Move
from game.record import Record, RecordedRound, dump_record, dump_rules, load_record, load_rules, replay
from game.report import report
from game.rules import Rules
from tests.game.effort import tries
from tests.game.mixes import any_mix, resolve
from tests.game.tables import tiles
from tests.game.twins import choose, deal_twins

HERE = Path(__file__).parent / "records"
REPLAYED = sorted(path.name.removesuffix(".expected.json") for path in HERE.glob("*.expected.json"))
DECK = "12-12 12-5 5-1 9-9", "12-4 4-2 7-0"


def record_of(*hands: str, boneyard: str = "", moves: str = "", rules: dict[str, Any] | None = None) -> bytes:
    one = {"hands": [hand.split() for hand in hands], "boneyard": boneyard.split(), "moves": moves.split()}
    players = [f"P{seat + 1}" for seat in range(len(hands))]
    document: dict[str, Any] = {"format": "mexican-train-record/1", "players": players, "rounds": [one]}
    return json.dumps(document if rules is None else {**document, "rules": rules}).encode()


@pytest.mark.parametrize("name", REPLAYED)
def test_a_record_is_replayed_as_ever(name: str) -> None:
    record = load_record((HERE / f"{name}.json").read_bytes())
    assert report(record) == json.loads((HERE / f"{name}.expected.json").read_text("utf-8"))


@pytest.mark.parametrize(
    "path", [path for path in HERE.glob("*.json") if "expected" not in path.name], ids=lambda p: p.stem
)
def test_a_record_is_written_as_it_was_read(path: Path) -> None:
    document = json.loads(path.read_text("utf-8"))
    assert json.loads(dump_record(load_record(path.read_bytes()))) == document


@tries(150)
@given(seed=st.integers(0, 2**48))
def test_a_round_that_was_played_is_replayed_to_the_same_position(seed: int) -> None:
    random = Random(seed)
    twins = deal_twins(any_mix(random), random, any_round=False)
    positions = [twins.state]
    for _ in range(random.randrange(200)):
        if twins.story.ended:
            break
        calls = [f"knock>{seat + 1}" for seat in twins.story.owing] + [f"catch>{seat + 1}" for seat in twins.story.late]
        twins.play(random.choice(calls) if calls and random.random() < 0.5 else choose(twins.story.legal(), random))
        positions.append(twins.state)
    record = load_record(twins.as_record().encode())
    assert load_record(dump_record(record).encode()) == record
    assert [state for state, _ in replay(record)] == positions


@tries(30)
@given(seed=st.integers(0, 2**48))
def test_a_whole_game_is_replayed_to_the_same_end(seed: int) -> None:
    random = Random(seed)
    mix = any_mix(random)
    mix["rounds"] = random.choice((1, 2, 3)) if mix["preset"] != "station" else 1
    rules = resolve(mix)
    seats: int = mix["seats"]
    match, _ = begin_match(rules, seats, shuffled(rules, 0, random))
    rounds = []
    while True:
        moves: list[Move] = []
        while not match.round.ended:
            move = random.choice(match.round.legal)
            moves.append(move)
            match, _ = play(match, move)
        rounds.append(RecordedRound(match.round.deal.hands, match.round.deal.boneyard, tuple(moves)))
        if match.is_over:
            break
        match, _ = next_round(match, shuffled(rules, match.number + 1, random))
    record = Record(rules, rules, tuple(f"P{seat}" for seat in range(seats)), tuple(rounds))
    again = load_record(dump_record(record).encode())
    assert again.rounds == record.rounds
    printed = report(again)
    assert printed["totals"] == list(match.totals)
    assert printed["winners"] == [seat + 1 for seat in match.winners]
    assert [one["scores"] for one in printed["rounds"]] == [list(scores) for scores in match.scores]
    assert [one["starter"] for one in printed["rounds"]] == [result.starter + 1 for result in match.results]
    assert [one["engine"] for one in printed["rounds"]] == [str(result.engine) for result in match.results]


def test_rules_read_back_as_they_were_written() -> None:
    random = Random(1)
    for _ in range(200):
        mix = any_mix(random)
        rules = Rules.of(mix["preset"], **{name: mix[name] for name in mix if name not in ("preset", "seats")})
        assert load_rules(json.loads(json.dumps(dump_rules(rules)))) == rules


def test_rules_may_be_left_out_and_the_preset_too() -> None:
    hands = "12-5 5-1", "12-4 7-0"
    assert load_record(record_of(*hands)).rules == Rules.of("club")
    assert load_record(record_of(*hands, rules={})).rules == Rules.of("club")
    assert load_record(record_of(*hands, rules={"toes": 2})).rules == Rules.of("club", toes=2)


def test_tiles_and_moves_are_read_in_either_order_and_written_high_low() -> None:
    record = load_record(record_of("5-12 1-5", "4-12 0-7", boneyard="9-9 1-3", moves="5-12>1 1-5>1 4-12>2 end"))
    assert record.rounds[0].hands == (tiles("12-5 5-1"), tiles("12-4 7-0"))
    assert record.rounds[0].boneyard == tiles("9-9 3-1")
    steps = report(record)["rounds"][0]["steps"]
    assert [step["move"] for step in steps] == ["12-5>1", "5-1>1", "12-4>2", "end"]


def test_an_unfinished_round_says_who_is_to_move_and_what_is_legal() -> None:
    printed = report(load_record(record_of("12-5 5-1 5-2", "12-4 7-0", moves="12-5>1")))
    assert printed == {
        "rounds": [
            {
                "engine": "12-12",
                "starter": 1,
                "steps": [{"player": 1, "legal": ["12-5>1"], "move": "12-5>1"}],
                "ended": None,
                "to_move": {"player": 1, "legal": ["5-1>1", "5-2>1", "end"]},
            }
        ]
    }


def test_the_example_of_the_format_is_replayed() -> None:
    hands = "9-9 9-3 6-2", "9-4 7-5", "4-1"
    rules = {"preset": "classic", "double_blank": 50}
    data = record_of(*hands, boneyard="5-5 2-1", moves="9-3>1 end 9-4>2 end pass", rules=rules)
    printed = report(load_record(data))["rounds"][0]
    assert printed["engine"] == "9-9"
    assert printed["starter"] == 1
    assert printed["steps"][0] == {"player": 1, "legal": ["9-3>1"], "move": "9-3>1"}
    assert printed["to_move"] == {"player": 1, "legal": ["draw"]}


def test_knocks_and_catches_stand_between_moves_and_name_who_is_to_move() -> None:
    data = record_of(
        "12-12 12-5 9-9", "12-4 4-2 7-7", boneyard="8-3 8-2", rules={"preset": "station"},
        moves="12-5>1 end knock>1 12-4>2 4-2>2 end draw catch>2",
    )  # fmt: skip
    steps = report(load_record(data))["rounds"][0]["steps"]
    assert steps[2] == {"player": 2, "legal": ["12-4>2"], "move": "knock>1"}
    assert steps[-1] == {"player": 1, "legal": ["pass"], "move": "catch>2"}


def test_totals_stand_there_once_a_round_has_ended_and_winners_at_the_end() -> None:
    hands, moves = ("12-5 5-1", "12-4 7-0"), "12-5>1 5-1>1 12-4>2 end"
    over = report(load_record(record_of(*hands, moves=moves, rules={"rounds": 1})))
    assert over["totals"] == [0, 7]
    assert over["winners"] == [1]
    assert over["rounds"][0]["ended"] == "out"
    assert over["rounds"][0]["scores"] == [0, 7]
    assert "to_move" not in over["rounds"][0]
    going_on = report(load_record(record_of(*hands, moves=moves)))
    assert going_on["totals"] == [0, 7]
    assert "winners" not in going_on
    assert "totals" not in report(load_record(record_of(*hands)))


def test_a_second_round_begins_with_the_next_seat_and_the_next_engine() -> None:
    document = json.loads(record_of("12-5 5-1", "12-4 7-0", moves="12-5>1 5-1>1 12-4>2 end"))
    document["rounds"].append({"hands": [["11-5", "5-1"], ["11-4", "7-0"]], "boneyard": [], "moves": []})
    second = report(load_record(json.dumps(document).encode()))["rounds"][1]
    assert second["engine"] == "11-11"
    assert second["starter"] == 2


def test_a_hand_may_be_empty_when_the_search_for_the_engine_fills_it() -> None:
    data = record_of("", "8-1", boneyard="9-1 5-4 9-9 3-0", rules={"preset": "classic"})
    printed = report(load_record(data))["rounds"][0]
    assert printed["starter"] == 1
    assert printed["to_move"]["legal"] == ["9-1>1"]


def test_names_of_players_are_kept_whatever_they_are() -> None:
    data = record_of("12-5 5-1", "12-4 7-0").decode()
    document = json.loads(data)
    document["players"] = ["", "Zoë ☃ 🚂\n\t\u0000\u202e"]
    record = load_record(json.dumps(document).encode())
    assert list(record.players) == document["players"]
    assert load_record(dump_record(record).encode()) == record
