"""Servers that list tools, flat and joined names: what the propositions on MCP speak of, and how it is run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from proofs.encoding import Name, World, name, world_of
from proofs.kit import Observed, value
from proofs.solver import Model, Term, z3
from rung import Registry, RegistryError

Server = z3.DeclareSort("Server")
_option = z3.Datatype("MaybeServer")
_option.declare("noServer")
_option.declare("someServer", ("theServer", Server))
MaybeServer = _option.create()

#: Which server lists which tool; and a flat resolver: any function from a name to a server, or none.
lists = z3.Function("lists", Server, Name, z3.BoolSort())
flat = z3.Function("flat", Name, MaybeServer)
first, second = z3.Const("first", Server), z3.Const("second", Server)


def pair(server: Term) -> Term:
    """Where a resolver of pairs sends a call to the name, pinned to a server: there, if it is listed there."""
    return z3.If(lists(server, name), MaybeServer.someServer(server), MaybeServer.noServer)


def flat_is_right(server: Term) -> Term:
    """The flat resolver sends a call to the name that means this server, which lists it, there."""
    return z3.Implies(lists(server, name), flat(name) == MaybeServer.someServer(server))


@dataclass(frozen=True)
class Deployment:
    """Two servers, loaded as a registry of pairs, as a registry of flat names, and resolved both ways."""

    other: Term = second

    def observe(self, model: Model) -> Iterator[Observed]:
        """Load both registries and resolve a call at each server."""
        world = world_of(model)
        tools, servers = self._tools(world), [first, self.other]
        registry = Registry.load(list(tools))
        for server in servers:
            pinned = registry.resolve(world.name(name), {}, server=world.label(server))
            there = MaybeServer.someServer(server)
            yield Observed(f"{world.label(server)} has the tool", pair(server) == there, pinned.allowed)
            picked = world.eval(flat(name))
            chosen = (
                registry.resolve(world.name(name), {}, server=world.label(picked.arg(0))) if picked.num_args() else None
            )
            reached = chosen is not None and chosen.allowed and world.label(picked.arg(0)) == world.label(server)
            said = z3.And(flat(name) == there, lists(server, name))
            yield Observed(f"the flat resolver reaches {world.label(server)}", said, reached)
        shared = z3.And(lists(first, name), lists(self.other, name), first != self.other)
        yield Observed("merging the lists is refused", shared, _refused([{**tool, "server": None} for tool in tools]))

    def describe(self, model: Model) -> list[str]:
        """Return the servers and the choice in words."""
        world = world_of(model)
        picked = world.eval(flat(name))
        whom = world.label(picked.arg(0)) if picked.num_args() else "no server"
        who = ", ".join(tool["server"] for tool in self._tools(world)) or "no server"
        meant = " and ".join(sorted({world.label(server) for server in (first, self.other)}))
        listed = f"{world.name(name)} is listed by: {who}. Calls to it mean: {meant}."
        return [f"{listed} The flat resolver sends them to: {whom}."]

    def _tools(self, world: World) -> list[dict[str, Any]]:
        """Return what is listed, with another tool so that no list is empty."""
        servers = {world.label(server): server for server in (first, self.other)}
        return [
            {"server": label, "name": world.name(name), "inputSchema": {"type": "object"}}
            for label, server in servers.items()
            if value(world.model, lists(server, name)) is True
        ]


def _refused(tools: list[dict[str, Any]]) -> bool:
    """Return whether a registry refuses the tools because names are repeated (RR-L.13)."""
    try:
        Registry.load([{member: tool[member] for member in tool if tool[member] is not None} for tool in tools])
    except RegistryError as error:
        return {problem.clause for problem in error.problems} == {"RR-L.13"}
    return False


# Joined names, in the theory of strings. -----------------------------------------------------------------------------
SEPARATOR: Final = "__"
ONE: Final = (z3.Const("server_1", z3.StringSort()), z3.Const("tool_1", z3.StringSort()))
TWO: Final = (z3.Const("server_2", z3.StringSort()), z3.Const("tool_2", z3.StringSort()))
same_pair = z3.And(ONE[0] == TWO[0], ONE[1] == TWO[1])


def joined(server: Term, tool: Term) -> Term:
    """The exposed name of a pair."""
    return z3.Concat(server, z3.StringVal(SEPARATOR), tool)


@dataclass(frozen=True)
class Joined:
    """Two pairs, joined in Python, and loaded as pairs and as flat names."""

    def observe(self, model: Model) -> Iterator[Observed]:
        """Join, compare and load."""
        pairs, names = self._real(model)
        for its, said in zip(names, (ONE, TWO), strict=True):
            yield Observed("the joined name is", joined(*said), its)
        yield Observed("the pairs are one", same_pair, pairs[0] == pairs[1])
        listed = [{"server": s, "name": t, "inputSchema": {}} for s, t in dict.fromkeys(pairs)]
        yield Observed("both pairs are held apart", z3.BoolVal(True), len(Registry.load(listed).tools) == len(listed))
        flat = [{"name": joined, "inputSchema": {}} for joined in [names[0], *names[1:][: len(listed) - 1]]]
        collide = z3.And(joined(*ONE) == joined(*TWO), z3.Not(same_pair))
        yield Observed("as flat names they are refused", collide, _refused(flat))

    def describe(self, model: Model) -> list[str]:
        """Return the pairs and their joined names."""
        pairs, names = self._real(model)
        return [f"server {s!r}, tool {t!r}: joined {x!r}" for (s, t), x in zip(pairs, names, strict=True)]

    def _real(self, model: Model) -> tuple[list[tuple[str, str]], list[str]]:
        pairs = [(str(value(model, server)), str(value(model, tool))) for server, tool in (ONE, TWO)]
        return pairs, [server + SEPARATOR + tool for server, tool in pairs]
