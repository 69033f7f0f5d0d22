import SystemSupport
import Testing

@Suite("A character set that somebody names")
struct CharacterSetTests {
    @Test(
        "is known by the names that people write",
        arguments: [
            ("cp1251", "CP1251"), ("Windows-1251", "CP1251"), ("WINDOWS_1251", "CP1251"), ("win1251", "CP1251"),
            ("x-cp1251", "CP1251"), ("KOI8-R", "KOI8-R"), ("koi8-u", "KOI8-U"), ("ISO-8859-2", "ISO-8859-2"),
            ("iso8859-15", "ISO-8859-15"), ("ISO-8859-1", "CP1252"), ("latin1", "CP1252"), ("Shift_JIS", "CP932"),
            ("utf-8", "UTF-8"), ("euc-kr", "CP949"), ("GB2312", "GBK"), ("ibm866", "CP866"),
        ])
    func names(name: String, expected: String) {
        #expect(CharacterSet(name)?.name == expected)
    }

    @Test(
        "is refused where nobody needs it, and a stranger could do harm with it",
        arguments: [
            "ISO-2022-CN-EXT", "ISO-2022-JP", "UTF-7", "UTF-16", "EBCDIC-US", "CP1251//TRANSLIT", "../../tmp/x", "", "cp",
            "cp99999",
            "cp-1", "１２５１", "cp1251cp1251cp1251cp1251cp1251cp1251",
        ])
    func refused(name: String) {
        let set = CharacterSet(name)
        #expect(set == nil || set?.name == "CP1251", "\(set?.name ?? "")")
    }

    @Test("is converted to text, without what is cut, and with marks where there is no character")
    func conversion() throws {
        let cyrillic = try #require(CharacterSet("cp1251"))
        #expect(cyrillic.decode([0xC0, 0xEB, 0xEB, 0xE0, 0x20, 0xB8]) == "Алла ё")
        #expect(cyrillic.decode([0xC0, 0x98, 0xE0]) == "А\u{FFFD}а", "0x98 is no character of it")
        #expect(try #require(CharacterSet("koi8-r")).decode([0xE1, 0xCC, 0xCC, 0xC1]) == "Алла")
        let japanese = try #require(CharacterSet("shift_jis"))
        #expect(japanese.decode([0x93, 0xFA, 0x96, 0x7B, 0x8C]) == "日本")
        #expect(japanese.decode([]) == "")
        let long = [UInt8](repeating: 0xC0, count: 100_000)
        #expect(cyrillic.decode(long)?.unicodeScalars.count == 65_536)
    }

    @Test("gives text of whatever bytes there are")
    func anyBytes() {
        let all = (0...255).map { UInt8($0) }
        for name in ["cp1251", "koi8-r", "shift_jis", "euc-jp", "gb18030", "big5", "utf-8", "macintosh", "cp874", "cp949"] {
            let set = CharacterSet(name)
            #expect(set?.decode(all) != nil && set?.decode(all.reversed()) != nil, "\(name)")
        }
    }
}
