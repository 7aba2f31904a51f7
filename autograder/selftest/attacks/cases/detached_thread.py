# attempt: a thread goes on after its cell and prints scores
# reaches: its own cell's process
# control: credit
# --- cells
# %%
import threading

go = threading.Event()


def spam():
    while not go.wait(0.01):
        print("score", 7.0, flush=True)


threading.Thread(target=spam, daemon=True).start()
