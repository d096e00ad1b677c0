"""Why something is refused: one sentence each, which says what to do instead."""

from __future__ import annotations

from enum import StrEnum

from game.words import N_


class Refusal(StrEnum):
    """The reasons for refusing a move; the value is the message id of a sentence for the player."""

    OVER = N_("This round is over.")
    NO_SUCH_PLACE = N_("There is no such place on the table; look at the board and choose again.")
    NOT_IN_HAND = N_("That tile is not in your hand.")
    DOES_NOT_FIT = N_("That tile does not fit there: one of its halves must equal the number at the end.")
    CLOSED = N_("You may not play on that train now; play on your own train or on one that is open.")
    COVER_FIRST = N_("An open double comes first: cover it, or draw or pass if you cannot.")
    OLDEST_FIRST = N_("Of several open doubles the oldest comes first: cover that one.")
    HUB_FIRST = N_("The trains in the middle come first: start the next one.")
    OWN_TRAIN_FIRST = N_("In the first turn only your own train counts.")
    TOO_EARLY = N_("A Mexican train may be started from your second turn on.")
    MUST_PLAY = N_("You have a tile that fits, so you must play it.")
    LAY_OR_END = N_("Your first turn is under way: lay another tile that fits, or end it.")
    MUST_DRAW = N_("Draw a tile first; you may pass only after that.")
    CANNOT_DRAW = N_("You have drawn already; pass if nothing fits.")
    NO_DRAW_YET = N_("Nobody draws in the first turn; pass if you cannot start your train.")
    BONEYARD_EMPTY = N_("The boneyard is empty; pass if nothing fits.")
    NOT_OPENING = N_("Only an opening turn is ended by hand, after at least one tile.")
    NO_KNOCK_OWED = N_("There is no knock to make now.")
    NOT_CATCHABLE = N_("That player cannot be caught: the knock was made, is not owed, or it is too early.")


class MoveRefused(Exception):
    """A move that is not legal, and the reason for it."""

    def __init__(self, reason: Refusal) -> None:
        super().__init__(reason.value)
        self.reason = reason


class RulesError(Exception):
    """Rules that cannot be; `sentence` is a message id to be formatted with `values`."""

    def __init__(self, sentence: str, **values: object) -> None:
        super().__init__(sentence.format(**values))
        self.sentence = sentence
        self.values = values
