import AudioTypes
import Media
import RealtimeAudio
import SystemSupport

/// The sound of a feed: what a renderer plays, in the server's format and at the volume. One thread uses it.
@safe struct FeedSound: ~Copyable {
    private let format: PCMFormat
    private let capacity: Int
    private let planes: Planes
    private let bytes: UnsafeMutableRawPointer
    /// The factor of the newest frame; `nil` before the first one and in silence.
    private var gain: Float?
    private var conversion: FeedConversion?
    private let filters: FeedFilters
    /// Whose sound the filters hold, and how many frames of it are still to be heard.
    private var held: (renderer: ObjectIdentifier, frames: Int)?

    /// Makes room for `capacity` frames at once, which go through `filters`.
    init(_ format: PCMFormat, capacity: Int, filters: FeedFilters) {
        self.format = format
        self.filters = filters
        self.capacity = capacity
        planes = Planes(format.stream.channelCount, capacity: capacity)
        unsafe bytes = .allocate(byteCount: capacity * format.frameBytes, alignment: 16)
        unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0, count: capacity * format.frameBytes)
    }

    deinit { unsafe bytes.deallocate() }

    /// Makes the next `count` frames behind the sound of `renderer`: what the filters hold of it, and then silence. Returns whether any of it
    /// is heard.
    mutating func makeRest(_ count: Int, behind renderer: Renderer?, gain wanted: Float) -> Bool {
        let count = min(count, capacity)
        guard let held, held.frames > 0, held.renderer == renderer.map(ObjectIdentifier.init) else {
            makeSilence(count)
            return false
        }
        clear(from: 0, count)
        unsafe filters.process(planes.pointers, count: count)
        clear(from: min(count, held.frames), count)
        self.held = (held.renderer, held.frames - count)
        store(wanted, count)
        return true
    }

    /// Makes `count` frames of silence behind which no sound before is heard any more.
    private mutating func makeSilence(_ count: Int) {
        gain = nil
        held = nil
        filters.rest()
        unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0, count: count * format.frameBytes)
    }

    /// Makes `count` frames of silence in which the sound of `renderer` stands where it is.
    mutating func stand(_ renderer: Renderer, _ count: Int, at time: CycleTime) {
        renderer.consumer.stand(time: time)
        makeSilence(min(count, capacity))
    }

    private func clear(from start: Int, _ count: Int) {
        for channel in 0..<format.stream.channelCount {
            unsafe (planes.buffer[channel] + start).update(repeating: 0, count: count - start)
        }
    }

    /// Returns how many frames of `renderer` are enough to make `count` frames.
    func framesNeeded(for count: Int, of renderer: Renderer) -> Int {
        guard renderer.format != format.stream else { return count }
        let (rate, wanted) = (Int(renderer.format.sampleRate.hertz), Int(format.stream.sampleRate.hertz))
        return (count * rate + wanted - 1) / wanted + 2 * Resampler.largestPiece
    }

    /// Takes the next `count` frames of `renderer`; the first of them is heard at `time`.
    /// - Parameter wanted: the linear factor of the volume. A change takes the whole time of these frames; sound that follows silence
    ///   begins with it.
    mutating func take(_ renderer: Renderer, _ count: Int, at time: CycleTime, gain wanted: Float) {
        let count = min(count, capacity)
        filters.begin()
        let late = Int64(filters.latency) * 1_000_000_000 / Int64(format.stream.sampleRate.hertz)
        let time = CycleTime(now: time.now, delay: time.delay + late)
        if renderer.format == format.stream {
            conversion = nil
            unsafe renderer.consumer.render(into: planes.pointers, frameCount: count, time: time)
        } else {
            convert(renderer, count, time)
        }
        // Filters hold what went in before a cut, and nothing of that may be heard, during the cut or behind it.
        if renderer.isCut { return makeSilence(count) }
        unsafe filters.process(planes.pointers, count: count)
        held = (ObjectIdentifier(renderer), filters.heldFrames)
        store(wanted, count)
    }

    /// Forgets what was being played when the server went away, and has `renderer` leave it.
    mutating func settle(_ renderer: Renderer) {
        conversion = nil
        gain = nil
        held = nil
        filters.rest()
        renderer.leaveAtOnce()
    }

    /// The bytes of the first `count` frames from byte `offset` on.
    func bytes(of count: Int, from offset: Int) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: bytes + offset, count: count * format.frameBytes - offset)
    }

    /// Sound that began for another output has its own format until the next track.
    private mutating func convert(_ renderer: Renderer, _ count: Int, _ time: CycleTime) {
        if conversion?.input != renderer.format {
            conversion = nil
            conversion = try? FeedConversion(from: renderer.format, to: format.stream)
        }
        let taken = unsafe conversion?.take(renderer, count, time, into: planes.buffer) ?? 0
        for channel in 0..<format.stream.channelCount {
            unsafe (planes.buffer[channel] + taken).update(repeating: 0, count: count - taken)
        }
    }

    /// Makes bytes of the first `count` frames, at the volume.
    private mutating func store(_ wanted: Float, _ count: Int) {
        apply(wanted, count)
        unsafe InterleavedSamples.store(planes.buffer, count: count, as: format.sample, to: bytes)
    }

    private mutating func apply(_ wanted: Float, _ count: Int) {
        let gain = gain ?? wanted
        self.gain = wanted
        if gain == 1, wanted == 1 { return }
        let step = (wanted - gain) / Float(max(1, count))
        for channel in 0..<format.stream.channelCount {
            let plane = unsafe planes.buffer[channel]
            for index in 0..<count { unsafe plane[index] *= gain + step * Float(index + 1) }
        }
    }
}

/// Converts what a renderer plays to another rate or layout, as much as is asked for.
@safe struct FeedConversion: ~Copyable {
    let input: StreamFormat
    private var resampler: Resampler
    private let planes: Planes

    init(from input: StreamFormat, to output: StreamFormat) throws {
        self.input = input
        resampler = try Resampler(from: input, to: output, name: "the player")
        planes = Planes(input.channelCount, capacity: resampler.pieceSize)
    }

    /// Stores `count` frames in `output`. The renderer is asked for as many as that takes.
    mutating func take(
        _ renderer: Renderer, _ count: Int, _ time: CycleTime, into output: UnsafeBufferPointer<UnsafeMutablePointer<Float>>
    ) -> Int {
        var (done, asked) = (0, Int64(0))
        let rate = Int64(input.sampleRate.hertz)
        while true {
            done += unsafe resampler.take(into: output, at: done, capacity: count - done)
            if done >= count { return done }
            let later = asked * 1_000_000_000 / rate
            unsafe renderer.consumer.render(
                into: planes.pointers, frameCount: resampler.pieceSize, time: CycleTime(now: time.now, delay: time.delay + later))
            unsafe resampler.put(planes.buffer, from: 0, count: resampler.pieceSize)
            asked += Int64(resampler.pieceSize)
        }
    }
}

/// Owns one run of floats for each channel.
@safe struct Planes: ~Copyable {
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private let count: Int

    init(_ count: Int, capacity: Int) {
        self.count = count
        unsafe pointers = .allocate(capacity: count)
        for channel in 0..<count {
            let plane = UnsafeMutablePointer<Float>.allocate(capacity: capacity)
            unsafe plane.initialize(repeating: 0, count: capacity)
            unsafe (pointers + channel).initialize(to: plane)
        }
    }

    deinit {
        for channel in 0..<count { unsafe pointers[channel].deallocate() }
        unsafe pointers.deallocate()
    }

    var buffer: UnsafeBufferPointer<UnsafeMutablePointer<Float>> {
        unsafe UnsafeBufferPointer(start: pointers, count: count)
    }
}
