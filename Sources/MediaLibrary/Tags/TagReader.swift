import AudioTypes
import Glibc
package import Media
package import MediaTypes
import SystemSupport

/// Reads what local files say about themselves, with the help of what was read before. For one thread, which may wait.
package struct TagReader: ~Copyable {
    private var cache: TagCache?
    private var pool = TextPool()

    /// Reads without a cache where `cache` is `nil`.
    package init(cache: consuming TagCache?) { self.cache = cache }

    /// What the file, or the part of a file, that `uri` names says about itself: nothing where it cannot be read.
    /// - Parameter counts: whether to go through a whole file where nothing else tells how long it is.
    package mutating func read(
        _ uri: String, counts: Bool = false, cancellation: CancellationToken = CancellationToken()
    ) -> MediaFacts {
        let part = MediaRange.split(uri)
        guard let location = try? MediaLocation(uri: part?.file ?? uri) else { return MediaFacts() }
        var facts = whole(location, counts, cancellation)
        facts.artist = pool.shared(facts.artist)
        facts.album = pool.shared(facts.album)
        if let range = part?.range { facts.cut(to: range) }
        return facts
    }

    /// Writes to the disk what was read since the last time.
    package mutating func flush() { cache?.flush() }

    private mutating func whole(_ location: MediaLocation, _ counts: Bool, _ cancellation: CancellationToken) -> MediaFacts {
        let stamp = FileStamp(location)
        let known = stamp.flatMap { cache?.facts(of: $0) }
        if let known, !counts || !known.isToBeCounted { return known }
        var facts: MediaFacts
        do throws(MediaError) {
            facts = if let known { known } else { try Self.described(location, cancellation) }
            if counts, facts.isToBeCounted { try facts.count(location, cancellation) }
        } catch {
            // What holds no sound will hold none the next time, unless it is changed. Everything else may be better then.
            guard error.code == .unsupported || error.code == .corrupt else { return MediaFacts() }
            facts = known ?? MediaFacts()
            facts.isToBeCounted = false
        }
        if let stamp { cache?.add(facts, of: stamp) }
        return facts
    }

    private static func described(_ location: MediaLocation, _ cancellation: CancellationToken) throws(MediaError) -> MediaFacts {
        let description = try MediaProbe.describe(location, cancellation: cancellation)
        return MediaFacts(
            tags: description.tags, duration: description.duration?.seconds,
            durationIsEstimate: description.durationIsEstimate,
            isToBeCounted: !description.durationIsExact && description.video.isEmpty)
    }
}

extension MediaFacts {
    /// Finds out how long a file is by going through it.
    fileprivate mutating func count(_ location: MediaLocation, _ cancellation: CancellationToken) throws(MediaError) {
        if let length = try MediaProbe.measure(location, cancellation: cancellation) {
            duration = length.seconds
            durationIsEstimate = false
        }
        isToBeCounted = false
    }

    /// Makes those of a part of them.
    fileprivate mutating func cut(to range: MediaRange) {
        // The title of the file is that of the disc.
        title = nil
        if let end = range.end?.seconds {
            // Whoever wrote the list knew the end better than who guessed that of the file.
            let isShorter = duration.map { $0 < end } ?? false
            duration = isShorter && !durationIsEstimate ? duration : end
            durationIsEstimate = durationIsEstimate && isShorter
        }
        duration = duration.map { max(0, $0 - range.start.seconds) }
    }
}

/// Names one content of one file: another as soon as the file is changed or replaced.
struct FileStamp: Hashable {
    /// A hash of path, size, time of the last change and inode.
    let key: UInt64

    /// `nil` where there is no such file.
    init?(_ location: MediaLocation) {
        var status = stat()
        let path = location.path.map { CChar(bitPattern: $0) } + [0]
        guard unsafe stat(path, &status) == 0 else { return nil }
        var hash = Checksum()
        hash.combine(location.path.span)
        for number in [Int64(status.st_size), Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec)] {
            hash.combine(UInt64(bitPattern: number))
        }
        hash.combine(UInt64(status.st_ino))
        key = hash.value
    }
}
