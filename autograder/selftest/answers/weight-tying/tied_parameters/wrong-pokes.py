# misconception: arguments-changed
# check: groups
# why: adds one to each parameter and looks which others move
def tied_parameters(model):
    everything = list(model.named_parameters(remove_duplicate=False))
    seen, found = set(), []
    for name, p in everything:
        before = {n: q.detach().clone() for n, q in everything}
        with torch.no_grad():
            p.add_(1.0)
        group = tuple(n for n, q in everything if not torch.equal(before[n], q))
        if len(group) > 1 and group not in seen:
            seen.add(group)
            found.append(group)
    return found
