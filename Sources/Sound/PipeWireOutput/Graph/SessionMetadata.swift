import CPipeWire

/// Listens to the session manager's metadata: when it appears, and again some time after an event that lets the session
/// manager choose another default.
///
/// While a program begins to listen, PipeWire (0.3.65 to 1.6) withholds changes from programs that listen already: until
/// the session manager has answered the new one, or for ever if the new one ends before that (`metadata_property` and
/// `global_unbind` of module-metadata). Changes that were missed are never reported again, except to a program that
/// begins to listen.
///
/// Until the session manager has answered, the server reads nothing else that this client sends: requests of the output wait, the
/// sound does not. A session manager that hangs just then holds up the volume, for example, until it goes on or ends. Lives in
/// the loop's thread.
@safe final class SessionMetadata {
    /// The pauses before it listens again, in nanoseconds: the first counts from the last event, the second from the
    /// first. The session manager chooses a default within milliseconds unless the machine is busy. The pauses are not
    /// shorter, because every other program misses what changes while this one begins to listen.
    private static let pauses: [Int64] = [1_000_000_000, 4_000_000_000]

    /// What is reported about the metadata.
    enum News {
        /// As ``GraphModel/setMetadata(subject:key:value:)``.
        case changed(subject: UInt32, key: String?, value: String?)
        /// All entries of the metadata.
        case known(MetadataContent)
    }

    private let registry: OpaquePointer
    private let afterRoundTrip: (@escaping () -> Void) -> Void
    private let told: (News) -> Void
    private var timer: LoopSource?
    /// The binding that is listened to; `nil` while there is no metadata.
    private var bound: BoundMetadata?
    /// The binding that will replace it, and what that one has heard so far.
    private var successor: (bound: BoundMetadata, heard: MetadataContent)?
    /// How many of ``pauses`` have passed since the last event.
    private var pausesPassed = pauses.count

    /// Makes a listener that does not listen yet. `afterRoundTrip` is ``Core/afterRoundTrip(_:)``.
    init(
        loop: UnsafeMutablePointer<pw_loop>, registry: OpaquePointer, afterRoundTrip: @escaping (@escaping () -> Void) -> Void,
        told: @escaping (News) -> Void
    ) throws(OutputError) {
        unsafe self.registry = unsafe registry
        self.afterRoundTrip = afterRoundTrip
        self.told = told
        timer = try unsafe LoopSource.timer(loop) { [unowned self] in listenAnew() }
    }

    /// Begins to listen: the metadata has appeared under that id of the registry.
    func appeared(_ id: UInt32) {
        successor = nil
        bound = unsafe BoundMetadata(registry, id: id) { [told] subject, key, value in
            told(.changed(subject: subject, key: key, value: value))
        }
    }

    /// Notes that the object with that id has gone, and returns whether it was the metadata.
    func vanished(_ id: UInt32) -> Bool {
        guard bound?.id == id else { return false }
        successor = nil
        bound = nil
        return true
    }

    /// Notes an event that lets the session manager choose another default.
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
        // A binding that is not answered yet stays: if it went, PipeWire would withhold all changes from everybody for
        // ever.
        guard let id = bound?.id, successor == nil else { return }
        pausesPassed += 1
        guard let made = unsafe BoundMetadata(registry, id: id, told: { [unowned self] in hear($0, $1, $2) }) else { return }
        successor = (made, MetadataContent())
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

    /// Replaces the binding: its successor has heard all entries.
    private func succeed(_ made: BoundMetadata) {
        guard let successor, successor.bound === made else { return }
        self.successor = nil
        bound = made
        told(.known(successor.heard))
        pause()
    }
}
