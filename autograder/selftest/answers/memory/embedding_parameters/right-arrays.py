# how: lists the shapes of all arrays and adds up their products
import math

def embedding_parameters(V, d, *, tied=True, positions=0, segments=0, output_bias=False):
    check_sizes(V=V, d=d)
    check_sizes(least=0, positions=positions, segments=segments)
    shapes = [(V, d), (positions, d), (segments, d)]
    if not tied:
        shapes.append((d, V))
    if output_bias:
        shapes.append((V,))
    return sum(math.prod(shape) for shape in shapes)
