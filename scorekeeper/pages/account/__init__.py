"""An account: its phones, its password, its passkeys."""
