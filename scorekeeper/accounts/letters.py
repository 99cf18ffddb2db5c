"""Letters by e-mail, where a server for them is named; sent by a thread of their own.

Whoever asks for one waits for no mail server, and so learns nothing by how long it takes. What cannot be sent
is a line in the log, and is asked for again.
"""

from __future__ import annotations

import logging
import queue
from collections.abc import Iterable, Mapping
from threading import Lock, Thread

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils.translation import gettext as _

from scorekeeper.accounts.models import Account

MOST_WAITING = 200
log = logging.getLogger(__name__)


def confirm_letter(account: Account, link: str) -> EmailMessage:
    """To the address that somebody wants to have: whoever reads it says that it is theirs."""
    text = _(
        "Somebody, probably you, wants to give this e-mail address to the account “{name}” of the score "
        "keeper. Open this page to say yes; it is there for an hour:\n\n{link}\n\n"
        "If it was not you, there is nothing to do."
    )
    subject = _("Is this your e-mail address?")
    return _letter(subject, text.format(name=account.name, link=link), account.address_asked)


def password_letter(address: str, links: Mapping[str, str]) -> EmailMessage:
    """To an address at which accounts are: for each, by its name, the page where a new password is chosen."""
    asked = _(
        "Somebody, probably you, has forgotten a password of the score keeper. Here a new one is chosen; "
        "the page is there for an hour:"
    )
    ends = _("If it was not you, there is nothing to do: the old password stays.")
    each = [_("“{name}”: {link}").format(name=name, link=link) for name, link in links.items()]
    return _letter(_("A new password"), "\n\n".join([asked, *each, ends]), address)


def changed_letters(account: Account, addresses: Iterable[str]) -> list[EmailMessage]:
    """To where an account had its address, or has it: what opens it was changed."""
    text = _(
        "The password or the e-mail address of the account “{name}” of the score keeper was changed just "
        "now.\n\nIf it was not you: one of your recovery codes lets you choose a new password, and logs all "
        "phones out."
    ).format(name=account.name)
    return [_letter(_("Your account was changed"), text, one) for one in addresses if one]


def send(*letters: EmailMessage) -> None:
    """Send them, soon. Where no server is named, there are none."""
    if not settings.LETTERS:
        return
    for letter in letters:
        if settings.TASKS_AT_ONCE:
            _send(letter)
        else:
            POST.put(letter)


def _letter(subject: str, text: str, to: str) -> EmailMessage:
    return EmailMessage(subject, f"{text}\n", to=[to])


def _send(letter: EmailMessage) -> None:
    try:
        letter.send()
    except Exception as trouble:
        log.error("An e-mail could not be sent: %s", type(trouble).__name__)


class _Post:
    """Letters that wait, and the thread that sends them, which begins with the first."""

    def __init__(self) -> None:
        self.waiting: queue.Queue[EmailMessage] = queue.Queue(MOST_WAITING)
        self.lock = Lock()
        self.thread: Thread | None = None

    def put(self, letter: EmailMessage) -> None:
        """Let it be sent; lost where too many wait already."""
        with self.lock:
            if self.thread is None:
                self.thread = Thread(target=self._run, name="letters", daemon=True)
                self.thread.start()
        try:
            self.waiting.put_nowait(letter)
        except queue.Full:
            log.error("An e-mail was not sent: too many wait already.")

    def _run(self) -> None:
        while True:
            _send(self.waiting.get())


POST = _Post()
