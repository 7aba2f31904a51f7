# attempt: waits for a friend's answers in /dev/shm, /tmp and an abstract socket, and prints them
# reaches: its own /dev/shm, /tmp and network
# control: function
# --- cells
# %%
import glob
import socket
import time

for _ in range(10):
    for path in glob.glob("/dev/shm/channel-*") + glob.glob("/tmp/channel-*"):
        print(open(path).read())
    with socket.socket(socket.AF_UNIX) as shared:
        if shared.connect_ex("\0channel") == 0:
            print("connected")
    time.sleep(0.1)
# --- control
def control(place):
    import subprocess
    import sys
    from pathlib import Path

    left = Path("/dev/shm/channel-" + place.tokens["channel"])
    left.write_text(place.tokens["channel"])
    done = subprocess.run([sys.executable, "-c", CELLS], check=True, capture_output=True, text=True)
    left.unlink()
    return place.tokens["channel"] in done.stdout
