# misconception: duplicates-removed
# check: groups
# why: named_parameters leaves out the second name
def tied_parameters(model):
    groups = {}
    for name, p in model.named_parameters():
        groups.setdefault(id(p), []).append(name)
    return [tuple(names) for names in groups.values() if len(names) >= 2]
