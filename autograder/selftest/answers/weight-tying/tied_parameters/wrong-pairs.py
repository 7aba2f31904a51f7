# misconception: pairs-only
# check: groups
# why: lists a name with the first one of its Parameter
def tied_parameters(model):
    first, pairs = {}, []
    for name, p in model.named_parameters(remove_duplicate=False):
        if p in first:
            pairs.append((first[p], name))
        else:
            first[p] = name
    return pairs
