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
            if let latency = stream.latency { return try live(stream, source, latency, cancellation) }
            let reader = try AudioReader(
                source, name: stream.name, samples: stream.samples, keepsPackets: true, cancellation: cancellation)
            return MediaFileSource(reader, uri: uri, isRemote: true) { stream.end($0) }
        } catch {
            let failure = PlaybackError(explained(error, stream), uri: uri)
            if error.code != .cancelled { stream.end(failure) }
            throw failure
        }
    }

    private func live(
        _ stream: PushedStream, _ source: PushedSource, _ latency: Double, _ cancellation: CancellationToken
    ) throws(MediaError) -> any MediaSource {
        let input: any LiveInput
        var description: SourceDescription
        if let samples = stream.samples {
            input = try RawLiveInput(source, samples, name: stream.name)
            description = SourceDescription(
                format: input.format, codec: "pcm_\(samples.encoding.rawValue)",
                bitsPerSample: samples.encoding.sampleSize * 8, duration: nil, isSeekable: false, isRemote: true, tags: [:])
        } else {
            let contained = try ContainedLiveInput(source, name: stream.name, cancellation: cancellation)
            let info = contained.info
            input = contained
            description = SourceDescription(
                format: info.format, codec: info.track.codec, bitsPerSample: info.track.bitsPerSample,
                bitRate: info.track.bitRate, duration: nil, isSeekable: false, isRemote: true,
                tags: info.description.tags, hasPicture: info.description.hasPicture, replayGain: info.replayGain)
        }
        description.isLive = true
        return LiveSource(stream, input, description, latency: latency) { stream.end($0) }
    }

    private func explained(_ error: MediaError, _ stream: PushedStream) -> MediaError {
        guard error.code != .cancelled, stream.byteCount == 0 else { return error }
        return Self.isEmpty(stream)
    }

    private static func isEmpty(_ stream: PushedStream) -> MediaError {
        MediaError(.unsupported, "\(stream.name) is empty: the client sent nothing")
    }
}
