"""Taking a move back."""

from __future__ import annotations

import pytest

from bot.errors import Refused
from game.record import load_record
from game.report import report
from storage.models import Status
from tests.end_to_end.group import Group, forge
from tests.end_to_end.positions import dealt, put
from tests.harness import World

HANDS = ["12-1 1-2 2-3 5-6 7-7 8-8", "12-2 2-4 4-9 9-9 3-8 10-10", "12-3 3-6 6-7 7-9 5-8 11-11"]
BONEYARD = "0-1 0-2 0-3 0-5"


async def test_against_computers_a_move_is_taken_back_at_once(world: World) -> None:
    group = Group(world, "Alice")
    await group.start(computers=1, rounds=1)
    await put(group, dealt(HANDS[:2], BONEYARD))
    before = group.table.match
    await group.move("Alice")
    assert group.table.match != before
    answer = await world.click(world.people["Alice"], group.hands["Alice"], "Take back")
    assert "it is your turn again" in answer.text
    assert group.table.match == before
    await group.move("Alice")
    await world.advance(30)
    assert group.table.revision > 0


async def test_another_person_has_to_agree(world: World) -> None:
    group = Group(world, "Alice", "Bob", "Carol")
    await group.start(rounds=1)
    await put(group, dealt(HANDS, BONEYARD))
    before = group.table.match
    await group.move("Alice")
    await world.click(world.people["Alice"], group.hands["Alice"], "Take back")
    question = next(message for message in world.bot_messages() if "take the last move back" in message.text)
    mine = await world.click(world.people["Alice"], question, "Agree")
    assert "Another player has to agree" in mine.text
    outsider = await world.click(world.people["Dave"], question, "Agree")
    assert "not at this table" in outsider.text
    await world.click(world.people["Carol"], question, "Agree")
    assert group.table.match == before
    assert question.deleted


async def test_who_is_played_by_a_computer_cannot_agree(world: World) -> None:
    group = Group(world, "Alice", "Bob", "Carol")
    await group.start(rounds=1)
    await put(group, dealt(HANDS, BONEYARD))
    await world.as_bot(group.table.quit(world.people["Carol"].id))
    await group.move("Alice")
    after = group.table.match
    await world.click(world.people["Alice"], group.hands["Alice"], "Take back")
    with pytest.raises(Refused):
        await world.as_bot(group.table.agree(world.people["Carol"].id))
    assert group.table.match == after
    await world.as_bot(group.table.agree(world.people["Bob"].id))
    assert group.table.match != after


async def test_taking_back_is_a_row_of_the_log_and_restores_what_is_stored(world: World) -> None:
    group = Group(world, "Alice")
    await group.start(computers=1, rounds=1)
    await put(group, dealt(HANDS[:2], BONEYARD))
    before, revision = group.table.match, group.table.revision
    await group.move("Alice")
    rows = group.table.revision
    await world.click(world.people["Alice"], group.hands["Alice"], "Take back")
    log = await world.as_bot(group.bot.store.log(group.table.id))
    assert log[-1][0] == rows + 1 == group.table.revision
    assert log[-1][1].move == f"undo>{revision}"
    await world.restart(crash=True)
    assert group.table.match == before


async def test_once_the_next_player_has_acted_it_is_too_late(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start(rounds=1)
    await put(group, dealt(HANDS[:2], BONEYARD))
    await group.move("Alice")
    hand = group.hands["Alice"]
    await world.click(world.people["Alice"], hand, "Take back")
    question = next(message for message in world.bot_messages() if "take the last move back" in message.text)
    await group.move("Bob")
    assert question.deleted, "the question goes away with its answer"
    late = await forge(world, world.people["Alice"], hand, f"cg1:{group.table.id}:undo")
    assert "nothing to take back" in late.text


async def test_after_a_drawn_tile_nothing_is_taken_back(world: World) -> None:
    group = Group(world, "Alice")
    await group.start(computers=1, rounds=1)
    await put(group, dealt(["9-8 8-7", "12-2 2-4"], "0-1 0-2 0-3", opening="single", own_train_first=False))
    await group.move("Alice")
    assert "Take back" not in group.hands["Alice"].buttons


async def test_records_leave_out_what_was_taken_back(world: World) -> None:
    group = Group(world, "Alice")
    await group.start(computers=1, rounds=2)
    taken = False
    for _ in range(400):
        if group.table.status is not Status.PLAYING:
            break
        if group.to_move() and group.table.has_choice:
            await group.move("Alice")
            if not taken and "Take back" in group.hands["Alice"].buttons:
                await world.click(world.people["Alice"], group.hands["Alice"], "Take back")
                taken = True
        else:
            await world.advance(5)
    assert taken
    assert group.table.status is Status.BETWEEN
    assert group.table.match is not None
    answer = await world.slash(world.people["Alice"], "train export")
    assert answer.message is not None
    record = load_record(await answer.message.handle.attachments[0].read())
    assert report(record)["rounds"][0]["scores"] == list(group.table.match.results[0].scores)


async def test_a_move_can_be_taken_back_after_a_restart(world: World) -> None:
    group = Group(world, "Alice")
    await group.start(computers=1, rounds=1)
    await put(group, dealt(HANDS[:2], BONEYARD))
    before = group.table.match
    await group.move("Alice")
    await world.restart()
    hand = await group.open_hand("Alice")
    await world.click(world.people["Alice"], hand, "Take back")
    assert group.table.match == before


@pytest.mark.parametrize("crash", [False, True])
async def test_a_wish_to_take_back_is_still_open_after_a_restart(world: World, crash: bool) -> None:
    group = Group(world, "Alice", "Bob", "Carol")
    await group.start(rounds=1)
    await put(group, dealt(HANDS, BONEYARD))
    before = group.table.match
    await group.move("Alice")
    await world.click(world.people["Alice"], group.hands["Alice"], "Take back")
    await world.restart(crash=crash)
    [question] = [message for message in world.bot_messages() if "take the last move back" in message.text]
    await world.click(world.people["Carol"], question, "Agree")
    assert group.table.match == before
    assert question.deleted


async def test_who_comes_back_to_agree_can_agree(world: World) -> None:
    group = Group(world, "Alice", "Bob", "Carol")
    await group.start(rounds=1)
    await put(group, dealt(HANDS, BONEYARD))
    before = group.table.match
    await group.move("Alice")
    await world.as_bot(group.table.gone(world.people["Carol"].id))
    await world.click(world.people["Alice"], group.hands["Alice"], "Take back")
    [question] = [message for message in world.bot_messages() if "take the last move back" in message.text]
    await world.click(world.people["Carol"], question, "Agree")
    assert group.table.match == before
    assert question.deleted


async def test_computers_wait_while_somebody_is_asked(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start(computers=1, rounds=1)
    await put(group, dealt(HANDS, BONEYARD))
    await group.move("Alice")
    await group.move("Bob")
    await world.advance(3)
    revision = group.table.revision
    await world.click(world.people["Bob"], group.hands["Bob"], "Take back")
    await world.advance(15)
    assert group.table.revision == revision, "Alice has time to agree"
    await world.advance(6)
    assert group.table.revision > revision, "but not for ever"


async def test_the_question_is_put_once_and_goes_after_a_restart_too(world: World) -> None:
    group = Group(world, "Alice", "Bob", "Carol")
    await group.start(rounds=1)
    await put(group, dealt(HANDS, BONEYARD))
    await group.move("Alice")
    hand = group.hands["Alice"]
    await world.click(world.people["Alice"], hand, "Take back")
    again = await forge(world, world.people["Alice"], hand, f"cg1:{group.table.id}:undo")
    assert "asked already" in again.text
    questions = [message for message in world.bot_messages() if "take the last move back" in message.text]
    assert len(questions) == 1
    await world.restart()
    await group.move("Bob")
    assert questions[0].deleted
