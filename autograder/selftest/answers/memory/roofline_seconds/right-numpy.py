# how: a maximum of NumPy's
import numpy as np

def roofline_seconds(flops, nbytes, peak_flops, bandwidth):
    amounts = np.array([flops, nbytes], dtype=np.float64)
    rates = np.array([peak_flops, bandwidth], dtype=np.float64)
    if (amounts < 0).any() or (rates <= 0).any():
        raise ValueError(f"amounts {amounts}, rates {rates}")
    return np.max(amounts / rates)
