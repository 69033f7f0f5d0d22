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
        return try demuxer.chain()?.description ?? demuxer.description
    }
}
