import CSystemd
import SystemSupport

/// A connection as its participants use it: they watch signals and call methods. For the bus thread only; nothing here waits.
package final class BusConnection {
    /// The connection itself.
    let bus: Bus
    /// The time to wait for an answer, in microseconds.
    private let answerLimit: UInt64
    private var budget = CallBudget()
    private var callFilter: BusSlot?
    /// Whether calls were refused, or ignored, since this was last set to false.
    var hasRefusedCalls = false

    /// Makes a connection that uses `bus`, and waits at most `answerLimit` for each answer.
    init(_ bus: consuming Bus, answerLimit: Duration) {
        self.bus = bus
        self.answerLimit = UInt64(clamping: answerLimit.nanoseconds / 1000)
        callFilter = filterCalls()
    }

    /// Looks at each call before anybody answers it, also those that the library answers itself.
    private func filterCalls() -> BusSlot? {
        let data = unsafe BusHandler { [weak self] message in
            guard let self, message.isCall else { return false }
            return refuses(message)
        }.retained()
        var slot: OpaquePointer?
        guard unsafe sd_bus_add_filter(bus.pointer, &slot, BusHandler.function, data) >= 0, let slot = unsafe slot else {
            unsafe BusHandler.release(data)
            return nil
        }
        unsafe BusHandler.release(data, with: slot)
        return unsafe BusSlot(owning: slot)
    }

    /// Refuses or ignores a call beyond what its sender may call. Returns whether it did.
    private func refuses(_ call: borrowing BusMessage) -> Bool {
        switch budget.judge(call.sender ?? "", at: MonotonicClock.nanoseconds) {
        case .serve: return false
        case .refuse: BusReply(to: call, outputs: "").fail(.limitsExceeded("this program makes too many calls; try again later"))
        case .ignore: break
        }
        hasRefusedCalls = true
        return true
    }

    /// Charges the caller for an answer of so many bytes.
    func charge(_ caller: String, bytes: Int) { budget.charge(caller, bytes: bytes, at: MonotonicClock.nanoseconds) }

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

    /// Calls a method. `answer` is called once: with the values of the answer, or with the reason why
    /// there are none. If the call cannot be sent, `answer` is called at once. If the connection is given up first, `answer` is
    /// not called.
    package func call(_ method: BusMethod, _ arguments: [BusValue] = [], answer: @escaping (borrowing BusAnswer) -> Void) {
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
        _ method: BusMethod, _ arguments: [BusValue], answer: @escaping (borrowing BusMessage) -> Void
    ) -> CInt {
        var made: OpaquePointer?
        var result = unsafe sd_bus_message_new_method_call(
            bus.pointer, &made, method.destination, method.path, method.interface, method.name)
        guard result >= 0, let made = unsafe made else { return result }
        let message = unsafe BusMessage(owning: made)
        // Asking about a program must not start it.
        result = unsafe sd_bus_message_set_auto_start(message.pointer, 0)
        if result >= 0 { result = message.append(arguments) }
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
