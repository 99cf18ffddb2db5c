"""Long work that a test stops at its pauses, to do something else meanwhile."""

from collections.abc import Callable
from typing import Generic, TypeVar

from scorekeeper.tasks.turns import Turns

Result = TypeVar("Result")


class Halting(Turns, Generic[Result]):
    """A function that goes on with each `step`; `told` is the progress at its last pause."""

    def __init__(self, work: Callable[[], Result]) -> None:
        super().__init__(self._keep_result)
        self._function = work
        self._result: list[Result] = []
        self.told = (0, 0)

    def until(self, is_there: Callable[[], bool]) -> None:
        """Go on to the first pause at which this is so."""
        while not is_there():
            assert self.step()

    def finish(self) -> Result:
        """Go on to the end; return the result."""
        while self.step():
            pass
        return self._result[0]

    def _keep_result(self) -> None:
        self._result.append(self._function())

    def _pause(self, done: int, of: int) -> None:
        self.told = (done, of)
        super()._pause(done, of)
