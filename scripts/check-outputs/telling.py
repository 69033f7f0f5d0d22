"""How the check says what it has found."""

MOST_TOLD = 20
"""How many faults of one kind are told."""


def told(what: str, faults: list[str]) -> list[str]:
    """Tells what was checked, and answers those of the faults that are worth telling."""
    print(f"  {'WRONG' if faults else 'right'}: {what}", flush=True)
    more = len(faults) - MOST_TOLD
    return faults[:MOST_TOLD] + ([f"… and {more} more of these"] if more > 0 else [])


def tell_damage(what: str, faults: list[str], missed: list[str]) -> None:
    """Tells what was found in a recording that was made wrong, and adds to `missed` if that is nothing."""
    print(f"  {what}: {faults[0] if faults else 'NOT FOUND'}", flush=True)
    if not faults:
        missed.append(f"{what} was not found")
