# misconception: counts-overflow
# check: matrices
# why: multiplies with np.prod, which wraps around
import numpy as np

def embedding_parameters(V, d, *, tied=True, positions=0, segments=0, output_bias=False):
    check_sizes(V=V, d=d)
    check_sizes(0, positions=positions, segments=segments)
    count = int(np.prod([V, d], dtype=np.int64))
    if not tied:
        count += int(np.prod([V, d], dtype=np.int64))
    count += positions * d + segments * d
    if output_bias:
        count += V
    return count
