"""Print what the project and some of its extras depend on, as pyproject.toml says it for pip.

python packaging/requirements.py [--oldest] EXTRA …

With ``--oldest`` it is the oldest version that is allowed of each: ``numpy==2.0``.
"""

import re
import sys
import tomllib
from pathlib import Path

project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]


def lines(requirements: list[str], oldest: bool) -> list[str]:
    """Return requirements a line each; an extra of the project's own is its parts."""
    found = []
    for requirement in requirements:
        extras = re.fullmatch(rf"{project['name']}\[([\w,-]+)]", requirement)
        if extras:
            for extra in extras[1].split(","):
                found += lines(project["optional-dependencies"][extra], oldest)
        else:
            floor = re.fullmatch(r"([\w-]+(?:\[\w+])?)[>=]=([\d.]+)", requirement)
            found.append(f"{floor[1]}=={floor[2]}\n" if oldest else f"{requirement}\n")
    return found


oldest = sys.argv[1] == "--oldest"
extras = f"{project['name']}[{','.join(sys.argv[1 + oldest :])}]"
sys.stdout.writelines(lines([*project["dependencies"], extras], oldest))
