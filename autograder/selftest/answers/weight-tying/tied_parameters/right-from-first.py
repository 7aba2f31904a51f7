# how: starts from each distinct Parameter and collects its names
def tied_parameters(model):
    everything = list(model.named_parameters(remove_duplicate=False))
    found = []
    for _, p in model.named_parameters():
        group = tuple(name for name, other in everything if other is p)
        if len(group) > 1:
            found.append(group)
    return found
