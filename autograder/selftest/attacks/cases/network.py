# attempt: connects to a server on the grader's machine
# reaches: no network, not even the machine's own loopback
# control: connection
# --- cells
# %%
import socket

try:
    socket.create_connection(("127.0.0.1", @PORT@), timeout=1).sendall(b"secrets")
except OSError as error:
    print(error)
