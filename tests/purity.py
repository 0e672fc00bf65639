"""What in a source text is not pure, by its syntax tree: see test_purity.py."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TypeAlias

MODULES = {
    "__future__",
    "collections",
    "dataclasses",
    "enum",
    "functools",
    "itertools",
    "json",
    "math",
    "operator",
    "pathlib",
    "random",
    "tomllib",
    "types",
    "typing",
    "zlib",  # its checksums
}
"""None of these knows the time, the network or the machine, but for `random` and `pathlib`: of them
only `Random` may be used, for annotations, and `Path`, for a game's own content."""
FORBIDDEN = {
    "breakpoint",
    "compile",
    "delattr",
    "eval",
    "exec",
    "globals",
    "hash",  # of a text: another one in every process
    "id",
    "input",
    "locals",
    "open",
    "print",
    "setattr",
    "vars",
    "__import__",
    "__setattr__",
}
READS = {"read_text", "read_bytes", "iterdir", "glob", "rglob"}
WRITES = {
    "chmod",
    "mkdir",
    "open",
    "rename",
    "rmdir",
    "symlink_to",
    "touch",
    "unlink",
    "write_bytes",
    "write_text",
}
CHANGES = {
    "add",
    "append",
    "appendleft",
    "clear",
    "discard",
    "extend",
    "insert",
    "pop",
    "popitem",
    "popleft",
    "remove",
    "reverse",
    "setdefault",
    "sort",
    "subtract",
    "update",
}
Inside: TypeAlias = frozenset[str] | None
"""The own names of the functions around; None outside of all."""


def impurities(source: str) -> Iterator[str]:
    tree = ast.parse(source)
    outside = names_outside(tree)
    yield from state_outside(tree)
    for node, inside in walk(tree):
        for reason in (
            imported(node, inside),
            called(node, inside),
            changed(node, inside, outside),
        ):
            if reason:
                yield f"line {getattr(node, 'lineno', 0)}: {reason}"


def walk(node: ast.AST, inside: Inside = None) -> Iterator[tuple[ast.AST, Inside]]:
    """Every node, and what it is inside of."""
    for child in ast.iter_child_nodes(node):
        yield child, inside
        here = inside
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            here = (inside or frozenset()) | own_names(child)
        yield from walk(child, here)


def own_names(function: ast.AST) -> frozenset[str]:
    """Parameters, and whatever is bound in it."""
    arguments = {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)}
    bound = {
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    return frozenset(arguments | bound)


def names_outside(tree: ast.Module) -> frozenset[str]:
    """What belongs to the module: constants, imports, functions and classes."""
    names = set[str]()
    for node in tree.body:
        match node:
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                names |= {alias.asname or alias.name.partition(".")[0] for alias in aliases}
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
            case _:
                names |= {
                    part.id
                    for part in ast.walk(node)
                    if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
                }
    return frozenset(names)


def state_outside(tree: ast.Module) -> Iterator[str]:
    """A list or a set outside is there to be changed, as is a dict with a small name."""
    bound = set[str]()
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    holders: list[ast.Module | ast.ClassDef] = [tree, *classes]
    for holder in holders:
        for node in holder.body:
            if not isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
                continue
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                name = ast.unparse(target)
                if holder is tree and name in bound:
                    yield f"line {node.lineno}: {name} is bound twice"
                bound.add(name)
                if not constant(node.value, name):
                    yield f"line {node.lineno}: {name} can change"


def constant(value: ast.expr | None, name: str) -> bool:
    match value:
        case ast.List() | ast.Set() | ast.ListComp() | ast.SetComp():
            return False
        case ast.Call(func=ast.Name(id="list" | "set" | "deque" | "Counter" | "defaultdict")):
            return False
        case ast.Dict() | ast.DictComp() | ast.Call(func=ast.Name(id="dict")):
            return name.isupper()
        case _:
            return True


def imported(node: ast.AST, inside: Inside) -> str | None:
    match node:
        case ast.Import() | ast.ImportFrom() if inside is not None:
            return "an import inside of a function"
        case ast.ImportFrom(module="random", names=names) if [n.name for n in names] != ["Random"]:
            return "chance of its own"
        case ast.Import(names=names) if any(n.name in ("random", "pathlib") for n in names):
            return "import Random or Path by name"
        case ast.Import(names=names):
            modules = [alias.name for alias in names]
        case ast.ImportFrom(module=str(module)):
            modules = [module]
        case _:
            return None
    others = {name for name in modules if name.partition(".")[0] not in MODULES | {"games"}}
    return f"imports {others}" if others else None


def called(node: ast.AST, inside: Inside) -> str | None:
    match node:
        case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr="__setattr__" as name) if (
            name in FORBIDDEN
        ):
            return f"{name} is not pure"
        case ast.Call(func=ast.Name(id="Random") | ast.Attribute(attr="Random")):
            return "chance of its own: use the luck that is given"
        case ast.Call(func=ast.Name(id="Path"), args=args) if inside is not None or [
            ast.unparse(arg) for arg in args
        ] != ["__file__"]:
            return "a file that is not its own"
        case ast.Call(func=ast.Attribute(attr=name)) if name in READS and inside is not None:
            return f"{name} after it is loaded"
        case ast.Call(func=ast.Attribute(attr=name)) if name in WRITES:
            return f"{name} writes"
        case _:
            return None


def changed(node: ast.AST, inside: Inside, outside: frozenset[str]) -> str | None:
    match node:
        case ast.Global():
            return "global"
        case (
            ast.Subscript(value=holder, ctx=ast.Store() | ast.Del())
            | ast.Attribute(value=holder, ctx=ast.Store() | ast.Del())
            | ast.Call(func=ast.Attribute(value=holder, attr=_))
        ):
            if isinstance(node, ast.Call) and node.func.attr not in CHANGES:  # type: ignore[attr-defined]  # an Attribute, as matched
                return None
            name = root(holder)
            if name in outside - (inside or frozenset()):
                return f"{name} is changed"
        case ast.FunctionDef(args=ast.arguments(defaults=defaults, kw_defaults=more)):
            if not all(constant(value, "") for value in (*defaults, *more)):
                return "a default that can change"
    return None


def root(node: ast.expr) -> str | None:
    """``deck`` of ``deck.LEANS["a"]``."""
    while isinstance(node, ast.Subscript | ast.Attribute | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else None
