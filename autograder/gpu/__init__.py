"""`python -m autograder.gpu`: the checks, the stand-in and the book's claims, tried on a real device.

It needs only PyTorch and NumPy, so that it runs on a borrowed machine. Its results go into one JSON file for
each device under `benchmarks/`, from which the pages take their figures.
"""
