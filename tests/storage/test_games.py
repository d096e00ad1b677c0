"""Games are created, changed in the lobby, found again, and know which message shows them."""

from dataclasses import replace

import pytest

from storage import ChannelTaken, LogRow, SavedGame, Seat, SqliteStore, StaleRevision, Status, Step, StorageError
from tests.storage.helpers import ANN, BO, CHANNEL, GUILD, SEATS, begin, step


async def test_a_created_game_is_loaded_as_it_was_returned(store: SqliteStore) -> None:
    game = await begin(store)
    assert game == SavedGame(
        id=game.id,
        guild_id=GUILD,
        channel_id=CHANNEL,
        host_id=ANN,
        status=Status.LOBBY,
        rules='{"preset": "club"}',
        seats=SEATS,
        wanted=3,
        language="gl",
        revision=0,
        snapshot=None,
        message_id=None,
        message_at=0.0,
        shown_revision=-1,
        moved_at=100.0,
        created_at=100.0,
    )
    assert await store.load(game.id) == game
    assert await store.game_in(CHANNEL) == game
    assert isinstance(game.status, Status)


async def test_games_survive_a_restart(store: SqliteStore) -> None:
    game = await begin(store)
    await store.close()
    again = await SqliteStore.open(store._database.path)
    assert await again.unfinished() == (game,)
    await again.close()


async def test_names_ids_and_seatless_games_come_back_unchanged(store: SqliteStore) -> None:
    seats = tuple(Seat(2**62 + n, name) for n, name in enumerate(("", "🚂", "O'Neil; --", "שלום", "x" * 200)))
    game = await begin(store, seats)
    empty = await begin(store, (), channel=2)
    assert await store.unfinished() == (game, empty)
    assert game.seats == seats
    assert empty.seats == ()


async def test_what_does_not_exist_is_none(store: SqliteStore) -> None:
    assert await store.load(1) is None
    assert await store.game_in(1) is None
    assert await store.unfinished() == ()


async def test_a_channel_has_one_unfinished_game(store: SqliteStore) -> None:
    game = await begin(store)
    with pytest.raises(ChannelTaken) as taken:
        await begin(store)
    assert taken.value.game == game
    other = await begin(store, channel=CHANNEL + 1)
    assert await store.unfinished() == (game, other)


async def test_a_game_that_ended_frees_its_channel_and_is_kept(store: SqliteStore) -> None:
    game = await begin(store)
    await store.append(game.id, 0, step("stop", status=Status.STOPPED))
    assert await store.game_in(CHANNEL) is None
    assert await store.unfinished() == ()
    ended = await store.load(game.id)
    assert ended is not None
    assert ended.status is Status.STOPPED
    assert ended.status.ended
    assert (await begin(store)).id > game.id


async def test_a_lobby_changes_at_its_revision_only(store: SqliteStore) -> None:
    game = await begin(store)
    seats = (*SEATS, Seat(5, "Di"))
    wanted = replace(game, seats=seats, rules="{}", host_id=BO)
    revision = await store.save_lobby(wanted, at=150.0)
    assert revision == 1
    changed = replace(wanted, moved_at=150.0, revision=1)
    assert await store.load(game.id) == changed
    with pytest.raises(StaleRevision) as stale:
        await store.save_lobby(replace(game, seats=(), rules="[]"), at=160.0)
    assert (stale.value.game_id, stale.value.revision) == (game.id, 0)
    assert await store.load(game.id) == changed


async def test_a_lobby_can_change_how_many_it_waits_for_and_its_language(store: SqliteStore) -> None:
    game = await begin(store)
    await store.save_lobby(replace(game, wanted=6, language="nb"), at=1.0)
    loaded = await store.load(game.id)
    assert loaded is not None
    assert (loaded.wanted, loaded.language) == (6, "nb")


async def test_a_lobby_can_be_given_up(store: SqliteStore) -> None:
    game = await begin(store)
    await store.save_lobby(replace(game, status=Status.STOPPED), at=1.0)
    assert await store.game_in(CHANNEL) is None


async def test_a_running_game_is_no_lobby(store: SqliteStore) -> None:
    game = await begin(store)
    await store.append(game.id, 0, step("deal"))
    with pytest.raises(StaleRevision):
        await store.save_lobby(replace(game, revision=1), at=1.0)


async def test_shown_only_rises_for_one_message_and_starts_afresh_for_another(store: SqliteStore) -> None:
    game = await begin(store)

    async def note(revision: int, message: int | None, at: float) -> tuple[int, int | None, float]:
        await store.shown(game.id, revision, message, at)
        loaded = await store.load(game.id)
        assert loaded is not None
        assert loaded.revision == 0
        return loaded.shown_revision, loaded.message_id, loaded.message_at

    assert await note(4, 900, 10.0) == (4, 900, 10.0)
    assert await note(3, 900, 10.0) == (4, 900, 10.0)
    assert await note(5, 900, 10.0) == (5, 900, 10.0)
    assert await note(2, 901, 20.0) == (2, 901, 20.0)
    assert await note(-1, None, 0.0) == (-1, None, 0.0)


async def test_a_step_can_leave_the_old_message_behind(store: SqliteStore) -> None:
    game = await begin(store)
    await store.shown(game.id, 0, 900, 10.0)
    await store.append(game.id, 0, step("deal", new_message=True))
    loaded = await store.load(game.id)
    assert loaded is not None
    assert (loaded.message_id, loaded.message_at, loaded.shown_revision) == (None, 0.0, 0)


async def test_an_end_that_nobody_saw_is_found(store: SqliteStore) -> None:
    seen, unseen = await begin(store, channel=1), await begin(store, channel=2)
    await begin(store, channel=3)
    assert await store.unshown() == ()
    for game in (seen, unseen):
        await store.append(game.id, 0, step("stop", status=Status.STOPPED))
    await store.shown(seen.id, 1, 900, 10.0)
    await store.shown(unseen.id, 0, 901, 10.0)
    assert await store.unshown() == (await store.load(unseen.id),)


@pytest.mark.parametrize(("user_id", "computer"), [(None, None), (1, "careful")])
def test_a_seat_holds_either_a_person_or_a_computer(user_id: int | None, computer: str | None) -> None:
    with pytest.raises(ValueError, match="either"):
        Seat(user_id, "Ann", computer)


async def test_texts_are_remembered_replaced_and_forgotten(store: SqliteStore) -> None:
    assert await store.recall("guild:7:language") is None
    await store.remember("guild:7:language", "nb")
    await store.remember("user:7:language", "gl")
    await store.remember("guild:7:language", "da")
    assert await store.recall("guild:7:language") == "da"
    await store.remember("guild:7:language", None)
    assert await store.recall("guild:7:language") is None
    assert await store.recall("user:7:language") == "gl"


async def test_a_closed_store_says_so(store: SqliteStore) -> None:
    await store.close()
    await store.close()
    with pytest.raises(StorageError, match="has been closed"):
        await store.unfinished()
    with pytest.raises(StorageError, match="has been closed"):
        await store.backup(store._database.path.with_name("copy.db"))


async def test_time_that_the_program_slept_counts_against_nobody(store: SqliteStore) -> None:
    game = await begin(store)
    row = (LogRow(0, None, "deal", 1),)
    await store.append(game.id, 0, Step(row, Status.PLAYING, "{}", moved_at=100.0, deadline=160.0))
    await store.wake(90.0)
    await store.alive(130.0)
    await store.wake(1130.0)
    slept = await store.load(game.id)
    assert slept is not None
    assert (slept.moved_at, slept.deadline) == (1100.0, 1160.0)
    await store.wake(1130.0)
    assert await store.load(game.id) == slept


async def test_a_message_from_before_a_new_one_was_asked_for_is_not_noted(store: SqliteStore) -> None:
    game = await begin(store)
    await store.shown(game.id, 0, 5, 50.0)
    row = (LogRow(1, None, "deal", 1),)
    await store.append(game.id, 0, Step(row, Status.PLAYING, "{}", moved_at=100.0, new_message=True))
    await store.shown(game.id, 0, 5, 50.0)  # was under way while the next round was dealt
    late = await store.load(game.id)
    assert late is not None
    assert late.message_id is None
    await store.shown(game.id, 1, 6, 60.0)
    new = await store.load(game.id)
    assert new is not None
    assert (new.message_id, new.shown_revision) == (6, 1)
