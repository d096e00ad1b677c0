"""End-to-end tests without Discord: the real bot, the real discord.py, a simulated Discord. See README.md."""

from .world import Answer, Message, Sent, World

__all__ = ["Answer", "Message", "Sent", "World"]
