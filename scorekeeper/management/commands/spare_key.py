"""`manage.py spare_key --group NAME`: lets one more phone in, as an owner."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.urls import reverse

from ledger.management.asking import WritingCommand, group_called, take_group
from ledger.recording import Refused
from scorekeeper.serving.addresses import lan_addresses
from scorekeeper.text.refusals import sentence
from scorekeeper.visitors.links import cut_key


class Command(WritingCommand):
    """For who lost his phone, or brought a group in by a command."""

    help = (
        "Prints an address that opens a group to one more phone, as its owner's. It works once, within a day."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        take_group(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        group = group_called(options["group"])
        try:
            path = reverse("spare_key", args=[cut_key(group)])
        except Refused as refused:
            raise CommandError(sentence(refused)) from None
        here = [f"http://{address}:{settings.PORT}" for address in [*lan_addresses(), "localhost"]]
        self.stdout.write(f"{settings.SITE_ORIGIN or here[0]}{path}")
