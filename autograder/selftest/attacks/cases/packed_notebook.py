# attempt: hands in a packed notebook (gzip) that is two hundred megabytes long when it is unpacked
# reaches: nothing: it is told to be no text
# control: function
# loses: encode, lookup_torch, cross_entropy_from_logits: nothing can be read
# --- build
def build(notebook, folder, place):
    import zlib

    packer = zlib.compressobj(9, wbits=31)  # 31: the header of gzip
    part = b" " * (10 << 20)
    packed = b"".join([packer.compress(part) for _ in range(20)]) + packer.flush(zlib.Z_FULL_FLUSH)
    (folder / "lookup.ipynb").write_bytes(packed + packer.flush())
# --- control
def control(place):
    from autograder.selftest.attacks import naive

    return naive.costs_the_neighbour(build, place, UnicodeDecodeError)
