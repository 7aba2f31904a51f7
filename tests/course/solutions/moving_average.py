# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     name: python3
# ---

# %% [markdown] nbgrader={"grade": false, "grade_id": "about", "locked": true, "schema_version": 3, "solution": false, "task": false}
# # Moving average
#
# You write one function, the mean of each window of a series.
#
# **Rules that hold throughout.**
#
# - What you are given stays unchanged.

# %% nbgrader={"grade": false, "grade_id": "start", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% nbgrader={"grade": false, "grade_id": "setup", "locked": true, "schema_version": 3, "solution": false, "task": false}
import numpy as np

# %% [markdown] nbgrader={"grade": false, "grade_id": "about-moving_average", "locked": true, "schema_version": 3, "solution": false, "task": false}
# ## The mean of each window

# %% nbgrader={"grade": false, "grade_id": "moving_average", "locked": false, "schema_version": 3, "solution": true, "task": false}
def moving_average(x: np.ndarray, width: int) -> np.ndarray:
    """The mean of each window of `width` numbers that stand together in x.

    x: float64 array of shape (n,). Returns a float64 array of shape (n - width + 1,), the first window first.
    ValueError unless 1 <= width <= n.
    """
    ### BEGIN SOLUTION
    if not 1 <= width <= len(x):
        raise ValueError(f"width is {width}; expected 1 ... {len(x)}")
    return np.lib.stride_tricks.sliding_window_view(x, width).mean(axis=1)
    ### END SOLUTION

# %% nbgrader={"grade": false, "grade_id": "try-moving_average", "locked": true, "schema_version": 3, "solution": false, "task": false}
with visible_tests("moving_average"):
    assert moving_average(np.array([1.0, 3.0, 5.0]), 2).tolist() == [2.0, 4.0]

# %% nbgrader={"grade": true, "grade_id": "check-moving_average", "locked": true, "schema_version": 3, "solution": false, "task": false}

# %% nbgrader={"grade": true, "grade_id": "summary", "locked": true, "points": 0, "schema_version": 3, "solution": false, "task": false}
