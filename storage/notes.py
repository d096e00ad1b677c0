"""Small things to remember, each a text under a key."""

import aiosqlite


async def remember(db: aiosqlite.Connection, key: str, value: str | None) -> None:
    """See `SqliteStore.remember`."""
    if value is None:
        await db.execute("DELETE FROM settings WHERE key = ?", (key,))
    else:
        await db.execute("INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)", (key, value))


async def recall(db: aiosqlite.Connection, key: str) -> str | None:
    """See `SqliteStore.recall`."""
    for row in await db.execute_fetchall("SELECT value FROM settings WHERE key = ?", (key,)):
        return str(row["value"])
    return None
