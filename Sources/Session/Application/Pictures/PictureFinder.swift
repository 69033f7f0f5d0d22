import Logging
import Media
import MediaLibrary
import MediaTypes
import NIOCore
import Synchronization

/// Finds the pictures of media, on a thread for each request. Confined to the control thread.
final class PictureFinder {
    typealias Answer = (Result<FoundPicture?, ProbeError>) -> Void

    private let work: ClientWork
    private let store: PictureStore?
    let logos: StationLogos
    private let failures: FailureLog

    /// Makes a finder that is used on `eventLoop` and answers there. It keeps the pictures inside media as files in
    /// `cacheDirectory`; `nil` for not at all. Logos of stations are in `stateDirectory`.
    init(eventLoop: any EventLoop, cacheDirectory: String?, stateDirectory: String, logger: Logger) {
        // Each may hold a picture of 16 MiB in memory, twice.
        work = ClientWork(running: 8, runningPerClient: 2, waitingPerClient: 1_024, eventLoop: eventLoop)
        store = cacheDirectory.map { PictureStore(directory: "\($0)/pictures") }
        logos = StationLogos(directory: "\(stateDirectory)/logos")
        failures = FailureLog(logger)
    }

    /// Finds the picture of the media at `uri`; the answer is `nil` if there is none. `cancellation` ends that early.
    func find(
        _ uri: String, withBytes: Bool, for client: Origin, cancellation: CancellationToken, answer: @escaping Answer
    ) {
        work.run(
            for: client,
            { [store, logos, failures] () throws(MediaError) in
                if let station = StationAddress.station(in: uri) {
                    return try logos.picture(of: station, withBytes: withBytes, cancellation: cancellation)
                }
                return try FoundPicture.of(
                    uri, store: store, withBytes: withBytes, cancellation: cancellation, report: failures.report)
            }, answer: answer)
    }

    /// Forgets the requests of `client` that still wait.
    func clientLeft(_ client: Origin) { work.clientLeft(client) }
}

/// Logs why pictures cannot be kept, each reason once: every request of a client may meet it. Any thread may use it.
private final class FailureLog: Sendable {
    private let last = Mutex<String?>(nil)
    private let logger: Logger

    init(_ logger: Logger) { self.logger = logger }

    func report(_ sentence: String) {
        let isNew = last.withLock { last in
            defer { last = sentence }
            return last != sentence
        }
        if isNew { logger.warning("Cannot keep the pictures of media as files.", metadata: ["reason": "\(sentence)"]) }
    }
}
