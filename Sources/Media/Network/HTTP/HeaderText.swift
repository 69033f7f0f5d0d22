import AudioTypes
import SystemSupport

/// Text of servers.
enum HeaderText {
    /// Decodes text of a character set, if that is known, or else as ``TextDecoder`` does.
    static func decode(_ bytes: some Collection<UInt8>, in charset: CharacterSet? = nil) -> String {
        charset?.decode(bytes) ?? TextDecoder.decode(bytes)
    }

    static func trimmed(_ text: some StringProtocol) -> String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        var rest = text.drop(while: isBlank)
        while let last = rest.last, isBlank(last) { rest = rest.dropLast() }
        return String(rest)
    }
}
