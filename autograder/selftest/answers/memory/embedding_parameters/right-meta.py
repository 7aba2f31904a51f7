# how: asks PyTorch, on the device that holds no data
def embedding_parameters(V, d, *, tied=True, positions=0, segments=0, output_bias=False):
    check_sizes(V=V, d=d)
    check_sizes(0, positions=positions, segments=segments)

    def numbers(rows):
        # numel is a product in 64 bits, which tables of today's models fit into
        return torch.empty(1, d, device="meta").numel() * rows

    total = numbers(V) + numbers(positions + segments)
    if not tied:
        total += numbers(V)
    return total + (V if output_bias else 0)
