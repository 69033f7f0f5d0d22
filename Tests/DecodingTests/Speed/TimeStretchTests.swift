import AudioTypes
import Testing

import func Glibc.sin

@testable import Decoding

@Suite("Sound that is faster or slower at the same pitch")
struct TimeStretchTests {
    private static let rate = 44_100.0

    /// Stretches channels in pieces of `piece` frames, and answers the channels that come out. Behind what was written lies `behind`.
    private func stretch(
        _ channels: [[Float]], speed: Double, piece: Int = 1_000, at sampleRate: SampleRate = .cd, behind: Float? = nil
    ) -> [[Float]] {
        let stretch = TimeStretch(speed: speed, channelCount: channels.count, sampleRate: sampleRate)
        let spare = behind == nil ? 0 : 16_384
        let length = channels[0].count
        var result = [[Float]](repeating: [], count: channels.count)
        let planes = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: channels.count)
        for channel in channels.indices { planes[channel] = .allocate(capacity: piece) }
        defer {
            for channel in channels.indices { planes[channel].deallocate() }
            planes.deallocate()
        }
        func take() {
            while case let count = stretch.read(into: planes, capacity: piece), count > 0 {
                for channel in channels.indices { result[channel] += (0..<count).map { planes[channel][$0] } }
            }
        }
        for start in stride(from: 0, to: length, by: piece) {
            let count = min(piece, length - start)
            let room = stretch.writeRegion(count + spare)
            if let behind {
                for channel in channels.indices { for index in 0..<spare { room[channel][count + index] = behind } }
            }
            for channel in channels.indices { for index in 0..<count { room[channel][index] = channels[channel][start + index] } }
            stretch.commit(count)
            take()
        }
        stretch.finish(length: Int64((Double(length) / speed).rounded()))
        take()
        return result
    }

    private func noise(_ count: Int, seed: UInt64 = 1) -> [Float] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { _ in Float.random(in: -0.5...0.5, using: &generator) }
    }

    private func sine(_ hertz: Double, _ count: Int) -> [Float] {
        (0..<count).map { Float(0.5 * sin(2 * .pi * hertz * Double($0) / Self.rate)) }
    }

    @Test(
        "it lasts as long as its speed says, to the frame, and begins and ends as it was recorded",
        arguments: [0.25, 0.5, 0.8, 0.95, 1.05, 1.35, 1.5, 2, 3, 4])
    func length(speed: Double) {
        let media = noise(30_011)
        let heard = stretch([media], speed: speed)[0]
        #expect(heard.count == Int((30_011 / speed).rounded()))
        #expect(heard.prefix(64) == media.prefix(64) && heard.suffix(64) == media.suffix(64))
    }

    @Test("what lies in memory behind the sound decides nothing", arguments: [0.25, 0.3, 0.4, 1.5])
    func behindTheEnd(speed: Double) throws {
        let rate = try #require(SampleRate(hertz: 192_000))
        for seed in 1...24 {
            let media = noise(9_000 + 331 * seed, seed: UInt64(seed))
            let heard = stretch([media], speed: speed, at: rate, behind: 0)[0]
            #expect(stretch([media], speed: speed, at: rate, behind: .infinity)[0] == heard, "\(seed)")
            #expect(stretch([media], speed: speed, at: rate, behind: media[0])[0] == heard, "\(seed)")
        }
    }

    @Test("sound that is shorter than the joints are far apart has no hole in it", arguments: [0.25, 0.5])
    func shorterThanAJoint(speed: Double) {
        let media = noise(441)
        let heard = stretch([media], speed: speed)[0]
        let end = heard.lastIndex { $0 != 0 } ?? 0
        #expect(end >= 440)
        #expect(!heard[...end].split(separator: 0, omittingEmptySubsequences: false).contains { $0.isEmpty })
    }

    @Test("sound of a few frames keeps its length, too", arguments: [0.25, 0.75, 1.5, 4])
    func short(speed: Double) {
        for count in [0, 1, 2, 7, 100, 353, 800, 1_500, 2_500] {
            let heard = stretch([noise(count)], speed: speed, piece: 64)[0]
            #expect(heard.count == Int((Double(count) / speed).rounded()), "\(count) frames")
        }
    }

    @Test("its pitch stays within a cent", arguments: [0.5, 0.75, 1.25, 1.5, 2], [110, 440, 997, 3_000.5])
    func pitch(speed: Double, hertz: Double) {
        // Without the last crossfade: behind it, the end is where it has to be.
        let heard = stretch([sine(hertz, 66_150)], speed: speed)[0].dropLast(2_000)
        // Where the waveform rises through 0.
        let crossings = (1..<heard.count).compactMap { index -> Double? in
            let (before, after) = (Double(heard[index - 1]), Double(heard[index]))
            return before < 0 && after >= 0 ? Double(index) - after / (after - before) : nil
        }
        guard let first = crossings.first, let last = crossings.last else { return #expect(Bool(false), "no tone") }
        let measured = Double(crossings.count - 1) / (last - first) * Self.rate
        // A cent is 1/1,200 of an octave.
        #expect(abs(measured / hertz - 1) < 0.000_577, "\(measured) Hz at \(speed)")
    }

    // In silence the waveform alone keeps each click. Over a tone they are lost and doubled if joints do not wait for them.
    @Test("each click is heard once, at its full level and within 5 ms of its time", arguments: [0.75, 1.25, 1.5], [0, 0.1])
    func clicks(speed: Double, tone: Float) {
        var media = (0..<88_200).map { tone * Float(sin(2 * .pi * 220 * Double($0) / Self.rate)) }
        let places = (0..<20).map { 3_000 + $0 * 4_157 }
        for place in places { for step in 0..<20 { media[place + step] = 0.8 - 0.04 * Float(step) } }
        let heard = stretch([media], speed: speed)[0]
        let begins = heard.indices.filter { heard[$0] > 0.5 && ($0 < 50 || heard[($0 - 50)..<$0].allSatisfy { $0 <= 0.5 }) }
        #expect(begins.count == places.count)
        for (place, begin) in zip(places, begins) {
            let wanted = Double(place) / speed
            #expect(abs(Double(begin) - wanted) < 0.005 * Self.rate && heard[begin] > 0.75, "\(place) at \(begin)")
        }
    }

    @Test("channels that are the same stay the same, and opposite ones stay opposite")
    func channels() {
        let media = zip(noise(30_000), sine(220, 30_000)).map { $0 * 0.3 + $1 }
        let heard = stretch([media, media.map { -$0 }, media], speed: 1.5)
        #expect(heard[0] == heard[2] && heard[1] == heard[0].map { -$0 })
    }

    @Test("it is the same in pieces of whatever size", arguments: [0.6, 1.7])
    func pieces(speed: Double) {
        let media = zip(noise(40_000), sine(330, 40_000)).map { $0 * 0.1 + $1 }
        let whole = stretch([media], speed: speed, piece: 40_000)
        for piece in [97, 2_048] { #expect(stretch([media], speed: speed, piece: piece) == whole) }
    }

    @Test("what is no number does no harm to what comes later")
    func noNumbers() {
        var media = sine(440, 60_000)
        for place in 10_000..<10_020 { media[place] = place % 2 == 0 ? .nan : .infinity }
        let heard = stretch([media], speed: 1.5)[0]
        #expect(heard.count == 40_000)
        #expect(heard.suffix(25_000).allSatisfy { $0.isFinite })
    }
}
