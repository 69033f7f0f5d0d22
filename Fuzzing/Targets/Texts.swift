import AudioTypes
import MediaTypes
import SystemSupport

@testable import Network
@testable import Playlists

extension FuzzTarget {
    /// Text that does not say in which character set it is, or of which somebody says it.
    static let texts = FuzzTarget("texts", atMost: 1_024) { bytes in
        var invention = Invention(bytes)
        let charset = CharacterSet(String(decoding: invention.line(), as: UTF8.self))
        let text = Array(invention.rest())
        for isCut in [true, false] {
            let decoded = TextDecoder.decode(text, isCut: isCut)
            precondition(decoded.utf8.count <= 3 * text.count, "\(decoded)")
            precondition(CleanText.isClean(CleanText.of(decoded)), "\(decoded)")
        }
        if let whole = String(validating: text, as: UTF8.self) {
            precondition(TextDecoder.decode(text).utf8.elementsEqual(whole.utf8))
        }
        if let charset { precondition((charset.decode(text)?.utf8.count ?? 0) <= 4 * text.count, "\(charset.name)") }
        if let lyrics = LRC.lyrics(in: TextDecoder.decode(text)) {
            precondition(lyrics.lines.count <= Lyrics.lineLimit && lyrics.lines.contains { !$0.text.isEmpty })
            let starts = lyrics.lines.compactMap(\.start)
            precondition(starts.isEmpty || starts.count == lyrics.lines.count && zip(starts, starts.dropFirst()).allSatisfy(<))
            precondition(lyrics.lines.allSatisfy { CleanText.isClean($0.text.split(separator: "\n").joined()) }, "\(lyrics)")
        }
        if let title = StreamText.title(in: text, charset: charset) { precondition(CleanText.isClean(title), "\(title)") }
    }

    /// Paths as lists spell them, and the names in a directory.
    static let spelt = FuzzTarget("spelt", atMost: 1_024) { bytes in
        var invention = Invention(bytes)
        let path = Array(invention.line())
        for form in SpeltPath.forms(of: [UInt8(ascii: "/")] + path) {
            precondition(form.first == UInt8(ascii: "/"), "\(form)")
            let names = form.split(separator: UInt8(ascii: "/"))
            precondition(!names.contains { $0.elementsEqual("..".utf8) || $0.elementsEqual(".".utf8) }, "\(form)")
        }
        precondition(!SpeltPath.names(inForeign: path[...]).contains { $0.isEmpty || $0.elementsEqual("..".utf8) }, "\(path)")
        let names = invention.rest().split(separator: 0x0A).map { SpeltNames.Name(Array($0), isSound: $0.count & 1 == 1) }
        let known = SpeltNames(names)
        for wanted in [path] + names.map(\.bytes) {
            for one in [known.name(meantBy: wanted[...]), known.sound(insteadOf: wanted[...])].compactMap(\.self) {
                precondition(names.contains { $0.bytes == one }, "\(one)")
            }
        }
        // A name that is there is found, unless others are like it.
        for name in names where names.count(where: { $0.bytes == name.bytes }) == 1 {
            precondition(known.name(meantBy: name.bytes[...]) == name.bytes, "\(name)")
        }
    }
}
