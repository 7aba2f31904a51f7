# attempt: leaves its answers for a friend in /dev/shm, /tmp and an abstract socket
# reaches: its own /dev/shm, /tmp and network
# control: function
# --- cells
# %%
import socket

for folder in ("/dev/shm", "/tmp"):
    try:
        with open(f"{folder}/channel-@CHANNEL@", "w") as file:
            file.write("@CHANNEL@")
    except OSError as error:
        print(error)
shared = socket.socket(socket.AF_UNIX)
shared.bind("\0channel")
# --- control
def control(place):
    import subprocess
    import sys
    from pathlib import Path

    subprocess.run([sys.executable, "-c", CELLS], check=True)
    left = [Path(f"{folder}/channel-@CHANNEL@") for folder in ("/dev/shm", "/tmp")]
    found = all(path.exists() for path in left)
    for path in left:
        path.unlink()
    return found
