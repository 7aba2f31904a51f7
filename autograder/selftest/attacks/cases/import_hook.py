# attempt: a finder at the head of sys.meta_path gives its own module to whoever imports unittest
# reaches: the imports of its own process; no answer is compared there
# control: credit
# naive: import unittest; unittest.TestCase().assertEqual(_got, _want.tolist())
# --- cells
# %%
import importlib.machinery
import sys


class Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        return importlib.machinery.ModuleSpec(name, Finder) if name == "unittest" else None

    @staticmethod
    def create_module(spec):
        return None

    @staticmethod
    def exec_module(module):
        module.TestCase = type("TestCase", (), {"__getattr__": lambda self, name: lambda *values: None})


sys.modules.pop("unittest", None)
sys.meta_path.insert(0, Finder)
