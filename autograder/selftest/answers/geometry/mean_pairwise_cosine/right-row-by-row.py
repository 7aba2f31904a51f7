# how: adds each row to those before it
def mean_pairwise_cosine(E):
    check_table(E, rows=2)
    before, total = np.zeros(E.shape[1]), 0.0
    for row in E.astype(np.float64):
        length = np.linalg.norm(row)
        if length > 0:
            row = row / length
        total += row @ before
        before = before + row
    return float(2 * total / (len(E) * (len(E) - 1)))
