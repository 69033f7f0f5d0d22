"""FLAC files with tags, out of those that Fermata writes: no other program is needed."""
import struct
import zlib


def tagged(flac, tags, picture=False):
    """The FLAC with these tags, with a picture or none, and without the blocks that it had besides the first."""
    place, last = 4, False
    blocks = []
    while not last:
        head = flac[place]
        size = int.from_bytes(flac[place + 1:place + 4], "big")
        last = bool(head & 0x80)
        if head & 0x7F == 0:
            blocks.append((0, flac[place + 4:place + 4 + size]))
        place += 4 + size
    vendor = b"check"
    comments = [f"{name}={value}".encode() for name, value in tags.items()]
    comments = b"".join(struct.pack("<I", len(comment)) + comment for comment in comments)
    blocks.append((4, struct.pack("<I", len(vendor)) + vendor + struct.pack("<I", len(tags)) + comments))
    if picture:
        image = _picture()
        blocks.append((6, struct.pack(">II", 3, 9) + b"image/png" + struct.pack(">IIIIII", 0, 8, 8, 24, 0, len(image)) + image))
    head = b"".join(
        bytes([kind | (0x80 if number == len(blocks) - 1 else 0)]) + len(data).to_bytes(3, "big") + data
        for number, (kind, data) in enumerate(blocks))
    return b"fLaC" + head + flac[place:]


def _picture():
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = b"".join(b"\0" + bytes([200, 30, 30] * 8) for _ in range(8))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
