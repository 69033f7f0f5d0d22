import Synchronization

/// A value that several threads share.
final class Box<Value: Sendable>: Sendable {
    private let contents: Mutex<Value>

    init(_ value: Value) { contents = Mutex(value) }

    var value: Value {
        get { contents.withLock { $0 } }
        set { contents.withLock { $0 = newValue } }
    }

    func change(_ body: @Sendable (inout Value) -> Void) { contents.withLock { body(&$0) } }
}
