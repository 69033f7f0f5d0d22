import Media
import MediaTypes
import PlayerModel

extension AnyMediaOpening {
    /// Opens media that a client sends, and waits for their first bytes. A failure ends the stream, and the client gets the
    /// error.
    func openPushed(_ uri: String, _ cancellation: CancellationToken) throws(PlaybackError) -> any MediaSource {
        guard let streams = pushed else { throw PushedStream.isGone(uri, uri) }
        let stream = try streams.stream(at: uri)
        let source = try PushedSource(stream, cancellation: cancellation)
        do throws(MediaError) {
            // The format of raw samples is known before any have come. Only a read shows whether there are any.
            if stream.samples != nil, try source.isEmpty() { throw Self.isEmpty(stream) }
            let reader = try AudioReader(
                source, name: stream.name, samples: stream.samples, keepsPackets: true, cancellation: cancellation)
            return MediaFileSource(reader, uri: uri, isRemote: true) { stream.end($0) }
        } catch {
            let failure = PlaybackError(explained(error, stream), uri: uri)
            if error.code != .cancelled { stream.end(failure) }
            throw failure
        }
    }

    private func explained(_ error: MediaError, _ stream: PushedStream) -> MediaError {
        guard error.code != .cancelled, stream.byteCount == 0 else { return error }
        return Self.isEmpty(stream)
    }

    private static func isEmpty(_ stream: PushedStream) -> MediaError {
        MediaError(.unsupported, "\(stream.name) is empty: the client sent nothing")
    }
}
