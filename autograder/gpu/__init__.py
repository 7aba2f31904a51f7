"""`python -m autograder.gpu`: the checks, the stand-in and the book's claims, tried on a real device.

It needs PyTorch and NumPy alone, so that it runs on a borrowed machine. What it finds goes into
one JSON file for each device under `benchmarks/`, from which the pages draw their figures.
"""
