"""An accepted action is written as a whole, at its revision, or not at all."""

import asyncio
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from storage import (
    Deal,
    GameResult,
    LogRow,
    Seat,
    SqliteStore,
    StaleRevision,
    Stats,
    Status,
    Step,
    Totals,
)
from tests.storage.helpers import ANN, BO, SEATS, begin, query, round_result, step


async def test_a_step_of_several_moves_numbers_each(store: SqliteStore) -> None:
    game = await begin(store)
    rows = (LogRow(0, None, "deal", None), LogRow(0, 2, "12-5>3", None), LogRow(0, 0, "draw", ANN))
    assert await store.append(game.id, 0, Step(rows, Status.PLAYING, '{"a": 1}', 200.0)) == 3
    assert await store.append(game.id, 3, step("pass")) == 4
    assert await store.log(game.id) == (*enumerate(rows, 1), (4, LogRow(0, 0, "pass", ANN)))
    expected = replace(game, status=Status.PLAYING, snapshot="{}", moved_at=200.0, revision=4)
    assert await store.load(game.id) == expected


async def test_a_step_changes_seats_and_host_where_it_names_them(store: SqliteStore) -> None:
    game = await begin(store)
    seats = (Seat(None, "Ann", "careful"), *SEATS[1:])
    await store.append(game.id, 0, step("leave", seats=seats, host_id=BO))
    await store.append(game.id, 1, step("pass"))
    loaded = await store.load(game.id)
    assert loaded is not None
    assert (loaded.seats, loaded.host_id) == (seats, BO)


async def test_deals_and_results_are_read_back(store: SqliteStore) -> None:
    game = await begin(store)
    results = (round_result(0, (21, 0, 5), (1,)), round_result(1, (3, 4, 5), ()))
    final = GameResult((1,), (24, 4, 10))
    await store.append(game.id, 0, step("deal", deal=Deal(0, "b a")))
    await store.append(game.id, 1, step(status=Status.BETWEEN, round_result=results[0]))
    assert await store.result(game.id) is None
    await store.append(game.id, 2, step("deal", deal=Deal(1, "a b")))
    await store.append(game.id, 3, step(status=Status.FINISHED, round_result=results[1], game_result=final))
    assert await store.deals(game.id) == (Deal(0, "b a"), Deal(1, "a b"))
    assert await store.rounds(game.id) == results
    assert await store.result(game.id) == final


async def test_a_stale_step_changes_nothing(store: SqliteStore) -> None:
    game = await begin(store)
    await store.append(game.id, 0, step("deal", "draw"))
    before = await store.load(game.id), await store.log(game.id)
    for game_id, revision in ((game.id, 0), (game.id, 1), (game.id, 3), (game.id + 1, 0)):
        with pytest.raises(StaleRevision):
            await store.append(game_id, revision, step("stale", round_result=round_result(0, (1, 2, 3), ())))
    assert (await store.load(game.id), await store.log(game.id)) == before
    assert await store.stats(game.guild_id, ANN) == Stats()


async def test_a_game_that_ended_takes_no_more_steps(store: SqliteStore) -> None:
    game = await begin(store)
    await store.append(game.id, 0, step("stop", status=Status.STOPPED))
    with pytest.raises(StaleRevision):
        await store.append(game.id, 1, step("draw"))


@pytest.mark.parametrize("result", [round_result(0, (1, 2), ()), round_result(0, (1, 2, 3), (3,))])
async def test_a_result_that_does_not_fit_the_seats_is_refused_whole(store: SqliteStore, result: Any) -> None:
    game = await begin(store)
    with pytest.raises(ValueError, match="3 seats"):
        await store.append(game.id, 0, step(round_result=result))
    assert await store.load(game.id) == game
    assert await store.log(game.id) == ()


async def test_a_round_cannot_be_counted_twice(store: SqliteStore) -> None:
    game = await begin(store)
    await store.append(game.id, 0, step(round_result=round_result(0, (1, 2, 3), ())))
    with pytest.raises(sqlite3.IntegrityError):
        await store.append(game.id, 1, step(round_result=round_result(0, (1, 2, 3), ())))
    assert (await store.stats(game.guild_id, ANN)).tables == Totals(rounds=1, points=1, best_round=1)
    assert await store.append(game.id, 1, step()) == 2


@pytest.mark.parametrize(
    "fields",
    [{"rows": ()}, {"status": Status.FINISHED}, {"game_result": GameResult((0,), (1, 2, 3))}],
    ids=["no rows", "finished without a result", "a result without finished"],
)
def test_a_step_that_makes_no_sense_cannot_be_made(fields: Any) -> None:
    with pytest.raises(ValueError, match=r"step needs|has a result"):
        step(**fields)


async def test_of_many_tasks_at_one_revision_one_wins(store: SqliteStore) -> None:
    game = await begin(store)
    results = await asyncio.gather(
        *(store.append(game.id, 0, step(f"m{n}")) for n in range(20)), return_exceptions=True
    )
    assert [result for result in results if not isinstance(result, StaleRevision)] == [1]
    assert len(await store.log(game.id)) == 1


async def test_of_two_stores_on_one_file_one_wins_each_revision(store: SqliteStore, path: Path) -> None:
    other = await SqliteStore.open(path)
    game = await begin(store)
    won = {id(store): 0, id(other): 0}

    async def race(which: SqliteStore) -> None:
        for _ in range(50):
            loaded = await which.load(game.id)
            assert loaded is not None
            try:
                await which.append(game.id, loaded.revision, step(str(id(which))))
                won[id(which)] += 1
            except StaleRevision:
                pass

    await asyncio.gather(race(store), race(other))
    moves = [row.move for _, row in await store.log(game.id)]
    assert [revision for revision, _ in await other.log(game.id)] == list(range(1, len(moves) + 1))
    assert {key: moves.count(str(key)) for key in won} == won
    await other.close()


async def test_of_two_stores_one_gets_the_channel(store: SqliteStore, path: Path) -> None:
    other = await SqliteStore.open(path)
    await asyncio.gather(begin(store), begin(other), return_exceptions=True)
    assert len(await store.unfinished()) == 1
    await other.close()
    with pytest.raises(sqlite3.IntegrityError):  # the index holds even against a program that does not ask
        query(
            path,
            "INSERT INTO games (guild_id, channel_id, host_id, status, rules, wanted, moved_at, created_at)"
            " VALUES (7, 70, 1, 'lobby', '', 1, 0, 0)",
        )
