"""Provable fairness: a commitment to each deal before the round, and its proof afterwards.

The commitment is the SHA-256 of a random salt, a space, and the tiles in the order in which they were dealt. The salt
is longer than anybody can guess, so the commitment tells nothing; afterwards anybody can work it out again.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable

from game.round import Deal
from game.tiles import Tile


def new_salt() -> str:
    """128 random bits as hexadecimal digits."""
    return secrets.token_hex(16)


def order_text(order: Iterable[Tile]) -> str:
    """The dealt order as text: tiles with spaces between."""
    return " ".join(map(str, order))


def dealt_order(deal: Deal) -> str:
    """The order in which a round was dealt, as text."""
    return order_text([tile for hand in deal.hands for tile in hand] + list(deal.boneyard))


def commitment(salt: str, order: str) -> str:
    """What is shown while the round runs: 64 hexadecimal digits."""
    return hashlib.sha256(f"{salt} {order}".encode()).hexdigest()
