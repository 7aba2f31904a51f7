# attempt: a cell at the end deletes every function, restores none, and leaves the process
# reaches: nothing: each function was asked where its check stands
# control: function
# --- build
def build(notebook, folder, place):
    import json

    from autograder.selftest import demo_class

    end = "for name in [n for n in globals() if not n.startswith('_')]:\n    del globals()[name]"
    notebook["cells"] += [demo_class.code(end), demo_class.code("__import__('os')._exit(0)")]
    (folder / "lookup.ipynb").write_text(json.dumps(notebook))
# --- control
def control(place):
    import json

    from autograder.selftest.attacks import naive

    # A grader that looks at the functions when all cells have run.
    cells = json.loads((naive.handed_in(build, place) / "lookup.ipynb").read_text())["cells"]
    sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    code = f"for source in {sources!r}:\n    try:\n        exec(source)\n    except Exception:\n        pass\n"
    done = naive.python(code + "print('graded', 'to the end')")
    return done.returncode == 0 and "graded to the end" not in done.stdout
