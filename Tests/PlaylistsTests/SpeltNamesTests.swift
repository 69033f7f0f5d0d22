import Testing

@testable import Playlists

@Suite("Names that are spelt otherwise than the files")
struct SpeltNamesTests {
    private func names(_ names: String...) -> SpeltNames {
        SpeltNames(names.map { SpeltNames.Name(Array($0.utf8), isSound: $0.hasSuffix(".flac") || $0.hasSuffix(".ogg")) })
    }

    private func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

    @Test(
        "are found whatever their case, normal form, character set and blanks",
        arguments: [
            (Array("DISC.Flac".utf8), "disc.flac"), (Array(" disc.flac\t".utf8), "disc.flac"),
            (Array("De\u{301}ja\u{300} Vu.ogg".utf8), "Déjà vu.ogg"),
            ([0x53, 0xE5, 0x6E, 0x67, 0x20, 0x92, 0x31, 0x92], "Sång ’1’"),
            (Array("none".utf8), nil), (Array("".utf8), nil),
        ] as [([UInt8], String?)])
    func found(wanted: [UInt8], expected: String?) {
        #expect(text(names("disc.flac", "Déjà vu.ogg", "Sång ’1’", "x").name(meantBy: wanted[...])) == expected)
    }

    @Test("are not guessed where several would do")
    func ambiguous() {
        let both = names("Disc.flac", "disc.flac", "e\u{301}.ogg", "E\u{301}.ogg")
        #expect(both.name(meantBy: Array("DISC.FLAC".utf8)[...]) == nil)
        #expect(text(both.name(meantBy: Array("Disc.flac".utf8)[...])) == "Disc.flac")
        #expect(text(both.name(meantBy: Array("é.ogg".utf8)[...])) == "e\u{301}.ogg", "the one of this case")
        #expect(names("a.flac", "a.ogg").sound(insteadOf: Array("a.wav".utf8)[...]) == nil)
    }

    @Test("are the one sound file of that name that has another suffix")
    func converted() {
        let some = names("a.flac", "a.jpg", "b.txt", "A b.c.ogg", ".flac")
        #expect(text(some.sound(insteadOf: Array("A.WAV".utf8)[...])) == "a.flac")
        #expect(text(some.sound(insteadOf: Array("a b.C.ape".utf8)[...])) == "A b.c.ogg")
        #expect(some.sound(insteadOf: Array("b.wav".utf8)[...]) == nil, "a text is no sound")
    }

    @Test(
        "are the ends of paths of other systems",
        arguments: [
            (#"C:\Users\me\Music\a b.mp3"#, ["Users", "me", "Music", "a b.mp3"]), (#"c:/Music/x.mp3"#, ["Music", "x.mp3"]),
            (#"\\nas\music\x.mp3"#, ["nas", "music", "x.mp3"]), (#"D:x.mp3"#, ["x.mp3"]), (#"\..\.\x.mp3"#, ["x.mp3"]),
            (#"C:\"#, []),
        ])
    func foreign(path: String, names: [String]) {
        #expect(SpeltPath.names(inForeign: Array(path.utf8)[...]).map { String(decoding: $0, as: UTF8.self) } == names)
    }

    @Test("are told from paths of this system by how they begin")
    func beginnings() {
        for path in [#"C:\x"#, "c:/x", #"\\nas\x"#, #"\x"#] { #expect(SpeltPath.isForeign(Array(path.utf8)[...]), "\(path)") }
        for path in ["/x", #"a\b"#, "C", "C:", "Re: x.mp3", "http://x", "file:///x", "7:/x", #"..\x"#, ""] {
            #expect(!SpeltPath.isForeign(Array(path.utf8)[...]), "\(path)")
        }
    }

    @Test("may have backslashes and escapes, and every form of a path stays an absolute one without steps")
    func forms() {
        func forms(_ path: String) -> [String] {
            SpeltPath.forms(of: Array(path.utf8)).map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(forms("/m/a.mp3") == ["/m/a.mp3"])
        #expect(forms(#"/m/..\b%20c.mp3"#) == [#"/m/..\b%20c.mp3"#, "/b%20c.mp3", #"/m/..\b c.mp3"#, "/b c.mp3"])
        #expect(forms("/m/100%.mp3") == ["/m/100%.mp3"])
        #expect(forms("/m/%2e%2e/%2e%2e/x%00") == ["/m/%2e%2e/%2e%2e/x%00"], "no path has a zero in it")
        #expect(forms("/m/%2e%2e/%2e%2e/x") == ["/m/%2e%2e/%2e%2e/x", "/x"])
    }
}
