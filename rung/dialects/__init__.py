"""Every host's dialect: how it lists tools, how it writes calls, and how a registry is written for it."""

from rung.dialects.calls import read_call, read_calls
from rung.dialects.envelope import Call, CallFault
from rung.dialects.hosts import HOSTS, LISTINGS
from rung.dialects.listing import Listed
from rung.dialects.registries import Document, in_file, tools_of
from rung.dialects.writing import Loss, export

__all__ = [
    "HOSTS",
    "LISTINGS",
    "Call",
    "CallFault",
    "Document",
    "Listed",
    "Loss",
    "export",
    "in_file",
    "read_call",
    "read_calls",
    "tools_of",
]
