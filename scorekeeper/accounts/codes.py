"""Recovery codes: on paper, each good once, to choose a new password where nobody can send a letter.

They are 80 random bits, which nobody guesses; so their plain digests say nothing to who reads the book.
"""

import secrets

from django.db import transaction

from ledger.recording import digest_of
from scorekeeper.accounts.models import Account, RecoveryCode

COUNT = 8

# Those that nobody takes for another one; what is written otherwise is read as what was meant.
LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"

MEANT = str.maketrans({"o": "0", "i": "1", "l": "1", "u": "v"})
GROUPS, IN_A_GROUP = 4, 4


def make_codes(account: Account) -> list[str]:
    """Return new codes, as they are printed; the old ones are good for nothing any more."""
    codes = [
        "-".join("".join(secrets.choice(LETTERS) for _ in range(IN_A_GROUP)) for _ in range(GROUPS))
        for _ in range(COUNT)
    ]
    with transaction.atomic():
        Account.objects.select_for_update().get(pk=account.pk)
        RecoveryCode.objects.filter(account=account).delete()
        RecoveryCode.objects.bulk_create(RecoveryCode(account=account, digest=_digest(one)) for one in codes)
    return codes


def codes_left(account: Account) -> int:
    return RecoveryCode.objects.filter(account=account).count()


def use_code(account: Account | None, code: str) -> bool:
    """Use a code up; whether it was good. The same query for an account that there is not."""
    whose = 0 if account is None else account.pk
    count, _ = RecoveryCode.objects.filter(account=whose, digest=_digest(code)).delete()
    return bool(count)


def _digest(code: str) -> str:
    return digest_of("".join(one for one in code.casefold().translate(MEANT) if one in LETTERS))
