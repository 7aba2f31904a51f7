"""The page of a watched notebook, served to this machine alone, with the built book beside it."""

import secrets
import threading
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from markupsafe import escape

from autograder.grading import feedback
from autograder.results import Graded

_NO_RESULT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="version" content="{version}">
<title>Not checked</title></head>
<body><p>{message}</p><script>{script}</script></body></html>
"""


class Server:
    """Serves one page that changes, to this machine alone.

    Others may use the machine too, so the address holds a secret. `book` is where the page's links lead:
    an address, or a folder, which is then served under `book/`.
    """

    def __init__(self, book: str = ""):
        self.tell("The notebook is not checked yet.")
        self._folder = book if Path(book).is_dir() and book else ""
        self._secret = secrets.token_urlsafe(12)
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._http.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._http.server_port}/{self._secret}/"
        self._book = f"{self.address}book" if self._folder else book

    def __enter__(self) -> "Server":
        threading.Thread(target=self._http.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *exc) -> None:
        self._http.shutdown()
        self._http.server_close()

    def tell(self, message: str) -> None:
        """Serve a sentence in place of results: why there are none."""
        version, allowed = secrets.token_hex(8), feedback.policy(scripted=True, served=True)
        self.page = _NO_RESULT.format(
            policy=escape(allowed), version=version, message=escape(message), script=feedback.script()
        )
        self.version = version

    def show(self, graded: Graded) -> None:
        """Serve the page of these results from now on; a browser that shows an older one reads it."""
        version = secrets.token_hex(8)
        self.page = feedback.render(graded, book=self._book, version=version)
        self.version = version

    def _handler(self) -> type[SimpleHTTPRequestHandler]:
        server = self

        class Handler(SimpleHTTPRequestHandler):
            def __init__(self, *how):
                super().__init__(*how, directory=server._folder or None)

            def do_GET(self) -> None:
                place = self._place()
                if place in ("", "version"):
                    self._send(
                        server.page if place == "" else server.version, "html" if not place else "plain"
                    )
                elif place is not None and place.startswith("book/") and server._folder:
                    self.path = self.path.removeprefix(f"/{server._secret}/book")
                    super().do_GET()
                else:
                    self.send_error(HTTPStatus.NOT_FOUND)

            def do_HEAD(self) -> None:
                self.send_error(HTTPStatus.METHOD_NOT_ALLOWED)

            def log_message(self, *about) -> None:
                """Write nothing: the terminal is the learner's."""

            def _place(self) -> str | None:
                """Return the path below the secret; None for any other."""
                place = self.path.partition("?")[0]
                return (
                    place.removeprefix(f"/{server._secret}/")
                    if place.startswith(f"/{server._secret}/")
                    else None
                )

            def _send(self, body: str, kind: str) -> None:
                data = body.encode()
                self.send_response(HTTPStatus.OK)
                self.send_header("Content-Type", f"text/{kind}; charset=utf-8")
                self.send_header("Content-Length", str(len(data)))
                self.send_header("Cache-Control", "no-store")
                self.end_headers()
                self.wfile.write(data)

        return Handler
