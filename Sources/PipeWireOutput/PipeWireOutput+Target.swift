import AudioSession
import AudioTypes
import CPipeWire
import Logging

/// The choice of the sink that the stream plays to.
extension PipeWireOutput {
    /// Sends the stream to the sink whose `node.name` is `uid`, or to the default sink if `uid` is `nil`. This takes
    /// effect at once, for later streams, and again whenever the sink comes back, until somebody else moves the stream
    /// (``AudioTypes/OutputEvent/targetTaken(uid:)``).
    package func setTarget(uid: String?) {
        withLock {
            target.choose(uid)
            if uid == nil { writeTarget() }
            tellStreamTarget()
            applyTarget()
        }
    }

    /// Sets which sinks count as headphones from now on, whatever their device says; see
    /// ``OutputConfiguration/privateOutputs``.
    package func setPrivateOutputs(_ patterns: [String]) {
        withLock {
            configuration.privateOutputs = patterns
            connection?.graph?.privateOutputs = PrivateOutputs(patterns)
        }
    }

    /// Compares the metadata with the target, and writes to the metadata what is needed. In the loop's thread, or under
    /// the lock.
    func applyTarget() {
        guard let connection, connection.isGraphKnown, let model = connection.graph?.model else { return }
        let node = stream?.nodeID.flatMap { model.nodes[$0] == nil ? nil : $0 }
        for action in target.look(at: node.flatMap { model.metadata?.entries(ofNode: $0) }) {
            switch action {
            case .write, .remove: writeTarget()
            case .tellTaken(let uid):
                tellStreamTarget()
                tell(.targetTaken(uid: uid))
            }
        }
    }

    private func writeTarget() {
        guard let node = stream?.nodeID else { return }
        connection?.graph?.setTarget(ofNode: node, name: target.uid)
    }

    /// Writes the target to the stream's own properties, which count if the metadata has no entry.
    private func tellStreamTarget() {
        guard let stream else { return }
        do throws(OutputError) {
            stream.update(try Properties([PW_KEY_TARGET_OBJECT: target.uid ?? ""]))
        } catch {
            logger.error("the output could not be chosen", metadata: ["reason": "\(error.message)"])
        }
    }
}
