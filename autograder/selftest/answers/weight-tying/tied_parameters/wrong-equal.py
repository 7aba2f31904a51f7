# misconception: by-value
# check: lookalikes
# why: compares numbers
def tied_parameters(model):
    groups = {}
    for name, p in model.named_parameters(remove_duplicate=False):
        groups.setdefault((tuple(p.shape), tuple(p.detach().reshape(-1).tolist())), []).append(name)
    return [tuple(names) for names in groups.values() if len(names) >= 2]
