import CSystemd

/// The way to answer one call of another program. For the bus thread only; only the first answer counts.
///
/// A reply that goes away without an answer answers with an error, so that no caller waits for nothing.
package final class BusReply {
    private var call: BusMessage?
    private let outputs: String
    private weak var connection: BusConnection?

    /// Makes the reply to `call`, whose method returns values with the signature `outputs`. The caller is charged for the answer
    /// on `connection`.
    init(to call: borrowing BusMessage, outputs: String, on connection: BusConnection? = nil) {
        self.call = unsafe BusMessage(retaining: call.pointer)
        self.outputs = outputs
        self.connection = connection
    }

    deinit { fail(.failed("the call got no answer")) }

    /// The unique name of the caller.
    package var sender: String? { call?.sender }

    /// Answers with the values that the method returns.
    package func succeed(_ values: [BusValue] = []) {
        guard values.map(\.type).signature == outputs else {
            assertionFailure("a method that returns \(outputs) was answered with \(values.map(\.type).signature)")
            return fail(.failed("the answer has other types than the method returns"))
        }
        guard let call = call.take() else { return }
        if let connection, let caller = call.sender {
            connection.charge(caller, bytes: values.reduce(0) { $0 + $1.byteCount })
        }
        if !call.reply(values) { call.reply(.failed("the answer cannot be sent")) }
    }

    /// Answers with an error.
    package func fail(_ error: BusCallError) { call.take()?.reply(error) }

    /// Answers with the values that `body` returns, or with its error.
    func answer(_ body: () throws(BusCallError) -> [BusValue]) {
        do throws(BusCallError) { succeed(try body()) } catch { fail(error) }
    }
}

extension BusMessage {
    /// Answers this call, if its sender wants an answer. Returns whether the values could be sent.
    fileprivate func reply(_ values: [BusValue]) -> Bool {
        guard unsafe sd_bus_message_get_expect_reply(pointer) > 0 else { return true }
        var made: OpaquePointer?
        guard unsafe sd_bus_message_new_method_return(pointer, &made) >= 0, let made = unsafe made else { return false }
        let answer = unsafe BusMessage(owning: made)
        guard answer.append(values) >= 0 else { return false }
        return unsafe sd_bus_send(nil, answer.pointer, nil) >= 0
    }

    /// Answers this call with an error, if its sender wants an answer.
    fileprivate func reply(_ failure: BusCallError) {
        guard unsafe sd_bus_message_get_expect_reply(pointer) > 0 else { return }
        var error = unsafe sd_bus_error()
        unsafe sd_bus_error_set(&error, failure.name, failure.message.withoutNoncharacters)
        unsafe sd_bus_reply_method_error(pointer, &error)
        unsafe sd_bus_error_free(&error)
    }
}
