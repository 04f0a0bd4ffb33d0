"""Firefox as Playwright starts it: ``python firefox.py ARGUMENTS``.

Playwright asks each browser for what this one has no command for yet; that is answered here.
"""

import json
import re
import subprocess
import sys
from threading import Thread

from websockets.sync.client import connect
from websockets.sync.server import ServerConnection, serve

UNKNOWN = "emulation.setMediaFeaturesOverride"


def relay(driver: ServerConnection) -> None:
    """Pass on what the two say to each other."""
    with connect(f"{address}/session", max_size=None) as browser:
        answers = Thread(target=lambda: [driver.send(each) for each in browser], daemon=True)
        answers.start()
        for text in driver:
            message = json.loads(text)
            if message["method"] == UNKNOWN:
                driver.send(json.dumps({"type": "success", "id": message["id"], "result": {}}))
            else:
                browser.send(text)


with subprocess.Popen(["firefox-esr", *sys.argv[1:]], stderr=subprocess.PIPE, text=True) as process:
    address = next(
        found[1] for line in process.stderr if (found := re.search(r"listening on (ws:\S+)", line))
    )
    with serve(relay, "127.0.0.1", 0, max_size=None) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        port = server.socket.getsockname()[1]
        sys.stderr.write(f"WebDriver BiDi listening on ws://127.0.0.1:{port}\n")
        for _ in process.stderr:
            pass
