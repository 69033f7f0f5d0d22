"""Media of every container that can be made here, and what can become of them on a bad disk."""
import os
import random
import subprocess

import containers

# A sweep and noise, each channel another: lossy codecs have something to lose, and nothing repeats.
CHANNELS = [f"0.3*sin(2*PI*({200 + 110 * c}+{97 + 13 * c}*t)*t)+0.1*sin(2*PI*{600 + 330 * c}*t)+0.05*(random({c})-0.5)" for c in (0, 1)]

# Name, rate, channels, and the options of the encoder.
MEDIA = [
    ("u8.wav", 44_100, 2, "-c:a pcm_u8"), ("s16.wav", 44_100, 2, "-c:a pcm_s16le"), ("s24.wav", 44_100, 2, "-c:a pcm_s24le"), ("f32.wav", 44_100, 2, "-c:a pcm_f32le"),
    ("f64.wav", 44_100, 2, "-c:a pcm_f64le"), ("alaw.wav", 8_000, 1, "-c:a pcm_alaw"), ("ima.wav", 44_100, 2, "-c:a adpcm_ima_wav"),
    ("ms.wav", 44_100, 2, "-c:a adpcm_ms"), ("gsm.wav", 8_000, 1, "-c:a libgsm_ms"), ("s16.w64", 44_100, 2, "-c:a pcm_s16le"),
    ("s16.aiff", 44_100, 2, "-c:a pcm_s16be"), ("f32.aifc", 44_100, 2, "-c:a pcm_f32be -f aiff"), ("f32.au", 44_100, 2, "-c:a pcm_f32be"),
    ("s24.caf", 44_100, 2, "-c:a pcm_s24be"), ("alac.caf", 44_100, 2, "-c:a alac"), ("u8.voc", 22_050, 1, "-c:a pcm_u8"),
    ("s32.sox", 44_100, 2, "-c:a pcm_s32le"), ("s16.sf", 44_100, 2, "-c:a pcm_s16le -f ircam"),
    ("s16.flac", 44_100, 2, "-c:a flac -sample_fmt s16"), ("s24.flac", 96_000, 2, "-c:a flac -sample_fmt s32"),
    ("flac.oga", 44_100, 2, "-c:a flac"), ("flac.mka", 44_100, 2, "-c:a flac"),
    ("s16.wv", 44_100, 2, "-c:a wavpack -sample_fmt s16p"), ("float.wv", 44_100, 2, "-c:a wavpack -sample_fmt fltp"),
    ("s16.tta", 44_100, 2, "-c:a tta"), ("alac.m4a", 44_100, 2, "-c:a alac"), ("s16.mov", 44_100, 2, "-c:a pcm_s16le"),
    ("thd.thd", 48_000, 2, "-c:a truehd -strict -2"), ("mlp.mlp", 48_000, 2, "-c:a mlp -strict -2"),
    ("cbr.mp3", 44_100, 2, "-c:a libmp3lame -b:a 128k"), ("vbr.mp3", 44_100, 2, "-c:a libmp3lame -q:a 4"),
    ("voice.mp3", 24_000, 1, "-c:a libmp3lame -b:a 16k"), ("mp2.mp2", 44_100, 2, "-c:a mp2"), ("mp3.avi", 44_100, 2, "-c:a libmp3lame"),
    ("mp2.mpg", 44_100, 2, "-c:a mp2 -f mpeg"), ("mp3.nut", 44_100, 2, "-c:a libmp3lame -f nut"), ("mp3.flv", 44_100, 2, "-c:a libmp3lame"),
    ("adts.aac", 44_100, 2, "-c:a aac"), ("aac.m4a", 44_100, 2, "-c:a aac -movflags faststart"),
    ("fragmented.mp4", 44_100, 2, "-c:a aac -movflags frag_keyframe+empty_moov -frag_duration 500000"),
    ("aac.mka", 44_100, 2, "-c:a aac"), ("aac.ts", 44_100, 2, "-c:a aac"), ("aac.latm", 44_100, 2, "-c:a aac -f latm"),
    ("aac.3gp", 44_100, 2, "-c:a aac"), ("vorbis.ogg", 44_100, 2, "-c:a libvorbis"), ("vorbis.webm", 44_100, 2, "-c:a libvorbis"),
    ("opus.opus", 48_000, 2, "-c:a libopus"), ("opus.webm", 48_000, 2, "-c:a libopus"), ("opus.mp4", 48_000, 2, "-c:a libopus"),
    ("voice.opus", 48_000, 1, "-c:a libopus -application voip -b:a 12k"), ("speex.spx", 16_000, 1, "-c:a libspeex"),
    ("wma1.wma", 44_100, 2, "-c:a wmav1"), ("wma2.wma", 44_100, 2, "-c:a wmav2"), ("ac3.ac3", 48_000, 2, "-c:a ac3"),
    ("eac3.eac3", 48_000, 2, "-c:a eac3"), ("ac3.ts", 48_000, 2, "-c:a ac3"), ("dts.dts", 48_000, 2, "-c:a dca -strict -2"),
    ("nelly.flv", 44_100, 1, "-c:a nellymoser"), ("ra.rm", 8_000, 1, "-c:a real_144"),
    ("s302m.ts", 48_000, 2, "-c:a s302m -strict -2"), ("g722.mka", 16_000, 1, "-c:a g722"),
    ("gsm.gsm", 8_000, 1, "-c:a libgsm"), ("wma.xwma", 44_100, 2, "-c:a wmav2 -f wav"),
]

# Name, of which other file it is made, and by what.
CONVERTED = [
    ("sv8.mpc", "s16.wav", "mpcenc --silent --overwrite {} {}"), ("hybrid.wv", "s16.wav", "wavpack -qyb4 {} -o {}"),
    ("dsd.wv", "dsd.dsf", "wavpack -qy {} -o {}"), ("flac.ogg", "s16.wav", "flac --silent --force --ogg {} -o {}"),
]

# Name of a hybrid, of which other file it and its correction file are made. The correction file is damaged along with it.
CORRECTED = [("corrected.wv", "s16.wav", "wavpack -qyb4c {} -o {}"), ("float-corrected.wv", "f32.wav", "wavpack -qyb6c {} -o {}")]

TAGS = {b"Title": b"Study", b"Year": b"1999", b"REPLAYGAIN_TRACK_GAIN": b"-3.00 dB"}


def chain(data):
    """Two streams of Ogg, one behind the other, as stations send them."""
    return data + data


# What is changed of a file that was made before: name, of which, and how.
CHANGED = [
    ("chain.ogg", "vorbis.ogg", chain), ("apetag.mp3", "cbr.mp3", lambda data: containers.apply_ape_tag(data, TAGS)),
    ("id3.wav", "s16.wav", lambda data: containers.riff_chunk(data, b"id3 ", b"ID3\4\0\0\0\0\0\x17TIT2\0\0\0\7\0\0\3Study\0")),
    ("wma.xwma", "wma.xwma", lambda data: data[:8] + b"XWMA" + data[12:]),
]


def run(name, command):
    """Runs a program that makes the file of that name."""
    try:
        succeeds = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0
    except FileNotFoundError:
        succeeds = False
    if not succeeds:
        print(f"{name} cannot be made by the {command[0]} of this machine, and is left out")


def make(directory, seconds, makers, only=""):
    """Makes each file whose name holds `only`, where this machine can, and answers the paths. `makers` writes some too."""
    def path(name):
        return os.path.join(directory, name)

    for name, rate, channels, options in MEDIA:
        source = f"aevalsrc={'|'.join(CHANNELS[:channels])}:s={rate}:d={seconds}"
        tags = ["-metadata", "title=Study", "-metadata", "artist=A. Composer"]
        command = ["ffmpeg", "-nostdin", "-v", "quiet", "-y", "-f", "lavfi", "-i", source, *options.split(), *tags, "-bitexact", path(name)]
        run(name, command)
    for name, writer in containers.HAND_MADE.items():
        with open(path(name), "wb") as file:
            file.write(writer(seconds))
    subprocess.run([makers, directory], check=True)
    for name, original, command in CONVERTED + CORRECTED:
        run(name, command.format(path(original), path(name)).split())
    for name, original, change in CHANGED:
        with open(path(original), "rb") as file:
            data = change(file.read())
        with open(path(name), "wb") as file:
            file.write(data)
    return sorted(path(name) for name in os.listdir(directory) if only in name and not name.endswith(".wvc") and os.path.getsize(path(name)))


def mutate(data, seed):
    """The bytes of a file after an accident, the same for the same seed."""
    chance = random.Random(seed)
    data = bytearray(data)
    for _ in range(chance.choice((1, 1, 2))):
        # Headers are short, and most is decided there.
        reach = chance.choice((len(data), len(data), min(len(data), 2_048)))
        kind = chance.choice(("bits", "bits", "bits", "bytes", "cut", "splice", "swap", "zeros"))
        place, size = chance.randrange(reach), chance.randrange(1, 1 + max(1, len(data) // 20))
        if kind == "bits":
            for _ in range(chance.choice((1, 10, 100, max(1, reach // 200)))):
                data[chance.randrange(reach)] ^= 1 << chance.randrange(8)
        elif kind == "bytes":
            for _ in range(chance.choice((1, 10, max(1, reach // 500)))):
                data[chance.randrange(reach)] = chance.choice((0, 0x7F, 0x80, 0xFF, chance.randrange(256)))
        elif kind == "cut":
            del data[max(1, place):]
        elif kind == "splice":
            del data[place : place + size]
        elif kind == "swap":
            other = chance.randrange(len(data))
            data[place:place] = data[other : other + size]
        else:
            data[place : place + size] = bytes(len(data[place : place + size]))
        if len(data) < 2:
            break
    return bytes(data)
