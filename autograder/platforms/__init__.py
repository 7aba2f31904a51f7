"""Learning platforms: their zip files taken in, and points and pages written as they import them.

The formats are those of the platforms' documentation and, where that is silent, of their published source;
none was tried on a running platform.
"""
