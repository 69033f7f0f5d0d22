import AudioTypes
import Synchronization

/// The place of one output in a ``SharedSound``, with its delay. Control makes it and gives it orders; the callback of the output
/// uses its ``consumer``. It keeps the sound.
@safe package final class SoundReader: Sendable {
    private let sound: SharedSound
    nonisolated(unsafe) private let state: UnsafeMutablePointer<SoundReaderState>

    /// Makes the side of one output. It begins with the first frame of the cycle in which it is called first; if others play the
    /// sound before it, with that of the second one.
    package init(_ sound: SharedSound) {
        self.sound = sound
        unsafe state = .allocate(capacity: 1)
        unsafe state.initialize(to: SoundReaderState(sound: sound.state))
    }

    deinit {
        unsafe state.deinitialize(count: 1)
        unsafe state.deallocate()
    }

    /// The side of the output's callback. It is valid as long as the reader lives.
    package var consumer: SoundConsumer { unsafe SoundConsumer(state) }

    // MARK: Control

    /// Sets how much later than by itself the output plays, in seconds, within ``AudioTypes/OutputDelay/range``. A change while the output
    /// plays is a short crossfade.
    package func setDelay(_ seconds: Double) {
        let bounded = min(max(0, seconds), OutputDelay.range.upperBound)
        let frames = FrameCount(seconds: bounded, at: sound.format.sampleRate).value
        unsafe state.pointee.wantedDelay.store(Int(frames), ordering: .relaxed)
    }

    /// Sets whether it is the primary output, by which positions are counted.
    package func setPrimary(_ isPrimary: Bool) { unsafe state.pointee.isPrimary.store(isPrimary, ordering: .relaxed) }

    /// Silences the output at once, without a fade, while the others go on; or lets it be heard again, in step with them.
    package func setCut(_ isCut: Bool) { unsafe state.pointee.isCut.store(isCut, ordering: .releasing) }

    /// Sets whether the output is the only one that is left, so that it may have the renderer for itself as soon as it has played
    /// what was rendered for the others.
    package func setMayLeave(_ mayLeave: Bool) { unsafe state.pointee.mayLeave.store(mayLeave, ordering: .releasing) }

    /// Whether the output has the renderer for itself.
    package var hasLeft: Bool { unsafe state.pointee.hasLeft.load(ordering: .acquiring) }

    /// How many times the output was brought in step again with the others, because it alone had missed a cycle.
    package var stepCount: UInt64 { unsafe state.pointee.steps.load(ordering: .relaxed) }
}

/// The state of a ``SoundReader``.
@safe struct SoundReaderState: ~Copyable {
    /// How long the crossfade is from one delay to another, in seconds.
    static var fadeSeconds: Double { 0.01 }

    let sound: UnsafeMutablePointer<SharedSoundState>
    let fadeLength: Int

    // MARK: Callback's thread only

    /// The number of the frame that the output would play next without a delay.
    var next: UInt64 = 0
    /// The cycle in which the output was called last; see ``SharedSoundState/cycle``.
    var cycle: Int64 = .min
    /// The cycle in which the output joined others, and is silent: the server may pass on what it gives then one cycle late, because
    /// the link to its sink is only coming into use.
    var silentCycle: Int64 = .min
    /// Whether `next` counts: the output has begun, and was not silenced since.
    var isInStep = false
    /// By how many frames the output is late, and by how many it was before the crossfade that is under way.
    var delay = 0
    var formerDelay = 0
    var fadeLeft = 0

    // MARK: Control to callback

    let wantedDelay = Atomic<Int>(0)
    let isPrimary = Atomic<Bool>(false)
    let isCut = Atomic<Bool>(false)
    let mayLeave = Atomic<Bool>(false)

    // MARK: Callback to control

    let hasLeft = Atomic<Bool>(false)
    let steps = Atomic<UInt64>(0)

    init(sound: UnsafeMutablePointer<SharedSoundState>) {
        unsafe self.sound = unsafe sound
        fadeLength = unsafe max(1, Int(Self.fadeSeconds * Double(sound.pointee.rate)))
    }
}
