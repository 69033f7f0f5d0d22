/// The owners of names on a bus.
extension BusConnection {
    /// Calls `handler` with a name and its new owner (nil: none) whenever a name that fits `part` changes its owner. `part` is
    /// a part of a match rule.
    package func watchOwners(_ part: String, _ handler: @escaping (String, String?) -> Void) -> BusSlot? {
        let bus = BusMethod.busName
        let rule = "type='signal',sender='\(bus)',interface='\(bus)',member='NameOwnerChanged',\(part)"
        return watch(rule) { message in
            guard message.sender == bus, message.has("sss"), let name = message.readText(),
                message.readText() != nil, let owner = message.readText()
            else { return }
            handler(name, owner.isEmpty ? nil : owner)
        }
    }

    /// Asks who owns `name` now, and calls `answer` with the owner's unique name, or nil if the name has no owner.
    package func askOwner(of name: String, answer: @escaping (String?) -> Void) {
        call(.ofBus("GetNameOwner"), [.string(name)]) { result in answer(result.read { $0.readText() }) }
    }

    /// Asks for a well-known name, such as `org.mpris.MediaPlayer2.fermata`, and calls `answer` with the result. The name is ours
    /// until the connection ends or ``releaseName(_:)``: nobody can take it away.
    package func requestName(_ name: String, answer: @escaping (NameRequest) -> Void) {
        // DBUS_NAME_FLAG_DO_NOT_QUEUE: we would not be told when the name is ours after all.
        let doNotQueue: UInt32 = 4
        call(.ofBus("RequestName"), [.string(name), .uint32(doNotQueue)]) { result in
            if let failure = result.failure { return answer(.refused(failure)) }
            // DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER and ..._ALREADY_OWNER.
            let code = result.read { message -> UInt32? in
                guard case .uint32(let code)? = try? message.readValues().first else { return nil }
                return code
            }
            answer(code == 1 || code == 4 ? .owned : .taken)
        }
    }

    /// Gives a name back.
    package func releaseName(_ name: String) { call(.ofBus("ReleaseName"), [.string(name)]) { _ in } }
}

/// The result of asking for a name.
package enum NameRequest: Hashable, Sendable {
    /// The name is ours.
    case owned
    /// Another program has the name.
    case taken
    /// The bus refuses the name; the text says why.
    case refused(String)
}
