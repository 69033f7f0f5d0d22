"""A screen as a drawing: text that stays text, in the colours of the page around it."""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

SIZE = 14
"""Of the letters, in pixels."""

ADVANCE = 8.43
"""Width of a cell in pixels: that of DejaVu Sans Mono. Other fonts are spread or narrowed to it."""

LEADING = 21
"""From line to line, in pixels."""

MARGIN = 22
"""Around the text, in pixels."""

STYLE = """
text{font:%dpx "DejaVu Sans Mono",ui-monospace,Menlo,Consolas,"Liberation Mono",monospace;fill:#24292f;white-space:pre}
rect{fill:#fcfcfa;stroke:#d5d5cf}
.b{font-weight:bold}.f{fill:#6e7781}
@media (prefers-color-scheme:dark){text{fill:#d8dee4}rect{fill:#1b1f24;stroke:#3d444d}.f{fill:#8d96a0}}
""" % SIZE


@dataclass
class Run:
    """Neighbouring cells that look the same."""

    column: int
    text: str
    bold: bool
    faint: bool


def svg(title: str, rows: list[list[Run]]) -> str:
    """Draws the rows. The description of the picture is its whole text, for those who cannot see it."""
    text = [plain(row) for row in rows]
    columns = max(map(len, text), default=0)
    width = round(2 * MARGIN + columns * ADVANCE)
    height = 2 * MARGIN + len(rows) * LEADING - (LEADING - SIZE)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        ' role="img" aria-labelledby="title" aria-describedby="text">',
        f'<title id="title">{escape(title, quote=False)}</title>',
        f'<desc id="text">{escape(chr(10).join(text), quote=False)}</desc>',
        f"<style>{STYLE}</style>",
        f'<rect x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="8"/>',
    ]
    for number, row in enumerate(rows):
        y = MARGIN + SIZE - 2 + number * LEADING
        lines += [element(run, y) for piece in row for run in words(piece)]
    return "\n".join(lines + ["</svg>", ""])


def plain(row: list[Run]) -> str:
    """The text of a row."""
    line = ""
    for run in row:
        line = line.ljust(run.column) + run.text
    return line.rstrip()


def words(run: Run) -> Iterable[Run]:
    """The run cut at wide gaps, so that columns stay columns in any font."""
    column = run.column
    for number, piece in enumerate(run.text.split("  ")):
        column += 2 if number else 0
        bare = piece.lstrip(" ")
        if bare.strip():
            yield Run(column + len(piece) - len(bare), bare.rstrip(" "), run.bold, run.faint)
        column += len(piece)


def element(run: Run, y: int) -> str:
    """One piece of text at its place and as wide as its cells."""
    kind = "b" if run.bold else "f" if run.faint else ""
    look = f' class="{kind}"' if kind else ""
    x = round(MARGIN + run.column * ADVANCE, 1)
    length = round(len(run.text) * ADVANCE, 1)
    return f'<text x="{x:g}" y="{y}" textLength="{length:g}" xml:space="preserve"{look}>{escape(run.text, quote=False)}</text>'
