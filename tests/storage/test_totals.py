"""Totals follow results, rank people, and can always be counted anew."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from storage import GameResult, Seat, SqliteStore, Standing, Stats, Status, Totals
from tests.storage.helpers import ANN, BO, GUILD, SEATS, begin, round_result, step

SOLO = (Seat(ANN, "Ann"), Seat(None, "Cy", "careful"))


async def play(
    store: SqliteStore,
    seats: tuple[Seat, ...],
    rounds: list[tuple[tuple[int, ...], tuple[int, ...]]],
    winners: tuple[int, ...] = (),
    guild: int = GUILD,
) -> None:
    """Play a game with these scores and seats going out; without winners it is stopped."""
    game = await begin(store, seats, guild=guild)
    revision = 0
    for number, (scores, out) in enumerate(rounds):
        result = round_result(number, scores, out)
        revision = await store.append(game.id, revision, step(status=Status.BETWEEN, round_result=result))
    if winners:
        totals = tuple(sum(scores) for scores in zip(*(scores for scores, _ in rounds), strict=True))
        end = step(status=Status.FINISHED, game_result=GameResult(winners, totals or (0,) * len(seats)))
    else:
        end = step("stop", status=Status.STOPPED)
    await store.append(game.id, revision, end)


async def test_a_game_at_a_table_counts_for_its_people(store: SqliteStore) -> None:
    await play(store, SEATS, [((21, 0, 5), (1,)), ((3, 40, -5), (2,))], winners=(2, 0))
    assert await store.stats(GUILD, ANN) == Stats(tables=Totals(1, 1, 2, 0, 24, 3))
    assert await store.stats(GUILD, BO) == Stats(tables=Totals(1, 0, 2, 1, 40, 0))
    assert await store.leaderboard_size(GUILD) == 2


async def test_a_game_against_computers_counts_as_solo(store: SqliteStore) -> None:
    await play(store, SOLO, [((0, 9), (0,))], winners=(0,))
    assert await store.stats(GUILD, ANN) == Stats(solo=Totals(1, 1, 1, 1, 0, 0))
    assert await store.leaderboard(GUILD) == ()
    assert await store.leaderboard_size(GUILD) == 0


async def test_one_person_in_two_seats_is_no_table(store: SqliteStore) -> None:
    await play(store, (Seat(ANN, "Ann"), Seat(ANN, "Ann again")), [((1, 2), ())])
    assert await store.stats(GUILD, ANN) == Stats(solo=Totals(rounds=2, points=3, best_round=1))


async def test_a_stopped_game_keeps_its_rounds_and_is_no_game(store: SqliteStore) -> None:
    await play(store, SEATS, [((21, 0, 5), (1,))])
    assert await store.stats(GUILD, BO) == Stats(tables=Totals(0, 0, 1, 1, 0, 0))


async def test_who_left_keeps_the_rounds_that_they_played(store: SqliteStore) -> None:
    game = await begin(store)
    await store.append(game.id, 0, step(round_result=round_result(0, (4, 0, 5), (1,))))
    await store.append(game.id, 1, step("leave", seats=(Seat(None, "Ann", "careful"), *SEATS[1:])))
    await store.append(game.id, 2, step(round_result=round_result(1, (8, 0, 5), (1,))))
    assert await store.stats(GUILD, ANN) == Stats(tables=Totals(rounds=1, points=4, best_round=4))
    assert (await store.stats(GUILD, BO)).solo.rounds == 1
    assert await store.recount(GUILD) == {user: await store.stats(GUILD, user) for user in (ANN, BO)}


async def test_servers_are_counted_apart(store: SqliteStore) -> None:
    await play(store, SEATS, [((21, 0, 5), (1,))], guild=GUILD)
    await play(store, SEATS, [((1, 0, 5), (1,))], guild=8)
    assert (await store.stats(8, ANN)).tables.points == 1
    assert await store.stats(9, ANN) == Stats()
    assert await store.recount(9) == {}


async def test_the_ranking_goes_by_games_then_rounds_then_points_a_round(store: SqliteStore) -> None:
    one, two, three, four, five = (Seat(n, str(n)) for n in (1, 2, 3, 4, 5))
    await play(store, (two, one), [((0, 10), (0,)), ((10, 0), (1,)), ((4, 4), ())], winners=(0, 1))
    await play(store, (three, four), [((30, 2), ()), ((30, 0), (1,))], winners=(0,))
    await play(store, (five, four), [((30, 30), ())])
    board = await store.leaderboard(GUILD)
    assert [(line.rank, line.user_id) for line in board] == [(1, 1), (1, 2), (3, 3), (4, 4), (5, 5)]
    assert board[0] == Standing(1, 1, Totals(1, 1, 3, 1, 14, 0))
    assert await store.leaderboard(GUILD, limit=2, offset=1) == board[1:3]
    assert await store.leaderboard_size(GUILD) == 5


async def test_equal_averages_of_unequal_rounds_share_a_rank(store: SqliteStore) -> None:
    a, b, c, d = (Seat(n, str(n)) for n in (1, 2, 3, 4))
    await play(store, (a, b), [((10, 20), ()), ((0, 0), ()), ((0, 0), ())])
    await play(store, (c, d), [((20, 3), ()), ((0, 0), ()), ((0, 0), ()), ((0, 0), ()), ((0, 0), ()), ((0, 0), ())])
    ranks = {line.user_id: line.rank for line in await store.leaderboard(GUILD)}
    assert ranks == {4: 1, 1: 2, 3: 2, 2: 4}


async def test_who_has_a_game_but_no_round_stands_behind_equals(store: SqliteStore) -> None:
    await play(store, (Seat(1, "1"), Seat(2, "2")), [], winners=(1,))
    await play(store, (Seat(3, "3"), Seat(4, "4")), [((500, 400), ())], winners=(1,))
    assert [line.user_id for line in await store.leaderboard(GUILD)] == [4, 2, 3, 1]


SITTERS = st.one_of(st.sampled_from([Seat(n, f"p{n}") for n in range(1, 5)]), st.just(Seat(None, "C", "c")))


@settings(max_examples=40)
@given(data=st.data())
def test_totals_equal_a_recount(data: st.DataObject) -> None:
    """Random games, with people coming, leaving and sitting twice."""

    async def run(folder: str) -> None:
        store = await SqliteStore.open(Path(folder) / "games.db")
        try:
            for _ in range(data.draw(st.integers(1, 4))):
                await play_anything(store, data)
            for guild in (1, 2):
                await compare(store, guild)
        finally:
            await store.close()

    with TemporaryDirectory() as folder:
        asyncio.run(run(folder))


async def play_anything(store: SqliteStore, data: st.DataObject) -> None:
    """A game that is drawn at random, and its results read back."""
    table = data.draw(st.lists(SITTERS, min_size=2, max_size=4))
    scores = st.lists(st.integers(-10, 200), min_size=len(table), max_size=len(table)).map(tuple)
    some = st.sets(st.integers(0, len(table) - 1)).map(lambda seats: tuple(sorted(seats)))
    game = await begin(store, tuple(table), guild=data.draw(st.integers(1, 2)))
    revision = 0
    for number in range(data.draw(st.integers(0, 3))):
        if data.draw(st.booleans()):
            table[data.draw(st.integers(0, len(table) - 1))] = data.draw(SITTERS)
        result = round_result(number, data.draw(scores), data.draw(some))
        this = step("draw", "pass", seats=tuple(table), round_result=result)
        revision = await store.append(game.id, revision, this)
        assert (await store.rounds(game.id))[-1] == result
    final = data.draw(st.none() | st.builds(GameResult, some, scores))
    status = Status.FINISHED if final else Status.STOPPED
    await store.append(game.id, revision, step(status=status, game_result=final))
    assert await store.result(game.id) == final


async def compare(store: SqliteStore, guild: int) -> None:
    """The stored totals, the ranking and a recount say the same."""
    counted = await store.recount(guild)
    for user in range(1, 5):
        assert counted.get(user, Stats()) == await store.stats(guild, user)
    board = await store.leaderboard(guild, limit=100)
    assert {line.user_id for line in board} == {u for u, each in counted.items() if each.tables != Totals()}
    assert await store.leaderboard_size(guild) == len(board)
    assert all(line.totals == counted[line.user_id].tables for line in board)
