"""JSON Schema to the type algebra: everything it supports it means exactly, everything else it refuses (RR-L.*)."""

from rung.schema.compiler import Compiled, Pool, compile_schema
from rung.schema.dialect import Dialect
from rung.schema.problem import Problem
from rung.schema.signature import Loaded, load_signature, signature_of

__all__ = ["Compiled", "Dialect", "Loaded", "Pool", "Problem", "compile_schema", "load_signature", "signature_of"]
