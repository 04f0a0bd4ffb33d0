"""Opening the board in a browser, where there is one to be seen."""

from __future__ import annotations

import os
import platform
import sys
import webbrowser
from collections.abc import Mapping


def why_not(env: Mapping[str, str] = os.environ) -> str | None:
    """Return why no browser should be opened from here, None if one may."""
    if "microsoft" in platform.release().lower() or "WSL_DISTRO_NAME" in env:
        return "this is WSL, whose browsers are those of Windows"
    if env.get("SSH_CONNECTION") or env.get("SSH_TTY"):
        return "this is an ssh session"
    has_windows = sys.platform in ("win32", "darwin")
    if not has_windows and not (env.get("DISPLAY") or env.get("WAYLAND_DISPLAY")):
        return "there is no display"
    return None


def open_browser(address: str) -> bool:
    """Open an address; return whether a browser took it."""
    return webbrowser.open(address)
