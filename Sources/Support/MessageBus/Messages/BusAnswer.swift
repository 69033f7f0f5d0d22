/// The result of a call.
package enum BusAnswer: ~Copyable {
    /// The values that the method returned.
    case values(BusMessage)
    /// Why there are none.
    case failure(String)

    /// Why there are none.
    package var failure: String? {
        switch self {
        case .values: nil
        case .failure(let reason): reason
        }
    }

    /// Returns what `body` reads from the values, or nil if there are none.
    package func read<Value: ~Copyable>(_ body: (borrowing BusMessage) -> Value?) -> Value? {
        switch self {
        case .values(let message): body(message)
        case .failure: nil
        }
    }
}
