import ControlProtocol
import JSON

/// Jobs as people read them.
enum JobText {
    /// Returns a line for each job of a list.
    static func list(_ value: JSONValue) -> String {
        let jobs = (value.arrayValue ?? []).compactMap { try? Wire.Job(json: $0) }
        if jobs.isEmpty { return "there are no jobs" }
        return jobs.map { Terminal.harmless(line($0)) }.joined(separator: "\n")
    }

    private static func line(_ job: Wire.Job) -> String {
        let state =
            switch job.state {
            case .running: job.progress.map { percent($0) } ?? "running"
            case .failed: "failed: \(SentenceText.forPeople(job.error?.message ?? ""))"
            case .waiting, .done, .cancelled: job.state.rawValue
            }
        return ["\(job.job)", job.kind.rawValue, MediaAddress.name(of: job.uri), state].joined(separator: "  ")
    }

    /// Returns what a job has become.
    static func summary(_ result: Wire.JobResult, path: String?) -> String {
        let seconds = Double(result.frames) / Double(max(1, result.sampleRate))
        var text = "\(path ?? "standard output")  \(TimeText.text(seconds))"
        var notes: [String] = []
        if let edges = result.edges, edges.heardBefore + edges.heardAfter > 0 {
            notes.append("\(edges.heardBefore) frames before and \(edges.heardAfter) behind are heard as well")
        }
        if let loudness = result.loudness {
            notes.append("\(decimal(loudness.gain)) dB\(loudness.limitedByPeak ? ", limited by the peak" : "")")
        }
        if let reduced = result.reduced { notes.append(Self.reduced(reduced)) }
        if result.missingFrames > 0 { notes.append("\(result.missingFrames) frames are missing in the media") }
        if result.damagedPackets > 0 { notes.append("\(result.damagedPackets) damaged packets") }
        if result.lost.contains("end") { notes.append("the media ends before its end") }
        let lost = result.lost.filter { $0 != "end" }
        if !lost.isEmpty { notes.append("without \(lost.joined(separator: ", "))") }
        if !notes.isEmpty { text += "  (\(notes.joined(separator: "; ")))" }
        return text
    }

    /// Returns what samples have lost of their bits.
    static func reduced(_ reduced: Wire.DepthReduction) -> String {
        "\(reduced.to) of \(reduced.from) bits\(reduced.dithered ? ", dithered" : "")"
    }

    /// Returns a bar of at most `columns` columns for the part `done`, 0…1.
    static func bar(_ done: Double, columns: Int, label: String) -> String {
        let number = percent(done)
        let head = String(repeating: " ", count: max(0, 5 - number.count)) + number
        let width = min(40, columns - head.count - label.count - 4)
        guard width > 4 else { return String((head + label).prefix(max(0, columns))) }
        let filled = Int((min(max(done, 0), 1) * Double(width)).rounded(.down))
        return "\(head)  [\(String(repeating: "=", count: filled))\(String(repeating: " ", count: width - filled))]\(label)"
    }

    private static func percent(_ part: Double) -> String { "\(Int((min(max(part, 0), 1) * 100).rounded(.down))) %" }

    /// One decimal, with its sign.
    private static func decimal(_ value: Double) -> String {
        let tenths = Int((min(max(value, -999), 999) * 10).rounded())
        return "\(tenths < 0 ? "-" : "+")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }
}
