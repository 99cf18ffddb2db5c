"""What a phone opens by itself, beside the account: asked whether it is the account's from now on."""
