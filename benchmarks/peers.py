"""The rung and the validators that it is measured beside, each used as its own documentation recommends for speed.

A *check* is a callable on arguments. Where a library answers with a bool, ``fast`` is that and ``reason`` its way to
the first error with a path; where it raises, both are the same call. Every validator is made once and used for all
calls, and is handed its tool's arguments directly; only the rung looks the tool's name up.

The rung has two checks of parsed arguments. ``kernel`` is `rung.resolve.resolve` on values that `rung.text` has read.
It judges and does no more, as the peers do. ``fast`` is the API call on Python objects, as users make it, with the W
clauses, the copy and the message.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from typing import Any, Final, TypeAlias

import fastjsonschema
import jsonschema  # type: ignore[import-untyped]
import jsonschema_rs
import msgspec
import pydantic

from benchmarks.models import MsgspecMaker, PydanticMaker
from benchmarks.signatures import Sample
from rung import Registry
from rung.algebra import Signature
from rung.resolve import TOP, resolve
from rung.text import Parsed, parse
from rung.value import Value

Json: TypeAlias = dict[str, Any]
Check: TypeAlias = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Judge:
    """One validator, made for one tool.

    ``text`` judges a text; ``native`` does where the library reads JSON itself; ``kernel`` judges values that the rung
    has read.
    """

    fast: Check
    reason: Check
    text: Check
    native: Check | None = None
    kernel: Check | None = None


@dataclass(frozen=True, slots=True)
class Peer:
    """A validator: how it is made, and which exception says "rejected".

    ``judges`` returns one for each sample. ``load`` does only what must be done before the first call, for all of them.
    """

    name: str
    judges: Callable[[Sequence[Sample]], list[Judge]]
    load: Callable[[Sequence[Sample]], object]
    error: type[Exception]

    @property
    def label(self) -> str:
        """The name, with the version that was measured."""
        return self.name if self.name == RUNG else f"{self.name} {version(self.name.partition(' ')[0])}"


class _Never(Exception):
    """What a validator that answers never raises."""


RUNG: Final = "rung"


def _rung_load(samples: Sequence[Sample]) -> Registry:
    return Registry.load([sample.definition for sample in samples])


def _rung(samples: Sequence[Sample]) -> list[Judge]:
    registry = _rung_load(samples)
    signatures: dict[Any, Signature] = dict(registry.signatures)  # what a registry holds; it shows a view
    judges = []
    for sample in samples:
        check, text = partial(registry.resolve, sample.name), partial(registry.resolve_text, sample.name)
        judges.append(Judge(check, check, text, None, _kernel(signatures, sample.name)))
    return judges


def _kernel(signatures: dict[Any, Signature], name: str) -> Check:
    # A partial with a keyword, here and for msgspec, would take a tenth of the time of what it calls, or more.
    return lambda value: resolve(signatures, name, value, TOP)


def read(arguments: Json) -> Value:
    """Return arguments as the kernel is given them: what `rung.text` reads in their text."""
    parsed = parse(json.dumps(arguments))
    assert isinstance(parsed, Parsed)
    return parsed.value


def _then(check: Check) -> Check:
    """Return the check of a text by a library that reads none."""
    loads = json.loads
    return lambda text: check(loads(text))


def _jsonschema_load(samples: Sequence[Sample]) -> list[Any]:
    made = []
    for sample in samples:
        schema = sample.closed
        jsonschema.Draft202012Validator.check_schema(schema)
        made.append(jsonschema.Draft202012Validator(schema))
    return made


def _first_error(validator: Any) -> Check:
    return lambda arguments: next(validator.iter_errors(arguments), None)


def _jsonschema(samples: Sequence[Sample]) -> list[Judge]:
    return [
        Judge(validator.is_valid, _first_error(validator), _then(validator.is_valid))
        for validator in _jsonschema_load(samples)
    ]


def _fastjsonschema_load(samples: Sequence[Sample]) -> list[Check]:
    return [fastjsonschema.compile(sample.closed, use_default=False) for sample in samples]


def _fastjsonschema(samples: Sequence[Sample]) -> list[Judge]:
    return [Judge(check, check, _then(check)) for check in _fastjsonschema_load(samples)]


def _pydantic_load(samples: Sequence[Sample]) -> list[Any]:
    return [PydanticMaker(sample.closed).of(sample.closed) for sample in samples]


def _pydantic(samples: Sequence[Sample]) -> list[Judge]:
    judges = []
    for model in _pydantic_load(samples):
        validator = model.__pydantic_validator__
        check = validator.validate_python
        judges.append(Judge(check, check, _then(check), validator.validate_json))
    return judges


def _msgspec_load(samples: Sequence[Sample]) -> list[Any]:
    # The decoder is what reads the type: a struct alone would be read at its first use.
    return [msgspec.json.Decoder(MsgspecMaker(sample.closed).of(sample.closed)) for sample in samples]


def _msgspec(samples: Sequence[Sample]) -> list[Judge]:
    judges = []
    for decoder in _msgspec_load(samples):
        check = _convert(decoder.type)
        judges.append(Judge(check, check, _then(check), decoder.decode))
    return judges


def _convert(kind: Any) -> Check:
    convert = msgspec.convert  # strict unless told otherwise
    return lambda arguments: convert(arguments, kind)


def _jsonschema_rs_load(samples: Sequence[Sample]) -> list[Any]:
    return [jsonschema_rs.Draft202012Validator(sample.closed) for sample in samples]


def _jsonschema_rs(samples: Sequence[Sample]) -> list[Judge]:
    return [
        Judge(validator.is_valid, _first_error(validator), _then(validator.is_valid))
        for validator in _jsonschema_rs_load(samples)
    ]


#: The rung first; every other is compared to it.
PEERS: Final = (
    Peer(RUNG, _rung, _rung_load, _Never),
    Peer("jsonschema", _jsonschema, _jsonschema_load, _Never),
    Peer("fastjsonschema", _fastjsonschema, _fastjsonschema_load, fastjsonschema.JsonSchemaValueException),
    Peer("pydantic", _pydantic, _pydantic_load, pydantic.ValidationError),
    Peer("msgspec", _msgspec, _msgspec_load, msgspec.ValidationError),
    Peer("jsonschema-rs", _jsonschema_rs, _jsonschema_rs_load, _Never),
)


def accepts(peer: Peer, check: Check, given: Any) -> bool:
    """Return whether a check accepts, whatever its way to say so: a true value, no error, an object made."""
    try:
        answer = check(given)
    except peer.error:
        return False
    return not isinstance(answer, (jsonschema.ValidationError, jsonschema_rs.ValidationError)) and (
        answer is None or peer.error is not _Never or bool(answer)
    )
