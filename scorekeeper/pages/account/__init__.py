"""An account: its phones, passwords, passkeys, codes and e-mail address; and how it is removed."""
