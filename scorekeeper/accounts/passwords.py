"""What a password may not be, besides what Django refuses."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from ledger.models import name_key


class NotTheName:
    """It is not the account's name, nor has it in it."""

    def validate(self, password: str, user: object = None) -> None:
        """Raises ValidationError for one that says the name."""
        key = str(getattr(user, "key", ""))
        said = name_key(password)
        if key and (said == key or (len(key) > 3 and key in said)):
            raise ValidationError(_("The password must not have your name in it."), code="name_in_it")

    def get_help_text(self) -> str:
        """What is asked."""
        return _("It must not have your name in it.")
