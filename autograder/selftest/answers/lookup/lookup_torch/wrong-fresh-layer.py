# misconception: detached
# check: gradient
# why: copies the table into an nn.Embedding of its own, which gets the gradient
def lookup_torch(E, ids):
    if ids.dtype not in (torch.int32, torch.int64):
        raise TypeError("ids must be integers")
    bad = ids[(ids < 0) | (ids >= len(E))]
    if bad.numel():
        raise IndexError(f"id {bad[0].item()} is out of range")
    layer = torch.nn.Embedding.from_pretrained(E.detach(), freeze=False)
    return layer(ids)
