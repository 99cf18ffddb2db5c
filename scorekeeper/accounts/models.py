"""Tables of accounts: names and passwords, the phones that are logged in, and recovery codes."""

import uuid
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.sessions.base_session import AbstractBaseSession, BaseSessionManager
from django.db import models
from django.utils import timezone

LONGEST_NAME = 40
LONGEST_BROWSER = 80
LONGEST_ADDRESS = 254


class Account(AbstractBaseUser):
    """Somebody who has a name and a password here. `guest` is who the account is in its groups.

    `key` is what its name is compared by; `made_by` the form that made it, so that the same one sent twice
    makes one account. With `second_step` the password alone is not enough.

    `address` is where letters go, "" for nowhere; it was confirmed by one. `address_asked` waits for that.
    Several accounts may have one address, as families do; `address_key` is what it is found by.
    """

    name = models.CharField(max_length=LONGEST_NAME)
    key = models.CharField(max_length=4 * LONGEST_NAME, unique=True)
    guest = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    is_active = models.BooleanField(default=True)
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.UUIDField(unique=True, default=uuid.uuid4)
    second_step = models.BooleanField(default=False)
    address = models.EmailField(max_length=LONGEST_ADDRESS, blank=True, default="")
    address_key = models.CharField(max_length=2 * LONGEST_ADDRESS, blank=True, default="", db_index=True)
    address_asked = models.EmailField(max_length=LONGEST_ADDRESS, blank=True, default="")

    USERNAME_FIELD = "key"
    EMAIL_FIELD = "address"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    def __str__(self) -> str:
        return self.name


class Phone(AbstractBaseSession):
    """A session: of a phone that is logged in to an account, or that is just about to be.

    `public` is what the page calls it, as the key itself is a secret.
    """

    account = models.ForeignKey(Account, models.CASCADE, null=True, related_name="phones")
    public = models.UUIDField(default=uuid.uuid4, unique=True)
    browser = models.CharField(max_length=LONGEST_BROWSER, blank=True)
    begun_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[BaseSessionManager[Any]] = BaseSessionManager()

    @classmethod
    def get_session_store_class(cls) -> Any:
        from scorekeeper.accounts.sessions import AccountSession  # noqa: PLC0415  (it imports this module)

        return AccountSession


class RecoveryCode(models.Model):
    """A code on paper that lets somebody choose a new password, once. Only its digest is kept."""

    account = models.ForeignKey(Account, models.CASCADE, related_name="codes")
    digest = models.CharField(max_length=64, unique=True)
