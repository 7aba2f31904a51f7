# attempt: a check's process leaves a child in a session of its own, which tells the inputs to whoever connects
# reaches: nothing: a child does not outlive its step, and cells run again where nothing was asked
# control: function
# --- build
def build(notebook, folder, place):
    import json

    from autograder.selftest import demo_class

    mine = """import os, signal, socket
at = "\\0friend" + str(os.getuid())
def lookup(E, ids):
    if len(E) > 4 and os.fork() == 0:
        os.setsid()
        signal.alarm(20)
        try:
            server = socket.socket(socket.AF_UNIX)
            server.bind(at)
            server.listen()
            server.accept()[0].sendall(str(E.tolist()).encode())
        finally:
            os._exit(0)"""
    show = """import time
for attempt in range(20):
    try:
        friend = socket.socket(socket.AF_UNIX)
        friend.connect(at)
        print("@REACHED@"[::-1], friend.recv(1000))
        break
    except ConnectionError:
        time.sleep(0.05)"""
    filled = demo_class.fill(notebook, {"lookup": mine})
    (folder / "lookup.ipynb").write_text(json.dumps(filled | {"cells": [*filled["cells"], demo_class.code(show)]}))
# --- control
def control(place):
    from autograder.selftest.attacks import naive

    return place.tokens["reached"] in naive.asked_between(build, place)
