import CSystemd
import SystemSupport

/// A connection as its participants use it: they watch signals and call methods. For the bus thread only; nothing here waits.
package final class BusConnection {
    /// The connection itself.
    let bus: Bus
    /// The time to wait for an answer, in microseconds.
    private let answerLimit: UInt64

    /// Makes a connection that uses `bus`, and waits at most `answerLimit` for each answer.
    init(_ bus: consuming Bus, answerLimit: Duration) {
        self.bus = bus
        self.answerLimit = UInt64(clamping: answerLimit.nanoseconds / 1000)
    }

    /// The name that the bus gave us.
    package var uniqueName: String? { bus.uniqueName }

    /// Calls `handler` for signals that match `rule` (D-Bus specification, "Match Rules"), until the slot is released.
    ///
    /// The rule decides what the bus broadcasts to us. Any program may still send us a signal directly that fits the rule
    /// except for a sender's well-known name. So give the sender's unique name, or check ``BusMessage/sender``. A bus that
    /// refuses the rule counts as lost, because we would hear nothing from it.
    package func watch(_ rule: String, _ handler: @escaping (borrowing BusMessage) -> Void) -> BusSlot? {
        let data = unsafe BusHandler { message in
            handler(message)
            return false
        }.retained()
        var slot: OpaquePointer?
        guard unsafe sd_bus_add_match_async(bus.pointer, &slot, rule, BusHandler.function, nil, data) >= 0,
            let slot = unsafe slot
        else {
            unsafe BusHandler.release(data)
            return nil
        }
        unsafe BusHandler.release(data, with: slot)
        return unsafe BusSlot(owning: slot)
    }

    /// Calls a method with texts as arguments. `answer` is called once: with the values of the answer, or with the reason why
    /// there are none. If the call cannot be sent, `answer` is called at once. If the connection is given up first, `answer` is
    /// not called.
    package func call(_ method: BusMethod, _ arguments: [String] = [], answer: @escaping (borrowing BusAnswer) -> Void) {
        let result = send(method, arguments) { message in
            if let failure = message.failure {
                answer(.failure(failure))
            } else {
                answer(.values(unsafe BusMessage(retaining: message.pointer)))
            }
        }
        if result < 0 { answer(.failure(BusFailure(result: result).reason)) }
    }

    private func send(
        _ method: BusMethod, _ arguments: [String], answer: @escaping (borrowing BusMessage) -> Void
    ) -> CInt {
        var made: OpaquePointer?
        var result = unsafe sd_bus_message_new_method_call(
            bus.pointer, &made, method.destination, method.path, method.interface, method.name)
        guard result >= 0, let made = unsafe made else { return result }
        let message = unsafe BusMessage(owning: made)
        // Asking about a program must not start it.
        result = unsafe sd_bus_message_set_auto_start(message.pointer, 0)
        for argument in arguments where result >= 0 { result = message.append(argument) }
        guard result >= 0 else { return result }
        let data = unsafe BusHandler { message in
            answer(message)
            return false
        }.retained()
        var slot: OpaquePointer?
        result = unsafe sd_bus_call_async(bus.pointer, &slot, message.pointer, BusHandler.function, data, answerLimit)
        guard result >= 0, let slot = unsafe slot else {
            unsafe BusHandler.release(data)
            return result
        }
        unsafe BusHandler.release(data, with: slot)
        // The connection keeps the slot until the answer comes.
        unsafe sd_bus_slot_set_floating(slot, 1)
        unsafe sd_bus_slot_unref(slot)
        return result
    }
}

/// A method of an object on the bus.
package struct BusMethod {
    /// The program to call: a unique or a well-known name.
    package let destination: String
    /// The path of the program's object.
    package let path: String
    /// The interface of the method.
    package let interface: String
    /// The name of the method.
    package let name: String

    /// Makes a method.
    package init(destination: String, path: String, interface: String, name: String) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.name = name
    }

    /// Returns a method of the bus itself.
    package static func ofBus(_ name: String) -> BusMethod {
        BusMethod(destination: busName, path: "/org/freedesktop/DBus", interface: busName, name: name)
    }

    /// The name of the bus itself; no other sender can have it.
    package static let busName = "org.freedesktop.DBus"
}

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
