"""Limits that Discord documents in prose, but not in its OpenAPI document: each finding is (where, what)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

V2 = 1 << 15
ROW, BUTTON, STRING_SELECT, TEXT, THUMBNAIL, GALLERY, FILE = 1, 2, 3, 10, 11, 12, 13
SELECTS = {3, 5, 6, 7, 8}
V2_ONLY = {9, 10, 11, 12, 13, 14, 17}
LINK, PREMIUM = 5, 6
MESSAGE, UPDATE, MODAL = 4, 7, 9  # kinds of answers to an interaction

Finding = tuple[str, str]
Node = tuple[str, dict[str, Any]]


def broken_rules(method: str, path: str, body: Any) -> Iterator[Finding]:
    """Every documented limit that this request breaks."""
    if isinstance(body, list):
        if method == "PUT" and re.search(r"/applications/[^/]+/(guilds/[^/]+/)?commands$", path):
            yield from _commands(body)
    elif isinstance(body, dict) and path.endswith("/callback"):
        data = body.get("data") or {}
        if body.get("type") == MODAL:
            yield from _modal(data)
        elif body.get("type") in (MESSAGE, UPDATE):
            yield from _message(data, "data.", new=body["type"] == MESSAGE)
    elif isinstance(body, dict):
        yield from _message(body, "", new=method == "POST")


def _modal(data: dict[str, Any]) -> Iterator[Finding]:
    components = data.get("components") or []
    if len(components) > 5:
        yield "data.components", f"{len(components)} modal components, at most 5"
    nodes = list(_walk(components, "data.components"))
    yield from _layout(nodes, "data.components")
    yield from _each(nodes)


def _message(data: dict[str, Any], prefix: str, *, new: bool) -> Iterator[Finding]:
    v2 = bool((data.get("flags") or 0) & V2)
    components = data.get("components")
    if isinstance(components, list):
        where = prefix + "components"
        nodes = list(_walk(components, where))
        yield from _layout(nodes, where)
        yield from _each(nodes)
        yield from _attachments(nodes, data, new=new)
        if new and not v2 and any(node.get("type") in V2_ONLY for _, node in nodes):
            yield where, "V2 components without flag 1<<15 (IS_COMPONENTS_V2)"
        if new and not v2 and len(components) > 5:
            yield where, "more than 5 action rows"
        if v2 and any(data.get(key) for key in ("content", "embeds", "poll", "sticker_ids")):
            yield prefix + "content", "components_v2 messages carry no content, embeds, polls or stickers"
    if isinstance(data.get("content"), str) and len(data["content"]) > 2000:
        yield prefix + "content", f"{len(data['content'])} characters, bots may send 2000"
    embeds = data.get("embeds") or []
    if sum(len(embed.get(key) or "") for embed in embeds for key in ("title", "description")) > 6000:
        yield prefix + "embeds", "more than 6000 characters over all embeds"


def _walk(component: Any, where: str) -> Iterator[Node]:
    if isinstance(component, list):
        for i, item in enumerate(component):
            yield from _walk(item, f"{where}[{i}]")
    elif isinstance(component, dict):
        yield where, component
        for key in ("components", "accessory", "component"):
            if key in component:
                yield from _walk(component[key], f"{where}.{key}")


def _layout(nodes: list[Node], where: str) -> Iterator[Finding]:
    if len(nodes) > 40:
        yield where, f"{len(nodes)} components with nested ones, at most 40"
    text = sum(len(str(node.get("content") or "")) for _, node in nodes if node.get("type") == TEXT)
    if text > 4000:
        yield where, f"{text} characters over all text displays, at most 4000"
    for key in ("custom_id", "id"):
        seen: dict[Any, str] = {}
        for place, node in nodes:
            value = node.get(key)
            if value and value in seen:
                yield place, f"duplicate {key} {value!r} (also {seen[value]})"
            seen.setdefault(value, place)


def _each(nodes: list[Node]) -> Iterator[Finding]:
    for where, node in nodes:
        kind = node.get("type")
        if kind == ROW:
            kinds = [item.get("type") for item in node.get("components") or [] if isinstance(item, dict)]
            if len(kinds) > 1 and SELECTS & set(kinds):
                yield where, "a row holds up to 5 buttons or exactly one select"
        elif kind == BUTTON:
            yield from ((where, what) for what in _button(node))
        elif kind in SELECTS:
            yield from ((where, what) for what in _select(node))
        for emoji in [node.get("emoji"), *(option.get("emoji") for option in _options(node))]:
            if emoji and not emoji.get("id") and re.search(r"[A-Za-z]", emoji.get("name") or ""):
                yield where, f"emoji name {emoji['name']!r} without id is no unicode emoji"


def _button(button: dict[str, Any]) -> Iterator[str]:
    style, url, custom_id = button.get("style"), button.get("url"), button.get("custom_id")
    if style == LINK and (not url or custom_id):
        yield "a link button needs url and no custom_id"
    elif style in (1, 2, 3, 4) and (not custom_id or url):
        yield "a button needs custom_id and no url"
    if style != PREMIUM and not button.get("label") and not button.get("emoji"):
        yield "a button needs a label or an emoji"


def _select(select: dict[str, Any]) -> Iterator[str]:
    low, high = (1 if select.get(key) is None else select[key] for key in ("min_values", "max_values"))
    if low > high:
        yield f"min_values {low} > max_values {high}"
    if select["type"] != STRING_SELECT:
        return
    options = _options(select)
    values = [option.get("value") for option in options]
    if high > len(options):
        yield f"max_values {high} > {len(options)} options"
    if len(set(values)) != len(values):
        yield "duplicate option values"
    if sum(bool(option.get("default")) for option in options) > high:
        yield f"more default options than max_values {high}"


def _options(node: dict[str, Any]) -> list[dict[str, Any]]:
    return [option for option in node.get("options") or [] if isinstance(option, dict)]


def _attachments(nodes: list[Node], data: dict[str, Any], *, new: bool) -> Iterator[Finding]:
    names = {file.get("filename") for file in data.get("attachments") or [] if isinstance(file, dict)}
    for where, node in nodes:
        for media in _media(node):
            url = (media or {}).get("url", "")
            if not re.match(r"(https?|attachment)://", url):
                yield where, f"media url scheme: {url[:60]}"
            elif url.startswith("attachment://") and (new or "attachments" in data) and url[13:] not in names:
                yield where, f"{url} names no file in attachments {sorted(map(str, names))}"


def _media(node: dict[str, Any]) -> list[dict[str, Any] | None]:
    match node.get("type"):
        case 12:  # a gallery
            return [item.get("media") for item in node.get("items") or [] if isinstance(item, dict)]
        case 11:  # a thumbnail
            return [node.get("media")]
        case 13:  # a file
            return [node.get("file")]
        case _:
            return []


# ---------------------------------------------------------------- slash commands

_NAME = re.compile(r"^[-_'\w]{1,32}$")
# fmt: off
LOCALES = {
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no",
    "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN",
    "ja", "zh-TW", "ko",
}
# fmt: on


def _commands(commands: list[dict[str, Any]]) -> Iterator[Finding]:
    slash = sum(command.get("type", 1) == 1 for command in commands)
    if slash > 100:
        yield "", f"{slash} slash commands, at most 100"
    names = [(command.get("type", 1), command.get("name")) for command in commands]
    if len(set(names)) != len(names):
        yield "", "duplicate command names"
    for i, command in enumerate(commands):
        if command.get("type", 1) == 1:
            yield from _command(command, f"[{i}]")
            if not command.get("description"):
                yield f"[{i}].description", "slash commands need a description"
        if _size(command) > 8000:
            yield f"[{i}]", f"{_size(command)} characters in names, descriptions and values, at most 8000"


def _command(command: dict[str, Any], where: str) -> Iterator[Finding]:
    yield from _names(command, where)
    options = command.get("options") or []
    optional = False
    for i, option in enumerate(options):
        if option.get("type") not in (1, 2):  # not a subcommand, nor a group of them
            if option.get("required") and optional:
                yield f"{where}.options[{i}]", "required option after an optional one"
            optional |= not option.get("required")
        yield from _command(option, f"{where}.options[{i}]")
    names = [option.get("name") for option in options]
    if len(set(names)) != len(names):
        yield where, "duplicate option names"


def _names(command: dict[str, Any], where: str) -> Iterator[Finding]:
    localised = (command.get("name_localizations") or {}).items()
    for place, name in chain([("name", command.get("name"))], ((f"name ({k})", v) for k, v in localised)):
        if not isinstance(name, str) or not _NAME.match(name) or name != name.lower():
            yield f"{where}.{place}", f"{name!r} must be 1-32 of letters, digits, -, _ and lower case"
    for field in ("name_localizations", "description_localizations"):
        for locale in command.get(field) or {}:
            if locale not in LOCALES:
                yield f"{where}.{field}", f"unknown locale {locale!r}"


def _size(command: dict[str, Any]) -> int:
    """The characters that count towards a command's 8000: of each text, its longest translation."""

    def longest(thing: dict[str, Any], key: str) -> int:
        return max(map(len, [thing.get(key) or "", *(thing.get(f"{key}_localizations") or {}).values()]))

    choices = command.get("choices") or []
    return (
        longest(command, "name")
        + longest(command, "description")
        + sum(_size(option) for option in command.get("options") or [])
        + sum(longest(choice, "name") + len(str(choice.get("value"))) for choice in choices)
    )
