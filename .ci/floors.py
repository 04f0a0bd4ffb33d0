"""Print the oldest versions that pyproject.toml allows, as pip takes them: ``numpy==2.0``.

Those of the dependencies and of the extras named as arguments.
"""

import re
import sys
import tomllib
from pathlib import Path

project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
wanted = project["dependencies"] + [
    requirement for extra in sys.argv[1:] for requirement in project["optional-dependencies"][extra]
]
for requirement in wanted:
    name, floor = re.fullmatch(r"([\w-]+)>=([\d.]+)", requirement).groups()
    sys.stdout.write(f"{name}=={floor}\n")
