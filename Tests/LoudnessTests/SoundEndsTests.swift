import AudioTypes
import Glibc
import MediaTypes
import Testing

@testable import Loudness

@Suite("How sound begins and ends")
struct SoundEndsTests {
    /// The ends of mono sound whose level in decibels `level` gives for each second; `nil` is silence.
    private func measured(
        seconds: Double, rate: Int = 44_100, piece: Int = 4_096, hertz: Double = 440, level: (Double) -> Double?
    ) throws -> SoundEnds? {
        let format = StreamFormat(sampleRate: try #require(SampleRate(hertz: rate)), channelLayout: .mono)
        var meter = SoundEndsMeter(format)
        let count = Int(seconds * Double(rate))
        let plane = UnsafeMutablePointer<Float>.allocate(capacity: count)
        defer { plane.deallocate() }
        for index in 0..<count {
            let time = Double(index) / Double(rate)
            // A sine has 3 dB less than its largest value.
            plane[index] = level(time).map { Float(pow(10, ($0 + 3.010_3) / 20) * sin(2 * .pi * hertz * time)) } ?? 0
        }
        var position = 0
        while position < count {
            let length = min(piece, count - position)
            [plane + position].withUnsafeBufferPointer { meter.add($0, count: length) }
            position += length
        }
        return meter.ends
    }

    private func expect(_ found: Double, _ wanted: Double, at place: SourceLocation = #_sourceLocation) {
        #expect(abs(found - wanted) <= 0.05, "\(found) is not \(wanted)", sourceLocation: place)
    }

    @Test("silence at both ends is found to a twentieth of a second", arguments: [8_000, 44_100, 192_000], [4_096, 333])
    func silence(rate: Int, piece: Int) throws {
        let ends = try #require(
            try measured(seconds: 9, rate: rate, piece: piece) { (1.5..<8.25).contains($0) ? -20 : nil })
        #expect(abs(ends.level + 20) < 0.3)
        expect(ends.seconds ?? 0, 9)
        for decibels in [-65.0, -35, -23] {
            expect(ends.begins(at: decibels), 1.5)
            expect(ends.ends(at: decibels), 0.75)
        }
    }

    @Test("a fade-out in a straight line of decibels is found at each level, and sound that ends at once has none")
    func fade() throws {
        // From -16 dB to -76 dB in six seconds, then a second of silence.
        let ends = try #require(
            try measured(seconds: 27) { $0 < 20 ? -16 : $0 < 26 ? -16 - ($0 - 20) * 10 : nil })
        #expect(abs(ends.level + 16) < 0.5)
        for below in [6.0, 15, 30, 45, 57] { expect(ends.ends(at: -16 - below), 1 + 6 - below / 10) }
        expect(ends.begins(at: -31), 0)
        let abrupt = try #require(try measured(seconds: 5) { _ in -16 })
        for decibels in [-80.0, -31, -20] {
            expect(abrupt.ends(at: decibels), 0)
            expect(abrupt.begins(at: decibels), 0)
        }
    }

    @Test("a quiet part within does not count, and a rise is found")
    func within() throws {
        let ends = try #require(
            try measured(seconds: 20) { $0 < 3 ? -60 + $0 * 15 : (8..<12).contains($0) ? nil : -15 })
        expect(ends.begins(at: -30), 2)
        expect(ends.ends(at: -30), 0)
        #expect(abs(ends.level + 15) < 0.5)
    }

    @Test("sound beyond full scale, and of two channels, has its level, and the last part counts though it is short")
    func extremes() throws {
        let loud = try #require(try measured(seconds: 2) { _ in 10 })
        #expect(abs(loud.level - 10) < 0.3)
        expect(loud.ends(at: 6), 0)
        // The last hundredth of a second alone is loud.
        let short = try #require(try measured(seconds: 1.01) { $0 < 1 ? -60 : -10 })
        #expect(short.ends(at: -20) == 0 && abs((short.seconds ?? 0) - 1.01) < 0.001)
        var meter = SoundEndsMeter(StreamFormat(sampleRate: .cd, channelLayout: .stereo))
        let plane = UnsafeMutablePointer<Float>.allocate(capacity: 44_100)
        defer { plane.deallocate() }
        plane.initialize(repeating: 0.1, count: 44_100)
        [plane, plane].withUnsafeBufferPointer { meter.add($0, count: 44_100) }
        #expect(abs(try #require(meter.ends).level + 20) < 0.01)
        // What lies behind is not gone back to.
        meter.jump(to: 100)
        #expect(meter.ends?.seconds == 1)
    }

    @Test("a level or a length that cannot be makes none")
    func impossible() {
        let point = [SoundEnds.Point(decibels: -20, seconds: 1)]
        #expect(SoundEnds(level: -10, seconds: 86_400, beginning: point, ending: point) != nil)
        for (level, seconds) in [(101.0, 1.0), (-201, 1), (.nan, 1), (-10, -1), (-10, 86_401), (-10, .nan)] {
            #expect(SoundEnds(level: level, seconds: seconds, beginning: point, ending: point) == nil)
        }
    }

    @Test("silence has no ends, nor has sound that is no number")
    func nothing() throws {
        #expect(try measured(seconds: 3) { _ in nil } == nil)
        #expect(try measured(seconds: 3) { _ in -120 } == nil)
        #expect(try measured(seconds: 3) { _ in .nan } == nil)
        #expect(try measured(seconds: 3) { _ in .infinity } == nil)
        #expect(try measured(seconds: 0) { _ in -20 } == nil)
    }

    @Test("a part that was not looked at counts for the length alone")
    func jump() throws {
        var meter = SoundEndsMeter(StreamFormat(sampleRate: .cd, channelLayout: .mono))
        let plane = UnsafeMutablePointer<Float>.allocate(capacity: 44_100)
        defer { plane.deallocate() }
        plane.initialize(repeating: 0.25, count: 44_100)
        [plane].withUnsafeBufferPointer { meter.add($0, count: 44_000) }
        meter.jump(to: 441_000)
        [plane].withUnsafeBufferPointer { meter.add($0, count: 44_100) }
        plane.update(repeating: 0, count: 44_100)
        [plane].withUnsafeBufferPointer { meter.add($0, count: 44_100) }
        let ends = try #require(meter.ends)
        #expect(ends.seconds == 12 && abs(ends.level + 12.04) < 0.01)
        expect(ends.ends(at: -40), 1)
    }

    @Test("the bytes that are kept give the same again to a millisecond, and other bytes nothing")
    func bytes() throws {
        let ends = try #require(try measured(seconds: 27) { $0 < 1 ? nil : $0 < 20 ? -16 : -16 - ($0 - 20) * 10 })
        let bytes = ends.bytes
        #expect(bytes.count < 250)
        let again = try #require(SoundEnds(bytes: bytes))
        #expect(abs(again.level - ends.level) <= 0.005 && abs((again.seconds ?? 0) - 27) < 0.001)
        #expect(
            zip(again.beginning, ends.beginning).allSatisfy { $0.decibels == $1.decibels && abs($0.seconds - $1.seconds) < 0.001 }
        )
        #expect(zip(again.ending, ends.ending).allSatisfy { $0.decibels == $1.decibels && abs($0.seconds - $1.seconds) < 0.001 })
        #expect(again.bytes == bytes)
        for length in bytes.indices { #expect(SoundEnds(bytes: Array(bytes[..<length])) == nil) }
        #expect(SoundEnds(bytes: bytes + [0]) == nil && SoundEnds(bytes: [bytes[0] + 1] + bytes.dropFirst()) == nil)
        // Whatever is changed, nothing worse than other times comes of it.
        for index in bytes.indices {
            for value: UInt8 in [0, 0x7F, 0x80, 0xFF] {
                var changed = bytes
                changed[index] = value
                if let found = SoundEnds(bytes: changed) {
                    #expect((found.beginning + found.ending).allSatisfy { $0.seconds >= 0 && $0.seconds <= 86_400 })
                }
            }
        }
    }

    private func tags(_ start: String, _ end: String) -> SoundEnds? {
        SoundEnds(tags: ["mixramp_start": start, "mixramp_end": end])
    }

    @Test("tags of MixRamp are read, in any order of their levels, and times lie in between")
    func mixRamp() throws {
        let ends = try #require(tags("-90.00 0.10;-30.00 0.50;-10.50 1.50;", " -12.00 4.00; -60.00 1.00 ;"))
        #expect(ends.level == -10.5 && ends.seconds == nil)
        #expect(ends.begins(at: -100) == 0.1 && abs(ends.begins(at: -60) - 0.3) < 1e-9 && ends.begins(at: 0) == 1.5)
        #expect(ends.ends(at: -36) == 2.5 && ends.ends(at: -60) == 1)
    }

    @Test(
        "a damaged tag of MixRamp counts for nothing",
        arguments: [
            "", ";", "-20", "-20 1 2;", "-20,1;", "nan 1;", "-20 nan;", "-20 inf;", "-20 -1;", "-20 1e3;", "-20 0x1;",
            "-20 90000;",
            "-300 1;", "-60 2;-20 1;", "-20 1111111111111.1111;", "-20 ١;", String(repeating: "-20 1;", count: 65),
            String(repeating: " ", count: 3_000) + "-20 1;",
        ])
    func damaged(text: String) {
        let good = "-60 0.1;-20 0.5;"
        #expect(tags(good, good) != nil)
        #expect(tags(text, good) == nil)
        #expect(tags(good, text) == nil)
        #expect(SoundEnds(tags: ["mixramp_start": good]) == nil)
    }
}
