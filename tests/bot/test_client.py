"""What the bot asks Discord for."""

from __future__ import annotations

from bot.client import intents


def test_no_privileged_intent_is_asked_for() -> None:
    asked = {name for name, wanted in intents() if wanted}
    assert asked == {"guilds", "guild_messages"}
