package import Media
package import MediaTypes
import Synchronization

/// A list of segments (HLS) in a file, which may name addresses on the network too. The user has named the file, so these
/// addresses may be anywhere, like those in any playlist of the user. What they lead to in turn is judged as always: what
/// a public host names must be public.
package final class FileListSource: ByteSource {
    private let file: FileSource
    private let opening: FileListSegments

    /// Makes a source of a file that is named like a list, of which the addresses may lead within `reach`, and
    /// can be read until `deadline`, by the monotonic clock in nanoseconds; `nil` for ever.
    /// - Returns: `nil` for every other file.
    package init?(
        _ file: FileSource, reach: NetworkReach = .everywhere, until deadline: Int64? = nil, _ configuration: NetworkConfiguration
    ) {
        guard let local = file.segments else { return nil }
        self.file = file
        opening = FileListSegments(local, reach, until: deadline, configuration)
    }

    /// Whether an address that the list names was fetched over the network.
    package var hasGoneFar: Bool { opening.hasGoneFar.load(ordering: .relaxed) }

    package var segments: (any SegmentOpening)? { opening }
    package var size: Int64? { file.size }
    package var isSeekable: Bool { file.isSeekable }
    package var hasShrunk: Bool { file.hasShrunk }
    package var isLocal: Bool { file.isLocal }

    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
        unsafe try file.read(into: buffer, at: offset)
    }
}
