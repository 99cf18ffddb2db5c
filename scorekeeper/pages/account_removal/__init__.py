"""An account removed; its groups stay."""
