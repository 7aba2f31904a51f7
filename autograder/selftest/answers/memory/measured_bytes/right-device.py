# how: devices and addresses as keys, the tensor's device and not the storage's
def measured_bytes(model, optimizer=None):
    def held(tensors):
        sizes = {}
        for tensor in tensors:
            storage = tensor.untyped_storage()
            sizes[str(tensor.device), storage.data_ptr()] = storage.nbytes()
        return sum(sizes.values())

    parameters = list(model.parameters())
    gradients = [p.grad for p in parameters if p.grad is not None]
    kept = []
    if optimizer is not None:
        for values in map(dict.values, optimizer.state.values()):
            kept += filter(torch.is_tensor, values)
    return Measured(held(parameters), held(gradients), held(kept))
