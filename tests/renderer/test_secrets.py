"""Nothing that the viewer cannot see is in a picture or a sentence."""

from __future__ import annotations

from dataclasses import replace
from gettext import NullTranslations
from random import Random

import pytest

from game.match import Match
from game.play import begin
from game.round import Round
from game.tiles import mask_of, tiles_in
from game.view import View, view_for
from renderer.alt import board_alt, hand_alt
from renderer.board import draw_board
from renderer.gallery import people
from renderer.hand import draw_hand
from renderer.hand_plan import Order
from renderer.text import board_text, hand_text


def permuted(state: Round, viewer: int | None, random: Random) -> Round:
    """The same moment, with all tiles that the viewer cannot see in other places."""
    hidden = [tile for seat, hand in enumerate(state.hands) if seat != viewer for tile in tiles_in(hand)]
    hidden += state.boneyard
    random.shuffle(hidden)
    hands = []
    for seat, hand in enumerate(state.hands):
        if seat == viewer:
            hands.append(hand)
        else:
            count = hand.bit_count()
            hands.append(mask_of(hidden[:count]))
            del hidden[:count]
    deal = replace(state.deal, boneyard=(*state.deal.boneyard[: state.drawn], *hidden))
    return begin(state._replace(deal=deal, hands=tuple(hands)))


@pytest.mark.parametrize("seed", range(3))
def test_hidden_tiles_change_no_board_and_no_sentence(
    played: tuple[Match, ...], words: NullTranslations, seed: int
) -> None:
    random = Random(seed)
    match = random.choice([match for match in played if not match.round.ended])
    table = people(match.seats)

    def public(view: View) -> tuple[bytes, str, str]:
        return draw_board(view, table, words), board_alt(view, table, words), board_text(view, table, words)

    def own(view: View) -> list[tuple[bytes, str, str]]:
        return [
            (
                draw_hand(view, table, words, order=order),
                hand_alt(view, table, words, order),
                hand_text(view, table, words, order),
            )
            for order in Order
        ]

    for viewer in (None, match.round.seat, (match.round.seat + 1) % match.seats):
        before = view_for(match.round, viewer)
        after = view_for(permuted(match.round, viewer, random), viewer)
        assert public(before) == public(after)
        if viewer is not None:
            assert own(before) == own(after)
