import AudioTypes
import Glibc
import Loudness
package import Media
package import MediaTypes

extension Transcoding {
    /// Converts the sound from `source` to `sink`. Blocks; any thread may call it. The source is only read; for a loudness it is
    /// read twice.
    /// - Parameters:
    ///   - name: what messages call the media.
    ///   - target: what messages call what is written.
    ///   - cancellation: ends the work at any time; what the sink has then is not complete.
    ///   - progress: called on this thread after each second of sound. With a loudness, both passes count.
    /// - Throws: ``MediaError/Code/unsupported`` if the format cannot store the sound or the part lies behind the end; nothing is
    ///   written then. ``MediaError/Code/notSeekable`` for a loudness of media that can be read only once,
    ///   ``MediaError/Code/cancelled``, what reading throws except ``MediaError/Code/incomplete``, and what the sink throws.
    package func run(
        from source: any ByteSource, name: String, to sink: any ByteSink, target: String,
        cancellation: CancellationToken = CancellationToken(), progress: (Progress) -> Void = { _ in }
    ) throws(MediaError) -> TranscodingResult {
        var change: LoudnessChange?
        if let loudness {
            guard source.isSeekable else {
                throw MediaError(
                    .notSeekable, "the loudness of \(name) cannot be changed: it can only be read once, from front to back")
            }
            change = try measure(
                loudness, ExcerptReader(source, name: name, self, cancellation, pass: 0, of: 2), progress)
        }
        let passes = loudness == nil ? 1 : 2
        var reader = try ExcerptReader(source, name: name, self, cancellation, pass: passes - 1, of: passes)
        // Read before anything is written, so that nothing is if there is nothing.
        var count = try reader.read(progress)
        guard count > 0 || excerpt.start.value == 0 else {
            throw MediaError(
                .unsupported, "the part of \(name) begins at \(excerpt.start.seconds) seconds, which is behind its end")
        }
        let factor = Float(pow(10, (change?.gain ?? 0) / 20))
        let tags = CarriedTags.of(reader.tags, gainChanges: change.map { $0.gain != 0 } ?? false)
        let format = format.keeping(bits: reader.bits, dithers: dithers)
        var writer = try AudioWriter(sink, format: format, input: reader.format, tags: tags, name: target)
        while count > 0 {
            if factor != 1 { reader.amplify(by: factor, count: count) }
            unsafe try writer.write(reader.planes, from: 0, count: count)
            count = try reader.read(progress)
        }
        try writer.finish()
        let stored = writer.stored
        let (framesIn, rateIn, rateOut) = (
            writer.writtenCount, Int64(reader.format.sampleRate.hertz), Int64(stored.sampleRate.hertz)
        )
        return TranscodingResult(
            input: reader.format, stored: stored, framesIn: framesIn,
            framesOut: FrameCount((framesIn.value * rateOut + rateIn / 2) / rateIn), loudness: change,
            reduction: format.reduction,
            damagedPacketCount: reader.damagedPacketCount, shortage: reader.shortage)
    }

    private func measure(
        _ goal: LoudnessGoal, _ reader: consuming ExcerptReader, _ progress: (Progress) -> Void
    ) throws(MediaError) -> LoudnessChange {
        var reader = reader
        var meter = try LoudnessMeter(reader.format, measures: [.integrated, .truePeak])
        while case let count = try reader.read(progress), count > 0 {
            unsafe try meter.add(reader.planes, from: 0, count: count)
        }
        return goal.change(integrated: meter.integrated, truePeak: meter.truePeak)
    }
}
