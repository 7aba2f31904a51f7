# how: the states out of the optimizer's state_dict; pairs of address and size in sets
def measured_bytes(model, optimizer=None):
    def pairs(tensors):
        return {(t.untyped_storage().data_ptr(), t.untyped_storage().nbytes()) for t in tensors}

    states = set()
    if optimizer is not None:
        for entry in optimizer.state_dict()["state"].values():
            states |= pairs(v for v in entry.values() if isinstance(v, torch.Tensor))
    weights = pairs(p for _, p in model.named_parameters())
    grads = pairs(p.grad for p in model.parameters() if p.grad is not None)
    return Measured(*(sum(n for _, n in found) for found in (weights, grads, states)))
