import AudioTypes
import Glibc
package import Media
package import MediaTypes
import SystemSupport

/// Reads the tags and durations of local files, with the help of a cache. It needs one thread, which may wait.
package struct TagReader: ~Copyable {
    private var cache: TagCache?
    private var pool = TextPool()
    private var covers = KnownCovers()

    /// Makes a reader; if `cache` is `nil`, it works without one.
    package init(cache: consuming TagCache?) { self.cache = cache }

    /// Returns the tags and the duration of the file, or part of a file, that `uri` names, and whether there is a picture. The
    /// other facts are empty if the file cannot be read.
    /// - Parameter counts: whether to read a whole file if nothing else tells its duration.
    package mutating func read(
        _ uri: String, counts: Bool = false, cancellation: CancellationToken = CancellationToken()
    ) -> MediaFacts {
        if let track = try? SheetTrack.of(uri, cancellation: cancellation) { return read(track, cancellation) }
        let part = MediaRange.split(uri)
        guard let location = try? MediaLocation(uri: part?.file ?? uri) else { return .withoutPicture }
        var facts = whole(location, counts, cancellation)
        if facts.hasPicture != true { facts.hasPicture = covers.contain(location, cancellation) }
        if let range = part?.range { facts.cut(to: range) }
        facts.artist = pool.shared(facts.artist)
        facts.album = pool.shared(facts.album)
        facts.albumTags = pool.shared(facts.albumTags)
        return facts
    }

    private mutating func read(_ track: SheetTrack, _ cancellation: CancellationToken) -> MediaFacts {
        guard let description = try? MediaProbe.describe(track, cancellation: cancellation) else { return MediaFacts() }
        var facts = MediaFacts(
            tags: description.tags, duration: description.duration?.seconds,
            durationIsEstimate: description.durationIsEstimate)
        facts.hasPicture = description.hasPicture || covers.contain(track.target, cancellation)
        return facts
    }

    /// Returns whether there is a picture beside the file, or of the file that holds the part, that `uri` names.
    package mutating func hasCover(_ uri: String, cancellation: CancellationToken = CancellationToken()) -> Bool {
        let track = try? SheetTrack.of(uri, cancellation: cancellation)
        guard let location = track?.target ?? (try? MediaLocation(uri: MediaRange.split(uri)?.file ?? uri)) else { return false }
        return covers.contain(location, cancellation)
    }

    /// Writes to the disk what was read since the last call.
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
            // A file without sound will have none the next time either, unless it is changed. Any other failure may be over
            // then.
            guard error.code == .unsupported || error.code == .corrupt else { return MediaFacts() }
            facts = known ?? MediaFacts()
            facts.isToBeCounted = false
        }
        if let stamp { cache?.add(facts, of: stamp) }
        return facts
    }

    private static func described(_ location: MediaLocation, _ cancellation: CancellationToken) throws(MediaError) -> MediaFacts {
        let description = try MediaProbe.describe(location, cancellation: cancellation)
        var facts = MediaFacts(
            tags: description.tags, duration: description.duration?.seconds,
            durationIsEstimate: description.durationIsEstimate,
            isToBeCounted: !description.durationIsExact && description.video.isEmpty)
        facts.hasPicture = description.hasPicture
        return facts
    }
}

extension MediaFacts {
    /// The facts of what is no file: nobody needs to look for a picture again.
    fileprivate static var withoutPicture: MediaFacts {
        var facts = MediaFacts()
        facts.hasPicture = false
        return facts
    }

    /// Finds out the duration by reading the whole file.
    fileprivate mutating func count(_ location: MediaLocation, _ cancellation: CancellationToken) throws(MediaError) {
        if let length = try MediaProbe.measure(location, cancellation: cancellation) {
            duration = length.seconds
            durationIsEstimate = false
        }
        isToBeCounted = false
    }

    /// Changes the facts of a whole file into those of a part of it.
    fileprivate mutating func cut(to range: MediaRange) {
        // The title of the file is the title of the disc, and its number is not that of the part.
        title = nil
        trackNumber = nil
        if var tags = albumTags?.tags {
            tags.trackTotal = nil
            albumTags = tags.shared
        }
        if let end = range.end?.seconds {
            // The end that the playlist states is better than an estimate of the file's duration.
            let isShorter = duration.map { $0 < end } ?? false
            duration = isShorter && !durationIsEstimate ? duration : end
            durationIsEstimate = durationIsEstimate && isShorter
        }
        duration = duration.map { max(0, $0 - range.start.seconds) }
    }
}

/// Identifies one content of one file: it differs as soon as the file is changed or replaced.
struct FileStamp: Hashable {
    /// A hash of path, size, time of the last change and inode.
    let key: UInt64

    /// Makes the stamp of a file; `nil` if there is no such file.
    init?(_ location: MediaLocation) {
        var status = stat()
        let path = location.path.map { CChar(truncatingIfNeeded: $0) } + [0]
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
