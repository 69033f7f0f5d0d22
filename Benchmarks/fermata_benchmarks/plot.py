"""A bar chart as SVG: one group a measure, each on its own scale, readable on a light and on a dark page."""

from dataclasses import dataclass
from xml.sax.saxutils import escape

from .budgets import Verdict
from .report import number, quantity
from .results import Measure, Results

WIDTH = 820
LABELS = 90
"""Pixels left of the bars, for the players' names."""
VALUES = 130
"""Pixels right of the longest bar, for its value."""
BAR, GAP, HEAD, MARGIN = 16, 4, 30, 14

# Told apart by colour-blind readers too; mid-tones stand out on white and on black.
COLOURS = ("#d55e00", "#0072b2", "#009e73", "#8a6fc0")

STYLE = """
text { font: 12px system-ui, sans-serif; fill: #222; }
.title { font-weight: 600; }
.limit { stroke: #222; stroke-width: 1.5; stroke-dasharray: 3 2; }
@media (prefers-color-scheme: dark) { text { fill: #ddd; } .limit { stroke: #ddd; } }
"""


@dataclass(frozen=True)
class Group:
    """One measure: a bar a player, and the budget's mark where there is one."""

    measure: Measure
    bars: list[tuple[str, float]]
    limit: float | None

    @property
    def height(self) -> int:
        """In pixels, with the space below."""
        return HEAD + len(self.bars) * (BAR + GAP) + MARGIN


def groups(results: Results, verdicts: list[Verdict]) -> list[Group]:
    """What is worth a picture: everything with a budget or with a peer, the tightest budget of each."""
    limits: dict[Measure, float] = {}
    for verdict in verdicts:
        measure = verdict.budget.measure
        limits[measure] = min(verdict.limit, limits.get(measure, verdict.limit))
    found = []
    for measure in results.measures:
        bars = [
            (subject, value) for subject in results.subjects if (value := results.value(measure, subject)) is not None
        ]
        if measure in limits or len(bars) > 1:
            found.append(Group(measure, bars, limits.get(measure)))
    return found


def svg(groups: list[Group]) -> str:
    """The picture."""
    players = list(dict.fromkeys(name for group in groups for name, _ in group.bars))
    colours = {name: COLOURS[index % len(COLOURS)] for index, name in enumerate(players)}
    height = sum(group.height for group in groups) + MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        'role="img" aria-label="Fermata beside other players; a dashed line is the budget">',
        f"<style>{STYLE}</style>",
    ]
    top = MARGIN
    for group in groups:
        parts += _drawn(group, top, colours)
        top += group.height
    return "\n".join([*parts, "</svg>"]) + "\n"


def _drawn(group: Group, top: int, colours: dict[str, str]) -> list[str]:
    largest = max([value for _, value in group.bars] + [group.limit or 0.0])
    scale = (WIDTH - LABELS - VALUES) / largest if largest > 0 else 0.0
    parts = [f'<text class="title" x="8" y="{top + 16}">{escape(group.measure.title)}</text>']
    for index, (name, value) in enumerate(group.bars):
        y = top + HEAD + index * (BAR + GAP)
        length = max(1.0, value * scale)
        text = quantity(value, group.measure.unit)
        parts += [
            f'<text x="{LABELS - 8}" y="{y + 12}" text-anchor="end">{escape(name)}</text>',
            f'<rect x="{LABELS}" y="{y}" width="{length:.1f}" height="{BAR}" rx="2" fill="{colours[name]}"/>',
            f'<text x="{LABELS + length + 6:.1f}" y="{y + 12}">{escape(text)}</text>',
        ]
    if group.limit is not None:
        x = LABELS + group.limit * scale
        bottom = top + HEAD + len(group.bars) * (BAR + GAP)
        parts += [
            f'<line class="limit" x1="{x:.1f}" x2="{x:.1f}" y1="{top + HEAD - 4}" y2="{bottom}"/>',
            f'<text x="{WIDTH - 8}" y="{top + 16}" text-anchor="end">'
            f"budget ≤ {escape(number(group.limit))} {escape(group.measure.unit)}</text>",
        ]
    return parts
