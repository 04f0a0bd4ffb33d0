"""Opening the board in a browser, where there is one to be seen."""

from __future__ import annotations

import os
import platform
import sys
import webbrowser
from collections.abc import Callable, Mapping
from threading import Thread


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


def open_browser(address: str, failed: Callable[[], None]) -> None:
    """Open an address beside what goes on here; ``failed`` is called if no browser will."""

    def work() -> None:
        if not webbrowser.open(address):
            failed()

    Thread(target=work, daemon=True).start()
