"""Files read in bounded memory: how long one is, is judged before it is held."""

from __future__ import annotations

import os
from os import PathLike
from typing import Final

from rung.text import Limits, TextFault

#: How much is read at a time.
_CHUNK: Final = 1 << 20


def read_at_most(path: str | PathLike[str], limits: Limits) -> bytes | TextFault:
    """Return the content of a file, or RR-W.6 if it is longer than ``limits.text_bytes``.

    A longer regular file is not read at all; of a pipe or device, no more than one piece beyond the limit.
    Errors: :class:`OSError` for a file that cannot be read.
    """
    with open(path, "rb", buffering=0) as file:
        length = os.fstat(file.fileno()).st_size  # 0 where the system cannot say: a pipe, a device, /proc
        pieces: list[bytes] = []
        if length <= limits.text_bytes:
            length = 0
            while length <= limits.text_bytes and (piece := file.read(_CHUNK)):
                pieces.append(piece)
                length += len(piece)
        if length > limits.text_bytes:
            return TextFault("RR-W.6", 0, 1, 1, f"at most {limits.text_bytes} bytes", f"at least {length}")
        return b"".join(pieces)
