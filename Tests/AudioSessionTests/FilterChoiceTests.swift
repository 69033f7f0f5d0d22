import AudioTypes
import Testing

@testable import AudioSession

@Suite("The choice of equalisers")
struct FilterChoiceTests {
    private let equalizer = OutputFilters.Choice.equalizer(OutputEqualizer(text: "Preamp: -6 dB\n"))

    @Test("goes to the output and to clients, and once more only if it is another one")
    func chosen() throws {
        var session = Session()
        let filters = OutputFilters(["headphones": equalizer])
        #expect(
            try session.setFilters(equalizer, of: "headphones", at: 1)
                == [.setOutputFilters(filters), .emit(.filtersChanged(output: "headphones", equalizer))])
        #expect(try session.setFilters(equalizer, of: "headphones", at: 2) == [])
        #expect(session.filters == filters)
        #expect(
            try session.setFilters(nil, of: "headphones", at: 3)
                == [.setOutputFilters(OutputFilters()), .emit(.filtersChanged(output: "headphones", nil))])
    }

    @Test("of the configuration counts where no client has chosen, and again when the client takes its own back")
    func configured() throws {
        var session = Session()
        let configured = OutputFilters(["default": equalizer])
        #expect(session.setConfiguredFilters(configured, at: 1) == [.setOutputFilters(configured)])
        #expect(session.setConfiguredFilters(configured, at: 2) == [])
        _ = try session.setFilters(.off, of: "default", at: 3)
        #expect(session.filterRule(of: "speaker")?.choice == .off)
        #expect(session.setConfiguredFilters(OutputFilters(), at: 4) == [], "what a client has chosen still counts")
        _ = session.setConfiguredFilters(configured, at: 5)
        let actions = try session.setFilters(nil, of: "default", at: 6)
        #expect(actions == [.setOutputFilters(configured), .emit(.filtersChanged(output: "default", equalizer))])
    }

    @Test("is refused under a name that no output can have, beyond so many outputs, and beyond so many bytes")
    func refused() throws {
        var session = Session()
        for name in ["", "a\nb", String(repeating: "a", count: 513)] {
            #expect(throws: SessionError.self) { try session.setFilters(equalizer, of: name, at: 1) }
        }
        for number in 0..<OutputFilters.mostChoices { _ = try session.setFilters(equalizer, of: "output\(number)", at: 1) }
        #expect(throws: SessionError.self) { try session.setFilters(equalizer, of: "one more", at: 1) }
        _ = try session.setFilters(.off, of: "output3", at: 1)
        _ = try session.setFilters(nil, of: "output4", at: 1)
        _ = try session.setFilters(equalizer, of: "one more", at: 1)

        var other = Session()
        let long = OutputFilters.Choice.equalizer(OutputEqualizer(text: String(repeating: " ", count: 65_536)))
        for number in 0..<4 { _ = try other.setFilters(long, of: "output\(number)", at: 1) }
        let error = #expect(throws: SessionError.self) { try other.setFilters(equalizer, of: "one more", at: 1) }
        #expect(error?.code == .tooManyFilters)
        #expect(other.filters.choices.count == 4)
    }

    @Test("of an earlier run comes back as far as clients may choose")
    func restored() {
        var session = Session()
        var saved = OutputFilters(["a\nb": equalizer])
        for number in 0..<100 { saved.choices["output\(number)"] = equalizer }
        let actions = session.restoreFilters(saved, at: 1)
        #expect(actions == [.setOutputFilters(session.filters)])
        #expect(session.chosenFilters.choices.count == OutputFilters.mostChoices)
        #expect(session.chosenFilters.choices["a\nb"] == nil)
    }
}
