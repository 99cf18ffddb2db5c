"""`make written`: the parts of docs/ that are made from the code.

With --check it writes nothing, and exits with 1 where a page differs from the code.
"""

import ast
import sys
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("ledger", "scorekeeper")
sys.path.insert(0, str(ROOT))

from scorekeeper.variables import table  # noqa: E402


def room_of(module: str) -> str:
    """Return the folder of ledger/ or scorekeeper/ that a module lies in, or the module itself."""
    package, room = module.split(".")[:2]
    return f"{package}.{room}/" if (ROOT / package / room).is_dir() else f"{package}.{room}"


def imported(path: Path) -> set[str]:
    """Return the rooms whose modules a file imports; every import of this project is `from … import …`."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = (
                [node.module] if "." in node.module else [f"{node.module}.{one.name}" for one in node.names]
            )
            found |= {room_of(name) for name in names if name.partition(".")[0] in PACKAGES}
    return found


def rooms() -> str:
    """Return the rooms as lines of text, each of which imports only from the lines below it.

    Raise graphlib.CycleError where rooms import each other.
    """
    needs: dict[str, set[str]] = {}
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            if "migrations" not in path.parts and path != ROOT / package / "__init__.py":
                module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
                needs.setdefault(room_of(module), set()).update(imported(path))
    level: dict[str, int] = {}
    for room in TopologicalSorter({room: below - {room} for room, below in needs.items()}).static_order():
        level[room] = 1 + max((level[one] for one in needs.get(room, ()) if one != room), default=0)
    lines = [("ledger/", "scorekeeper/")]
    for number in range(max(level.values()), 0, -1):
        there = sorted(room.partition(".") for room in needs if level[room] == number)
        ledger, pages = ("  ".join(name for package, _, name in there if package == one) for one in PACKAGES)
        lines.append((f"  {ledger}", f"  {pages}"))
    width = max(len(ledger) for ledger, _ in lines) + 2
    drawn = (f"{ledger:{width}}{pages}".rstrip() for ledger, pages in lines)
    return "\n".join(["```", *drawn, "```"])


def main() -> None:
    stale = []
    for name, part, made in (("operating", "settings", table), ("architecture", "rooms", rooms)):
        page = ROOT / "docs" / f"{name}.md"
        old = page.read_text()
        # A part stands between two marks, and a page without them fails here.
        before, begins, rest = old.partition(f"<!-- {part} -->")
        _, ends, after = rest.partition(f"<!-- end of {part} -->")
        new = f"{before}{begins}\n\n{made()}\n\n{ends}{after}"
        if not ends:
            sys.exit(f"docs/{name}.md has no place for “{part}”.")
        if new != old:
            stale.append(f"docs/{name}.md")
            if "--check" not in sys.argv:
                page.write_text(new)
    if stale and "--check" in sys.argv:
        sys.exit(f"{', '.join(stale)} is stale: run `make written`.")


if __name__ == "__main__":
    main()
