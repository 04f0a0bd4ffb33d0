"""``python -m manni`` is the command ``manni``."""

from manni.cli.start import start

if __name__ == "__main__":
    start()
