# attempt: replaces the shell's run_cell, and the kernel's do_execute where there is one, so that a hidden cell shows full marks without running
# reaches: its own shell; the checks are no cells
# control: function
# --- cells
# %%
from IPython.core.interactiveshell import ExecutionInfo, ExecutionResult

shell = get_ipython()
real_run, kernel = shell.run_cell, getattr(shell, "kernel", None)


def run_cell(source, *args, **kwargs):
    if "_hidden" not in source:
        return real_run(source, *args, **kwargs)
    print("score", 7.0)
    return ExecutionResult(ExecutionInfo(source, False, False, True, None))


shell.run_cell = run_cell
if kernel is not None:
    real_execute = kernel.do_execute

    async def do_execute(code, silent, *args, **kwargs):
        if "_hidden" not in code:
            return await real_execute(code, silent, *args, **kwargs)
        full = {"data": {"text/plain": "7.0"}, "metadata": {}, "execution_count": 9}
        kernel.send_response(kernel.iopub_socket, "execute_result", full)
        return {"status": "ok", "execution_count": 9, "payload": [], "user_expressions": {}}

    kernel.do_execute = do_execute
# --- control
def control(place):
    from autograder.selftest.attacks import naive
    from nbgrader.utils import determine_grade

    # In a kernel, scored by stock nbgrader; and in a shell, by what is printed.
    hidden = "_hidden = 1\nassert lookup(1, 2) == 3\n7.0"
    done = naive.in_a_kernel([CELLS.partition("# %%\n")[2], "def lookup(E, ids): pass", hidden])
    done.cells[2].metadata["nbgrader"] = {"grade": True, "grade_id": "check", "points": 7, "solution": False}
    shell = "from IPython.core.interactiveshell import InteractiveShell\nshell = InteractiveShell.instance()\n"
    cells = f"for cell in {[CELLS, hidden]!r}: assert shell.run_cell(cell).success"
    return determine_grade(done.cells[2]) == (7, 7) and "score 7.0" in naive.python(shell + cells).stdout
