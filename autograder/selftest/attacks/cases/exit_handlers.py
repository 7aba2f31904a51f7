# attempt: __del__ and atexit handlers act when its process ends
# reaches: nothing: its processes end without handlers
# control: alone
# --- cells
# %%
import atexit


class Last:
    def __del__(self, write=open):
        write("@OUTSIDE@/deleted", "w").close()


last = Last()
atexit.register(lambda: open("@OUTSIDE@/exited", "w").close())
