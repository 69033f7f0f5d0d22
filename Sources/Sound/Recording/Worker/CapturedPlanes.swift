import AudioTypes
import Media
import RealtimeAudio

/// Pointers to the samples of each channel, in the form in which a writer takes them.
@safe struct CapturedPlanes: ~Copyable {
    typealias Planes = AudioReader.Planes

    /// How many frames of silence there are.
    static let silentCount = 4_096

    private let pointers: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>
    private let silence: UnsafeMutablePointer<Float>
    /// The channels of what comes in that are recorded, from 0 on; `nil` for all.
    private let picks: [Int]?

    /// Makes planes of the channels that are recorded by `plan`.
    init(_ plan: RecordingPlan) {
        let channelCount = plan.input.channelCount
        picks = plan.picks?.channels
        unsafe silence = .allocate(capacity: Self.silentCount)
        unsafe silence.initialize(repeating: 0, count: Self.silentCount)
        unsafe pointers = .allocate(capacity: channelCount)
        for channel in 0..<channelCount { unsafe pointers.initializeElement(at: channel, to: silence) }
    }

    deinit {
        unsafe pointers.deallocate()
        unsafe silence.deallocate()
    }

    /// Returns the planes of the frames that `consumer` has counted. They are only read, although the type allows more.
    func planes(of consumer: CaptureConsumer) -> Planes {
        for channel in unsafe pointers.indices {
            unsafe pointers[channel] = UnsafeMutablePointer(
                mutating: consumer.samples(ofChannel: picks?[channel] ?? channel))
        }
        return unsafe Planes(pointers)
    }

    /// Returns the planes of the frames that `consumer` has counted in one channel, with those of `second` in another.
    func planes(of consumer: CaptureConsumer, beside second: SecondSource) -> Planes {
        unsafe pointers[0] = UnsafeMutablePointer(mutating: consumer.samples(ofChannel: 0))
        unsafe pointers[1] = second.samples
        return unsafe Planes(pointers)
    }

    /// Returns planes of silence with the frames of `second` in the second channel.
    func silentPlanes(beside second: SecondSource) -> Planes {
        unsafe (pointers[0], pointers[1]) = (silence, second.samples)
        return unsafe Planes(pointers)
    }

    /// Returns planes of ``silentCount`` frames of silence.
    func silentPlanes() -> Planes {
        for channel in unsafe pointers.indices { unsafe pointers[channel] = silence }
        return unsafe Planes(pointers)
    }
}
