# attempt: creates thousands of empty files
# reaches: its own scratch folder, to its limit
# control: marker
# --- cells
# %%
try:
    for n in range(5000):
        open(f"file-{n}", "w").close()
    open("@OUTSIDE@/many", "w").close()
except OSError as error:
    print(error)
