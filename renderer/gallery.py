"""Pictures of played games, to look at: boards, hands, round ends and score sheets, at full size and as on a phone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from gettext import NullTranslations
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Final

from PIL import Image, ImageDraw

from game.dealing import shuffled
from game.match import Match, begin_match, next_round, play
from game.options import Value
from game.players import LEVELS
from game.rules import Rules
from game.view import view_of
from renderer.alt import board_alt, chart_alt, hand_alt, podium_alt, replay_alt, round_end_alt, score_sheet_alt
from renderer.board import draw_board
from renderer.hand import draw_hand
from renderer.hand_plan import Order
from renderer.people import Person
from renderer.replay import draw_replay
from renderer.scores import draw_chart, draw_podium, draw_round_end, draw_score_sheet
from renderer.text import board_text, hand_text
from renderer.theme import CONTRAST, DARK, LIGHT, Theme

PHONE: Final = 400
"""How many pixels wide a phone shows a picture."""
NAMES: Final = (
    "Ann", "Bo", "Cyprien", "Dagny", "Eskil", "Fátima", "Gwen", "Håkon", "Ingeborg", "Joaquín", "Kō", "Lakshmi",
    "Maximiliane", "Nils",
)  # fmt: skip
OTHER_NAMES: Final = (
    "Maximiliane von Hohenstein-Langenburg", "أحمد محمد", "מרדכי", "🚂 Bo 🎲", "नमस्ते", "", "Ἀχιλλεύς", "𝓕𝓪𝓷𝓬𝔂",
    "W", "Александр", "Bob אבג", "สวัสดี", "(╯°□°)╯", "Þórður",
)  # fmt: skip
_PARTS: Final = (("early", 0.12), ("middle", 0.55), ("late", 0.9))
_COLUMNS: Final = 4


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
    look: Theme = DARK
    names: tuple[str, ...] = NAMES
    faces: bool = False
    """Whether every second person has an avatar."""
    order: Order = Order.TRAIN


SCENES: Final = (
    Scene("club-2", "club", 2, faces=True),
    Scene("club-4", "club", 4, seed=33),
    Scene("club-4-light", "club", 4, seed=7, look=LIGHT, faces=True, order=Order.NUMBER),
    Scene("club-4-contrast", "club", 4, seed=8, look=CONTRAST, order=Order.PIPS),
    Scene("club-8", "club", 8, faces=True),
    Scene("club-14", "club", 14, rounds=1),
    Scene("club-14-light", "club", 14, rounds=1, seed=2, look=LIGHT, names=OTHER_NAMES, faces=True),
    Scene("six-3", "classic", 3, (("tile_set", 6), ("hand_size", 6)), rounds=7, seed=4),
    Scene("express-6", "express", 6, rounds=5),
    Scene("station-5", "station", 5, rounds=1, names=OTHER_NAMES),
    Scene("cuban-4", "cuban", 4, faces=True),
    Scene("cuban-8", "cuban", 8, rounds=1, look=CONTRAST),
    Scene("toes-8", "express", 8, (("toes", 3), ("tile_set", 18), ("hand_size", 20)), 1, 3, "random"),
    Scene("chicken-4", "chicken", 4, look=LIGHT),
    Scene("chicken-8", "chicken", 8, rounds=1, faces=True),
    Scene("mexican-4", "club", 4, (("mexican_trains", 3), ("doubles", "next_covers"), ("double_order", "any"))),
    Scene("whole-5", "club", 5, (("winner_bonus", 10), ("rounds", 13)), 13, 5, faces=True),
)


def people(seats: int, names: Sequence[str] = NAMES, *, faces: bool = False) -> list[Person]:
    """People for a table: every third is a computer, and with `faces` every second has an avatar."""
    return [
        Person(names[seat], seat % 3 == 2, avatar(seat) if faces and seat % 2 == 0 and seat % 3 != 2 else b"")
        for seat in range(seats)
    ]


def avatar(number: int) -> bytes:
    """A picture such as people have, for trying out: a head before a backdrop that shades off."""
    backdrop = Image.radial_gradient("L").resize((64, 64))
    hue = number * 73 % 256
    light, dark = (Image.new("HSV", (64, 64), colour).convert("RGB") for colour in ((hue, 110, 230), (hue, 190, 90)))
    picture = Image.composite(dark, light, backdrop)
    draw = ImageDraw.Draw(picture)
    draw.ellipse((10, 42, 54, 90), fill=(70 + number * 9 % 120, 60, 130 - number * 7 % 90))
    draw.ellipse((19, 13, 45, 43), fill=(241, 201, 168) if number % 3 else (150, 98, 66))
    draw.chord((17, 9, 47, 35), 180, 360, fill=(60, 38, 22) if number % 4 else (214, 166, 70))
    packed = BytesIO()
    picture.save(packed, "PNG")
    return packed.getvalue()


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
    """Draw all scenes into a folder, each picture with its alt text, and contact sheets of all at a phone's size."""
    folder.mkdir(parents=True, exist_ok=True)
    kinds: dict[str, list[Path]] = {"boards": [], "hands": [], "scores": []}
    for scene in SCENES:
        for kind, path in _scene(folder, scene):
            kinds[kind].append(path)
            yield path
    for kind, paths in kinds.items():
        if paths:
            sheet = folder / f"contact-{kind}.png"
            _contact_sheet([path.with_name(f"{path.stem}-phone.png") for path in paths]).save(sheet, optimize=True)
            yield sheet
    yield _replay(folder, SCENES[0])


def _scene(folder: Path, scene: Scene) -> Iterator[tuple[str, Path]]:
    words, look = NullTranslations(), scene.look
    seen = list(moments(scene))
    table = people(scene.seats, scene.names, faces=scene.faces)
    last = [match for match in seen if match.number == seen[-1].number]
    for part, share in _PARTS:
        match = last[int(share * (len(last) - 1))]
        view = view_of(match, None)
        name = f"{scene.name}-{part}"
        board = draw_board(view, table, words, look)
        yield "boards", _write(folder, f"{name}-board", board, board_alt(view, table, words))
        (folder / f"{name}-board-text.txt").write_text(board_text(view, table, words), "utf-8")
        hand = view_of(match, match.round.seat)
        picture = draw_hand(hand, table, words, look, order=scene.order)
        yield "hands", _write(folder, f"{name}-hand", picture, hand_alt(hand, table, words, scene.order))
        (folder / f"{name}-hand-text.txt").write_text(hand_text(hand, table, words, scene.order), "utf-8")
    end = last[-1]
    if not end.round.ended:
        return
    view = view_of(end, None)
    picture, alt = draw_round_end(view, table, words, look), round_end_alt(view, table, words)
    yield "scores", _write(folder, f"{scene.name}-end", picture, alt)
    scores, winners, out = end.scores, end.winners, [result.out for result in end.results]
    sheet = draw_score_sheet(table, scores, words, look, winners=winners, out=out)
    alt = score_sheet_alt(table, scores, words, winners=winners)
    yield "scores", _write(folder, f"{scene.name}-sheet", sheet, alt)
    if len(scores) > 1:
        chart = draw_chart(table, scores, words, look)
        yield "scores", _write(folder, f"{scene.name}-chart", chart, chart_alt(table, scores, words))
    if winners:
        podium = draw_podium(table, scores, words, look, winners=winners)
        alt = podium_alt(table, scores, words, winners=winners)
        yield "scores", _write(folder, f"{scene.name}-podium", podium, alt)


def _replay(folder: Path, scene: Scene) -> Path:
    """The first round of a scene as a moving picture."""
    words = NullTranslations()
    table = people(scene.seats, scene.names, faces=scene.faces)
    views = [view_of(match, None) for match in moments(replace(scene, rounds=1))]
    path = folder / f"{scene.name}-replay.gif"
    path.write_bytes(draw_replay(views, table, words, scene.look))
    path.with_suffix(".txt").write_text(replay_alt(views, table, words), "utf-8")
    return path


def _write(folder: Path, name: str, picture: bytes, alt: str) -> Path:
    path = folder / f"{name}.png"
    path.write_bytes(picture)
    (folder / f"{name}.txt").write_text(alt, "utf-8")
    with Image.open(BytesIO(picture)) as full:
        small = full.convert("RGB").resize((PHONE, full.height * PHONE // full.width), Image.Resampling.LANCZOS)
    small.save(folder / f"{name}-phone.png")
    return path


def _contact_sheet(paths: Sequence[Path]) -> Image.Image:
    """Pictures side by side, each column as full as the others."""
    gap = 8
    heights = [gap] * _COLUMNS
    placed: list[tuple[Image.Image, int, int]] = []
    for path in paths:
        with Image.open(path) as opened:
            small = opened.copy()
        column = heights.index(min(heights))
        placed.append((small, gap + column * (PHONE + gap), heights[column]))
        heights[column] += small.height + gap
    sheet = Image.new("RGB", (gap + _COLUMNS * (PHONE + gap), max(heights)), (128, 134, 142))
    for small, x, y in placed:
        sheet.paste(small, (x, y))
    return sheet
