"""The hand: whose it is, and that everything legal can be done in it."""

from __future__ import annotations

import re

import pytest

from game.match import Match
from game.moves import Act, Play
from game.presets import PRESETS
from game.tiles import Tile
from storage.models import LogRow, Status
from tests.end_to_end.group import Group, forge, moves_in
from tests.end_to_end.positions import dealt, everything_in_two_hands, match_of, played, put, start_short
from tests.harness import Message, World


async def test_a_hand_opens_by_button_and_by_command_and_only_for_its_owner(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start()
    by_button = await group.open_hand("Bob")
    assert by_button.ephemeral
    assert by_button.audience == world.people["Bob"].id
    by_command = (await world.slash(world.people["Bob"], "train hand")).message
    assert by_command is not None
    assert by_command.audience == world.people["Bob"].id
    assert by_command.pictures == by_button.pictures if not by_button.deleted else True
    assert by_button.deleted, "the hand is open once"
    for answer in (
        await world.click(world.people["Carol"], group.board, "My hand"),
        await world.slash(world.people["Carol"], "train hand"),
    ):
        assert answer.ephemeral
        assert "not at this table" in answer.text
        assert not answer.message.pictures if answer.message else False


async def test_a_hand_before_the_start_and_without_a_game_is_a_sentence(world: World) -> None:
    assert "no game" in (await world.slash(world.people["Alice"], "train hand")).text
    await Group(world, "Alice").sit_down()
    assert "not started" in (await world.slash(world.people["Alice"], "train hand")).text


async def test_an_opening_is_laid_tile_by_tile_and_ended(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start()
    await put(group, dealt(["12-1 1-2 2-3 5-6", "12-4 4-5 8-9"], "0-1 0-2 0-3 0-5"))
    alice = world.people["Alice"]
    hand = await group.open_hand("Alice")
    assert [label for label in hand.buttons if label.startswith("Lay train")] == ["Lay train (3 tiles)"]
    assert "End turn" not in hand.buttons
    before = group.table.revision
    await world.choose(alice, hand, "12-1>1")
    assert "Lay train (2 tiles)" in hand.buttons
    await world.choose(alice, hand, hand.options[0])
    await world.click(alice, hand, "End turn")
    assert [row.move for _, row in (await log(group))[-3:]] == ["12-1>1", "2-1>1", "end"]
    assert group.table.revision == before + 3
    assert hand.buttons == ["Take back"]
    assert "Bob" in hand.text


async def test_lay_train_is_one_click_one_row_a_move_and_one_board(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start()
    await put(group, dealt(["12-1 1-2 2-3 5-6", "12-4 4-5 8-9"], "0-1 0-2 0-3 0-5"))
    hand = await group.open_hand("Alice")
    boards = sum("board_" in sent.text for sent in world.sent)
    before = group.table.revision
    await world.click(world.people["Alice"], hand, re.compile("^Lay train"))
    assert [row.move for _, row in (await log(group))[-4:]] == ["12-1>1", "2-1>1", "3-2>1", "end"]
    assert group.table.revision == before + 4
    assert sum("board_" in sent.text for sent in world.sent) == boards + 1
    assert group.to_move() == "Bob"


async def test_a_drawn_tile_that_does_not_fit_passes_by_itself_and_is_told(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start()
    match = dealt(["5-6 7-8", "12-4 4-5 8-9"], "0-1 0-2 0-3", opening="single", opening_draw=True)
    await put(group, match)
    alice = world.people["Alice"]
    hand = await group.open_hand("Alice")
    assert hand.buttons == ["Draw a tile"]
    assert not hand.options
    answer = await world.click(alice, hand, "Draw a tile")
    assert "You drew 1-0" in answer.text or "You drew 0-1" in answer.text
    assert "your train is open" in answer.text
    assert "Alice drew a tile and passed" in group.board.text
    assert "0-1" not in group.board.text
    assert "1-0" not in group.board.text
    assert [row.move for _, row in (await log(group))[-2:]] == ["draw", "pass"]
    assert group.to_move() == "Bob"


async def test_a_drawn_tile_that_fits_is_offered(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start()
    await put(group, dealt(["5-6 7-8", "12-4 4-5 8-9"], "12-1 0-2 0-3", opening="single", opening_draw=True))
    hand = await group.open_hand("Alice")
    await world.click(world.people["Alice"], hand, "Draw a tile")
    assert "You drew 12-1" in hand.text
    assert group.to_move() == "Alice"
    await world.click(world.people["Alice"], hand, re.compile("12-1"))
    assert group.to_move() == "Bob"


async def test_with_more_plays_than_a_menu_holds_the_tile_is_asked_first(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start()
    match = played(everything_in_two_hands(), many_plays)
    name = ("Alice", "Bob")[match.round.seat]
    await put(group, match)
    hand = await group.open_hand(name)
    wanted = {str(move) for move in match.round.legal}
    assert set(hand.options) == {move.split(">")[0] for move in wanted}
    assert all(len(c["options"]) <= 25 for c in hand.components if c["type"] == 3)
    seen = set()
    for tile in sorted(hand.options):
        menus = [c for c in hand.components if c["type"] == 3]
        menu = next(c for c in menus if any(option["value"] == tile for option in c["options"]))
        await world.choose(world.people[name], hand, tile, custom_id=menu["custom_id"])
        offered = places(hand)
        assert offered, tile
        assert all(Play(Tile.parse(tile), move.split(">")[1]) in match.round.legal for move in offered)
        seen |= offered
        await world.click(world.people[name], hand, "Another tile")
    assert seen == wanted
    tile = min(hand.options)
    menu = next(c for c in hand.components if tile in str(c.get("options")))
    await world.choose(world.people[name], hand, tile, custom_id=menu["custom_id"])
    before = group.table.revision
    ids = [c["custom_id"] for c in hand.components if re.search(r":\d+-\d+>", c.get("custom_id", ""))]
    if ids:
        await world.click(world.people[name], hand, custom_id=ids[0])
    else:
        await world.choose(world.people[name], hand, hand.options[0])
    assert group.table.revision > before


async def test_a_tile_with_more_places_than_a_menu_holds_has_more_menus(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.screens.hand.MAX_OPTIONS", 3)
    group = Group(world, "Alice", "Bob", "Carol", "Dave")
    await group.start()
    hands = ["12-1 12-2 3-4", "1-1 2-2", "3-3 4-4", "5-5 6-6"]
    match = dealt(
        hands, "0-2", opening="single", own_train_first=False, unstarted_trains_open=True, mexican_from_turn=1
    )
    await put(group, match)
    hand = await group.open_hand("Alice")
    assert set(hand.options) == {"12-1", "12-2"}
    await world.choose(world.people["Alice"], hand, "12-2")
    assert places(hand) == {"12-2>1", "12-2>2", "12-2>3", "12-2>4", "12-2>M1"}
    menus = [c for c in hand.components if c["type"] == 3]
    assert [len(menu["options"]) for menu in menus] == [3, 2]
    await world.choose(world.people["Alice"], hand, "12-2>M1", custom_id=menus[1]["custom_id"])
    assert group.table.match is not None
    assert [laid.place for laid in group.table.match.round.laid] == ["M1"]


def many_plays(match: Match) -> bool:
    return len(match.round.legal) > 30 and all(isinstance(move, Play) for move in match.round.legal)


def places(hand: Message) -> set[str]:
    """The moves that a hand offers, by button or menu."""
    ids = [c.get("custom_id", "").split(":") for c in hand.components if c["type"] == 2]
    return {one[3] for one in ids if len(one) == 4 and ">" in one[3]} | {
        value for value in hand.options if ">" in value
    }


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seed", range(3))
async def test_a_hand_offers_exactly_what_is_legal(world: World, preset: str, seed: int) -> None:
    """Along a game by chance; the screens are checked against Discord's limits on the way."""
    group = Group(world, "Alice", "Bob", "Carol", seed=seed)
    await group.start(preset=preset, rounds=1)
    for _ in range(12):
        if group.bot.tables.in_channel(world.channel.id) is None or group.table.status is not Status.PLAYING:
            return
        name = group.to_move()
        assert group.table.match is not None
        assert name is not None
        if not group.table.has_choice:
            await world.advance(5)
            continue
        hand = await group.open_hand(name)
        legal = set(group.table.match.round.legal)
        acts = {Act.DRAW: "Draw a tile", Act.PASS: "Pass", Act.END: "End turn"}
        assert {act for act, label in acts.items() if label in hand.buttons} == {m for m in legal if isinstance(m, Act)}
        assert places(hand) == {str(move) for move in legal if isinstance(move, Play)}
        assert not any(c["type"] == 3 and not c["options"] for c in hand.components)
        await group.move(name)
        if group.bot.tables.in_channel(world.channel.id) is None or group.table.status is not Status.PLAYING:
            return
        idle = await group.open_hand(next(one for one in group.names if one != group.to_move()))
        assert not places(idle)
        assert not moves_in(idle)


async def test_a_hand_refreshes_when_its_owners_turn_comes(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start(rounds=1)
    hand = await group.open_hand("Bob")
    assert not moves_in(hand)
    await group.move("Alice")
    assert group.to_move() == "Bob"
    assert any(label.startswith("Lay train") for label in hand.buttons) or "Pass" in hand.buttons
    assert len(world.ephemeral_messages(world.people["Bob"])) == 1


async def test_a_hand_that_was_being_sent_while_the_turn_came_is_not_left_behind(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start(rounds=1)
    await put(group, dealt(["12-1 1-2 2-3 5-6", "12-4 4-5 8-9"], "0-1 0-2 0-3 0-5"))
    alice = await group.open_hand("Alice")
    train = re.compile("^Lay train")
    await world.together(
        world.click(world.people["Bob"], group.board, "My hand"),
        world.click(world.people["Alice"], alice, train),
    )
    [hand] = world.ephemeral_messages(world.people["Bob"])
    assert group.to_move() == "Bob"
    assert hand.buttons, "the hand knows that it is its owner's turn"


async def test_my_hand_pressed_twice_at_once_leaves_one_hand(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start()
    bob = world.people["Bob"]
    await world.together(world.click(bob, group.board, "My hand"), world.click(bob, group.board, "My hand"))
    assert len(world.ephemeral_messages(bob)) == 1


async def test_a_whole_train_cannot_be_laid_later_on(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await group.start()
    match = played(match_of(2), lambda m: m.round.turns > 4 and len(m.round.legal) > 1)
    await put(group, match)
    name = group.to_move()
    assert name is not None
    hand = await group.open_hand(name)
    before = group.table.revision
    answer = await forge(world, world.people[name], hand, f"ct1:{group.table.id}:{before}:train")
    assert "opening" in answer.text
    assert group.table.revision == before


async def test_the_round_can_be_looked_at_after_it_has_ended(world: World) -> None:
    group = Group(world, "Alice", "Bob")
    await start_short(group, rounds=2)
    await group.play_round()
    hand = await world.slash(world.people["Alice"], "train hand")
    assert hand.ephemeral
    assert hand.message is not None
    assert not hand.message.buttons


async def log(group: Group) -> list[tuple[int, LogRow]]:
    return list(await group.world.as_bot(group.bot.store.log(group.table.id)))
