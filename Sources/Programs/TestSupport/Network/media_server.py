"""A web server with bad habits, for tests. The query of an address says which:

cut=N          closes each connection after N bytes of content; cut=N&grows=1: the K-th after K times N
stall=N        sends nothing more after N bytes of content; stall=N&once=1: at that place of the content, once
silent=A-B     sends no byte of that part (in hundredths of the file), and none behind it on the same connection
rate=N         N bytes a second
lie=N          announces N bytes more than there are (less, where negative)
chunked=1      in chunks, without a length; cut applies
padding=N      in chunks of one byte (piece=M: of M), each with N bytes that mean nothing
ranges=no      sends the whole for every request
endless=1      a live stream that says nothing of being one: in chunks, over and over, with no ETag; each connection goes on
               where the one before it was cut (cut=N, without the last chunk)
coding=FIELD   content packed with gzip, which that field of the head says (Transfer-Encoding, Content-Encoding)
bare=1         neither a length nor chunks: the end of the connection is the end
drip=1         a head that never ends, a byte at a time
fields=N       N fields in the head; line=N: one of N bytes
interim=1      answers that only announce another, for ever
status=N       answers with that status; status=N&after=K: from the K-th request on
to=ADDRESS     redirects there
metaint=N      a radio station: goes on for ever, with a title every N bytes of sound where the client wants them
titles=A|B|C   the station's titles, each from its share of the file on; name=N: its name
type=T         the media type
script=FILE    what a script of Python in the directory sends: with `handler` (which has the `body` of requests that have one), the
               file's `data`, and the `count` of requests so far
window=N       a live list of segments: N of them, from the K-th request on the K-th; at the end it says so

Where the directory has a file `login`, every request has to bring the user and the password that stand there, as USER:PASSWORD.
Where it has a file `keep`, connections stay open behind answers that are sent whole, and are none of the above but ranges.

Usage: media_server.py DIRECTORY [CERTIFICATE KEY]. Prints its port, then a line for each request, `+` for
each connection (of TLS, for each handshake), and `-` for its end.
"""

import base64
import gzip
import http.server
import os
import ssl
import sys
import threading
import time
import urllib.parse

counts = {}
stalled = set()
lock = threading.Lock()
telling = threading.Lock()


def tell(*words):
    """Writes one line. `print` writes each word on its own, and two threads that print at once make other lines of theirs."""
    with telling:
        sys.stdout.write(" ".join(str(word) for word in words) + "\n")
        sys.stdout.flush()


def live(text, window, first):
    lines = text.splitlines()
    head = [line for line in lines if line.startswith("#EXT") and not line.startswith(("#EXTINF", "#EXT-X-ENDLIST", "#EXT-X-MEDIA", "#EXT-X-PLAYLIST"))]
    segments = [lines[index : index + 2] for index, line in enumerate(lines) if line.startswith("#EXTINF")]
    first = min(first, len(segments) - window)
    shown = [line for segment in segments[first : first + window] for line in segment]
    end = ["#EXT-X-ENDLIST"] if first + window == len(segments) else []
    return "\n".join(head + [f"#EXT-X-MEDIA-SEQUENCE:{first}"] + shown + end + [""]).encode()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def setup(self):
        super().setup()
        tell("+")

    def finish(self):
        try:
            super().finish()
        except OSError:
            pass
        tell("-")

    def do_POST(self):
        self.body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.do_GET()

    do_PUT = do_DELETE = do_POST

    def do_GET(self):
        self.close_connection = True
        self.keeps = os.path.isfile(os.path.join(sys.argv[1], "keep"))
        parts = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(parts.query, keep_blank_values=True))
        with lock:
            count = counts[self.path] = counts.get(self.path, 0) + 1
            tell(self.path, self.headers.get("Range", "-"))
        if set(query) & {"cut", "stall", "silent", "lie", "chunked", "endless", "bare", "metaint", "padding"}:
            self.keeps = False
        try:
            self.answer(parts.path, query, count)
        except OSError:
            self.keeps = False
        if self.keeps:
            self.close_connection = False
            return
        # A half-closed connection would look like one that stalls.
        self.connection.close()

    def answer(self, path, query, count):
        login = os.path.join(sys.argv[1], "login")
        if os.path.isfile(login):
            with open(login, "rb") as file:
                wanted = "Basic " + base64.b64encode(file.read()).decode()
            if self.headers.get("Authorization") != wanted:
                return self.head(401, [("WWW-Authenticate", 'Basic realm="x"'), ("Content-Length", "0")])
        if "drip" in query:
            self.wfile.write(b"HTTP/1.1 200 x\r\nX: ")
            while True:
                self.wfile.write(b"x")
                time.sleep(0.02)
        while "interim" in query:
            self.wfile.write(b"HTTP/1.1 103 x\r\nLink: x\r\n\r\n")
        if "fields" in query or "line" in query:
            fields = [(f"X-{number}", "x") for number in range(int(query.get("fields", 0)))]
            return self.head(200, fields + [("Y", "x" * int(query.get("line", 0))), ("Content-Length", "0")])
        if "cookie" in query and "sid=1" not in self.headers.get("Cookie", ""):
            return self.head(302, [("Location", self.path), ("Set-Cookie", "sid=1; Path=/"), ("Content-Length", "0")])
        if "to" in query:
            return self.head(302, [("Location", query["to"]), ("Content-Length", "0")])
        name = os.path.join(sys.argv[1], os.path.basename(urllib.parse.unquote(path)))
        if "status" in query and count >= int(query.get("after", 1)):
            size = os.path.getsize(name) if os.path.isfile(name) else 0
            fields = [("Content-Range", f"bytes */{size}")] if query["status"] == "416" else []
            return self.head(int(query["status"]), fields + [("Content-Length", "0")])
        if not os.path.isfile(name):
            return self.head(404, [("Content-Length", "0")])
        with open(name, "rb") as file:
            data = file.read()
        kind = query.get("type", "application/octet-stream")
        if "window" in query:
            data = live(data.decode(), int(query["window"]), count - 1)
        if "script" in query:
            with open(os.path.join(sys.argv[1], query["script"])) as script:
                # A server of a test's own, which answers with `handler`; `count` is that of the requests so far.
                exec(script.read(), {"handler": self, "data": data, "count": count, "time": time})
            self.keeps = False
            return
        if "metaint" in query:
            return self.station(data, query, kind)
        if "coding" in query:
            return self.packed(data, query, kind)
        if "padding" in query:
            return self.padded(data, query, kind)
        if "endless" in query:
            return self.endless(data, query, kind, count)
        if "grows" in query:
            query["cut"] = int(query["cut"]) * count
        self.file(data, query, kind)

    def head(self, status, fields):
        self.wfile.write(f"HTTP/1.1 {status} x\r\n".encode())
        for key, value in fields:
            self.wfile.write(f"{key}: {value}\r\n".encode())
        self.wfile.write(b"\r\n" if self.keeps else b"Connection: close\r\n\r\n")

    def packed(self, data, query, kind):
        data = gzip.compress(data)
        field = query["coding"]
        if field == "Content-Encoding":
            self.head(200, [("Content-Type", kind), (field, "gzip"), ("Content-Length", len(data))])
            self.wfile.write(data)
        else:
            self.head(200, [("Content-Type", kind), (field, "gzip, chunked")])
            self.chunks(data, query)

    def file(self, data, query, kind):
        start, status, fields = 0, 200, [("Content-Type", kind), ("ETag", f'"{len(data)}"')]
        wanted = self.headers.get("Range")
        if query.get("ranges") != "no" and "chunked" not in query and "bare" not in query:
            fields.append(("Accept-Ranges", "bytes"))
            if wanted:
                start = int(wanted.removeprefix("bytes=").split("-")[0])
                if start >= len(data):
                    return self.head(416, [("Content-Range", f"bytes */{len(data)}"), ("Content-Length", "0")])
                status = 206
                total = len(data) + int(query.get("lie", 0))
                fields.append(("Content-Range", f"bytes {start}-{total - 1}/{total}"))
        rest = data[start:]
        if "chunked" in query:
            fields.append(("Transfer-Encoding", "chunked"))
        elif "bare" not in query:
            fields.append(("Content-Length", len(rest) + int(query.get("lie", 0))))
        self.head(status, fields)
        if "chunked" in query:
            return self.chunks(rest, query)
        self.send(rest, query, start)

    def send(self, data, query, start=0):
        cut = int(query.get("cut", len(data)))
        stall = int(query.get("stall", len(data)))
        stalls = "stall" in query
        if "once" in query:
            stall -= start
            with lock:
                stalls = stall >= 0 and stall < min(len(data), cut) and self.path not in stalled
                if stalls:
                    stalled.add(self.path)
        if "silent" in query:
            size = start + len(data)
            first, last = (size * int(share) // 100 for share in query["silent"].split("-"))
            stalls = start < last
            stall = max(0, first - start)
        limit = min(len(data), cut, stall if stalls else len(data))
        rate = int(query.get("rate", 0))
        piece = max(1, rate // 50) if rate else 65536
        for place in range(0, limit, piece):
            self.wfile.write(data[place : min(place + piece, limit)])
            if rate:
                time.sleep(0.02)
        if stalls:
            time.sleep(1000)

    def chunks(self, data, query):
        cut = int(query.get("cut", len(data) + 1))
        for place in range(0, min(len(data), cut), 1000):
            piece = data[place : min(place + 1000, cut)]
            self.wfile.write(f"{len(piece):x};name=value\r\n".encode() + piece + b"\r\n")
        if cut > len(data):
            self.wfile.write(b"0\r\nTrailer: x\r\n\r\n")

    def padded(self, data, query, kind):
        size, extension = int(query.get("piece", 1)), b"x" * int(query["padding"])
        self.head(200, [("Content-Type", kind), ("Transfer-Encoding", "chunked")])
        for place in range(0, len(data), size):
            piece = data[place : place + size]
            self.wfile.write(b"%x;%b\r\n%b\r\n" % (len(piece), extension, piece))
        self.wfile.write(b"0\r\n\r\n")

    def endless(self, data, query, kind, count):
        cut = int(query.get("cut", 1 << 60))
        self.head(200, [("Content-Type", kind), ("Transfer-Encoding", "chunked")])
        place, end = (count - 1) * cut, count * cut
        while place < end:
            piece = bytes(data[(place + offset) % len(data)] for offset in range(min(1000, end - place)))
            self.wfile.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
            place += len(piece)

    def station(self, data, query, kind):
        interval = int(query["metaint"])
        fields = [("Content-Type", kind), ("icy-name", query.get("name", "Test Radio")), ("icy-genre", "Noise")]
        wants = self.headers.get("Icy-MetaData") == "1"
        if wants:
            fields.append(("icy-metaint", interval))
        self.wfile.write(b"ICY 200 OK\r\n")
        for key, value in fields:
            self.wfile.write(f"{key}:{value}\r\n".encode())
        self.wfile.write(b"\r\n")
        titles = query.get("titles", "").split("|")
        rate = int(query.get("rate", 0))
        share, told, place = max(1, len(data) // len(titles)), None, 0
        cut = int(query.get("cut", 1 << 60))
        while place < cut:
            piece = bytes(data[(place + offset) % len(data)] for offset in range(interval))
            self.wfile.write(piece)
            place += interval
            if wants:
                title = titles[place % len(data) // share % len(titles)]
                text = b"" if title == told else f"StreamTitle='{title}';StreamUrl='';".encode()
                told = title
                units = (len(text) + 15) // 16
                self.wfile.write(bytes([units]) + text.ljust(units * 16, b"\0"))
            if rate:
                time.sleep(interval / rate)


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
if len(sys.argv) > 3:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[2], sys.argv[3])
    server.socket = context.wrap_socket(server.socket, server_side=True)
tell(server.server_port)
server.serve_forever()
