import AudioTypes
import CPipeWire
import Logging

/// Which sink the stream is to play to.
extension PipeWireOutput {
    /// The sink to play to by its `node.name`, or `nil` for the default one: at once, for streams to come, and again whenever
    /// the sink comes back, until somebody else sends the stream elsewhere (``AudioTypes/OutputEvent/targetTaken(uid:)``).
    package func setTarget(uid: String?) {
        withLock {
            target.choose(uid)
            if uid == nil { writeTarget() }
            tellStreamTarget()
            applyTarget()
        }
    }

    /// Which sinks count as headphones from now on, whatever their device says; see ``OutputConfiguration/privateOutputs``.
    package func setPrivateOutputs(_ patterns: [String]) {
        withLock {
            configuration.privateOutputs = patterns
            connection?.graph?.privateOutputs = PrivateOutputs(patterns)
        }
    }

    /// Compares the metadata to the target. In the loop's thread, or under the lock.
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

    /// In the stream's own properties, which count where the metadata says nothing.
    private func tellStreamTarget() {
        guard let stream else { return }
        do throws(OutputError) {
            stream.update(try Properties([PW_KEY_TARGET_OBJECT: target.uid ?? ""]))
        } catch {
            logger.error("the output could not be chosen", metadata: ["reason": "\(error.message)"])
        }
    }
}
