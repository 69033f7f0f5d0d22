"""A service that is told what is heard, for tests: it speaks as ListenBrainz and as Last.fm do.

The first word of the file `mode` in the directory says how it answers:

ok             takes everything
N [SECONDS]    status N, with a Retry-After of so many seconds
error N        error N of Last.fm, with the status 200
bad TITLE      status 400 for each request with a song of that title
html           status 200 with a page of something else
deep           JSON that nests without end
huge           an answer without end
close          closes the connection
slow           no answer for a minute
today          Last.fm takes no more today

Usage: listen_server.py DIRECTORY. Prints its port, then each request as JSON on a line.
"""

import http.server
import json
import pathlib
import sys
import time
import urllib.parse

directory = pathlib.Path(sys.argv[1])


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def reply(self, status, body, fields=()):
        self.send_response(status)
        for name, value in fields:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        told = {"path": self.path, "authorization": self.headers.get("Authorization", ""), "body": body}
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()
        mode, _, rest = (directory / "mode").read_text().strip().partition(" ")
        if mode.isdigit():
            return self.reply(int(mode), b"{}", [("Retry-After", rest)] if rest else [])
        if mode == "error":
            return self.reply(200, json.dumps({"error": int(rest), "message": body}).encode())
        if mode == "html":
            return self.reply(200, b"<html>Welcome to the hotel</html>")
        if mode == "deep":
            return self.reply(200, b"[" * 60000)
        if mode == "bad" and rest in body:
            return self.reply(400, b'{"code":400,"error":"no"}')
        if mode == "close":
            self.close_connection = True
            return self.connection.close()
        if mode == "slow":
            time.sleep(60)
            self.close_connection = True
            return None
        if mode == "huge":
            self.send_response(200)
            self.end_headers()
            self.close_connection = True
            try:
                while True:
                    self.wfile.write(b"x" * 65536)
            except OSError:
                return None
        if self.path.endswith("/1/submit-listens"):
            return self.reply(200, b'{"status":"ok"}')
        self.last_fm(dict(urllib.parse.parse_qsl(body)), mode)

    def last_fm(self, form, mode):
        answers = {
            "auth.getToken": {"token": "request-token"},
            "auth.getSession": {"session": {"name": "someone", "key": "session-key", "subscriber": 0}},
            "track.updateNowPlaying": {"nowplaying": {}},
            "track.scrobble": {
                "scrobbles": {
                    "scrobble": {"ignoredMessage": {"code": "5" if mode == "today" else "0", "#text": ""}},
                    "@attr": {"accepted": 1, "ignored": 0},
                }
            },
        }
        answer = answers.get(form.get("method"), {"error": 3, "message": "Invalid Method"})
        if form.get("method") == "auth.getSession" and not (directory / "allowed").exists():
            answer = {"error": 14, "message": "This token has not been authorized"}
        self.reply(200 if "error" not in answer else 403, json.dumps(answer).encode())


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
print(server.server_address[1], flush=True)
server.serve_forever()
