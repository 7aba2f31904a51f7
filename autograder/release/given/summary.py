# Where you stand: what the visible tests came to when they last ran. No points depend on this cell.
# `nbgrader validate` says "Success" when all of them pass; the points are those of the hidden tests.
summary({functions})
