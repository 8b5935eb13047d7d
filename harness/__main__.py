"""``python -m harness``: the command without its script on the path."""

from harness.cli import main

if __name__ == "__main__":
    main()
