from django.apps import AppConfig


class ScorekeeperConfig(AppConfig):
    name = "scorekeeper"

    def ready(self) -> None:
        from .serving import checks  # noqa: F401, PLC0415  (importing it registers the checks)
