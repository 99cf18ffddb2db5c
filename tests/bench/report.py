"""What a bench prints: numbers beside what they may be at most."""

from __future__ import annotations


class Report:
    """The lines of the report, and whether everything keeps to its limit."""

    def __init__(self) -> None:
        self.kept = True

    def line(self, what: str, value: float, unit: str, most: float | None = None) -> None:
        verdict = ""
        if most is not None:
            keeps = value <= most
            self.kept &= keeps
            verdict = f"  (at most {most:g}{unit})" + ("" if keeps else "  TOO MUCH")
        print(f"  {what:<52}{value:9.2f}{unit}{verdict}", flush=True)

    def end(self) -> int:
        """The last line, and what the bench exits with: 1 when something costs more than it may."""
        print("All within their limits." if self.kept else "Some cost too much.")
        return 0 if self.kept else 1
