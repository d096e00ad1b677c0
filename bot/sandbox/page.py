"""What simcord's page needs to be played in: every change of its files, one function each."""

from __future__ import annotations

import functools
from typing import Any

from aiohttp import web
from simcord.preview._server import PreviewServer

STYLE = """
/* Only what someone who plays wants: the conversation, and who they are. */
#messages-sidebar, #messages-toggle, #drawer-scrim, #refresh, #capture-open, #inspector-toggle,
#back-activity, #view-action-output { display: none !important; }

/* On a phone, the line above the conversation is one line, and pictures are as wide as in Discord's app. */
@media (max-width: 760px) {
  .preview-shell { --toolbar-height: 48px; }
  .preview-toolbar { flex-wrap: nowrap; }
  #action-status { flex: 1 1 0; min-width: 0; text-align: right; }
  .channel-message .component-container { padding: 8px; }
}
"""


@functools.cache
def install() -> None:
    """Serve the changed page; calling it again does nothing."""
    serve = PreviewServer._static

    async def static(self: PreviewServer, request: web.Request) -> web.Response:
        response: web.Response = await serve(self, request)
        change = CHANGES.get(request.path)
        if change is None:
            return response
        text = change(response.text or "", self.preview)
        return web.Response(text=text, content_type=response.content_type, headers=self._SECURITY_HEADERS)

    PreviewServer._static = static  # type: ignore[method-assign]


def _index(text: str, preview: Any) -> str:
    """Our name, and no buttons for what only a developer of simcord wants."""
    for old, new in (
        ("<title>SimCord Preview</title>", "<title>Caboose sandbox</title>"),
        ("<strong>SimCord</strong><small>Preview</small>", "<strong>Caboose</strong><small>Sandbox</small>"),
        ('aria-hidden="true">S</span>', 'aria-hidden="true">C</span>'),
        ("End preview session", "Stop the sandbox"),
    ):
        text = _replace(text, old, new)
    return text


def _app(text: str, preview: Any) -> str:
    """The page's key is in the page, so that the plain address opens it (only this machine can ask for it)."""
    return _replace(
        text, 'window.location.hash.slice(1) : "";', f'window.location.hash.slice(1) : "{preview.capability}";'
    )


def _timeline(text: str, preview: Any) -> str:
    """Keep what is being looked at in place, and go to the answers to one's own clicks and commands."""
    text = _replace(
        text,
        "        renderMessage(\n          record.element,",
        "        redrawn(record, renderMessage,\n",
    )
    text = _replace(
        text,
        "state.scrollIntent || captureScrollIntent();\n",
        "state.scrollIntent || captureScrollIntent();\n"
        "    if (ids.some((id) => BigInt(id) > BigInt(lastPrevious)"
        " && concerns(snapshot.messages?.[id], snapshot.viewerId))) {\n"
        '      state.scrollIntent = { policy: "bottom" };\n'
        "      ui.timeline.scrollTop = ui.timeline.scrollHeight;\n"
        "    }\n",
    )
    text = _replace(
        text,
        "  function captureScrollIntent() {\n",
        "  let touched = -Infinity;\n"
        '  for (const kind of ["wheel", "touchmove", "keydown", "pointerdown"]) {\n'
        "    ui.timeline.addEventListener(kind, (event) => {\n"
        '      if (kind !== "pointerdown" || event.target === ui.timeline) touched = performance.now();\n'
        "    }, { passive: true });\n"
        "  }\n"
        "  function captureScrollIntent() {\n"
        "    // Who reads the end goes on reading the end, however pictures grow, until they scroll.\n"
        '    if (state.scrollIntent?.policy === "bottom" && performance.now() - touched > 1000)'
        " return state.scrollIntent;\n",
    )
    text = _replace(text, "ui.timeline.clientHeight <= 1 ?", "ui.timeline.clientHeight <= 80 ?")
    return (
        text
        + """
// Pictures keep their height while a message is drawn anew, or the buttons below them jump away under the mouse.
function redrawn(record, render, ...rest) {
  const heights = [...record.element.querySelectorAll(".gallery-item")].map((item) => item.offsetHeight);
  render(record.element, ...rest);
  const items = [...record.element.querySelectorAll(".gallery-item")];
  items.forEach((item, i) => { if (heights[i]) item.style.minHeight = `${heights[i]}px`; });
  Promise.allSettled(record.pendingMedia).then(() => items.forEach((item) => { item.style.minHeight = ""; }));
}
function concerns(message, viewer) {
  return message && (message.ephemeral
    || [message.author?.id, message.interaction_header?.user?.id].map(String).includes(String(viewer)));
}
"""
    )


def _commands(text: str, preview: Any) -> str:
    """Enter after a command runs it; it went on to the first option, even where all are optional."""
    return _replace(
        text,
        "if (listItems.length) suggestionListbox.setActive(0",
        "if (listItems.length && !optional) suggestionListbox.setActive(0",
    )


def _session(text: str, preview: Any) -> str:
    """A page asks for news twice as often."""
    return _replace(text, "interval = 500", "interval = 250")


def _style(text: str, preview: Any) -> str:
    """Our style comes last, and so wins."""
    return text + STYLE


def _replace(text: str, old: str, new: str) -> str:
    if old not in text:
        raise RuntimeError(f"simcord's page has changed: {old!r} is not there")
    return text.replace(old, new, 1)


CHANGES = {
    "/": _index,
    "/app.js": _app,
    "/commands.js": _commands,
    "/preview.css": _style,
    "/session.js": _session,
    "/timeline.js": _timeline,
}
