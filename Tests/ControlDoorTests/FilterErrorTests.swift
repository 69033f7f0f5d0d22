import Application
import ControlProtocol
import Testing

@testable import ControlDoor
@testable import Filters

@Suite("The error for an equaliser with mistakes")
struct FilterErrorTests {
    private func message(of text: String) throws -> String {
        let error = #expect(throws: EqualizerTextError.self) { try PlayableEqualizer(Array(text.utf8)) }
        return ControlError(FilterError.text(try #require(error))).message
    }

    @Test("names each of them with its line and column")
    func each() throws {
        let one = try message(of: "Filter 1: ON PK Fc x Hz Gain 3 dB Q 1")
        #expect(one.hasPrefix("the equaliser has a mistake in line 1, column 20: "), "\(one)")
        let two = try message(of: "Filter 1: ON PK Fc x Hz Gain 3 dB Q 1\nFilter 2: ON ZZ Fc 100 Hz")
        #expect(
            two.hasPrefix("the equaliser has 2 mistakes. In line 1, column 20: ") && two.contains(" In line 2, column 14: "),
            "\(two)")
    }

    @Test("names ten and counts the others")
    func many() throws {
        let text = (1...12).map { "Filter \($0): ON ZZ Fc 100 Hz" }.joined(separator: "\n")
        let sentence = try message(of: text)
        #expect(sentence.contains("has 12 mistakes") && sentence.hasSuffix(" And 2 more."), "\(sentence)")
        #expect(sentence.contains("In line 10,") && !sentence.contains("In line 11,"))
    }
}
