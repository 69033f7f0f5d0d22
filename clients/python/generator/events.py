"""Writes `events.py`: a frozen dataclass for each event."""

import re

from generator.document import HEAD, Document, Parameter, camel, pascal, quoted, snake
from generator.types import Types, event_name, gather

# What each event has, in the class above all of them.
COMMON = ("sequence", "time")


def module(document: Document) -> str:
    """The text of `events.py`."""
    types = gather(document)
    classes = "".join(_event(types, event.name, event.summary, event.parameters) for event in document.events)
    names = sorted(event_name(event.name) for event in document.events)
    lines = [HEAD.format("The events of the protocol.")]
    lines.append("\nfrom __future__ import annotations\n\nfrom collections.abc import Mapping\nfrom dataclasses import dataclass\n\n")
    lines.append("from . import types\nfrom .reading import Event\n")
    lines.append("\n__all__ = [\n" + "".join(f'    "{name}",\n' for name in ["EVENTS", *names]) + "]\n")
    lines.append(classes)
    lines.append("\n\nEVENTS: dict[str, type[Event]] = {\n")
    lines += [f'    "{event.name}": {event_name(event.name)},\n' for event in document.events]
    lines.append("}\n")
    return "".join(lines)


def _event(types: Types, name: str, summary: str, parameters: tuple[Parameter, ...]) -> str:
    head = f"\n\n@dataclass(frozen=True, slots=True, kw_only=True)\nclass {event_name(name)}(Event):\n"
    lines = [head, quoted(f"`{name}`: {summary}", 4) + "\n"]
    for parameter in parameters:
        if parameter.name in COMMON:
            continue
        annotation = types.annotation(parameter.schema, event_name(name) + pascal(parameter.name))
        # An event and an object may have the same name.
        annotation = re.sub(r"\b[A-Z]\w+", lambda found: f"types.{found[0]}" if found[0] in types.classes else found[0], annotation)
        python = snake(parameter.name)
        if camel(python) != parameter.name:
            raise ValueError(f"{name}: {parameter.name} needs a name of its own")
        default = ""
        if not parameter.required:
            default = " = None"
            annotation = annotation if "None" in annotation.split(" | ") else f"{annotation} | None"
        told = parameter.summary
        if "enum" in parameter.schema:
            known = ", ".join(f"`{value}`" for value in parameter.schema["enum"])
            told = f"{told.rstrip('.')}: {known}, or another word of a newer daemon."
        lines.append(f"\n    {python}: {annotation}{default}\n{quoted(told or 'See the protocol.', 4)}")
    return "".join(lines) + ("\n" if len(lines) > 2 else "")
