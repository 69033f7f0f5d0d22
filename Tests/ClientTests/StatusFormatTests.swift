import ControlProtocol
import Testing

@testable import fermata

@Suite("The format of the current item")
struct StatusFormatTests {
    private static let status: Wire.Status = {
        var status = RecordingHandler().status
        status.item = Wire.QueueItem(id: 7, uri: "/music/a [1].flac", artist: "Ann\tB", trackNumber: 3, date: "1969-09-26")
        return status
    }()

    @Test(
        "shows fields, groups, alternatives and what belongs together",
        arguments: [
            ("%artist%", "Ann\u{FFFD}B"), ("%title%", ""), ("%name%|%title%", "a [1].flac"), ("%title%|%id%", "7"),
            ("[%title% – ]%id%", "7"), ("[%artist%: ]%id%", "Ann\u{FFFD}B: 7"), ("%id% [%title%|untitled]", "7 untitled"),
            ("%artist%&%title%", ""), ("%artist%&/%id%", "Ann\u{FFFD}B/7"), ("[[%title%]]x", ""), ("x", "x"), ("", ""),
            ("100%% #[%id%#] a#|b", "100% [7] a|b"), ("%id%\\n\\t\\\\", "7\n\t\\"),
            ("[%title%|[%album%|%file%]]", "/music/a [1].flac"),
            ("%place%/%length% %elapsed%/%time% %percent% %state% %volume% %output%", "1/3 1:23/3:00 46 playing 70 Headphones"),
            ("%id%[ – ]", "7 – "), ("[%disc%.]%track% %date%[ %genre%]", "3 1969-09-26"),
        ])
    func lines(format: String, line: String) throws {
        #expect(try StatusFormat(format).line(Self.status, now: 0) == line)
    }

    @Test(
        "says what is wrong with a format",
        arguments: [
            ("%nope%", "there is no field %nope%; there are %title%"), ("50%", "has no second %"), ("[%id%", "[ without its ]"),
            ("%id%]", "] without its ["), (String(repeating: "[", count: 33), "at most 32 deep"),
            (String(repeating: "x", count: 4_097), "at most 4096 characters"),
        ])
    func mistakes(format: String, words: String) {
        let error = #expect(throws: FormatError.self) { try StatusFormat(format) }
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    @Test("follows the time only where it shows it")
    func time() throws {
        #expect(try StatusFormat("[%title%|x[%elapsed%]]").followsTime && !StatusFormat("%time%").followsTime)
    }

    @Test("has a field for each name once, and every one has a value for an item with all of them")
    func fields() throws {
        var status = RecordingHandler().status
        status.item = Wire.QueueItem(
            id: 1, uri: "/a", title: "T", artist: "A", album: "B", albumArtist: "C", trackNumber: 4, discNumber: 1, date: "1969",
            genre: "Jazz", duration: 3)
        for field in FormatField.all { #expect(field.text(status, 0) != nil, "\(field.name)") }
    }
}
