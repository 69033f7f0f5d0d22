"""Writes `types.py`: a frozen dataclass for each object that the daemon answers with or takes."""

from dataclasses import dataclass, field

from generator.document import HEAD, Document, Schema, camel, pascal, quoted, snake

# Methods with the same result share one class, under this name.
SHARED = {"PlaylistSaveResult": "PlaylistChange", "LibraryArtistsResult": "LibraryNames", "LibraryNamesResult": "LibraryNames",
          "EventsSubscribeResult": "Subscription"}
# Parameters of the same form share one, too.
PARAMETERS = {"format": "StreamFormat", "input": "StreamFormat", "at": "Moment"}


@dataclass
class Types:
    """Collects the classes while annotations are asked for."""

    document: Document
    classes: dict[str, str] = field(default_factory=dict)
    forms: dict[str, str] = field(default_factory=dict)

    def annotation(self, schema: Schema, name: str, is_parameter: bool = False) -> str:
        """The annotation for a schema; `name` is for a class that has to be made for it."""
        if "$ref" in schema:
            name = schema["$ref"].rsplit("/", 1)[1]
            self.declare(name, self.document.schemas[name], False)
            return name
        if "anyOf" in schema:
            kinds = [self.annotation(each, name, is_parameter) for each in schema["anyOf"]]
            unique = sorted(dict.fromkeys(kinds), key=lambda kind: kind == "None")
            if "float" in unique and "int" in unique:
                unique.remove("int")
            return " | ".join(unique)
        kind = schema.get("type")
        if kind == "null":
            return "None"
        if kind == "string" and "enum" in schema and is_parameter:
            return "Literal[" + ", ".join(f'"{value}"' for value in schema["enum"]) + "]"
        if kind in ("string", "integer", "number", "boolean"):
            return {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}[kind]
        if kind == "array":
            item = self.annotation(schema["items"], name, is_parameter)
            return f"Sequence[{item}]" if is_parameter else f"tuple[{item}, ...]"
        if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
            inner = schema["additionalProperties"]
            return f"Mapping[str, {self.annotation(inner, name, is_parameter) if inner else 'object'}]"
        if kind == "object":
            if not schema["properties"]:
                return "None"
            return self.declare(name, schema, is_parameter)
        return "object"

    def declare(self, name: str, schema: Schema, is_parameter: bool) -> str:
        """Makes a class for an object once, and answers with its name."""
        name = SHARED.get(name, name)
        form = repr((sorted(schema["properties"].items()), sorted(schema.get("required", [])), is_parameter))
        if name in self.classes:
            return name
        if form in self.forms and name not in self.document.schemas:
            return self.forms[form]
        self.forms[form] = name
        self.classes[name] = ""
        required = set(schema.get("required", []))
        lines = []
        for member, inner in schema["properties"].items():
            annotation = self.annotation(inner, name + pascal(member), is_parameter)
            python = snake(member)
            default = ""
            if member not in required:
                default = " = None"
                annotation = annotation if "None" in annotation.split(" | ") else f"{annotation} | None"
            if camel(python) != member:
                default = f' = field({"default=None, " if default else ""}metadata={{"name": "{member}"}})'
            lines.append(f"    {python}: {annotation}{default}")
            lines.append(quoted(_told(inner, is_parameter), 4))
        head = schema.get("description") or f"`{name}` of the protocol."
        # A class that only was named meanwhile is written behind those that it uses.
        del self.classes[name]
        opening = f"@dataclass(frozen=True, slots=True, kw_only=True)\nclass {name}:\n{quoted(head, 4)}\n\n"
        self.classes[name] = opening + "\n".join(lines) + "\n"
        return name


def _told(schema: Schema, is_parameter: bool) -> str:
    text = schema.get("description", "")
    if not is_parameter and "enum" in schema:
        known = ", ".join(f"`{value}`" for value in schema["enum"])
        text = f"{text.rstrip('.')}: {known}, or another word of a newer daemon."
    return text or "See the protocol."


def result_name(method: str) -> str:
    """The name of the class for what a method answers, if the document has none."""
    return pascal(method) + "Result"


def event_name(event: str) -> str:
    """The name of the class for an event."""
    return pascal(event)


def gather(document: Document) -> Types:
    """All classes that methods and events need."""
    types = Types(document)
    for name, schema in document.schemas.items():
        types.declare(name, schema, False)
    for method in document.methods:
        types.annotation(method.result, result_name(method.name))
        for parameter in method.parameters:
            types.annotation(parameter.schema, parameter_name(method.name, parameter.name), True)
    for event in document.events:
        for parameter in event.parameters:
            types.annotation(parameter.schema, event_name(event.name) + pascal(parameter.name))
    return types


def parameter_name(method: str, parameter: str) -> str:
    """The name of the class for a parameter that is an object."""
    return PARAMETERS.get(parameter, pascal(method) + pascal(parameter))


def module(document: Document) -> str:
    """The text of `types.py`."""
    types = gather(document)
    head = HEAD.format("The objects of the protocol: what the daemon answers with, and what it takes.\n\n"
                       "Times are in seconds, levels from 0 to 1, frequencies in hertz. A member that is missing in an answer is None.")
    imports = "\nfrom __future__ import annotations\n\nfrom collections.abc import Mapping, Sequence\n"
    imports += "from dataclasses import dataclass, field\nfrom typing import Literal\n"
    exported = "\n__all__ = [\n" + "".join(f'    "{name}",\n' for name in sorted(types.classes)) + "]\n"
    return head + imports + exported + "\n\n" + "\n\n".join(types.classes.values())
