"""What runs a student's cells in a candidate's process."""

import sys
import traceback
import types


def make():
    """What runs cells: IPython, as in a notebook; plain Python where a machine has none."""
    try:
        from IPython.core.interactiveshell import InteractiveShell
    except ImportError:
        return PlainShell()
    from traitlets.config import Config

    InteractiveShell.cache_size = 0
    # A history is a database on the disk, and open in every submission that this process makes.
    shell = InteractiveShell.instance(config=Config(HistoryManager={"enabled": False}))
    shell.colors = "nocolor"
    return shell


class PlainShell:
    """Runs cells of plain Python. For `make gpu`, which must do without Jupyter's packages."""

    def __init__(self):
        module = sys.modules["__main__"] = types.ModuleType("__main__")  # as IPython does
        self.user_ns = module.__dict__

    def run_cell(self, source: str, store_history: bool = False) -> types.SimpleNamespace:
        ended = types.SimpleNamespace(error_before_exec=None, error_in_exec=None)
        try:
            code = compile(source, "<cell>", "exec")
        except (SyntaxError, ValueError) as error:
            ended.error_before_exec = error
            return ended
        try:
            exec(code, self.user_ns)
        except BaseException as error:  # noqa: BLE001 - whatever a cell raises is its own
            traceback.print_exc()
            ended.error_in_exec = error
        return ended
