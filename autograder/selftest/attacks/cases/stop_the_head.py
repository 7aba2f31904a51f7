# attempt: stops the process that takes the steps, with more cells to come than a socket holds
# reaches: the time limit of its notebook as a whole
# control: function
# loses: lookup_torch, cross_entropy_from_logits: nobody is left to answer for them
# --- build
def build(notebook, folder, place):
    import json

    stop = "import os\nimport signal\n\nif os.getppid() > 1:\n    os.kill(os.getppid(), signal.SIGSTOP)\nos._exit(0)"
    cells = notebook["cells"]
    here = next(n for n, c in enumerate(cells) if c["metadata"].get("nbgrader", {}).get("grade_id") == "lookup")
    extra = [{"cell_type": "code", "metadata": {}, "source": s, "outputs": []} for s in [stop] + ["x = 1"] * 600]
    notebook["cells"] = cells[:here] + extra + cells[here:]
    (folder / "lookup.ipynb").write_text(json.dumps(notebook))
# --- control
def control(place):
    import json
    import os
    import signal
    import socket

    from autograder.selftest.attacks import naive

    # A worker starts a process for each cell and takes the next from a socket; the grader sends them all.
    path = naive.handed_in(build, place) / "lookup.ipynb"
    sources = ["".join(cell["source"]) for cell in json.loads(path.read_text())["cells"]]
    sources = [source for source in sources if source.endswith(("_exit(0)", "x = 1"))]
    ours, theirs = socket.socketpair()
    worker = os.fork()
    if worker == 0:
        os.setpgid(0, 0)
        while theirs.recv(1):
            if (cell := os.fork()) == 0:
                exec(sources[0], {})
            os.waitpid(cell, 0)
        os._exit(0)
    sent, reader, writer = 0, *os.pipe()
    ours.settimeout(2)  # a grader that waits for ever is hard to watch
    try:
        for _ in sources:
            socket.send_fds(ours, [b"s"], [reader, writer])
            sent += 1
    except TimeoutError:
        return 0 < sent < len(sources)
    finally:
        os.kill(worker, signal.SIGKILL)
        os.waitpid(worker, 0)
        for end in (reader, writer, ours.detach(), theirs.detach()):
            os.close(end)
