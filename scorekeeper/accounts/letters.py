"""E-mail addresses of accounts, and the letters and links that confirm them or replace a password.

A link holds no secret that is kept: it is computed from the account as it stands, and so opens nothing any
more once the password or the address is another one.
"""

import logging
import queue
from collections.abc import Callable
from threading import Lock, Thread

from django.conf import settings
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core.mail import EmailMessage
from django.db import transaction
from django.utils.translation import gettext as _

from scorekeeper.accounts.models import Account
from scorekeeper.accounts.sessions import end_phones

# Accounts that a letter names; a family has no more.
MOST_AT_ONE = 5

MOST_WAITING = 200

# Writes the address of the page that a letter leads to, from what its link says.
Links = Callable[[str], str]

log = logging.getLogger(__name__)


class _Confirms(PasswordResetTokenGenerator):
    """A link that confirms an address: good until another is asked for, or the password is changed."""

    key_salt = "scorekeeper.accounts.addresses.confirms"

    def _make_hash_value(self, user: Account, timestamp: int) -> str:
        return f"{user.pk} {user.password} {user.address_asked} {timestamp}"


CONFIRMS, RENEWS = _Confirms(), PasswordResetTokenGenerator()


def ask(account: Account, address: str, links: Links) -> None:
    """Send a letter to the address that the account is to have; until it is confirmed, the old one stays."""
    account.address_asked = address
    account.save(update_fields=["address_asked"])
    text = _(
        "Somebody, probably you, wants to give this e-mail address to the account “{name}” of the score "
        "keeper. Open this page to say yes; it is there for an hour:\n\n{link}\n\n"
        "If it was not you, there is nothing to do."
    )
    link = links(_said(account, CONFIRMS))
    send(_("Is this your e-mail address?"), text.format(name=account.name, link=link), address)


def confirm(said: str) -> Account | None:
    """Give the account the address that its link is for; None for a link that is good for nothing."""
    with transaction.atomic():
        account = confirms(said, is_to_write=True)
        if account is None:
            return None
        was, account.address = account.address, account.address_asked
        account.address_key = account.address.casefold()
        account.save(update_fields=["address", "address_key"])
    if was != account.address:
        tell_of_change(account, was)
    return account


def take_away(account: Account) -> None:
    """Let the account have no address, nor wait for one."""
    was = account.address
    account.address = account.address_key = account.address_asked = ""
    account.save(update_fields=["address", "address_key", "address_asked"])
    tell_of_change(account, was)


def send_new_passwords(address: str, links: Links) -> None:
    """Send a letter if accounts have this address, with a link for each to choose a new password."""
    found = list(Account.objects.filter(address_key=address.casefold(), is_active=True)[:MOST_AT_ONE])
    asked = _(
        "Somebody, probably you, has forgotten a password of the score keeper. Here a new one is chosen; "
        "the page is there for an hour:"
    )
    ends = _("If it was not you, there is nothing to do: the old password stays.")
    # Two addresses may look alike once they are folded: each letter goes to the address as it was confirmed.
    for written in dict.fromkeys(one.address for one in found):
        each = [
            _("“{name}”: {link}").format(name=one.name, link=links(_said(one, RENEWS)))
            for one in found
            if one.address == written
        ]
        send(_("A new password"), "\n\n".join([asked, *each, ends]), written)


def confirms(said: str, *, is_to_write: bool = False) -> Account | None:
    """Return the account whose address a link confirms; None for a link that is good for nothing."""
    account = _with_link(said, CONFIRMS, is_to_write=is_to_write)
    return account if account is not None and account.address_asked else None


def renews(said: str, *, is_to_write: bool = False) -> Account | None:
    """Return the account whose password a link replaces; None for a link that is good for nothing."""
    account = _with_link(said, RENEWS, is_to_write=is_to_write)
    return account if account is not None and account.address else None


def renew(said: str, password: str) -> Account | None:
    """Give the account of this link another password, and end all its phones; None where it is no good."""
    with transaction.atomic():
        account = renews(said, is_to_write=True)
        if account is None:
            return None
        # An address that a thief had asked for is not confirmed any more.
        account.address_asked = account.address
        account.save(update_fields=["address_asked"])
        change_password(account, password)
    tell_of_change(account, account.address)
    return account


def change_password(account: Account, password: str) -> None:
    """Give the account another password, and log all its phones out."""
    account.set_password(password)
    account.save(update_fields=["password"])
    end_phones(account)


def tell_of_change(account: Account, address: str) -> None:
    """Write to an address that the account has, or had, that what opens it was changed."""
    text = _(
        "The password or the e-mail address of the account “{name}” of the score keeper was changed just "
        "now.\n\nIf it was not you: one of your recovery codes lets you choose a new password, and logs all "
        "phones out."
    )
    send(_("Your account was changed"), text.format(name=account.name), address)


def _said(account: Account, signs: PasswordResetTokenGenerator) -> str:
    return f"{account.pk}-{signs.make_token(account)}"


def _with_link(said: str, signs: PasswordResetTokenGenerator, *, is_to_write: bool) -> Account | None:
    pk, _dash, token = said.partition("-")
    if not (pk.isascii() and pk.isdigit() and len(pk) < 19):
        return None
    accounts = Account.objects.select_for_update() if is_to_write else Account.objects.all()
    account = accounts.filter(pk=int(pk), is_active=True).first()
    return account if account is not None and signs.check_token(account, token) else None


def send(subject: str, text: str, to: str) -> None:
    """Send a letter, soon; none where no mail server or no address is named.

    A thread of its own sends it: whoever asks for one waits for no mail server, and so learns nothing by how
    long it takes. What cannot be sent is a line in the log.
    """
    if not settings.LETTERS or not to:
        return
    letter = EmailMessage(subject, f"{text}\n", to=[to])
    if settings.TASKS_AT_ONCE:
        _send(letter)
    else:
        POST.put(letter)


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
