import AudioTypes
import Media
import RealtimeAudio

/// The sound of a broadcast, always in one format: what comes in a buffer, with the gain of its loudness, and silence. Nothing of it clicks:
/// where sound stops or begins in the middle of a wave, some milliseconds between it and the silence lead from one to the other. No frame of the
/// sound itself is changed. One thread uses it.
@safe struct BroadcastSound: ~Copyable {
    /// The most frames at a time: more than come out of a portion at any rate, with a way before them.
    private static let capacity = 20_480
    /// How many of them come from the buffer at a time.
    private static let portion = 1_024
    /// How far a sample may jump, a part of full scale, without being led there.
    private static let audibleJump: Float = 0.02

    let format: StreamFormat
    private let made: PlaneBuffer
    private var incoming: PlaneBuffer
    private var buffer: CaptureBuffer?
    private var resampler: Resampler?
    /// The last sample of each channel that was made.
    private var last: [Float]
    /// The gain of what comes.
    private var gain: Float = 1
    /// Whether what comes does not follow what was made last.
    private var isJump = true
    /// How long a way between two samples is, in frames.
    private let wayFrames: Int

    init(_ format: StreamFormat) {
        self.format = format
        made = PlaneBuffer(channelCount: format.channelCount, capacity: Self.capacity)
        incoming = PlaneBuffer(channelCount: 0, capacity: 0)
        last = Array(repeating: 0, count: format.channelCount)
        wayFrames = min(Self.portion, Int(format.sampleRate.hertz) / 200)
    }

    /// What was made last.
    var planes: AudioReader.Planes { unsafe made.planes }

    /// Takes the sound out of another buffer from now on.
    mutating func follow(_ buffer: CaptureBuffer?) {
        self.buffer = buffer
        isJump = true
        resampler = nil
        guard let input = buffer?.format else { return }
        incoming = PlaneBuffer(channelCount: input.channelCount, capacity: Self.portion)
        if input == format { return }
        resampler = try? Resampler(from: input, to: format, name: "the player")
        // Sound that nothing converts is silence.
        if resampler == nil { self.buffer = nil }
    }

    /// Whether sound waits.
    mutating func hasMore() -> Bool {
        while let consumer = buffer?.consumer {
            switch consumer.next(atMost: 1) {
            case .nothing: return false
            case .frames: return true
            case .marker(let marker):
                gain = marker.gain.isFinite ? marker.gain : 1
                // The beginning of a track follows the one before without a gap.
                if marker.place.mediaFrame != 0 || marker.missingFrames > 0 { isJump = true }
            }
        }
        return false
    }

    /// How long the sound lasts that waits, in nanoseconds.
    var waiting: Int64 { buffer.map { Int64($0.fillCount) * 1_000_000_000 / Int64($0.format.sampleRate.hertz) } ?? 0 }

    /// Whether the thread may sleep until so much of a second waits.
    func maySleep(piecesPerSecond: Int) -> Bool {
        guard let buffer else { return true }
        return buffer.consumer.maySleep(untilWaiting: max(1, Int(buffer.format.sampleRate.hertz) / piecesPerSecond))
    }

    /// Makes the next frames of what waits, and returns how many. Call it after ``hasMore()``.
    mutating func take() -> Int {
        guard let buffer else { return 0 }
        let consumer = buffer.consumer
        let most = min(Self.portion, resampler?.pieceSize ?? Self.portion)
        guard case .frames(let count) = consumer.next(atMost: most) else { return 0 }
        for channel in 0..<buffer.format.channelCount {
            let plane = unsafe incoming.planes[channel]
            unsafe plane.update(from: consumer.samples(ofChannel: channel), count: count)
            if gain != 1 { for frame in 0..<count { unsafe plane[frame] *= gain } }
        }
        consumer.release(count)
        // Room for a way to the first of them.
        let start = wayFrames
        var filled = start
        if resampler != nil {
            unsafe resampler?.put(incoming.planes, from: 0, count: count)
            filled += unsafe resampler?.take(into: made.planes, at: start, capacity: Self.capacity - start) ?? 0
            // More than there is room for comes out at no ratio of rates that sound has.
            while let rest = unsafe resampler?.take(into: nil, at: 0, capacity: Self.capacity), rest > 0 {}
        } else {
            for channel in 0..<format.channelCount {
                unsafe (made.planes[channel] + start).update(from: incoming.planes[channel], count: count)
            }
            filled += count
        }
        guard filled > start else { return 0 }
        return finish(from: start, to: filled)
    }

    /// Leads to the sound between `start` and `end` where it does not follow what was made last, and moves it to the beginning.
    private mutating func finish(from start: Int, to end: Int) -> Int {
        let leads = isJump && jumps(toFrame: start)
        isJump = false
        for channel in 0..<format.channelCount {
            let plane = unsafe made.planes[channel]
            if leads {
                let (from, to) = (last[channel], unsafe plane[start])
                for frame in 0..<start { unsafe plane[frame] = from + (to - from) * Self.way(frame, of: start) }
            } else {
                unsafe plane.update(from: plane + start, count: end - start)
            }
            last[channel] = unsafe plane[(leads ? end : end - start) - 1]
        }
        return leads ? end : end - start
    }

    private func jumps(toFrame frame: Int) -> Bool {
        for channel in 0..<format.channelCount where abs(unsafe made.planes[channel][frame] - last[channel]) > Self.audibleJump {
            return true
        }
        return false
    }

    /// Makes up to `most` frames of silence, and returns how many.
    mutating func makeSilence(atMost most: Int) -> Int {
        let count = min(most, Self.capacity)
        for channel in 0..<format.channelCount {
            let plane = unsafe made.planes[channel]
            unsafe plane.update(repeating: 0, count: count)
            let from = last[channel]
            if abs(from) > 1e-6 {
                for frame in 0..<min(count, wayFrames) { unsafe plane[frame] = from * (1 - Self.way(frame, of: wayFrames)) }
            }
            last[channel] = 0
        }
        isJump = true
        return count
    }

    /// How much of a way of `count` frames is done with frame `frame`, 0…1: smooth at both ends.
    private static func way(_ frame: Int, of count: Int) -> Float {
        let part = Float(frame + 1) / Float(count + 1)
        return part * part * (3 - 2 * part)
    }
}
