# misconception: singles-listed
# check: groups
# why: lists every Parameter
def tied_parameters(model):
    groups = {}
    for name, p in model.named_parameters(remove_duplicate=False):
        groups.setdefault(id(p), []).append(name)
    return [tuple(names) for names in groups.values()]
