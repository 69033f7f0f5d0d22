import Testing

@testable import Playlists

@Suite("What playlists say")
struct FormatTests {
    static func read(_ text: String, _ format: PlaylistFormat) throws -> Playlist {
        try Playlist(Array(text.utf8), format: format, directory: Array("/music".utf8))
    }

    @Test(
        "steps in a path are taken by name, and none leads above the root",
        arguments: [
            ("/music/a/../b/x.flac", "/music/b/x.flac"), ("/a/./../.././x", "/x"), ("/../../x", "/x"), ("/a/..x/y", "/a/..x/y"),
            ("/a/.x", "/a/.x"), ("/a//b/", "/a//b/"), ("/a/..", "/"),
        ])
    func steps(path: String, expected: String) {
        #expect(LocationResolver.byName(Array(path.utf8)) == Array(expected.utf8))
    }

    static let samples: [(PlaylistFormat, String)] = [
        (.m3u, "\u{FEFF}#EXTM3U\r\n# a remark\r\n#EXTINF:61,Some One - A Song\r\na b.flac\r\n\r\nhttp://example.org/x?y\r\n"),
        (.pls, "[Playlist]\nnumberofentries=2\ntitle2=Two\nFILE2=/x/two.ogg\nFile1=one.mp3\nLength1=-1\nLength2=7\nVersion=2\n"),
        (
            .xspf,
            """
            <?xml version="1.0" encoding="UTF-8"?><!-- list --><playlist version="1" xmlns="http://xspf.org/ns/0/"><title>L</title>
            <trackList><track><location>a%20&#98;.flac</location><title>R &amp; B</title><creator><![CDATA[<C>]]></creator>
            <duration>1500</duration><extension><title>no</title></extension></track><track><title>lost</title></track></trackList></playlist>
            """
        ),
        (
            .cue,
            """
            REM made by hand
            PERFORMER "The \"Band\""
            TITLE "Disc"
            FILE "all.wav" WAVE
              TRACK 01 AUDIO
                TITLE "First"
                INDEX 01 00:00:00
              TRACK 02 AUDIO
                TITLE "Second"
                PERFORMER Guest
                INDEX 00 00:01:70
                INDEX 01 00:02:10
            FILE two.flac WAVE
              TRACK 03 AUDIO
                INDEX 01 00:00:00
              TRACK 04 MODE1/2352
                INDEX 01 01:00:00
            """
        ),
    ]

    @Test("M3U: remarks belong to the entry that follows, and addresses on the network stay")
    func m3u() throws {
        let list = try Self.read(Self.samples[0].1, .m3u)
        #expect(
            list.entries == [
                PlaylistEntry(uri: "/music/a b.flac", title: "A Song", artist: "Some One", duration: 61),
                PlaylistEntry(uri: "http://example.org/x?y"),
            ])
        #expect(list.faults.isEmpty)
    }

    @Test(
        "titles cannot hide anything",
        arguments: [
            (PlaylistFormat.m3u, "#EXTINF:1,A\u{9b}b\u{202e} - C\u{7}d\n/x\n", "A b"),
            (.pls, "[playlist]\nFile1=/x\nTitle1=C\u{7}d\u{202e}\nNumberOfEntries=1\n", nil),
            (
                .xspf,
                "<playlist><trackList><track><location>/x</location><title>C\u{7f}d\u{2066}</title></track></trackList></playlist>",
                nil
            ),
            (.cue, "FILE \"x.wav\" WAVE\n TRACK 01 AUDIO\n  TITLE \"C\u{1b}d\u{202e}\"\n  INDEX 01 00:00:00\n", nil),
        ] as [(PlaylistFormat, String, String?)])
    func cleanTitles(format: PlaylistFormat, text: String, artist: String?) throws {
        let entry = try #require(try Self.read(text, format).entries.first)
        #expect(entry.title == "C d" && entry.artist == artist, "\(entry)")
    }

    @Test("M3U: a list keeps to which addresses an entry may lead")
    func reach() throws {
        var text = PlaylistText()
        var entry = PlaylistEntry(uri: "http://h/x", title: "X")
        try text.insert([entry], at: 0)
        entry.isPublicOnly = true
        try text.insert([entry], at: 1)
        text.move(1..<2, to: 0)
        let bytes = text.bytes
        let again = try PlaylistText(bytes)
        #expect(again.isPublicOnly(0) && !again.isPublicOnly(1) && again.remark(0).title == "X")
        let list = try Playlist(bytes, format: .m3u, directory: Array("/".utf8))
        #expect(list.entries.map(\.isPublicOnly) == [true, false])
        text.remove(0..<1)
        #expect(!String(decoding: text.bytes, as: UTF8.self).contains("REACH"))
    }

    @Test("a path that is not UTF-8 keeps its bytes")
    func latin() throws {
        let bytes = Array("#EXTM3U\n#EXTINF:5,Caf".utf8) + [0xE9, 0x0A] + Array("caf".utf8) + [0xE9] + Array("#1.mp3".utf8)
        let list = try Playlist(bytes, format: .m3u, directory: Array("/".utf8))
        #expect(list.entries == [PlaylistEntry(uri: "file:///caf%E9%231.mp3", title: "Café", duration: 5)])
    }

    @Test("UTF-16 is read in either order of its bytes", arguments: [true, false], FormatTests.samples)
    func utf16(isBigEndian: Bool, sample: (PlaylistFormat, String)) throws {
        let units: [UInt16] = [0xFEFF] + sample.1.utf16.drop { $0 == 0xFEFF }
        var bytes: [UInt8] = []
        for unit in units {
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 255))
            bytes += isBigEndian ? [high, low] : [low, high]
        }
        #expect(try Playlist(bytes, format: sample.0, directory: Array("/music".utf8)) == Self.read(sample.1, sample.0))
    }

    @Test("PLS: keys in any order and any case")
    func pls() throws {
        let list = try Self.read(Self.samples[1].1, .pls)
        #expect(
            list.entries == [
                PlaylistEntry(uri: "/music/one.mp3"), PlaylistEntry(uri: "/x/two.ogg", title: "Two", duration: 7),
            ])
    }

    @Test("XSPF: escapes are undone once, elements of others are passed over, a track without location is left out")
    func xspf() throws {
        let list = try Self.read(Self.samples[2].1, .xspf)
        #expect(list.entries == [PlaylistEntry(uri: "/music/a b.flac", title: "R & B", artist: "<C>", duration: 1.5)])
        #expect(list.faults.count == 1)
    }

    @Test("M3U: the character set that a list names is found near its beginning")
    func stated() {
        func stated(_ text: String) -> String? { Playlist.statedCharacterSet(of: Array(text.utf8)) }
        #expect(stated("#EXTM3U\n#EXTENC: windows-1251\r\n/a\n") == "windows-1251" && stated("#extenc:UTF-8") == "UTF-8")
        #expect(stated("#EXTM3U\n/a\n") == nil && stated("#EXTENC:\n") == nil)
        #expect(stated(String(repeating: "/a\n", count: 2_000) + "#EXTENC:x\n") == nil)
    }

    @Test("ASX: one address for each entry, names in any case, tags that are no XML, and the old form")
    func asx() throws {
        let text = """
            <ASX VERSION="3.0" BANNERBAR="FIXED">
            <TITLE>Station</TITLE> <!-- <ref href="http://no/"> -->
            <Entry><Title>A &amp; B > C</Title><PARAM NAME="x" VALUE="y>z"/><REF HREF = "http://h/a?b=1&c=2" /><ref href="http://h/other"/></Entry>
            <entry><ref href='b c.mp3'></entry>
            <entry><title>No address</title></entry>
            <entry><REF HREF=http://h/bare />
            """
        let meant = [
            PlaylistEntry(uri: "http://h/a?b=1&c=2", title: "A & B > C"), PlaylistEntry(uri: "/music/b c.mp3"),
            PlaylistEntry(uri: "http://h/bare"),
        ]
        #expect(try Self.read(text, .asx).entries == meant)
        #expect(try Self.read("<?xml version=\"1.0\"?>\n" + text, .asx).entries == meant)
        #expect(try Self.read(text, .m3u).entries == meant)
        let old = "[Reference]\r\nRef1=http://h/a?MSWMExt=.asf\r\nreference=x\r\nRef2=http://h/b\r\n"
        #expect(try Self.read(old, .asx).entries.map(\.uri) == ["http://h/a?MSWMExt=.asf", "http://h/b"])
        let both = "<asx><entry><ref href=\"mms://h/a\"/><ref href=\"http://h/b\"/><ref href=\"http://h/c\"/></entry></asx>"
        #expect(try Self.read(both, .asx).entries.map(\.uri) == ["http://h/b"])
        #expect(throws: PlaylistError.self) { try Self.read("anything", .asx) }
        #expect(PlaylistFormat(path: "/a.WAX".utf8) == .asx && PlaylistFormat(path: "/a.wma".utf8) == nil)
    }

    @Test("CUE: tracks are parts of files, counted in 75ths of a second")
    func cue() throws {
        let list = try Self.read(Self.samples[3].1, .cue)
        try #require(list.entries.count == 3)
        #expect(list.entries[0].uri == "file:///music/all.wav")
        #expect(list.entries[0].artist == "The \"Band\"")
        #expect(list.entries[0].range == CueRange(start: 0, end: 160))
        #expect(list.entries[1].artist == "Guest")
        #expect(list.entries[1].range == CueRange(start: 160, end: nil))
        #expect(list.entries[2].uri == "file:///music/two.flac")
        #expect(list.entries[2].range == CueRange(start: 0, end: 4_500))
        #expect(list.faults == ["The track 04 is left out: it holds data, not audio."])
    }

    @Test("the segments of an HLS stream are no list of items")
    func stream() throws {
        let list = try Self.read("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n", .m3u)
        #expect(list.isStream && list.entries.isEmpty)
    }

    @Test("the content counts more than the name")
    func content() throws {
        #expect(try Self.read(Self.samples[1].1, .m3u).entries.count == 2)
        #expect(PlaylistFormat(path: "/a/B.M3U8".utf8) == .m3u)
        #expect(PlaylistFormat(path: "/a.cue/b".utf8) == nil)
    }

    @Test("other kinds of addresses are left out with a sentence")
    func addresses() throws {
        let list = try Self.read("rtsp://x/y\nC:\\Music\\a.mp3\nRe: x.mp3\nfile:///a%20b\n", .m3u)
        #expect(list.entries.map(\.uri) == ["/music/C:\\Music\\a.mp3", "/music/Re: x.mp3", "file:///a%20b"])
        #expect(list.entries.map(\.isForeign) == [true, false, false], "what the first means has to be found")
        #expect(list.faults.count == 1)
    }

    /// In Windows-1252, where no other text is.
    private static let windows: [UInt8] = [0x44, 0x6F, 0x6E, 0x92, 0x74, 0x20, 0x96, 0x20, 0x93, 0x53, 0x74, 0x6F, 0x70, 0x94]

    @Test(
        "texts in Windows-1252 are those that a person sees there",
        arguments: [
            (.m3u, "#EXTM3U\n#EXTINF:4,@\nx.mp3\n"), (.pls, "[playlist]\nFile1=x.mp3\nTitle1=@\n"),
            (
                .xspf,
                "<?xml version=\"1.0\" encoding=\"windows-1252\"?><playlist><trackList><track><location>x.mp3</location>"
                    + "<title>@</title></track></trackList></playlist>"
            ),
            (.cue, "FILE \"x.wav\" WAVE\nTRACK 01 AUDIO\nTITLE \"@\"\nINDEX 01 00:00:00\n"),
        ] as [(PlaylistFormat, String)])
    func windows1252(format: PlaylistFormat, text: String) throws {
        let bytes = text.utf8.flatMap { $0 == UInt8(ascii: "@") ? Self.windows : [$0] }
        let list = try Playlist(bytes, format: format, directory: Array("/music".utf8))
        #expect(list.entries.map(\.title) == ["Don’t – “Stop”"])
    }

    @Test("CUE: remarks say which disc it is, and how loud the disc and each track are")
    func remarks() throws {
        let text = """
            REM DISCNUMBER 2
            REM TOTALDISCS "3"
            REM REPLAYGAIN_ALBUM_GAIN -6.00 dB
            REM REPLAYGAIN_ALBUM_PEAK 0.99
            FILE "x.wav" WAVE
              TRACK 01 AUDIO
                REM REPLAYGAIN_TRACK_GAIN +1.50 dB
                REM DISCNUMBER 9
                INDEX 01 00:00:00
              TRACK 02 AUDIO
                REM REPLAYGAIN_ALBUM_GAIN -5 dB
                INDEX 01 00:02:00
            """
        let list = try Self.read(text, .cue)
        #expect(list.entries.map(\.disc) == ["2/3", "2/3"])
        #expect(
            list.entries.map(\.replayGain)
                == Array(
                    repeating: ["replaygain_album_gain": "-5 dB", "replaygain_album_peak": "0.99"], count: 2
                ).enumerated().map { index, disc in index == 0 ? disc.merging(["replaygain_track_gain": "+1.50 dB"]) { $1 } : disc
                })
        #expect(try Self.read("REM DISCNUMBER 4/5\nREM TOTALDISCS 9\n" + text.dropFirst(33), .cue).entries[0].disc == "4/5")
    }

    @Test("XSPF: an escape that is none stands for itself, and another location comes before a path of another system")
    func oddLocations() throws {
        let list = try Self.read(
            "<playlist><trackList><track><location>100%.mp3</location></track>"
                + "<track><location>C:\\x.mp3</location><location>y.mp3</location></track></trackList></playlist>", .xspf)
        #expect(list.entries.map(\.uri) == ["/music/100%.mp3", "/music/y.mp3"] && list.faults.isEmpty)
    }
}
