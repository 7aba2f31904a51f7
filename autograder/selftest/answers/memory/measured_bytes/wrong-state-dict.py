# misconception: shared-counted-twice
# check: parameters
# why: the state_dict has an entry for each name
def measured_bytes(model, optimizer=None):
    def size(tensors):
        return sum(t.numel() * t.element_size() for t in tensors)

    states = []
    if optimizer is not None:
        for state in optimizer.state.values():
            states += [v for v in state.values() if torch.is_tensor(v)]
    parameters = list(model.parameters())
    gradients = [p.grad for p in parameters if p.grad is not None]
    named = [v for v in model.state_dict(keep_vars=True).values() if isinstance(v, nn.Parameter)]
    return Measured(size(named), size(gradients), size(states))
