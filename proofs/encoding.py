"""The registry, the stages and the executor as formulas, each beside the way to build the real thing.

Names, arguments, keys, values, signatures, contracts and registries are sorts of any size; the registry's look-up, the
contract table's look-up and every judgement are free functions. So an unsatisfiable query speaks of all of them at
once. A stage and a chain carry both their formula and how to build themselves from a model: what is proved and what is
replayed are one object and cannot drift apart.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final, TypeAlias

from proofs.kit import Hypothesis, Observed, elements, value
from proofs.solver import Model, Term, z3
from rung import Registry, Verdict, pipeline
from rung.resolve import TOP
from rung.resolve import resolve as kernel

# Sorts. An option is what a look-up returns: none, or some of what was found. ----------------------------------------
Name, Arguments, Key, Value, Signature, Contract, World_ = map(
    z3.DeclareSort, ("Name", "Arguments", "Key", "Value", "Signature", "Contract", "Registry")
)


def _option(name: str, of: Term) -> Term:
    option = z3.Datatype("Maybe" + name)
    option.declare("no" + name)
    option.declare("some" + name, ("the" + name, of))
    return option.create()


MaybeSignature, MaybeContract = _option("Signature", Signature), _option("Contract", Contract)
NO_CONTRACT: Final = MaybeContract.noContract
NOT_ASKED_FOR: Final = "the contract of another tool"
Answer, (ADMIT, REJECT, UNDEFINED) = z3.EnumSort("Answer", [pipeline.ADMIT, pipeline.REJECT, pipeline.UNDEFINED])
Policy, (SKIP, BYPASS, CLOSED) = z3.EnumSort("Policy", [pipeline.SKIP, pipeline.BYPASS, pipeline.CLOSED])
Code, (ALLOW, H1, H2, H3) = z3.EnumSort("Code", ["allow", "H1", "H2", "H3"])

# The registry as a partial map (a function into an option), the contract table likewise, a signature as key predicates.
signature_of = z3.Function("signature_of", World_, Name, MaybeSignature)
contract_of = z3.Function("contract_of", Name, MaybeContract)
declared = z3.Function("declared", Signature, Key, z3.BoolSort())
demanded = z3.Function("demanded", Signature, Key, z3.BoolSort())
fits = z3.Function("fits", Signature, Key, Value, z3.BoolSort())
has = z3.Function("has", Arguments, Key, z3.BoolSort())
at = z3.Function("at", Arguments, Key, Value)

#: Symbols: a call's name and arguments, its registry, the executor's policy. All free.
name, arguments, registry, policy = (
    z3.Const("called", Name),
    z3.Const("arguments", Arguments),
    z3.Const("listed", World_),
    (z3.Const("policy", Policy)),
)
_k: Final = z3.Const("k", Key)


def required(signature: Term, key: Term) -> Term:
    """A signature requires only what it declares: RR-L.14 refuses to load any other."""
    return z3.And(declared(signature, key), demanded(signature, key))


@dataclass(frozen=True, slots=True)
class Call:
    """A call: its name, its arguments, and the tool that was meant (None: of no concern)."""

    name: Term = name
    arguments: Term = arguments
    intended: Term = None


# Algorithm 1. --------------------------------------------------------------------------------------------------------
def registered(call: Call, listed: Term = registry) -> Term:
    """RR-H1.1, the other way round: the look-up finds the name."""
    return z3.Not(MaybeSignature.is_noSignature(signature_of(listed, call.name)))


def fabricated(call: Call, listed: Term = registry) -> Term:
    """RR-H1.1: the look-up finds nothing."""
    return MaybeSignature.is_noSignature(signature_of(listed, call.name))


def signature(call: Call, listed: Term = registry) -> Term:
    """What the look-up found; of no meaning where it found nothing."""
    return MaybeSignature.theSignature(signature_of(listed, call.name))


def keys_declared(its: Term, given: Term) -> Term:
    """Step 2 passes: every key is declared (RR-H2.1) and no required one is missing (RR-H2.2)."""
    declares = z3.ForAll([_k], z3.Implies(has(given, _k), declared(its, _k)))
    return z3.And(declares, z3.ForAll([_k], z3.Implies(required(its, _k), has(given, _k))))


def values_fit(its: Term, given: Term) -> Term:
    """Step 3 passes: every declared key's value satisfies its declaration (RR-H3.*)."""
    return z3.ForAll([_k], z3.Implies(z3.And(has(given, _k), declared(its, _k)), fits(its, _k, at(given, _k))))


def accepts(its: Term, given: Term) -> Term:
    """The signature accepts the arguments."""
    return z3.And(keys_declared(its, given), values_fit(its, given))


def code(call: Call, listed: Term = registry) -> Term:
    """The rung's verdict, step by step in the order of the paper."""
    return _code(call.name, call.arguments, listed)


@cache
def _code(called: Term, given: Term, listed: Term) -> Term:
    its = signature(Call(called), listed)
    step_3 = z3.If(values_fit(its, given), ALLOW, H3)
    step_2 = z3.If(keys_declared(its, given), step_3, H2)
    return z3.If(fabricated(Call(called), listed), H1, step_2)


def every_code(call: Call, listed: Term = registry) -> tuple[Hypothesis, ...]:
    """Return one situation for each verdict on a call."""
    ids = {ALLOW: ("allowed", "RR-A.2"), H1: ("is-H1", "RR-H1.1"), H2: ("is-H2", "RR-H2.1"), H3: ("is-H3", "RR-H3.1")}
    return tuple(Hypothesis(*its, code(call, listed) == said) for said, its in ids.items())


def resolves(call: Call, listed: Term = registry) -> Term:
    """RR-A.2: The call is allowed."""
    return code(call, listed) == ALLOW


def honest(call: Call, listed: Term = registry) -> Term:
    """RR-P.13: the call resolves, and its tool is the intended one."""
    return z3.And(resolves(call, listed), call.intended == call.name)


def misdirected(call: Call, listed: Term = registry) -> Term:
    """RR-P.12: H5. The call resolves, another tool was intended, and that one's signature accepts the arguments too."""
    meant = Call(call.intended, call.arguments)
    return z3.And(resolves(call, listed), call.intended != call.name, resolves(meant, listed))


def told_apart(one: Call, other: Call) -> Term:
    """RR-A.6: arguments that hold the same values at the same keys are equal."""
    held = z3.Implies(has(one.arguments, _k), at(one.arguments, _k) == at(other.arguments, _k))
    alike = z3.ForAll([_k], z3.And(has(one.arguments, _k) == has(other.arguments, _k), held))
    return z3.Implies(alike, one.arguments == other.arguments)


# The executor (RR-P.1 to RR-P.4): `rung.pipeline.step` and `passes` in one line. -------------------------------------
def step(rule: Term, answer: Term, rest: Term) -> Term:
    """Whether the call executes, by the first stage's answer and by whether it executes on the rest of the chain."""
    undefined = z3.If(rule == SKIP, rest, rule == BYPASS)
    return z3.If(answer == ADMIT, rest, z3.If(answer == UNDEFINED, undefined, False))


def executes(rule: Term, answers: list[Term]) -> Term:
    """Whether the call executes, by the answers of a chain."""
    executed = z3.BoolVal(True)
    for answer in reversed(answers):
        executed = step(rule, answer, executed)
    return executed


# Hypotheses that many propositions share. ----------------------------------------------------------------------------
FAIL_OPEN: Final = policy != CLOSED


#: Situations that a proposition may say that it covers.
UNDER_SKIP: Final = Hypothesis("under-skip", "RR-P.2", policy == SKIP)
UNDER_BYPASS: Final = Hypothesis("under-bypass", "RR-P.3", policy == BYPASS)
UNDER_CLOSED: Final = Hypothesis("under-closed", "RR-P.4", policy == CLOSED)
BOTH_FAIL_OPEN: Final = (UNDER_SKIP, UNDER_BYPASS)
EVERY_POLICY: Final = (*BOTH_FAIL_OPEN, UNDER_CLOSED)


def has_contract(call: Call) -> Term:
    """The contract table has an entry for the call's name."""
    return MaybeContract.is_someContract(contract_of(call.name))


def contracts_are_of_registered_tools(call: Call) -> Term:
    """RR-P.8, for this call."""
    return z3.Implies(has_contract(call), registered(call))


def strict(judge: Judge, call: Call) -> Term:
    """RR-P.7, for this call and for absence: undefined without a contract, defined with one."""
    found = contract_of(call.name)
    undefined = judge(NO_CONTRACT, call.arguments) == UNDEFINED
    return z3.And(undefined, z3.Implies(has_contract(call), judge(found, call.arguments) != UNDEFINED))


def enforces_membership(judge: Judge, call: Call) -> Term:
    """RR-P.10: it rejects where there is no contract."""
    return judge(NO_CONTRACT, call.arguments) == REJECT


# Stages. -------------------------------------------------------------------------------------------------------------
#: What a contract-reading stage says of a looked-up contract, if any, and the arguments. It is not given the name.
Judge: TypeAlias = Callable[[Term, Term], Term]


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage as a formula, and how to build the real one in a world."""

    label: str
    answers: Callable[[Call], Term]
    build: Callable[[World], pipeline.Stage]


def rung(listed: Term = registry, label: str = "rung") -> Stage:
    """The rung over a registry: it admits what resolves and rejects the rest; never undefined."""
    return Stage(
        label,
        lambda call: z3.If(resolves(call, listed), ADMIT, REJECT),
        lambda world: pipeline.Rung(label, world.real_registry(listed)),
    )


def judgement(label: str) -> Judge:
    """An arbitrary judgement: any function of the looked-up contract, if any, and the arguments."""
    return z3.Function(label, MaybeContract, Arguments, Answer)  # type: ignore[no-any-return]


def reader(label: str, judge: Judge) -> Stage:
    """A contract-reading stage (RR-P.5). The formula and the real judge are the same ``judge``.

    The real one then spoils the arguments that it was handed, which must reach no one (RR-P.6).
    """

    def build(world: World) -> pipeline.Stage:
        def real(contract: Any | None, given: dict[str, Any]) -> str:
            said = world.text(judge(world.contract(contract), world.arguments_like(given)))
            given.clear()
            return said

        return pipeline.ContractReader(label, world.contracts(), real)

    return Stage(label, lambda call: judge(contract_of(call.name), call.arguments), build)


@dataclass(frozen=True, slots=True)
class Seer(pipeline.Stage):
    """A real stage that may look at everything in a call."""

    judge: Callable[[str, dict[str, Any]], str]

    def answer(self, name: str, arguments: dict[str, Any]) -> str:
        """Return what ``judge`` says, and spoil the arguments, as a contract-reading stage does."""
        said = self.judge(name, arguments)
        arguments.clear()
        return said


def seer(label: str, judge: Callable[[Term, Term], Term]) -> Stage:
    """A stage that is any function of the call, its name included: what a contract-reading stage is not."""

    def build(world: World) -> pipeline.Stage:
        def real(called: str, given: dict[str, Any]) -> str:
            return world.text(judge(world.name_like(called), world.arguments_like(given)))

        return Seer(label, real)

    return Stage(label, lambda call: judge(call.name, call.arguments), build)


def checker(label: str, judge: Callable[[Term, Term, Term], Term], listed: Term = registry) -> Stage:
    """A stage that is any function of the call and the registry, and of nothing else (RR-P.14)."""

    def build(world: World) -> pipeline.Stage:
        held = world.real_registry(listed)

        def real(called: str, given: dict[str, Any]) -> str:
            admitted = judge(world.name_like(called), world.arguments_like(given), world.registry_like(held))
            return world.text(z3.If(admitted, ADMIT, REJECT))

        return Seer(label, real)

    return Stage(label, lambda call: z3.If(judge(call.name, call.arguments, listed), ADMIT, REJECT), build)


def saying(label: str, answer: Term) -> Stage:
    """A stage of which nothing is known but its answer: it stands for any stage, and for the rest of a chain."""
    return Stage(label, lambda call: answer, lambda world: Seer(label, lambda called, given: world.text(answer)))


# What of a model is run. ---------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Chain:
    """Stages in order, an executor's policy and a call: a formula, and a run of the real pipeline."""

    rule: Term
    stages: tuple[Stage, ...]
    call: Call = Call()
    listed: Term = registry

    @property
    def executed(self) -> Term:
        """Whether the call executes."""
        return executes(self.rule, [stage.answers(self.call) for stage in self.stages])

    def observe(self, model: Model) -> Iterator[Observed]:
        """Run the call through the real stages; compare who is asked, each answer, and whether it executes."""
        ran, effects, request = self._run(world_of(model))
        asked: Term = z3.BoolVal(True)
        for i, stage in enumerate(self.stages):
            yield Observed(f"{stage.label} is asked", asked, i < len(ran.trace) and ran.trace[i][0] == stage.label)
            answer = stage.answers(self.call)
            if i < len(ran.trace):
                yield Observed(f"{stage.label} answers", answer, ran.trace[i][1])
            asked = z3.And(asked, z3.Or(answer == ADMIT, z3.And(answer == UNDEFINED, self.rule == SKIP)))
        # RR-P.6: what was executed is the call itself, once, or nothing.
        done = effects == [(request.name, request.arguments)] * ran.executed
        yield Observed("the call executes", self.executed, ran.executed if done else "another call was executed")

    def describe(self, model: Model) -> list[str]:
        """Return what was run, and what happened, in words."""
        world = world_of(model)
        ran = self._run(world)[0]
        met = ", then ".join(f"the {label} answers {answer}" for label, answer in ran.trace) or "nobody is asked"
        place = f"{' -> '.join(stage.label for stage in self.stages) or 'no stages'}, under {world.text(self.rule)}"
        done = "EXECUTED" if ran.executed else "blocked"
        return [world.told(self.call, self.listed), f"Through {place}: {met}; the call is {done}."]

    def _run(self, world: World) -> tuple[pipeline.Run, list[tuple[str, dict[str, Any]]], pipeline.Request]:
        effects: list[tuple[str, dict[str, Any]]] = []
        meant = None if self.call.intended is None else world.name(self.call.intended)
        request = pipeline.Request(world.name(self.call.name), world.arguments(self.call.arguments), meant)
        stages = [stage.build(world) for stage in self.stages]

        def body(called: str, given: dict[str, Any]) -> None:
            effects.append((called, dict(given)))
            given.clear()

        return pipeline.run(stages, world.text(self.rule), request, body), effects, request


@dataclass(frozen=True, slots=True)
class Asked:
    """One stage that is asked about a call outside of any chain, as a verifier is after execution."""

    stage: Stage
    call: Call = Call()
    when: str = "By itself"

    def observe(self, model: Model) -> Iterator[Observed]:
        """Ask the real stage."""
        words = f"{self.when.lower()} {self.stage.label} answers"
        yield Observed(words, self.stage.answers(self.call), self._real(world_of(model)))

    def describe(self, model: Model) -> list[str]:
        """Return its answer in words."""
        world = world_of(model)
        return [world.told(self.call), f"{self.when} the {self.stage.label} answers {self._real(world)}."]

    def _real(self, world: World) -> str:
        real = self.stage.build(world)
        return real.answer(world.name(self.call.name), pipeline.copied(world.arguments(self.call.arguments)))


@dataclass(frozen=True, slots=True)
class Verdicts:
    """The verdict of a registry on a call: its formula is ``code``, the real ones are the registry's and the kernel's.

    The kernel is asked for itself, too: a registry answers for an absent name without asking it.
    """

    call: Call = Call()
    listed: Term = registry

    def observe(self, model: Model) -> Iterator[Observed]:
        """Ask the real registry, and the kernel."""
        world, said = world_of(model), code(self.call, self.listed)
        yield Observed("the rung's code is", said, self._real(world).code or "allow")
        called, given = world.name(self.call.name), pipeline.copied(world.arguments(self.call.arguments))
        signatures: dict[Any, Any] = dict(world.real_registry(self.listed).signatures)
        yield Observed("the kernel's code is", said, kernel(signatures, called, given, TOP)[0])

    def describe(self, model: Model) -> list[str]:
        """Return the call and the verdict in words."""
        world = world_of(model)
        return [world.told(self.call, self.listed), f"By itself the rung says of it: {self._real(world).message}"]

    def _real(self, world: World) -> Verdict:
        real = world.real_registry(self.listed)
        return real.resolve(world.name(self.call.name), world.arguments(self.call.arguments))


@dataclass(frozen=True, slots=True)
class Classes:
    """Whether a call is honest, and whether it is H5, by its formula and by what the real registry says."""

    call: Call
    listed: Term = registry

    def observe(self, model: Model) -> Iterator[Observed]:
        """Ask the real registry about the call, and about the same arguments for the intended tool."""
        world = world_of(model)
        real, given = world.real_registry(self.listed), world.arguments(self.call.arguments)
        called, meant = world.name(self.call.name), world.name(self.call.intended)
        allowed = real.resolve(called, given).allowed
        yield Observed("the call is honest", honest(self.call, self.listed), allowed and meant == called)
        residue = allowed and meant != called and real.resolve(meant, given).allowed
        yield Observed("the call is H5", misdirected(self.call, self.listed), residue)

    def describe(self, model: Model) -> list[str]:
        """Return the class in words."""
        honest_, h5 = (said.did for said in self.observe(model))
        its = "honest" if honest_ else "H5" if h5 else "neither honest nor H5"
        return [world_of(model).told(self.call, self.listed), f"It is {its}."]


# A model as real objects. --------------------------------------------------------------------------------------------
@lru_cache(maxsize=1)
def world_of(model: Model) -> World:
    """Return the world of a model: one for all that is observed of it."""
    return World(model)


class World:
    """A model, rebuilt: names as texts, signatures as JSON Schemas, arguments as objects, contracts as a table."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self._constants = [symbol() for symbol in sorted(model.decls(), key=str) if symbol.arity() == 0]
        self._labels = {model[constant].sexpr(): str(constant) for constant in reversed(self._constants)}
        self._sorts: dict[str, list[Term]] = {}
        self._arguments: dict[str, dict[str, Any]] = {}
        self._registries: dict[str, Registry] = {}

    def eval(self, term: Term) -> Term:
        """Return the value of a term; what the model leaves open gets some value."""
        return self.model.eval(term, model_completion=True)

    def every(self, sort: Term) -> list[Term]:
        """Return the elements of a sort, each once."""
        if sort.name() not in self._sorts:
            constants = [self.eval(constant) for constant in self._constants if constant.sort() == sort]
            found = {element.sexpr(): element for element in [*elements(self.model, sort), *constants]}
            self._sorts[sort.name()] = [found[element] for element in sorted(found)]
        return self._sorts[sort.name()]

    def holds(self, formula: Term) -> bool:
        """Return whether a formula is true in the model."""
        return value(self.model, formula) is True

    def text(self, term: Term) -> str:
        """Return the name of an enumerated value: an answer, a policy, a code."""
        return str(value(self.model, term))

    def label(self, term: Term) -> str:
        """Return a text for an element, different for different elements."""
        element = self.eval(term).sexpr()
        return self._labels.get(element, str(element).replace("!val!", "_").lower())

    def name(self, term: Term) -> str:
        """Return a tool's name."""
        return f"{self.label(term)}_Tool"

    def near(self, element: Term) -> list[str]:
        """Return names that differ from a tool's name as little as can be: all are other names (RR-H1.1)."""
        real = self.name(element)
        return [real.lower(), real + " "]

    def name_like(self, text: str) -> Term:
        """Return the element that a tool's name stands for."""
        return next(element for element in self.every(Name) if self.name(element) == text)

    def arguments(self, term: Term) -> dict[str, Any]:
        """Return arguments as an object."""
        element = self.eval(term)
        if element.sexpr() not in self._arguments:
            keys = [key for key in self.every(Key) if self.holds(has(element, key))]
            self._arguments[element.sexpr()] = {self.label(key): self.label(at(element, key)) for key in keys}
        return self._arguments[element.sexpr()]

    def arguments_like(self, given: dict[str, Any]) -> Term:
        """Return the element that an object stands for."""
        return next(element for element in self.every(Arguments) if self.arguments(element) == given)

    def contracts(self) -> dict[str, str]:
        """Return the contract table, with entries for names that nobody calls: no stage may be handed them."""
        found = {self.name(element): self.eval(contract_of(element)) for element in self.every(Name)}
        table = {called: entry.arg(0).sexpr() for called, entry in found.items() if entry.num_args()}
        return table | {near: NOT_ASKED_FOR for element in self.every(Name) for near in self.near(element)}

    def contract(self, entry: str | None) -> Term:
        """Return the looked-up contract that an entry of the table stands for."""
        if entry is None:
            return NO_CONTRACT
        return next(MaybeContract.someContract(found) for found in self.every(Contract) if found.sexpr() == entry)

    def real_registry(self, listed: Term) -> Registry:
        """Return a registry of real tools. A tool that nobody calls tells registries apart that list the same."""
        element = self.eval(listed)
        if element.sexpr() not in self._registries:
            entries = {self.name(called): self.eval(signature_of(element, called)) for called in self.every(Name)}
            tools = [
                {"name": called, "inputSchema": self.schema(entry.arg(0))}
                for called, entry in entries.items()
                if entry.num_args()
            ]
            # Tools that nobody calls and that would accept anything; the first tells this registry from any other.
            others = [f"tool of {self.label(element)}", *(n for its in self.every(Name) for n in self.near(its))]
            tools += [{"name": other, "inputSchema": {"additionalProperties": True}} for other in others]
            self._registries[element.sexpr()] = Registry.load(tools)
        return self._registries[element.sexpr()]

    def registry_like(self, real: Registry) -> Term:
        """Return the element that a registry stands for, by its digest (RR-A.7)."""
        return next(element for element in self.every(World_) if self.real_registry(element).digest == real.digest)

    def schema(self, its: Term) -> dict[str, Any]:
        """Return a signature as a JSON Schema."""
        keys, values = self.every(Key), {self.label(element): element for element in self.every(Value)}
        properties = {
            self.label(key): {"enum": [v for v in values if self.holds(fits(its, key, values[v]))] or ["nothing fits"]}
            for key in keys
            if self.holds(declared(its, key))
        }
        wanted = [self.label(key) for key in keys if self.holds(required(its, key))]
        return {"type": "object", "properties": properties, "required": wanted}

    def told(self, call: Call, listed: Term = registry) -> str:
        """Return a call in words: what it says, and what the registry and the contract table have for its name."""
        its = self.eval(signature_of(listed, call.name))
        where = "the registry" if self.label(listed) == self.label(registry) else f"the registry {self.label(listed)}"
        meant = "" if call.intended is None else f", meant for {self.name(call.intended)}"
        entry = "has a contract" if self.holds(has_contract(call)) else "has no contract"
        place = f"is in {where}, with {_short(self.schema(its.arg(0)))}" if its.num_args() else f"is not in {where}"
        said = f"{self.name(call.name)} {json.dumps(self.arguments(call.arguments))}{meant}"
        return f"Call {said}: the name {place}, and {entry}."


def _short(schema: dict[str, Any]) -> str:
    """Return a schema in words."""
    keys = [f"{key} (one of {json.dumps(schema['properties'][key]['enum'])})" for key in schema["properties"]]
    needed = f", {', '.join(schema['required'])} required" if schema["required"] else ""
    return f"keys {', '.join(keys)}{needed}" if keys else "no keys"
