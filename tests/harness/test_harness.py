"""The harness itself, tried on a toy bot: it shows what is there, and catches what it must."""

from __future__ import annotations

import asyncio
import io
import os
import re
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any

import aiosqlite
import discord
import pytest
import pytest_asyncio
from discord.ext import tasks
from PIL import Image

from .requests import RequestValidator
from .toy import Toy
from .world import World


@pytest_asyncio.fixture
async def world() -> AsyncIterator[World]:
    async with World(Toy) as world:
        yield world


async def test_a_click_edits_the_message_and_its_picture_in_place(world: World) -> None:
    alice, bob = world.people["Alice"], world.people["Bob"]
    table = (await world.slash(alice, "toy new", start=4)).message
    assert table is not None
    answer = await world.click(bob, table, "Press")
    assert answer.kind == "update"
    assert answer.message == table
    assert world.public_messages() == [table] == world.bot_messages()
    assert table.text == "Pressed 5 times"
    assert table.alt_texts == ["Board 5"]
    (png,) = table.pictures
    assert Image.open(io.BytesIO(png)).width == 105
    attachment = table.handle.attachments[0]
    assert await attachment.read() == png


async def test_a_select_is_chosen_from_by_value_or_label(world: World) -> None:
    alice = world.people["Alice"]
    table = (await world.slash(alice, "toy new")).message
    assert table is not None
    await world.choose(alice, table, "7", placeholder="How many?")
    assert table.text == "Pressed 7 times"
    await world.choose(alice, table, label="3 tiles")
    assert table.text == "Pressed 3 times"
    with pytest.raises(AssertionError, match="0 of the buttons match"):
        await world.click(alice, table, "Nowhere")


async def test_an_ephemeral_message_is_seen_by_its_owner_only(world: World) -> None:
    alice, bob = world.people["Alice"], world.people["Bob"]
    table = (await world.slash(alice, "toy new")).message
    assert table is not None
    hand = await world.click(alice, table, custom_id=re.compile("hand$"))
    assert hand.ephemeral
    assert hand.text == "secret of Alice"
    assert world.ephemeral_messages(alice) == [hand.message]
    assert world.ephemeral_messages(bob) == []
    assert any("secret of Alice" in sent.text for sent in world.seen_by(alice))
    assert not any("secret of Alice" in sent.text for sent in world.seen_by(bob))
    assert [sent.files for sent in world.seen_by(bob)] == [tuple(table.pictures)]


async def test_timers_run_when_the_clock_is_advanced_and_only_then(world: World) -> None:
    alice = world.people["Alice"]
    table = (await world.slash(alice, "toy new")).message
    assert table is not None
    start = world.now()
    await world.click(alice, table, "Later")
    await world.advance(44)
    assert table.text == "Pressed 0 times"
    await world.advance(1)
    assert table.text == "Pressed 10 times"
    assert world.now() == start + 45


async def until_event(log: list[str]) -> None:
    await asyncio.Event().wait()


async def until_queue_with_wait_for(log: list[str]) -> None:
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(asyncio.Queue[int]().get(), 60)
    log.append("done")


async def until_condition_within_timeout(log: list[str]) -> None:
    condition = asyncio.Condition()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(60), condition:
            await condition.wait()
    log.append("done")


async def until_sleep_is_over(log: list[str]) -> None:
    await asyncio.gather(asyncio.sleep(60), asyncio.sleep(1))
    log.append("done")


async def until_sleeper_frees_lock(log: list[str]) -> None:
    lock = asyncio.Lock()

    async def hold() -> None:
        async with lock:
            await asyncio.sleep(60)

    async with asyncio.TaskGroup() as group:
        group.create_task(hold())
        await asyncio.sleep(0)
        async with lock:
            log.append("done")


async def until_wait_gives_up(log: list[str]) -> None:
    slow = asyncio.create_task(asyncio.sleep(100))
    await asyncio.wait({slow}, timeout=60)
    log.append("done")


async def until_database_has_answered(log: list[str]) -> None:
    async with aiosqlite.connect(":memory:") as database, database.execute("SELECT 'done at once'") as rows:
        log.extend([row[0] async for row in rows])


async def until_ticker_has_ticked(log: list[str]) -> None:
    @tasks.loop(seconds=60, count=2)
    async def tick() -> None:
        log.append("done at once" if not log else "done")

    await tick.start()


@pytest.mark.parametrize(
    "wait",
    [
        until_event,
        until_queue_with_wait_for,
        until_condition_within_timeout,
        until_sleep_is_over,
        until_sleeper_frees_lock,
        until_wait_gives_up,
        until_database_has_answered,
        until_ticker_has_ticked,
    ],
)
async def test_a_task_that_waits_holds_up_nobody(
    world: World, wait: Callable[[list[str]], Coroutine[Any, Any, None]]
) -> None:
    alice = world.people["Alice"]
    bot: Any = world.env.bot
    table = (await world.slash(alice, "toy new")).message
    assert table is not None
    log: list[str] = []
    bot.chore = lambda: wait(log)
    started = time.perf_counter()
    await world.click(alice, table, "Chore")
    assert time.perf_counter() - started < 1
    assert log in ([], ["done at once"])
    await world.advance(60)
    assert wait is until_event or log[-1].startswith("done")
    assert table.text == "Pressed 0 times"


async def test_a_task_that_fails_fails_the_run(world: World) -> None:
    alice = world.people["Alice"]
    bot: Any = world.env.bot
    table = (await world.slash(alice, "toy new")).message
    assert table is not None

    async def chore() -> None:
        raise RuntimeError("broken chore")

    bot.chore = chore
    await world.click(alice, table, "Chore")
    with pytest.raises(AssertionError, match="broken chore"):
        world.check()
    world.take_errors()


async def test_buttons_work_after_a_restart(world: World) -> None:
    alice = world.people["Alice"]
    table = (await world.slash(alice, "toy new", start=4)).message
    assert table is not None
    first = world.env.bot
    await world.restart()
    assert world.env.bot is not first
    assert first.is_closed()
    await world.click(alice, table, "Press")
    assert table.text == "Pressed 1 times"
    await world.restart(crash=True)
    await world.click(alice, table, "Press")


async def test_threads_are_waited_for(world: World) -> None:
    alice = world.people["Alice"]
    table = (await world.slash(alice, "toy new")).message
    assert table is not None
    await world.click(alice, table, "Thread")
    assert table.text == "Pressed 43 times"


async def test_work_can_be_done_in_the_bot_s_name(world: World) -> None:
    async def work() -> float:
        await asyncio.sleep(0)
        return asyncio.get_running_loop().time()

    await world.advance(100)
    assert await world.as_bot(work()) == pytest.approx(100)


async def test_two_people_can_click_at_the_same_instant(world: World) -> None:
    alice, bob = world.people["Alice"], world.people["Bob"]
    table = (await world.slash(alice, "toy new")).message
    assert table is not None
    answers = await world.together(world.click(alice, table, "Press"), world.click(bob, table, "Press"))
    assert [answer.kind for answer in answers] == ["update", "update"]
    assert table.text == "Pressed 2 times"


async def test_the_client_s_language_reaches_the_bot(world: World) -> None:
    world.speak(world.people["Bob"], "de")
    await world.slash(world.people["Bob"], "toy new")
    bot: Any = world.env.bot
    assert bot.locales == ["de"]


async def test_an_injected_fault_reaches_the_bot_as_an_http_error(world: World) -> None:
    alice = world.people["Alice"]
    table = (await world.slash(alice, "toy new")).message
    assert table is not None
    world.inject_error("POST", "/interactions/*/callback", status=400)
    await world.click(alice, table, "Press", answered=False)
    (record,) = world.take_errors()
    assert record.exc_info
    assert isinstance(record.exc_info[1], discord.HTTPException)


async def test_an_exception_in_a_dynamic_item_fails_the_run() -> None:
    async with World(Toy) as world:
        alice = world.people["Alice"]
        table = (await world.slash(alice, "toy new")).message
        assert table is not None
        await world.click(alice, table, "Fail")
        with pytest.raises(AssertionError, match=r"logged by discord.ui.view: .*Press.*\n(.*\n)*.*broken toy"):
            world.check()
        world.take_errors()


async def test_a_click_without_an_answer_fails(world: World) -> None:
    alice = world.people["Alice"]
    table = (await world.slash(alice, "toy new")).message
    assert table is not None
    with pytest.raises(AssertionError, match="the button 'Silent' was not answered"):
        await world.click(alice, table, "Silent")
    with pytest.raises(AssertionError, match="was never answered"):
        world.check()
    world.take_errors()
    world.check()


async def test_a_select_of_26_options_is_refused(world: World) -> None:
    alice = world.people["Alice"]
    table = (await world.slash(alice, "toy new")).message
    assert table is not None
    await world.click(alice, table, "Wide", answered=False)
    world.take_errors()
    if not os.environ.get("DISCORD_OPENAPI"):
        pytest.skip("DISCORD_OPENAPI is not set")
    (problem,) = world.bad_requests()
    assert "26 items, at most 25" in problem
    world.env.http_requests.clear()


def test_the_validator_knows_limits_that_discord_only_writes_down() -> None:
    path = os.environ.get("DISCORD_OPENAPI")
    if not path:
        pytest.skip("DISCORD_OPENAPI is not set")
    validator = RequestValidator(Path(path))
    button = {"type": 2, "style": 1, "label": "Go", "custom_id": "same"}
    body = {"flags": 1 << 15, "components": [{"type": 1, "components": [button, button]}]}
    problems = [str(problem) for problem in validator.check("POST", "/channels/1/messages", body)]
    assert problems == [
        "#0 POST /channels/1/messages: [rule] components[0].components[1]: "
        "duplicate custom_id 'same' (also components[0].components[0])"
    ]
    assert validator.check("POST", "/channels/1/nonsense", body)[0].kind == "route"
