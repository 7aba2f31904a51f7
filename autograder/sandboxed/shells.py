"""Shells that run a student's cells in a submission's process."""

import sys
import traceback
import types

RECURSION_FRAMES = 10  # of a recursion's traceback, at either end


def make():
    """Make the shell that runs cells: IPython, as in a notebook; plain Python where that is missing."""
    try:
        from IPython.core.interactiveshell import InteractiveShell
    except ImportError:
        return PlainShell()
    from traitlets.config import Config

    InteractiveShell.cache_size = 0
    # A history is a database on the disk, and open in every submission that this process makes.
    shell = InteractiveShell.instance(config=Config(HistoryManager={"enabled": False}))
    shell.colors = "nocolor"
    shell.set_custom_exc((RecursionError,), _show_recursion)
    return shell


def _show_recursion(shell, kind, error, frames, tb_offset=None) -> None:
    """Show the first and the last frames of a recursion: IPython takes seconds to look up a thousand."""
    chain = [frames]
    while chain[-1].tb_next is not None:
        chain.append(chain[-1].tb_next)
    if len(chain) > 2 * RECURSION_FRAMES:
        chain[RECURSION_FRAMES - 1].tb_next = chain[-RECURSION_FRAMES]
    shell.showtraceback((kind, error, frames), tb_offset=tb_offset)


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
