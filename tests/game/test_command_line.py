"""`python -m game` as a program: what it prints where, and its exit status."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from game.__main__ import main

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent / "records"
GOOD = (HERE / "classic-3.json").read_bytes()
Run = subprocess.CompletedProcess[bytes]


def game(*arguments: str | bytes, given: bytes | None = b"", **more: Any) -> Run:
    """Run the program in a process of its own."""
    command = [sys.executable, "-m", "game", *arguments]
    return subprocess.run(command, input=given, capture_output=True, cwd=ROOT, timeout=60, check=False, **more)


def assert_refused(run: Run, *says: str) -> None:
    """Status 2, nothing on standard output, one line on standard error."""
    assert run.returncode == 2
    assert run.stdout == b""
    text = run.stderr.decode("utf-8", "replace")
    assert text.endswith("\n")
    assert len(text.splitlines()) == 1
    assert text.strip()
    for say in says:
        assert say in text


def test_a_replay_is_one_json_object_on_standard_output() -> None:
    run = game("replay", str(HERE / "classic-3.json"))
    assert run.returncode == 0
    assert run.stderr == b""
    assert json.loads(run.stdout) == json.loads((HERE / "classic-3.expected.json").read_text("utf-8"))


def test_a_record_is_read_from_standard_input() -> None:
    run = game("replay", "-", given=GOOD)
    assert run.returncode == 0
    assert json.loads(run.stdout) == json.loads((HERE / "classic-3.expected.json").read_text("utf-8"))


def test_perft_prints_one_number() -> None:
    run = game("perft", str(HERE / "perft-club-3.json"), "--depth", "4")
    assert (run.returncode, run.stdout, run.stderr) == (0, b"90\n", b"")
    assert game("perft", "-", "--depth", "0", given=GOOD).stdout == b"1\n"


@pytest.mark.parametrize("command", ["replay", "perft"])
@pytest.mark.parametrize(
    ("given", "says"),
    [
        pytest.param(b"", "not JSON", id="nothing"),
        pytest.param(b"\xff\xfe\x00", "UTF-8", id="not UTF-8"),
        pytest.param(b"\xef\xbb\xbf" + GOOD, "BOM", id="byte order mark"),
        pytest.param(GOOD.replace(b'"draw"', b'"pass"', 1), "is not legal", id="illegal move"),
        pytest.param(GOOD.replace(b'"preset"', b'"a\\nb"'), "no option", id="line break in a key"),
        pytest.param(GOOD.replace(b'"preset"', b'"cls"'), "no option cls", id="the name of a parameter"),
        pytest.param(GOOD.replace(b"{", b'{"format": 1, ', 1), "twice", id="double key"),
        pytest.param(GOOD.replace(b'"classic"', b"[" * 990 + b"]" * 990), "", id="deep"),
        pytest.param(b"[" * 200_000, "nested", id="very deep"),
        pytest.param(b'{"format": 1e999, "players": NaN}', "NaN", id="no number"),
        pytest.param(GOOD.replace(b'"classic"', "\u2028☃".encode()), "not JSON", id="snow"),
        pytest.param(GOOD.replace(b'"classic"', '"☃\u2028"'.encode()), "no preset", id="odd preset"),
        pytest.param(b"9" * 3_000_000, "more than", id="too long"),
    ],
)
def test_a_bad_record_is_refused_on_one_line(command: str, given: bytes, says: str) -> None:
    depth = ("--depth", "2") if command == "perft" else ()
    assert_refused(game(command, "-", *depth, given=given), says)


def test_a_bad_record_is_refused_whatever_the_locale() -> None:
    given = GOOD.replace(b'"classic"', '"☃"'.encode())
    assert_refused(game("replay", "-", given=given, env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0"}), "no preset")


def test_a_file_that_is_missing_is_refused(tmp_path: Path) -> None:
    assert_refused(game("replay", str(tmp_path / "nothing.json")), "nothing.json")


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert_refused(game("replay", str(tmp_path)), "directory")
    assert_refused(game("replay", ""), "directory")
    assert_refused(game("replay", str(HERE / "classic-3.json" / "x")), "classic-3.json")


@pytest.mark.parametrize("name", [b"a\nb", b"\xff\xfe", b"a\r\x1b[31mb", "☃\u2028".encode(), b"x" * 5000])
def test_odd_names_of_files_that_are_not_there_stay_on_one_line(name: bytes) -> None:
    assert_refused(game("replay", name))


@pytest.mark.parametrize(
    "name", [b"a\nb.json", b"\xff.json", "Ünï ☃.json".encode(), b" ", b"-.json", b"x' \"$(y).json"]
)
def test_odd_names_of_files_are_read(tmp_path: Path, name: bytes) -> None:
    path = os.path.join(os.fsencode(tmp_path), name)  # noqa: PTH118 - pathlib takes no bytes
    try:
        shutil.copyfile(HERE / "hub-first-stranded-2.json", path)
    except OSError:
        pytest.skip("this file system does not take the name")
    assert game("replay", path).returncode == 0


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "secret.json"
    path.write_bytes(GOOD)
    path.chmod(0)
    assert_refused(game("replay", str(path)), "Permission denied")


@pytest.mark.skipif(os.name == "nt", reason="closes a file descriptor in the child")
def test_a_closed_standard_input_is_refused() -> None:
    run = subprocess.run(
        ["sh", "-c", 'exec "$0" -m game replay - <&-', sys.executable], capture_output=True, cwd=ROOT, check=False
    )
    assert_refused(run, "standard input")


@pytest.mark.parametrize(
    "arguments",
    [
        [], ["play"], ["replay"], ["perft", "x"], ["perft", "x", "--depth", "-1"], ["perft", "x", "--depth", "1.0"],
        ["perft", "x", "--depth", "٣"], ["perft", "x", "--depth", "9" * 50], ["simulate", "--preset", "nothing"],
        ["simulate", "--players", "1"], ["simulate", "--rounds", "0"],
    ],
)  # fmt: skip
def test_arguments_that_make_no_sense_end_with_status_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == 2
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    "arguments",
    [["--preset", "express", "--players", "9"], ["--computer", "no\nbody"], ["--computer", "simple,random"]],
)
def test_simulations_that_cannot_be_are_refused_on_one_line(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", "--rounds", "1", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("preset", ["club", "classic", "express", "station", "cuban", "chicken"])
def test_simulations_count_their_rounds(preset: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--preset", preset, "--players", "3", "--rounds", "20", "--seed", "4"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert first["rounds"] == 20
    assert sum(first["wins"]) + first["stranded"] >= 20
    main(["simulate", "--preset", preset, "--players", "3", "--rounds", "20", "--seed", "4"])
    again = json.loads(capsys.readouterr().out)
    assert (again["wins"], again["stranded"]) == (first["wins"], first["stranded"])


def test_a_simulation_may_seat_computers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--rounds", "5", "--players", "3", "--computer", "simple,random,simple"]) == 0
    assert json.loads(capsys.readouterr().out)["rounds"] == 5


def test_the_same_file_is_replayed_in_this_process(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(GOOD)))
    assert main(["replay", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["rounds"][0]["starter"] == 3
