# misconception: unordered
# check: groups
# why: sorts the names
def tied_parameters(model):
    groups = {}
    for name, p in model.named_parameters(remove_duplicate=False):
        groups.setdefault(id(p), []).append(name)
    return [tuple(sorted(names)) for names in groups.values() if len(names) >= 2][::-1]
