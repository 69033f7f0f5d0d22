import AudioTypes
import CPipeWire
import Logging

/// Sends a stream to the sink that the owner has chosen. Under the loop's lock.
final class StreamRouting {
    private let connection: Connection
    private let outbox: EventOutbox
    private let logger: Logger
    private weak var stream: PipeWireStream?
    private var target: StreamTarget

    init(_ connection: Connection, outbox: EventOutbox, target uid: String?, logger: Logger) {
        self.connection = connection
        self.outbox = outbox
        self.logger = logger
        target = StreamTarget(uid: uid)
    }

    /// `node.name` of the chosen sink; `nil` if the owner has chosen none.
    var uid: String? { target.uid }

    /// Sends the stream to the sink whose `node.name` is `uid`, or to the default sink if `uid` is `nil`.
    func choose(_ uid: String?) {
        target.choose(uid)
        if uid == nil { writeEntry() }
        writeProperty()
        apply()
    }

    func streamMade(_ stream: PipeWireStream) { self.stream = stream }

    /// Notes that the stream is being released.
    func streamEnded() {
        target.streamEnded()
        stream = nil
    }

    /// Compares the metadata with the target, and writes to the metadata what is needed. In the loop's thread, or under
    /// the lock.
    func apply() {
        guard let model = connection.completeGraph?.model else { return }
        let node = stream?.nodeID.flatMap { model.nodes[$0] == nil ? nil : $0 }
        for action in target.look(at: node.flatMap { model.metadata?.entries(ofNode: $0) }) {
            switch action {
            case .write, .remove: writeEntry()
            case .tellTaken(let uid):
                writeProperty()
                outbox.tell(.targetTaken(uid: uid))
            }
        }
    }

    /// Writes the target to the session manager's metadata.
    private func writeEntry() {
        guard let node = stream?.nodeID else { return }
        connection.graph?.setTarget(ofNode: node, name: target.uid)
    }

    /// Writes the target to the stream's own properties, which count if the metadata has no entry.
    private func writeProperty() {
        guard let stream else { return }
        do throws(OutputError) {
            stream.update(try Properties([PW_KEY_TARGET_OBJECT: target.uid ?? ""]))
        } catch {
            logger.error("the output could not be chosen", metadata: ["reason": "\(error.message)"])
        }
    }
}
