"""The kernel and the declarative spec, proved equal from their own source text: see docs/lift.md."""
