"""The rung before a dispatch function: what the registry does not resolve never reaches it.

>>> from rung import Registry, guarded
>>> registry = Registry.load([{"name": "add", "inputSchema": {"properties": {"a": {"type": "integer"}}}}])
>>> run = guarded(registry, lambda name, arguments: (name, arguments))
>>> run("add", '{"a": 1}')
('add', {'a': 1})
>>> run("add", {"b": 1})
Traceback (most recent call last):
    ...
rung.guard.Rejected: RR-H2.1 reject add: "b" is not declared (/b); declared: "a"

The arguments are read once, into a copy that no one else holds. That copy is judged, and that copy is dispatched, so it
does not matter what the caller does to its own object meanwhile. Decisions: ``docs/decisions/0007``.
"""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable
from decimal import Decimal
from typing import Any, Final, Literal, Protocol, Self, TypeAlias, TypeVar, overload

from rung import explain
from rung.objects import Snapshot, snapshot, snapshot_arguments
from rung.resolve import DEEP, TOP
from rung.text import Limits, Parsed, exact_number, parse_arguments
from rung.value import DecimalFraction, Value, digits_of
from rung.verdict import Verdict, allowed

#: What numbers in arguments *text* become that are not whole; whole numbers are always ``int``.
Numbers: TypeAlias = Literal["decimal", "float"]

Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)


class Resolver(Protocol):
    """What a guard asks: a :class:`rung.Registry`."""

    @property
    def digest(self) -> str:
        """The name of the content that verdicts belong to (RR-A.7)."""
        ...

    @property
    def limits(self) -> Limits:
        """The limits that hold for arguments (RR-W.6)."""
        ...

    def resolve(self, name: str, arguments: dict[str, Value], *, server: str | None, profile: str) -> Verdict:
        """Return the verdict on arguments that are Python objects."""
        ...

    def resolve_text(self, name: str, text: str | bytes, *, server: str | None, profile: str) -> Verdict:
        """Return the verdict on arguments that are JSON text."""
        ...


class Guarded(Protocol[Result_co]):
    """A dispatch function behind the rung; it takes what :func:`guarded` says."""

    def __call__(self, name: str, arguments: dict[str, Any] | str | bytes, *, server: str | None = None) -> Result_co:
        """Return dispatch's result; raise :class:`Rejected` if the call does not resolve."""
        ...


class Rejected(Exception):
    """A call was rejected, and dispatch was not called. ``verdict`` says why; the text is its message.

    An exception, because what one asked for, dispatch's result, does not exist: a value could be taken for it.
    """

    def __init__(self, verdict: Verdict) -> None:
        self._verdict = verdict
        super().__init__(verdict.message)

    @property
    def verdict(self) -> Verdict:
        """The rejection, to be handed to the model: see :mod:`rung.reply`."""
        return self._verdict

    def __reduce__(self) -> tuple[type[Self], tuple[Verdict]]:
        # Copies and other processes rebuild the exception from its verdict.
        return type(self), (self._verdict,)


class InexactNumber(ValueError):
    """A call resolves, but no float stands for one of its numbers, and floats were asked for. Nothing was dispatched.

    ``number`` is the number in decimal, cut short where it is long.
    """

    def __init__(self, number: str) -> None:
        self._number = number
        super().__init__(f"no float stands for {number} exactly")

    @property
    def number(self) -> str:
        """The number."""
        return self._number

    def __reduce__(self) -> tuple[type[Self], tuple[str]]:
        return type(self), (self._number,)


@overload
def guarded(
    registry: Resolver, dispatch: Callable[..., Result], *, profile: str = TOP, numbers: Numbers = "decimal"
) -> Guarded[Result]: ...
@overload
def guarded(
    registry: Resolver, *, profile: str = TOP, numbers: Numbers = "decimal"
) -> Callable[[Callable[..., Result]], Guarded[Result]]: ...
def guarded(
    registry: Resolver,
    dispatch: Callable[..., Any] | None = None,
    *,
    profile: str = TOP,
    numbers: Numbers = "decimal",
) -> Any:
    """Return ``run(name, arguments)``, which calls ``dispatch(name, arguments)`` if and only if the call resolves.

    - ``arguments``: JSON text (``str`` or ``bytes``; prefer it, duplicate keys are only seen there), or a dict of
      Python objects. Dispatch gets fresh dicts and lists that are its own. From text, a whole number is an ``int`` and
      any other a :class:`decimal.Decimal`, or with ``numbers="float"`` a float. Python objects keep their types.
    - ``run(..., server="s")`` is for registries whose tools carry a server; dispatch is then given ``server="s"`` too.
    - A coroutine function gives a coroutine function: it reads and judges the arguments when it is awaited. Any other
      dispatch is called at once, and what it returns, be it an awaitable or a generator, is returned as it is.
    - Without ``dispatch``, a decorator is returned: ``@guarded(registry)``.

    Guarantee (RR-P.6): what dispatch receives is equal, as JSON, to what was judged. ``run`` keeps no state.
    Errors: :class:`Rejected`, and then dispatch was not called; :class:`InexactNumber`; whatever dispatch raises, as it
    is, but a :class:`Rejected` of its own becomes the cause of a :class:`RuntimeError`. :class:`TypeError` or
    :class:`ValueError` if the registry gives no verdict on this very call, and then dispatch was not called either.
    """
    if profile not in (TOP, DEEP):
        raise ValueError(f'profile is {profile!r}; write "{TOP}" or "{DEEP}"')
    if numbers not in _FRACTIONS:
        raise ValueError(f'numbers is {numbers!r}; write "decimal" or "float"')
    if dispatch is None:
        return functools.partial(guarded, registry, profile=profile, numbers=numbers)
    if not callable(dispatch):
        raise TypeError(f"dispatch is an instance of {type(dispatch).__name__}, and not callable")
    resolved = functools.partial(_resolved, registry, profile, _FRACTIONS[numbers])
    run = _asynchronous(dispatch, resolved) if _is_coroutine_function(dispatch) else _synchronous(dispatch, resolved)
    functools.update_wrapper(run, dispatch, ("__module__", "__name__", "__qualname__", "__doc__"), ())
    # Whoever unwraps decorated functions, and calls what is inside, would get past the rung.
    del run.__wrapped__  # type: ignore[attr-defined]
    return run


def _is_coroutine_function(dispatch: Any) -> bool:
    return inspect.iscoroutinefunction(dispatch) or inspect.iscoroutinefunction(type(dispatch).__call__)


# If Rejected could come out of dispatch, it would no longer say that nothing was dispatched.
_NESTED: Final = "dispatch let the rejection of another call escape"


def _synchronous(dispatch: Callable[..., Any], resolved: Callable[..., Any]) -> Callable[..., Any]:
    def run(name: str, arguments: dict[str, Any] | str | bytes, *, server: str | None = None) -> Any:
        own = resolved(name, arguments, server)
        try:
            return dispatch(name, own) if server is None else dispatch(name, own, server=server)
        except Rejected as inner:
            raise RuntimeError(_NESTED) from inner

    return run


def _asynchronous(dispatch: Callable[..., Any], resolved: Callable[..., Any]) -> Callable[..., Any]:
    async def run(name: str, arguments: dict[str, Any] | str | bytes, *, server: str | None = None) -> Any:
        own = resolved(name, arguments, server)
        try:
            return await (dispatch(name, own) if server is None else dispatch(name, own, server=server))
        except Rejected as inner:
            raise RuntimeError(_NESTED) from inner

    return run


# From the caller's arguments to dispatch's ----------------------------------------------------------------------------
def _resolved(
    registry: Resolver,
    profile: str,
    fraction: Callable[[DecimalFraction], Any],
    name: str,
    arguments: Any,
    server: str | None,
) -> Any:
    """Return the arguments that dispatch gets, if the call resolves; else raise."""
    is_text = type(arguments) is str or type(arguments) is bytes
    own: Any = None if is_text else _copied(arguments, _own_fraction)
    read = parse_arguments(arguments, registry.limits) if is_text else snapshot_arguments(own, registry.limits)
    if isinstance(read, (Parsed, Snapshot)):
        # The registry gets the value, dispatch the copy: they share nothing that could change.
        own = _copied(read.value, _own_fraction) if is_text else own
        verdict = registry.resolve(name, read.value, server=server, profile=profile)
    elif is_text:
        verdict = registry.resolve_text(name, arguments, server=server, profile=profile)
    else:
        verdict = registry.resolve(name, own, server=server, profile=profile)
    if type(verdict) is not Verdict:
        raise TypeError(f"the registry answered with an instance of {type(verdict).__name__}, not with a verdict")
    if not verdict.allowed:
        raise Rejected(verdict)
    # A registry allows in one way only. RR-A.7 "a verdict belongs to one digest": the one that the registry has now.
    named = type(name) is str and (server is None or type(server) is str)
    if not named or verdict != allowed(name, profile, registry.digest):
        raise ValueError("the registry's verdict is not one on this call: nothing was dispatched")
    if not isinstance(read, (Parsed, Snapshot)):
        raise ValueError(f"the registry allowed what is no call, {read.message}: nothing was dispatched")
    # RR-P.6: The executor runs the call that the rung resolved, equal to it as JSON: nothing coerces, trims, completes,
    # repairs or drops after resolution.
    return _copied(own, fraction)


def _copied(source: Any, fraction: Callable[[DecimalFraction], Any]) -> Any:
    """Return a copy of dicts and lists, with each number that is a fraction of ours replaced by ``fraction`` of it.

    Every other scalar stays what it is: those of JSON's types cannot change. What JSON cannot express stays too, for
    the rung to reject. Where the source holds one container twice, or itself, so does the copy.
    """
    whole = [source]
    copies: dict[int, Any] = {}
    sources: list[Any] = []  # kept, so that their ids stay their own
    pending: list[Any] = [whole]
    while pending:
        copy = pending.pop()
        is_dict = type(copy) is dict
        for place, value in copy.items() if is_dict else enumerate(copy):
            kind = type(value)
            if is_dict and type(place) is not str:
                continue  # to look it up would run its class's code
            if kind is dict or kind is list:
                if id(value) not in copies:
                    sources.append(value)
                    copies[id(value)] = value.copy()  # at once: no other thread comes between
                    pending.append(copies[id(value)])
                copy[place] = copies[id(value)]
            elif kind is DecimalFraction:
                copy[place] = fraction(value)
    return whole[0]


def _own_fraction(source: DecimalFraction) -> Any:
    """Return a fraction that no one else holds; one that is not in normal form stays, for the rung to reject."""
    seen = snapshot(source)
    return seen.value if isinstance(seen, Snapshot) else source


def _decimal(fraction: DecimalFraction) -> Decimal:
    sign = "-" if fraction.numerator < 0 else ""
    return Decimal(f"{sign}{digits_of(abs(fraction.numerator))}e-{len(digits_of(fraction.denominator)) - 1}")


def _float(fraction: DecimalFraction) -> float:
    """Return the float that stands for a number: the one whose shortest round-trip decimal it is (RR-W.7)."""
    nearest = float(_decimal(fraction))
    if math.isfinite(nearest) and exact_number(repr(nearest)) == fraction:
        return nearest
    raise InexactNumber(explain.number(fraction))


_FRACTIONS: Final[dict[str, Callable[[DecimalFraction], Any]]] = {"decimal": _decimal, "float": _float}
