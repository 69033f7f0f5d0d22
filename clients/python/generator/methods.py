"""Writes the modules of `methods`: a class for each word before the dot of a method, with a coroutine for each method."""

import re
from itertools import groupby

from generator.document import HEAD, Document, Method, Parameter, pascal, quoted, snake, wrapped
from generator.errors import error_name
from generator.types import Types, gather, parameter_name, result_name

# Methods without a dot, and under which name the others are found on the client.
PLAYBACK = "playback"
PLACES = {"announce": "announcements", "job": "jobs", "playlist": "playlists", "sticker": "stickers", "record": "recordings"}
# After these the connection carries no messages any more, or the client has to keep count of them.
LEFT_OUT = {"stream.open", "record.open", "events.subscribe", "events.unsubscribe"}
# Parameters that would have the connection carry media.
LEFT_OUT_PARAMETERS = {"announce": {"format"}, "media.extract": {"to"}, "media.convert": {"to", "input"}}
NEEDED = {"announce": {"uri"}, "media.convert": {"uri"}}


def _place(method: Method) -> str:
    first = method.name.split(".")[0]
    return PLACES.get(first, first) if "." in method.name else PLAYBACK


def modules(document: Document) -> dict[str, str]:
    """The text of each module by its file's name."""
    types = gather(document)
    methods = sorted((each for each in document.methods if each.name not in LEFT_OUT), key=_place)
    files: dict[str, str] = {}
    classes: list[tuple[str, str]] = []
    for place, group in groupby(methods, _place):
        files[f"{place}.py"] = _module(types, place, list(group))
        classes.append((place, pascal(place) + "Methods"))
    files["__init__.py"] = _together(classes)
    return files


def _module(types: Types, place: str, methods: list[Method]) -> str:
    body = "".join(_method(types, each) for each in methods)
    used = sorted((name for name in types.classes if re.search(rf"\b{name}\b(?! =)", _code(body))), key=str.lower)
    what = "without a dot in their name" if place == PLAYBACK else f"whose names begin with `{methods[0].name.split('.')[0]}.`"
    lines = [HEAD.format(f"The methods {what}."), "\nfrom __future__ import annotations\n\n"]
    abstract = [name for name in ("Mapping", "Sequence") if f"{name}[" in body]
    if abstract:
        lines.append(f"from collections.abc import {', '.join(abstract)}\n")
    if "Literal[" in body:
        lines.append("from typing import Literal\n")
    if abstract or "Literal[" in body:
        lines.append("\n")
    wanted = " ".join(_reader(types.annotation(each.result, result_name(each.name))) for each in methods)
    readers = [name for name in ("array", "members", "nothing", "record") if re.search(rf"\b{name}\b", wanted)]
    lines.append("from ..calling import UNSET, Methods, Unset\n")
    lines.append(f"from ..reading import {', '.join(readers)}\n")
    if used:
        lines.append("from ..types import (\n" + "".join(f"    {name},\n" for name in used) + ")\n")
    name = pascal(place) + "Methods"
    lines.append(f'\n__all__ = ["{name}"]\n\n\nclass {name}(Methods):\n{quoted(f"The methods {what}.", 4)}\n{body}')
    return "".join(lines)


def _code(body: str) -> str:
    return re.sub(r'""".*?"""', "", body, flags=re.DOTALL)


def _method(types: Types, method: Method) -> str:
    needed = NEEDED.get(method.name, set())
    left_out = LEFT_OUT_PARAMETERS.get(method.name, set())
    parameters = [each for each in method.parameters if each.name not in left_out]
    required = [each for each in parameters if each.required or each.name in needed]
    optional = [each for each in parameters if each not in required]
    arguments = [f"{snake(each.name)}: {_annotation(types, method, each)}" for each in required]
    arguments.append("*")
    arguments += [f"{snake(each.name)}: {_or_unset(_annotation(types, method, each))} = UNSET" for each in optional]
    arguments.append("timeout: float | Unset | None = UNSET")
    annotation = types.annotation(method.result, result_name(method.name))
    reader = _reader(annotation)
    name = snake(method.name.split(".")[-1])
    given = "".join(f"        {each},\n" for each in arguments)
    lines = [f"\n    async def {name}(\n        self,\n{given}    ) -> {annotation}:\n"]
    lines.append(_doc(method, required + optional))
    sent = ", ".join(f'"{each.name}": {snake(each.name)}' for each in required + optional)
    ending = f"{reader}, waits={method.waits}, timeout=timeout)\n"
    call = f'        return await self._call("{method.name}", {{{sent}}}, {ending}'
    if len(call) > 141:
        sent = "".join(f'            "{each.name}": {snake(each.name)},\n' for each in required + optional)
        call = f"        parameters: dict[str, object] = {{\n{sent}        }}\n"
        call += f'        return await self._call("{method.name}", parameters, {ending}'
    lines.append(call)
    return "".join(lines)


def _annotation(types: Types, method: Method, parameter: Parameter) -> str:
    return types.annotation(parameter.schema, parameter_name(method.name, parameter.name), True)


def _or_unset(annotation: str) -> str:
    kinds = annotation.split(" | ")
    return " | ".join([*(kind for kind in kinds if kind != "None"), "Unset", *(kind for kind in kinds if kind == "None")])


def _reader(annotation: str) -> str:
    if annotation == "None":
        return "nothing"
    if annotation.startswith("tuple["):
        return f"array(record({annotation.removeprefix('tuple[').removesuffix(', ...]')}))"
    return "members" if annotation.startswith("Mapping[") else f"record({annotation})"


def _doc(method: Method, parameters: list[Parameter]) -> str:
    lines = [quoted(method.summary, 8).removesuffix('"""').rstrip()]
    if parameters:
        lines.append("")
        for each in parameters:
            text = " ".join(each.summary.split()).replace("\\", "\\\\") or "see the protocol"
            head = f"{snake(each.name)}: "
            lines.append(" " * 8 + head + wrapped(text, 12, len(head) - 4))
    refusals = ", ".join(error_name(code) for code in method.errors if code != "shutting_down")
    role = f" Needs the role {method.role}." if method.role else ""
    if refusals or role:
        lines.append("")
        lines.append(" " * 8 + wrapped((f"Raises {refusals}." if refusals else "") + role, 8))
    return "\n".join(lines) + '\n        """\n'


def _together(classes: list[tuple[str, str]]) -> str:
    lines = [HEAD.format("The methods of the protocol, those with a dot in their name by what stands before it."), "\n"]
    lines.append("from __future__ import annotations\n\nfrom ..calling import Caller\n")
    lines += [f"from .{place} import {name}\n" for place, name in classes]
    lines.append('\n__all__ = ["AllMethods"]\n\n\nclass AllMethods(PlaybackMethods):\n')
    lines.append('    """Every method that answers over a connection that goes on."""\n')
    lines.append("\n    def __init__(self, caller: Caller) -> None:\n        super().__init__(caller)\n")
    lines += [f"        self.{place} = {name}(caller)\n" for place, name in classes if place != PLAYBACK]
    return "".join(lines)
