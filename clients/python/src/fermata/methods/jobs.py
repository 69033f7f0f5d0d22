"""The methods whose names begin with `job.`.

clients/python/generate has written this module; a change here would be lost.
"""

from __future__ import annotations

from ..calling import UNSET, Methods, Unset
from ..reading import array, nothing, record
from ..types import (
    Job,
)

__all__ = ["JobsMethods"]


class JobsMethods(Methods):
    """The methods whose names begin with `job.`."""

    async def list(
        self,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> tuple[Job, ...]:
        """Lists the jobs that wait and run, and the last ones that are over, oldest first.

        Needs the role admin.
        """
        return await self._call("job.list", {}, array(record(Job)), waits=False, timeout=timeout)

    async def cancel(
        self,
        job: int,
        *,
        timeout: float | Unset | None = UNSET,
    ) -> None:
        """Ends a job; what it has written is deleted.

        job: The id of the job.

        Raises JobNotFound. Needs the role admin.
        """
        return await self._call("job.cancel", {"job": job}, nothing, waits=False, timeout=timeout)
