import AudioTypes
import Glibc
package import Media

/// Reads what local files say about themselves, with the help of what was read before. For one thread, which may wait.
package struct TagReader: ~Copyable {
    private var cache: TagCache?
    private var pool = TextPool()

    /// Reads without a cache where `cache` is `nil`.
    package init(cache: consuming TagCache?) { self.cache = cache }

    /// What the file, or the part of a file, that `uri` names says about itself: nothing where it cannot be read.
    package mutating func read(_ uri: String, cancellation: CancellationToken = CancellationToken()) -> MediaFacts {
        let part = MediaRange.split(uri)
        guard let location = try? MediaLocation(uri: part?.file ?? uri) else { return MediaFacts() }
        var facts = whole(location, cancellation)
        facts.artist = pool.shared(facts.artist)
        facts.album = pool.shared(facts.album)
        guard let range = part?.range else { return facts }
        // The title of the file is that of the disc.
        facts.title = nil
        let ends = [range.end?.seconds, facts.duration].compactMap(\.self)
        facts.duration = ends.min().map { max(0, $0 - range.start.seconds) }
        return facts
    }

    /// Writes to the disk what was read since the last time.
    package mutating func flush() { cache?.flush() }

    private mutating func whole(_ location: MediaLocation, _ cancellation: CancellationToken) -> MediaFacts {
        let stamp = FileStamp(location)
        if let stamp, let known = cache?.facts(of: stamp) { return known }
        let facts: MediaFacts
        do throws(MediaError) {
            let description = try MediaProbe.describe(location, cancellation: cancellation)
            facts = MediaFacts(tags: description.tags, duration: description.duration?.seconds)
        } catch {
            // What holds no sound will hold none the next time, unless it is changed. Everything else may be better then.
            guard error.code == .unsupported || error.code == .corrupt else { return MediaFacts() }
            facts = MediaFacts()
        }
        if let stamp { cache?.add(facts, of: stamp) }
        return facts
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
        hash.combine(location.path)
        for number in [Int64(status.st_size), Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec)] {
            hash.combine(UInt64(bitPattern: number))
        }
        hash.combine(UInt64(status.st_ino))
        key = hash.value
    }
}
