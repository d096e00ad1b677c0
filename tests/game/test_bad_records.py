"""Files that are no records: each is refused on one line that names what is wrong, and never takes long."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.record import MAX_BYTES, RecordError, load_record
from game.report import report
from tests.game.effort import tries

pytestmark = pytest.mark.timeout(20)
HERE = Path(__file__).parent / "records"

GOOD: dict[str, Any] = {
    "format": "mexican-train-record/1",
    "rules": {"preset": "station", "double_blank": 50, "toes": 2, "own_train_first": True, "draw": "one", "rounds": 2},
    "players": ["Ann", "Bo"],
    "rounds": [
        {
            "hands": [["12-12", "12-5", "5-1"], ["12-4", "7-0"]],
            "boneyard": ["9-9", "3-1"],
            "moves": ["12-5>1", "5-1>1", "12-4>2", "end"],
        },
        {"hands": [["11-5", "5-1"], ["11-11", "11-4"]], "boneyard": ["2-0", "12-9"], "moves": ["11-4>2"]},
    ],
}
Way = tuple[str | int, ...]
"""The keys and indices that lead to a value."""


def read(data: bytes) -> None:
    """Read and replay a file, as the command line does."""
    report(load_record(data))


def complaint(data: bytes | str | dict[str, Any]) -> str:
    """What is said of a bad file."""
    if isinstance(data, dict):
        data = json.dumps(data)
    with pytest.raises(RecordError) as error:
        read(data if isinstance(data, bytes) else data.encode())
    message = str(error.value)
    assert message
    assert message.isprintable()
    assert len(message) < 1000
    return message


def changed(*where: str | int, to: Any) -> dict[str, Any]:
    """The good record with one value replaced."""
    document = copy.deepcopy(GOOD)
    at: Any = document
    for step in where[:-1]:
        at = at[step]
    at[where[-1]] = to
    return document


def without(*where: str | int) -> dict[str, Any]:
    """The good record with one value missing."""
    document = copy.deepcopy(GOOD)
    at: Any = document
    for step in where[:-1]:
        at = at[step]
    del at[where[-1]]
    return document


def nodes(value: Any, where: Way = ()) -> Iterator[Way]:
    """The way to every value within a JSON value."""
    if where:
        yield where
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        yield from nodes(inner, (*where, key))


def value_at(where: Way) -> Any:
    at: Any = GOOD
    for step in where:
        at = at[step]
    return at


NODES = list(nodes(GOOD))
LONG = "9" * 4000
OTHERS: list[Any] = [
    None, True, False, 0, 1, -1, 7, 1.0, -0.5, 1e308, int(LONG), "", "x", "12-12", "draw", "auto", "a\nb\u2028c",
    "\ud800", "\u0000", [], {}, [[]], [None], {"a": 1}, [["12-5"]], [{}], "9" * 100_000, ["12-5"] * 1000,
]  # fmt: skip
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


def kind(value: Any) -> str:
    return type(value).__name__


def test_the_good_record_is_good() -> None:
    read(json.dumps(GOOD).encode())


@pytest.mark.parametrize("where", NODES, ids=lambda where: ".".join(map(str, where)))
def test_a_value_of_another_kind_is_refused_at_every_place(where: Way) -> None:
    old = value_at(where)
    for new in OTHERS:
        if new == "auto" and where == ("rules", "rounds"):
            continue
        data = json.dumps(changed(*where, to=new)).encode()
        if kind(new) != kind(old):
            complaint(data)
        else:
            survive(data)


@pytest.mark.parametrize("where", NODES, ids=lambda where: ".".join(map(str, where)))
def test_a_value_that_is_missing_is_survived(where: Way) -> None:
    survive(json.dumps(without(*where)).encode())


@pytest.mark.parametrize("key", ["format", "players", "rounds"])
def test_a_record_without_one_of_its_parts_is_refused(key: str) -> None:
    assert complaint(without(key)) == f"the record: the key '{key}' is missing"


@pytest.mark.parametrize("key", ["hands", "boneyard", "moves"])
def test_a_round_without_one_of_its_parts_is_refused(key: str) -> None:
    assert complaint(without("rounds", 1, key)) == f"round 2: the key '{key}' is missing"


def survive(data: bytes) -> None:
    """Read a file that may be good or bad: nothing but a RecordError of one line comes out of it."""
    said = "nothing"
    try:
        read(data)
    except RecordError as error:
        said = str(error)
    assert said.isprintable()
    assert len(said) < 1000


@tries(300)
@given(where=st.sampled_from(NODES), value=ANY_JSON)
def test_any_value_at_any_place_is_survived(where: Way, value: Any) -> None:
    survive(json.dumps(changed(*where, to=value)).encode())


@tries(100)
@given(key=st.text(max_size=10), value=ANY_JSON, where=st.sampled_from([(), ("rules",), ("rounds", 0)]))
def test_a_key_that_is_unknown_is_refused(key: str, value: Any, where: Way) -> None:
    if key in value_at(where):
        return
    document = copy.deepcopy(GOOD)
    at: Any = document
    for step in where:
        at = at[step]
    at[key] = value
    if where == ("rules",) and key in ("hub_first", "tile_set"):
        return
    complaint(document)


@tries(300)
@given(value=ANY_JSON)
def test_any_other_json_is_refused(value: Any) -> None:
    complaint(json.dumps(value))


@tries(300)
@given(data=st.binary(max_size=60))
def test_any_bytes_are_refused(data: bytes) -> None:
    complaint(data)


@tries(60)
@given(seed=st.integers(0, 2**48))
def test_a_file_with_a_few_bytes_changed_is_survived(seed: int) -> None:
    random = Random(seed)
    data = bytearray(random.choice(sorted(HERE.glob("*[0-9].json"))).read_bytes())
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(data))
        match random.randrange(4):
            case 0:
                data[at] = random.randrange(256)
            case 1:
                del data[at : at + random.randint(1, 30)]
            case 2:
                data[at:at] = random.choice([b'"', b"]", b"}", b",", b":", b"0", b"\\", b"null", b"12-5"])
            case _:
                other = random.randrange(len(data))
                data[at : at + 4], data[other : other + 4] = data[other : other + 4], data[at : at + 4]
    survive(bytes(data))


@pytest.mark.parametrize(
    ("data", "says"),
    [
        pytest.param(b"", "not JSON", id="empty"),
        pytest.param(b"   \n", "not JSON", id="blank"),
        pytest.param(b"\xff\xfe{\x00}\x00", "UTF-8", id="utf-16"),
        pytest.param("{}".encode("utf-16-le"), "not JSON", id="utf-16 without a mark"),
        pytest.param("{}".encode("utf-32"), "UTF-8", id="utf-32"),
        pytest.param(b"\xef\xbb\xbf" + json.dumps(GOOD).encode(), "BOM", id="byte order mark"),
        pytest.param(b'{"format": "caf\xe9"}', "UTF-8", id="latin-1"),
        pytest.param(b'{"format": "\xed\xa0\x80"}', "UTF-8", id="surrogate in utf-8"),
        pytest.param(b"\x80", "UTF-8", id="one bad byte"),
        pytest.param(b"\x00" * 100, "not JSON", id="zeroes"),
        pytest.param(b"{", "not JSON", id="cut short"),
        pytest.param(json.dumps(GOOD).encode()[:-1], "not JSON", id="cut by one byte"),
        pytest.param(json.dumps(GOOD).encode() + b"{}", "not JSON", id="more behind it"),
        pytest.param(json.dumps(GOOD).encode() + b"\x00", "not JSON", id="zero behind it"),
        pytest.param(b"{'format': 1}", "not JSON", id="single quotes"),
        pytest.param(b'{"format": 1,}', "not JSON", id="trailing comma"),
        pytest.param(b'{"format": "a\nb"}', "not JSON", id="line break in a string"),
        pytest.param(b'// record\n{"format": 1}', "not JSON", id="comment"),
        pytest.param(b"NaN", "NaN", id="nan"),
        pytest.param(b'{"format": -Infinity}', "-Infinity", id="infinity"),
        pytest.param(b"1e999", "must be an object", id="1e999"),
        pytest.param(b"9" * 100_000, "not JSON", id="huge number"),
        pytest.param(b"[" * 100_000, "nested", id="deep lists"),
        pytest.param(b'{"a":' * 100_000, "nested", id="deep objects"),
        pytest.param(b"[" * 500 + b"]" * 500, "must be an object", id="rather deep lists"),
        pytest.param(b"[]", "must be an object", id="a list"),
        pytest.param(b"null", "must be an object", id="null"),
        pytest.param(b'"mexican-train-record/1"', "must be an object", id="a string"),
        pytest.param(b"{}", "'format' is missing", id="nothing in it"),
        pytest.param(b'{"format": 1, "format": 1}', "'format' is there twice", id="repeated key"),
        pytest.param(b'{"format": 1, "f\\u006frmat": 1}', "'format' is there twice", id="repeated key in disguise"),
    ],
)
def test_what_is_not_json_of_the_right_kind_is_named(data: bytes, says: str) -> None:
    assert says in complaint(data)


ROUND = ("rounds", 1)


@pytest.mark.parametrize(
    ("where", "value", "says"),
    [
        (("format",), "mexican-train-record/2", "format"),
        (("format",), None, "format"),
        (("extra",), 1, "unknown key 'extra'"),
        (("rules", "preset"), "Club", "no preset Club"),
        (("rules", "preset"), None, "preset"),
        (("rules", "preset"), ["club"], "preset"),
        (("rules", "doubles"), "maybe", "doubles cannot be maybe"),
        (("rules", "toes"), 4, "toes cannot be 4"),
        (("rules", "toes"), True, "toes cannot be True"),
        (("rules", "toes"), 1.0, "toes cannot be 1.0"),
        (("rules", "toes"), "1", "toes"),
        (("rules", "own_train_first"), 1, "own_train_first"),
        (("rules", "own_train_first"), "true", "own_train_first"),
        (("rules", "winner_bonus"), 51, "0-50"),
        (("rules", "winner_bonus"), -1, "0-50"),
        (("rules", "winner_bonus"), float("inf"), "Infinity"),
        (("rules", "double_blank"), 101, "0-100"),
        (("rules", "double_penalty"), 10**4000, "0-100"),
        (("rules", "rounds"), 0, "rounds"),
        (("rules", "rounds"), 14, "at most 13 rounds"),
        (("rules", "hand_size"), 46, "at most 45 each would fit"),
        (("rules", "tile_set"), 10, "tile_set"),
        (("rules", "mexican_trains"), 7, "0-6"),
        (("rules", "own_trains"), False, "Without own trains"),
        (("rules", "players"), 4, "no option players"),
        (("rules", "cls"), 4, "no option cls"),
        (("rules", "self"), 4, "no option self"),
        (("rules", "a\nb"), 1, "no option"),
        (("rules", "doubles"), "a\nb\r\u2028\u0085c", "doubles"),
        (("rules", "preset"), "a\nb", "no preset"),
        (("rules",), [], "rules must be an object"),
        (("rules",), None, "rules must be an object"),
        (("players",), [], "2 to 10 players"),
        (("players",), ["Ann"], "2 to 10 players"),
        (("players",), ["P"] * 11, "2 to 10 players"),
        (("players",), ["P"] * 15, "at most 14"),
        (("players",), ["P"] * 3, "2 hands for 3 players"),
        (("players",), ["Ann", 2], "names"),
        (("players",), ["Ann", None], "names"),
        (("players",), ["Ann", "\ud800"], "names"),
        (("players",), "AB", "players must be a list"),
        (("players",), {"Ann": 1, "Bo": 2}, "players must be a list"),
        (("rounds",), [], "0 rounds"),
        (("rounds",), {}, "rounds must be a list"),
        (("rounds",), [1, 2], "round 1 must be an object"),
        (("rounds",), [GOOD["rounds"][0]] * 3, "3 rounds"),
        (("rounds",), [GOOD["rounds"][0]] * 20, "at most 19"),
        ((*ROUND, "hands"), [["11-5"]], "1 hands for 2 players"),
        ((*ROUND, "hands"), [["11-11", "1-0"], ["11-4"], ["11-3"]], "3 hands for 2 players"),
        ((*ROUND, "hands"), [["11-11", "1-0"], []], "must hold a tile"),
        ((*ROUND, "hands"), [["11-11"], ["11-4"]], "must hold a tile"),
        ((*ROUND, "hands"), [["11-4"], ["11-3", "1-1", "1-1"]], "1-1 is there twice"),
        ((*ROUND, "hands"), [["11-4"], ["4-11"]], "11-4 is there twice"),
        ((*ROUND, "hands"), [["11-11", "11-4"], ["11-3", "2-0"]], "2-0 is there twice"),
        ((*ROUND, "hands"), [["11-11"], "11-4"], "hand 2 must be a list"),
        ((*ROUND, "hands"), [["11-11"], ["13-4"]], "13-4 is not in a double-12 set"),
        ((*ROUND, "hands"), [["11-11"], ["19-4"]], "'19-4' is not a tile"),
        ((*ROUND, "hands"), [["11-11"], ["11-04"]], "'11-04' is not a tile"),
        ((*ROUND, "hands"), [["11-11"], [11]], "11 is not a tile"),
        ((*ROUND, "hands"), [["11-11"], [["11-4"]]], "is not a tile"),
        ((*ROUND, "hands"), [["11-11"], [f"12-{low}" for low in range(13)] + ["1-0", "2-1", "3-2"]], "at most 15"),
        ((*ROUND, "boneyard"), ["11-4"], "11-4 is there twice"),
        ((*ROUND, "boneyard"), ["tile"], "'tile' is not a tile"),
        ((*ROUND, "boneyard"), None, "boneyard must be a list"),
        ((*ROUND, "boneyard"), ["1-0"] * 92, "at most 91"),
        ((*ROUND, "boneyard"), ["1-0"] * 100_000, "at most 91"),
        ((*ROUND, "moves"), {}, "moves must be a list"),
        ((*ROUND, "moves"), [None], "move 1: None is not a move"),
        ((*ROUND, "moves"), ["11-4>2", "jump"], "move 2: 'jump' is not a move"),
        ((*ROUND, "moves"), ["a\nb"], "is not a move"),
        ((*ROUND, "moves"), ["x" * 100_000], "is not a move"),
        ((*ROUND, "moves"), ["11-4>2"] * 100_001, "at most 100000"),
        ((*ROUND, "moves"), ["11-5>1"], "not in your hand"),
        ((*ROUND, "more"), 1, "unknown key 'more'"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_record_is_named(where: Way, value: Any, says: str) -> None:
    message = complaint(changed(*where, to=value))
    assert says in message
    if where[:2] == ROUND:
        assert "round 2" in message


def test_a_move_that_is_not_legal_is_named_with_its_place_the_reason_and_what_was_legal() -> None:
    message = complaint(changed("rounds", 0, "moves", to=["12-5>1", "7-0>1"]))
    assert message == "round 1, move 2: 7-0>1 is not legal: That tile is not in your hand. Legal: 5-1>1, end."


def test_a_knock_that_is_not_owed_is_named_like_a_move() -> None:
    message = complaint(changed("rounds", 0, "moves", to=["12-5>1", "knock>1"]))
    assert message == "round 1, move 2: knock>1 is not legal: There is no knock to make now. Legal: 5-1>1, end."


def test_a_move_after_the_rounds_end_is_refused() -> None:
    message = complaint(changed("rounds", 0, "moves", to=[*GOOD["rounds"][0]["moves"], "draw"]))
    assert "round 1, move 5: draw" in message
    assert "This round is over." in message


def test_a_round_after_an_unfinished_one_is_refused() -> None:
    assert "round 2" in complaint(changed("rounds", 0, "moves", to=["12-5>1"]))


@pytest.mark.parametrize("preset", ["classic", "station"])
def test_an_engine_that_is_nowhere_is_refused(preset: str) -> None:
    one = {"hands": [["12-5", "5-1"], ["12-4", "7-0"]], "boneyard": ["3-1"], "moves": []}
    document = {**GOOD, "rules": {"preset": preset, "tile_set": 12}, "rounds": [one]}
    assert "engine" in complaint(document)


@pytest.mark.parametrize("where", ["hands", "boneyard"])
def test_an_engine_that_was_set_aside_is_nowhere_else(where: str) -> None:
    one: dict[str, Any] = {"hands": [["12-5", "5-1"], ["12-4", "7-0"]], "boneyard": ["3-1"], "moves": []}
    (one["hands"][1] if where == "hands" else one["boneyard"]).append("12-12")
    assert "12-12" in complaint({**GOOD, "rules": {"preset": "club"}, "rounds": [one]})


def test_a_double_key_is_found_wherever_it_is() -> None:
    text = json.dumps(GOOD)
    for key in ("preset", "hands", "moves", "rounds"):
        assert f"'{key}' is there twice" in complaint(text.replace(f'"{key}":', f'"{key}": 1, "{key}":', 1))


def test_long_files_take_no_time() -> None:
    """Each of these took seconds, or would, if it were read without care."""
    many = MAX_BYTES // 12
    keys = ",".join(f'"{number}":1' for number in range(many))
    assert "is there twice" in complaint("{" + keys + ',"x":1,"x":2}')
    assert "unknown key" in complaint("{" + keys + "}")
    assert "format is" in complaint('{"format": [' + "{}," * many + '1], "players": [], "rounds": []}')
    assert "entries, at most" in complaint(changed("players", to=["P"] * (many // 4)))
    assert "names" in complaint(changed("players", to=["Ann", {"x": "y" * many}]))
    assert "toes" in complaint(changed("rules", "toes", to=[1] * many))
    assert "toes" in complaint(changed("rules", "toes", to="1" * many))
    assert "no option" in complaint(changed("rules", "x" * many, to=1))
    assert "unknown key" in complaint(changed("x" * many, to=1))
    assert "more than" in complaint(b" " * (MAX_BYTES + 1))
    assert "more than" in complaint(changed("rounds", 0, "boneyard", to=["1-0"] * 1_000_000))
    assert "not a tile" in complaint(changed("rounds", 0, "boneyard", to=["1-" + "0" * many]))


@pytest.mark.parametrize("depth", [*range(100, 1000, 100), *range(960, 1001)])
def test_any_depth_of_nesting_is_refused_on_one_line(depth: int) -> None:
    deep = "[" * depth + "]" * depth
    text = json.dumps(GOOD)
    for place in ('"mexican-train-record/1"', '"station"', '"one"', '"Ann"', '"12-5>1"', '"9-9"', "50"):
        complaint(text.replace(place, deep, 1))
