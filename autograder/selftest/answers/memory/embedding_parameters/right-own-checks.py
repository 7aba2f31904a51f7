# how: checks of its own, switches used as numbers, prints what it found
def embedding_parameters(V, d, *, tied=True, positions=0, segments=0, output_bias=False):
    for size, least in ((V, 1), (d, 1), (positions, 0), (segments, 0)):
        if isinstance(size, bool) or not isinstance(size, int):
            raise TypeError("sizes must be integers")
        if size < least:
            raise ValueError("a size is too small")
    matrices = 2 - bool(tied)
    print(matrices, "matrices")
    return matrices * V * d + positions * d + segments * d + V * bool(output_bias)
