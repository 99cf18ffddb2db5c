"""`manage.py remove_groups`: removes the groups whose owners asked for it, when their time is up."""

from typing import Any

from ledger.management.asking import WritingCommand, progress
from ledger.recording import due_groups, remove_group
from ledger.steps import heard_by


class Command(WritingCommand):
    """The server does so by itself; this is for whoever runs none, or wants it now."""

    help = "Removes the groups that their owners had removed and whose thirty days are over, for good."

    def handle(self, *args: Any, **options: Any) -> None:
        """Remove the groups in short steps, so that nobody who plays waits."""
        due = list(due_groups())
        for group in due:
            with heard_by(progress(self.stderr, f"rows of {group}")):
                remove_group(group)
        count = f"{len(due)} group{'' if len(due) == 1 else 's'}" if due else "Nothing"
        self.stdout.write(f"{count} removed." if due else "No group’s time is up.")
