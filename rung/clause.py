"""The clause ids that the kernel gives as reasons; their sentences live in ``specs/clauses.toml``."""

from __future__ import annotations

from typing import Final

ALLOW: Final = "allow"
H1: Final = "H1"
H2: Final = "H2"
H3: Final = "H3"

H1_1: Final = "RR-H1.1"
H2_1: Final = "RR-H2.1"
H2_2: Final = "RR-H2.2"
H3_1: Final = "RR-H3.1"
H3_2: Final = "RR-H3.2"
H3_3: Final = "RR-H3.3"
H3_4: Final = "RR-H3.4"
H3_5: Final = "RR-H3.5"
H3_6: Final = "RR-H3.6"
H3_7: Final = "RR-H3.7"
