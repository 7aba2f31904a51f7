# misconception: shared-counted-twice
# check: storages
# why: model.parameters() removes duplicates, and no more
def measured_bytes(model, optimizer=None):
    def size(tensors):
        return sum(t.numel() * t.element_size() for t in tensors)

    states = []
    if optimizer is not None:
        for state in optimizer.state.values():
            states += [v for v in state.values() if torch.is_tensor(v)]
    parameters = list(model.parameters())
    gradients = [p.grad for p in parameters if p.grad is not None]
    return Measured(size(parameters), size(gradients), size(states))
