"""Which permissions a table needs, in channels and in threads."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.errors import Refused
from bot.opening import check_permissions
from bot.words import words

EVERYTHING = discord.Permissions(
    view_channel=True, send_messages=True, send_messages_in_threads=True, attach_files=True, read_message_history=True
)


def check(channel: type, without: str) -> None:
    may = discord.Permissions(EVERYTHING.value)
    may.update(**{without: False})
    interaction: Any = SimpleNamespace(app_permissions=may, channel=object.__new__(channel))
    check_permissions(interaction, words("en"))


def test_a_thread_needs_its_own_permission_to_write_and_not_the_channels() -> None:
    check(discord.Thread, "send_messages")
    with pytest.raises(Refused) as refused:
        check(discord.Thread, "send_messages_in_threads")
    assert "Send Messages in Threads" in refused.value.said(words("en"))


def test_a_channel_needs_no_permission_for_threads() -> None:
    check(discord.TextChannel, "send_messages_in_threads")
    with pytest.raises(Refused) as refused:
        check(discord.TextChannel, "send_messages")
    assert refused.value.said(words("en")).endswith(": Send Messages.")
