"""``python -m manni`` is the command ``manni``."""

from .cli.start import start

if __name__ == "__main__":
    start()
