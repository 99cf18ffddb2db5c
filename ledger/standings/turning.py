"""Long lists read page by page from where one stands, so that no page reads what lies before it."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Turned:
    """Which page of a list that is told from its newest line on: the one `before` or `after` a line.

    Lines are named by their numbers; of neither it is the first page, with the newest lines.
    """

    before: int | None = None
    after: int | None = None

    @property
    def is_first(self) -> bool:
        return self.before is None and self.after is None


FIRST_PAGE = Turned()
