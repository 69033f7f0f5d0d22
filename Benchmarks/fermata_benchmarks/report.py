"""The report, in Markdown."""

from .budgets import OURS, Verdict
from .results import Measure, Results
from .sound_system import QUANTUM, RATE


def number(value: float) -> str:
    """Three significant digits, and zero as it is."""
    if value == 0:
        return "0"
    magnitude = abs(value)
    if magnitude >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if magnitude >= 10 else f"{value:.2f}"


def quantity(value: float, unit: str) -> str:
    """A number with its unit."""
    return f"{number(value)} {unit}".strip()


def table(head: list[str], rows: list[list[str]]) -> str:
    """A Markdown table; all columns but the first are aligned to the right."""
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def budget_table(verdicts: list[Verdict]) -> str:
    """Fermata's values beside its budgets."""
    rows = []
    for verdict in verdicts:
        measure, peer = verdict.budget.measure, verdict.budget.peer
        limit = quantity(verdict.limit, measure.unit)
        rows.append([
            measure.title,
            quantity(verdict.value, measure.unit),
            "" if verdict.peer_value is None else f"{quantity(verdict.peer_value, measure.unit)} ({peer})",
            "" if verdict.ratio is None else f"{verdict.ratio:.2f}",
            ("≥" if verdict.budget.is_least else "≤")
            + (f" {limit}" if peer is None else f" {verdict.budget.limit:g} × {peer} = {limit}"),
            "met" if verdict.is_met else "**missed**",
        ])
    return table(["measure", OURS, "peer", "ratio", "budget", ""], rows)


def full_table(results: Results) -> str:
    """Everything that was measured, with the smallest and the largest repetition."""
    subjects = results.subjects
    rows = [
        [f"{measure.title}{f' ({measure.unit})' if measure.unit else ''}"]
        + [_with_range(results, measure, subject) for subject in subjects]
        for measure in results.measures
    ]
    return table(["measure", *subjects], rows)


def markdown(
    facts: dict[str, str], conditions: str, verdicts: list[Verdict], results: Results, threads: Results
) -> str:
    """The whole report."""
    graph = f"One graph for all, at {RATE:,} Hz and a quantum of {QUANTUM:,} frames: {RATE / QUANTUM:.1f} cycles a second."
    return judged("Benchmarks", "Benchmarks/run", facts, f"{graph} {conditions}", verdicts, results, threads)


def judged(
    title: str, command: str, facts: dict[str, str], conditions: str, verdicts: list[Verdict], results: Results, threads: Results
) -> str:
    """A report of what `command` has found, with budgets."""
    missed = sum(not verdict.is_met for verdict in verdicts)
    sections = [
        f"# {title}",
        f"Written by `{command}`; what the measures mean and what they cannot say is in `Benchmarks/README.md`.",
        "\n".join(f"- {name}: {value}" for name, value in facts.items()),
        conditions,
        "## Budgets",
        f"{len(verdicts) - missed} met, {missed} missed.",
        budget_table(verdicts),
        "## Everything measured",
        "The value that counts, which is the median unless the measure says otherwise, and from all repetitions the smallest "
        "and the largest.",
        full_table(results),
    ]
    if threads.measures:
        sections += ["## Wake-ups of fermatad's threads", "A second, in the median.", full_table(threads)]
    return "\n\n".join(sections) + "\n"


def beside(
    title: str, part: str, facts: dict[str, str], results: Results, ours: str, left_out: list[str]
) -> str:
    """The report of a run of its own: Fermata's values beside those of each peer, and the peer's divided by Fermata's."""
    rows = []
    for measure in results.measures:
        value = results.value(measure, ours)
        for peer in results.subjects:
            other = results.value(measure, peer)
            if peer == ours or value is None or other is None:
                continue
            ratio = "–" if value == 0 else f"{other / value:.2f}"
            rows.append([
                measure.title, f"{_with_range(results, measure, ours)} {measure.unit}", peer,
                f"{_with_range(results, measure, peer)} {measure.unit}", ratio])
    sections = [
        f"# {title}",
        f"Written by `Benchmarks/run --parts {part}`; what the measures mean is in `Benchmarks/README.md`.",
        "\n".join(f"- {name}: {value}" for name, value in facts.items()),
        table(["measure", OURS, "peer", "its value", "peer ÷ Fermata"], rows),
    ]
    if left_out:
        sections.append("Not measured:\n\n" + "\n".join(f"- {reason}" for reason in left_out))
    return "\n\n".join(sections) + "\n"


def all_of(title: str, part: str, facts: dict[str, str], results: Results, left_out: list[str]) -> str:
    """The report of a run of its own in which many programs do the same: a row for each measure and program."""
    rows = [
        [measure.title, subject, f"{_with_range(results, measure, subject)} {measure.unit}".strip()]
        for measure in results.measures for subject in results.subjects if results.value(measure, subject) is not None
    ]
    sections = [
        f"# {title}",
        f"Written by `Benchmarks/run --parts {part}`; what the measures mean is in `Benchmarks/README.md`.",
        "\n".join(f"- {name}: {value}" for name, value in facts.items()),
        table(["measure", "program", "value"], rows),
    ]
    if left_out:
        sections.append("Not measured:\n\n" + "\n".join(f"- {reason}" for reason in left_out))
    return "\n\n".join(sections) + "\n"


def _with_range(results: Results, measure: Measure, subject: str) -> str:
    value = results.value(measure, subject)
    if value is None:
        return "–"
    values = results.values(measure, subject)
    if len(values) == 1:
        return number(value)
    return f"{number(value)} ({number(min(values))}–{number(max(values))})"
