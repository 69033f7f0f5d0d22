import AudioTypes
import Testing

@Suite("The equalisers of outputs")
struct OutputFiltersTests {
    private func equalizer(_ text: String) -> OutputFilters.Choice { .equalizer(OutputEqualizer(text: text)) }

    private func name(_ names: [String], sink: String, port: String? = nil) -> String? {
        let choices = Dictionary(uniqueKeysWithValues: names.map { ($0, equalizer($0)) })
        let rule = OutputFilters(choices).rule(sink: sink, port: port)
        #expect(rule.map { $0.choice == equalizer($0.name) } ?? true)
        return rule?.name
    }

    @Test("are those of the sink with its port, of the sink, of the pattern that says most, and of all others, in this order")
    func order() {
        let all = ["default", "*", "alsa_*", "alsa_card*headphones", "alsa_card", "alsa_card#headphones"]
        #expect(name(all, sink: "alsa_card", port: "headphones") == "alsa_card#headphones")
        #expect(name(all, sink: "alsa_card", port: "speaker") == "alsa_card")
        #expect(name(all, sink: "alsa_card.2", port: "headphones") == "alsa_card*headphones")
        #expect(name(all, sink: "alsa_other") == "alsa_*")
        #expect(name(all, sink: "hdmi") == "*")
        #expect(name(["default"], sink: "hdmi") == "default")
        #expect(name(["speaker"], sink: "hdmi") == nil)
        #expect(name(["*a", "a*"], sink: "aa") == "*a", "of two that say as much, the first by name")
    }

    @Test("that are off for an output are off, whatever there is for others")
    func off() {
        let filters = OutputFilters(["default": equalizer("a"), "speaker": .off])
        #expect(filters.rule(sink: "speaker", port: nil)?.choice == .off)
        #expect(filters.rule(sink: "headphones", port: nil)?.choice == equalizer("a"))
    }

    @Test(
        "have patterns in which a star stands for any number of characters, and in which letters are large or small",
        arguments: [
            ("*", "x", true), ("a*c", "abc", true), ("a*c", "ac", true), ("a*c", "acb", false), ("*b*", "abc", true),
            ("A*", "abc", true), ("a*b*c", "a-b-b-c", true), ("a**", "a", true), ("a*d", "abcabc", false), ("*a", "bab", false),
        ])
    func patterns(pattern: String, sink: String, matches: Bool) {
        #expect((name([pattern], sink: sink) != nil) == matches)
    }

    @Test("find their pattern in a bounded time, however many stars it has")
    func effort() {
        let pattern = String(repeating: "*a", count: OutputFilters.longestName / 2)
        let start = ContinuousClock.now
        #expect(name([pattern], sink: String(repeating: "a", count: 200) + "b") == nil)
        #expect(ContinuousClock.now - start < .seconds(2))
    }

    @Test("have names of a bounded length, without control characters")
    func names() {
        #expect(OutputFilters.isName("alsa_output.pci-0000_00_1f.3#analog-output-headphones"))
        #expect(OutputFilters.isName(String(repeating: "a", count: 512)) && OutputFilters.isName("ü*"))
        #expect(!OutputFilters.isName(String(repeating: "a", count: 513)))
        for name in ["", "a\nb", "\u{1B}[2J", "a\u{85}"] { #expect(!OutputFilters.isName(name)) }
    }

    @Test("that somebody chooses stand before those of the configuration, name by name")
    func overridden() {
        let configured = OutputFilters(["default": equalizer("a"), "speaker": equalizer("b")])
        let chosen = OutputFilters(["speaker": .off])
        #expect(configured.overridden(by: chosen) == OutputFilters(["default": equalizer("a"), "speaker": .off]))
    }
}
