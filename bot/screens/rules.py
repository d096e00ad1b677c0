"""The rules in words, and the panel that changes them."""

from __future__ import annotations

from gettext import NullTranslations
from typing import Final

import discord

from bot.ids import RulesId
from bot.screens.parts import MAX_OPTIONS, ActionRow, Item, Screen, button, menu, option, row, small, text
from bot.seating import preset_rules
from game.options import AUTO, Option, Value
from game.presets import PRESETS
from game.rules import OPTIONS, Rules
from renderer.wording import rules_sentences

COLOR: Final = 0x5B8DEF
OTHER: Final = "other"
"""The value of the menu's line that asks for a number."""


def rules_screen(rules: Rules, words: NullTranslations) -> Screen:
    """The rules that a table plays, a sentence for each."""
    head = words.gettext("The rules of this table ({preset})").format(preset=rules.preset)
    _ = words.gettext
    game = [
        _("Empty your hand: whoever goes out ends the round, the others score the pips that they hold."),
        _("Trains start at the engine in the middle; where two tiles meet, their numbers are equal."),
        _("You play on your own train, on the Mexican trains, and on every train with a marker."),
        _("Who cannot play gets a marker: their train is open to all until they play on it themselves."),
        _("The lowest total over all rounds wins."),
    ]
    lines = [f"- {sentence}" for sentence in rules_sentences(rules, words)]
    told = "\n".join(game if rules.own_trains else [game[0], game[1], game[-1]])
    return Screen((text(f"### {head}"), text(told), text("\n".join(lines))), color=COLOR)


def panel_screen(
    rules: Rules,
    scope: str,
    owner: int,
    words: NullTranslations,
    *,
    chosen: str = "",
    notice: str = "",
) -> Screen:
    """The panel for some rules: a menu of presets, one of options, and the values of the chosen option.

    `scope` and `owner` say whose rules they are (see `RulesId`); `notice` is a sentence on top.
    """

    def to(what: str) -> RulesId:
        return RulesId(scope, owner, what)

    head = words.gettext("Rules of this table") if scope == RulesId.TABLE else words.gettext("Rules of new tables here")
    title = words.gettext(PRESETS[rules.preset].title)
    parts: list[Item] = [text(f"### {head}\n**{rules.preset}** — {title}")]
    if notice:
        parts.insert(0, text(notice))
    changed = [f"**{_title(OPTIONS[name], words)}**: {said(name, value, words)}" for name, value in _changes(rules)]
    parts.append(text("\n".join(changed)) if changed else small([words.gettext("Nothing differs from the preset.")]))
    rows: list[ActionRow] = [
        menu(
            to("preset"),
            words.gettext("Choose a preset"),
            [
                option(name, name, words.gettext(preset.title), chosen=name == rules.preset)
                for name, preset in PRESETS.items()
            ],
        ),
        menu(
            to("option"),
            words.gettext("Choose what to change"),
            [
                option(
                    _title(one, words),
                    one.name,
                    said(one.name, getattr(rules, one.name), words),
                    chosen=one.name == chosen,
                )
                for one in OPTIONS.values()
            ],
        ),
    ]
    if chosen:
        rows.append(menu(to(f"v_{chosen}"), words.gettext("Choose a value"), _values(rules, OPTIONS[chosen], words)))
    buttons = [button(words.gettext("Read the rules"), to("read"))]
    if rules != preset_rules(rules.preset):
        buttons.append(button(words.gettext("Back to the preset"), to("reset")))
    rows.append(row(*buttons))
    return Screen(tuple(parts), tuple(rows), color=COLOR)


def number_modal(option: Option, to: RulesId, words: NullTranslations) -> discord.ui.Modal:
    """The question for a number that the menu does not offer."""
    modal = discord.ui.Modal(title=_title(option, words)[:45], custom_id=str(to), timeout=None)
    label = words.gettext("A number from {low} to {high}").format(low=option.low, high=option.high)
    modal.add_item(discord.ui.TextInput(label=label[:45], custom_id="number", min_length=1, max_length=3))
    modal.stop()
    return modal


def said(name: str, value: Value, words: NullTranslations) -> str:
    """What an option's value means, in one sentence."""
    return words.gettext(OPTIONS[name].explain(value)).format(value=value)


def _changes(rules: Rules) -> list[tuple[str, Value]]:
    return list(rules.differences().items())


def _title(option: Option, words: NullTranslations) -> str:
    return words.gettext(option.title)


def _values(rules: Rules, one: Option, words: NullTranslations) -> list[discord.SelectOption]:
    current = getattr(rules, one.name)
    values = [*one.choices]
    if current not in values or (isinstance(current, bool) and one.kind is not bool):
        values.append(current)
    lines = [
        option(said(one.name, value, words), as_text(value), chosen=as_text(value) == as_text(current))
        for value in values
    ]
    if one.kind is int and one.common:
        lines.append(option(words.gettext("Other…"), OTHER))
    return lines[:MAX_OPTIONS]


def as_text(value: Value) -> str:
    """A value as it stands in a menu."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def from_text(option: Option, content: str) -> Value:
    """The value that a menu or a person's number means; an impossible one stays text, and the rules refuse it."""
    content = content.strip()
    if content == AUTO or option.kind is str:
        return content
    if option.kind is bool:
        return {"true": True, "false": False}.get(content, content)
    return int(content) if content.isascii() and content.isdigit() and len(content) < 10 else content
