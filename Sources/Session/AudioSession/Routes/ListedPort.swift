package import AudioTypes

/// An output or input that can be chosen, as lists show it.
package struct ListedPort<Device: Hashable & Sendable>: Hashable, Sendable {
    package let uid: String
    package let device: Device
    /// The volume, 0…1 on the cubic scale of mixers; `nil` while it is unknown.
    package let level: Double?
    package let isMuted: Bool
    /// Whether it is the one that the desktop uses if nobody chooses.
    package let isDefault: Bool
    /// Whether the sound goes to it or comes from it now.
    package let isCurrent: Bool

    package init(uid: String, device: Device, level: Double?, isMuted: Bool, isDefault: Bool, isCurrent: Bool) {
        self.uid = uid
        self.device = device
        self.level = level
        self.isMuted = isMuted
        self.isDefault = isDefault
        self.isCurrent = isCurrent
    }

    /// Whether a list shows the same of both, but for whether the sound uses them: that is told as a change of the route.
    fileprivate func isLike(_ other: Self) -> Bool {
        device == other.device && level == other.level && isMuted == other.isMuted && isDefault == other.isDefault
    }
}

package typealias ListedOutput = ListedPort<OutputDevice>
package typealias ListedInput = ListedPort<InputDevice>

/// What is another one in a list of outputs or inputs than before.
package struct PortListChange<Device: Hashable & Sendable>: Hashable, Sendable {
    package let added: [ListedPort<Device>]
    package let removed: [ListedPort<Device>]
    /// Those that were there before, as they are now.
    package let changed: [ListedPort<Device>]

    package init(added: [ListedPort<Device>], removed: [ListedPort<Device>], changed: [ListedPort<Device>]) {
        self.added = added
        self.removed = removed
        self.changed = changed
    }

    /// Compares two lists; `nil` if both show the same.
    init?(from old: [ListedPort<Device>], to new: [ListedPort<Device>]) {
        // Nodes may have the same name: of these, the first counts.
        func first(_ list: [ListedPort<Device>]) -> [String: ListedPort<Device>] {
            Dictionary(list.map { ($0.uid, $0) }, uniquingKeysWith: { first, _ in first })
        }
        let (before, now) = (first(old), first(new))
        let new = new.filter { now[$0.uid] == $0 }
        added = new.filter { before[$0.uid] == nil }
        removed = old.filter { now[$0.uid] == nil && before[$0.uid] == $0 }
        changed = new.filter { before[$0.uid].map($0.isLike) == false }
        if added.isEmpty && removed.isEmpty && changed.isEmpty { return nil }
    }
}

// The lists that clients choose from.
extension Session {
    /// The outputs that a client can choose. A sink with several ports stands for one output for each.
    package var listedOutputs: [ListedOutput] {
        let current = Set(route.outputs.map(\.uid))
        return outputs.map { sink in
            let output = sink.output
            return ListedOutput(
                uid: output.uid, device: output, level: sink.outputVolume, isMuted: sink.isMuted,
                isDefault: sink.uid == graph.defaultSink && graph.sink(sink.uid)?.output.uid == output.uid,
                isCurrent: current.contains(output.uid))
        }
    }

    /// The inputs that a client can choose.
    package var listedInputs: [ListedInput] {
        let current = inputSource?.input.uid
        return graph.sources.flatMap { source in
            source.inputs.map { input in
                ListedInput(
                    uid: input.uid, device: input, level: source.inputVolume, isMuted: source.isMuted,
                    isDefault: source.device.uid == defaultInput && input.uid == source.input.uid, isCurrent: input.uid == current
                )
            }
        }
    }

    /// Reports what is another one in the lists than before. The absence of the sound server is told by itself, and says nothing of them.
    mutating func updateLists() {
        guard isServerHere else { return }
        let (outputs, inputs) = (listedOutputs, listedInputs)
        if let before = given.outputs, let change = PortListChange(from: before, to: outputs) { emit(.outputsChanged(change)) }
        if let before = given.inputs, let change = PortListChange(from: before, to: inputs) { emit(.inputsChanged(change)) }
        (given.outputs, given.inputs) = (outputs, inputs)
    }
}
