import MediaTypes
import TestSupport
import Testing

@testable import Media

/// Files that mutagen, another reader and writer of tags, has tagged as each format has it.
@Suite("The vocabulary of tags, held against mutagen")
struct MutagenTests {
    /// Debian's, for which the module is installed; another may come first in the path.
    private static let python = "/usr/bin/python3"
    static let isThere = Command.run(python, ["-c", "import mutagen"]).status == 0

    /// What is written, by the names of the vocabulary.
    private static let written = [
        "title": "Überfahrt ☂", "artist": "Örjan", "album": "Ein Álbum", "albumartist": "Verschiedene", "composer": "Dvořák",
        "date": "1999", "track": "3/12", "disc": "1/2", "genre": "Jazz", "bpm": "120", "isrc": "DEA123456789",
        "publisher": "Lábel",
        "musicbrainz_albumid": "8f6b", "albumartistsort": "V", "replaygain_track_gain": "-3.00 dB",
    ]

    /// Makes a file of that name with the `ffmpeg` program; DSDIFF, which it cannot write, comes from the script.
    private static func make(_ name: String) -> String {
        let path = Workbench.path("mutagen-\(name)")
        if name.hasSuffix("dff") { return path }
        let options = name.hasSuffix("mp3") ? ["-write_xing", "0", "-id3v2_version", "0"] : []
        let source = ["-f", "lavfi", "-i", "sine=d=0.5:r=48000"]
        let status = Command.run("ffmpeg", ["-nostdin", "-y"] + source + options + ["-fflags", "+bitexact", path]).status
        #expect(status == 0)
        return path
    }

    @Test(
        "each thing has one name, whatever the container and the program that wrote it call it",
        .enabled(if: isThere, "python3-mutagen is not installed"),
        arguments: [
            "id3v24.mp3", "id3v23.mp3", "ape.mp3", "both.mp3", "a.flac", "a.ogg", "a.opus", "a.m4a", "a.wma", "a.wv", "a.tta",
            "a.wav",
            "a.aiff", "a.dff",
        ])
    func vocabulary(name: String) throws {
        let path = Self.make(name)
        let pairs = Self.written.flatMap { [$0.key, $0.value] }
        #expect(Command.run(Self.python, ["-c", Self.script, name, path] + pairs).status == 0)
        let tags = try MediaProbe.describe(MediaLocation(uri: path)).tags
        // FFmpeg passes over the tempo that MP4 has as a number.
        for (key, value) in Self.written where key != "bpm" || name != "a.m4a" {
            #expect(tags[key] == value, "\(key) in \(tags)")
        }
        let others = [
            "year", "album artist", "album_artist", "tpa", "tracknumber", "discnumber", "tracktotal", "wm/year", "tbpm",
        ]
        #expect(others.allSatisfy { tags[$0] == nil }, "\(tags)")
    }

    @Test("gain that MP3Gain and others write into an APE tag of an MP3 counts", .enabled(if: isThere))
    func gain() throws {
        let path = Self.make("gain-ape.mp3")
        let arguments = ["ape.mp3", path, "replaygain_track_gain", "-7.25 dB", "replaygain_album_gain", "+1.5 dB"]
        #expect(Command.run(Self.python, ["-c", Self.script] + arguments).status == 0)
        let gain = try AudioReader(MediaLocation(uri: path)).info.replayGain
        #expect(gain.track?.decibels == -7.25 && gain.album?.decibels == 1.5)
    }

    private static let script = """
        import struct, sys
        import mutagen
        from mutagen import id3, apev2, mp4, asf
        kind, path, rest = sys.argv[1], sys.argv[2], sys.argv[3:]
        tags = dict(zip(rest[::2], rest[1::2]))
        FRAMES = {"title": "TIT2", "artist": "TPE1", "album": "TALB", "albumartist": "TPE2", "composer": "TCOM", "date": "TDRC",
            "track": "TRCK", "disc": "TPOS", "genre": "TCON", "bpm": "TBPM", "isrc": "TSRC", "publisher": "TPUB",
            "albumartistsort": "TSO2"}
        APE = {"albumartist": "Album Artist", "date": "Year", "publisher": "Label"}
        VORBIS = {"date": "DATE", "publisher": "LABEL", "track": "TRACKNUMBER", "disc": "DISCNUMBER"}
        MP4 = {"title": "\u{A9}nam", "artist": "\u{A9}ART", "album": "\u{A9}alb", "albumartist": "aART", "composer": "\u{A9}wrt",
            "date": "\u{A9}day", "genre": "\u{A9}gen", "albumartistsort": "soaa"}
        ASF = {"title": "Title", "artist": "Author", "album": "WM/AlbumTitle", "albumartist": "WM/AlbumArtist",
            "composer": "WM/Composer", "date": "WM/Year", "track": "WM/TrackNumber", "disc": "WM/PartOfSet", "genre": "WM/Genre",
            "bpm": "WM/BeatsPerMinute", "isrc": "WM/ISRC", "publisher": "WM/Publisher",
            "musicbrainz_albumid": "MusicBrainz/Album Id", "albumartistsort": "WM/AlbumArtistSortOrder"}

        def frames(target, encoding):
            for name, text in tags.items():
                if name in FRAMES:
                    target.add(getattr(id3, FRAMES[name])(encoding=encoding, text=[text]))
                else:
                    description = "MusicBrainz Album Id" if name == "musicbrainz_albumid" else name
                    target.add(id3.TXXX(encoding=encoding, desc=description, text=[text]))

        def ape():
            target = apev2.APEv2()
            for name, text in tags.items():
                target[APE.get(name, name.title() if not name.startswith(("replaygain", "music")) else name.upper())] = text
            target.save(path)

        def dsdiff():
            def chunk(name, body):
                return name + struct.pack(">Q", len(body)) + body + b"\\0" * (len(body) % 2)
            sound = chunk(b"FS  ", struct.pack(">I", 2822400)) + chunk(b"CHNL", struct.pack(">H", 2) + b"SLFTSRGT")
            sound += chunk(b"CMPR", b"DSD \\x0enot compressed\\0")
            body = b"DSD " + chunk(b"FVER", b"\\1\\5\\0\\0") + chunk(b"PROP", b"SND " + sound) + chunk(b"DSD ", b"\\x69" * 352800)
            open(path, "wb").write(chunk(b"FRM8", body))

        if kind == "ape.mp3":
            ape()
        elif kind == "both.mp3":
            # Version 1 at the end of everything, which is shorter and knows fewer letters.
            all = dict(tags)
            ape()
            target = id3.ID3()
            tags = {"title": "short", "artist": "short"}
            frames(target, 0)
            target.save(path, v1=2, v2_version=4)
            file = open(path, "rb").read()
            size = 10 + sum((byte & 127) << 7 * (3 - index) for index, byte in enumerate(file[6:10]))
            open(path, "wb").write(file[size:])
        elif kind in ("a.flac", "a.ogg", "a.opus"):
            file = mutagen.File(path)
            for name, text in tags.items():
                if name in ("track", "disc"):
                    number, total = text.split("/")
                    file[VORBIS[name]], file[name + "total"] = number, total
                else:
                    file[VORBIS.get(name, name)] = text
            file.save()
        elif kind == "a.m4a":
            file = mp4.MP4(path)
            if file.tags is None: file.add_tags()
            for name, text in tags.items():
                if name in MP4: file[MP4[name]] = [text]
                elif name in ("track", "disc"): file["trkn" if name == "track" else "disk"] = [tuple(map(int, text.split("/")))]
                elif name == "bpm": file["tmpo"] = [int(text)]
                else:
                    names = {"musicbrainz_albumid": "MusicBrainz Album Id", "publisher": "LABEL", "isrc": "ISRC"}
                    file["----:com.apple.iTunes:" + names.get(name, name)] = [mp4.MP4FreeForm(text.encode())]
            file.save()
        elif kind == "a.wma":
            file = asf.ASF(path)
            for name, text in tags.items(): file[ASF.get(name, name)] = [text]
            file.save()
        elif kind == "a.wv":
            ape()
        else:
            if kind == "a.dff": dsdiff()
            target = id3.ID3() if kind.endswith((".mp3", ".tta")) else mutagen.File(path)
            if not kind.endswith((".mp3", ".tta")):
                if target.tags is None: target.add_tags()
            old = kind == "id3v23.mp3"
            frames(target if kind.endswith((".mp3", ".tta")) else target.tags, 1 if old else 3)
            if old: target.update_to_v23()
            target.save(path, v2_version=3 if old else 4)
        """
}
