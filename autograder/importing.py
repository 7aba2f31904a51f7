"""nbgrader, imported in half the time."""

import contextlib
import gc
import sys
from collections.abc import Iterator

# jsonschema loads it, if it is there, to validate texts as internationalized addresses, which no notebook's
# schema asks for; making its grammars takes as long as the rest of nbgrader.
_UNUSED = "rfc3987_syntax"


@contextlib.contextmanager
def quickly() -> Iterator[None]:
    """Import nbgrader and what it needs in this block without what nothing here uses."""
    absent, collecting = _UNUSED not in sys.modules, gc.isenabled()
    if absent:
        sys.modules[_UNUSED] = None  # type: ignore[assignment]  # as Python says that there is no such module
    gc.disable()  # modules stay: looking for objects to free meanwhile finds none
    try:
        yield
    finally:
        if absent:
            del sys.modules[_UNUSED]
        if collecting:
            gc.enable()
