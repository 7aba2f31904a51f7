# misconception: no-optimizer-fails
# check: states
# why: takes an optimizer for granted
def measured_bytes(model, optimizer=None):
    def size(tensors):
        storages = {}
        for t in tensors:
            s = t.untyped_storage()
            storages[s.data_ptr()] = s.nbytes()
        return sum(storages.values())

    states = []
    for state in optimizer.state.values():
        states += [v for v in state.values() if torch.is_tensor(v)]
    parameters = list(model.parameters())
    gradients = [p.grad for p in parameters if p.grad is not None]
    return Measured(size(parameters), size(gradients), size(states))
