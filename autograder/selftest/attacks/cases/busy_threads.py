# attempt: threads that never end keep the process of a check busy
# reaches: the processor, until its own check is over
# control: alone
# --- cells
# %%
# cell: lookup
import threading


def spin():
    while True:
        sum(range(1000))


def lookup(E, ids):
    for _ in range(4):
        threading.Thread(target=spin).start()
    return None


if __name__ == "__main__" and "get_ipython" not in globals():
    lookup(None, None)
