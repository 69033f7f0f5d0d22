#!/usr/bin/env python3
"""A client of the door for the network over TLS that is not ours: Python's ssl, over OpenSSL. Does one thing and prints how it went.

Usage: tls_client.py PORT THING [ARGUMENT...]
"""
import base64
import hashlib
import json
import os
import socket
import ssl
import struct
import sys
import time

PORT = int(sys.argv[1])
HOST = f"127.0.0.1:{PORT}"
VERSIONS = {"1.0": ssl.TLSVersion.TLSv1, "1.1": ssl.TLSVersion.TLSv1_1, "1.2": ssl.TLSVersion.TLSv1_2, "1.3": ssl.TLSVersion.TLSv1_3}


def tcp():
    connection = socket.create_connection(("127.0.0.1", PORT), 20)
    connection.settimeout(60)
    return connection


def context(authority=None, version=None):
    made = ssl.create_default_context(cafile=authority)
    if authority is None:
        made.check_hostname, made.verify_mode = False, ssl.CERT_NONE
    made.set_alpn_protocols(["h2", "http/1.1"])
    if version:
        # Old versions are switched off in the library unless that is asked for.
        made.set_ciphers("ALL:@SECLEVEL=0")
        made.minimum_version = made.maximum_version = VERSIONS[version]
    return made


def secure(authority=None, version=None, name="localhost"):
    return context(authority, version).wrap_socket(tcp(), server_hostname=name)


def answer(connection, wanted=None):
    """The status, the head and the body of an answer."""
    got = b""
    while b"\r\n\r\n" not in got:
        piece = connection.recv(65536)
        if not piece:
            return 0, "", got
        got += piece
    head, _, body = got.partition(b"\r\n\r\n")
    lines = head.decode().lower()
    length = next((int(line.split(":")[1]) for line in lines.split("\r\n") if line.startswith("content-length:")), None)
    while "transfer-encoding: chunked" in lines and not body.endswith(b"0\r\n\r\n") or length is not None and len(body) < length:
        piece = connection.recv(65536)
        if not piece:
            break
        body += piece
    if "transfer-encoding: chunked" in lines:
        whole = b""
        while body:
            size, _, rest = body.partition(b"\r\n")
            whole, body = whole + rest[:int(size, 16)], rest[int(size, 16) + 2:]
        body = whole
    return int(lines.split(" ")[1]), head.decode(), body


def request(connection, method, path, body=None, *lines):
    head = [f"{method} {path} HTTP/1.1", f"Host: {HOST}", *lines]
    if body is not None:
        head += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    connection.sendall("\r\n".join(head).encode() + b"\r\n\r\n" + (body or b""))
    return answer(connection)


def version(number):
    try:
        with secure(version=number) as connection:
            print(connection.version(), connection.selected_alpn_protocol())
    except ssl.SSLError as error:
        print("refused", error.reason)


def call(message, authority=None, name="localhost"):
    with secure(authority, name=name) as connection:
        status, _, body = request(connection, "POST", "/rpc", message.encode())
        print(status, body.decode())


def fingerprint():
    with secure() as connection:
        print(hashlib.sha256(connection.getpeercert(True)).hexdigest())


def websocket():
    with secure() as connection:
        status, _, _ = request(
            connection, "GET", "/rpc", None, "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16)).decode(), f"Origin: https://{HOST}")
        print(status)
        text = b'{"id":1,"method":"rpc.discover"}'
        connection.sendall(bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text)
        got, whole = b"", b""
        while True:
            while len(got) < 2:
                got += connection.recv(65536)
            length, start = got[1] & 0x7F, 2
            if length > 125:
                start = 4 if length == 126 else 10
                while len(got) < start:
                    got += connection.recv(65536)
                length = struct.unpack(">H" if start == 4 else ">Q", got[2:start])[0]
            while len(got) < start + length:
                got += connection.recv(65536)
            whole += got[start:start + length]
            last, got = got[0] & 0x80, got[start + length:]
            if last:
                break
        print(len(whole), "openrpc" in json.loads(whole)["result"])
        connection.sendall(bytes([0x88, 0x82, 0, 0, 0, 0, 3, 232]))
        rest = got
        while piece := connection.recv(65536):
            rest += piece
        # An end without goodbye would have raised.
        print(rest.hex())


def foreign():
    """The page of a plain address of the same name is another page."""
    with secure() as connection:
        print(request(connection, "POST", "/rpc", b'{"id":1,"method":"volume"}', f"Origin: http://{HOST}")[0])


def pair(code):
    with secure() as connection:
        status, head, _ = request(connection, "POST", "/pair", json.dumps({"code": code, "name": "n"}).encode())
        print(status, next(line for line in head.split("\r\n") if line.lower().startswith("set-cookie:")))


def big(count):
    """A message of so many bytes, in small records and one large write. It is sent once the door wants it: while bytes still come, the
    system may take back the answer of a door that refuses them and closes."""
    body = b'{"id":1,"method":"volume"}'
    body += b" " * (int(count) - len(body))
    head = [
        "POST /rpc HTTP/1.1", f"Host: {HOST}", "Content-Type: application/json", f"Content-Length: {len(body)}",
        "Expect: 100-continue", "", ""]
    with secure() as connection:
        connection.sendall("\r\n".join(head).encode())
        first = connection.recv(65536)
        if first != b"HTTP/1.1 100 Continue\r\n\r\n":
            print(first.split(b" ")[1].decode(), first)
            return
        connection.sendall(body)
        status, _, text = answer(connection)
        print(status, text)


def handshakes(count):
    made, agreed = context(), 0.0
    for _ in range(int(count)):
        begin = time.monotonic()
        with made.wrap_socket(tcp(), server_hostname="localhost") as connection:
            agreed += time.monotonic() - begin
            assert request(connection, "GET", "/icon.svg")[0] == 200
    # How long one takes.
    print(agreed / int(count))


def plain():
    with tcp() as connection:
        status, head, body = request(connection, "GET", "/")
        print(status, "\nlocation:" in head.lower(), body.decode())


def send(text, begins=""):
    """Bytes that are no TLS, or the beginning of it, and what comes back until the end."""
    hello = b""
    if begins:
        made, out = ssl.MemoryBIO(), ssl.MemoryBIO()
        try:
            context().wrap_bio(made, out).do_handshake()
        except ssl.SSLWantReadError:
            hello = out.read()
        hello = hello[:int(begins)]
    with tcp() as connection:
        begin = time.monotonic()
        connection.sendall(hello + bytes.fromhex(text))
        got = b""
        try:
            while piece := connection.recv(65536):
                got += piece
        except ConnectionError:
            pass
        print(len(got), time.monotonic() - begin)


def cut():
    """A request that ends in the middle, without goodbye: nothing of it may count."""
    connection = secure()
    connection.sendall(f"POST /rpc HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\nContent-Length: 60\r\n\r\n".encode())
    connection.sendall(b'{"id":1,"method":"volume","params":{"level":0.125}}')
    plain = socket.socket(fileno=connection.detach())
    plain.settimeout(60)
    plain.shutdown(socket.SHUT_WR)
    print(len(plain.recv(65536)))


THINGS = {
    "version": version, "call": call, "fingerprint": fingerprint, "websocket": websocket, "foreign": foreign, "pair": pair, "big": big,
    "handshakes": handshakes, "plain": plain, "send": send, "cut": cut,
}
THINGS[sys.argv[2]](*sys.argv[3:])
