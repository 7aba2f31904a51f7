# misconception: model-changed
# check: gradients
# why: clears the gradients afterwards
def measured_bytes(model, optimizer=None):
    def size(tensors):
        storages = {}
        for t in tensors:
            s = t.untyped_storage()
            storages[s.data_ptr()] = s.nbytes()
        return sum(storages.values())

    states = []
    if optimizer is not None:
        for state in optimizer.state.values():
            states += [v for v in state.values() if torch.is_tensor(v)]
    parameters = list(model.parameters())
    gradients = [p.grad for p in parameters if p.grad is not None]
    answer = Measured(size(parameters), size(gradients), size(states))
    model.zero_grad()
    return answer
