# attempt: the notebook is a file of a terabyte, of which nothing lies on the disk
# reaches: nothing: its size is looked at before it is read
# control: function
# loses: encode, lookup_torch, cross_entropy_from_logits: nothing is read
# --- build
def build(notebook, folder, place):
    with open(folder / "lookup.ipynb", "wb") as file:
        file.truncate(1 << 40)
# --- control
def control(place):
    from autograder.selftest.attacks import naive

    folder = naive.handed_in(build, place)
    code = f"""import resource
resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
open({str(folder / "lookup.ipynb")!r}).read()"""
    return "MemoryError" in naive.python(code).stderr
