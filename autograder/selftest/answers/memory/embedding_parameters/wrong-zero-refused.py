# misconception: zero-refused
# check: errors
# why: checks all four sizes alike
EMPTY = object()


def embedding_parameters(V, d, *, tied=True, positions=EMPTY, segments=EMPTY, output_bias=False):
    check_sizes(V=V, d=d)
    for name, rows in (("positions", positions), ("segments", segments)):
        if rows is not EMPTY:
            check_sizes(**{name: rows})
    count = V * d
    if not tied:
        count += V * d
    count += (0 if positions is EMPTY else positions) * d + (0 if segments is EMPTY else segments) * d
    if output_bias:
        count += V
    return count
