import Glibc

/// An equal-power fade between silence and full level, reversible at any frame without a step.
///
/// The curve is sin(π/2 · k/N) for k in 0…N, made once: `sin` itself may not be called in the callback. Going down the
/// frames get the gains N…1, going up 1…N: no frame is spent on silence, and turning round repeats a gain instead of
/// skipping one.
@safe struct Fade: ~Copyable {
    /// N: how many frames a whole fade takes.
    let length: Int
    /// Where the fade stands: 0 is silence, `length` is full level.
    var position: Int
    private let curve: UnsafeMutablePointer<Float>

    init(length: Int) {
        self.length = max(1, length)
        position = self.length
        unsafe curve = .allocate(capacity: self.length + 1)
        for step in 0...self.length {
            let angle = Double.pi / 2 * Double(step) / Double(self.length)
            unsafe (curve + step).initialize(to: Float(sin(angle)))
        }
    }

    deinit { unsafe curve.deallocate() }

    var isFull: Bool {
        @_noLocks get { position == length }
    }

    var isSilent: Bool {
        @_noLocks get { position == 0 }
    }

    /// How many frames are left until the fade has reached the end it is going to.
    @_noLocks
    func remaining(rising: Bool) -> Int { rising ? length &- position : position }

    /// The gain `step` frames from now, when going up or down.
    @_noLocks
    func gain(after step: Int, rising: Bool) -> Float {
        unsafe curve[rising ? min(length, position &+ step &+ 1) : max(0, position &- step)]
    }

    /// Goes to one end at once, while nothing is heard.
    @_noLocks
    mutating func settle(rising: Bool) { position = rising ? length : 0 }

    /// Moves on by `count` frames.
    @_noLocks
    mutating func advance(_ count: Int, rising: Bool) {
        position = rising ? min(length, position &+ count) : max(0, position &- count)
    }
}
