# misconception: unchecked-on-device
# check: device
# why: catches the library's error to name the id, which no device but the CPU raises
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    try:
        return F.embedding(ids, E)
    except IndexError:
        raise IndexError(f"some of the ids {ids.tolist()} have no row") from None
