# attempt: a notebook of thirty megabytes of spaces
# reaches: nothing: it is told to be too big
# control: function
# loses: encode, lookup_torch, cross_entropy_from_logits: it is not read
# --- build
def build(notebook, folder, place):
    import json

    (folder / "lookup.ipynb").write_text(json.dumps(notebook) + " " * 30_000_000)
# --- control
def control(place):
    from autograder.selftest.attacks import naive

    # A grader that reads whatever there is, with as much memory to spare as an honest notebook never needs.
    code = """if True:
        import json, resource, sys
        pages = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (pages + (40 << 20),) * 2)
        print(len(json.loads(sys.stdin.buffer.read())["cells"]), "cells")"""
    ended = []
    for folder in (naive.handed_in(build, place), place.course / "submitted" / "aa-neighbour" / "lookup"):
        with open(folder / "lookup.ipynb") as file:
            ended.append(naive.python(code, stdin=file))
    return "MemoryError" in ended[0].stderr and "cells" in ended[1].stdout
