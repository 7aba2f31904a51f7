# misconception: bool-accepted
# check: errors
# why: isinstance(True, int) is true
def embedding_parameters(V, d, *, tied=True, positions=0, segments=0, output_bias=False):
    for size in (V, d, positions, segments):
        if not isinstance(size, int):
            raise TypeError("expected integers")
    if min(V, d) < 1 or min(positions, segments) < 0:
        raise ValueError("too small")
    count = V * d
    if not tied:
        count += V * d
    count += positions * d + segments * d
    if output_bias:
        count += V
    return count
