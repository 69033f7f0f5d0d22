import AudioSession
import AudioTypes
import PlayerModel
import Testing

@testable import Application

@Suite("What clients chose for outputs, as it is saved")
struct SavedFiltersTests {
    private func session(_ filters: [String: SavedFilters]?) -> SavedSession {
        SavedSession(
            category: "playback", mode: "default", options: [], preferredIOBufferDuration: 0, preferredSampleRate: 0,
            filters: filters)
    }

    @Test("comes back with every part")
    func everyPart() {
        var parts = SoundParts()
        (parts.impulse, parts.limiter, parts.isNight, parts.isMono, parts.isSwapped) = ("/r-%r.wav", -1.5, true, true, true)
        (parts.balance, parts.crossfeed) = (-2, .init(cutoff: 650, feed: 6))
        parts.loudness = .init(reference: -20, isAttenuating: true)
        (parts.matrix, parts.delays) = ([[0, 1], [1, 0]], [1.5, 0])
        parts.crossover = .init(frequency: 80, sides: [.low, .high, .whole])
        let equalizer = OutputEqualizer(text: "Preamp: -3 dB\n")
        let filters = OutputFilters([
            "hp": .init(equalizer: equalizer, parts: parts, hasAutomaticLevel: false), "off": .off,
            "room": .init(parts: parts, hasAutomaticLevel: false), "eq": .equalizer(equalizer),
        ])
        #expect(session(SavedSession.filters(filters)).chosenFilters == filters)
    }

    @Test("is read as it was saved before there were other parts than an equaliser")
    func before() {
        let saved = session([
            "hp": SavedFilters(text: "Preamp: -3 dB", hasAutomaticLevel: true),
            "tv": SavedFilters(text: nil, hasAutomaticLevel: true),
        ])
        #expect(saved.chosenFilters.choices["tv"] == .off)
        #expect(saved.chosenFilters.choices["hp"]?.equalizer?.text == "Preamp: -3 dB\n")
        #expect(saved.chosenFilters.choices["hp"]?.parts == SoundParts.none)
    }

    @Test("loses a part whose number cannot be used, and nothing else; a choice that was nothing else counts no more")
    func damaged() {
        var parts = SavedParts()
        parts.limiter = 40
        var others = SavedParts()
        (others.matrix, others.delays, others.crossfeed, others.mono) = ([[1, 0], [1]], [-1], [1, 1], true)
        let saved = session([
            "a": SavedFilters(text: nil, hasAutomaticLevel: true, parts: parts),
            "b": SavedFilters(text: "Preamp: -3 dB\n", hasAutomaticLevel: true, parts: others),
            "c": SavedFilters(text: "Preamp: loud", hasAutomaticLevel: true, parts: others),
            "d": SavedFilters(text: "Preamp: loud", hasAutomaticLevel: true),
        ])
        var mono = SoundParts()
        mono.isMono = true
        #expect(
            saved.chosenFilters.choices == [
                "b": .init(equalizer: OutputEqualizer(text: "Preamp: -3 dB\n"), parts: mono), "c": .init(parts: mono),
            ])
    }

    @Test("and what the session was for count each by itself: a word that nobody knows costs itself")
    func unknownWord() {
        let saved = SavedSession(
            category: "playback", mode: "telepathy", options: [], preferredIOBufferDuration: 0, preferredSampleRate: 0)
        #expect(saved.profile.profile == .initial && saved.profile.reason?.contains("telepathy") == true)
        #expect(session(nil).profile.reason == nil)
    }
}
