import AudioTypes
import ControlProtocol
import FoundationEssentials
import Testing

@Suite("Ranges in the documentation")
struct DocumentedRangesTests {
    private static let root = String(#filePath.dropLast("Tests/ControlProtocolTests/DocumentedRangesTests.swift".count))

    /// Returns the lines of the file at `path` that contain `words`.
    private func lines(of path: String, with words: String) throws -> [String] {
        let text = try String(decoding: Data(contentsOf: URL(filePath: Self.root + path)), as: UTF8.self)
        return text.split(separator: "\n").map(String.init).filter { $0.contains(words) }
    }

    /// Returns `words` with commas between the thousands.
    private func grouped(_ words: String) -> String {
        words.split(separator: " ").map { word in
            word.count > 3 && word.allSatisfy(\.isNumber) ? "\(word.dropLast(3)),\(word.suffix(3))" : String(word)
        }.joined(separator: " ")
    }

    @Test("a range is told as people write numbers")
    func words() {
        #expect((8_000...384_000).words == "8000 to 384000")
        #expect((0.0005...0.5).words == "0.0005 to 0.5")
        #expect((8_000.0...384_000).words == "8000 to 384000")
    }

    @Test("the protocol's page gives the ranges of the parameters")
    func protocolPage() throws {
        let durations = SessionPreferences.bufferDurations.words
        let rates = grouped(SessionPreferences.sampleRates.words)
        let samples =
            "(\(grouped(Wire.StreamFormat.sampleRates.words))) and `channels` (\(Wire.StreamFormat.channelCounts.words))"
        #expect(try lines(of: "docs/protocol.md", with: "`seconds` (0, or \(durations))").count == 1)
        #expect(try lines(of: "docs/protocol.md", with: "`hertz` (0, or \(rates))").count == 1)
        #expect(try lines(of: "docs/protocol.md", with: "Raw samples need `sampleRate` \(samples)").count == 1)
    }

    @Test("the session's page gives the ranges of the preferences")
    func sessionPage() throws {
        #expect(try lines(of: "docs/session.md", with: "| \(SessionPreferences.bufferDurations.words) s,").count == 1)
        #expect(try lines(of: "docs/session.md", with: "| \(grouped(SessionPreferences.sampleRates.words)) Hz,").count == 1)
    }

    @Test("the client's manual page gives the ranges of the arguments")
    func manualPage() throws {
        let page = "docs/man/fermata.1"
        #expect(try lines(of: page, with: "in seconds, \(SessionPreferences.bufferDurations.words); 0 for").count == 1)
        #expect(try lines(of: page, with: "in hertz, \(SessionPreferences.sampleRates.words); 0 for").count == 1)
        #expect(try lines(of: page, with: ".Pq \(Wire.StreamFormat.sampleRates.words)").count == 1)
        #expect(try lines(of: page, with: ".Pq \(Wire.StreamFormat.channelCounts.words) .").count == 1)
    }
}
