package import AudioTypes

/// Looks into media without playing it.
package enum MediaProbe {
    /// What the container of a local file says about itself.
    ///
    /// Reads what is needed to know the tracks, and decodes at most a few packets. Blocks, on any thread.
    /// - Throws: every ``MediaError/Code`` but ``MediaError/Code/notSeekable``.
    package static func describe(
        _ location: MediaLocation, cancellation: CancellationToken = CancellationToken()
    ) throws(MediaError) -> MediaDescription {
        try describe(try FileSource(location, cancellation: cancellation), name: location.name, cancellation: cancellation)
    }

    /// What the container that comes from `source`, called `name` in messages, says about itself.
    package static func describe(
        _ source: any ByteSource, name: String, cancellation: CancellationToken = CancellationToken()
    ) throws(MediaError) -> MediaDescription {
        let demuxer = try Demuxer(source, name: name, cancellation: cancellation)
        if let chain = try demuxer.chain() { return chain.description }
        return try demuxer.description
    }

    /// How long the best audio track of a local file is heard, by going through all of it: to the frame. `nil` for a film, which is
    /// too much to read for that.
    ///
    /// Where all packets say how long they are, none is decoded: a minute of MP3 takes a millisecond or two. Elsewhere the whole is
    /// decoded, some hundred times faster than it plays. Blocks, on any thread.
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
