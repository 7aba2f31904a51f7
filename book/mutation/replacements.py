"""What stands in for a value under an assert: copies that are zero, shifted, negated, or off by a factor.

Every function returns a new value; the one it was given is left as it is. `UNCHANGEABLE` comes back
for a value that has no such copy: a module, a dtype, an iterator.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable, Collection
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import torch

UNCHANGEABLE = object()
FACTOR = 1.05
WIDE = 1000  # a bound that a value may miss by this factor says nothing about it
_VIEWS: tuple[type[Collection], ...] = (type({}.keys()), type({}.values()), type({}.items()))


def _number(value, change: Callable) -> Any:
    """`change` applied to one number, in the number's own type."""
    if isinstance(value, np.generic):
        return _array(np.asarray(value), change)[()]
    if isinstance(value, (Fraction, Decimal)):
        return type(value)(change(float(value)))
    if isinstance(value, numbers.Integral):
        return _away_from(int(value), change(value))
    return type(value)(change(value))


def _away_from(value: int, changed: float) -> int:
    """`changed` as an integer; one that differs from `value` by a fraction only moves by a whole."""
    if changed == value or not math.isfinite(changed):
        return value
    return math.ceil(changed) if changed > value else math.floor(changed)


def _array(value: np.ndarray, change: Callable) -> np.ndarray:
    if value.dtype.kind not in "iu":
        return np.asarray(change(value)).astype(value.dtype)
    changed = change(value.astype(np.float64))
    outward = np.where(changed > value, np.ceil(changed), np.floor(changed))
    return outward.astype(value.dtype)


def _tensor(value: torch.Tensor, change: Callable) -> torch.Tensor:
    plain = value.detach().clone()
    if not (plain.is_floating_point() or plain.is_complex()):
        return torch.from_numpy(np.asarray(_array(plain.cpu().numpy(), change))).to(plain.device)
    return change(plain).to(plain.dtype).requires_grad_(value.requires_grad)


def elementwise(value: Any, change: Callable, text: Callable = lambda text: text) -> Any:
    """A copy of `value` with `change` applied to each number and `text` to each text in it."""
    if isinstance(value, (bool, np.bool_)):
        return type(value)(not value)  # a truth value has one other value, whatever the change
    if isinstance(value, torch.Tensor):
        if value.is_meta or value.layout != torch.strided:
            return UNCHANGEABLE
        return ~value if value.dtype == torch.bool else _tensor(value, change)
    if isinstance(value, np.ndarray):
        if value.dtype.kind == "b":
            return ~value
        return _array(value, change) if value.dtype.kind in "iufc" else UNCHANGEABLE
    if isinstance(value, (numbers.Number, np.number)):
        return _number(value, change)
    if isinstance(value, str):
        return text(value)
    return _container(value, lambda item: elementwise(item, change, text))


def _container(value: Any, each: Callable) -> Any:
    """A list, tuple, set or dict of the same kind with `each` applied to its items (a dict's values)."""

    def kept(item):
        changed = each(item)
        return item if changed is UNCHANGEABLE else changed

    if isinstance(value, dict):
        if not any(each(item) is not UNCHANGEABLE for item in value.values()):
            return UNCHANGEABLE
        copy = value.copy()
        copy.update({key: kept(item) for key, item in value.items()})
        return copy
    if isinstance(value, _VIEWS):
        value = list(value)
    if not isinstance(value, (list, tuple, set, frozenset)):
        return UNCHANGEABLE
    if not any(each(item) is not UNCHANGEABLE for item in value):
        return UNCHANGEABLE
    items = [kept(item) for item in value]
    return type(value)._make(items) if hasattr(value, "_make") else _plain(value)(items)


def _plain(value: Any) -> type:
    """list, tuple, set or frozenset: a torch.Size becomes a tuple, which may hold any number."""
    return next(kind for kind in (list, tuple, set, frozenset) if isinstance(value, kind))


def shifted(value: Any) -> Any:
    """Rows shifted by one: the last row comes first; a dict's values move on by one key."""
    if isinstance(value, torch.Tensor):
        if value.ndim == 0 or value.is_meta or value.layout != torch.strided:
            return UNCHANGEABLE
        return value.detach().roll(1, 0).requires_grad_(value.requires_grad)
    if isinstance(value, np.ndarray):
        return np.roll(value, 1, axis=0) if value.ndim else UNCHANGEABLE
    if isinstance(value, _VIEWS):
        value = list(value)
    if isinstance(value, dict) and len(value) > 1:
        items = list(value.values())
        copy = value.copy()
        copy.update(zip(value, items[-1:] + items[:-1], strict=True))
        return copy
    if isinstance(value, (list, tuple)) and len(value) > 1:
        items = [*value[-1:], *value[:-1]]
        return type(value)._make(items) if hasattr(value, "_make") else _plain(value)(items)
    return UNCHANGEABLE


def times(factor: float) -> Callable:
    return lambda value: elementwise(value, lambda x: x * factor)


REPLACEMENTS: dict[str, Callable] = {
    f"times {FACTOR}": times(FACTOR),
    "negated": times(-1),
    "zeros": lambda value: elementwise(value, lambda x: x * 0, lambda text: ""),
    "rows shifted": shifted,
}
NEGATED = {"negated": REPLACEMENTS["negated"]}
FAR: dict[str, Callable] = {f"times {WIDE}": times(WIDE), f"divided by {WIDE}": times(1 / WIDE)}


def is_changeable(value: Any) -> bool:
    """Is there any replacement for the value? Empty containers and iterators have none."""
    return REPLACEMENTS["zeros"](value) is not UNCHANGEABLE


def is_yes_or_no(value: Any) -> bool:
    """A truth value, or an array or container of nothing else."""
    if isinstance(value, (bool, np.bool_)):
        return True
    if isinstance(value, np.ndarray):
        return value.dtype == np.bool_
    if isinstance(value, torch.Tensor):
        return value.dtype == torch.bool
    if isinstance(value, dict):
        value = value.values()
    if isinstance(value, (list, tuple, set, frozenset, _VIEWS[1])):
        return bool(value) and all(is_yes_or_no(item) for item in value)
    return False


def same(one: Any, other: Any) -> bool:
    """Are two values equal in every number? NaN equals NaN here."""
    if isinstance(one, torch.Tensor) and isinstance(other, torch.Tensor):
        return one.shape == other.shape and torch.allclose(one, other, rtol=0, atol=0, equal_nan=True)
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        one, other = np.asarray(one), np.asarray(other)
        return np.array_equal(one, other, equal_nan=one.dtype.kind in "fc" and other.dtype.kind in "fc")
    return bool(one == other or (one != one and other != other))
