# attempt: looks for terminals that other submissions have opened, and writes to them
# reaches: nothing: each submission has terminals of its own alone
# control: function
# --- cells
# %%
import os

for name in os.listdir("/dev/pts"):
    if name.isdigit():
        try:
            terminal = os.open(f"/dev/pts/{name}", os.O_WRONLY | os.O_NOCTTY)
            os.write(terminal, "@REACHED@"[::-1].encode())
            print("@REACHED@"[::-1])
        except OSError as error:
            print(error)
# --- control
def control(place):
    import os

    from autograder.selftest.attacks import naive

    other, terminal = os.openpty()
    os.set_blocking(other, False)
    naive.python(CELLS)
    found = os.read(other, 1000)
    os.close(other)
    os.close(terminal)
    return place.tokens["reached"].encode() in found
