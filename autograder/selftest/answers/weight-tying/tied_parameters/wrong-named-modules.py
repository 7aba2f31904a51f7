# misconception: shared-modules-missed
# check: modules
# why: walks named_modules, which lists a module once
def tied_parameters(model):
    groups = {}
    for prefix, module in model.named_modules():
        for name, p in module.named_parameters(prefix, recurse=False):
            groups.setdefault(p, []).append(name)
    return [tuple(names) for names in groups.values() if len(names) > 1]
