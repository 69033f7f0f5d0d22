package import AudioTypes

/// Reads the audio of media as planar 32-bit floats: what the playback worker pulls from.
///
/// Frame 0 is the first audible frame: encoder delay and padding are cut. One thread at a time may use it, any one; only the
/// ``CancellationToken`` may be used from others meanwhile.
package struct AudioReader: ~Copyable {
    /// What was found at the opening.
    package let info: MediaInfo
    /// Ends everything this reader does, from any thread.
    package let cancellation: CancellationToken
    /// The format of what ``read(into:capacity:)`` gives; the track's own until ``convert(to:)``.
    package internal(set) var outputFormat: StreamFormat
    /// The frame that is read next, counted in ``outputFormat``'s rate.
    package internal(set) var position = FrameCount.zero

    var track: TrackDecoder
    var resampler: Resampler?
    /// Samples on their way into the resampler.
    var scratch: PlaneBuffer?
    /// Whether the last step came to the end of the track.
    var hasEnded = false
    /// A failure that came after some frames of the same read; those go out first.
    var failure: MediaError?

    /// Opens a local file.
    /// - Throws: every ``MediaError/Code`` but ``MediaError/Code/notSeekable``.
    package init(
        _ location: MediaLocation, convertingTo format: StreamFormat? = nil, cancellation: CancellationToken = CancellationToken()
    ) throws(MediaError) {
        try self.init(
            try FileSource(location, cancellation: cancellation), name: location.name, convertingTo: format,
            cancellation: cancellation)
    }

    /// Opens media that comes from `source`, called `name` in messages: a container, or bare `samples`.
    package init(
        _ source: any ByteSource, name: String, samples: RawSamples? = nil, convertingTo format: StreamFormat? = nil,
        cancellation: CancellationToken = CancellationToken()
    ) throws(MediaError) {
        let track = try TrackDecoder.open(source, name: name, samples: samples, cancellation: cancellation)
        let own = track.format
        let description = try track.description
        let audioTrack = track.audioTrack
        let gain = unsafe ReplayGain(tags: description.tags, codec: audioTrack.codec)
            .completed(by: ReplayGain(track.demuxer.stream))
        let info = MediaInfo(description: description, track: audioTrack, format: own, replayGain: gain)
        self.init(track, info, outputFormat: format ?? own, cancellation)
    }

    /// All at once, and from values that are complete: Swift 6.3's optimiser released the array in the track's format once too often
    /// where the members were set one by one from the track's own while the rest was still missing.
    private init(
        _ track: consuming TrackDecoder, _ info: MediaInfo, outputFormat: StreamFormat, _ cancellation: CancellationToken
    ) {
        self.track = track
        self.info = info
        self.outputFormat = outputFormat
        self.cancellation = cancellation
    }

    /// Packets that could not be decoded, or became damaged sound, and were left out or concealed since the opening.
    package var decodeErrorCount: Int { track.errorCount }

    /// Whether ``seek(to:)`` can work.
    package var isSeekable: Bool { track.demuxer.isSeekable }
}

/// Everything in it is owned by it alone and bound to no thread.
extension AudioReader: @unchecked Sendable {}
