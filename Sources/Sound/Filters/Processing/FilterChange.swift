/// A chain with what belongs to its coming. Control makes and frees it; in between, the callback alone uses it.
@safe struct FilterChange: ~Copyable {
    /// What comes.
    let chain: CascadeChain
    /// The way from the chain before.
    var fade: CascadeFade
    /// How many frames the chain still runs unheard, so that it knows the sound when it is heard.
    var unheard: Int
    /// Whether it takes the place of the chain before at once, because nothing of the sound before is heard.
    var isSudden: Bool
    /// The next one of those that control is to free.
    var next: UnsafeMutablePointer<FilterChange>?
    /// Where the samples go that are not heard.
    private let scratch: UnsafeMutablePointer<Float>

    /// How long a chain runs unheard, and how long the fade takes then, in seconds: together less than 50 ms.
    static var unheardSeconds: Double { 0.015 }
    static var fadeSeconds: Double { 0.03 }

    /// Makes what the callback needs for a change to `cascades` at a rate in hertz.
    init(_ cascades: [Cascade], rate: Double, isSudden: Bool) {
        chain = CascadeChain(cascades)
        fade = CascadeFade(length: Int(Self.fadeSeconds * rate))
        unheard = Int(Self.unheardSeconds * rate)
        self.isSudden = isSudden
        unsafe next = nil
        unsafe scratch = .allocate(capacity: CascadeChain.blockLength)
        // The callback must not be the first to touch the memory.
        unsafe scratch.initialize(repeating: 0, count: CascadeChain.blockLength)
    }

    deinit { unsafe scratch.deallocate() }

    /// Callback: has the chain hear the next `count` samples of a channel.
    @unsafe @_noLocks
    func listen(channel: Int, to input: UnsafePointer<Float>, count: Int) {
        var done = 0
        while done < count {
            let length = min(CascadeChain.blockLength, count &- done)
            unsafe chain.process(channel: channel, from: input + done, to: scratch, count: length)
            done &+= length
        }
    }
}
