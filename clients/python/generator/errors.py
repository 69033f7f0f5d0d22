"""Writes `refusals.py`: an exception for each code of an error."""

from generator.document import HEAD, Document, pascal

# Names that Python has itself, with another meaning.
NAMES = {"internal_error": "DaemonFault", "parse_error": "NotUnderstood"}


def error_name(code: str) -> str:
    """The name of the exception for a code."""
    return NAMES.get(code, pascal(code))


def module(document: Document) -> str:
    """The text of `refusals.py`."""
    codes = document.errors
    lines = [HEAD.format("What the daemon refuses with, an exception for each `data.code`. docs/protocol.md says what each means."), "\n"]
    lines.append("from .errors import Refused\n\n__all__ = [\n")
    lines += [f'    "{name}",\n' for name in ["REFUSALS", *sorted(map(error_name, codes))]]
    lines.append("]\n")
    for code, number in codes.items():
        lines.append(f'\n\nclass {error_name(code)}(Refused):\n    """`{code}` ({number})."""\n')
    lines.append("\n\nREFUSALS: dict[str, type[Refused]] = {\n")
    lines += [f'    "{code}": {error_name(code)},\n' for code in codes]
    lines.append("}\n")
    return "".join(lines)
