# misconception: by-memory
# check: lookalikes
# why: compares addresses of memory
def tied_parameters(model):
    groups = {}
    for name, p in model.named_parameters(remove_duplicate=False):
        groups.setdefault(p.data_ptr(), []).append(name)
    return [tuple(names) for names in groups.values() if len(names) >= 2]
