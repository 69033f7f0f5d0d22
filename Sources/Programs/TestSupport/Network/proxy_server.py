"""A proxy for tests: HTTP (also CONNECT) and SOCKS5, told apart by the first byte. Wherever it is asked to go, it goes to one port
of loopback, so that hosts can be asked for that nobody else knows.

Usage: proxy_server.py PORT [USER:PASSWORD]. Prints its own port, then a line for each wish: `CONNECT host:port`, `GET address`,
`SOCKS5 name host:port` or `SOCKS5 number host:port`. With a user and a password HTTP wants them.
"""

import base64
import socket
import struct
import sys
import threading

telling = threading.Lock()


def tell(*words):
    """Writes one line. `print` writes each word on its own, and two threads that print at once make other lines of theirs."""
    with telling:
        sys.stdout.write(" ".join(str(word) for word in words) + "\n")
        sys.stdout.flush()


def exactly(connection, count):
    data = b""
    while len(data) < count:
        piece = connection.recv(count - len(data))
        if not piece:
            raise OSError
        data += piece
    return data


def relay(source, target):
    try:
        while piece := source.recv(65536):
            target.sendall(piece)
    except OSError:
        pass
    for end in (source, target):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def both_ways(connection, first=b""):
    server = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
    server.sendall(first)
    threading.Thread(target=relay, args=(server, connection), daemon=True).start()
    relay(connection, server)


def socks(connection):
    exactly(connection, exactly(connection, 2)[1])
    connection.sendall(b"\x05\x00")
    kind = exactly(connection, 4)[3]
    if kind == 3:
        host = exactly(connection, exactly(connection, 1)[0]).decode()
    else:
        family, size = (socket.AF_INET, 4) if kind == 1 else (socket.AF_INET6, 16)
        host = socket.inet_ntop(family, exactly(connection, size))
    port = struct.unpack("!H", exactly(connection, 2))[0]
    tell("SOCKS5", "name" if kind == 3 else "number", f"{host}:{port}")
    connection.sendall(b"\x05\x00\x00\x01\x00\x00\x00\x00\x00\x00")
    both_ways(connection)


def http(connection):
    head = b""
    while b"\r\n\r\n" not in head:
        piece = connection.recv(65536)
        if not piece:
            raise OSError
        head += piece
    method, address, _ = head.split(b"\r\n")[0].decode().split(" ")
    tell(method, address)
    if len(sys.argv) > 2:
        wanted = b"Proxy-Authorization: Basic " + base64.b64encode(sys.argv[2].encode())
        if wanted not in head.split(b"\r\n"):
            connection.sendall(b"HTTP/1.1 407 x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            return
    if method == "CONNECT":
        connection.sendall(b"HTTP/1.1 200 x\r\n\r\n")
        both_ways(connection)
    else:
        both_ways(connection, head)


def serve(connection):
    try:
        if connection.recv(1, socket.MSG_PEEK) == b"\x05":
            socks(connection)
        else:
            http(connection)
    except OSError:
        pass
    connection.close()


listener = socket.create_server(("127.0.0.1", 0))
tell(listener.getsockname()[1])
while True:
    accepted, _ = listener.accept()
    threading.Thread(target=serve, args=(accepted,), daemon=True).start()
