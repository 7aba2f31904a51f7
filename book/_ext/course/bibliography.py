"""Citations and references as plain text, for the downloaded notebooks."""

from __future__ import annotations

from functools import cached_property, lru_cache
from pathlib import Path


class Bibliography:
    """The entries of a BibTeX file, read when the first one is cited."""

    def __init__(self, path: Path):
        self.path = path

    @cached_property
    def _entries(self):
        return _parsed(self.path.read_text(encoding="utf-8"))

    def _entry(self, key: str):
        if key not in self._entries:
            raise KeyError(f"{self.path.name} has no entry {key!r}")
        return self._entries[key]

    def cite(self, keys: str, textual: bool) -> str:
        """Render `a, b` as "Press and Wolf, 2017; ...", or "Press and Wolf (2017)" in running text."""
        found = []
        for key in (part.strip() for part in keys.split(",")):
            entry = self._entry(key)
            year = entry.fields["year"]
            names = self._names(entry, full=False)
            found.append(f"{names} ({year})" if textual else f"{names}, {year}")
        return "; ".join(found)

    def reference(self, key: str) -> str:
        """Render one entry in full: authors, title, where, year, address."""
        entry = self._entry(key)
        fields = entry.fields
        where = (
            fields.get("journal")
            or fields.get("booktitle")
            or fields.get("publisher")
            or fields.get("howpublished", "")
        )
        parts = [self._names(entry, full=True), f"*{_plain(fields['title'])}*", _plain(where), fields["year"]]
        if "doi" in fields:
            parts.append(f"<https://doi.org/{fields['doi']}>")
        elif "eprint" in fields:
            parts.append(f"<https://arxiv.org/abs/{fields['eprint']}>")
        elif "url" in fields:
            parts.append(f"<{fields['url']}>")
        return ". ".join(part.removesuffix(".") for part in parts if part)

    def _names(self, entry, full: bool) -> str:
        people = entry.persons["author"]
        if full:
            names = [_plain(f"{' '.join(p.first_names + p.middle_names)} {_last(p)}").strip() for p in people]
            if len(names) > 8:
                return f"{names[0]} et al."
        else:
            names = [_plain(_last(person)) for person in people]
            if len(names) > 2:
                return f"{names[0]} et al."
        return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


@lru_cache(maxsize=4)  # every page that cites asks for the same file
def _parsed(text: str):
    from pybtex.database import parse_string

    return parse_string(text, "bibtex").entries


def _last(person) -> str:
    return " ".join([*person.prelast_names, *person.last_names, *person.lineage_names])


def _plain(text: str) -> str:
    """Replace BibTeX's braces and escapes by characters."""
    from pybtex.richtext import Text

    return " ".join(str(Text.from_latex(text)).split())
