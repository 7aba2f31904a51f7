# how: compares each name with the names before it
def tied_parameters(model):
    groups = []
    for name, p in model.named_parameters(remove_duplicate=False):
        for known, names in groups:
            if known is p:
                names.append(name)
                break
        else:
            groups.append((p, [name]))
    return [tuple(names) for _, names in groups if len(names) > 1]
