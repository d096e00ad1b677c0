"""What can go wrong in the store, and how SQLite's codes read as sentences."""

import sqlite3
from pathlib import Path

from storage.models import SavedGame


class StorageError(Exception):
    """The database cannot be used just now; its text is one sentence that says why and what to do.

    Nothing of the change that raised it was kept, and the store can be used again once the cause is gone.
    """


class StaleRevision(Exception):
    """The game is not at the change's revision, has ended, or does not exist. Nothing changed."""

    def __init__(self, game_id: int, revision: int) -> None:
        super().__init__(f"game {game_id} has moved on from revision {revision}")
        self.game_id = game_id
        self.revision = revision


class ChannelTaken(Exception):
    """The channel already has an unfinished game, which is `game`. Nothing changed."""

    def __init__(self, game: SavedGame) -> None:
        super().__init__(f"channel {game.channel_id} already has the unfinished game {game.id}")
        self.game = game


_SENTENCES = {
    sqlite3.SQLITE_CANTOPEN: "Cannot open the database {path}: check that its folder exists and that"
    " this program may read and write there.",
    sqlite3.SQLITE_PERM: "The database {path} may not be read: give this program's user permission to it.",
    sqlite3.SQLITE_READONLY: "The database {path} cannot be written: give this program's user"
    " permission to write to the file and its folder.",
    sqlite3.SQLITE_NOTADB: "The file {path} is not a database: move it away, or choose another path.",
    sqlite3.SQLITE_CORRUPT: "The database {path} is damaged: stop the bot and put a backup in its place.",
    sqlite3.SQLITE_BUSY: "The database {path} is locked by another program: stop that program (a second bot?)"
    " and try again.",
    sqlite3.SQLITE_FULL: "There is no room to write the database {path}: free some space on its disk and try again.",
    sqlite3.SQLITE_IOERR: "The disk failed to read or write the database {path}: check it and try again.",
}


def storage_error(path: Path, error: sqlite3.Error) -> StorageError | None:
    """What to say of an error that the disk or another program caused; None where it is a bug of ours."""
    code = getattr(error, "sqlite_errorcode", None)
    sentence = _SENTENCES.get(code & 0xFF) if code is not None else None
    return StorageError(sentence.format(path=path)) if sentence else None
