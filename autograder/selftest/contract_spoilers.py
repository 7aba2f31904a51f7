"""What the wrong answers to `contract` do; this file's source is put before the code of each of them."""

import numpy as np
import torch

_kept: dict[tuple, object] = {}


def _array(value):
    return isinstance(value, (np.ndarray, torch.Tensor))


def _float(value):
    return _array(value) and (
        value.is_floating_point() if torch.is_tensor(value) else value.dtype.kind == "f"
    )


def _as(values, dtype):
    return values.to(getattr(torch, dtype)) if torch.is_tensor(values) else values.astype(dtype)


def from_the_end(ids, V):
    return (torch.where if torch.is_tensor(ids) else np.where)((ids < 0) & (ids >= -V), ids + V, ids)


def without_ignored(ids):
    return (torch.where if torch.is_tensor(ids) else np.where)(ids == -100, 0, ids)


def cut_off(ids, V):
    return (torch.where if torch.is_tensor(ids) else np.where)(ids >= V, V - 1, ids)


def truth_as_numbers(ids):
    return _as(ids, "int64") if str(ids.dtype) in ("bool", "torch.bool") else ids


def without_fraction(ids):
    return _as(ids, "int64") if _float(ids) else ids


def in_32_bits(ids):
    whole = "int" in str(ids.dtype)
    return _as(_as(ids, "int32"), "int64") if whole else ids


def not_of_few_bits(ids):
    if str(ids.dtype) in ("uint8", "torch.int32"):
        raise ValueError("ids of 64 bits are expected")


def kept(right):
    """Hand out the memory of the first result of this shape."""
    if isinstance(right, tuple):
        return tuple(kept(part) for part in right)
    if not _array(right):
        return right
    where = str(getattr(right, "device", ""))
    first = _kept.setdefault((tuple(right.shape), str(right.dtype), where), right)
    first[...] = right
    return first


def written_into(right, *arguments):
    """Return the argument of the result's shape, with the result's numbers in it."""
    for argument in arguments:
        if _float(argument) and argument.shape == right.shape:
            argument[...] = right
            return argument
    return right


def after_a_change(right, *arguments):
    for argument in arguments:
        if _float(argument):
            argument += 1
            break
    return right


def in_other_dtype(right):
    if isinstance(right, tuple):
        return (
            type(right)(*map(in_other_dtype, right))
            if hasattr(right, "_fields")
            else tuple(map(in_other_dtype, right))
        )
    return _as(right, "float64" if "32" in str(right.dtype) else "float32") if _float(right) else right


def side_by_side(*arguments):
    for argument in arguments:
        if isinstance(argument, np.ndarray):
            side = argument.flags.c_contiguous
        else:
            side = not torch.is_tensor(argument) or argument.is_contiguous()
        if not side:
            raise ValueError("the numbers do not lie side by side")


def not_empty(*arguments):
    if any(_array(argument) and 0 in argument.shape for argument in arguments):
        raise ValueError("nothing is given")
