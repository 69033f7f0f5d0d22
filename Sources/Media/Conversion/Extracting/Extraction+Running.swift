import AudioTypes
package import Media
package import MediaTypes

extension Extraction {
    /// Copies the packets from `source` to `sink`. Blocks; any thread may call it. The source is only read.
    /// - Parameters:
    ///   - name: what messages call the media.
    ///   - target: what messages call what is written.
    ///   - cancellation: ends the work at any time; what the sink has then is not complete.
    ///   - progress: called on this thread, some times a second at most for usual media.
    /// - Throws: ``MediaError/Code/unsupported`` if the container cannot hold the packets or the part lies behind the end;
    ///   nothing is written then. ``MediaError/Code/cancelled``, what the opening of media throws, and what the sink throws.
    package func run(
        from source: any ByteSource, name: String, to sink: any ByteSink, target: String,
        cancellation: CancellationToken = CancellationToken(), progress: (Progress) -> Void = { _ in }
    ) throws(MediaError) -> ExtractionResult {
        var reader = try PacketReader(source, name: name, track: track, cancellation: cancellation)
        let links = reader.links
        let container = try self.container(for: reader.format, isChain: !links.isEmpty, name: name)
        var result = ExtractionResult(container: container, format: reader.format)
        let total = excerpt.seconds(of: reader.description.duration)
        // The seconds of the links that lie before the current one.
        var offset = 0.0
        for number in 0..<max(1, links.count) {
            if number > 0 { reader = try PacketReader(links[number], name: name, cancellation: cancellation) }
            let rate = reader.format.sampleRate
            let shift = FrameCount(seconds: offset, at: rate).value
            let wanted = excerpt.frames(at: rate)
            guard wanted.upperBound > shift else { break }
            let part = (wanted.lowerBound - shift)..<(wanted.upperBound == .max ? .max : wanted.upperBound - shift)
            var copy = TrackCopy(part, container: container, excerpt: excerpt, isPart: !excerpt.isEverything)
            try copy.run(&reader, to: sink, target: target) { done in
                progress(Progress(done: max(0, offset + done - excerpt.start.seconds), total: total))
            }
            copy.add(to: &result, isFirst: result.packetCount == 0)
            offset += Double(reader.packet.end) / Double(rate.hertz)
            if excerpt.end == nil, number == max(1, links.count) - 1 { result.endsEarly = try reader.endsEarly() }
        }
        guard result.packetCount > 0 else {
            throw MediaError(
                .unsupported,
                "\(name) has \(Self.text(of: offset)) seconds, and the part begins at \(Self.text(of: excerpt.start.seconds))")
        }
        progress(Progress(done: total ?? offset, total: total ?? offset))
        return result
    }

    /// Formats `seconds` with one decimal.
    private static func text(of seconds: Double) -> String {
        let tenths = Int((max(0, min(seconds, 1e9)) * 10).rounded(.down))
        return "\(tenths / 10).\(tenths % 10)"
    }
}
