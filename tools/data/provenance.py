"""Where a table comes from, kept inside it: what made it, of what, and in how long."""

from __future__ import annotations

import hashlib
import os
import shlex
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def made(inputs: Iterable[Path] = ()) -> dict[str, Any]:
    """Return what a table says of itself: commit, command, CPU seconds, hashes of inputs."""

    def git(*asked: str) -> str:
        done = subprocess.run(["git", "-C", ROOT, *asked], capture_output=True, text=True)
        return done.stdout.strip()

    commit = git("rev-parse", "HEAD") or "unknown"
    if git("status", "--porcelain", "--untracked-files=no"):
        commit += ", with changes"
    return {
        "commit": commit,
        "command": shlex.join(["python", f"tools/data/{Path(sys.argv[0]).name}", *sys.argv[1:]]),
        "cpu_seconds": round(sum(os.times()[:4]), 1),
        "inputs": {
            os.path.relpath(path, ROOT): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in inputs
        },
    }
