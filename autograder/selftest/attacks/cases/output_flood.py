# attempt: prints sixty megabytes
# reaches: its own limit of output
# control: stops
# --- cells
# %%
for _ in range(60):
    print("x" * 1_000_000)
