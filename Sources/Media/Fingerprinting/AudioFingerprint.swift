import AudioTypes
package import Decoding
package import Media
package import MediaTypes
package import PlayerModel

/// Fingerprints of media.
package enum AudioFingerprint {
    /// How many frames are decoded at once: samples of stereo stay in a core's cache.
    private static let pieceSize = 4_096

    /// Decodes the first two minutes of the media at `uri`, and returns their fingerprint in the form in which programs and servers
    /// exchange it. An address may lead within `reach`. If a file is cut off, the part that is there counts. Waits for the disk or the
    /// network; any thread may call it.
    /// - Throws: why the media cannot be opened or decoded; ``PlaybackError/Code/superseded`` if `cancellation` has ended it.
    package static func of(
        _ uri: String, reach: NetworkReach = .everywhere, media: some MediaOpening, cancellation: CancellationToken
    ) throws(PlaybackError) -> String {
        let source = try media.open(uri, reach: reach, cancellation: cancellation)
        source.keepPackets(false)
        var failure: PlaybackError?
        do throws(MediaError) {
            var fingerprinter = try Fingerprinter(source.description.format)
            let buffer = PlaneBuffer(channelCount: source.description.format.channelCount, capacity: pieceSize)
            while !fingerprinter.isFull, !cancellation.isCancelled {
                let read = unsafe Self.read(source, into: buffer.planes)
                guard case .success(let count) = read, count > 0 else {
                    if case .failure(let error) = read, error.code != .media(.incomplete) { failure = error }
                    break
                }
                unsafe try fingerprinter.add(buffer.planes, count: count)
            }
            if cancellation.isCancelled { throw MediaError(.cancelled, "the fingerprint is no longer wanted") }
            if failure == nil { return try fingerprinter.finish() }
        } catch {
            throw PlaybackError(error, uri: uri)
        }
        throw failure ?? PlaybackError(.superseded, "the fingerprint is no longer wanted", uri: uri)
    }

    private static func read(_ source: any MediaSource, into planes: Fingerprinter.Planes) -> Result<Int, PlaybackError> {
        guard let base = planes.baseAddress else { return .success(0) }
        return Result { () throws(PlaybackError) in
            unsafe try source.read(into: UnsafeMutablePointer(mutating: base), capacity: pieceSize)
        }
    }
}
