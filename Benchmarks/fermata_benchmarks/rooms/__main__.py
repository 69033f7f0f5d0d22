"""Runs the checks; `scripts/check-rooms` does so with everything installed."""

import sys

from .command_line import main

sys.exit(main())
