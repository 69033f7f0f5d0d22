package import AudioTypes

/// Runs a ``Crossfeed`` in the callback, on the left and the right channel in front.
///
/// Only the thread that plays calls what is marked as free of locks, and one at a time.
package struct CrossfeedMixer: ~Copyable {
    /// Whether there is a left and a right channel to mix.
    package let isNeutral: Bool

    private let left: Int
    private let right: Int
    private let own: BiquadCoefficients
    private let other: BiquadCoefficients
    private var leftMemory = Memory()
    private var rightMemory = Memory()

    /// What the filters of one input remember. Both are of first order, so one number is enough for each.
    private struct Memory {
        var own = 0.0
        var other = 0.0

        @_noLocks
        mutating func settle() {
            if !(abs(own) > 1e-30) { own = 0 }
            if !(abs(other) > 1e-30) { other = 0 }
        }
    }

    /// Makes what runs a crossfeed for a layout at a sample rate.
    package init(_ crossfeed: Crossfeed, for layout: ChannelLayout, at rate: SampleRate) {
        let left = layout.channels.firstIndex(of: .frontLeft)
        let right = layout.channels.firstIndex(of: .frontRight)
        isNeutral = left == nil || right == nil
        (self.left, self.right) = (left ?? 0, right ?? 0)
        (own, other) = (crossfeed.own(at: rate), crossfeed.other(at: rate))
    }

    /// Callback: forgets the sound, for one that begins anew.
    @_noLocks
    package mutating func reset() { (leftMemory, rightMemory) = (Memory(), Memory()) }

    /// Callback: whether nothing rings.
    package var isAtRest: Bool {
        @_noLocks get { leftMemory.own == 0 && leftMemory.other == 0 && rightMemory.own == 0 && rightMemory.other == 0 }
    }

    /// Callback: mixes `count` frames in place. There are as many planes as channels of the layout. A sample that is no number, or more than
    /// 1,000,000 in size, counts as 0.
    @unsafe @_noLocks
    package mutating func process(_ planes: UnsafePointer<UnsafeMutablePointer<Float>>, count: Int) {
        if isNeutral { return }
        let (leftPlane, rightPlane) = unsafe (planes[left], planes[right])
        var (one, two) = (leftMemory, rightMemory)
        for frame in 0..<count {
            let leftSample = unsafe Double(SampleBounds.kept(leftPlane[frame]))
            let rightSample = unsafe Double(SampleBounds.kept(rightPlane[frame]))
            let (leftOwn, rightOwn) = (own.b0 * leftSample + one.own, own.b0 * rightSample + two.own)
            one.own = own.b1 * leftSample - own.a1 * leftOwn
            two.own = own.b1 * rightSample - own.a1 * rightOwn
            let (leftOther, rightOther) = (other.b0 * leftSample + one.other, other.b0 * rightSample + two.other)
            one.other = -other.a1 * leftOther
            two.other = -other.a1 * rightOther
            unsafe leftPlane[frame] = Float(leftOwn + rightOther)
            unsafe rightPlane[frame] = Float(rightOwn + leftOther)
        }
        one.settle()
        two.settle()
        (leftMemory, rightMemory) = (one, two)
    }
}
