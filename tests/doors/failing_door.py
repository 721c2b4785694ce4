"""A door's program that cannot listen, and after whose error Python writes more lines."""

from __future__ import annotations

import sys

from siam_tui.profile.user_error import UserError, exit_with_error


class _Unclosed:
    def __del__(self) -> None:
        raise RuntimeError("Event loop is closed")


def main() -> None:
    """Fail, and leave an object that cannot be cleaned up."""
    sys.stdin.readline()
    left = [_Unclosed()]
    try:
        raise UserError("Port 8080 is in use already: choose another one.")
    except UserError as error:
        try:
            exit_with_error(str(error))
        finally:
            left.clear()


if __name__ == "__main__":
    main()
