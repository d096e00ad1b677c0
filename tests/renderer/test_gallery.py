"""The gallery: pictures of played games, each with its alt text."""

from __future__ import annotations

from pathlib import Path

import pytest

from renderer import gallery
from renderer.__main__ import main


def test_the_gallery_writes_pictures_and_their_alt_texts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(gallery, "SCENES", (gallery.Scene("small", "club", 2, rounds=1),))
    assert main(["gallery", str(tmp_path / "out")]) == 0
    written = capsys.readouterr().out.split()
    pictures = [Path(name) for name in written if "contact" not in name]
    assert len(pictures) == 9
    assert len(written) == 12
    for path in pictures:
        assert path.read_bytes()[:4] in (b"\x89PNG", b"GIF8")
        assert path.with_suffix(".txt").read_text("utf-8")


def test_a_wrong_command_says_how_it_is_used(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["paint"]) == 2
    assert "gallery FOLDER" in capsys.readouterr().err
