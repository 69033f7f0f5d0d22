"""Reads JSON and checks it against the classes of the protocol. Whatever does not fit is one ProtocolViolation."""

from __future__ import annotations

import functools
import json
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from typing import Any, TypeVar

from .errors import ProtocolViolation

__all__ = ["Event", "UnknownEvent", "array", "encoded", "members", "message", "nothing", "record"]

T = TypeVar("T")
# A value and where it stands become what the program gets.
Reader = Callable[[object, str], T]
# Errors quote no more than this of what came.
QUOTED = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something has happened. `sequence` counts the events of the connection, `time` is in seconds of the daemon's CLOCK_MONOTONIC."""

    sequence: int
    time: float


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownEvent(Event):
    """An event of a newer daemon, which this package has no class for."""

    type: str
    members: Mapping[str, object]


def _violation(where: str, what: str, value: object) -> ProtocolViolation:
    text = repr(value)
    return ProtocolViolation(f"{where}: {what}, but not {text if len(text) <= QUOTED else text[:QUOTED] + '…'}")


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON")


def message(text: str) -> dict[str, object]:
    """One message of JSON-RPC: an object. Batches are never asked for, so none may come."""
    try:
        value = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise ProtocolViolation(f"the daemon has sent what is no JSON: {error}") from error
    if not isinstance(value, dict):
        raise _violation("message", "an object was expected", value)
    return value


def text(value: object, where: str) -> str:
    """A text that can be written somewhere: without halves of surrogate pairs."""
    if not isinstance(value, str):
        raise _violation(where, "a text was expected", value)
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError as error:
            raise ProtocolViolation(f"{where}: half a surrogate pair") from error
    return value


def integer(value: object, where: str) -> int:
    """A whole number of 64 bits."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise _violation(where, "a whole number was expected", value)
    if not -(1 << 63) <= value < 1 << 63:
        raise _violation(where, "a number of 64 bits was expected", value)
    return value


def number(value: object, where: str) -> float:
    """A finite number."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise _violation(where, "a number was expected", value)
    try:
        result = float(value)
    except OverflowError as error:
        raise _violation(where, "a number that a double holds was expected", value) from error
    # A literal such as 1e999 is infinite.
    if result - result != 0:
        raise _violation(where, "a finite number was expected", value)
    return result


def boolean(value: object, where: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise _violation(where, "true or false was expected", value)
    return value


def members(value: object, where: str) -> Mapping[str, object]:
    """An object whose members are not known."""
    if not isinstance(value, dict):
        raise _violation(where, "an object was expected", value)
    return value


def nothing(value: object, where: str) -> None:
    """An empty object, or one whose members a newer daemon has added."""
    members(value, where)


def array(of: Reader[T]) -> Reader[tuple[T, ...]]:
    """A list."""

    def read(value: object, where: str) -> tuple[T, ...]:
        if not isinstance(value, list):
            raise _violation(where, "a list was expected", value)
        return tuple(of(each, f"{where}[{index}]") for index, each in enumerate(value))

    return read


def record(of: type[T]) -> Reader[T]:
    """An object of one of the protocol's classes. Members that the class does not have are left out."""

    def read(value: object, where: str) -> T:
        given = members(value, where)
        found = {}
        for attribute, name, reader, required in _form(of):  # type: ignore[arg-type]
            if name in given:
                found[attribute] = reader(given[name], f"{where}.{name}")
            elif required:
                raise ProtocolViolation(f"{where}: {name} is missing")
        return of(**found)

    return read


@functools.cache
def _form(of: Any) -> tuple[tuple[str, str, Reader[Any], bool], ...]:
    """Of each member: the attribute, the name in JSON, its reader, and whether it has to be there."""
    hints = typing.get_type_hints(of)
    return tuple(
        (each.name, each.metadata.get("name") or _camel(each.name), _reader(hints[each.name]), each.default is MISSING)
        for each in fields(of)
    )


def _camel(name: str) -> str:
    first, *rest = name.rstrip("_").split("_")
    return first + "".join(part[:1].upper() + part[1:] for part in rest)


def _reader(hint: Any) -> Reader[Any]:
    simple: dict[Any, Reader[Any]] = {str: text, int: integer, float: number, bool: boolean, object: lambda value, _: value}
    if hint in simple:
        return simple[hint]
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is types.UnionType or origin is typing.Union:
        return _either([each for each in arguments if each is not type(None)], type(None) in arguments)
    if origin is tuple:
        return array(_reader(arguments[0]))
    if origin is not None and issubclass(origin, Mapping):
        of = _reader(arguments[1])
        return lambda value, where: {text(key, where): of(each, f"{where}.{key[:QUOTED]}") for key, each in members(value, where).items()}
    if is_dataclass(hint):
        # Late, because a class may have members of its own kind.
        return lambda value, where: record(hint)(value, where)  # type: ignore[arg-type]
    raise TypeError(f"nothing reads {hint}")


def _either(kinds: list[Any], allows_null: bool) -> Reader[Any]:
    readers = [_reader(each) for each in kinds]

    def read(value: object, where: str) -> object:
        if value is None and allows_null:
            return None
        for reader in readers[:-1]:
            try:
                return reader(value, where)
            except ProtocolViolation:
                continue
        return readers[-1](value, where)

    return read


def encoded(value: object) -> object:
    """A parameter as JSON has it: objects of the protocol's classes without the members that are None."""
    if is_dataclass(value) and not isinstance(value, type):
        pairs = ((each.metadata.get("name") or _camel(each.name), getattr(value, each.name)) for each in fields(value))
        return {name: encoded(inner) for name, inner in pairs if inner is not None}
    if isinstance(value, Mapping):
        return {str(name): encoded(inner) for name, inner in value.items()}
    if isinstance(value, (list, tuple)) or (not isinstance(value, (str, bytes)) and hasattr(value, "__iter__")):
        return [encoded(inner) for inner in value]
    return value
