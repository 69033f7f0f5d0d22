import Synchronization

/// The events that other threads have handed to the engine, in order. Any thread.
final class EngineInbox: Sendable {
    private let inputs = Mutex<[EngineInput]>([])

    /// Appends an event, and returns whether it is the only one, so that nobody is on the way to take it.
    func append(_ input: EngineInput) -> Bool {
        inputs.withLock { inputs in
            inputs.append(input)
            return inputs.count == 1
        }
    }

    /// Removes and returns all events.
    func takeAll() -> [EngineInput] {
        inputs.withLock { inputs in
            let taken = inputs
            inputs.removeAll(keepingCapacity: true)
            return taken
        }
    }
}
