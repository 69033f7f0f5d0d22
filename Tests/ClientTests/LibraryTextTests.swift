import ControlProtocol
import JSON
import TagWriting
import Testing

@testable import fermata

@Suite("Songs of the library for people")
struct LibraryTextTests {
    @Test("a song shows the loudness and the lyrics that its file has, line by line, and steers no terminal")
    func item() {
        var song = Wire.LibrarySong(song: 7, uri: "/m/a.flac", tags: ["title": ["A"]])
        let head = "song: 7\nuri: /m/a.flac\ntitle: A"
        #expect(LibraryText.item(song.json) == head)
        song.replayGain = Wire.ReplayGain(trackGain: -6.54, trackPeak: 0.5, albumGain: 1.5)
        song.lyrics = ["One\n\nTwo \u{1B}[2J", "Eins"]
        #expect(
            LibraryText.item(song.json) == """
                \(head)
                track gain: -6.54 dB, peak 0.5
                album gain: +1.5 dB
                lyrics:
                  One

                  Two \u{FFFD}[2J
                lyrics:
                  Eins
                """)
    }

    @Test("what has become of files is one line, with what was done first")
    func written() {
        var counts = WrittenLoudness()
        #expect(counts.isEmpty)
        for outcome in [.written, .written, .hasTags, .isSame] as [GainWriter.Outcome] { counts.count(outcome) }
        counts.failed = 3
        #expect(
            counts.text(isDry: false) == "loudness: 2 written, 1 have tags, 1 state the same, 3 cannot be written")
        #expect(counts.text(isDry: true).hasPrefix("loudness: 2 would be written, "))
    }
}
