# how: walks the tree of modules itself
def tied_parameters(model):
    def walk(module, prefix):
        for name, p in module._parameters.items():
            if p is not None:
                yield prefix + name, p
        for name, child in module._modules.items():
            if child is not None:
                yield from walk(child, prefix + name + ".")

    names = {}
    for name, p in walk(model, ""):
        names.setdefault(p, []).append(name)
    return [tuple(group) for group in names.values() if len(group) > 1]
