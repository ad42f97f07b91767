"""The Resolution Rung: closed-world resolution of an LLM agent's tool calls, before anything else looks at them.

>>> from rung import Registry
>>> registry = Registry.load([{"name": "add", "inputSchema": {"properties": {"a": {"type": "integer"}}}}])
>>> registry.resolve_text("add", '{"a": 1}').allowed
True
>>> registry.resolve_text("add", '{"b": 1}').message
'RR-H2.1 reject add: "b" is not declared (/b); declared: "a"'

Source: arXiv 2609.19425, "Closed-World Resolution Against Tool Hallucination in LLM Agents". The meaning of every
verdict stands in ``specs/algorithm.md``.
"""

from rung.dialects import Call, CallFault, read_call, read_calls
from rung.guard import InexactNumber, Rejected, guarded
from rung.registry import Registry, RegistryError, Tool
from rung.schema import Problem
from rung.text import Limits
from rung.verdict import Fault, Verdict

__all__ = [
    "Call",
    "CallFault",
    "Fault",
    "InexactNumber",
    "Limits",
    "Problem",
    "Registry",
    "RegistryError",
    "Rejected",
    "Tool",
    "Verdict",
    "__version__",
    "guarded",
    "read_call",
    "read_calls",
]

__version__ = "0.1.0"
