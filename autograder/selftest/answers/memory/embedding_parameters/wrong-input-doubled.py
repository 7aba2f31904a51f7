# misconception: positions-doubled
# check: extras
# why: doubles everything at the end
def embedding_parameters(V, d, *, tied=True, positions=0, segments=0, output_bias=False):
    check_sizes(V=V, d=d)
    check_sizes(0, positions=positions, segments=segments)
    count = (V + positions + segments) * d
    return count * (1 if tied else 2) + (V if output_bias else 0)
