"""Pictures of played games, to look at: boards, hands, round ends and score sheets, at full size and as on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from gettext import NullTranslations
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Final

from PIL import Image

from game.dealing import shuffled
from game.match import Match, begin_match, next_round, play
from game.options import Value
from game.players import LEVELS
from game.rules import Rules
from game.view import view_of
from renderer.alt import board_alt, hand_alt, round_end_alt, score_sheet_alt
from renderer.board import draw_board
from renderer.hand import draw_hand
from renderer.people import Person
from renderer.scores import draw_round_end, draw_score_sheet
from renderer.text import board_text, hand_text

PHONE: Final = 400
"""How many pixels wide a phone shows a picture."""
NAMES: Final = (
    "Ann", "Bo", "Cyprien", "Dagny", "Eskil", "Fátima", "Gwen", "Håkon", "Ingeborg", "Joaquín", "Kō", "Lakshmi",
    "Maximiliane", "Nils",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Scene:
    """A game to be played, and the moments of it to be shown."""

    name: str
    preset: str
    seats: int
    changes: tuple[tuple[str, Value], ...] = ()
    rounds: int = 2
    seed: int = 1
    level: str = "simple"


SCENES: Final = (
    Scene("club-2", "club", 2),
    Scene("club-4", "club", 4),
    Scene("club-8", "club", 8),
    Scene("club-14", "club", 14, rounds=1),
    Scene("express-6", "express", 6),
    Scene("station-5", "station", 5, rounds=1),
    Scene("cuban-4", "cuban", 4),
    Scene("cuban-8", "cuban", 8, rounds=1),
    Scene("toes-8", "express", 8, (("toes", 3), ("tile_set", 18), ("hand_size", 20)), 1, 3, "random"),
    Scene("chicken-4", "chicken", 4),
    Scene("chicken-8", "chicken", 8, rounds=1),
    Scene("mexican-4", "club", 4, (("mexican_trains", 3), ("doubles", "next_covers"), ("double_order", "any"))),
)


def people(seats: int) -> list[Person]:
    """People for a table: every third is a computer."""
    return [Person(NAMES[seat], seat % 3 == 2) for seat in range(seats)]


def moments(scene: Scene) -> Iterator[Match]:
    """Every moment of a game."""
    rules = Rules.of(scene.preset, **dict(scene.changes)).for_seats(scene.seats)
    random = Random(scene.seed)
    choose = LEVELS[scene.level]
    match, _ = begin_match(rules, scene.seats, shuffled(rules, 0, random))
    for number in range(min(scene.rounds, rules.rounds)):
        if number:
            match, _ = next_round(match, shuffled(rules, number, random))
        yield match
        while match.round.legal:
            match, _ = play(match, choose(view_of(match, match.round.seat), random))
            yield match


def write_gallery(folder: Path) -> Iterator[Path]:
    """Draw all scenes into a folder; every picture is followed by its alt text, and what belongs to it."""
    folder.mkdir(parents=True, exist_ok=True)
    words = NullTranslations()
    for scene in SCENES:
        seen = list(moments(scene))
        table = people(scene.seats)
        last = [match for match in seen if match.number == seen[-1].number]
        for part, share in (("early", 0.12), ("middle", 0.55), ("late", 0.9)):
            match = last[int(share * (len(last) - 1))]
            view = view_of(match, None)
            name = f"{scene.name}-{part}"
            yield _write(folder, f"{name}-board", draw_board(view, table, words), board_alt(view, table, words))
            (folder / f"{name}-board-text.txt").write_text(board_text(view, table, words), "utf-8")
            hand = view_of(match, match.round.seat)
            yield _write(folder, f"{name}-hand", draw_hand(hand, table, words), hand_alt(hand, table, words))
            (folder / f"{name}-hand-text.txt").write_text(hand_text(hand, table, words), "utf-8")
        if not last[-1].round.ended:
            continue
        view = view_of(last[-1], None)
        picture, alt = draw_round_end(view, table, words), round_end_alt(view, table, words)
        yield _write(folder, f"{scene.name}-end", picture, alt)
        scores, winners = last[-1].scores, last[-1].winners
        sheet = draw_score_sheet(table, scores, words, winners=winners)
        yield _write(folder, f"{scene.name}-sheet", sheet, score_sheet_alt(table, scores, words, winners=winners))


def _write(folder: Path, name: str, picture: bytes, alt: str) -> Path:
    path = folder / f"{name}.png"
    path.write_bytes(picture)
    (folder / f"{name}.txt").write_text(alt, "utf-8")
    with Image.open(BytesIO(picture)) as full:
        small = full.convert("RGB").resize((PHONE, full.height * PHONE // full.width), Image.Resampling.LANCZOS)
    small.save(folder / f"{name}-phone.png")
    return path
