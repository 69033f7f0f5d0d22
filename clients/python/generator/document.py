"""What the daemon says of itself, as a value: methods, events, errors and named schemas."""

import json
import keyword
import re
from dataclasses import dataclass
from typing import Any

Schema = dict[str, Any]
HEAD = '"""{}\n\nclients/python/generate has written this module; a change here would be lost.\n"""\n'
# Those that any method may answer.
GENERAL_ERRORS = {"parse_error": -32700, "invalid_request": -32600, "method_not_found": -32601, "invalid_params": -32602,
                  "internal_error": -32603, "permission_denied": -32041, "limit_exceeded": -32040, "shutting_down": -32042}
# Longer lines are wrapped.
LINE = 140


class GenerationError(Exception):
    """Nothing can be made of the document, or there is none; says why, for a person."""


@dataclass(frozen=True)
class Parameter:
    """A parameter of a method, or a member of an event."""

    name: str
    summary: str
    required: bool
    schema: Schema


@dataclass(frozen=True)
class Method:
    """A method."""

    name: str
    summary: str
    parameters: tuple[Parameter, ...]
    result: Schema
    errors: dict[str, int]
    waits: bool
    role: str | None


@dataclass(frozen=True)
class Event:
    """An event."""

    name: str
    summary: str
    parameters: tuple[Parameter, ...]


@dataclass(frozen=True)
class Document:
    """The whole of it."""

    version: str
    methods: tuple[Method, ...]
    events: tuple[Event, ...]
    schemas: dict[str, Schema]

    @staticmethod
    def from_text(text: str) -> "Document":
        """Reads an answer to `rpc.discover`, with or without the envelope of JSON-RPC."""
        try:
            whole = json.loads(text)
            whole = whole.get("result", whole)
            return Document(
                whole["info"]["version"],
                tuple(_method(each) for each in whole["methods"]),
                tuple(Event(each["name"], each["summary"], _parameters(each)) for each in whole["x-events"]),
                whole["components"]["schemas"],
            )
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise GenerationError(f"this is no answer to rpc.discover: {error!r}") from error

    @property
    def errors(self) -> dict[str, int]:
        """Every code of an error with its number."""
        found = dict(GENERAL_ERRORS)
        for method in self.methods:
            found |= method.errors
        return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))


def _parameters(whole: Schema) -> tuple[Parameter, ...]:
    return tuple(Parameter(each["name"], each.get("summary", ""), each["required"], each["schema"]) for each in whole["params"])


def _method(whole: Schema) -> Method:
    errors = {each["data"]["code"]: each["code"] for each in whole["errors"]}
    return Method(whole["name"], whole["summary"], _parameters(whole), whole["result"]["schema"], errors,
                  whole.get("x-mayBeOvertaken", False), whole.get("x-role"))


def snake(name: str) -> str:
    """A name of the protocol as Python writes it: `sampleRate` is `sample_rate`, `from` is `from_`."""
    text = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()
    return text + "_" if keyword.iskeyword(text) else text


def camel(name: str) -> str:
    """The other way, as the package does it while it runs; not every name comes back as it was."""
    first, *rest = name.rstrip("_").split("_")
    return first + "".join(part[:1].upper() + part[1:] for part in rest)


def pascal(name: str) -> str:
    """A name for a class: `library.albums` is `LibraryAlbums`, `media_not_found` is `MediaNotFound`."""
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[._]", name))


def wrapped(text: str, indent: int, first: int = 0) -> str:
    """A text in lines of bounded length, all but the first with an indent; `first` is what stands before the first one."""
    lines: list[str] = []
    current = ""
    room = LINE - indent - first
    for word in text.split():
        if current and len(current) + 1 + len(word) > room:
            lines.append(current)
            current, room = word, LINE - indent
        else:
            current = f"{current} {word}" if current else word
    lines.append(current)
    return ("\n" + " " * indent).join(lines)


def quoted(text: str, indent: int) -> str:
    """A text as a docstring, with its quotes and its indent."""
    text = " ".join(text.split()).replace("\\", "\\\\").replace('"""', "'''")
    if text.endswith('"'):
        text += " "
    body = wrapped(text, indent, 6)
    if "\n" in body:
        body += "\n" + " " * indent
    return " " * indent + f'"""{body}"""'
