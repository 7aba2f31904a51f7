# how: a set of addresses seen, and a plain tuple
def measured_bytes(model, optimizer=None):
    def add_up(tensors):
        seen, total = set(), 0
        for tensor in tensors:
            if tensor is None:
                continue
            storage = tensor.untyped_storage()
            if storage.data_ptr() not in seen:
                seen.add(storage.data_ptr())
                total += len(storage)
        return total

    kept = []
    if optimizer:
        for p in optimizer.state:
            kept.extend(value for value in optimizer.state[p].values() if isinstance(value, torch.Tensor))
    every = [p for module in model.modules() for p in module._parameters.values()]
    return add_up(every), add_up(p.grad for p in every if p is not None), add_up(kept)
