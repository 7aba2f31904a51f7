# attempt: lifts its own limits
# reaches: nothing: a hard limit cannot be raised
# control: marker
# --- cells
# %%
import resource

limits = (resource.RLIMIT_AS, resource.RLIMIT_FSIZE, resource.RLIMIT_CPU)
for kind in limits:
    try:
        resource.setrlimit(kind, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        open(f"@OUTSIDE@/lifted-{kind}", "w").close()
    except (OSError, ValueError) as error:
        print(kind, error)
