# misconception: through-numpy
# check: device
# why: asks NumPy for the address
def tied_parameters(model):
    groups = {}
    for name, p in model.named_parameters(remove_duplicate=False):
        groups.setdefault((id(p), p.detach().numpy().ctypes.data), []).append(name)
    return [tuple(names) for names in groups.values() if len(names) >= 2]
