# attempt: sets the time of /dev/null, the machine's own file, for a friend's submission to read
# reaches: nothing: the times of device files cannot be set
# control: secret
# --- cells
# %%
import os

before = os.stat("/dev/null").st_mtime_ns
for null in ("/dev/null", 0):
    try:
        os.utime(null)
    except OSError as error:
        print(error)
if os.stat("/dev/null").st_mtime_ns > before:
    print("@REACHED@"[::-1])
