import Containers
package import MediaTypes

/// The lyrics with times in the ID3 tag of a file, of which FFmpeg does not tell.
package enum TimedLyrics {
    /// Returns them; `nil` if there are none, or if they cannot be read. Waits for the disk.
    package static func lyrics(in location: MediaLocation, cancellation: CancellationToken) -> Lyrics? {
        guard let source = try? FileSource(location, cancellation: cancellation) else { return nil }
        let block = try? ID3Block(in: source) ?? ID3Block.inChunk(of: source)
        return try? block?.synchronisedLyrics()
    }
}
