"""Print the oldest versions that pyproject.toml allows, as pip takes them: ``numpy==2.0``.

Those of the dependencies and of the extras named as arguments.
"""

import re
import sys
import tomllib
from pathlib import Path

project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]


def floors(requirements: list[str]) -> list[str]:
    """Return the oldest versions of requirements; an extra of the project's own is its parts."""
    lines = []
    for requirement in requirements:
        extra = re.fullmatch(rf"{project['name']}\[([\w-]+)]", requirement)
        if extra:
            lines += floors(project["optional-dependencies"][extra[1]])
        else:
            name, floor = re.fullmatch(r"([\w-]+(?:\[\w+])?)[>=]=([\d.]+)", requirement).groups()
            lines.append(f"{name}=={floor}\n")
    return lines


extras = [f"{project['name']}[{extra}]" for extra in sys.argv[1:]]
sys.stdout.writelines(floors(project["dependencies"] + extras))
