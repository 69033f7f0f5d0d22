import TestSupport
import Testing

@Suite("What library.item reads from the file of a song", .serialized)
struct SongFileTests {
    /// Files with the same gains, peaks and lyrics, as each format has them. The disc has a sheet beside it.
    private static let names = ["a.flac", "a.mp3", "a.m4a", "a.wv"]
    private static let disc = "disc/disc.flac"
    private static let lyrics = ["Erste Zeile\n\nzweite ☂", "First line"]

    /// Writes the tags with mutagen into the files below a directory.
    private static let script = #"""
        import sys
        from mutagen import apev2, flac, id3, mp4
        music = sys.argv[1]
        gains = {"replaygain_track_gain": "-6.54 dB", "replaygain_track_peak": "0.987654",
            "replaygain_album_gain": "+1.50 dB", "replaygain_album_peak": "1.0"}
        lyrics = ["Erste Zeile\n\nzweite ☂", "First line"]
        for name in ("a.flac", "disc/disc.flac"):
            file = flac.FLAC(music + "/" + name)
            for key, text in gains.items():
                file[key] = text
            file["lyrics"] = lyrics
            file.save()
        tags = id3.ID3()
        for key, text in gains.items():
            tags.add(id3.TXXX(encoding=3, desc=key.upper(), text=[text]))
        for language, text in zip(("deu", "eng"), lyrics):
            tags.add(id3.USLT(encoding=3, lang=language, desc="", text=text))
        tags.save(music + "/a.mp3")
        file = mp4.MP4(music + "/a.m4a")
        for key, text in gains.items():
            file["----:com.apple.iTunes:" + key] = [text.encode()]
        file["\xa9lyr"] = lyrics
        file.save()
        tags = apev2.APEv2()
        for key, text in gains.items():
            tags[key] = text
        tags["Lyrics"] = lyrics
        tags.save(music + "/a.wv")
        """#

    private func make(_ path: String) async throws {
        // Without headers and tags that are none of ours.
        let plain = path.hasSuffix("mp3") ? ["-write_xing", "0", "-id3v2_version", "0"] : []
        try await Tool.run(
            "ffmpeg", ["-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=2:r=44100"] + plain + ["-fflags", "+bitexact", path])
    }

    @Test("gains, peaks and all lyrics, whatever the format; what the file has now, and without the file all the rest")
    func details() async throws {
        let system = try await PrivateSoundSystem.start()
        let music = try system.directory.makeDirectory("music")
        try system.directory.makeDirectory("music/disc")
        for name in Self.names + [Self.disc, "plain.flac"] { try await make("\(music)/\(name)") }
        try await Tool.run("/usr/bin/python3", ["-c", Self.script, music])
        try system.directory.write(
            """
            FILE "disc.flac" WAVE
              TRACK 01 AUDIO
                TITLE "One"
                INDEX 01 00:00:00
              TRACK 02 AUDIO
                TITLE "Two"
                INDEX 01 00:01:00
            """, to: "music/disc/disc.cue")
        let daemon = try await DaemonProcess.start(in: system, configuration: "[library]\ndirectories = [\"\(music)\"]\n")
        let client = try daemon.connect()
        let count = Double(Self.names.count + 3)
        try await waitUntil("the songs") { () async throws(TestSupportError) -> Bool in
            try await client.call("library.statistics").number(at: "result.songs") == count
        }
        func item(_ name: String, _ more: String = "") async throws -> ControlMessage {
            try await client.call("library.item", "{\"uri\":\"\(music)/\(name)\"\(more)}")
        }
        for name in Self.names {
            let song = try await item(name)
            #expect(song.number(at: "result.replayGain.trackGain") == -6.54, "\(song.line)")
            #expect(song.number(at: "result.replayGain.trackPeak") == 0.987_654, "\(song.line)")
            #expect(song.number(at: "result.replayGain.albumGain") == 1.5, "\(song.line)")
            #expect(song.number(at: "result.replayGain.albumPeak") == 1, "\(song.line)")
            let lyrics = song.value(at: "result.lyrics", as: [String].self) ?? []
            // mutagen orders the frames of an MP3 by their length.
            #expect(lyrics.count == 2 && Set(lyrics) == Set(Self.lyrics), "\(song.line)")
        }
        let plain = try await item("plain.flac").line
        #expect(!plain.contains("replayGain") && !plain.contains("lyrics"))
        // The loudness of the file is that of the disc, and its lyrics are of no track.
        let track = try await item("disc/disc.cue/track0002")
        #expect(track.string(at: "result.title") == "Two" && track.number(at: "result.replayGain.albumGain") == 1.5)
        #expect(track.number(at: "result.replayGain.trackGain") == nil && !track.line.contains("lyrics"), "\(track.line)")
        // Without the file nothing of it is told, and a file that has changed since the scan tells what it has now.
        let unread = try await item("a.flac", ",\"file\":false")
        #expect(unread.number(at: "result.song") != nil)
        #expect(!unread.line.contains("replayGain") && !unread.line.contains("lyrics"), "\(unread.line)")
        try await Tool.run(
            "ffmpeg",
            [
                "-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=2:r=44100", "-metadata", "LYRICS=Other", "-metadata",
                "REPLAYGAIN_TRACK_GAIN=-1 dB", "\(music)/a.flac",
            ])
        let changed = try await item("a.flac")
        #expect(changed.value(at: "result.lyrics", as: [String].self) == ["Other"])
        #expect(changed.number(at: "result.replayGain.trackGain") == -1)
        try await Tool.run("rm", ["\(music)/a.flac"])
        let gone = try await item("a.flac")
        #expect(gone.number(at: "result.song") == unread.number(at: "result.song"))
        #expect(!gone.line.contains("replayGain") && !gone.line.contains("lyrics"), "\(gone.line)")
        try await daemon.stop()
    }
}
