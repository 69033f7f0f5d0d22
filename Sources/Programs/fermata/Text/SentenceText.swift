import ControlProtocol

/// Sentences of the daemon, in the words of people who use commands: the daemon's own are for programs as well, and name methods of the
/// protocol.
enum SentenceText {
    /// Returns a sentence without names of methods and what only programs write: `queue.move: …`, `#t=75/75,150/75`, "uid".
    static func forPeople(_ sentence: String) -> String {
        var text = sentence
        if let colon = text.range(of: ": ", before: "/"), methods.contains(String(text[..<colon.lowerBound])) {
            text = String(text[colon.upperBound...])
        }
        for (word, plain) in words { text = text.replacing(word, with: plain) }
        return withPartsInTimes(text)
    }

    private static let methods = Set(Methods.all.map { $0.name })

    /// What the daemon's sentences say to programs, and what they say to people.
    private static let words = [
        ("has the uid ", "is called "),
        ("use rooms.setLatency for a room", "a room has its own: 'fermata room NAME latency'"),
        (
            "use rooms.setVolume for a room, or player.setVolume for all",
            "use 'fermata room NAME volume', or 'fermata volume' for all"
        ),
        ("media.picture requests", "questions for pictures"),
    ]

    /// Returns a text in which the fragment of an address that names a part of a file is written in times: `a.flac (1:00–2:30)`.
    static func withPartsInTimes(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "#")) else { return text }
        return text.replacing(/#t=([0-9.]+(?:\/[0-9]+)?)(?:,([0-9.]+(?:\/[0-9]+)?))?/) { match in
            guard let start = seconds(match.1) else { return String(match.0) }
            let end = match.2.flatMap(seconds).map { TimeText.text($0) } ?? ""
            return " (\(TimeText.text(start))–\(end))"
        }
    }

    private static func seconds(_ text: Substring) -> Double? {
        let parts = text.split(separator: "/")
        guard let value = parts.first.flatMap({ Double($0) }) else { return nil }
        guard parts.count == 2 else { return value }
        return Double(parts[1]).flatMap { $0 > 0 ? value / $0 : nil }
    }
}

extension String {
    /// Returns where `separator` stands first, if that is before the first `end`.
    fileprivate func range(of separator: String, before end: Character) -> Range<String.Index>? {
        let part = self[..<(firstIndex(of: end) ?? endIndex)]
        return part.firstRange(of: separator)
    }
}
