package import AudioTypes
package import MediaTypes

/// Reads the audio of media as planar 32-bit floats; the playback worker pulls its audio from here.
///
/// Frame 0 is the first audible frame: encoder delay and padding are cut. Any thread may use a reader, but only one at a time.
/// Only the ``CancellationToken`` may be used from other threads meanwhile.
package struct AudioReader: ~Copyable {
    /// What was found out about the media when it was opened.
    package let info: MediaInfo
    /// Cancels everything that this reader does, from any thread.
    package let cancellation: CancellationToken
    /// The format that ``read(into:capacity:)`` produces: the track's own, or the one that
    /// ``init(_:convertingTo:cancellation:)`` or ``convert(to:)`` set.
    package internal(set) var outputFormat: StreamFormat
    /// The next frame to read, counted in ``outputFormat``'s rate.
    package internal(set) var position = FrameCount.zero

    var track: TrackDecoder
    var resampler: Resampler?
    /// Samples on their way into the resampler.
    var scratch: PlaneBuffer?
    /// Makes samples that carry packets as they are, if the output format is such a one; `nil` before the first.
    var carrier: Carrier?
    /// Whether anything was asked for: what is wrong with the whole of the media counts from then on.
    var hasRead = false
    /// Whether the last step reached the end of the track.
    var hasEnded = false
    /// A failure that occurred after some frames of the same read. Those frames are returned first.
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

    /// Opens media that comes from `source`: a container, or bare `samples`. Messages call the media `name`.
    /// - Parameter keepsPackets: whether packets are kept for ``takePackets()`` from the first one on.
    package init(
        _ source: any ByteSource, name: String, samples: RawSamples? = nil, convertingTo format: StreamFormat? = nil,
        keepsPackets: Bool = false, cancellation: CancellationToken = CancellationToken()
    ) throws(MediaError) {
        let track = try TrackDecoder.open(
            source, name: name, samples: samples, keepsPackets: keepsPackets, cancellation: cancellation)
        let own = track.format
        let description = try track.description
        let audioTrack = track.audioTrack
        let info = MediaInfo(description: description, track: audioTrack, format: own)
        self.init(track, info, outputFormat: format ?? own, cancellation)
    }

    /// Sets all members at once, from complete values. If the members were set one by one from the track's own while others
    /// were still missing, Swift 6.3's optimiser released the array in the track's format once too often.
    private init(
        _ track: consuming TrackDecoder, _ info: MediaInfo, outputFormat: StreamFormat, _ cancellation: CancellationToken
    ) {
        self.track = track
        self.info = info
        self.outputFormat = outputFormat
        self.cancellation = cancellation
    }

    /// The number of packets, since the opening, that could not be decoded and were left out, or became damaged sound and were
    /// concealed. For hybrid WavPack also those whose correction is of no use, and one for a correction file that is.
    package var decodeErrorCount: Int { track.errorCount + track.correction.lossCount(hasRead: hasRead) }

    /// Whether ``seek(to:)`` can work.
    package var isSeekable: Bool { track.demuxer.isSeekable }
}

/// The reader alone owns everything in it, and nothing in it is bound to a thread.
extension AudioReader: @unchecked Sendable {}
