"""Check recorded Discord REST requests against Discord's own OpenAPI 3.1 document.

    validator = RequestValidator("openapi.json")    # github.com/discord/discord-api-spec, specs/openapi.json
    problems = validator.check_all([{"method": "POST", "path": "/channels/1/messages", "json": {...}}, ...])

Three kinds of finding:
  spec   the JSON body breaks Discord's published schema
  rule   the body breaks a limit that Discord documents in prose only
  route  there is no such method and path, or no JSON body there
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, validators  # type: ignore[import-untyped]
from jsonschema.exceptions import ValidationError  # type: ignore[import-untyped]
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from .rules import broken_rules

_NO_BODY = {"GET", "DELETE", "HEAD"}


@dataclass(frozen=True)
class Problem:
    index: int  # which request
    method: str
    path: str
    kind: str  # spec | rule | route
    where: str  # JSON path in the body
    message: str

    def __str__(self) -> str:
        return f"#{self.index} {self.method} {self.path}: [{self.kind}] {self.where or '$'}: {self.message}"


class RequestValidator:
    """Knows Discord's document; one is enough for a whole process, it takes a moment to read."""

    def __init__(self, path: str | Path) -> None:
        spec: dict[str, Any] = json.loads(Path(path).read_text(encoding="utf-8"))
        # discord.py sends snowflakes and attachments[].id as JSON integers; Discord takes both
        spec["components"]["schemas"]["SnowflakeType"] = {
            "type": ["string", "integer"],
            "pattern": "^(0|[1-9][0-9]*)$",
        }
        self._schemas = spec["components"]["schemas"]
        self._cls = validators.extend(Draft202012Validator, {"oneOf": self._union, "anyOf": self._union})
        self._by_type: dict[int, tuple[Any, dict[Any, list[Any]] | None]] = {}
        resource = DRAFT202012.create_resource(spec)
        self._registry: Registry[Any] = Registry().with_resource("urn:discord", resource)
        # method -> number of segments -> [(segments, literals, JSON pointer or None)]
        self._routes: dict[str, dict[int, list[tuple[list[str], int, str | None]]]] = {}
        for template, item in spec["paths"].items():
            segs = template.strip("/").split("/")
            lits = sum(not s.startswith("{") for s in segs)
            for method, op in item.items():
                if method not in ("get", "put", "post", "patch", "delete"):
                    continue
                content = op.get("requestBody", {}).get("content", {})
                media = next((m for m in ("application/json", "multipart/form-data") if m in content), None)
                ptr = None
                if media:
                    esc = [s.replace("~", "~0").replace("/", "~1") for s in (template, media)]
                    ptr = f"urn:discord#/paths/{esc[0]}/{method}/requestBody/content/{esc[1]}/schema"
                self._routes.setdefault(method.upper(), {}).setdefault(len(segs), []).append((segs, lits, ptr))
        self._validator = cache(self._make)  # per instance

    def _make(self, ptr: str) -> Draft202012Validator:
        return self._cls({"$ref": ptr}, registry=self._registry)

    def _resolve(self, branch: Any) -> dict[str, Any]:
        while isinstance(branch, dict) and str(branch.get("$ref", "")).startswith("#/components/schemas/"):
            branch = self._schemas[branch["$ref"].rsplit("/", 1)[1]]
        return branch if isinstance(branch, dict) else {}

    def _union(self, validator: Any, branches: list[Any], instance: Any, schema: Any) -> Iterator[ValidationError]:
        """Check oneOf and anyOf.

        Discord tells its unions apart by `type`, so go straight to the branch that is meant: 20 times as fast
        as trying every branch at every level, and the errors are those of that branch alone.
        """
        table = self._by_type.get(id(branches))
        if table is None or table[0] is not branches:
            table = self._by_type[id(branches)] = (branches, self._kinds(branches))
        kinds = table[1]
        if kinds is not None and isinstance(instance, dict):
            branches = kinds.get(instance.get("type"), [])
            if not branches:
                yield ValidationError(f"type {instance.get('type')!r} is not allowed here (allowed: {sorted(kinds)})")
                return
        elif len(branches) == 2 and {"type": "null"} in branches:  # nullable reference
            if instance is None:
                return
            branches = [b for b in branches if b != {"type": "null"}]
        if len(branches) == 1:
            yield from validator.descend(instance, branches[0])
            return
        context = []
        for i, b in enumerate(branches):
            errs = list(validator.descend(instance, b, schema_path=i))
            if not errs:
                return  # the spec's unions carry x-discord-union; overlap of branches is not reported
            context += errs
        yield ValidationError("matches no allowed form", context=context)

    def _kinds(self, branches: list[Any]) -> dict[Any, list[Any]] | None:
        """The branches by the `type` that they are for; None where some branch does not say."""
        kinds: dict[Any, list[Any]] = {}
        for branch in branches:
            allowed = self._resolve(branch).get("properties", {}).get("type", {}).get("enum")
            if not allowed:
                return None
            for kind in allowed:
                kinds.setdefault(kind, []).append(branch)
        return kinds

    def route(self, method: str, path: str) -> tuple[bool, str | None]:
        """(known, pointer to the body schema); the most literal template wins."""
        path = re.sub(r"^https?://[^/]+", "", path).split("?", 1)[0]
        segs = re.sub(r"^/api(/v\d+)?", "", path).strip("/").split("/")
        best: tuple[int, str | None] | None = None
        for tmpl, lits, ptr in self._routes.get(method.upper(), {}).get(len(segs), ()):
            if all(t.startswith("{") or t == s for t, s in zip(tmpl, segs, strict=True)) and (
                best is None or lits > best[0]
            ):
                best = (lits, ptr)
        return (best is not None, best[1] if best else None)

    def check(self, method: str, path: str, body: Any, index: int = 0) -> list[Problem]:
        def p(kind: str, where: str, message: str) -> Problem:
            return Problem(index, method, path, kind, where, message)

        known, ptr = self.route(method, path)
        if not known:
            return [p("route", "", "not in Discord's OpenAPI document")]
        if body is None:
            return []
        if ptr is None:
            return (
                []
                if method.upper() in _NO_BODY
                else [p("route", "", "a body was sent, and the document has none here")]
            )
        out = [p("spec", _path(e), m) for e, m in _leaves(self._validator(ptr).iter_errors(body))]
        return out + [p("rule", w, m) for w, m in broken_rules(method.upper(), path, body)]

    def check_all(self, requests: Iterable[dict[str, Any]]) -> list[Problem]:
        return [q for i, r in enumerate(requests) for q in self.check(r["method"], r["path"], r.get("json"), i)]


def _path(e: ValidationError) -> str:
    return "".join(f"[{x}]" if isinstance(x, int) else f".{x}" for x in e.absolute_path).lstrip(".")


def _leaves(errors: Iterable[ValidationError]) -> Iterator[tuple[ValidationError, str]]:
    """For a union that `type` does not decide, report only the branch that came closest."""
    for e in errors:
        if not e.context:
            if e.validator in ("maxItems", "minItems", "maxLength", "minLength"):
                unit = "items" if "Items" in e.validator else "characters"
                bound = "at most" if e.validator.startswith("max") else "at least"
                yield e, f"{len(e.instance)} {unit}, {bound} {e.validator_value}"
            else:
                yield e, _short(e.message)
            continue
        branches: dict[Any, list[ValidationError]] = {}
        for c in e.context:
            branches.setdefault(c.relative_schema_path[0], []).append(c)
        nearest: list[ValidationError] = min(branches.values(), key=_distance)
        yield from _leaves(nearest)


def _distance(errors: list[ValidationError]) -> tuple[int, int, int]:
    """How far a branch is from what was sent: wrong kinds first, then how many errors, then how early."""
    wrong_kind = sum(e.validator in ("required", "type") and not e.relative_path for e in errors)
    return wrong_kind, len(errors), -max(len(e.absolute_path) for e in errors)


def _short(x: Any, n: int = 160) -> str:
    s = x if isinstance(x, str) else json.dumps(x, ensure_ascii=False, default=str)
    return s if len(s) <= n else s[: n // 2] + " ... " + s[-n // 2 :]
