import AudioTypes
import Testing

@testable import RealtimeAudio

/// One output of a shared sound, which a test calls cycle by cycle.
private final class Listener {
    let reader: SoundReader
    private(set) var heard: [[Float]]

    init(_ sound: SharedSound) {
        reader = SoundReader(sound)
        heard = Array(repeating: [], count: sound.format.channelCount)
    }

    func cycle(_ frames: Int, at now: Int64, latency: Int64 = 0) {
        let channels = heard.map { _ in UnsafeMutablePointer<Float>.allocate(capacity: max(1, frames)) }
        defer { for channel in channels { channel.deallocate() } }
        channels.withUnsafeBufferPointer { planes in
            guard let planes = planes.baseAddress else { return }
            reader.consumer.read(into: planes, frameCount: frames, now: now, latency: latency)
        }
        for (index, channel) in channels.enumerated() { heard[index] += UnsafeBufferPointer(start: channel, count: frames) }
    }
}

@Suite("A shared sound")
struct SharedSoundTests {
    private let harness = RenderHarness(channelCount: 2, capacity: 65_536, fade: 0)
    private let sound: SharedSound
    /// What the renderer plays.
    private let samples = (0..<60_000).map { Float($0 + 1) / 65_536 }

    init() {
        sound = SharedSound(harness.renderer)
        harness.begin(1, samples)
        harness.renderer.setPlays(true)
    }

    /// Expects of every frame of every channel that it is the one that belongs there, from `first` on.
    private func expect(_ listener: Listener, from first: Int, silence: Int = 0) {
        for (channel, heard) in listener.heard.enumerated() {
            let wanted = Array(repeating: 0, count: silence) + samples[first...].map { $0 + Float(channel) }
            #expect(heard == Array(wanted.prefix(heard.count)))
        }
    }

    @Test("is the same at each output, whoever is called first")
    func same() {
        let listeners = (0..<4).map { _ in Listener(sound) }
        var order = listeners
        for cycle in 0..<40 {
            order.append(order.removeFirst())
            for listener in order { listener.cycle(cycle % 3 == 0 ? 1_024 : 480, at: Int64(cycle)) }
        }
        for listener in listeners { expect(listener, from: 0) }
        #expect(listeners.allSatisfy { $0.reader.stepCount == 0 })
    }

    @Test("is joined in step, and left, without a gap at the others")
    func joins() {
        let (stays, comes, goes) = (Listener(sound), Listener(sound), Listener(sound))
        for cycle in 0..<30 {
            // Whoever comes may be called before or after the others.
            if cycle >= 10, cycle.isMultiple(of: 2) { comes.cycle(512, at: Int64(cycle)) }
            stays.cycle(512, at: Int64(cycle))
            if cycle >= 10, !cycle.isMultiple(of: 2) { comes.cycle(512, at: Int64(cycle)) }
            if cycle < 20 { goes.cycle(512, at: Int64(cycle)) }
        }
        expect(stays, from: 0)
        // What it gives in its first cycle may be heard one cycle late, so that is silence.
        expect(comes, from: 5_632, silence: 512)
        expect(goes, from: 0)
    }

    @Test("begins at all outputs in one cycle after a rest, although the graph runs one of them before the others")
    func awaited() {
        let (one, two) = (Listener(sound), Listener(sound))
        for cycle in 0..<10 {
            one.cycle(500, at: Int64(cycle))
            two.cycle(500, at: Int64(cycle))
        }
        sound.awaitReaders(2)
        one.cycle(500, at: 20)
        for cycle in 21..<30 {
            two.cycle(500, at: Int64(cycle))
            one.cycle(500, at: Int64(cycle))
        }
        let (before, after) = (Array(samples[..<5_000]), Array(samples[5_000..<9_000]))
        #expect(one.heard[0] == before + Array(repeating: 0, count: 1_000) + after)
        #expect(two.heard[0] == before + Array(repeating: 0, count: 500) + after)
        #expect(two.reader.stepCount == 0)
    }

    @Test("begins without an output whose device takes longer than a quarter of a second to wake up")
    func absent() {
        let (one, two) = (Listener(sound), Listener(sound))
        sound.awaitReaders(2)
        for cycle in 0..<40 { one.cycle(500, at: Int64(cycle) * 10_000_000) }
        #expect(one.heard[0] == Array(repeating: 0, count: 13_000) + Array(samples[..<7_000]))
        for cycle in 40..<44 {
            one.cycle(500, at: Int64(cycle) * 10_000_000)
            two.cycle(500, at: Int64(cycle) * 10_000_000)
        }
        // In step, after a cycle of silence.
        #expect(two.heard[0] == Array(repeating: 0, count: 500) + Array(samples[7_500..<9_000]))
        #expect(one.heard[0].suffix(500) == two.heard[0].suffix(500))
    }

    @Test("is awaited anew after a rest that came before all outputs had begun")
    func awaitedAgain() {
        let (one, two) = (Listener(sound), Listener(sound))
        sound.awaitReaders(2)
        one.cycle(500, at: 0)
        sound.awaitReaders(2)
        // Seconds later: the first wait would be over.
        let later: Int64 = 5_000_000_000
        one.cycle(500, at: later)
        for cycle in 1..<9 {
            one.cycle(500, at: later + Int64(cycle))
            two.cycle(500, at: later + Int64(cycle))
        }
        #expect(one.heard[0] == Array(repeating: 0, count: 1_500) + Array(samples[..<3_500]))
        #expect(two.heard[0] == Array(repeating: 0, count: 500) + Array(samples[..<3_500]))
    }

    @Test("is rendered a few frames more or less at a time where resamplers ask for that")
    func resamplers() {
        let (one, two) = (Listener(sound), Listener(sound))
        for cycle in 0..<60 {
            one.cycle(cycle.isMultiple(of: 2) ? 470 : 471, at: Int64(cycle))
            two.cycle(cycle.isMultiple(of: 3) ? 471 : 470, at: Int64(cycle))
        }
        expect(one, from: 0)
        expect(two, from: 0)
    }

    @Test("is heard in step again by an output that alone missed a cycle, and by all if all missed it")
    func missed() {
        let (one, two) = (Listener(sound), Listener(sound))
        for cycle in 0..<10 {
            one.cycle(256, at: Int64(cycle))
            if cycle != 5 { two.cycle(256, at: Int64(cycle)) }
        }
        expect(one, from: 0)
        #expect(two.heard[0] == Array(samples[..<1_280]) + Array(samples[1_536..<2_560]))
        #expect(two.reader.stepCount == 1)
        #expect(one.reader.stepCount == 0)
        for cycle in 20..<24 {
            one.cycle(256, at: Int64(cycle))
            two.cycle(256, at: Int64(cycle))
        }
        expect(one, from: 0)
        #expect(two.heard[0].last == one.heard[0].last)
    }

    @Test("is late at an output by exactly its delay, up to two seconds")
    func delayed() {
        let (prompt, late) = (Listener(sound), Listener(sound))
        late.reader.setDelay(0.5)
        for cycle in 0..<50 {
            prompt.cycle(1_000, at: Int64(cycle))
            late.cycle(1_000, at: Int64(cycle))
        }
        expect(prompt, from: 0)
        expect(late, from: 0, silence: RenderHarness.hertz / 2)
        let latest = Listener(sound)
        latest.reader.setDelay(9)
        for cycle in 50..<102 { latest.cycle(1_000, at: Int64(cycle)) }
        // After a cycle of silence it begins two seconds before the start of its second cycle, when nothing was played yet.
        #expect(latest.heard[0] == Array(repeating: 0, count: 51_000) + Array(samples[..<1_000]))
    }

    @Test("moves to another delay by a crossfade without a step")
    func changedDelay() {
        let listener = Listener(sound)
        for cycle in 0..<10 { listener.cycle(1_000, at: Int64(cycle)) }
        listener.reader.setDelay(0.02)
        for cycle in 10..<12 { listener.cycle(1_000, at: Int64(cycle)) }
        let heard = listener.heard[0]
        // The samples rise by one step a frame; a jump by the whole delay would be 1,000 of them.
        let steps = zip(heard, heard.dropFirst()).map { abs($1 - $0) * 65_536 }
        #expect((steps.max() ?? 0) < 4)
        #expect(Array(heard[11_000...]) == Array(samples[10_000..<11_000]))
    }

    @Test("goes on at the others while one output is silenced, which is in step again after that")
    func cut() {
        let (one, two) = (Listener(sound), Listener(sound))
        for cycle in 0..<30 {
            if cycle == 10 { two.reader.setCut(true) }
            if cycle == 20 { two.reader.setCut(false) }
            two.cycle(256, at: Int64(cycle))
            one.cycle(256, at: Int64(cycle))
        }
        expect(one, from: 0)
        #expect(two.heard[0] == Array(samples[..<2_560]) + Array(repeating: 0, count: 2_560) + Array(samples[5_120..<7_680]))
    }

    @Test("is left by the last output when it has played all that was rendered for the others")
    func leaving() {
        let (last, other) = (Listener(sound), Listener(sound))
        last.reader.setDelay(0.01)
        for cycle in 0..<4 {
            last.cycle(256, at: Int64(cycle))
            other.cycle(260, at: Int64(cycle))
        }
        last.reader.setMayLeave(true)
        last.cycle(256, at: 4)
        #expect(!last.reader.consumer.leaves())
        last.reader.setDelay(0)
        for cycle in 5..<10 { last.cycle(256, at: Int64(cycle)) }
        #expect(last.reader.consumer.leaves())
        #expect(last.reader.hasLeft)
        // The renderer goes on with the very next frame.
        let next = harness.render(8)
        #expect(last.heard[0].last == samples[samples.firstIndex(of: next[0]).map { $0 - 1 } ?? 0])
    }

    @Test("has the position of the primary output: its latency and its delay count, whoever renders")
    func position() throws {
        let (primary, other) = (Listener(sound), Listener(sound))
        primary.reader.setPrimary(true)
        primary.reader.setDelay(0.1)
        for cycle in 0..<20 {
            other.cycle(500, at: Int64(cycle) * 10_000_000, latency: 7)
            primary.cycle(500, at: Int64(cycle) * 10_000_000, latency: 30_000_000)
        }
        let anchor = try #require(harness.renderer.clock())
        #expect(anchor.now == 190_000_000)
        #expect(anchor.delay == 130_000_000)
        #expect(anchor.mediaFrame == 9_500)
    }
}
