#!/bin/sh
# Install what the tests need beyond pip, where that is possible: Debian or Ubuntu, as root.
# Elsewhere the tests that need a missing program skip and name it.
set -eu

missing=""
command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 ||
    command -v google-chrome >/dev/null 2>&1 || missing="$missing chromium"
command -v bwrap >/dev/null 2>&1 || missing="$missing bubblewrap"
[ -n "$missing" ] || exit 0

if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
    echo "installing$missing"
    log=$(mktemp)
    if ! { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y \
        --no-install-recommends $missing; } >"$log" 2>&1; then
        tail -n 20 "$log"
        echo "could not install$missing: the tests that need it will skip, by name"
    fi
    rm -f "$log"
else
    echo "not installed:$missing. The tests that need it will skip, by name."
    echo "On Debian or Ubuntu: sudo apt-get install$missing"
fi
