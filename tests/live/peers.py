"""The sources of lmms-eval and VLMEvalKit, imported without what they need to run models.

Packages whose `__init__` imports everything are entered without it; modules that are not installed are
stand-ins that take any use.
"""

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import pathlib
import sys
import types

ENTERED = ["lmms_eval", "lmms_eval.tasks", "vlmeval", "vlmeval.dataset"]


class StandIn(types.ModuleType):
    """Takes any use: as a module, a function, a decorator, a base class; as a condition it is false."""

    __path__ = []

    def __getattr__(self, name):
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return StandIn(f"{self.__name__}.{name}")

    def __call__(self, *values, **named):
        return values[0] if len(values) == 1 and callable(values[0]) and not named else self

    def __bool__(self):
        return False

    def __mro_entries__(self, bases):
        return ()

    def __iter__(self):
        return iter(())

    def __or__(self, other):
        return self

    __ror__ = __getitem__ = __or__


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds a stand-in for what nothing else finds, when one of these packages asks for it."""

    def __init__(self, roots):
        self.roots = roots

    def find_spec(self, name, path=None, target=None):
        root = name.split(".")[0]
        is_part = isinstance(sys.modules.get(root), StandIn)
        if root in self.roots or not (is_part or self.is_asked_by_one()):
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def is_asked_by_one(self):
        frame = sys._getframe(2)
        while frame and frame.f_globals.get("__name__", "").startswith("importlib"):
            frame = frame.f_back
        return frame is not None and frame.f_globals.get("__name__", "").split(".")[0] in self.roots

    def create_module(self, spec):
        return StandIn(spec.name)

    def exec_module(self, module):
        pass


def enter():
    """Makes the modules of both importable; returns whether the packages are there."""
    for name in ENTERED:
        root, *rest = name.split(".")
        spec = importlib.util.find_spec(root) if root not in sys.modules or not rest else None
        place = pathlib.Path(spec.origin).parent if spec else pathlib.Path(sys.modules[root].__path__[0])
        module = types.ModuleType(name)
        module.__path__ = [str(place.joinpath(*rest))]
        sys.modules[name] = module
        if rest:
            setattr(sys.modules[name.rpartition(".")[0]], rest[-1], module)
    sys.meta_path.append(Finder({"lmms_eval", "vlmeval"}))
