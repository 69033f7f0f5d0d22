import CPipeWire

/// The session manager's metadata as the graph's owner hears it: listened to when it appears, and listened to anew a while after
/// something happened that lets the session manager choose another default.
///
/// While a program begins to listen, PipeWire (0.3.65 to 1.6) keeps changes from those who listen already: until the session
/// manager has answered it, and for ever where the program ended before that (`metadata_property` and `global_unbind` of
/// module-metadata). What was missed then is never told again, except to who begins to listen. Lives in the loop's thread.
@safe final class SessionMetadata {
    /// When it is listened to anew after the last thing that happened, in nanoseconds, each from the one before. The session
    /// manager chooses within milliseconds unless the machine is busy. Not sooner, as every other program misses what
    /// changes while this one begins to listen.
    private static let pauses: [Int64] = [1_000_000_000, 4_000_000_000]

    /// What became known of it.
    enum News {
        /// As ``GraphModel/setMetadata(subject:key:value:)``.
        case changed(subject: UInt32, key: String?, value: String?)
        /// All that is written.
        case known(SessionWishes)
    }

    private let registry: OpaquePointer
    private let afterRoundTrip: (@escaping () -> Void) -> Void
    private let told: (News) -> Void
    private var timer: LoopSource?
    /// What is listened to, once the metadata is there.
    private var bound: BoundMetadata?
    /// What will take its place, and what it has heard so far.
    private var successor: (bound: BoundMetadata, heard: SessionWishes)?
    /// How many of ``pauses`` are over since something happened.
    private var pausesPassed = pauses.count

    /// Listens to nothing yet. `afterRoundTrip` is ``GraphMonitor/afterRoundTrip(_:)``.
    init(
        loop: UnsafeMutablePointer<pw_loop>, registry: OpaquePointer, afterRoundTrip: @escaping (@escaping () -> Void) -> Void,
        told: @escaping (News) -> Void
    ) throws(OutputError) {
        unsafe self.registry = unsafe registry
        self.afterRoundTrip = afterRoundTrip
        self.told = told
        timer = try unsafe LoopSource.timer(loop) { [unowned self] in listenAnew() }
    }

    /// The metadata is there, under that number of the registry.
    func appeared(_ id: UInt32) {
        successor = nil
        bound = unsafe BoundMetadata(registry, id: id) { [told] subject, key, value in
            told(.changed(subject: subject, key: key, value: value))
        }
    }

    /// An object of that number has gone; whether it was the metadata.
    func vanished(_ id: UInt32) -> Bool {
        guard bound?.id == id else { return false }
        successor = nil
        bound = nil
        return true
    }

    /// Something happened that lets the session manager choose another default.
    func mayChange() {
        guard bound != nil else { return }
        pausesPassed = 0
        pause()
    }

    /// As ``BoundMetadata/setTarget(ofNode:name:)``.
    func setTarget(ofNode node: UInt32, name: String?) { bound?.setTarget(ofNode: node, name: name) }

    private func pause() {
        if pausesPassed < Self.pauses.count { timer?.fire(afterNanoseconds: Self.pauses[pausesPassed]) }
    }

    private func listenAnew() {
        // One that is not answered yet stays: PipeWire would keep all changes from everybody for ever if it went.
        guard let id = bound?.id, successor == nil else { return }
        pausesPassed += 1
        guard let made = unsafe BoundMetadata(registry, id: id, told: { [unowned self] in hear($0, $1, $2) }) else { return }
        successor = (made, SessionWishes())
        afterRoundTrip { [weak self, weak made] in
            if let self, let made { succeed(made) }
        }
    }

    private func hear(_ subject: UInt32, _ key: String?, _ value: String?) {
        if successor == nil {
            told(.changed(subject: subject, key: key, value: value))
        } else {
            successor?.heard.set(subject: subject, key: key, value: value)
        }
    }

    /// All that is written has been told to the successor.
    private func succeed(_ made: BoundMetadata) {
        guard let successor, successor.bound === made else { return }
        self.successor = nil
        bound = made
        told(.known(successor.heard))
        pause()
    }
}
