import JSON
import SystemSupport

/// What is said to an Icecast server, and what it answers. A value.
struct IcecastRequest: Hashable {
    /// The longest title, in bytes.
    static let longestTitle = 500

    private let settings: IcecastSource.Settings
    private let authorization: String

    init(_ settings: IcecastSource.Settings, password: String) {
        self.settings = settings
        authorization = "Basic " + Base64.text(of: Array("\(settings.user):\(password)".utf8))
    }

    /// Asks to take the stream, which follows the answer.
    var stream: [UInt8] {
        head(
            "PUT \(settings.mount)",
            [
                ("Content-Type", settings.format == .opus ? "application/ogg" : settings.format.mediaType),
                ("Ice-Public", settings.isPublic ? "1" : "0"), ("Ice-Name", settings.name), ("Ice-Genre", settings.genre),
                ("Expect", "100-continue"),
            ])
    }

    /// Tells the title of what is heard.
    func title(_ title: String) -> [UInt8] {
        var title = title
        while title.utf8.count > Self.longestTitle { title.removeLast() }
        let query = "mode=updinfo&charset=UTF-8&mount=\(Self.escaped(settings.mount))&song=\(Self.escaped(title))"
        return head("GET /admin/metadata?\(query)", [("Connection", "close")])
    }

    private func head(_ first: String, _ lines: [(String, String)]) -> [UInt8] {
        let all =
            [("Host", "\(settings.server)"), ("Authorization", authorization), ("User-Agent", "Fermata")]
            + lines.filter { !$0.1.isEmpty }
        return Array(("\(first) HTTP/1.1\r\n" + all.map { "\($0): \($1)\r\n" }.joined() + "\r\n").utf8)
    }

    private static func escaped(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        for byte in text.utf8 {
            let isPlain =
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) && byte < 0x80
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "-._~".utf8.contains(byte)
            result += isPlain ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Says why an answer is a refusal.
    /// - Parameter line: its first line.
    static func check(_ line: String) throws(IcecastError) {
        let words = line.split(separator: " ", maxSplits: 2)
        guard words.count > 1, words[0].hasPrefix("HTTP/"), let number = Int(words[1]) else {
            throw IcecastError("the server does not speak as Icecast does")
        }
        switch number {
        case 100, 200: return
        case 401: throw IcecastError("the server does not take the user or the password")
        case 403: throw IcecastError("the server refuses: perhaps somebody else sends to the same mount")
        default: throw IcecastError("the server refuses with the number \(number)")
        }
    }
}
