"""The declarative spec: what is rejected, as sets. One comprehension a clause; nothing in here runs in the product.

It shares the type algebra and the value model with the resolver, and no code: equality, types, comparison, declaredness
and closure are all said again, in another way. A fault is ``(clause, path)``; paths are relative to the value judged.
Read as text by the proofs, run as it stands by the tests (kernel = spec).
"""

from __future__ import annotations

from rung.algebra import Schema
from rung.value import DecimalFraction

ANY = Schema()
JSON_TYPES = (
    ("null", type(None)),
    ("boolean", bool),
    ("integer", int),
    ("number", int),
    ("number", DecimalFraction),
    ("string", str),
    ("array", list),
    ("object", dict),
)


# Values -------------------------------------------------------------------------------------------------------------
def same(a, b):
    """RR-A.6: Two values are equal iff they are equal as JSON."""
    return type(a) is type(b) and (
        len(a) == len(b) and all(same(a[i], b[i]) for i in range(len(a)))
        if type(a) is list
        else set(a) == set(b) and all(same(a[k], b[k]) for k in a)
        if type(a) is dict
        else a == b
    )


def is_number(v):
    return type(v) is int or type(v) is DecimalFraction


def types_of(v):
    return {name for name, python_type in JSON_TYPES if type(v) is python_type}


def at_most(a, b):
    """a <= b: the difference b - a, over the common denominator, is not negative."""
    return 0 <= b.numerator * a.denominator - a.numerator * b.denominator


def whole(a, b):
    """a / b is an integer."""
    return a.numerator * b.denominator % (b.numerator * a.denominator) == 0


# Parts of a schema, absent parts as empty sets ----------------------------------------------------------------------
def properties(s):
    return {} if s.object is None else s.object.properties


def patterned(s):
    return () if s.object is None else s.object.families


def matched(s, k):
    return any(f.pattern.found_in(k) for f in patterned(s))


def leftover(s, k):
    """k is no property of s and in no family of s: additionalProperties judges it."""
    return k not in properties(s) and not matched(s, k)


def transparent(definitions, s):
    """The schemas that judge the same value in place of s, and report as themselves."""
    c = s.combination
    return [] if c is None else [*([definitions[c.ref]] if c.ref is not None else []), *c.all_of]


def branches(s):
    """The schemas of which some may judge the same value, without `if` and `not`."""
    c = s.combination
    return (
        []
        if c is None
        else [
            *c.any_of,
            *c.one_of,
            *(b for b in (c.consequent, c.alternative) if c.condition is not None and b is not None),
        ]
    )


def conditions(s):
    return [] if s.combination is None or s.combination.condition is None else [s.combination.condition]


# Faults of a value (RR-H3) ------------------------------------------------------------------------------------------
def one(clause, bad):
    return {(clause, ())} if bad else set()


def h3_1(s, v):
    return one("RR-H3.1", s.types is not None and not (types_of(v) & s.types))


def h3_2(s, v):
    return one("RR-H3.2", s.enum is not None and not any(same(v, e) for e in s.enum.values()))


def h3_3(s, v):
    n = s.number
    return one(
        "RR-H3.3",
        n is not None
        and is_number(v)
        and not (
            (n.minimum is None or at_most(n.minimum, v))
            and (n.maximum is None or at_most(v, n.maximum))
            and (n.exclusive_minimum is None or not at_most(v, n.exclusive_minimum))
            and (n.exclusive_maximum is None or not at_most(n.exclusive_maximum, v))
            and (n.multiple_of is None or whole(v, n.multiple_of))
        ),
    )


def h3_4(s, v):
    t = s.string
    return one(
        "RR-H3.4",
        t is not None
        and type(v) is str
        and not (
            (t.min_length is None or t.min_length <= len(v))
            and (t.max_length is None or len(v) <= t.max_length)
            and (t.pattern is None or t.pattern.found_in(v))
        ),
    )


def h3_5(s, v):
    a = s.array
    if a is None or type(v) is not list:
        return set()
    return one(
        "RR-H3.5",
        not (
            (a.min_items is None or a.min_items <= len(v))
            and (a.max_items is None or len(v) <= a.max_items)
            and (not a.unique or not any(i != j and same(v[i], v[j]) for i in range(len(v)) for j in range(len(v))))
        ),
    ) | {("RR-H3.5", (i,)) for i in range(len(v)) if a.closed and i == len(a.prefix)}


def h3_6(definitions, s, v):
    o = s.object
    if o is None or type(v) is not dict:
        return set()
    return (
        {("RR-H3.6", (k,)) for k in set(o.required) - set(v)}
        | {("RR-H3.6", (k,)) for k in set(v) if o.closed and leftover(s, k)}
        | {("RR-H3.6", (k,)) for k in set(v) if o.names is not None and faults(definitions, o.names, k) != set()}
        | one("RR-H3.6", o.min_properties is not None and not o.min_properties <= len(v))
        | one("RR-H3.6", o.max_properties is not None and not len(v) <= o.max_properties)
    )


def h3_7(definitions, s, v):
    c = s.combination
    o = s.object
    return (
        one(
            "RR-H3.7",
            o is not None
            and type(v) is dict
            and any(k in v and not set(o.dependent[k]) <= set(v) for k in o.dependent),
        )
        | one("RR-H3.7", c is not None and c.any_of != () and not any(valid(definitions, b, v) for b in c.any_of))
        | one(
            "RR-H3.7",
            c is not None
            and c.one_of != ()
            and len({i for i in range(len(c.one_of)) if valid(definitions, c.one_of[i], v)}) != 1,
        )
        | one("RR-H3.7", c is not None and c.negated is not None and valid(definitions, c.negated, v))
        | one(
            "RR-H3.7",
            c is not None
            and c.condition is not None
            and not valid(
                definitions,
                ((c.consequent if valid(definitions, c.condition, v) else c.alternative) or ANY),
                v,
            ),
        )
    )


def inside(definitions, s, v):
    """The faults of the parts of v, at their own places."""
    a = s.array
    return {
        (clause, (i, *q))
        for i in range(len(v) if a is not None and type(v) is list else 0)
        for child in ((a.prefix[i],) if i < len(a.prefix) else (a.items or ANY,))
        for clause, q in faults(definitions, child, v[i])
    } | {
        (clause, (k, *q))
        for k in (v if s.object is not None and type(v) is dict else ())
        for child in key_schemas(s, k)
        for clause, q in faults(definitions, child, v[k])
    }


def key_schemas(s, k):
    """The schemas that judge the value at key k by s alone."""
    return (
        [properties(s)[name] for name in properties(s) if name == k]
        + [f.schema for f in patterned(s) if f.pattern.found_in(k)]
        + [o.additional for o in [s.object] if o is not None and o.additional is not None and leftover(s, k)]
    )


def faults(definitions, s, v):
    """Every (clause, path) at which v fails s."""
    return (
        h3_1(s, v)
        | h3_2(s, v)
        | h3_3(s, v)
        | h3_4(s, v)
        | h3_5(s, v)
        | h3_6(definitions, s, v)
        | h3_7(definitions, s, v)
        | inside(definitions, s, v)
        | {fault for t in transparent(definitions, s) for fault in faults(definitions, t, v)}
    )


def valid(definitions, s, v):
    return faults(definitions, s, v) == set()


# Declaredness (RR-A.3) ----------------------------------------------------------------------------------------------
def in_place(definitions, s):
    """s and every schema that may judge the same value, `not` excepted."""
    return [
        s,
        *(
            t
            for child in transparent(definitions, s) + branches(s) + conditions(s)
            for t in in_place(definitions, child)
        ),
    ]


def spine(definitions, s):
    """s and every schema that must hold with it: through allOf and $ref."""
    return [s, *(t for child in transparent(definitions, s) for t in spine(definitions, child))]


def family_holders(definitions, root):
    """The schemas whose families count: all, or only the root where it closes itself."""
    return [root] if root.object is not None and root.object.closed else in_place(definitions, root)


def declared(definitions, root, k):
    return any(k in properties(t) for t in in_place(definitions, root)) or any(
        matched(t, k) or (t.object is not None and t.object.additional is not None)
        for t in family_holders(definitions, root)
    )


def required(definitions, root):
    return {k for t in spine(definitions, root) if t.object is not None for k in t.object.required}


# Profile deep (RR-A.4) ----------------------------------------------------------------------------------------------
def applied(definitions, s, tentative):
    """The in-place schemas of s, each with whether it stands inside an `if`."""
    return [
        (s, tentative),
        *(t for c in transparent(definitions, s) + branches(s) for t in applied(definitions, c, tentative)),
        *(t for c in conditions(s) for t in applied(definitions, c, True)),
    ]


def applied_at_key(definitions, here, k):
    return [t for s, tentative in here for c in key_schemas(s, k) for t in applied(definitions, c, tentative)]


def applied_at_index(definitions, here, i):
    return [
        t
        for s, tentative in here
        if s.array is not None
        for c in (s.array.prefix[i] if i < len(s.array.prefix) else s.array.items,)
        if c is not None
        for t in applied(definitions, c, tentative)
    ]


def is_closed(here):
    return (
        {tentative for _, tentative in here} >= {False}
        and {k for s, _ in here for k in properties(s)} != set()
        and not any(patterned(s) or (s.object is not None and s.object.additional is not None) for s, _ in here)
    )


def undeclared(definitions, here, v):
    """The faults that deep adds strictly inside v, where `here` apply to v."""
    return {
        fault
        for k in (v if type(v) is dict else ())
        for fault in closed(definitions, applied_at_key(definitions, here, k), v[k], k)
    } | {
        fault
        for i in range(len(v) if type(v) is list else 0)
        for fault in closed(definitions, applied_at_index(definitions, here, i), v[i], i)
    }


def closed(definitions, here, v, step):
    """The faults that deep adds at v or inside it, with v standing at `step`."""
    return {
        ("RR-H3.6", (step, k))
        for k in (v if type(v) is dict and is_closed(here) else ())
        if not any(k in properties(s) for s, _ in here)
    } | {(clause, (step, *q)) for clause, q in undeclared(definitions, here, v)}


# Algorithm 1 --------------------------------------------------------------------------------------------------------
def h1(signatures, name):
    """RR-H1.1: A name that is not in the registry is rejected."""
    return {("RR-H1.1", ())} if name not in set(signatures) else set()


def h2(definitions, root, arguments):
    """RR-H2.1, RR-H2.2: undeclared keys and missing required ones."""
    return {("RR-H2.1", (k,)) for k in arguments if not declared(definitions, root, k)} | {
        ("RR-H2.2", (k,)) for k in required(definitions, root) - set(arguments)
    }


def h3(definitions, root, arguments, profile):
    """RR-H3: the faults of the arguments with undeclared root keys removed; a missing root key is RR-H2.2 alone."""
    kept = {k: arguments[k] for k in arguments if declared(definitions, root, k)}
    return {
        (clause, q)
        for clause, q in faults(definitions, root, kept)
        if not (clause == "RR-H3.6" and q in {(k,) for k in required(definitions, root) - set(kept)})
    } | (undeclared(definitions, applied(definitions, root, False), kept) if profile == "deep" else set())


def decision(signatures, name, arguments, profile):
    """The code and the set of all faults of a call."""
    if h1(signatures, name):
        return "H1", h1(signatures, name)
    definitions, root = signatures[name].definitions, signatures[name].root
    keys, values = h2(definitions, root, arguments), h3(definitions, root, arguments, profile)
    return ("H2" if keys else "H3" if values else "allow"), keys | values
