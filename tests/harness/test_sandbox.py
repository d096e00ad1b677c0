"""The sandbox on the toy bot: starts, serves, follows the bot, restarts it, and ends."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import time
from typing import Any

import aiohttp
import pytest

from bot.sandbox import SandboxError, run, run_sandbox

from .toy import Toy


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Page:
    """One browser page, as the browser sees it: JSON over HTTP."""

    def __init__(self, http: aiohttp.ClientSession, key: str) -> None:
        self._http = http
        self._headers = {"X-Simcord-Capability": key}
        self._sequence = 0
        self.state: dict[str, Any] = {}

    async def open(self, viewer: str = "Alice") -> Page:
        await self._request("POST", "/api/pages", {})
        self._headers["X-Simcord-Context"] = self.state["context"]["id"]
        viewers = {viewer["name"]: viewer["id"] for viewer in self.state["viewers"]}
        await self.act("viewer", viewer_id=viewers[viewer])
        return self

    async def _request(self, method: str, path: str, body: Any = None) -> Any:
        async with self._http.request(method, path, json=body, headers=self._headers) as response:
            assert response.status == 200, await response.text()
            got = await response.json()
        if "context" in got:
            self.state = got
        return got

    async def look(self) -> str:
        """All that this page shows, as text."""
        await self._request("GET", "/api/state")
        return str(self.state["messages"])

    async def until(self, text: str) -> None:
        for _ in range(100):
            if text in await self.look():
                return
            await asyncio.sleep(0.05)
        raise AssertionError(f"no {text!r} within 5 seconds: {self.state['messages']}")

    async def act(self, kind: str, **body: Any) -> None:
        self._sequence += 1
        envelope = {
            "protocol_version": 3,
            "kind": kind,
            "sequence": self._sequence,
            "request_id": str(self._sequence),
            "generation": self.state["context"]["generation"],
            "bot_generation": self.state["botGeneration"],
            "published_revision": self.state["publishedRevision"],
        }
        answer = await self._request("POST", "/api/action", envelope | body)
        assert answer["settlement"] == "settled", answer
        await self.look()

    async def command(self, name: str) -> None:
        catalog = await self._request("GET", "/api/commands")
        (entry,) = [entry for entry in catalog["entries"] if entry["invocation"] == name]
        await self.act(
            "run_command",
            command_id=entry["commandId"],
            path=entry["path"],
            schema_fingerprint=entry["schemaFingerprint"],
            options={},
        )

    async def click(self, label: str) -> None:
        for identity, message in self.state["messages"].items():
            for control in re.findall(r"\{[^{}]*'label': '" + label + r"'[^{}]*\}", str(message)):
                key = re.search(r"'(?:control_key|controlKey|key)': '([^']+)'", control)
                assert key, control
                await self.act("click", target_id=identity, control_key=key[1])
                return
        raise AssertionError(f"no button {label}: {self.state['messages']}")


async def test_two_pages_follow_the_bot_until_it_is_told_to_end() -> None:
    port = free_port()
    said: asyncio.Queue[str] = asyncio.Queue()
    bots: list[Toy] = []

    def make_bot(now: Any) -> Toy:
        bots.append(Toy(now))
        return bots[-1]

    sandbox = asyncio.create_task(run_sandbox(make_bot, port=port, announce=said.put_nowait))
    assert f"http://127.0.0.1:{port} " in await asyncio.wait_for(said.get(), 10)
    assert abs(bots[0].now() - time.time()) < 5
    async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as http:
        for path in ("/", "/commands.js", "/preview.css", "/session.js", "/timeline.js"):
            async with http.get(path) as response:
                assert response.status == 200
        async with http.get("/app.js") as response:
            found = re.search(r'slice\(1\) : "(.+)";', await response.text())
        assert found
        alice, bob = await Page(http, found[1]).open("Alice"), await Page(http, found[1]).open("Bob")
        await alice.command("toy new")
        await bob.until("Pressed 0 times")
        await bob.click("Press")
        await alice.until("Pressed 1 times")
        await bob.click("Hand")
        assert "secret of Bob" in await bob.look()
        assert "secret of Bob" not in await alice.look()
        os.kill(os.getpid(), signal.SIGUSR1)
        assert await asyncio.wait_for(said.get(), 10) == "The bot has started afresh."
        assert bots[0].is_closed()
        await alice.look()
        await alice.click("Press")
        await bob.until("Pressed 1 times")
    os.kill(os.getpid(), signal.SIGTERM)
    await asyncio.wait_for(sandbox, 5)
    assert len(bots) == 2
    assert bots[1].is_closed()


async def test_a_taken_port_is_told_in_a_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(SandboxError, match=f"Port {port} is taken: set SANDBOX_PORT to another number"):
            await run_sandbox(Toy, port=port)


async def test_a_missing_package_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "NEEDED", ("simcord", "no_such_package"))
    with pytest.raises(SandboxError, match=r"needs no_such_package: run pip install -e '\.\[sandbox\]'"):
        await run_sandbox(Toy, port=free_port())
