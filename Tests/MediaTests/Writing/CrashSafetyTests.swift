import AudioTypes
import MediaTypes
import TestSupport
import Testing

@testable import Media

@Suite("What the sink has when the writing stops")
struct CrashSafetyTests {
    @Test("after a flush all but less than a second can be decoded", arguments: WrittenSound.all, [true, false])
    func flushed(_ written: WrittenSound, canRewrite: Bool) throws {
        let written = written.with(frames: 150_001)
        let sink = MemorySink(canRewrite: canRewrite)
        var writer = try AudioWriter(sink, format: written.format, input: written.input, name: "test")
        try WrittenSound.write(written.sound, to: &writer, flushingEvery: 44_100)
        try writer.flush()
        let durable = Int(writer.durableCount.value)
        #expect(writer.writtenCount == FrameCount(150_001))
        #expect(durable > 150_001 - 44_100 / 2 && durable <= 150_001)
        let sound = try Sound(decoding: sink.bytes)
        let decodable = durable * written.storedRate / written.rate
        // The first packet of MP3 states LAME's delay when it is finished, and always that there is a decoder's.
        let lead = written.format.container == .mp3 ? 576 + (canRewrite ? 0 : 529) : written.lead(in: sink.bytes)
        #expect(sound.count >= lead + decodable)
        let error = sound.part(from: lead, count: decodable).error(against: written.expected)
        #expect(error < (written.format.isLossless ? 1e-12 : RoundTripTests.tolerance))
    }

    @Test("without a flush, no more than a second and the codec's delay is missing", arguments: WrittenSound.all)
    func unflushed(_ written: WrittenSound) throws {
        // Lengths in WAV and AIFF are corrected by a flush only.
        guard ![.wave, .aiff].contains(written.format.container) else { return }
        let written = written.with(frames: 200_000)
        let sink = MemorySink()
        _ = try written.write(to: sink, finishing: false)
        let stored = try Sound(decoding: sink.bytes).count - written.lead(in: sink.bytes)
        let missing = written.frames - stored * written.rate / written.storedRate
        #expect(missing < 44_100 + 10_000)
    }

    @Test("the file can be read after every flush", arguments: WrittenSound.all)
    func everyFlush(_ written: WrittenSound) throws {
        let sink = MemorySink()
        var writer = try AudioWriter(sink, format: written.format, input: written.input, name: "test")
        let piece = written.with(frames: 22_050).sound
        for turn in 1...6 {
            try WrittenSound.write(piece, to: &writer)
            try writer.flush()
            let decodable = Int(writer.durableCount.value) * written.storedRate / written.rate
            #expect(try Sound(decoding: sink.bytes).count >= decodable)
            #expect(writer.writtenCount == FrameCount(Int64(turn) * 22_050))
        }
    }

    @Test("an error of the sink comes back, and the sink is left alone after it", arguments: WrittenSound.all)
    func fullDisk(_ written: WrittenSound) throws {
        let written = written.with(frames: 30_000)
        let whole = MemorySink()
        _ = try written.write(to: whole, flushingEvery: 9_000)
        let size = whole.bytes.count
        for limit in [0, 1, 7, 43, 44, 100, 511] + Array(stride(from: 600, to: size, by: max(1, size / 23))) + [size - 1]
        where limit < size {
            let sink = MemorySink(limit: limit)
            #expect(throws: MemorySink.full) { _ = try written.write(to: sink, flushingEvery: 9_000) }
            #expect(sink.callsAfterFailure == 0)
            #expect(sink.bytes.count <= limit)
        }
    }

    @Test("after an error, every call throws it again", arguments: WrittenSound.all)
    func failsForGood(_ written: WrittenSound) throws {
        let sink = MemorySink(limit: 3_000)
        guard var writer = try? AudioWriter(sink, format: written.format, input: written.input, name: "test") else { return }
        #expect(throws: MemorySink.full) {
            try WrittenSound.write(written.sound, to: &writer, flushingEvery: 10_000)
            try writer.finish()
        }
        #expect(throws: MemorySink.full) { try writer.flush() }
        #expect(throws: MemorySink.full) { try WrittenSound.write(written.sound, to: &writer) }
        #expect(throws: MemorySink.full) { try writer.finish() }
        #expect(sink.callsAfterFailure == 0)
    }
}
