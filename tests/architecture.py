"""The import law and the other house rules as data, and the checker that reads sources for them.

`check` takes a whole project as ``{module name: source}`` and returns findings
as ``module:line: what is wrong; what to do``. Nothing is imported to be checked.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

PROJECT = ("engine", "harness")

# From the roof to the cellar: a module imports only from floors below its own. A name ending in ".*" is a
# package with all that is in it; inside one package imports are free as long as they make no circle.
FLOORS: tuple[tuple[str, ...], ...] = (
    ("harness.__main__",),
    ("harness.cli.*",),
    ("harness.display.*", "harness.viewer.*"),
    ("harness.export.*", "harness.plots.*"),
    (
        "harness.orchestrator",
        "harness.check",
        "harness.exhibition",
        "harness.report",
        "harness.ablation",
        "harness.prompt_changes",
    ),
    ("harness.plan", "harness.detection"),
    ("harness.night",),
    ("harness.forecast", "harness.probe", "harness.replay", "harness.sitting", "harness.agenda", "harness.ledger"),
    ("harness.episode",),
    ("harness.tally", "harness.snapshot"),
    ("harness.turn",),
    ("harness.decision",),
    ("harness.asking",),
    ("harness.scribe",),
    ("harness.table", "harness.stragglers", "harness.schema"),
    ("harness.comparison",),
    ("harness.standings", "harness.pairing"),
    ("harness.begun", "harness.ranking", "harness.rating", "harness.power_effects", "harness.sample_size"),
    ("harness.seats.kinds",),
    (
        "harness.seats.openai_seat",
        "harness.seats.anthropic_seat",
        "harness.seats.local_seat",
        "harness.seats.scripted_seat",
        "harness.seats.recorded_seat",
        "harness.seats.human_seat",
        "harness.seats.plugin_seat",
    ),
    ("harness.seats.chat", "harness.seats.stream", "harness.seats.llama_process"),
    (
        "harness.operations",
        "harness.seats.account",
        "harness.seats.envelope",
        "harness.seats.settings",
        "harness.seats.warming",
    ),
    ("harness.prompts", "harness.store", "harness.event_log", "harness.seats.retry"),
    (
        "harness.lanes.*",
        "harness.templates",
        "harness.budget",
        "harness.prices",
        "harness.journal",
        "harness.deaths",
        "harness.schedule",
        "harness.terms",
        "harness.results",
        "harness.statistics",
        "harness.significance",
        "harness.sections",
        "harness.seats.faults",
        "harness.seats.schemas",
        "harness.seats.transport",
        "harness.seats.llama_server",
    ),
    ("harness.records", "harness.committer", "harness.parsing"),
    ("harness.config", "harness.seats.seat"),
    ("harness.config_compare", "harness.config_prices", "harness.finish_by"),
    ("harness.config_section", "harness.config_models", "harness.config_text", "harness.resources"),
    ("harness.config_errors", "harness.json_reading"),
    ("harness.errors", "harness.clock", "harness.lag", "harness", "harness.seats"),
    ("harness.admission", "harness.curfew", "harness.interrupts", "harness.process"),
    ("engine.registry",),
    ("engine.cogiavelli.*", "engine.cogplomacy.*", "engine.territory.*", "engine.machiavelli2.*"),
    ("engine.conflict.*",),
    ("engine.press_reading", "engine.geography"),
    ("engine.game",),
    ("engine.memory",),
    ("engine.press",),
    ("engine.event", "engine.wire", "engine.dice", "engine.text"),
    ("engine.errors", "engine"),
)
GAMES = ("engine.cogiavelli.*", "engine.cogplomacy.*", "engine.territory.*", "engine.machiavelli2.*")
# A policy's type speaks of what a power knows, which is built from the contract: for type checkers only.

# Every third party stands behind one door.
DOORS: Mapping[str, tuple[str, ...]] = {
    "openai": ("harness.seats.chat",),
    "httpx2": ("harness.seats.transport",),
    "aiohttp": ("harness.seats.transport",),
    "anthropic": ("harness.seats.anthropic_seat",),
    "xllamacpp": ("harness.seats.llama_server",),
    "tenacity": ("harness.seats.retry",),
    "jinja2": ("harness.templates", "harness.viewer.*"),
    "rich": ("harness.display.*",),
    "typer": ("harness.cli.*",),
    "pydantic": ("harness.config_models", "harness.seats.*"),
    "json_repair": ("harness.json_reading",),
    "pyarrow": ("harness.export.parquet",),
    "genai_prices": ("harness.prices",),
}

# What the engine needs of the standard library: no clock, no chance, no network, no files, no loop.
ENGINE_STDLIB = {
    "__future__",
    "bisect",
    "collections",
    "dataclasses",
    "enum",
    "functools",
    "hashlib",
    "heapq",
    "itertools",
}
ENGINE_STDLIB |= {"json", "math", "operator", "re", "string", "types", "typing", "unicodedata"}
ENGINE_CALLS = frozenset({"open", "input", "eval", "exec", "compile", "__import__", "id", "hash"})

# The clock hands out an awaitable sleep, lag is measured by sleeping, and the display implements the person's terminal.
ASYNC = (
    "harness.seats.*",
    "harness.lanes.*",
    "harness.committer",
    "harness.journal",
    "harness.stragglers",
    "harness.asking",
    "harness.decision",
    "harness.turn",
    "harness.episode",
    "harness.replay",
    "harness.sitting",
    "harness.orchestrator",
    "harness.check",
    "harness.probe",
    "harness.viewer.*",
    "harness.clock",
    "harness.lag",
    "harness.admission",
    "harness.night",
    "harness.interrupts",
    "harness.display.*",
)
PRINT = ("harness.cli.*", "harness.display.*")
LAZY = ("harness.cli.*",)
# Parts of the standard library that only some systems have may be tried for.
SYSTEM_ONLY = {"readline", "termios", "tty", "msvcrt", "fcntl"}
IMPORTLIB = (
    "engine.registry",
    "harness.seats.kinds",
    "harness.seats.plugin_seat",
    "harness.seats.local_seat",
    "harness.resources",
)
BROAD_EXCEPT = {"harness.seats.plugin_seat": 1}

MODULE_LINES = 400
FUNCTION_LINES = 60

_MUTABLE_CALLS = frozenset({"list", "dict", "set", "bytearray", "deque", "defaultdict", "OrderedDict", "Counter"})
_MUTATORS = {"append", "extend", "insert", "remove", "pop", "popitem", "clear", "update", "setdefault", "add"}
_MUTATORS |= {"discard", "sort", "reverse", "appendleft"}


def within(name: str, places: tuple[str, ...]) -> bool:
    """Whether a module is one of these places; ``"a.b.*"`` is a.b and all inside it."""
    return any(name == place or (place.endswith(".*") and f"{name}.".startswith(place[:-1])) for place in places)


@dataclass(frozen=True)
class Module:
    """One source, parsed, and the names of all modules of its project."""

    name: str
    tree: ast.Module
    lines: int
    known: frozenset[str]

    def imports(self) -> Iterator[tuple[int, str]]:
        """(line, dotted name) of everything imported, a module's name where one is meant."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from ((node.lineno, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                for alias in node.names:
                    whole = f"{node.module}.{alias.name}"
                    yield node.lineno, whole if whole in self.known else node.module


Finding = tuple[int, str]
Law = Callable[[Module], Iterator[Finding]]


def place_of(name: str) -> tuple[int, str] | None:
    """(floor from the roof, entry) of a module, or None when it has no place."""
    for floor, entries in enumerate(FLOORS):
        for entry in entries:
            if within(name, (entry,)):
                return floor, entry
    return None


def floors(module: Module) -> Iterator[Finding]:
    """A module imports only from floors below its own."""
    here = place_of(module.name)
    if here is None:
        yield 1, "has no floor; give it a place in FLOORS (tests/architecture.py), as low as it can stand"
        return
    for line, target in module.imports():
        if target.split(".")[0] not in PROJECT:
            continue
        there = place_of(target)
        if there is None:
            yield line, f"imports {target}, which has no floor; give it a place in FLOORS (tests/architecture.py)"
        elif there[1] == here[1] and there[1].endswith(".*"):
            continue
        elif here[1] in GAMES and there[1] in GAMES:
            yield line, f"imports {target}: no game imports another; what both need belongs below them"
        elif there[0] <= here[0]:
            yield line, f"imports {target}, which is not below it; move what is shared down or hand it in as a value"


def doors(module: Module) -> Iterator[Finding]:
    """Third parties stand behind their doors; the engine knows none."""
    for line, target in module.imports():
        top = target.split(".")[0]
        if top in PROJECT or top in sys.stdlib_module_names:
            continue
        if top not in DOORS:
            yield line, f"imports {top}, which has no door; name the one module that may import it in DOORS"
        elif not within(module.name, DOORS[top]):
            yield line, f"imports {top}, whose door is {', '.join(DOORS[top])}; ask that module instead"


def purity(module: Module) -> Iterator[Finding]:
    """The engine has no clock, chance, network, file or loop."""
    if not within(module.name, ("engine.*",)):
        return
    for line, target in module.imports():
        top = target.split(".")[0]
        if top == "importlib" and within(module.name, IMPORTLIB):
            continue
        if top in sys.stdlib_module_names and top not in ENGINE_STDLIB:
            yield (
                line,
                f"imports {target}: the engine is pure; hand the value in, or add a pure module to ENGINE_STDLIB",
            )
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ENGINE_CALLS:
            yield node.lineno, f"calls {node.func.id}(): the engine is pure; hand the value in"


def imports_at_top(module: Module) -> Iterator[Finding]:
    """Imports are absolute and at the top; a verb of the command line may import its use case when called."""
    top = set(module.tree.body)
    for node in module.tree.body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            top.update(node.body)
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            yield node.lineno, "imports relatively; write the whole name"
        if not isinstance(node, ast.Import | ast.ImportFrom) or node in top or within(module.name, LAZY):
            continue
        if not {alias.name for alias in node.names} <= SYSTEM_ONLY:
            yield node.lineno, "imports inside a block; import at the top of the module"
    for line, target in module.imports():
        loads = target.split(".")[0] == "importlib" and target.split(".")[:2] != ["importlib", "metadata"]
        if loads and not within(module.name, IMPORTLIB):
            yield (
                line,
                "imports importlib; modules are loaded by name only in engine/registry.py and harness/seats/kinds.py",
            )


def ceilings(module: Module) -> Iterator[Finding]:
    """Modules and functions stay small."""
    if module.lines > MODULE_LINES:
        yield 1, f"has {module.lines} lines, the ceiling is {MODULE_LINES}; split it by subject"
    for node in ast.walk(module.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > FUNCTION_LINES:
                yield node.lineno, f"{node.name}() has {length} lines, the ceiling is {FUNCTION_LINES}; name its parts"


def sync(module: Module) -> Iterator[Finding]:
    """`async` stands only where something waits."""
    if within(module.name, ASYNC):
        return
    for node in ast.walk(module.tree):
        if isinstance(node, ast.AsyncFunctionDef | ast.AsyncFor | ast.AsyncWith | ast.Await):
            yield node.lineno, "is async; only seats, lanes, journal, turn, episode, orchestrator and check wait"


def quiet(module: Module) -> Iterator[Finding]:
    """Only the command line and the display print."""
    if within(module.name, PRINT):
        return
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("print", "sys.stdout.write", "sys.stderr.write"):
            yield node.lineno, "prints; return the text, or tell the observer"


def _mutable(value: ast.expr | None) -> bool:
    if isinstance(value, ast.List | ast.Dict | ast.Set | ast.ListComp | ast.DictComp | ast.SetComp):
        return True
    return isinstance(value, ast.Call) and ast.unparse(value.func).split(".")[-1] in _MUTABLE_CALLS


def constants(module: Module) -> Iterator[Finding]:
    """What is global is a constant: written in capitals, bound once, never changed."""
    held: set[str] = set()
    for node in module.tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [n.id for target in targets for n in ast.walk(target) if isinstance(n, ast.Name)]
            held.update(names)
            for name in names:
                if _mutable(node.value) and name != name.upper() and not name.startswith("__"):
                    yield node.lineno, f"{name} is global and can change; make it a constant or hand it down"
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Global):
            yield node.lineno, f"declares {', '.join(node.names)} global; hand the value down"
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _changed(node, held)


def _changed(function: ast.FunctionDef | ast.AsyncFunctionDef, held: set[str]) -> Iterator[Finding]:
    own = {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    own.update(node.arg for node in ast.walk(function) if isinstance(node, ast.arg))
    for node in ast.walk(function):
        target: ast.expr | None = None
        if isinstance(node, ast.Subscript | ast.Attribute) and isinstance(node.ctx, ast.Store | ast.Del):
            target = node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _MUTATORS:
            target = node.func.value
        if isinstance(target, ast.Name) and target.id in held - own:
            yield node.lineno, f"{function.name}() changes the global {target.id}; hand the value down"


def narrow(module: Module) -> Iterator[Finding]:
    """Exceptions are caught by name; only a plugin's code, which nobody here wrote, is fenced broadly."""
    broad: list[int] = []
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ExceptHandler):
            kinds = "BaseException" if node.type is None else ast.unparse(node.type)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == "suppress":
            kinds = ", ".join(map(ast.unparse, node.args))
        else:
            continue
        if {"Exception", "BaseException"} & set(kinds.strip("()").split(", ")):
            broad.append(node.lineno)
    for line in broad[BROAD_EXCEPT.get(module.name, 0) :]:
        yield line, "catches every exception; name the ones that can come"


LAWS: tuple[Law, ...] = (floors, doors, purity, imports_at_top, ceilings, sync, quiet, constants, narrow)


def circles(project: Mapping[str, Module]) -> Iterator[str]:
    """Import circles, each told once as the way round."""
    graph = {
        name: sorted({target for _, target in module.imports() if target in project})
        for name, module in project.items()
    }
    done: set[str] = set()

    def walk(name: str, way: tuple[str, ...]) -> Iterator[str]:
        if name in way:
            yield f"{name}:1: imports itself: {' -> '.join((*way[way.index(name) :], name))}; move what both need down"
        elif name not in done:
            for target in graph[name]:
                yield from walk(target, (*way, name))
            done.add(name)

    for name in sorted(graph):
        yield from walk(name, ())


def check(sources: Mapping[str, str], law: Law) -> list[str]:
    """Findings of one law over a project, in order of module and line."""
    return [
        f"{name}:{line}: {text}"
        for name, module in sorted(parse(sources).items())
        for line, text in sorted(law(module))
    ]


def parse(sources: Mapping[str, str]) -> dict[str, Module]:
    """Sources by module name as trees that know each other's names."""
    known = frozenset(sources)
    return {
        name: Module(name, ast.parse(source), source.count("\n"), known) for name, source in sorted(sources.items())
    }


def sources(root: Path) -> dict[str, str]:
    """Every Python source of the project under `root` by its dotted name."""
    found = {}
    for top in PROJECT:
        for path in sorted((root / top).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path.read_text("utf-8")
    return found
