import CLinux

/// A character set of which somebody has said that a text is in it, such as Windows-1251.
///
/// These are the sets of the web that keep no state within a text. Other ones of the C library are not to be had: who names a set is often
/// a stranger, and a converter that nobody needs is only something more that can be attacked.
package struct CharacterSet: Hashable, Sendable {
    /// The name by which the C library knows the set.
    package let name: String

    /// The longest text that is converted, in bytes; a longer one is cut.
    private static let textLimit = 64 << 10

    /// Finds the set of a name as people write it: `cp1251`, `windows-1251`, `KOI8-R`; `nil` if there is none of that name.
    package init?(_ name: String) {
        guard name.utf8.count <= 32, name.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let plain = String(name.lowercased().filter { $0.isLetter || $0.isNumber })
        if let known = Self.names[plain] {
            self.name = known
            return
        }
        for (prefix, sets) in Self.families {
            guard plain.hasPrefix(prefix), let number = Int(plain.dropFirst(prefix.utf8.count)), sets.numbers.contains(number)
            else {
                continue
            }
            self.name = "\(sets.name)\(number)"
            return
        }
        return nil
    }

    /// The sets whose names differ by a number alone, by the beginnings of their names without signs.
    private static let families: [(prefix: String, sets: (name: String, numbers: Set<Int>))] = [
        ("windows", ("CP", windows)), ("win", ("CP", windows)), ("xcp", ("CP", windows)), ("cp", ("CP", windows)),
        ("ibm", ("CP", [866])), ("iso8859", ("ISO-8859-", iso)), ("latin", ("LATIN", [2, 3, 4, 5, 6, 7, 8, 9, 10])),
    ]
    private static let windows: Set<Int> = [866, 874, 932, 936, 949, 950, 1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258]
    private static let iso: Set<Int> = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16]

    /// Latin-1 is Windows-1252, as everywhere on the web.
    private static let names: [String: String] = [
        "utf8": "UTF-8", "iso88591": "CP1252", "latin1": "CP1252", "ascii": "CP1252", "usascii": "CP1252", "koi8r": "KOI8-R",
        "koi8": "KOI8-R", "koi8u": "KOI8-U", "macintosh": "MACINTOSH", "mac": "MACINTOSH", "xmaccyrillic": "MAC-CYRILLIC",
        "maccyrillic": "MAC-CYRILLIC", "shiftjis": "CP932", "sjis": "CP932", "windows31j": "CP932", "eucjp": "EUC-JP",
        "euckr": "CP949", "gbk": "GBK", "gb2312": "GBK", "gb18030": "GB18030", "big5": "BIG5", "tis620": "CP874",
    ]

    /// Decodes text of the set; `nil` if the system does not have the set. What is no character becomes U+FFFD, and a last one that was cut
    /// is left out. Any thread; the first text of a set loads its converter from the disk.
    package func decode(_ bytes: some Collection<UInt8>) -> String? {
        let from = bytes.prefix(Self.textLimit).map { CChar(truncatingIfNeeded: $0) }
        guard !from.isEmpty else { return "" }
        var text = [CChar](repeating: 0, count: 4 * from.count)
        let count = unsafe from.withUnsafeBufferPointer { from in
            unsafe text.withUnsafeMutableBufferPointer { text in
                unsafe fermata_convert_text(name, from.baseAddress, from.count, text.baseAddress, text.count)
            }
        }
        guard count >= 0 else { return nil }
        return String(decoding: text.prefix(count).map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    }
}
