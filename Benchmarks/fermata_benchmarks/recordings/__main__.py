"""Runs the checks; `scripts/check-recordings` does so with everything installed."""

import sys

from .command_line import main

sys.exit(main())
