"""What can go wrong. Everything that the package raises on purpose is a FermataError, or a ValueError for a wrong use."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["CallTimeout", "ConnectFailed", "ConnectionLost", "FermataError", "NotPaired", "ProtocolViolation", "Refused", "again"]


class FermataError(Exception):
    """Whatever goes wrong between this program and the daemon."""


class ConnectFailed(FermataError):
    """No daemon could be reached."""


class NotPaired(ConnectFailed):
    """The daemon does not know the token, or the code for pairing was wrong or is over."""


class ConnectionLost(FermataError):
    """The connection ended before the reply came, or there is none at the moment."""


class CallTimeout(FermataError):
    """The reply did not come in time. Whether the daemon has carried out the call is not known."""


class ProtocolViolation(FermataError):
    """The other side has sent what no Fermata sends; the text says what, and where."""


class Refused(FermataError):
    """The daemon has refused a call. `code` never changes and is for programs; `message` is a sentence for a person.

    `data` has more about some errors, such as `uri`, `item`, `parameter` or `limit`. `refusals` has a class for each code; a code that this
    package does not know comes as this class.
    """

    def __init__(self, code: str, number: int, message: str, data: Mapping[str, object]) -> None:
        super().__init__(message)
        self.code = code
        self.number = number
        self.message = message
        self.data = data


def again(error: FermataError) -> FermataError:
    """The same error once more: one that is raised in several places would gather the traces of all of them."""
    if isinstance(error, Refused):
        return type(error)(error.code, error.number, error.message, error.data)
    return type(error)(*error.args)
