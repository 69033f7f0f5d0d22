import CPipeWire

/// A timer of the loop that fires once each time it is armed. Used with the loop's lock held; fires on its thread.
@safe final class LoopTimer {
    private let loop: ThreadLoop
    private var source: UnsafeMutablePointer<spa_source>?
    fileprivate let action: () -> Void

    init(_ loop: ThreadLoop, action: @escaping () -> Void) {
        self.loop = loop
        self.action = action
        unsafe source = fermata_loop_add_timer(
            loop.loop,
            { data, _ in
                guard let data = unsafe data else { return }
                unsafe Unmanaged<LoopTimer>.fromOpaque(data).takeUnretainedValue().action()
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Fires `nanoseconds` from now.
    func arm(after nanoseconds: UInt64) {
        guard let source = unsafe source else { return }
        _ = unsafe fermata_loop_arm_timer(loop.loop, source, max(1, nanoseconds))
    }

    /// Forgets the timer; it fires no more.
    func invalidate() {
        if let source = unsafe source { unsafe fermata_loop_destroy_source(loop.loop, source) }
        unsafe source = nil
    }
}

/// Watches a descriptor in the loop. Used with the loop's lock held; tells on its thread.
@safe final class LoopWatch {
    private let loop: ThreadLoop
    private var source: UnsafeMutablePointer<spa_source>?
    fileprivate let action: () -> Void

    init(_ loop: ThreadLoop, descriptor: Int32, action: @escaping () -> Void) {
        self.loop = loop
        self.action = action
        unsafe source = fermata_loop_add_io(
            loop.loop, descriptor,
            { data, _, _ in
                guard let data = unsafe data else { return }
                unsafe Unmanaged<LoopWatch>.fromOpaque(data).takeUnretainedValue().action()
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Watches no more.
    func invalidate() {
        if let source = unsafe source { unsafe fermata_loop_destroy_source(loop.loop, source) }
        unsafe source = nil
    }
}
