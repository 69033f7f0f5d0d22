package import AudioTypes
package import MediaTypes

/// Reads information about media without playing it.
package enum MediaProbe {
    /// Describes the container of a local file.
    ///
    /// Reads as much as is needed to know the tracks, and decodes a few packets at most. Blocks; any thread may call it.
    /// - Throws: every ``MediaError/Code`` but ``MediaError/Code/notSeekable``.
    package static func describe(
        _ location: MediaLocation, cancellation: CancellationToken = CancellationToken()
    ) throws(MediaError) -> MediaDescription {
        try describe(try FileSource(location, cancellation: cancellation), name: location.name, cancellation: cancellation)
    }

    /// Describes the container that comes from `source`. Messages call the media `name`.
    package static func describe(
        _ source: any ByteSource, name: String, cancellation: CancellationToken = CancellationToken()
    ) throws(MediaError) -> MediaDescription {
        let demuxer = try Demuxer(source, name: name, cancellation: cancellation)
        if let chain = try demuxer.chain() { return chain.description }
        if case .used(let exact) = try demuxer.wavPackCorrection(of: source) { return exact.described(try demuxer.description) }
        return try demuxer.description
    }

    /// Describes a track of a CUE sheet: the part of its file, with the tags that the sheet has for it.
    package static func describe(
        _ track: SheetTrack, cancellation: CancellationToken = CancellationToken()
    ) throws(MediaError) -> MediaDescription {
        let whole = try describe(track.target, cancellation: cancellation)
        let own = whole.tags.filter { !["title", "track", "cuesheet"].contains($0.key) }
        let length = track.length(of: whole.duration)
        return MediaDescription(
            container: whole.container, duration: length, durationIsExact: whole.durationIsExact && length != nil,
            durationIsWritten: whole.durationIsWritten, tags: own.merging(track.tags) { $1 }, hasPicture: whole.hasPicture,
            replayGain: track.replayGain(in: whole.replayGain), chapters: [], audio: whole.audio, video: whole.video)
    }

    /// Describes a part of a local file: its format and its tags, and the length of the part.
    package static func describe(
        _ range: MediaRange, of location: MediaLocation, cancellation: CancellationToken = CancellationToken()
    ) throws(MediaError) -> MediaDescription {
        let whole = try describe(location, cancellation: cancellation)
        let length = range.length(of: whole.duration)
        return MediaDescription(
            container: whole.container, duration: length, durationIsExact: whole.durationIsExact && length != nil,
            durationIsWritten: whole.durationIsWritten, tags: whole.tags, hasPicture: whole.hasPicture,
            replayGain: whole.replayGain.ofPart, chapters: [], audio: whole.audio, video: whole.video)
    }

    /// Measures the audible length of the best audio track of a local file, exact to the frame, by reading all of it. `nil` for
    /// a film, which is too large to read for that.
    ///
    /// If all packets say how long they are, none is decoded: a minute of MP3 takes a millisecond or two. Otherwise the whole
    /// track is decoded, some hundred times faster than it plays. Blocks; any thread may call it.
    /// - Throws: every ``MediaError/Code`` but ``MediaError/Code/notSeekable``.
    package static func measure(
        _ location: MediaLocation, cancellation: CancellationToken = CancellationToken()
    ) throws(MediaError) -> MediaTime? {
        let source = try FileSource(location, cancellation: cancellation)
        var demuxer = try Demuxer(source, name: location.name, cancellation: cancellation)
        guard try demuxer.description.video.isEmpty else { return nil }
        if let time = try demuxer.countPackets() { return time }
        var reader = try AudioReader(source, name: location.name, cancellation: cancellation)
        return try reader.measure()
    }
}
