#!/bin/sh
# Debian's Chromium for the browser tests, where it can be installed; where it cannot, one line says so and nothing fails.
command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 || [ -n "$CHROMIUM" ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing Chromium for the browser tests ..."
    install="apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core"
    $install >/dev/null 2>&1 || { apt-get update -qq && $install; } >/dev/null 2>&1
fi
command -v chromium >/dev/null 2>&1 || echo "No Chromium: the browser tests are left out. Install the package chromium, or set CHROMIUM to its path."
