"""Properties tried alike on every machine: the same examples each time, however slow the machine is."""

from hypothesis import HealthCheck, settings


def steady(examples: int, *, steps: int = 15) -> settings:
    """Settings (and the decorator) for a property: how many examples, and how many steps a story has."""
    return settings(
        max_examples=examples,
        stateful_step_count=steps,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
