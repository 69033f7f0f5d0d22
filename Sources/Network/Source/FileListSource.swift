package import Media
import Synchronization

/// A list of segments (HLS) in a file, which may name addresses of the network too. The user has named the file, so they may be
/// anywhere, as those in any playlist of the user's may; what stands behind them leads no closer to home than they did.
package final class FileListSource: ByteSource {
    private let file: FileSource
    private let opening: FileListSegments

    /// - Returns: `nil` for a file that is not named like a list.
    package init?(_ file: FileSource, _ configuration: NetworkConfiguration) {
        guard let local = file.segments else { return nil }
        self.file = file
        opening = FileListSegments(local, configuration)
    }

    /// Whether something that it names was fetched over the network.
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
