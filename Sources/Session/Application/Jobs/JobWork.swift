import Conversion
import Decoding
import Media
import MediaTypes
import Recording
import SystemSupport

/// What the thread of a job does. It blocks on disks and networks.
struct JobWork: Sendable {
    /// Where the result goes.
    enum Destination: Sendable {
        /// Into a new file; see ``JobRequest/Target/file(stem:suffix:)``.
        case file(RecordingDirectory, stem: String?, suffix: String?)
        case connection(ConnectionSink)

        /// Whether nobody is there any more who gets the result.
        var isLeft: Bool { if case .connection(let connection) = self { connection.isLeft } else { false } }
    }

    /// The shortest time between two reports of the progress, in nanoseconds.
    private static let pace: Int64 = 250_000_000
    /// What stands for the suffix while the kind of the file is not known.
    private static let unknownSuffix = "part"

    let request: JobRequest
    let media: AnyMediaOpening
    /// The media that a client sends; `nil` if the request has their address.
    let sent: ConnectionSource?
    let destination: Destination
    let cancellation: CancellationToken

    /// Does the work, and returns what has become of it. What is half done is deleted.
    /// - Parameter report: gets the progress, at most four times a second.
    func run(report: @escaping (Progress) -> Void) throws(MediaError) -> JobResult {
        // It may have waited for its turn for long, and what it does before it writes may take longer.
        guard !destination.isLeft else { throw MediaError(.cancelled, "the client has closed its connection") }
        let (source, name) = try openMedia()
        let clock = ReportClock(pace: Self.pace)
        let progress: (Progress) -> Void = { progress in
            guard clock.isDue else { return }
            if destination.isLeft { cancellation.cancel() }
            report(progress)
        }
        switch destination {
        case .connection(let connection):
            let (outcome, suffix) = try carryOut(from: source, name, to: connection, target: connection.path, progress)
            return JobResult(outcome: outcome, path: nil, suffix: suffix)
        case .file(let directory, let stem, let suffix):
            let file = try directory.makeHiddenFile(for: target(sent == nil ? name : nil, stem, suffix))
            let (outcome, usual) = try carryOut(from: source, name, to: file, target: "the new file", progress)
            guard !cancellation.isCancelled else { throw MediaError(.cancelled, "the job was cancelled") }
            return JobResult(outcome: outcome, path: try file.publish(suffix: suffix ?? usual), suffix: usual)
        }
    }

    private func openMedia() throws(MediaError) -> (source: any ByteSource, name: String) {
        if let sent { return (sent, "what the client sends") }
        return try media.bytes(at: MediaRange.split(request.uri)?.file ?? request.uri, cancellation: cancellation)
    }

    private func carryOut(
        from source: any ByteSource, _ name: String, to sink: any ByteSink, target: String, _ progress: (Progress) -> Void
    ) throws(MediaError) -> (JobResult.Outcome, suffix: String) {
        switch request.work {
        case .extract(let extraction):
            let result = try extraction.run(
                from: source, name: name, to: sink, target: target, cancellation: cancellation, progress: progress)
            return (.extracted(result), result.container.suffix(codec: result.format.codec))
        case .convert(let transcoding):
            let result = try transcoding.run(
                from: source, name: name, to: sink, target: target, cancellation: cancellation, progress: progress)
            return (.converted(result), transcoding.format.suffix)
        }
    }

    /// Returns the name of the new file: the one that was asked for, or that of the media, if these have one.
    private func target(_ name: String?, _ stem: String?, _ suffix: String?) -> RecordingDirectory.Name {
        let last = name?.split(separator: "/").last ?? ""
        let ofMedia = last.split(separator: "?").first.map { FileNamePattern.nameable(String($0).withoutSuffix) }
        return RecordingDirectory.Name(
            stem: stem ?? ofMedia ?? "recording", suffix: suffix ?? Self.unknownSuffix, takesNextNumber: stem == nil)
    }
}

/// Says whether it is time for a report. One thread uses it.
private final class ReportClock {
    private let pace: Int64
    private var next: Int64 = 0

    init(pace: Int64) { self.pace = pace }

    /// Whether enough time has gone by since this was true last.
    var isDue: Bool {
        let now = MonotonicClock.nanoseconds
        guard now >= next else { return false }
        next = now + pace
        return true
    }
}
