"""Media of containers that neither the ffmpeg program nor any other of Debian's writes, built by hand. What codecs make of any bits
(AMR, DSD) is chance, the same each time."""
import math
import random
import struct


def chance(count, name):
    return random.Random(name).randbytes(count)


def sweep(rate, seconds, channels=1):
    """Samples of 16 bits, all channels of a frame together."""
    frames = range(int(rate * seconds))
    return [int(9_000 * math.sin(0.01 * (c + 2) * f + f * f * 1e-6)) for f in frames for c in range(channels)]


def s16(samples, order="<"):
    return struct.pack(f"{order}{len(samples)}h", *samples)


def dsf(seconds):
    """DSD of 64 times 44.1 kHz, in blocks of 4,096 bytes a channel."""
    blocks = max(1, int(seconds * 2_822_400 / 8 / 4_096))
    data = chance(blocks * 2 * 4_096, "dsf")
    form = struct.pack("<IIIIIIQII", 1, 0, 2, 2, 2_822_400, 1, blocks * 4_096 * 8, 4_096, 0)
    head = b"DSD " + struct.pack("<QQQ", 28, 28 + 52 + 12 + len(data), 0)
    return head + b"fmt " + struct.pack("<Q", 52) + form + b"data" + struct.pack("<Q", 12 + len(data)) + data


def dff(seconds):
    """DSDIFF, the same."""
    def chunk(name, body):
        return name + struct.pack(">Q", len(body)) + body + b"\0" * (len(body) % 2)

    sound = chunk(b"FS  ", struct.pack(">I", 2_822_400)) + chunk(b"CHNL", struct.pack(">H", 2) + b"SLFTSRGT")
    sound += chunk(b"CMPR", b"DSD \x0enot compressed\0")
    body = b"DSD " + chunk(b"FVER", b"\1\5\0\0") + chunk(b"PROP", b"SND " + sound)
    return chunk(b"FRM8", body + chunk(b"DSD ", chance(int(seconds * 2_822_400 / 8) * 2, "dff")))


def wsd(seconds):
    head = b"1bit" + bytes(4) + b"\x10" + bytes(11) + struct.pack(">II", 0x80, 0x800) + bytes(8)
    head += struct.pack(">I", 2_822_400) + bytes(4) + b"\2" + bytes(3)
    return head.ljust(0x800, b"\0") + chance(int(seconds * 2_822_400 / 8) * 2, "wsd")


def nist(seconds):
    fields = "channel_count -i 1", "sample_rate -i 16000", "sample_n_bytes -i 2", "sample_byte_format -s2 01", "sample_coding -s3 pcm"
    return ("NIST_1A\n   1024\n" + "\n".join(fields) + "\nend_head\n").encode().ljust(1_024, b"\0") + s16(sweep(16_000, seconds))


def pvf(seconds):
    return b"PVF1\n1 22050 16\n" + s16(sweep(22_050, seconds), ">")


def avr(seconds):
    samples = s16(sweep(22_050, seconds, 2), ">")
    head = b"2BIT" + bytes(8) + struct.pack(">HHHHHIIII", 0xFFFF, 16, 0xFFFF, 0, 0, 22_050, len(samples) // 2, 0, 0)
    return head.ljust(128, b"\0") + samples


def svx(seconds):
    body = bytes((sample >> 8) & 255 for sample in sweep(22_050, seconds))
    header = struct.pack(">IIIHBBI", len(body), 0, 0, 22_050, 1, 0, 0x10000)
    content = b"8SVXVHDR" + struct.pack(">I", len(header)) + header + b"BODY" + struct.pack(">I", len(body)) + body
    return b"FORM" + struct.pack(">I", len(content)) + content


def amr(seconds):
    """12.2 kbit/s, 20 ms a frame."""
    return b"#!AMR\n" + b"".join(b"\x3C" + chance(31, f"amr{frame}") for frame in range(int(seconds * 50)))


def amr_wide(seconds):
    """23.85 kbit/s."""
    return b"#!AMR-WB\n" + b"".join(b"\x44" + chance(60, f"wide{frame}") for frame in range(int(seconds * 50)))


def bits(pairs):
    """Numbers with their widths, one after the other, filled up with zeros."""
    text = "".join(format(value, f"0{width}b") for value, width in pairs)
    text += "0" * (-len(text) % 8)
    return bytes(int(text[start : start + 8], 2) for start in range(0, len(text), 8))


def box(name, *contents):
    content = b"".join(contents)
    return struct.pack(">I", 8 + len(content)) + name + content


def mp4(configuration, frames, frame_length, rate):
    """MP4 of one track: packets that an object of MPEG-4 Audio decodes."""
    def descriptor(tag, content):
        return bytes([tag, len(content)]) + content

    full = bytes(4)
    decoder = descriptor(4, b"\x40\x15" + bytes(11) + descriptor(5, configuration))
    esds = box(b"esds", full, descriptor(3, b"\0\1\0" + decoder + descriptor(6, b"\2")))
    entry = box(b"mp4a", bytes(6), b"\0\1", bytes(8), struct.pack(">HHIHH", 1, 16, 0, rate, 0), esds)
    length = len(frames) * frame_length

    def table(place):
        return box(
            b"stbl", box(b"stsd", full, struct.pack(">I", 1), entry),
            box(b"stts", full, struct.pack(">III", 1, len(frames), frame_length)),
            box(b"stsc", full, struct.pack(">IIII", 1, 1, len(frames), 1)),
            box(b"stsz", full, struct.pack(f">II{len(frames)}I", 0, len(frames), *map(len, frames))),
            box(b"stco", full, struct.pack(">II", 1, place)))

    def movie(place):
        reference = box(b"dinf", box(b"dref", full, struct.pack(">I", 1), box(b"url ", b"\0\0\0\1")))
        media = box(
            b"mdia", box(b"mdhd", full, struct.pack(">IIIII", 0, 0, rate, length, 0)),
            box(b"hdlr", full, bytes(4), b"soun", bytes(13)), box(b"minf", box(b"smhd", full, bytes(4)), reference, table(place)))
        header = box(b"tkhd", b"\0\0\0\7", struct.pack(">IIIII", 0, 0, 1, 0, length), bytes(60))
        return box(b"moov", box(b"mvhd", full, struct.pack(">IIII", 0, 0, rate, length), bytes(80)), box(b"trak", header, media))

    start = box(b"ftyp", b"isom", bytes(4))
    return start + movie(len(start) + len(movie(0)) + 8) + box(b"mdat", *frames)


def als(seconds, isFloating=False):
    """MPEG-4 ALS: frames of one value each."""
    length, rate = 1_024, 44_100
    count = int(seconds * rate / length)
    kind = [(31, 5), (36 - 32, 6), (4, 4), (1, 4), (0, 5)]
    config = [(0x414C5300, 32), (rate, 32), (count * length, 32), (0, 16), (0, 3), (1, 3), (isFloating, 1), (0, 1), (length - 1, 16)]
    # No random access, prediction, switched blocks, or any other of its tools; no header and trailer of another file.
    config += [(0, 40), (0, 32), (0, 32)]
    # Of floats that are constant FFmpeg takes the value for their bits: negative ones are no numbers.
    values = [abs(int(9_000 * math.sin(0.7 * frame))) for frame in range(count)]
    frames = [bits([(0b01000000, 8), (value, 16)]) for value in values]
    if isFloating:
        frames = [bits([(0b01000000, 8), (value << 8, 24), (0, 32), (0, 5)]) for value in values]
    return mp4(bits(kind + config), frames, length, rate)


def als_floating(seconds):
    return als(seconds, isFloating=True)


# By name: what writes so many seconds of it.
HAND_MADE = {
    "dsd.dsf": dsf, "dsd.dff": dff, "dsd.wsd": wsd, "s16.nist": nist, "s16.pvf": pvf, "s16.avr": avr, "s8.iff": svx, "voice.amr": amr,
    "wide.amr": amr_wide, "s16als.mp4": als, "float-als.mp4": als_floating,
}


def apply_ape_tag(data, tags):
    """The file with an APE tag behind it."""
    items = b"".join(struct.pack("<II", len(value), 0) + name + b"\0" + value for name, value in tags.items())
    foot = b"APETAGEX" + struct.pack("<IIII", 2_000, len(items) + 32, len(tags), 0) + bytes(8)
    return data + items + foot


def riff_chunk(data, name, body):
    """A WAV file with one more chunk at its end."""
    data += name + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2)
    return data[:4] + struct.pack("<I", len(data) - 8) + data[8:]
