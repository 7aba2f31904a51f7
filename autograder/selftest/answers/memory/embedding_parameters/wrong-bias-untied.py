# misconception: bias-if-untied
# check: extras
# why: takes the bias for a part of the untied matrix
def embedding_parameters(V, d, *, tied=True, positions=0, segments=0, output_bias=False):
    check_sizes(V=V, d=d)
    check_sizes(0, positions=positions, segments=segments)
    count = V * d
    if not tied:
        count += V * d + (V if output_bias else 0)
    count += positions * d + segments * d
    return count
