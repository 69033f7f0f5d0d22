import Logging
import Media
import MediaLibrary
import MediaTypes
import PlayerModel
import SystemSupport

/// A message to the thread that reads tags.
enum TagOrder: Sendable {
    /// Read these items, as many as a moment allows, and report what they say.
    case read([QueueItem], @Sendable ([Int64: MediaFacts]) -> Void)
    /// There is nothing more to read for now.
    case rest
    case end
}

/// The work of the thread that reads tags.
struct TagLoop: Sendable {
    /// The time after which results are reported, in nanoseconds. Clients get no more than one change in that time.
    private static let patience: Int64 = 1_000_000_000

    let thread: WorkerThread<TagOrder>
    let cancellation: CancellationToken
    let cacheDirectory: String?
    let logger: Logger

    func run() {
        CurrentThread.becomeIdle()
        // The reader lives only while there is work: the index of a large library takes some megabytes.
        var reader: TagReader?
        var failure: String?
        while true {
            thread.wait()
            for order in thread.takeMessages() {
                switch order {
                case .read(let items, let tell):
                    var current = reader.take() ?? TagReader(cache: openCache(&failure))
                    tell(read(items, &current))
                    reader = consume current
                case .rest:
                    if reader.take() != nil { ProcessMemory.releaseFree() }
                case .end: return
                }
            }
        }
    }

    /// Without a cache, reading takes longer, and that is all. So a failure is logged once.
    private func openCache(_ failure: inout String?) -> TagCache? {
        cacheDirectory.flatMap { directory in
            TagCache(directory: directory) { sentence in
                if failure == sentence { return }
                failure = sentence
                logger.warning("Cannot keep titles and durations across a restart.", metadata: ["reason": "\(sentence)"])
            }
        }
    }

    private func read(_ items: [QueueItem], _ reader: inout TagReader) -> [Int64: MediaFacts] {
        let end = MonotonicClock.nanoseconds + Self.patience
        var facts: [Int64: MediaFacts] = [:]
        for item in items {
            var found = MediaFacts()
            if item.wasRead, item.hasPicture == nil {
                // The player has read the tags when it opened the file.
                found.isToBeCounted = item.isToBeCounted
                found.hasPicture = reader.hasCover(item.uri, cancellation: cancellation)
            } else {
                found = reader.read(item.uri, counts: item.isToBeCounted, cancellation: cancellation)
            }
            if cancellation.isCancelled { break }
            facts[item.id] = found
            if MonotonicClock.nanoseconds >= end { break }
        }
        reader.flush()
        return facts
    }
}
