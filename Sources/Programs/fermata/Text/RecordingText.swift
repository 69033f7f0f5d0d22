import ControlProtocol
import JSON

/// Recordings as people read them.
enum RecordingText {
    /// The quietest level that the meter shows, in decibels.
    private static let floor = -60.0
    /// The columns from which on the meter shows the loudness, too.
    private static let columnsForLoudness = 60

    /// Returns a line for each recording of a list.
    static func list(_ value: JSONValue) -> String {
        let recordings = (value.arrayValue ?? []).compactMap { try? Wire.Recording(json: $0) }
        if recordings.isEmpty { return "nothing is being recorded" }
        return recordings.map { recording in
            let from = recording.from.joined(separator: ", ")
            let place = recording.path ?? "(over a connection)"
            var fields = [
                "\(recording.recording)", recording.state.rawValue, TimeText.text(recording.duration), from.isEmpty ? "-" : from,
                place,
            ]
            if recording.muted { fields.append("(muted)") }
            if recording.inputMuted { fields.append("(its input is muted)") }
            if !recording.interruptible, recording.source != .player { fields.append("(on during calls)") }
            return Terminal.harmless(fields.joined(separator: "  "))
        }.joined(separator: "\n")
    }

    /// Returns what a recording has become that was ended from here.
    static func stopped(_ value: JSONValue) -> String {
        (try? Wire.RecordingResult(json: value)).map { summary($0, of: nil) } ?? PlainText.text(value)
    }

    /// Returns what a recording does now that was changed from here.
    static func changed(_ value: JSONValue) -> String {
        guard let recording = try? Wire.Recording(json: value) else { return PlainText.text(value) }
        return recording.muted && recording.state == .recording ? "muted: silence is recorded" : state(recording)
    }

    /// Returns what a mark says.
    static func mark(_ mark: Wire.RecordingMark) -> String {
        let what: String
        switch mark.cause {
        case .missed: what = "the sound system missed"
        case .dropped: what = "the disk was too slow for"
        case .late: what = "the first frame came too late for"
        case .paused: what = "a pause left out"
        case .interrupted: what = "an interruption left out"
        case .serverLost: what = "without the sound server there are no"
        case .inputLost: what = "without the input there are no"
        case .muted: return "muted: silence is recorded"
        case .unmuted: return "no longer muted"
        case .inputMuted: return "the input is muted, so that silence is recorded: unmute it in a mixer"
        case .inputUnmuted: return "the input is no longer muted"
        }
        return "\(what) \(mark.missing) frames\(mark.filled > 0 ? "; silence stands in for them" : "")"
    }

    /// Returns how many bits a recording keeps of what plays.
    static func reduced(_ reduced: Wire.DepthReduction) -> String { "keeps \(JobText.reduced(reduced))" }

    /// Returns what a recording does that does not record.
    static func state(_ recording: Wire.Recording) -> String {
        switch recording.state {
        case .recording: "recording"
        case .paused: "paused"
        case .interrupted: "paused by an interruption"
        case .waiting: "waiting for the input"
        }
    }

    /// Returns what a recording has become; `file` is what it went to if the daemon has not written it.
    static func summary(_ result: Wire.RecordingResult, of file: String?) -> String {
        var text = "\(TimeText.text(result.duration)) recorded (\(result.frames) frames)"
        if result.missedFrames + result.droppedFrames > 0 {
            text += "; \(result.missedFrames) frames missed, \(result.droppedFrames) dropped"
        }
        if result.files > 1 { text += " in \(result.files) files" }
        if let path = result.path ?? file { text += ": \(path)" }
        return Terminal.harmless(text)
    }

    /// Returns the time, a bar for each channel and, where there is room, the loudness, in at most `columns` columns.
    static func meter(_ levels: Wire.RecordingLevels, rate: Int, columns: Int) -> String {
        let time = TimeText.text(Double(levels.frame) / Double(max(1, rate)))
        let shown = Array(zip(levels.levels.peak, levels.levels.rms).prefix(8))
        let numbers = shown.map { label($0.0) }
        let loudness = columns >= columnsForLoudness ? "  \(label(levels.levels.momentary)) LUFS" : ""
        let room = columns - time.count - 2 - loudness.count - numbers.reduce(0) { sum, number in sum + number.utf8.count + 2 }
        let width = max(0, room / max(1, shown.count) - 1)
        var line = time
        for ((peak, rms), number) in zip(shown, numbers) { line += "  \(bar(peak, rms, width)) \(number)" }
        return String((line + loudness).prefix(max(0, columns)))
    }

    /// The loudness with its tenths. What takes its place in silence is as wide, so that the bars stay as they are.
    private static func label(_ loudness: Double?) -> String {
        var text = "-"
        if let loudness {
            let tenths = Int((min(max(loudness, -999), 999) * 10).rounded())
            text = "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
        }
        return String(repeating: " ", count: max(0, 5 - text.count)) + text
    }

    private static func label(_ decibels: Double) -> String {
        let text = decibels <= -100 ? "-inf" : String(Int(decibels.rounded()))
        return String(repeating: " ", count: max(0, 4 - text.count)) + text
    }

    private static func bar(_ peak: Double, _ rms: Double, _ width: Int) -> String {
        func place(_ decibels: Double) -> Int {
            Int((min(max((decibels - floor) / -floor, 0), 1) * Double(width)).rounded())
        }
        let (loud, loudest) = (place(rms), place(peak))
        return (0..<width).map { $0 < loud ? "=" : $0 < loudest ? "-" : " " }.joined()
    }
}
