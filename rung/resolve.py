"""Algorithm 1, closed-world resolution: the verified core.

Standard library only, pure, total: for every registry, name and JSON object it returns a decision and raises nothing.
The three steps stand in the order of the paper (arXiv 2609.19425). Reading the text of a call, and naming the first
fault of many, happen outside: see `rung.text` and `rung.verdict`.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Final, TypeAlias

from rung.algebra import Signature
from rung.clause import ALLOW, H1, H1_1, H2, H2_1, H2_2, H3
from rung.context import context_of
from rung.deep import nested_faults
from rung.membership import Fault, faults
from rung.value import Value

#: A decision: its code, and every (clause, path); the one fault of H1 stands at no place of the arguments, path ``()``.
Decision: TypeAlias = tuple[str, list[Fault]]

TOP: Final = "top"
DEEP: Final = "deep"


def resolve(
    signatures: Mapping[Hashable, Signature], name: Hashable, arguments: dict[str, Value], profile: str
) -> Decision:
    """Return the decision on one call: ``allow`` and no fault, or ``H1``, ``H2``, ``H3`` and every fault."""
    # RR-H1.1: A name that is not in the registry is rejected.
    if name not in signatures:
        return H1, [(H1_1, ())]
    signature = signatures[name]
    # Step 2: every key is declared, and no required key is missing.
    keys: list[Fault] = []
    key_faults(signature, arguments, keys)
    # Step 3: every value satisfies its declaration. Undeclared keys have been answered and take no part.
    kept = {key: arguments[key] for key in arguments if declares(signature, key)} if keys else arguments
    values: list[Fault] = []
    faults(context_of(signature.definitions), signature.body, kept, (), values)
    if profile == DEEP:
        nested_faults(signature.definitions, signature.root, kept, values)
    if keys:
        return H2, keys + values
    if values:
        return H3, values
    return ALLOW, values


def key_faults(signature: Signature, arguments: dict[str, Value], out: list[Fault]) -> None:
    """Append a fault for every undeclared key (RR-H2.1), and for every required one that is missing (RR-H2.2)."""
    for key in arguments:
        # RR-H2.1: A key that the signature does not declare is rejected, at the key.
        if key not in signature.declared and not declares(signature, key):
            out.append((H2_1, ((), key)))
    for key in signature.required:
        # RR-H2.2: A missing required key is rejected, where it should stand.
        if key not in arguments:
            out.append((H2_2, ((), key)))


def declares(signature: Signature, key: str) -> bool:
    """Return whether the signature declares ``key``: by name, by a family, or because its author opened the root."""
    if key in signature.declared:
        return True
    if signature.open:
        return True
    for pattern in signature.families:
        if pattern.found_in(key):
            return True
    return False
