# misconception: rows-without-width
# check: extras
# why: a position is thought of as one number
def embedding_parameters(V, d, *, tied=True, positions=0, segments=0, output_bias=False):
    check_sizes(V=V, d=d)
    check_sizes(0, positions=positions, segments=segments)
    count = V * d
    if not tied:
        count += V * d
    count += positions + segments
    if output_bias:
        count += V
    return count
