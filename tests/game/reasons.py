"""Whether the reason for a refusal is true, by the slow law."""

from __future__ import annotations

from typing import assert_never

from game.refusals import Refusal
from tests.game.slow_law import Pair, Story, pair, train
from tests.game.twins import everywhere, own_place


def is_true(reason: Refusal, story: Story, move: str) -> bool:
    """Whether all that the sentence of a refusal claims holds for this move, here and now."""
    if ">" not in move or not move[0].isdigit():
        return _is_true_of_an_act(reason, story, move)
    text, place = move.split(">")
    return _is_true_of_a_play(reason, story, pair(text), place)


def _is_true_of_an_act(reason: Refusal, story: Story, move: str) -> bool:
    legal = story.legal()
    seat = int(move.partition(">")[2] or 0) - 1
    truths = {
        Refusal.OVER: story.ended is not None,
        Refusal.NO_KNOCK_OWED: move.startswith("knock") and seat not in story.owing,
        Refusal.NOT_CATCHABLE: move.startswith("catch") and seat not in story.late,
        Refusal.NOT_OPENING: move == "end" and story.task != "go on",
        Refusal.LAY_OR_END: move in ("draw", "pass") and "end" in legal,
        Refusal.MUST_PLAY: move in ("draw", "pass") and all(">" in other for other in legal),
        Refusal.MUST_DRAW: move == "pass" and legal == {"draw"},
        Refusal.CANNOT_DRAW: move == "draw" and legal == {"pass"} and story.drawn,
        Refusal.NO_DRAW_YET: move == "draw"
        and legal == {"pass"}
        and story.task == "start"
        and not story.options["opening_draw"],
        Refusal.BONEYARD_EMPTY: move == "draw" and legal == {"pass"} and not story.boneyard,
    }
    return truths.get(reason, False)


def _is_true_of_a_play(reason: Refusal, story: Story, tile: Pair, place: str) -> bool:
    there = everywhere(story)
    first_turn = story.turns[story.seat] == 1
    may_lay_anywhere = story.task in ("turn", "again")
    fits = there.get(place) in tile
    binding = [double for double in story.open if story.binds(double)]
    match reason:
        case Refusal.OVER:
            return story.ended is not None
        case Refusal.NOT_IN_HAND:
            return tile not in story.hands[story.seat]
        case Refusal.NO_SUCH_PLACE:
            return place not in there
        case Refusal.DOES_NOT_FIT:
            return place in there and not fits
        case Refusal.COVER_FIRST:
            return story.task in ("cover", "bound") and story.covers.get(place) not in binding
        case Refusal.OLDEST_FIRST:
            return story.task == "bound" and story.covers.get(place) in binding[1:]
        case Refusal.HUB_FIRST:
            new = story.next_mexican()
            return may_lay_anywhere and bool(story.options["hub_first"] and new and place != new)
        case Refusal.OWN_TRAIN_FIRST:
            only_own = story.task in ("start", "go on") or bool(may_lay_anywhere and story.options["own_train_first"])
            return first_turn and only_own and not own_place(story, place)
        case Refusal.TOO_EARLY:
            return first_turn and place == story.next_mexican() and story.options["mexican_from_turn"] == 2
        case Refusal.CLOSED:
            return may_lay_anywhere and fits and not story.is_free(train(place))
        case (
            Refusal.MUST_PLAY
            | Refusal.LAY_OR_END
            | Refusal.MUST_DRAW
            | Refusal.CANNOT_DRAW
            | Refusal.NO_DRAW_YET
            | Refusal.BONEYARD_EMPTY
            | Refusal.NOT_OPENING
            | Refusal.NO_KNOCK_OWED
            | Refusal.NOT_CATCHABLE
        ):
            return False
        case _:
            assert_never(reason)
