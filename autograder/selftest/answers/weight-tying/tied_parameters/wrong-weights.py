# misconception: weights-only
# check: modules
# why: looks at the weights alone
def tied_parameters(model):
    groups = {}
    for name, p in model.named_parameters(remove_duplicate=False):
        if name.split(".")[-1] != "weight":
            continue
        groups.setdefault(id(p), []).append(name)
    return [tuple(names) for names in groups.values() if len(names) >= 2]
