"""A sender of AirPlay 1, as a telephone is one: it plays silence to a receiver, and has a remote control that the receiver may use.

RTSP says what comes, RTP carries it as ALAC that is not compressed, and the remote control is DACP, which is HTTP.
"""

import http.server
import socket
import struct
import threading
import time

from fermata_benchmarks.errors import BenchmarkError

RATE = 44_100
FRAMES = 352
"""Frames of a packet."""
LATENCY = 77_175
"""Frames by which the receiver plays later than the packets come: 1.75 s."""
NTP_EPOCH = 2_208_988_800
"""Seconds between 1900, from which NTP counts, and 1970."""


class Remote:
    """The remote control of a sender: it keeps the words that it is given, and a pause stops the sender."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.paused = threading.Event()
        remote = self

        class Handler(http.server.BaseHTTPRequestHandler):
            """Takes what a receiver sends."""

            def do_GET(self) -> None:
                """Takes one word, if it comes with the sender's own number."""
                if self.headers.get("Active-Remote") == Sender.TOKEN:
                    word = self.path.rpartition("/")[2].partition("?")[0]
                    remote.words.append(word)
                    if word in ("pause", "playpause", "stop"):
                        remote.paused.set()
                self.send_response(204)
                self.end_headers()

            def log_message(self, format: str, *arguments: object) -> None:
                """Says nothing."""

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = int(server.server_address[1])
        threading.Thread(target=server.serve_forever, daemon=True).start()


class Sender:
    """Plays until it is stopped, here or by its remote control."""

    IDENTITY, TOKEN = "FE12DC34BA567890", "1986535575"

    def __init__(self, port: int, remote: Remote) -> None:
        self._remote = remote
        self._connection = socket.create_connection(("127.0.0.1", port), timeout=10)
        self._answers = self._connection.makefile("rb")
        self._number = 0
        self._audio, self._control, self._timing = (self._bound() for _ in range(3))
        self._ask("ANNOUNCE", {"Content-Type": "application/sdp"},
                  "v=0\r\no=sender 1 0 IN IP4 127.0.0.1\r\ns=sender\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio 0 RTP/AVP 96\r\n"
                  f"a=rtpmap:96 AppleLossless\r\na=fmtp:96 {FRAMES} 0 16 40 10 14 2 255 0 0 {RATE}\r\n")
        control, timing = (made.getsockname()[1] for made in (self._control, self._timing))
        transport = self._ask("SETUP", {
            "Transport": f"RTP/AVP/UDP;unicast;interleaved=0-1;mode=record;control_port={control};timing_port={timing}"})["transport"]
        ports = dict(part.split("=") for part in transport.split(";") if "=" in part)
        self._audio_port, self._control_port = int(ports["server_port"]), int(ports["control_port"])
        threading.Thread(target=self._tell_time, daemon=True).start()
        self._player = threading.Thread(target=self._play, daemon=True)
        self._player.start()
        self._ask("RECORD", {"Range": "npt=0-", "RTP-Info": "seq=0;rtptime=0"})

    def stop(self) -> None:
        """Ends the session, as a sender does."""
        self._remote.paused.set()
        self._player.join()
        self._ask("TEARDOWN")
        self._connection.close()

    @staticmethod
    def _bound() -> socket.socket:
        made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        made.bind(("127.0.0.1", 0))
        return made

    def _ask(self, method: str, heads: dict[str, str] | None = None, body: str = "") -> dict[str, str]:
        """Sends a request, and answers the heads of what comes back."""
        self._number += 1
        all_ = {"CSeq": str(self._number), "Session": "1", "DACP-ID": self.IDENTITY, "Active-Remote": self.TOKEN,
                "User-Agent": "sender/1", "Content-Length": str(len(body))} | (heads or {})
        lines = "".join(f"{name}: {value}\r\n" for name, value in all_.items())
        self._connection.sendall(f"{method} rtsp://127.0.0.1/1 RTSP/1.0\r\n{lines}\r\n{body}".encode())
        first = self._answers.readline().decode().strip()
        answer = {}
        while line := self._answers.readline().decode().strip():
            name, _, value = line.partition(":")
            answer[name.lower()] = value.strip()
        if " 200 " not in first:
            raise BenchmarkError(f"the receiver answers {method} with \"{first}\"")
        return answer

    @staticmethod
    def _now() -> bytes:
        now = time.time() + NTP_EPOCH
        return struct.pack(">II", int(now), int(now % 1 * 2**32))

    def _tell_time(self) -> None:
        """Tells the receiver the time whenever it asks."""
        while True:
            asked, address = self._timing.recvfrom(128)
            now = self._now()
            self._timing.sendto(struct.pack(">BBHI", 0x80, 0xD3, 7, 0) + asked[24:32] + now + now, address)

    def _play(self) -> None:
        # Three bits for a pair of channels, sixteen that count for nothing, one for the length, two for bytes left out, one for "not
        # compressed"; then the samples, and three bits that end the packet.
        bits = "001" + "0" * 16 + "0" + "00" + "1" + "0" * (FRAMES * 32) + "111"
        sound = int(bits.ljust(-(-len(bits) // 8) * 8, "0"), 2).to_bytes(-(-len(bits) // 8), "big")
        began, packet = time.monotonic(), 0
        while not self._remote.paused.wait(max(0, began + packet * FRAMES / RATE - time.monotonic())):
            place, is_first = packet * FRAMES, packet == 0
            if packet % 125 == 0:
                self._control.sendto(struct.pack(">BBHI", 0x90 if is_first else 0x80, 0xD4, 7, place) + self._now()
                                     + struct.pack(">I", place + LATENCY), ("127.0.0.1", self._control_port))
            self._audio.sendto(struct.pack(">BBHII", 0x80, 0xE0 if is_first else 0x60, packet & 0xFFFF, place + LATENCY, 1) + sound,
                               ("127.0.0.1", self._audio_port))
            packet += 1
