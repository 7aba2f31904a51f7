# misconception: frozen-skipped
# check: modules
# why: skips what does not learn
def tied_parameters(model):
    groups = {}
    for name, p in model.named_parameters(remove_duplicate=False):
        if not p.requires_grad:
            continue
        groups.setdefault(id(p), []).append(name)
    return [tuple(names) for names in groups.values() if len(names) >= 2]
