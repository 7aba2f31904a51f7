# misconception: tied-inverted
# check: matrices
# why: reads tied as: there are two
def embedding_parameters(V, d, *, tied=True, positions=0, segments=0, output_bias=False):
    check_sizes(V=V, d=d)
    check_sizes(0, positions=positions, segments=segments)
    count = V * d
    if tied:
        count += V * d
    count += positions * d + segments * d
    if output_bias:
        count += V
    return count
