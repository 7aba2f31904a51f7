# misconception: unchecked-on-device
# check: device
# why: skips the check on a device, where it would wait for the answer
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    if ids.device.type == "cpu":
        bad = ids[(ids < 0) | (ids >= len(E))]
        if bad.numel():
            raise IndexError(f"id {bad[0].item()} is out of range")
    return E[ids.reshape(-1)].reshape(*ids.shape, E.shape[1])
