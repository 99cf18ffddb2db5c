"""The folders of the program's files and of its data, in a checkout and when it is installed."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, kw_only=True)
class Places:
    """The folders of one copy of the program, and the commands that its sentences name.

    `files` holds templates/ and static/. `base` is where a relative DATA_DIR starts. `env_files` lie beside
    the program and may hold settings, as the one in the data folder may. `usual_data` is where the data lies
    unless DATA_DIR says otherwise.
    """

    is_installed: bool
    files: Path
    base: Path
    env_files: tuple[Path, ...]
    usual_data: Path
    setup_command: str
    migrate_command: str
    port_command: str
    move_command: str

    def data(self, asked: str) -> Path:
        """Return the folder of the data, as DATA_DIR asks for it; "" asks for the usual one."""
        return (self.base / Path(asked).expanduser()).absolute() if asked else self.usual_data


def places(environment: Mapping[str, str], package: Path = PACKAGE) -> Places:
    """Return the places of the copy that this package belongs to.

    A wheel has templates/ and static/ inside the package, a checkout beside it. What is installed keeps its
    data where the XDG base directories say.
    """
    if not (package / "templates").is_dir():
        checkout = package.parent
        return Places(
            is_installed=False,
            files=checkout,
            base=checkout,
            env_files=(checkout / ".env",),
            usual_data=checkout / "data",
            setup_command="make setup",
            migrate_command="manage.py migrate",
            port_command="make run PORT=",
            move_command="manage.py move_book",
        )
    shared = Path(environment.get("XDG_DATA_HOME", ""))
    if not shared.is_absolute():  # the standard says to ignore it then
        shared = Path.home() / ".local" / "share"
    return Places(
        is_installed=True,
        files=package,
        base=Path.cwd(),
        env_files=(),
        usual_data=shared / "scorekeeper",
        setup_command="scorekeeper serve",
        migrate_command="scorekeeper migrate",
        port_command="scorekeeper serve --port ",
        move_command="scorekeeper move_book",
    )
